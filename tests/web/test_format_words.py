"""Every fault of a carried file, and every note of a draw, has its sentence, and its facts fill the gaps."""

import ast
import re
from pathlib import Path

import pytest
from django.utils import translation

from cacho_tournaments.web import explain
from cacho_tournaments.web.sentences import ALL

FORMATS = Path(explain.__file__).resolve().parent.parent / "formats"
# Notes of checks and simulations are for those who develop; nobody else reads them.
INNER = ("checker", "simulate")


def codes(call: str, modules: list[Path], argument: int) -> set[str]:
    """Return the codes that are written out in calls of this name; one of two may be written out either way."""
    found: set[str] = set()
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") == call
                and len(node.args) > argument
            ):
                found |= {
                    each.value
                    for each in ast.walk(node.args[argument])
                    if isinstance(each, ast.Constant) and isinstance(each.value, str)
                }
    return found


def test_every_fault_of_a_carried_file_has_a_sentence() -> None:
    modules = sorted(FORMATS.glob("trf*.py"))
    found = codes("Fault", modules, 1) | codes("fault", modules, 0)
    assert len(found) > 25
    assert sorted(code for code in found if f"trf-{code}" not in ALL) == []


def test_every_note_of_a_draw_has_a_sentence() -> None:
    modules = [path for path in FORMATS.glob("*.py") if not path.stem.startswith(INNER)]
    found = codes("Note", modules, 0) | {
        "repeat",
        "repeat-unavoidable",
        "second-bye",
        "second-bye-unavoidable",
    }
    assert {"club-together", "near-round-robin", "results-awaited"} <= found
    assert sorted(code for code in found if f"note-{code}" not in ALL) == []


@pytest.mark.parametrize(
    ("code", "facts", "said"),
    [
        (
            "note-club-together",
            {"entrants": ["Ana", "Luis"], "club": "Senas"},
            "Two of Senas meet: Ana, Luis.",
        ),
        ("note-club-together", {"table": 3, "entrants": ["Ana", "Luis"], "club": "Senas"}, "At table 3"),
        (
            "note-club-together",
            {"group": "B", "club": "Senas", "entrants": ["Ana"], "members": 5, "groups": 4},
            "Group B",
        ),
        (
            "note-repeat-unavoidable",
            {"entrants": ["Ana", "Luis"], "round": 2},
            "Ana, Luis met in round 2 already.",
        ),
        ("note-repeat", {"table": 4, "entrants": ["Ana", "Luis"], "round": 2}, "At table 4"),
        ("note-second-bye", {"entrant": ["Ana"], "byes": 1}, "Ana sits out again (free rounds before: 1)."),
        ("note-second-bye", {"entrant": ["Ana"], "byes": 0}, "Ana sits out after winning a match"),
        (
            "impossible-sizes",
            {"entrants": 5, "allowed": (3, 4), "nearest": 4, "allow": (5,)},
            "5 cannot be seated",
        ),
        ("too-few-entrants", {"entrants": 1, "nearest": 2}, "1 cannot be drawn: at least 2 are needed."),
        (
            "too-few-entrants",
            {"entrants": 4, "nearest": 5, "until": 4},
            "With 4 a bracket cannot end when 4 are left",
        ),
        ("impossible-sizes", {"size": 9, "nearest": 8}, "Groups of 9 cannot be made."),
        ("trf-points-differ", {"line": 14, "number": 1, "said": "9.5", "counted": "2.0"}, "Line 14: no. 1"),
    ],
)
def test_a_sentence_says_what_the_facts_are(code: str, facts: dict[str, object], said: str) -> None:
    with translation.override("en"):
        sentence = explain.sentence_of(code, facts)
    assert sentence.startswith(said)
    assert re.search(r"%\(|–", sentence) is None

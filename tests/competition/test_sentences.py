"""Every code that the rooms below the pages can refuse with has its sentence, and no sentence misses a fact."""

import ast
import re
from pathlib import Path

import pytest

from cacho_tournaments.web.sentences import competition, formats

PACKAGE = Path(competition.__file__).resolve().parent.parent.parent
REFUSALS = {"Impossible", "NoValidDraw", "BadStage"}
SENTENCES = {**competition.SENTENCES, **formats.SENTENCES}


def _raised(room: str) -> dict[str, set[str]]:
    """Return the facts that each code of a room is raised with, as far as they are written out."""
    found: dict[str, set[str]] = {}
    for path in (PACKAGE / room).rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in REFUSALS:
                continue
            facts = {keyword.arg or "**" for keyword in call.keywords}
            first = call.args[0]
            options = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            for code in options:
                if isinstance(code, ast.Constant):
                    found[code.value] = found.get(code.value, facts) & facts
    return found


@pytest.mark.parametrize("room", ["competition", "people"])
def test_every_refusal_has_a_sentence_whose_gaps_its_facts_fill(room: str):
    raised = _raised(room)
    assert raised
    assert sorted(code for code in raised if code not in SENTENCES) == []
    missing = {
        code: sorted(set(re.findall(r"%\((\w+)\)s", str(SENTENCES[code]))) - facts)
        for code, facts in raised.items()
        if "**" not in facts
    }
    assert {code: gaps for code, gaps in missing.items() if gaps} == {}


def test_every_refused_draw_has_a_sentence():
    assert (
        sorted(code for code in _raised("formats") if code not in SENTENCES and code != "unknown-value") == []
    )


def test_no_sentence_is_left_over():
    raised = {**_raised("competition"), **_raised("people"), **_raised("formats")}
    spoken = {code for code in competition.SENTENCES if not code.startswith("note-")}
    assert sorted(spoken - set(raised)) == []

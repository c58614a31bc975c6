"""Every refusal that games and play can raise has its sentence, said with the names of its boxes."""

import ast
from collections import Counter
from pathlib import Path

import pytest
from django.utils import translation

from cacho_tournaments.web import explain
from cacho_tournaments.web.sentences import ALL, competition, formats, games, play

PACKAGE = Path(explain.__file__).resolve().parent.parent
RAISED = {"Refused", "SetupRefused", "RecordError", "Impossible", "SheetRefused", "WireError"}


def codes(room: str) -> set[str]:
    """Return every code that the room's source raises by name."""
    found: set[str] = set()
    for path in (PACKAGE / room).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", getattr(node.func, "attr", "")) in RAISED
            ):
                found |= constants(node.args[0]) if node.args else set()
    return found


def constants(node: ast.expr) -> set[str]:
    if isinstance(node, ast.IfExp):
        return constants(node.body) | constants(node.orelse)
    if isinstance(node, ast.BoolOp):
        return {each for value in node.values for each in constants(value)}
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


@pytest.mark.parametrize("room", ["games", "play"])
def test_every_code_has_a_sentence(room: str) -> None:
    raised = codes(room)
    assert len(raised) > 20
    assert sorted(raised - set(ALL)) == []


def test_the_refusals_of_the_rules_are_all_there() -> None:
    """The table of the rules, section 9, with the codes that a tablet can meet beside them."""
    table = """
    bad-notation game-over not-your-turn wrong-dice-count kept-dice-not-shown nothing-rethrown too-many-throws
    must-rethrow-all de-mano-must-be-written dormida-wins no-dormida flip-not-allowed too-many-flips not-opposite
    no-such-die same-die-twice box-taken second-throw-required flip-required dice-do-not-make-it scores-nothing
    cross-forbidden points-required impossible-points wrong-points sobre-not-allowed entry-limit nothing-pending"""
    assert sorted(set(table.split()) - set(games.TURNS)) == []


def test_no_code_has_two_sentences() -> None:
    rooms = (games.SENTENCES, formats.SENTENCES, competition.SENTENCES, play.SENTENCES)
    twice = [code for code, times in Counter(code for room in rooms for code in room).items() if times > 1]
    assert twice == []


@pytest.mark.parametrize("code", sorted({**games.SENTENCES, **play.SENTENCES}))
def test_a_sentence_stands_without_its_facts_too(code: str) -> None:
    with translation.override("en"):
        said = explain.sentence_of(code, {})
    assert said[0].isupper() or said.startswith(("–", "“", "%"))
    assert said.endswith((".", "!", "?", "–")) and "%(" not in said


def test_a_box_is_said_by_its_name() -> None:
    with translation.override("en"):
        said = explain.sentence_of(
            "dice-do-not-make-it", {"box": "P", "dice": "22335", "game": "cacho-alalay"}
        )
    assert "póker" in said


def test_an_unknown_code_is_still_a_sentence() -> None:
    with translation.override("en"):
        assert "new-code" in explain.sentence_of("new-code", {})

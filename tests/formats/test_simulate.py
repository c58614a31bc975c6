"""Formats are played by lot, every draw and table is checked, and the account can be had again (rule 9.12)."""

import json
from typing import Any

import pytest

from cacho_tournaments.formats import checker_rounds, simulate, swiss
from cacho_tournaments.formats.__main__ import main
from cacho_tournaments.formats.base import Bye, Entrant, Match, Note, RoundDraw

FORMATS = ["league", "groups", "knockout", "double-elimination", "swiss", "tables"]


@pytest.mark.parametrize("name", FORMATS)
def test_a_simulation_finds_no_fault_and_can_be_repeated(name: str, capsys) -> None:
    arguments = ["simulate", "--format", name, "--entrants", "23", "--seed", "9", "--runs", "2"]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    answer = json.loads(first)
    assert answer["faults"] == []
    assert answer["matches"] > 2 * 15
    main(arguments)
    assert capsys.readouterr().out == first


@pytest.mark.parametrize("name", FORMATS)
def test_numbers_of_entrants_may_be_drawn_by_lot_and_those_that_fit_nothing_are_counted(name: str) -> None:
    answer = simulate.run(name, entrants=(1, 9), seed=3, runs=16, rounds=2)
    assert answer["faults"] == []
    assert answer["refused"]["too-few-entrants"] > 0
    assert answer["matches"] > 0


def test_a_simulation_that_cannot_be_is_refused(capsys) -> None:
    assert main(["simulate", "--format", "ladder", "--entrants", "8", "--seed", "1"]) == 2
    assert main(["simulate", "--format", "groups", "--entrants", "2", "--seed", "1"]) == 1
    assert main(["simulate", "--format", "tables", "--entrants", "2", "--seed", "1"]) == 1


def test_only_so_many_rounds_are_played_as_are_asked_for() -> None:
    assert simulate.run("swiss", entrants=20, seed=1, rounds=1)["matches"] <= 10
    assert simulate.run("league", entrants=8, seed=1, rounds=2)["matches"] == 8


FIELD = [Entrant(name) for name in "ABCDE"]
BEFORE = [Match("r1m1", ("A", "B")), Match("r1m2", ("C", "D"))]
FREE = [Bye("E", 1)]
SOUND = RoundDraw(2, (Match("r2m1", ("A", "C"), round=2), Match("r2m2", ("B", "E"), round=2)), (Bye("D", 2),))


def faults(draw: RoundDraw, **more: Any) -> set[str]:
    return {one.code for one in checker_rounds.round_faults(draw, FIELD, BEFORE, FREE, **more)}


def drawn(*pairs: str, free: str = "", notes: tuple[Note, ...] = ()) -> RoundDraw:
    matches = tuple(Match(pair, tuple(pair), round=2) for pair in pairs)
    return RoundDraw(2, matches, tuple(Bye(side, 2) for side in free), notes)


def test_a_sound_round_has_no_fault() -> None:
    assert faults(SOUND) == set()
    assert (
        checker_rounds.round_faults(swiss.draw(FIELD, BEFORE, FREE, round=2, seed=1), FIELD, BEFORE, FREE)
        == []
    )


@pytest.mark.parametrize(
    ("draw", "code"),
    [
        (drawn("AC", "BE"), "not-once"),
        (drawn("AC", "BE", free="DA"), "not-once"),
        (drawn("AC", "BE", free="DF"), "stranger"),
        (drawn("AC", free="BDE"), "bye-count"),
        (drawn("ACD", "BE"), "sizes"),
        (drawn("AB", "CE", free="D"), "repeat"),
        (drawn("AC", "BD", free="E"), "second-bye"),
        (drawn("AB", "CE", free="D", notes=(Note("repeat-unavoidable"),)), "repeat-avoidable"),
    ],
)
def test_a_round_with_a_fault_is_named(draw: RoundDraw, code: str) -> None:
    assert code in faults(draw)


def test_sides_that_must_not_meet_are_seen_when_they_do() -> None:
    assert faults(SOUND, apart=[("E", "B", "A")]) == {"not-apart"}


def test_what_the_draw_says_of_itself_is_believed_only_as_far_as_it_is_so() -> None:
    """A second bye that the draw names is no fault; nor is one that was given by hand."""
    assert faults(drawn("AC", "BD", free="E", notes=(Note("second-bye-unavoidable"),))) == set()
    assert faults(drawn("AC", "BD", free="E"), given={"E"}) == set()

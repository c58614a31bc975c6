"""Paper sheets typed in afterwards: an order that could have been played, checked as result-only turns."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.replay import begin, replay
from tests.games.play import CACHO, setup

FULL_1 = {
    "1": "3",
    "2": "6",
    "3": "9",
    "4": "12",
    "5": "15",
    "6": "18",
    "E": "25",
    "F": "30",
    "P": "40",
    "G": "50,x",
}
FULL_2 = {
    "1": "2",
    "2": "4",
    "3": "9",
    "4": "16",
    "5": "20",
    "6": "24",
    "E": "20",
    "F": "35",
    "P": "45",
    "G": "x,x",
}


def transcribed(sheets, preset="cochabamba", *, to_move=1, instant=None, **options):
    """Transcribe the sheets and return the replay of what comes out, which must be legal throughout."""
    begun = setup(preset, sides=len(sheets), to_move=to_move, **options)
    lines = CACHO.transcribe(begun.options, sheets=sheets, to_move=to_move, instant=instant)
    game = replay(begun, lines)
    assert game.refused == ()
    return game


def refused(sheets, **how):
    with pytest.raises(Refused) as refusal:
        transcribed(sheets, **how)
    return refusal.value


def test_two_full_sheets_become_a_finished_game():
    game = transcribed([FULL_1, FULL_2])

    assert game.status.ending == "full-sheets"
    assert game.status.totals == (208, 175)
    assert len(game.turns) == 22


@pytest.mark.parametrize("to_move", [1, 2])
def test_the_side_that_begins_begins(to_move):
    assert transcribed([FULL_1, FULL_2], to_move=to_move).turns[0].side == to_move


def test_crosses_come_after_a_number_was_written():
    sheet = {
        "6": "6",
        "E": "x",
        "F": "x",
        "P": "x",
        "G": "x,x",
        "1": "x",
        "2": "x",
        "3": "x",
        "4": "x",
        "5": "x",
    }
    game = transcribed([sheet, FULL_2])

    assert game.turns[0].text == "1 =6 6"
    assert game.status.totals == (6, 175)


def test_a_sheet_that_wins_at_once_is_completed_by_the_last_turn():
    panza = {"E": "25", "F": "35", "P": "45", "G": "50", "6": "18", "1": "x"}
    others = {"1": "3", "2": "6", "3": "9", "4": "12", "5": "15"}

    game = transcribed([panza, others])

    assert (game.status.ending, game.status.winners) == ("panza-de-oro", (1,))
    assert len(game.turns) == 11


def test_four_of_each_is_completed_by_the_last_turn_too():
    fours = {"1": "4", "2": "8", "3": "12", "4": "16", "5": "20", "6": "24", "G": "50,x"}
    other = {"1": "3", "2": "6", "3": "9", "4": "12", "5": "15", "6": "18", "E": "20", "F": "x"}

    game = transcribed([other, fours])

    assert (game.status.ending, game.status.winners) == ("four-of-each", (2,))


@pytest.mark.parametrize(
    ("sheets", "instant", "to_move"),
    [
        ([{"6": "18"}, {"5": "10"}], 1, 1),
        ([{"6": "18", "1": "x"}, {"5": "10"}], 2, 1),
        ([{}, {}], 1, 1),
        ([{"6": "18"}, {}], 2, 1),
        ([{}, {"6": "18"}], 1, 2),
        ([{"6": "18"}, {"6": "18"}, {"6": "18"}], 1, 1),
    ],
)
def test_a_dormida_comes_last_and_wins(sheets, instant, to_move):
    game = transcribed(sheets, instant=instant, to_move=to_move)

    assert game.turns[-1].text == f"{instant} dormida"
    assert (game.status.ending, game.status.winners) == ("dormida", (instant,))


def test_sheets_that_are_not_full_leave_the_game_open():
    status = transcribed([{"6": "18", "E": "25"}, {"5": "10"}]).status

    assert (status.over, status.to_move, status.totals) == (False, 2, (43, 10))


def test_empty_values_are_open_boxes_and_a_cross_may_be_written_large():
    assert transcribed([{"6": " 18 ", "E": "", "F": "X"}, {"5": "10", "G": " "}]).status.totals == (18, 10)


def test_two_entries_a_turn_let_one_sheet_run_ahead():
    game = transcribed(
        [{"6": "18", "5": "10", "E": "25"}, {"5": "10"}], "cochabamba-pairs", entries_per_turn="2"
    )

    assert game.status.totals == (53, 10)
    assert len(game.turns) == 3


@pytest.mark.parametrize(
    ("sheets", "how", "code", "facts"),
    [
        ([{"6": "20"}, {}], {}, "impossible-points", {"side": 1, "box": "6", "claimed": 20}),
        ([{}, {"E": "30"}], {}, "impossible-points", {"side": 2, "box": "E", "claimed": 30}),
        ([{"6": "0"}, {}], {}, "impossible-points", {"side": 1, "box": "6"}),
        ([{"6": "lots"}, {}], {}, "bad-notation", {"side": 1, "box": "6", "found": "lots"}),
        ([{"H": "20"}, {}], {}, "bad-notation", {"side": 1, "box": "H"}),
        ([{"G": "50,50,50"}, {}], {}, "bad-notation", {"side": 1, "box": "G"}),
        ([{"6": "18,18"}, {}], {}, "bad-notation", {"side": 1, "box": "6"}),
        ([{"6": "18", "5": "5", "4": "4"}, {"6": "6"}], {}, "sheets-do-not-fit", {}),
        ([{}, {"6": "6"}], {}, "sheets-do-not-fit", {}),
        ([FULL_1, FULL_2], {"instant": 1}, "sheets-do-not-fit", {}),
        (
            [FULL_1, {box: value for box, value in FULL_2.items() if box not in "26"}],
            {},
            "sheets-do-not-fit",
            {"side": 2, "box": "2", "because": "box-open"},
        ),
        ([{"6": "18"}, {}], {"instant": 1}, "sheets-do-not-fit", {}),
        (
            [{"6": "18"}, {"6": "18"}],
            {"instant": 1, "dormida": "off"},
            "sheets-do-not-fit",
            {"because": "no-dormida"},
        ),
        ([{"P": "x"}, {}], {}, "sheets-do-not-fit", {"side": 1, "box": "P", "because": "cross-forbidden"}),
        (
            [
                {"E": "25", "F": "35", "P": "45", "G": "50,50"},
                {"1": "1", "2": "2", "3": "3", "4": "4", "5": "5"},
            ],
            {},
            "sheets-do-not-fit",
            {},
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_sheets_that_cannot_be_say_which_box_of_which_side(sheets, how, code, facts):
    refusal = refused(sheets, **how)

    assert refusal.code == code
    assert {name: refusal.facts[name] for name in facts} == facts


@settings(max_examples=40)
@given(
    preset=st.sampled_from(sorted(CACHO.presets)),
    sides=st.integers(1, 4),
    to_move=st.integers(1, 4),
    seed=st.integers(0, 2**32),
)
def test_the_sheets_of_any_played_game_can_be_typed_in(preset, sides, to_move, seed):
    to_move = min(to_move, sides)
    rng = Random(seed)
    game, state = begin(setup(preset, sides=sides, to_move=to_move))
    while not game.status(state).over:
        state, _ = game.apply(state, game.random_turn(state, rng))
    status = game.status(state)
    sheets = [on_paper(game.sheet(state, side)) for side in range(1, sides + 1)]
    instant = status.winners[0] if status.ending == "dormida" else None

    again = transcribed(sheets, preset, to_move=to_move, instant=instant)

    assert again.status.totals == status.totals
    assert (again.status.ending, again.status.winners) == (status.ending, status.winners)


def on_paper(sheet) -> dict[str, str]:
    """Return a sheet as a scorekeeper would type it."""
    typed: dict[str, list[str]] = {}
    for cell in sheet.cells:
        if cell.points is not None:
            typed.setdefault(cell.box, []).append("x" if cell.mark == "crossed" else str(cell.points))
    return {box: ",".join(entries) for box, entries in typed.items()}

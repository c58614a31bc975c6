"""Paper sheets of the games of throws typed in afterwards, checked as result-only turns."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.games import get
from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.replay import begin, replay
from tests.games.throwing import CODES, FENCES, GENERALA, POKER, setup

ANA = {
    "pair": "12",
    "two-pairs": "44",
    "three": "12",
    "small": "15",
    "large": "60",
    "full": "24",
    "four": "x",
    "poker": "25",
}
LUIS = {**ANA, "two-pairs": "18", "three": "X", "four": " 24 "}


def transcribed(code, sheets, *, to_move=1, instant=None, **options):
    """Transcribe the sheets and return the replay of what comes out, which must be legal throughout."""
    begun = setup(code, sides=len(sheets), to_move=to_move, **options)
    lines = get(code).transcribe(begun.options, sheets=sheets, to_move=to_move, instant=instant)
    game = replay(begun, lines)
    assert game.refused == ()
    return game


def refused(code, sheets, **how):
    with pytest.raises(Refused) as refusal:
        transcribed(code, sheets, **how)
    return refusal.value


@pytest.mark.parametrize("to_move", [1, 2])
def test_two_full_sheets_become_a_finished_game(to_move):
    game = transcribed(POKER, [ANA, LUIS], to_move=to_move)

    assert (game.status.ending, game.status.totals) == ("full-sheets", (192, 178))
    assert [turn.side for turn in game.turns[:2]] == [to_move, 3 - to_move]


def test_sheets_that_are_not_full_leave_the_game_open():
    status = transcribed(POKER, [{"pair": "12", "full": "72"}, {"pair": "10", "four": ""}]).status

    assert (status.over, status.to_move, status.totals) == (False, 2, (84, 10))


def test_strikes_come_behind_what_is_written():
    lines = get(POKER).transcribe(get(POKER).resolve(), sheets=[{"pair": "x", "poker": "25", "four": "x"}])

    assert lines == ["1 =poker 25", "1 xpair", "1 xfour"]


def test_the_stages_of_fences_stand_in_one_value_and_are_filled_in_their_order():
    mountain = dict.fromkeys("123456", "0,0")
    first = dict.fromkeys(["pair", "two-pairs", "three", "small", "large", "full", "four", "poker"], "x")
    sheet = mountain | first | {"chance": "20", "4": "-8,4", "pair": "12,10"}

    game = transcribed(FENCES, [sheet])

    assert game.status.totals == (-8 + 12 + 20 + 4 + 10,)
    assert game.status.more == {"banks": [0]}
    assert (game.turns[14].text, game.turns[15].text) == ("1 xpoker@1", "1 =1@2 0")


def test_of_free_stages_any_place_may_be_the_one_that_is_filled():
    game = transcribed(FENCES, [{"full": ",,72", "4": ",-8"}], stages="free")

    assert [turn.text for turn in game.turns] == ["1 =4@2 -8", "1 =full@3 72"]


def test_strict_strikes_of_fences_wait_until_all_that_always_fits_is_written():
    sheet = {**dict.fromkeys("123456", "0"), "chance": "20", "poker": "x"}

    assert transcribed(FENCES, [sheet], strike="only-if-nothing-fits").status.totals == (20,)
    too_early = refused(FENCES, [{"chance": "20", "poker": "x"}], strike="only-if-nothing-fits")
    assert (too_early.code, too_early.facts["because"]) == ("sheets-do-not-fit", "strike-forbidden")


@pytest.mark.parametrize(
    ("sheets", "instant", "to_move"),
    [
        ([{"6": "18"}, {"5": "10"}], 1, 1),
        ([{"6": "18", "generala": "60"}, {"5": "10"}], 1, 1),  # the sheet shows what the last throw wrote
        ([{"6": "18"}, {}], 2, 1),
        ([{}, {"6": "18"}], 1, 2),
        ([{}, {}, {}], 1, 1),
    ],
)
def test_a_served_generala_comes_last_and_wins(sheets, instant, to_move):
    game = transcribed(GENERALA, sheets, instant=instant, to_move=to_move)

    assert game.turns[-1].text == f"{instant} t1 =generala"
    assert (game.status.ending, game.status.winners) == ("served-generala", (instant,))


def test_a_double_is_written_after_the_generala():
    game = transcribed(GENERALA, [{"double": "120", "generala": "60"}], double="on")

    assert [turn.text for turn in game.turns] == ["1 =generala 60", "1 =double 120"]


@pytest.mark.parametrize(
    ("code", "sheets", "how", "expected", "facts"),
    [
        (POKER, [{"full": "25"}], {}, "impossible-points", {"side": 1, "box": "full", "claimed": 25}),
        (POKER, [{}, {"pair": "0"}], {}, "impossible-points", {"side": 2, "box": "pair"}),
        (POKER, [{"full": "lots"}], {}, "bad-notation", {"side": 1, "box": "full", "found": "lots"}),
        (POKER, [{"chance": "20"}], {}, "bad-notation", {"side": 1, "box": "chance"}),
        (POKER, [{"pair": "12,12"}], {}, "bad-notation", {"side": 1, "box": "pair"}),
        (FENCES, [{"pair": "12,12,12,12"}], {}, "bad-notation", {"side": 1, "box": "pair"}),
        (FENCES, [{"4": "-7"}], {}, "impossible-points", {"side": 1, "box": "4", "claimed": -7}),
        (FENCES, [{"4": "-8,x"}], {}, "mountain-is-not-struck", {"side": 1, "box": "4", "stage": 2}),
        (FENCES, [{"4": "-8,-8,-7"}], {}, "impossible-points", {"side": 1, "box": "4", "stage": 3}),
        (FENCES, [{"pair": ",12"}], {}, "sheets-do-not-fit", {"box": "pair", "because": "stage-not-open"}),
        (
            POKER,
            [ANA, {box: value for box, value in LUIS.items() if box not in ("four", "pair")}],
            {},
            "sheets-do-not-fit",
            {"side": 2, "box": "pair", "because": "box-open"},
        ),
        (POKER, [{}, {"pair": "12"}], {}, "sheets-do-not-fit", {"side": 1, "because": "box-open"}),
        (POKER, [ANA, LUIS], {"instant": 1}, "sheets-do-not-fit", {"because": "no-win-at-once"}),
        (GENERALA, [{"6": "18"}, {}], {"instant": 1}, "sheets-do-not-fit", {"side": None}),
        (
            GENERALA,
            [{"generala": "x"}, {"6": "18"}],
            {"instant": 1},
            "sheets-do-not-fit",
            {"side": 1, "box": "generala", "because": "box-taken"},
        ),
        (
            GENERALA,
            [{"generala": "x", "double": "120"}],
            {"double": "on"},
            "sheets-do-not-fit",
            {"box": "double", "because": "dice-do-not-make-it"},
        ),
        (GENERALA, [{"double": "120"}], {}, "bad-notation", {"side": 1, "box": "double"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_sheets_that_cannot_be_say_which_box_of_which_side(code, sheets, how, expected, facts):
    refusal = refused(code, sheets, **how)

    assert refusal.code == expected
    assert {name: refusal.facts[name] for name in facts} == facts


@settings(max_examples=40)
@given(code=st.sampled_from(CODES), sides=st.integers(1, 3), seed=st.integers(0, 2**32), data=st.data())
def test_the_sheets_of_any_played_game_can_be_typed_in(code, sides, seed, data):
    options = {option.name: data.draw(st.sampled_from(option.values)) for option in get(code).options}
    to_move = data.draw(st.integers(1, sides))
    rng = Random(seed)
    game, state = begin(setup(code, sides=sides, to_move=to_move, **options))
    for _ in range(data.draw(st.integers(0, 140))):
        if game.status(state).over:
            break
        state, _ = game.apply(state, game.random_turn(state, rng))
    status = game.status(state)
    sheets = [on_paper(game.sheet(state, side)) for side in range(1, sides + 1)]

    again = transcribed(
        code, sheets, to_move=to_move, instant=status.winners[0] if status.instant else None, **options
    )

    assert again.status.totals == status.totals
    assert (again.status.ending, again.status.winners) == (status.ending, status.winners)


def on_paper(sheet) -> dict[str, str]:
    """Return a sheet as a scorekeeper would type it: the places of one box in order, an open one left empty."""
    typed: dict[str, list[str]] = {}
    for cell in sorted(sheet.cells, key=lambda cell: cell.column):
        written = "" if cell.points is None else "x" if cell.mark == "crossed" else str(cell.points)
        typed.setdefault(cell.box, []).append(written)
    return {box: ",".join(entries) for box, entries in typed.items() if any(entries)}

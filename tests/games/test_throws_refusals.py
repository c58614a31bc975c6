"""Refusals of the games of throws and boxes: their order, the facts they carry, and positions that cannot stand."""

import pytest

from cacho_tournaments.games import get
from cacho_tournaments.games.base import SetupRefused
from cacho_tournaments.games.replay import replay
from tests.games.throwing import CODES, FENCES, GENERALA, POKER, begin, played, refusal, setup, worth

TAKEN = {"start": {1: "full=24"}}
STRICT = {"strike": "only-if-nothing-fits"}
FREE = {"stages": "free"}

# Every line has both faults; the one named first is the one reported.
TWO_FAULTS = [
    (POKER, "2 3366 t2 =full", "not-your-turn", {}),
    (POKER, "1 3366 t4 =full", "wrong-dice-count", {}),  # before too-many-throws
    (POKER, "1 33666 t4 =full", "too-many-throws", TAKEN),  # before box-taken
    (POKER, "1 33661 t2 =full", "box-taken", TAKEN),  # before dice-do-not-make-it
    (POKER, "1 33666 t2 xfull", "box-taken", TAKEN | STRICT),  # before strike-forbidden
    (POKER, "1 =full", "box-taken", TAKEN),  # before points-required
    (POKER, "1 =full 25", "box-taken", TAKEN),  # before impossible-points
    (POKER, "1 33661 t2 =full 26", "dice-do-not-make-it", {}),  # before wrong-points
    (FENCES, "2 3366 t9 =full", "not-your-turn", {}),
    (FENCES, "1 3366 t9 =full", "wrong-dice-count", {}),
    (FENCES, "1 33666 t4 =full@2", "too-many-throws", {}),  # before stage-not-open
    (FENCES, "1 33666 t2 =full@2", "stage-not-open", {}),
    (FENCES, "1 33666 t2 x5@2", "stage-not-open", {}),  # before mountain-is-not-struck
    (FENCES, "1 33666 t2 x5", "box-taken", {"start": {1: "5=0"}}),  # before mountain-is-not-struck
    (FENCES, "1 33666 t2 x5", "mountain-is-not-struck", STRICT),  # before strike-forbidden
    (FENCES, "1 =full@2", "stage-not-open", {}),  # before points-required
    (FENCES, "1 33661 t2 =full 26", "dice-do-not-make-it", {}),  # before wrong-points
    (GENERALA, "1 33333 t4 =double", "bad-notation", {}),  # before too-many-throws: there is no such box
    (GENERALA, "2 33333 t2 =double", "bad-notation", {}),  # before not-your-turn
    (GENERALA, "1 33333 t4 =double", "too-many-throws", {"double": "on"}),  # before dice-do-not-make-it
    (GENERALA, "1 =double", "dice-do-not-make-it", {"double": "on"}),  # before points-required
    (GENERALA, "1 33333 t2 =full 35", "dice-do-not-make-it", {}),
]


@pytest.mark.parametrize(("code", "line", "expected", "how"), TWO_FAULTS)
def test_of_two_faults_the_first_in_the_order_is_reported(code, line, expected, how):
    assert refusal(code, line, **how).code == expected


@pytest.mark.parametrize("code", CODES)
def test_after_the_end_even_a_line_out_of_turn_is_game_over_but_one_that_cannot_be_read_is_not(code):
    game = replay(setup(code), ["1 concede", "1 12345 t9 =full", "9 concede", "1 =grande 50"])

    assert [turn.refused.code for turn in game.refused] == ["game-over", "game-over", "bad-notation"]


@pytest.mark.parametrize(
    ("code", "line", "column"),
    [
        (POKER, "", 1),
        (POKER, "x", 1),
        (POKER, "0 =pair 12", 1),
        (POKER, "1", 2),
        (POKER, "1 33667 t2 =full", 3),
        (POKER, "1 33666 =full", 9),
        (POKER, "1 33666 2 =full", 9),
        (POKER, "1 33666 t =full", 9),
        (POKER, "1 33666 t2", 11),
        (POKER, "1 33666 t2 full", 12),
        (POKER, "1 33666 t2 =grande", 13),
        (POKER, "1 33666 t2 =", 13),
        (POKER, "1 33666 t2 = full", 13),
        (POKER, "1 33666 t2 =full 2x", 18),
        (POKER, "1 33666 t2 =full 24 24", 21),
        (POKER, "1 33666 t2 =full@2", 17),
        (POKER, "1 =pair -2", 9),
        (POKER, "1 xpair 0", 9),
        (POKER, "1 t2 xpair", 3),
        (POKER, "1 t1 =poker", 3),
        (POKER, "1 concede now", 11),
        (POKER, "   1   =q", 9),
        (POKER, "1 =FULL 24", 4),
        (FENCES, "1 33666 t2 =full@4", 18),
        (FENCES, "1 33666 t2 =full@", 18),
        (FENCES, "1 =4 --8", 6),
        (GENERALA, "1 t1 =four", 6),
        (GENERALA, "1 t2 =generala", 3),
        (GENERALA, "1 t1 =generala x", 16),
        (GENERALA, "1 33333 t2 =double", 13),
    ],
)
def test_what_cannot_be_read_is_bad_notation_with_its_column(code, line, column):
    refused = refusal(code, line)

    assert (refused.code, refused.facts["column"]) == ("bad-notation", column)
    assert refused.rule == ("7" if code == GENERALA else "9")


@pytest.mark.parametrize(
    ("code", "line", "how", "facts"),
    [
        (POKER, "2 =pair 12", {}, {"side": 2, "to_move": 1}),
        (POKER, "1 3366 t2 =full", {}, {"throw": 2, "dice": 4, "expected": 5}),
        (POKER, "1 33666 t4 =full", {}, {"throws": 4, "allowed": 3}),
        (POKER, "1 33661 t2 =full", {}, {"box": "full", "dice": "33661"}),
        (POKER, "1 66125 t3 xpoker", STRICT, {"box": "poker", "dice": "66125", "scores": "pair"}),
        (POKER, "1 =large", {}, {"box": "large", "possible": (60, 20)}),
        (POKER, "1 =large 25", {}, {"box": "large", "claimed": 25, "possible": (60, 20)}),
        (POKER, "1 33666 t2 =full 26", {}, {"box": "full", "claimed": 26, "points": 24}),
        (POKER, "1 33666 t2 =pair 8", {}, {"claimed": 8, "points": 12, "possible": (12, 6)}),
        (FENCES, "1 22255 t8 =full", {"start": {1: "bank=4"}}, {"throws": 8, "allowed": 7}),
        (FENCES, "1 33666 t2 =full@2", {}, {"box": "full", "stage": 2, "open": 1}),
        (FENCES, "1 =full 24", TAKEN, {"box": "full", "stage": 1}),
        (FENCES, "1 x5", {}, {"box": "5"}),
        (FENCES, "1 xpoker", STRICT, {"box": "poker", "dice": None, "scores": None}),
        (FENCES, "1 =4 -7", {}, {"claimed": -7, "possible": (-12, -8, -4, 0, 4, 8)}),
        (GENERALA, "1 33333 t2 =double", {"double": "on"}, {"box": "double", "needs": "generala"}),
        (GENERALA, "1 t1 =generala 55", {}, {"box": "generala", "claimed": 55, "points": 60}),
    ],
)
def test_a_refusal_carries_the_facts_of_its_sentence(code, line, how, facts):
    refused = refusal(code, line, **how)

    assert {name: refused.facts[name] for name in facts} == facts


def test_the_refused_side_is_still_to_move_and_may_correct_the_turn():
    game = replay(setup(POKER), ["1 33661 t2 =full", "1 33661 t2 =pair", "2 =pair 10"])

    assert [turn.ok for turn in game.turns] == [False, True, True]
    assert game.status.totals == (12, 10)


@pytest.mark.parametrize("code", CODES)
def test_the_given_state_stays_as_it_was(code):
    game, state = begin(code)
    after, _ = game.apply(state, game.parse("1 33666 t1 =full"))

    assert game.status(state).totals == (0, 0)
    assert game.status(after).totals[0] > 0
    assert (game.status(state).to_move, game.status(after).to_move) == (1, 2)


def test_a_side_may_concede_out_of_turn_but_only_once():
    lines = ["3 concede", "3 concede", "1 =pair 12", "2 =pair 10", "1 =three 18"]
    game = replay(setup(POKER, sides=3), lines)

    assert [turn.refused.code for turn in game.refused] == ["not-your-turn"]
    assert game.status.to_move == 2
    assert game.status.ranking == ((1,), (2,), (3,))


def test_the_last_side_that_stays_wins_and_of_one_side_alone_nobody():
    assert played(POKER, ["1 concede", "3 concede"], sides=3).status.winners == (2,)
    alone = played(POKER, "1 concede", sides=1).status
    assert (alone.ending, alone.winners) == ("concession", ())


@pytest.mark.parametrize(
    ("open_boxes", "dice", "forbidden"),
    [
        ("pair two-pairs three full four poker", "12346", False),
        ("pair two-pairs three full four poker", "12344", True),
        ("two-pairs three full four poker", "12344", False),
        ("two-pairs full poker", "44444", True),
        ("two-pairs full", "44444", False),  # five alike are neither
        ("small large", "13456", False),
        ("small large", "23456", True),
    ],
)
def test_strictly_a_strike_needs_dice_that_fit_no_open_box(open_boxes, dice, forbidden):
    """Rule 6. The first open box is the one that is struck."""
    full = {
        "pair": 12,
        "two-pairs": 22,
        "three": 18,
        "small": 15,
        "large": 20,
        "full": 28,
        "four": 24,
        "poker": 30,
    }
    opened = open_boxes.split()
    start = {1: " ".join(f"{box}={points}" for box, points in full.items() if box not in opened)}
    line = f"1 {dice} t3 x{opened[0]}"

    if forbidden:
        assert refusal(POKER, line, start=start, **STRICT).code == "strike-forbidden"
    else:
        assert worth(POKER, line, start=start, **STRICT) == (opened[0], 0, "crossed")
    assert worth(POKER, line, start=start) == (opened[0], 0, "crossed")


def test_strictly_nothing_is_struck_in_fences_before_the_mountain_and_chance_are_written():
    """Rule 4: all dice fit a box of the mountain, and chance."""
    mountain = "1=0 2=0 3=0 4=0 5=0 6=0"
    line = "1 12346 t3 xpoker"

    assert refusal(FENCES, line, start={1: "1=0 2=0 3=0 4=0 5=0 chance=20"}, **STRICT).facts["scores"] == "6"
    assert refusal(FENCES, line, start={1: mountain}, **STRICT).facts["scores"] == "chance"
    assert worth(FENCES, line, start={1: f"{mountain} chance=20"}, **STRICT) == ("poker", 0, "crossed")
    # Freely played stages keep the mountain of the other two open.
    free = {1: f"{mountain} chance=20"}
    assert refusal(FENCES, line, start=free, **STRICT, **FREE).facts["scores"] == "1"


def test_a_strike_gives_back_no_throw_and_takes_those_beyond_three():
    """Rule 6."""
    for throws, bank in ((1, 4), (2, 4), (3, 4), (4, 3), (7, 0)):
        game = played(FENCES, f"1 12346 t{throws} xpoker", start={1: "bank=4"})
        assert game.status.more["banks"] == [bank, 0]


@pytest.mark.parametrize(
    ("code", "text", "how"),
    [
        (POKER, "pair", {}),
        (POKER, "pair=", {}),
        (POKER, "pair=7", {}),
        (POKER, "pair=12 pair=10", {}),
        (POKER, "pair=12,10", {}),
        (POKER, "pair@1=12", {}),
        (POKER, "chance=20", {}),
        (POKER, "bank=2", {}),
        (POKER, "full=25", {}),
        (FENCES, "4=x", {}),
        (FENCES, "4=-7", {}),
        (FENCES, "full@4=24", {}),
        (FENCES, "full@0=24", {}),
        (FENCES, "full@2=24", {}),  # the first stage is open still
        (FENCES, "full=24,24", {}),
        (FENCES, "full@3=24,24", FREE),
        (FENCES, "full=24,24,24,24", FREE),
        (FENCES, "full=,24 full@2=24", FREE),
        (FENCES, "bank=-1", {}),
        (FENCES, "bank=91", {}),
        (FENCES, "bank=x", {}),
        (GENERALA, "double=120", {}),
        (GENERALA, "double=120", {"double": "on"}),
        (GENERALA, "double=120 generala=x", {"double": "on"}),
        (GENERALA, "generala=50", {}),
        (GENERALA, "6=0", {}),
        (GENERALA, "6=٣", {}),
    ],
)
def test_a_position_that_no_game_leads_to_is_refused(code, text, how):
    with pytest.raises(SetupRefused) as refused:
        begin(code, start={1: text}, **how)

    assert (refused.value.code, refused.value.facts["side"]) == ("impossible-start", 1)


def test_a_position_may_name_stages_places_in_order_and_the_bank():
    """Rule 9.4."""
    game, state = begin(FENCES, start={1: "pair=12 full@2=24 four=72,,x 4=,-8 bank=7"}, **FREE)

    written = {
        (c.box, c.column): (c.points, c.mark) for c in game.sheet(state, 1).cells if c.points is not None
    }
    assert written == {
        ("pair", 0): (12, None),
        ("full", 1): (24, None),
        ("four", 0): (72, "first-throw"),
        ("four", 2): (0, "crossed"),
        ("4", 1): (-8, None),
    }
    assert game.status(state).more == {"banks": [7, 0]}
    assert game.status(state).totals == (100, 0)


def test_a_game_cannot_start_full_or_with_a_side_that_is_not_there():
    full = "pair=12 two-pairs=22 three=18 small=15 large=20 full=28 four=24 poker=30"
    for how in ({"sides": 1, "start": {1: full}}, {"start": {3: "pair=12"}}, {"to_move": 3}):
        with pytest.raises(SetupRefused) as refused:
            begin(POKER, **how)
        assert refused.value.code == "impossible-start"
    game, state = begin(POKER, start={1: full})
    assert game.status(state).to_move == 2  # a full sheet waits for the others


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(("sides", "refused_as"), [(0, "too-few-sides"), (7, "too-many-sides")])
def test_a_game_has_one_to_six_sides(code, sides, refused_as):
    with pytest.raises(SetupRefused) as refused:
        get(code).start(get(code).resolve(), sides=sides)

    assert refused.value.code == refused_as

"""The games of throws and boxes counted: figures derived without the engine, against what the engine says."""

from collections import Counter
from itertools import combinations, product

import pytest

from cacho_tournaments.games import get
from cacho_tournaments.games.base import Refused
from tests.games.throwing import FENCES, GENERALA, POKER, begin, refusal, worth

FACES = "123456"
THROWS = ["".join(dice) for dice in product(FACES, repeat=5)]

PAIRS = 7776 - 720  # all but the throws of five different faces: 6 x 5 x 4 x 3 x 2
TWO_PAIRS = 15 * 4 * 30  # two faces, a third one, 5! / (2! 2!) orders
THREES = 6 * 10 * 20  # a face, two other ones, 5! / 3! orders
FULLS = 6 * 5 * 10  # a face three times, another twice, C(5, 2) places
FOURS = 6 * 5 * 5  # a face four times, another once, five places
FIVES = 6
STRAIGHT = 120  # 5! orders

MAKE_IT = {
    POKER: {
        "pair": PAIRS,
        "two-pairs": TWO_PAIRS + FULLS,
        "three": THREES + FULLS + FOURS + FIVES,
        "small": STRAIGHT,
        "large": STRAIGHT,
        "full": FULLS,
        "four": FOURS + FIVES,
        "poker": FIVES,
    },
    GENERALA: {
        **dict.fromkeys(FACES, 7776 - 5**5),  # all but those without the face
        "straight": 3 * STRAIGHT,
        "full": FULLS,
        "four": FOURS + FIVES,
        "generala": FIVES,
    },
}
MAKE_IT[FENCES] = {**dict.fromkeys(FACES, 7776), **MAKE_IT[POKER], "chance": 7776}


@pytest.mark.parametrize(
    ("code", "box", "count"), [(c, b, n) for c, its in MAKE_IT.items() for b, n in its.items()]
)
def test_as_many_of_the_7776_throws_make_a_box_as_counting_says(code, box, count):
    table = get(code).table(get(code).resolve())["dice"]

    assert sum(box in table["".join(sorted(dice))]["later"] for dice in THROWS) == count


def test_with_two_straights_a_third_of_them_is_gone():
    table = get(GENERALA).table(get(GENERALA).resolve(None, {"straights": "two"}))["dice"]

    assert sum("straight" in row["first"] for row in table.values()) == 2
    assert "straight" not in table["13456"]["first"]


def by_looking(code, box, dice, throws):
    """Return all that the dice may pay in the box, found by trying every choice of dice that could be its own."""
    first = throws == 1
    sums = {}
    for size in (2, 3, 4, 5):
        for chosen in combinations(dice, size):
            shape = tuple(sorted(Counter(chosen).values()))
            sums.setdefault(shape, set()).add(sum(map(int, chosen)))
    base = {
        "pair": sums.get((2,), set()),
        "two-pairs": sums.get((2, 2), set()),
        "three": sums.get((3,), set()),
        "four": sums.get((4,), set()),
        "full": sums.get((2, 3), set()),
        "poker": sums.get((5,), set()),
        "small": {15} if set(dice) == set("12345") else set(),
        "large": {20} if set(dice) == set("23456") else set(),
        "chance": {sum(map(int, dice))},
    }
    if code == POKER:
        factor = {"pair": 1, "two-pairs": 2}.get(box, 3) if first else 1
        return {factor * points for points in base[box]}
    if code == FENCES:
        if box in FACES:
            return {sum(int(box) for face in dice if face == box) - 3 * int(box)}
        factor = 3 if box == "poker" else 1
        factor *= {"full": 3, "four": 3, "poker": 2}.get(box, 1) if first else 1
        return {factor * points for points in base[box]}
    if box in FACES:
        return {sum(int(face) for face in dice if face == box)} - {0}
    straights = [set("12345"), set("23456"), set("34561")]
    makes = {
        "straight": set(dice) in straights,
        "full": bool(base["full"]),
        "four": bool(base["four"]),
        "generala": bool(base["poker"]),
    }
    pays = {"straight": 20, "full": 30, "four": 40, "generala": 60}[box]
    return {pays + (5 if first and box != "generala" else 0)} if makes[box] else set()


@pytest.mark.parametrize("code", [POKER, FENCES, GENERALA])
@pytest.mark.parametrize("throws", [1, 2, 3])
def test_every_throw_pays_in_every_box_what_looking_at_its_dice_says(code, throws):
    """The table, and the check of a line, for all 252 ways to lie, every box and number of throws."""
    game, state = begin(code)
    table = game.table(game.resolve())
    for dice, row in table["dice"].items():
        pays = row["first" if throws == 1 else "later"]
        for box in (entry["box"] for entry in table["boxes"]):
            expected = sorted(by_looking(code, box, dice, throws), reverse=True)
            assert pays.get(box, []) == expected, (dice, box)
            line = f"1 {dice[::-1]} t{throws} ={box}"
            if not expected:
                with pytest.raises(Refused) as refused:
                    game.check(state, game.parse(line))
                assert refused.value.code == "dice-do-not-make-it"
                continue
            assert game.check(state, game.parse(line)).points == expected[0]
            for points in expected:
                assert game.check(state, game.parse(f"{line} {points}")).points == points
            with pytest.raises(Refused) as refused:
                game.check(state, game.parse(f"{line} {expected[0] + 1}"))
            assert refused.value.code == "wrong-points"


def test_the_best_sheets_of_dice_poker_are_461_and_169():
    table = get(POKER).table(get(POKER).resolve())
    boxes = [entry["box"] for entry in table["boxes"]]

    def best(column):
        rows = [row[column] for row in table["dice"].values()]
        return sum(max(row[box][0] for row in rows if box in row) for box in boxes)

    # 12 + 44 + 54 + 45 + 60 + 84 + 72 + 90, and 12 + 22 + 18 + 15 + 20 + 28 + 24 + 30
    assert (best("first"), best("later")) == (461, 169)


@pytest.mark.parametrize("code", [POKER, FENCES])
def test_a_full_of_10_or_25_is_impossible_and_every_other_one_from_7_to_28_is_not(code):
    fulls = {3 * three + 2 * two for three in range(1, 7) for two in range(1, 7) if three != two}

    assert {10, 25}.isdisjoint(fulls)
    for points in range(100):
        line = f"1 =full {points}"
        if points in fulls or (points % 3 == 0 and points // 3 in fulls):
            assert worth(code, line)[1] == points
        else:
            assert refusal(code, line).code == "impossible-points"


def test_the_mountain_can_cost_63_and_bring_42_in_a_stage():
    """Rule 3: no such die costs 3 x face, five of them bring 2 x face; the faces add up to 21."""
    values = {entry["box"]: entry["values"] for entry in get(FENCES).table(get(FENCES).resolve())["boxes"]}

    assert sum(min(values[face]) for face in FACES) == -63
    assert sum(max(values[face]) for face in FACES) == 42
    assert all(values[face] == [int(face) * more for more in range(-3, 3)] for face in FACES)


def test_a_poker_of_fences_pays_90_or_180_at_most():
    """Rule 5."""
    assert worth(FENCES, "1 66666 t2 =poker")[1] == 90
    assert worth(FENCES, "1 66666 t1 =poker")[1] == 180
    values = {entry["box"]: entry["values"] for entry in get(FENCES).table(get(FENCES).resolve())["boxes"]}
    assert values["poker"] == [15, 30, 45, 60, 75, 90, 120, 150, 180]

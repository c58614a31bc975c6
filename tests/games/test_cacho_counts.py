"""Cacho Alalay counted: figures that can be derived without the engine, against what the engine says.

Sources of the figures: counting by hand (beside each), and exact values of one and two open boxes under best play,
worked out elsewhere over ordered dice with fractions.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial

import pytest

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.dice import alike, multisets, opposite, without
from tests.games.play import CACHO, setup

FACES = "123456"
THROWS = ["".join(dice) for dice in product(FACES, repeat=5)]
EVERYTHING_BUT_1 = {1: "2=4 3=6 4=8 5=10 6=12 E=20 F=30 P=40 G=50,x"}


def accepted(lines, **how) -> int:
    """Return how many of the lines the engine accepts on the same position."""
    begun = setup(**how)
    state = CACHO.start(begun.options, sides=2, positions=begun.positions)
    count = 0
    for line in lines:
        try:
            CACHO.check(state, CACHO.parse(line))
        except Refused:
            continue
        count += 1
    return count


def test_there_are_7776_throws_and_252_ways_to_lie():
    assert len(THROWS) == 7776
    assert set(multisets(5)) == {"".join(sorted(dice)) for dice in THROWS}
    assert len(multisets(5)) == comb(10, 5) == 252
    # What may be kept: 1 + 6 + 21 + 56 + 126 ways for 0 to 4 dice.
    assert [len(multisets(count)) for count in range(5)] == [1, 6, 21, 56, 126]


@pytest.mark.parametrize(
    ("box", "options", "count"),
    [
        ("E", {}, 3 * 120),  # three straights, 5! orders each
        ("E", {"straights": "two"}, 2 * 120),
        ("F", {}, 6 * 5 * 10),  # a face three times, another twice, C(5, 2) places
        ("F", {"full_accepts_five": "yes", "dormida": "off"}, 300 + 6),
        ("P", {}, 6 * 5 * 5),  # a face four times, another once, five places
        ("P", {"dormida": "off"}, 150 + 6),
        ("P", {"dormida": "off", "poker_accepts_five": "no"}, 150),
        ("G", {"dormida": "off"}, 6),
        ("G", {}, 0),  # five alike win instead
        ("6", {}, 0),  # no number box on the first throw
        ("6", {"first_throw_stop": "any"}, 6**5 - 5**5 - 1),  # all with a six, but for five sixes, which win
    ],
)
def test_first_throws_that_may_be_written(box, options, count):
    assert accepted((f"1 {dice} ={box}" for dice in THROWS), **options) == count


def test_six_of_all_throws_are_a_dormida():
    assert accepted(f"1 {dice} dormida" for dice in THROWS) == 6
    assert accepted(f"1 12246 +{dice} dormida" for dice in THROWS) == 6
    assert accepted((f"1 12246 +{dice} dormida" for dice in THROWS), dormida="first-throw") == 0


def test_one_flip_makes_a_grande_of_thirty_throws():
    # Four alike and the fifth die on the opposite face: six faces, five places.
    lines = (f"1 12246 +{dice} {face}>{opposite(face)} =G" for dice in THROWS for face in sorted(set(dice)))

    assert accepted(lines) == 30


def test_with_only_the_aces_open_every_throw_without_an_ace_may_be_crossed():
    lines = (f"1 12246 +{dice} x1" for dice in THROWS)

    assert accepted(lines, start=EVERYTHING_BUT_1, mandatory_flips="0", dormida="off") == 5**5


def test_best_case_crossing_also_asks_that_no_six_could_have_been_flipped():
    lines = (f"1 12246 +{dice} x1" for dice in THROWS)

    # Neither an ace nor a six that would flip to one: four faces on five dice.
    how = {"mandatory_flips": "0", "dormida": "off", "crossing": "best-case"}
    assert accepted(lines, start=EVERYTHING_BUT_1, **how) == 4**5


def test_the_score_table_is_what_the_scorer_pays():
    """Every way to lie, in every box, de mano and de huevo: the tablet's table against a line of the record."""
    table = CACHO.table(CACHO.resolve())
    assert len(table["dice"]) == 252
    egg_state = CACHO.start(CACHO.resolve(None, {"mandatory_flips": "0", "dormida": "off"}), sides=1)
    hand_state = CACHO.start(CACHO.resolve(None, {"dormida": "off"}), sides=1)
    for dice, pays in table["dice"].items():
        other = next(face for face in FACES if face != dice[4])
        egg_line = f"1 {dice[:4]}{other} {dice[:4]}+{dice[4]} ="
        for box in "123456EFPG":
            assert _pays(egg_state, egg_line + box) == pays["egg"].get(box), (dice, box)
            if box in "EFPG":
                assert _pays(hand_state, f"1 {dice} ={box}") == pays["hand"].get(box), (dice, box)


def _pays(state, line):
    try:
        return CACHO.check(state, CACHO.parse(line)).points
    except Refused:
        return None


def test_the_score_table_is_what_the_rules_say():
    """A second scorer, written from rules 1.3 to 1.8 alone."""
    table = CACHO.table(CACHO.resolve())["dice"]
    for dice, pays in table.items():
        shape = sorted(Counter(dice).values())
        hand = {face: int(face) * dice.count(face) for face in FACES if face in dice}
        egg = dict(hand)
        if dice in {"12345", "23456", "13456"}:
            hand["E"], egg["E"] = 25, 20
        if shape == [2, 3]:
            hand["F"], egg["F"] = 35, 30
        if shape in ([1, 4], [5]):
            hand["P"], egg["P"] = 45, 40
        if shape == [5]:
            hand["G"] = egg["G"] = 50
        assert pays == {"hand": hand, "egg": egg}, dice


@pytest.mark.parametrize("preset", sorted(CACHO.presets))
@pytest.mark.parametrize("first_throw_stop", ["de-mano-only", "any", "any-with-flip"])
def test_the_stop_table_offers_what_the_engine_accepts(preset, first_throw_stop):
    """Every shape of a turn, dice that score everywhere between them: offered exactly where it is legal."""
    options = CACHO.resolve(preset, {"first_throw_stop": first_throw_stop, "de_mano_refusable": "yes"})
    table = CACHO.table(options)
    state = CACHO.start(options, sides=1)
    for dice in ("12345", "22333", "44445", "12466", "11123"):
        for throw in range(1, table["throws"] + 1):
            for cast in ["all"] if throw == 1 or table["rethrow"] == "all" else ["all", "part"]:
                for count in range(3):
                    stop = table["stops"].get(f"{throw}:{cast}:{count}", {"dice": "egg", "boxes": []})
                    flips = [f"{face}>{opposite(face)}" for face in dice[:count]]
                    lies = "".join(sorted([*map(opposite, dice[:count]), *dice[count:]]))
                    line = " ".join(["1", *_throws(dice, throw, cast), *flips])
                    for box in "123456EFPG":
                        offered = table["dice"][lies][stop["dice"]].get(box) if box in stop["boxes"] else None
                        assert _pays(state, f"{line} ={box}") == offered, (line, box)


def _throws(dice, throw, cast):
    """Return the throws of a turn that ends with these dice on that throw."""
    if throw == 1:
        return [dice]
    before = ["12446", *["+12446"] * (throw - 2)]
    if cast == "all":
        return [*before, f"+{dice}"]
    kept = next(face for face in dice if face in "12446")
    return [*before, f"{kept}+{without(dice, kept)}"]


# Best play with few boxes open, a throw of five alike counted as the grande that it is: exact to six places.
ONE_BOX = {
    "1": 2.621595,
    "2": 5.243190,
    "3": 7.864785,
    "4": 10.486380,
    "5": 13.107975,
    "6": 15.729570,
    "E": 9.499314,
    "F": 16.828704,
    "P": 20.347222,
    "G": 5.396948,
}
TWO_BOXES = {"1E": 16.661647, "6G": 24.924033, "PG": 35.732808}


class _BestPlay:
    """Best play over the tables that a tablet gets: no rule of the game stands here."""

    def __init__(self, **options):
        table = CACHO.table(CACHO.resolve(None, options))
        self.dice, self.stops = table["dice"], table["stops"]
        self.worth = lru_cache(maxsize=None)(self.worth)

    def worth(self, boxes: str) -> float:
        """Return the points that best play expects with these boxes open."""
        if not boxes:
            return 0.0
        final = {
            (dice, cast): self._final(dice, cast, boxes) for dice in self.dice for cast in ("all", "part")
        }
        after = {}
        for count in range(5):
            for kept in multisets(count):
                cast = "part" if kept else "all"
                after[kept] = sum(
                    ways(thrown) * final["".join(sorted(kept + thrown)), cast]
                    for thrown in multisets(5 - count)
                ) / 6 ** (5 - count)
        total = 0.0
        for dice in self.dice:
            keeps = ("".join(kept) for count in range(5) for kept in combinations(dice, count))
            now = self._written(dice, "1:all:0", boxes)
            total += ways(dice) * max(*(after[kept] for kept in keeps), *now)
        return total / 6**5

    def _final(self, dice, cast, boxes):
        best = []
        for count in range(3):
            shape = f"2:{cast}:{count}"
            for places in combinations(range(5), count):
                flipped = (opposite(face) if place in places else face for place, face in enumerate(dice))
                lies = "".join(sorted(flipped))
                best += self._written(lies, shape, boxes)
                if self.stops[shape]["cross"] and not set(self.dice[lies]["egg"]) & set(boxes):
                    best += [self.worth(boxes.replace(box, "")) for box in boxes]
        return max(best)

    def _written(self, lies, shape, boxes):
        stop = self.stops[shape]
        pays = self.dice[lies][stop["dice"]]
        return [
            pays[box] + self.worth(boxes.replace(box, ""))
            for box in boxes
            if box in pays and box in stop["boxes"]
        ]


def ways(dice: str) -> int:
    """Return in how many orders these dice can have been thrown."""
    orders = factorial(len(dice))
    for count in Counter(dice).values():
        orders //= factorial(count)
    return orders


@pytest.fixture(scope="module")
def best_play():
    return _BestPlay(dormida="off")


@pytest.mark.parametrize(("boxes", "value"), (ONE_BOX | TWO_BOXES).items())
def test_best_play_over_the_tables_is_worth_what_was_worked_out_elsewhere(best_play, boxes, value):
    assert best_play.worth(boxes) == pytest.approx(value, abs=1e-6)


def test_multisets_know_how_many_dice_are_alike():
    # 6 of five alike, 150 of four, 1,200 + 300 of three: the rest show pairs or nothing.
    counted = Counter(alike(dice) for dice in THROWS)

    assert (counted[5], counted[4], counted[3]) == (6, 150, 6 * 10 * 25)
    assert sum(ways("".join(dice)) for dice in combinations_with_replacement(FACES, 5)) == 7776

"""The ten or eleven boxes of Generala: what each takes and pays (rules 1, 2, 4 and 5).

Knows: fixed worths, what the first throw adds, which straights count.
Does not know: turns, and that a served generala wins.
"""

from collections.abc import Callable

from cacho_tournaments.games.dice import FACES
from cacho_tournaments.games.dice import alike as most_alike
from cacho_tournaments.games.throws.combinations import full
from cacho_tournaments.games.throws.ruleset import Box, Worth

GENERALA, DOUBLE = "generala", "double"

STRAIGHT_PAYS, FULL_PAYS, FOUR_PAYS = 20, 30, 40  # before anything is added for the first throw
_TWO_STRAIGHTS = ("12345", "23456")
_THIRD_STRAIGHT = "13456"  # 3-4-5-6-1


def boxes(
    *, three_straights: bool, served_bonus: int, generala_points: int, with_double: bool
) -> tuple[Box, ...]:
    """Return the boxes of a sheet under these options, in sheet order."""
    straights = (*_TWO_STRAIGHTS, _THIRD_STRAIGHT) if three_straights else _TWO_STRAIGHTS

    def fixed(makes_it: Callable[[str], bool], points: int, bonus: int) -> Worth:
        return lambda dice: ((points + bonus, points),) if makes_it(dice) else ()

    def five_alike(dice: str) -> bool:
        return most_alike(dice) == 5

    straight = fixed(lambda dice: dice in straights, STRAIGHT_PAYS, served_bonus)
    full_house = fixed(lambda dice: bool(full(dice)), FULL_PAYS, served_bonus)
    four = fixed(lambda dice: most_alike(dice) >= 4, FOUR_PAYS, served_bonus)
    generala = fixed(five_alike, generala_points, 0)
    double = fixed(five_alike, 2 * generala_points, 0)
    sheet = (
        *(_number(face) for face in FACES),
        Box("straight", "combination", straight, made_by="4", paid_by="2", usual=11),
        Box("full", "combination", full_house, made_by="2", paid_by="2", exact="5", usual=17),
        Box("four", "combination", four, made_by="2", paid_by="2", usual=17),
        Box(GENERALA, "combination", generala, made_by="2", paid_by="2", usual=8),
    )
    if not with_double:
        return sheet
    waiting = Box(
        DOUBLE,
        "combination",
        double,
        made_by="2",
        paid_by="2",
        needs=GENERALA,
        needs_rule="5",
        usual=2,
    )
    return (*sheet, waiting)


def _number(face: str) -> Box:
    def worth(dice: str) -> tuple[tuple[int, int], ...]:
        points = int(face) * dice.count(face)
        return ((points, points),) if points else ()

    return Box(face, "number", worth, made_by="1", paid_by="1", face=int(face), usual=2.3 * int(face))

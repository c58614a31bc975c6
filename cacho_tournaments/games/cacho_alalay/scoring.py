"""What five dice are worth in each box, as one table of 252 rows, built when it is first needed.

Knows: rules 1.3 to 1.8.
Does not know: throws, flips, or which boxes are open.
"""

from collections.abc import Mapping
from functools import lru_cache

from cacho_tournaments.games.cacho_alalay.boxes import (
    CENTER,
    DE_HUEVO,
    DE_MANO,
    GRANDE,
    GRANDE_POINTS,
    NUMBERS,
)
from cacho_tournaments.games.cacho_alalay.options import Rules
from cacho_tournaments.games.dice import alike, in_order, multisets

Pay = tuple[int, int]  # de mano, de huevo

_TWO_STRAIGHTS = ("12345", "23456")
_THIRD_STRAIGHT = "13456"  # 3-4-5-6-1


def pays(rules: Rules, dice: str) -> Mapping[str, Pay]:
    """Return the boxes in which the dice score, in sheet order, each with what it pays de mano and de huevo."""
    return score_table(rules)[in_order(dice)]


def score_table(rules: Rules) -> Mapping[str, Mapping[str, Pay]]:
    """Return what every way of lying pays, keyed by the sorted dice."""
    return _score_table(rules.three_straights, rules.full_accepts_five, rules.poker_accepts_five)


@lru_cache(maxsize=8)
def _score_table(
    three_straights: bool, full_accepts_five: bool, poker_accepts_five: bool
) -> Mapping[str, Mapping[str, Pay]]:
    straights = (*_TWO_STRAIGHTS, _THIRD_STRAIGHT) if three_straights else _TWO_STRAIGHTS
    table: dict[str, Mapping[str, Pay]] = {}
    for dice in multisets(5):
        most = alike(dice)
        makes = {
            "E": dice in straights,
            "F": (most == 3 and len(set(dice)) == 2) or (most == 5 and full_accepts_five),
            "P": most == 4 or (most == 5 and poker_accepts_five),
        }
        row: dict[str, Pay] = {}
        for box in NUMBERS:
            if points := int(box) * dice.count(box):
                row[box] = (points, points)
        for box in CENTER:
            if makes[box]:
                row[box] = (DE_MANO[box], DE_HUEVO[box])
        if most == 5:
            row[GRANDE] = (GRANDE_POINTS, GRANDE_POINTS)
        table[dice] = row
    return table

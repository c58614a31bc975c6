"""When a box may be crossed (rule 4.3).

Knows: the three readings of the rule, and what can be said about a cross without dice.
Does not know: throws; it is given the dice that lay and the flips that were allowed.
"""

from collections.abc import Collection, Iterator
from itertools import combinations

from cacho_tournaments.games.cacho_alalay.boxes import CENTER, GRANDE, NUMBERS
from cacho_tournaments.games.cacho_alalay.options import Rules
from cacho_tournaments.games.cacho_alalay.scoring import pays
from cacho_tournaments.games.dice import opposite


def scoring_box(rules: Rules, dice: str, boxes: Collection[str]) -> str | None:
    """Return an open box in which the dice score, or None."""
    return next((box for box in pays(rules, dice) if box in boxes), None)


def box_against(
    rules: Rules, *, thrown: str, final: str, all_five: bool, boxes: Collection[str]
) -> str | None:
    """Return an open box that forbids crossing, or None where any open box may be crossed.

    ``thrown`` are the dice before the flips, ``final`` after them.
    """
    if rules.crossing == "free":
        return None
    if against := scoring_box(rules, final, boxes):
        return against
    if rules.crossing == "final-dice":
        return None
    if all_five and (against := scoring_box(rules, thrown, set(boxes) & {*CENTER, GRANDE})):
        return against
    return next((box for dice in flipped(rules, thrown) if (box := scoring_box(rules, dice, boxes))), None)


def flipped(rules: Rules, dice: str) -> Iterator[str]:
    """Yield the dice after every set of flips that the rules allow after a later throw."""
    for count in range(rules.mandatory_flips, rules.max_flips + 1):
        for places in combinations(range(5), count):
            yield "".join(opposite(face) if place in places else face for place, face in enumerate(dice))


def never_possible(rules: Rules, boxes: Collection[str]) -> bool:
    """Say that no dice whatever allow a cross: with six open number boxes every die scores (rule 8)."""
    return rules.crossing != "free" and all(box in boxes for box in NUMBERS)

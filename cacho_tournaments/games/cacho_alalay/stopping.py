"""Where a turn may end: after which throw, with how many flips, in which boxes (rules 2.3, 2.4, 3.2, 3.3, 3.6).

Knows: the shape of a turn: the number of its last throw, whether that was of all five dice, flips made.
Does not know: dice. The engine, the entry page's table and the made-up player all ask here.
"""

from dataclasses import dataclass
from functools import lru_cache

from cacho_tournaments.games.cacho_alalay.boxes import BOXES, CENTER, GRANDE
from cacho_tournaments.games.cacho_alalay.options import Rules


@dataclass(frozen=True, slots=True)
class Stop:
    """What a turn of one shape may do. ``boxes``: where it may write what lies; ``shown``: only what lies there.

    Outside ``boxes`` the turn is refused with ``refusal``; with ``shown`` also where the dice do not score.
    """

    de_mano: bool
    boxes: tuple[str, ...]
    shown: bool
    may_cross: bool
    refusal: tuple[str, str]


def most_flips(rules: Rules, throw: int) -> int:
    """Return how many dice may be flipped after that throw, counted from 1."""
    if throw > 1:
        return rules.max_flips
    return min(1, rules.max_flips) if rules.first_throw_stop == "any-with-flip" else 0


@lru_cache(maxsize=1024)
def stop(rules: Rules, throw: int, all_five: bool, flips: int) -> Stop:
    """Return how a turn may end whose last throw was number ``throw`` and which made ``flips`` flips."""
    de_mano = all_five and flips == 0 and (throw == 1 or rules.rethrow_is_de_mano)
    if throw == 1:
        return Stop(de_mano, _first_throw_boxes(rules), True, False, ("second-throw-required", "2.4"))
    if flips >= rules.mandatory_flips:
        return Stop(de_mano, BOXES, False, True, ("flip-required", "3.2"))
    # A throw of five that shows the play needs no flip; whoever flips instead owes all the flips.
    shown = (*CENTER, GRANDE) if all_five and flips == 0 else ()
    return Stop(de_mano, shown, True, False, ("flip-required", "3.2"))


def _first_throw_boxes(rules: Rules) -> tuple[str, ...]:
    if rules.first_throw_stop != "de-mano-only":
        return BOXES
    # Five alike that do not win the game are a grande, 50 (rule 4.1), and may be taken as they lie.
    return CENTER if rules.dormida_wins_on(1) else (*CENTER, GRANDE)

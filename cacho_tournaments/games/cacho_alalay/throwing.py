"""The checks of throws and flips: orders 3 to 5 of rule 9.

Knows: one attempt of a turn as it was thrown, and what the rules allow with dice.
Does not know: sheets; it is told which boxes are open, and only rule 2.5 asks.
"""

from collections.abc import Collection
from itertools import pairwise

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.cacho_alalay.boxes import CENTER, GRANDE
from cacho_tournaments.games.cacho_alalay.notation import Attempt, Flip, Play, Throw
from cacho_tournaments.games.cacho_alalay.options import Rules
from cacho_tournaments.games.cacho_alalay.scoring import pays
from cacho_tournaments.games.cacho_alalay.stopping import most_flips
from cacho_tournaments.games.dice import alike, opposite, without


def check_throws(rules: Rules, attempt: Attempt, boxes: Collection[str]) -> None:
    """Refuse throws that cannot have been thrown, or not under these rules (2.1 to 2.6)."""
    throws = attempt.throws
    for number, throw in enumerate(throws, start=1):
        if len(throw.dice) != 5:
            rule = "2.1" if number == 1 else "2.2"
            raise Refused("wrong-dice-count", rule=rule, throw=number, dice=len(throw.dice), expected=5)
    for number, (before, throw) in enumerate(pairwise(throws), start=2):
        if without(before.dice, throw.kept) is None:
            raise Refused("kept-dice-not-shown", rule="2.2", throw=number, kept=throw.kept, shown=before.dice)
    for number, throw in enumerate(throws, start=1):
        if not throw.thrown:
            raise Refused("nothing-rethrown", rule="2.2", throw=number)
    if len(throws) > rules.throws:
        raise Refused("too-many-throws", rule="2.2", throws=len(throws), allowed=rules.throws)
    if rules.rethrow_all and any(throw.kept for throw in throws):
        raise Refused("must-rethrow-all", rule="2.6")
    if not rules.de_mano_refusable:
        _check_de_mano_taken(rules, attempt, boxes)


def _check_de_mano_taken(rules: Rules, attempt: Attempt, boxes: Collection[str]) -> None:
    """Refuse to pass over an open de mano play (2.5). A throw that wins the game is rule 4.1's affair."""
    for number, throw in enumerate(attempt.throws, start=1):
        from_the_hand = number == 1 or (not throw.kept and rules.rethrow_is_de_mano)
        if not from_the_hand or _wins(rules, number, throw):
            continue
        must = [box for box in CENTER if box in boxes and box in pays(rules, throw.dice)]
        if not must:
            continue
        # Five alike may be taken as the grande that they are; and the partner's sobre may be kept (6.4).
        may = [*must, GRANDE] if alike(throw.dice) == 5 else must
        ends_here = number == len(attempt.throws) and not attempt.flips
        taken = attempt.play in (Play.WRITE, Play.SOBRE) and attempt.box in may
        if not ends_here or not (taken or attempt.play is Play.KEEP_SOBRE):
            raise Refused("de-mano-must-be-written", rule="2.5", throw=number, boxes=tuple(must))


def check_dormida(rules: Rules, attempt: Attempt, *, followed: bool) -> None:
    """Refuse a line that goes on after the throw that won, or claims a dormida that is not there (4.1).

    ``followed``: another attempt stands behind this one.
    """
    claimed = attempt.play is Play.DORMIDA
    won_on = next(
        (number for number, throw in enumerate(attempt.throws, start=1) if _wins(rules, number, throw)), None
    )
    if claimed and (rules.dormida == "off" or (attempt.throws and won_on is None)):
        raise Refused("no-dormida", rule="4.1")
    goes_on = followed or (won_on is not None and won_on < len(attempt.throws))
    if (won_on is not None and not claimed) or (claimed and goes_on):
        raise Refused("dormida-wins", rule="4.1", throw=won_on)


def _wins(rules: Rules, number: int, throw: Throw) -> bool:
    return not throw.kept and alike(throw.dice) == 5 and rules.dormida_wins_on(number)


def check_flips(rules: Rules, attempt: Attempt) -> None:
    """Refuse flips that were not allowed or cannot have been made (3.1 to 3.6)."""
    flips = attempt.flips
    if not flips:
        return
    number = len(attempt.throws)
    if attempt.play is Play.DORMIDA or (number == 1 and rules.first_throw_stop != "any-with-flip"):
        raise Refused("flip-not-allowed", rule="3.6")
    allowed = most_flips(rules, number)
    if len(flips) > allowed:
        raise Refused("too-many-flips", rule="3.2", flips=len(flips), allowed=allowed)
    for flip in flips:
        if flip.after != opposite(flip.before):
            expected = opposite(flip.before)
            raise Refused("not-opposite", rule="3.1", before=flip.before, after=flip.after, expected=expected)
    lying = attempt.throws[-1].dice
    for place, flip in enumerate(flips):
        left = without(lying, flip.before)
        if left is not None:
            lying = left
        elif any(flip.before == earlier.after for earlier in flips[:place]):
            raise Refused("same-die-twice", rule="3.4", face=flip.before)
        else:
            raise Refused("no-such-die", rule="3.4", face=flip.before)


def final_dice(thrown: str, flips: tuple[Flip, ...]) -> str:
    """Return the dice as they lie after the flips, each in its place."""
    for flip in flips:
        thrown = thrown.replace(flip.before, "*", 1)
    for flip in flips:
        thrown = thrown.replace("*", flip.after, 1)
    return thrown

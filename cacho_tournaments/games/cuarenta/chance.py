"""A made-up judge's evening: events, deals and counts by a given generator, as a usual chica goes.

Knows: about how often things happen in a deal.
Does not know: cards and play; it only has to be legal and to look like a game. Every line it makes is legal.
"""

from random import Random

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.cuarenta import check, count, notation
from cacho_tournaments.games.cuarenta.events import (
    CAIDA,
    CAIDA_LIMPIA,
    CAIDA_RONDA,
    DOBLE_RONDA,
    EVENTS,
    LIMPIA,
    RONDA,
    TRES,
)
from cacho_tournaments.games.cuarenta.notation import Turn
from cacho_tournaments.games.cuarenta.state import State

# How often each event comes against the others, where it can come at all [P].
_WEIGHTS = {RONDA: 4, DOBLE_RONDA: 0.1, CAIDA: 10, LIMPIA: 3, CAIDA_LIMPIA: 1.5, CAIDA_RONDA: 1, TRES: 0.5}
_ANOTHER_EVENT = {1: 0.4, 2: 0.55}  # chance that a deal sees one more event, by the players of a side
_MISDEALT = 0.004  # of the deals
_EVEN_SPREAD = 3.5  # of the cards of one side around the middle
_ON_THE_TABLE = 0.3  # chance that cards stay on the table which nobody noted to be cleared


def random_turn(state: State, rng: Random) -> Turn:
    """Return a legal line: the next thing that could happen."""
    if state.ending is not None:
        raise ValueError("the chica is over: nothing happens any more")
    dealer = state.hand.dealer
    if not state.is_open:
        return Turn(state.next_dealer or rng.choice((1, 2)), notation.HAND)
    assert dealer is not None
    if not state.now.captured and rng.random() < _MISDEALT:
        return Turn(dealer, notation.MISDEAL)
    if rng.random() < _ANOTHER_EVENT[state.players]:
        turns = _possible(state)
        if turns:
            return rng.choices(turns, [_WEIGHTS[turn.play] for turn in turns])[0]
    if state.deal < state.deals:
        return Turn(dealer, notation.DEAL)
    return Turn(dealer, notation.COUNT, cards=_cards(state, rng))


def _possible(state: State) -> list[Turn]:
    """Return the events that may come now. Captures end where the pack has no more cards for them."""
    noted = state.hand.captures(1) + state.hand.captures(2)
    found = []
    for side in (1, 2):
        for code in state.rules.worth:
            if not EVENTS[code].announced and 2 * noted >= count.PACK:
                continue
            for turn in check.ways(state, side, code):
                try:
                    check.advanced(state, turn)
                except Refused:
                    continue
                found.append(turn)
    return found


def _cards(state: State, rng: Random) -> tuple[int, int]:
    """Return cards that the captures allow, near twenty each."""
    least = [2 * state.hand.captures(side) for side in (1, 2)]
    cleared = any(state.now.limpias)
    together = count.PACK
    if not cleared and rng.random() < _ON_THE_TABLE:
        together = max(count.PACK - rng.choice((1, 2, 2, 3, 4, 5)), sum(least))
    pairs = [
        (one, together - one)
        for one in range(least[0], together - least[1] + 1)
        if count.is_possible(one, 0) and count.is_possible(together - one, 0)
    ]
    wanted = rng.gauss(together / 2, _EVEN_SPREAD)
    return min(pairs, key=lambda pair: abs(pair[0] - wanted))

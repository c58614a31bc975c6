"""How a chica ends, who stands where, and how chicas make a match (rules 1 and 4).

Knows: shutouts (zapaterías), the places, two chicas won, a shutout in the first chica.
Does not know: events and cards.
"""

from collections.abc import Sequence
from dataclasses import replace

from cacho_tournaments.games.base import MatchOutcome, Status, ranked
from cacho_tournaments.games.cuarenta import state as states
from cacho_tournaments.games.cuarenta.events import CAIDA_RONDA, DOBLE_RONDA, TRES
from cacho_tournaments.games.cuarenta.options import Rules
from cacho_tournaments.games.cuarenta.state import GOAL, State

_BY_ONE_EVENT = frozenset({DOBLE_RONDA, CAIDA_RONDA, TRES})
INSTANT = _BY_ONE_EVENT | {states.BY_MISDEAL}
_SHUT_OUT_BELOW = 10


def standing(state: State) -> Status:
    """Return where the chica stands; the figures are those of the hands, whoever won."""
    scores, winner = state.scores, state.winner
    return Status(
        to_move=None,
        over=state.ending is not None,
        ending=state.ending,
        winners=(winner,) if winner else (),
        ranking=ranked([(side != winner, -score) for side, score in enumerate(scores, start=1)]),
        totals=scores,
        instant=state.ending in INSTANT,
        turns=state.turns,
        shutout=_is_shutout(state),
    )


def _is_shutout(state: State) -> bool:
    """A chica won by one event a todo rigor makes none (rule 4.3)."""
    if state.winner is None or state.ending in _BY_ONE_EVENT:
        return False
    return state.scores[2 - state.winner] < _SHUT_OUT_BELOW


def match(games: Sequence[Status], played: MatchOutcome, rules: Rules) -> MatchOutcome:
    """Return the outcome of the chicas: what counting the won ones gives, unless the first was a shutout (4.4)."""
    points = [sum(min(status.totals[at], GOAL) for status in games) for at in range(2)]
    outcome = replace(played, points=(points[0], points[1]))
    if not games or not games[0].shutout:
        return outcome
    winner = games[0].winners[0]
    return replace(
        outcome,
        over=True,
        places=(1, 2) if winner == 1 else (2, 1),
        next_game=None,
        out=(3 - winner,) if rules.out_of_the_event else (),
    )

"""How a match ends by its games: at once, or after every side has confirmed it.

Knows: the rows of a match's games, how readers are told that an end waits. Does not know: turns, who confirms.

While an end waits, each game that has decided the match bears in ``review_from`` the sequence at which that was first
so. Whoever only watches stays there until the end is final or the match is plainly played on.
"""

from collections.abc import Iterable, Sequence

from cacho_tournaments.competition.actions import results
from cacho_tournaments.games.base import MatchOutcome
from cacho_tournaments.play import bridge
from cacho_tournaments.play.models import Game, Turn


def waits(rows: Iterable[Game]) -> bool:
    """Tell whether the games have decided the match and that is not final yet."""
    return any(row.review_from is not None and row.is_over for row in rows)


def hold(row: Game) -> None:
    """Let the end that this game has brought wait to be confirmed; where it had ended before, it waits since then."""
    if row.review_from is None:
        row.review_from = row.sequence
        row.save(update_fields=["review_from"])


def let_go(rows: Iterable[Game]) -> None:
    """Nothing of the match waits any more: its end is final, or it goes on."""
    held = [row for row in rows if row.review_from is not None]
    for row in held:
        row.review_from = None
    if held:
        Game.objects.filter(pk__in=[row.pk for row in held]).update(review_from=None)


def turns_then(row: Game, log: Sequence[Turn]) -> int | None:
    """Return how many turns counted when the game ended first; None where no end of it waits."""
    if row.review_from is None:
        return None
    return len(bridge.live_turns(turn for turn in log if turn.sequence <= row.review_from))


def lines_of(outcome: MatchOutcome) -> list[results.SideResult]:
    """Return what a match came to as the lines of its result."""
    return [
        results.SideResult(
            position=at + 1,
            place=outcome.places[at],
            games_won=outcome.games_won[at],
            points=outcome.points[at],
            instant=outcome.instant[at],
            shutouts=outcome.shutouts[at],
        )
        for at in range(len(outcome.places))
    ]

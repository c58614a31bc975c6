"""What those who only watch see while the end of a match waits to be confirmed: the log as it stood when it was first
reached. What referees correct meanwhile is shown when the sides have confirmed it (TAB-25).

Knows: rows of logs, which of them counted then. Does not know: how an end comes to wait (``actions.ending``), pages.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet

from cacho_tournaments.competition.models import Match
from cacho_tournaments.play import bridge
from cacho_tournaments.play.models import Game, Turn

# Of matches: whether the end waits, or was reached and is being corrected.
WAITS = Exists(Game.objects.filter(match=OuterRef("pk"), review_from__isnull=False))


@dataclass(frozen=True, slots=True)
class AgreedEnd:
    """The game that first decided a match which waits: each side's points, the turns, when the last was written."""

    totals: tuple[int, ...]
    turns: int
    last_at: datetime


def until(match: Match, rows: Iterable[Game]) -> int | None:
    """Return the key of the last row of the match's log that is shown; None where all of it is."""
    if match.state == Match.State.FINISHED or all(row.review_from is None for row in rows):
        return None
    first = Turn.objects.filter(game__match=match, sequence=F("game__review_from")).aggregate(at=Min("pk"))
    at: int | None = first["at"]
    return at


def counted(match: Match, rows: Sequence[Game]) -> QuerySet[Turn]:
    """Return the turns of the match that count for those who watch, in order."""
    turns = Turn.objects.filter(game__match=match, kind=Turn.Kind.TURN).order_by("sequence")
    last = until(match, rows)
    if last is None:
        return turns.filter(cancelled_by__isnull=True)
    return turns.filter(Q(cancelled_by__isnull=True) | Q(cancelled_by__gt=last), pk__lte=last)


def ends(matches: Iterable[int]) -> dict[int, AgreedEnd]:
    """Return by match what those of the matches being played came to whose end waits: two queries at most."""
    rows = list(Game.objects.filter(match__in=matches, review_from__isnull=False).order_by("number"))
    logs: dict[int, list[Turn]] = {row.pk: [] for row in rows}
    log = Turn.objects.filter(game__in=rows, sequence__lte=F("game__review_from")).order_by("sequence")
    for turn in log if rows else ():
        logs[turn.game_id].append(turn)
    found: dict[int, AgreedEnd] = {}
    for row in rows:
        folded = bridge.fold(row, logs[row.pk])
        totals = tuple(folded.rules.sheet(folded.state, side).total for side in range(1, row.sides + 1))
        turns = len(bridge.live_turns(logs[row.pk]))
        end = AgreedEnd(totals, turns, logs[row.pk][-1].at_server)
        if row.match_id not in found or end.last_at < found[row.match_id].last_at:
            found[row.match_id] = end
    return found

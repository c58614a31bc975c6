"""Matches that stand no more, or anew: a fresh one in an old one's place, one declared void, one open again.

Knows: rows of matches, seats and results. Does not know: who goes on to what, permissions, the journal.
Nothing is deleted: what is superseded keeps its result, its games and its turns.
"""

from datetime import datetime

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.actions import eliminations
from cacho_tournaments.competition.models import Match, Result, Seat
from cacho_tournaments.people.models import User

_KEPT = (
    *("stage_id", "draw_id", "group_id", "round", "code", "node", "bracket", "slot", "best_of", "tie"),
    *("table_id", "referee_id", "starts_at"),
)


def current(match: Match) -> Result | None:
    """Return the standing result of a match."""
    return Result.objects.filter(match=match, is_current=True).first()


def supersede(match: Match) -> None:
    """Have the standing result stand no more; whom it put out of the event is in it again."""
    eliminations.lift([match.pk])


def reopen(match: Match, state: str) -> None:
    """Have the match without a result: waiting, ready or being played."""
    supersede(match)
    match.state, match.finished_at = state, None
    match.save(update_fields=["state", "finished_at"])


def fresh(match: Match) -> Match:
    """Put a fresh match in the place of one that is to be played again: the same code and table, the same sides, a
    name of its own to the world. The old one stands no more, nor does its result."""
    supersede(match)
    seats = list(match.seats.all())
    retire(match)
    made = Match.objects.create(
        **{name: getattr(match, name) for name in _KEPT},
        state=Match.State.READY if all(seat.entrant_id for seat in seats) else Match.State.WAITING,
        token=bridge.new_token(),
    )
    Seat.objects.bulk_create(
        Seat(
            match=made,
            stage_id=seat.stage_id,
            round=seat.round,
            bracket=seat.bracket,
            position=seat.position,
            entrant_id=seat.entrant_id,
            source_id=seat.source_id,
            take=seat.take,
            is_pinned=seat.is_pinned,
        )
        for seat in seats
    )
    Seat.objects.filter(source=match).update(source=made)
    return made


def retire(match: Match) -> None:
    """Have a match and its seats stand no more."""
    Seat.objects.filter(match=match).update(is_standing=False)
    match.is_standing = False
    match.save(update_fields=["is_standing"])


def void(match: Match, *, who: User | None, now: datetime) -> None:
    """Have the match count for nothing: its result has no lines, and nobody comes from it."""
    supersede(match)
    Result.objects.create(
        match=match, kind=Result.Kind.BOTH_ABSENT, ending=Result.VOIDED, recorded_by=who, recorded_at=now
    )
    match.state, match.finished_at = Match.State.FINISHED, match.finished_at or now
    match.save(update_fields=["state", "finished_at"])

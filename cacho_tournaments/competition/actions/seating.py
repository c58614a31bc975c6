"""How winners and losers come to their next seats, and how they leave them again.

Knows: seats that name the match they wait for. Does not know: permissions, the journal, lines of results.
Only ``results`` calls this, inside its own transaction and with the earlier match locked. Matches are locked in
the order in which they are played, so two results at one moment never wait for each other.

Where nobody comes from a match (both sides were absent, or the loser is out), the seat stays empty and the other
side has a free place: its match ends as a walkover whose ``ending`` says so (PAI-15).
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Match, Result, ResultLine, Seat
from cacho_tournaments.people.models import User

FREE_PLACE = "free-place"
Outcome = Mapping[str, int | None]  # who comes out of a match, entrants' keys by Seat.take


def follow(match: Match, outcome: Outcome, *, by: User | None, now: datetime, first: bool) -> list[str]:
    """Bring the later seats to what the match's result says; return the codes of matches decided by a free place.

    ``first`` is false for a correction: a seat that already holds the right side, or nobody rightly, is left alone.
    Raises: Impossible ``later-match-begun`` where a seat would change under a match that has begun.
    """
    decided: list[str] = []
    for seat in _later(match):
        wanted = outcome.get(seat.take)
        if not first:
            if seat.entrant_id == wanted:
                continue
            _vacate(seat)
        seat.entrant_id = wanted
        seat.save(update_fields=["entrant"])
        decided += _settle(seat.match, by=by, now=now)
    return decided


def take_back(match: Match) -> None:
    """Empty the seats that the match's result filled. Raises: Impossible ``later-match-begun``."""
    for seat in _later(match):
        _vacate(seat)


def _later(match: Match) -> list[Seat]:
    """Return the seats that wait for the match, their matches locked."""
    found = list(Seat.objects.filter(source=match).order_by("match_id"))
    keys = [seat.match_id for seat in found]
    locked = {row.pk: row for row in Match.objects.select_for_update().filter(pk__in=keys).order_by("pk")}
    for seat in found:
        seat.match = locked[seat.match_id]
    return found


def _vacate(seat: Seat) -> None:
    match = seat.match
    current = Result.objects.filter(match=match, is_current=True).first()
    if match.state == Match.State.PLAYING or (current is not None and current.ending != FREE_PLACE):
        raise Impossible("later-match-begun", match=match.code)
    if current is not None:
        take_back(match)
        current.is_current = False
        current.save(update_fields=["is_current"])
    seat.entrant = None
    seat.save(update_fields=["entrant"])
    match.state, match.finished_at = Match.State.WAITING, None
    match.save(update_fields=["state", "finished_at"])


def _settle(match: Match, *, by: User | None, now: datetime) -> list[str]:
    """Make the match ready, or end it where a free place decides it."""
    seats = list(match.seats.select_related("source", "entrant"))
    if any(seat.entrant_id is None and not _is_vacant(seat) for seat in seats):
        return []
    there = [seat for seat in seats if seat.entrant_id is not None]
    if len(there) == len(seats):
        match.state = Match.State.READY
        match.save(update_fields=["state"])
        return []
    result = Result.objects.create(
        match=match,
        kind=Result.Kind.WALKOVER if there else Result.Kind.BOTH_ABSENT,
        ending=FREE_PLACE,
        recorded_by=by,
        recorded_at=now,
    )
    ResultLine.objects.bulk_create(
        ResultLine(result=result, seat=seat, entrant=seat.entrant, place=1) for seat in there
    )
    match.state, match.finished_at = Match.State.FINISHED, now
    match.save(update_fields=["state", "finished_at"])
    outcome = {Seat.Take.WINNER.value: there[0].entrant_id if there else None}
    return [match.code, *follow(match, outcome, by=by, now=now, first=True)]


def _is_vacant(seat: Seat) -> bool:
    return seat.source is None or seat.source.state == Match.State.FINISHED


def outcome_of(kind: str, lines: Iterable[ResultLine], out: frozenset[int]) -> Outcome:
    """Return who comes out of a match of two as its winner and its loser.

    A loser goes on (to the third place) unless put out of this match or of the event: ``out`` are those keys.
    """
    rows = list(lines)
    best = [row.entrant_id for row in rows if row.place == 1]
    winner = best[0] if len(best) == 1 and kind != Result.Kind.BOTH_ABSENT else None
    beaten = [row.entrant_id for row in rows if row.entrant_id != winner]
    stays = winner is not None and len(beaten) == 1 and kind != Result.Kind.DISQUALIFIED
    loser = beaten[0] if stays and beaten[0] not in out else None
    return {Seat.Take.WINNER.value: winner, Seat.Take.LOSER.value: loser}

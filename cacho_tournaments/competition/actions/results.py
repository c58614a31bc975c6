"""How a match begins and ends: results, walkovers, their correction and their taking back.

Knows: seats, places, who may say how a match ended. Does not know: games and turns (``play`` folds them and calls
this), tables and standings (they are worked out from what stands here).

A result is never changed: another one supersedes it. Each raises its stage's ``results_version``, by which readers
see that something is new. Locks are taken in one order everywhere: matches as they are played, their stage last.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.actions import seating
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Draw, Entrant, Match, Result, ResultLine, Seat, Stage
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people.models import User

CONTESTED = (Result.Kind.PLAYED.value, Result.Kind.PAPER.value)


@dataclass(frozen=True, slots=True)
class SideResult:
    """One side's part: its seat's position, its place, games won, box points (None where none were played),
    whether it won at once, games won in which the loser hardly scored."""

    position: int
    place: int
    games_won: int = 0
    points: int | None = None
    instant: bool = False
    shutouts: int = 0


def start(*, match: Match, by: User | None, device: str = "") -> Match:
    """Say that a match is being played. Saying it again changes nothing."""
    _require("competition.referee", match, by, device)
    with transaction.atomic():
        match = _locked(match)
        if match.state == Match.State.PLAYING:
            return match
        _refuse_stage(match.stage.state)
        if match.state == Match.State.FINISHED:
            raise Impossible("match-finished", match=match.code)
        if match.state == Match.State.WAITING:
            raise Impossible("match-not-ready", match=match.code)
        match.state = Match.State.PLAYING
        match.started_at = match.started_at or timezone.now()
        match.save(update_fields=["state", "started_at"])
        _raise_version(match)
        _write("competition.match.started", match, by, device)
    return match


def record(
    *,
    match: Match,
    by: User | None,
    kind: str,
    lines: Sequence[SideResult],
    out: Collection[int] = (),
    ending: str = "",
    reason: str = "",
    device: str = "",
) -> Result:
    """Say how a match ended; who comes out of it takes the later seats.

    Where a result stands already this one supersedes it: freely as long as the same sides go on, and otherwise
    only while the matches they went on to have not begun. ``out`` are positions of seats whose sides the rules of
    the game put out of the event by this result.
    Raises: Impossible ``match-not-ready``, ``seat-not-seated``, ``result-incomplete``, ``bad-places``,
    ``tie-in-knockout``, ``later-match-begun``, ``next-stage-drawn``, ``stage-closed``, ``draw-not-released``.
    """
    _require("competition.referee", match, by, device)
    with transaction.atomic():
        match = _locked(match)
        _refuse_stage(match.stage.state)
        if match.state == Match.State.WAITING:
            raise Impossible("match-not-ready", match=match.code)
        seats = {seat.position: seat for seat in match.seats.select_related("entrant")}
        _check_lines(match, kind, lines, seats)
        earlier = _current(match)
        if earlier is not None:
            _refuse_free_place(match, earlier)
            earlier.is_current = False
            earlier.save(update_fields=["is_current"])
        now = timezone.now()
        result = Result.objects.create(
            match=match,
            kind=kind,
            ending=ending,
            reason=reason.strip()[:200],
            recorded_by=by,
            device=device,
            recorded_at=now,
        )
        rows = ResultLine.objects.bulk_create(_row(result, seats[line.position], line, out) for line in lines)
        match.state, match.finished_at = Match.State.FINISHED, match.finished_at or now
        match.save(update_fields=["state", "finished_at"])
        there = [seat.entrant for seat in seats.values() if seat.entrant is not None]
        out = frozenset(entrant.pk for entrant in there if entrant.state not in Entrant.IN_PLAY)
        free = seating.follow(
            match, seating.outcome_of(kind, rows, out), by=by, now=now, first=earlier is None
        )
        _raise_version(match, changing=earlier is not None)
        _write(
            "competition.result.recorded" if earlier is None else "competition.result.corrected",
            match,
            by,
            device,
            kind=kind,
            sides=[_said(seats[line.position], line) for line in lines],
            reason=result.reason,
            free_places=free,
        )
    return result


def walkover(*, match: Match, by: User, absent: Sequence[int], reason: str = "") -> Result:
    """Give the match to whoever was there: a win without box points. If nobody was, both lose and nobody goes on.

    ``absent`` are positions of seats. Raises: Impossible ``nobody-absent``, ``match-finished`` and as ``record``.
    """
    _require("competition.referee", match, by)
    with transaction.atomic():
        match = _open(match)
        lines = _decided(match, absent)
        everybody = all(line.place > 1 for line in lines)
        kind = Result.Kind.BOTH_ABSENT if everybody else Result.Kind.WALKOVER
        return record(match=match, by=by, kind=kind, lines=lines, reason=reason)


def disqualify(*, match: Match, by: User, positions: Sequence[int], reason: str) -> Result:
    """Decide a match against the sides on those seats. Whoever loses so does not play for the third place."""
    permissions.require("competition.organize", by, match.stage.category.tournament)
    if not reason.strip():
        raise Impossible("reason-needed", name=match.code)
    with transaction.atomic():
        match = _open(match)
        lines = _decided(match, positions)
        return record(match=match, by=by, kind=Result.Kind.DISQUALIFIED, lines=lines, reason=reason)


def revoke(*, match: Match, by: User | None, reason: str = "", device: str = "") -> Match:
    """Take the standing result back; later seats that it filled are emptied again (PAI-13).

    Raises: Impossible ``no-result``, ``free-place-stands``, ``later-match-begun``, ``next-stage-drawn``,
    ``stage-closed``.
    """
    _require("competition.referee", match, by, device)
    with transaction.atomic():
        match = _locked(match)
        _refuse_stage(match.stage.state)
        current = _current(match)
        if current is None:
            raise Impossible("no-result", match=match.code)
        _refuse_free_place(match, current)
        seating.take_back(match)
        current.is_current = False
        current.save(update_fields=["is_current"])
        match.state = Match.State.PLAYING if match.started_at else Match.State.READY
        match.finished_at = None
        match.save(update_fields=["state", "finished_at"])
        _raise_version(match, changing=True)
        _write("competition.result.revoked", match, by, device, kind=current.kind, reason=reason.strip())
    return match


def _require(permission: str, match: Match, by: User | None, device: str = "") -> None:
    """A person needs the permission; a device is named by the room that let it in and has checked its table."""
    if by is not None:
        permissions.require(permission, by, match.stage.category.tournament)
    elif not device:
        raise PermissionDenied(permission)


def _locked(match: Match) -> Match:
    return (
        Match.objects.select_for_update(of=("self",))
        .select_related("stage__category__tournament")
        .get(pk=match.pk)
    )


def _open(match: Match) -> Match:
    match = _locked(match)
    if match.state == Match.State.FINISHED:
        raise Impossible("match-finished", match=match.code)
    if match.state == Match.State.WAITING:
        raise Impossible("match-not-ready", match=match.code)
    return match


def _refuse_stage(state: str) -> None:
    if state != Stage.State.RELEASED:
        raise Impossible("stage-closed" if state == Stage.State.CLOSED else "draw-not-released")


def _raise_version(match: Match, *, changing: bool = False) -> None:
    """Raise the version of the match's stage, which must be in play still; asking and raising are one step.

    From here on the stage is locked, so nothing is closed over the result or drawn from what it replaces. Where a
    result was changed or taken back, what was drawn from it already stands as long as that draw does.
    """
    open_stage = Stage.objects.filter(pk=match.stage_id, state=Stage.State.RELEASED)
    if not open_stage.update(results_version=F("results_version") + 1):
        _refuse_stage(Stage.objects.values_list("state", flat=True).get(pk=match.stage_id))
    if not changing:
        return
    later = Draw.objects.exclude(state=Draw.State.DISCARDED).filter(
        stage__category=match.stage.category_id, stage__order__gt=match.stage.order
    )
    if later.exists():
        raise Impossible("next-stage-drawn", match=match.code)


def _current(match: Match) -> Result | None:
    return Result.objects.filter(match=match, is_current=True).first()


def _refuse_free_place(match: Match, current: Result) -> None:
    """A free place follows from the earlier match, so only that one can be corrected."""
    if current.ending == seating.FREE_PLACE:
        raise Impossible("free-place-stands", match=match.code)


def _check_lines(match: Match, kind: str, lines: Sequence[SideResult], seats: dict[int, Seat]) -> None:
    if kind not in Result.Kind.values:
        raise Impossible("unknown-result-kind", kind=kind, known=Result.Kind.values)
    for line in lines:
        seat = seats.get(line.position)
        if seat is None or seat.entrant_id is None:
            raise Impossible("seat-not-seated", match=match.code, position=line.position)
    positions = [line.position for line in lines]
    if sorted(positions) != sorted(seats):
        raise Impossible("result-incomplete", match=match.code, sides=len(seats), given=len(lines))
    places = [line.place for line in lines]
    if kind not in CONTESTED:
        if places.count(1) > 1 or (kind == Result.Kind.WALKOVER and 1 not in places):
            raise Impossible("bad-places", match=match.code, places=places)
        return
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise Impossible("bad-places", match=match.code, places=places)
    if match.tie == "extra-game" and places.count(1) != 1:
        raise Impossible("tie-in-knockout", match=match.code)


def _decided(match: Match, losing: Sequence[int]) -> list[SideResult]:
    """Return the lines of a match that was decided without play: the others have the games they needed."""
    seats = list(match.seats.values_list("position", flat=True))
    against = set(losing)
    for position in against - set(seats):
        raise Impossible("seat-not-seated", match=match.code, position=position)
    if not against:
        raise Impossible("nobody-absent", match=match.code)
    beaten = SideResult(position=0, place=len(seats))
    won = SideResult(position=0, place=1, games_won=match.best_of // 2 + 1)
    return [replace(beaten if each in against else won, position=each) for each in seats]


def _row(result: Result, seat: Seat, line: SideResult, out: Collection[int]) -> ResultLine:
    contested = result.kind in CONTESTED
    return ResultLine(
        result=result,
        seat=seat,
        entrant=seat.entrant,
        place=line.place,
        games_won=line.games_won,
        points=line.points if contested else None,
        instant=line.instant and contested,
        shutouts=line.shutouts if contested else 0,
        is_out=line.position in out and contested,
    )


def _said(seat: Seat, line: SideResult) -> dict[str, object]:
    entrant = seat.entrant
    return {
        "number": entrant.number if entrant else None,
        "name": entrant.name if entrant else "",
        "place": line.place,
        "games": line.games_won,
        "points": line.points,
    }


def _write(verb: str, match: Match, by: User | None, device: str, **facts: object) -> None:
    category = match.stage.category
    write(
        verb,
        by=by,
        device=device,
        subject=match,
        tournament_id=category.tournament_id,
        category=category.name,
        match=match.code,
        token=match.token,
        **facts,
    )

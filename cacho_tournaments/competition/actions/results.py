"""How a match begins and ends: results, walkovers, their correction and their taking back.

Knows: seats, places, who may say how a match ended. Does not know: games and turns (``play`` folds them and calls
this), tables and standings (they are worked out from what stands here).

A result may put a side out of the event, where the game's rules say so: its open matches of the stage then go to its
opponents, and come back with it. A result is never changed: another one supersedes it. Each raises its stage's
``results_version``, by which readers see that something is new. Locks are taken in one order everywhere: matches as
they are played, their stage last.

``rulings`` are given within a correction alone (``corrections``), which sees to later stages and rounds: then a
closed stage takes the result too, and later matches that have begun follow what was decided about them.
"""

from collections.abc import Collection, Sequence

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.actions import eliminations, seating
from cacho_tournaments.competition.actions import lines as sides
from cacho_tournaments.competition.actions.lines import SideResult
from cacho_tournaments.competition.actions.rulings import Rulings
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Draw, Entrant, Match, Result, ResultLine, Stage
from cacho_tournaments.journal.actions import write
from cacho_tournaments.journal.transactions import again_after_deadlock
from cacho_tournaments.people.models import User


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


@again_after_deadlock
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
    rulings: Rulings | None = None,
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
        _refuse_stage(match.stage.state, rulings)
        if match.state == Match.State.WAITING:
            raise Impossible("match-not-ready", match=match.code)
        seats = {seat.position: seat for seat in match.seats.select_related("entrant")}
        sides.check(match, kind, lines, seats)
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
        rows = ResultLine.objects.bulk_create(
            sides.row(result, seats[line.position], line, out) for line in lines
        )
        match.state, match.finished_at = Match.State.FINISHED, match.finished_at or now
        match.save(update_fields=["state", "finished_at"])
        before = eliminations.put_out_by(earlier)
        change = eliminations.follow(match, before=before, now={row.entrant_id for row in rows if row.is_out})
        outcome = seating.outcome_of(kind, rows, _gone(rows, change))
        free = seating.follow(match, outcome, by=by, now=now, first=earlier is None, rulings=rulings)
        _raise_version(match, changing=earlier is not None, rulings=rulings)
        _write(
            "competition.result.recorded" if earlier is None else "competition.result.corrected",
            match,
            by,
            device,
            kind=kind,
            ending=ending,
            sides=[sides.said(seats[line.position], line) for line in lines],
            reason=result.reason,
            free_places=free,
        )
        _follow_out(match, change, by=by, device=device, rulings=rulings)
    return result


def walkover(
    *, match: Match, by: User, absent: Sequence[int], reason: str = "", rulings: Rulings | None = None
) -> Result:
    """Give the match to whoever was there: a win without box points. If nobody was, both lose and nobody goes on.

    ``absent`` are positions of seats. Raises: Impossible ``nobody-absent``, ``match-finished`` and as ``record``.
    """
    _require("competition.referee", match, by)
    with transaction.atomic():
        match = _open(match, rulings)
        lines = sides.decided(match, absent)
        kind = sides.kind_of(lines)
        return record(match=match, by=by, kind=kind, lines=lines, reason=reason, rulings=rulings)


def disqualify(
    *, match: Match, by: User, positions: Sequence[int], reason: str, rulings: Rulings | None = None
) -> Result:
    """Decide a match against the sides on those seats. Whoever loses so does not play for the third place."""
    permissions.require("competition.decide", by, match.stage.category.tournament)
    if not reason.strip():
        raise Impossible("reason-needed", name=match.code)
    with transaction.atomic():
        match = _open(match, rulings)
        lines = sides.decided(match, positions)
        kind = Result.Kind.DISQUALIFIED
        return record(match=match, by=by, kind=kind, lines=lines, reason=reason, rulings=rulings)


def decide(
    *,
    match: Match,
    by: User,
    lines: Sequence[SideResult],
    reason: str,
    rulings: Rulings | None = None,
) -> Result:
    """Set a result by decision of the chief referee, whatever the turns of its games say.

    Raises: Impossible ``reason-needed`` and as ``record``.
    """
    permissions.require("competition.decide", by, match.stage.category.tournament)
    if not reason.strip():
        raise Impossible("reason-needed", name=match.code)
    kind, ending = Result.Kind.PLAYED, Result.DECISION
    return record(match=match, by=by, kind=kind, lines=lines, ending=ending, reason=reason, rulings=rulings)


@again_after_deadlock
def revoke(
    *,
    match: Match,
    by: User | None,
    reason: str = "",
    device: str = "",
    rulings: Rulings | None = None,
) -> Match:
    """Take the standing result back; later seats that it filled are emptied again (PAI-13), and whom it put out of
    the event is in it again.

    Raises: Impossible ``no-result``, ``free-place-stands``, ``opponent-out-stands``, ``later-match-begun``,
    ``next-stage-drawn``, ``stage-closed``.
    """
    _require("competition.referee", match, by, device)
    with transaction.atomic():
        match = _locked(match)
        _refuse_stage(match.stage.state, rulings)
        current = _current(match)
        if current is None:
            raise Impossible("no-result", match=match.code)
        _refuse_free_place(match, current)
        if current.ending in Result.GIVEN and eliminations.absent_from(match):
            raise Impossible("opponent-out-stands", match=match.code)
        seating.take_back(match, by=by, now=timezone.now(), rulings=rulings)
        current.is_current = False
        current.save(update_fields=["is_current"])
        match.state = Match.State.PLAYING if match.started_at else Match.State.READY
        match.finished_at = None
        match.save(update_fields=["state", "finished_at"])
        change = eliminations.follow(match, before=eliminations.put_out_by(current), now=())
        _raise_version(match, changing=True, rulings=rulings)
        said = {"kind": current.kind, "ending": current.ending, "reason": reason.strip()}
        _write("competition.result.revoked", match, by, device, **said)
        _follow_out(match, change, by=by, device=device, rulings=rulings)
    return match


@again_after_deadlock
def reinstate(*, entrant: Entrant, by: User, reason: str, rulings: Rulings | None = None) -> Entrant:
    """Let somebody back in whom the rules of the game put out of the event, although the result stands.

    Matches that were given away are to be played again. Raises: Impossible ``reason-needed``, ``not-eliminated``,
    ``later-match-begun``, ``next-stage-drawn``, ``stage-closed``.
    """
    category = entrant.category
    permissions.require("competition.organize", by, category.tournament)
    if not reason.strip():
        raise Impossible("reason-needed", name=entrant.name)
    with transaction.atomic():
        lost = eliminations.put_out_in(entrant)
        entrant = eliminations.let_in(entrant)
        for match in lost:
            result = Result.objects.get(match=match, is_current=True)
            rows = list(result.lines.select_related("entrant"))
            outcome = seating.outcome_of(result.kind, rows, _gone(rows))
            now = timezone.now()
            seating.follow(match, outcome, by=by, now=now, first=False, rulings=rulings)
            _raise_version(match, changing=True, rulings=rulings)
        again = _take_back(entrant, by=by, device="", rulings=rulings)
        write(
            "competition.entrant.reinstated",
            by=by,
            subject=entrant,
            tournament_id=category.tournament_id,
            category=category.name,
            number=entrant.number,
            name=entrant.name,
            state=entrant.state,
            matches=again,
            reason=reason.strip(),
        )
    return entrant


def _follow_out(
    match: Match, change: eliminations.Change, *, by: User | None, device: str, rulings: Rulings | None
) -> None:
    """Give the matches of those who are out to their opponents, take those of who is back from them, and say so."""
    given = eliminations.open_matches(match.stage_id, change.out)
    for each in given:
        _give_away(each, by=by, device=device, rulings=rulings)
    for entrant in change.out:
        own = [each.code for each in given if each.seats.filter(entrant=entrant).exists()]
        said = {"number": entrant.number, "name": entrant.name, "before": entrant.eliminated_from}
        _write("competition.entrant.eliminated", match, by, device, matches=own, **said)
    for entrant in change.back:
        again = _take_back(entrant, by=by, device=device, rulings=rulings)
        said = {"number": entrant.number, "name": entrant.name, "state": entrant.state}
        _write("competition.entrant.reinstated", match, by, device, matches=again, **said)


def _give_away(match: Match, *, by: User | None, device: str, rulings: Rulings | None) -> None:
    lines = sides.decided(match, eliminations.absent_from(match))
    record(
        match=match,
        by=by,
        kind=sides.kind_of(lines),
        lines=lines,
        ending=Result.OPPONENT_OUT,
        device=device,
        rulings=rulings,
    )


def _take_back(entrant: Entrant, *, by: User | None, device: str, rulings: Rulings | None) -> list[str]:
    """Return the codes of matches to be played again; where another side is out still, it loses instead."""
    again = []
    for match in eliminations.given_away([entrant]):
        if eliminations.absent_from(match):
            _give_away(match, by=by, device=device, rulings=rulings)
        else:
            revoke(match=match, by=by, device=device, rulings=rulings)
            again.append(match.code)
    return again


def _gone(rows: Sequence[ResultLine], change: eliminations.Change | None = None) -> frozenset[int]:
    """Return the keys of those on the lines who are not in the event any more, after the change."""
    states = {row.entrant_id: row.entrant.state for row in rows}
    if change is not None:
        states |= {entrant.pk: entrant.state for entrant in (*change.out, *change.back)}
    return frozenset(key for key, state in states.items() if state not in Entrant.IN_PLAY)


def _require(permission: str, match: Match, by: User | None, device: str = "") -> None:
    """A person needs the permission; a device is named by the room that let it in and has checked its table."""
    if by is not None:
        permissions.require(permission, by, match.stage.category.tournament)
    elif not device:
        raise PermissionDenied(permission)


def _locked(match: Match) -> Match:
    """Lock the match. Raises: Impossible ``match-gone`` where it was taken back at this moment."""
    rows = Match.objects.select_for_update(of=("self",)).select_related("stage__category__tournament")
    found = rows.filter(pk=match.pk).first()
    if found is None:
        raise Impossible("match-gone", match=match.code)
    return found


def _open(match: Match, rulings: Rulings | None) -> Match:
    match = _locked(match)
    if match.state == Match.State.FINISHED and rulings is None:
        raise Impossible("match-finished", match=match.code)
    if match.state == Match.State.WAITING:
        raise Impossible("match-not-ready", match=match.code)
    return match


def _refuse_stage(state: str, rulings: Rulings | None = None) -> None:
    """A result is said of a stage in play; within a correction of a closed one too."""
    if state not in ((Stage.State.RELEASED,) if rulings is None else Stage.SHOWN):
        raise Impossible("stage-closed" if state == Stage.State.CLOSED else "draw-not-released")


def _raise_version(match: Match, *, changing: bool = False, rulings: Rulings | None = None) -> None:
    """Raise the version of the match's stage, which must be in play still; asking and raising are one step.

    From here on the stage is locked, so nothing is closed over the result or drawn from what it replaces. Where a
    result was changed or taken back, what was drawn from it already stands as long as that draw does.
    """
    states = (Stage.State.RELEASED,) if rulings is None else Stage.SHOWN
    open_stage = Stage.objects.filter(pk=match.stage_id, state__in=states)
    if not open_stage.update(results_version=F("results_version") + 1):
        _refuse_stage(Stage.objects.values_list("state", flat=True).get(pk=match.stage_id), rulings)
    if not changing or rulings is not None:
        return
    live = Draw.objects.exclude(state=Draw.State.DISCARDED)
    if live.filter(stage__category=match.stage.category_id, stage__order__gt=match.stage.order).exists():
        raise Impossible("next-stage-drawn", match=match.code)
    if live.filter(stage=match.stage_id, round__gt=match.round).exists():
        raise Impossible("next-round-drawn", match=match.code, round=match.round)


def _current(match: Match) -> Result | None:
    return Result.objects.filter(match=match, is_current=True).first()


def _refuse_free_place(match: Match, current: Result) -> None:
    """A free place follows from the earlier match, so only that one can be corrected."""
    if current.ending == Result.FREE_PLACE:
        raise Impossible("free-place-stands", match=match.code)


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

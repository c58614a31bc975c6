"""Rounds of a stage that is drawn round by round: the plan of one, its release, its cancelling, its repair.

Knows: which round comes next, who is drawn into it, what a plan becomes. Does not know: how a round is drawn (the
bridge), results.

A drawn round is a plan of numbers until it is released; then it is matches and byes. What is touched of a released
round because somebody came or went is drawn again as a further part of it, and nothing else is.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from cacho_tournaments.competition import bridge, permissions
from cacho_tournaments.competition.actions import drawing, timetable
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Bye, Draw, Entrant, Match, Seat, Stage
from cacho_tournaments.competition.queries.rounds import NOT_BEGUN, broken, last_round
from cacho_tournaments.formats import base
from cacho_tournaments.journal.transactions import again_after_deadlock
from cacho_tournaments.people.models import User


def next_number(stage: Stage) -> int:
    """Return the number of the round that is to be drawn next: 1 for a stage that is not drawn.

    Raises: Impossible ``stage-closed``, ``stage-not-finished`` while a round is played, ``rounds-over``.
    """
    last = last_round(stage)
    if stage.state == Stage.State.CLOSED:
        raise Impossible("stage-closed")
    if not last:
        return 1
    drawing.refuse_open(stage)
    if last >= stage.settings["rounds"]:
        raise Impossible("rounds-over", rounds=stage.settings["rounds"])
    return last + 1


def draw(draw: Draw, sides: Sequence[base.Qualifier] | None = None) -> None:
    """Draw a round as a plan and save it; part of an action. ``sides`` are those who begin the stage, where they are
    known. Raises: NoValidDraw, Impossible."""
    stage, absent = draw.stage, list[dict[str, Any]]()
    if draw.round == 1 and sides is None:
        sides, absent = drawing.sides_of(stage)
    beginning = sides or ()
    drawn = bridge.draw_round(stage, draw.round, draw.seed, beginning)
    draw.question = bridge.question(stage, draw.seed, beginning, draw.round)
    _keep(draw, drawn, [*bridge.notes(drawn.notes), *absent], beginning)


def let_out(draw: Draw) -> int:
    """Release a draw whose stage is locked; return how many matches were given a table."""
    stage = draw.stage
    if draw.round:
        plant(draw)
    draw.state, draw.released_at = Draw.State.RELEASED, timezone.now()
    draw.save(update_fields=["state", "released_at"])
    stage.state = Stage.State.RELEASED
    stage.results_version += 1
    stage.save(update_fields=["state", "results_version"])
    if draw.part > 1:
        return 0  # the tables of what it takes the place of are its own
    return timetable.in_order(stage, round=draw.round or None)


def plant(draw: Draw) -> None:
    """Turn the plan of a round into matches and byes; part of a release."""
    stage, plan = draw.stage, draw.plan
    if draw.round == 1 and draw.part == 1:
        drawing.begin_by_rounds(stage, [base.Qualifier(**side) for side in draw.entrants])
    gone = stage.matches.filter(code__in=plan.get("supersedes", ()), round=draw.round)
    begun = gone.exclude(state__in=NOT_BEGUN).first()
    if begun is not None:
        raise Impossible("draw-begun", matches=[begun.code])
    tables = [match.table for match in gone.order_by("table__number", "pk").select_related("table")]
    # Codes are never given twice in a round: the sheet of a match that is off may lie on a table still.
    first = Match.ever.filter(stage=stage, round=draw.round).count() + 1 if draw.part > 1 else 1
    drawing.supersede_matches(gone)
    if draw.part > 1:
        stage.byes.filter(round=draw.round, draw__isnull=False).update(is_standing=False)
    by_id = drawing.people(stage, slots(draw))
    matches, seats = bridge.round_rows(draw, plan["matches"], by_id, first=first)
    for match, table in zip(matches, tables, strict=False):
        match.table = table
    drawing.plant(matches, seats)
    asked = set(stage.byes.filter(round=draw.round).values_list("entrant__number", flat=True))
    Bye.objects.bulk_create(
        Bye(stage=stage, draw=draw, entrant=by_id[bye["entrant"]], round=draw.round, kind=bye["kind"])
        for bye in plan["byes"]
        if int(bye["entrant"]) not in asked
    )


@again_after_deadlock
def cancel(*, stage: Stage, by: User, number: int, reason: str) -> Draw:
    """Take the last released round back, with whatever was played in it: it can be drawn again. Its rows stay on
    record and stand no more.

    Raises: Impossible ``no-such-round``, ``not-the-last-round``, ``stage-closed``, ``reason-needed``.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    if not reason.strip():
        raise Impossible("reason-needed", name=stage.category.name)
    with transaction.atomic():
        stage = drawing.locked(stage)
        if stage.state != Stage.State.RELEASED:
            raise Impossible("stage-closed" if stage.state == Stage.State.CLOSED else "nothing-drawn")
        last = last_round(stage)
        if number != last:
            raise Impossible(
                "not-the-last-round" if 0 < number < last else "no-such-round", round=number, last=last
            )
        first = bridge.live_draw(stage, number)
        if first is None:
            raise Impossible("no-such-round", round=number, last=last)
        lost = list(stage.matches.filter(round=number).values_list("code", flat=True))
        back = [entrant.name for entrant in _cancel(stage, number)]
        said = {"matches": lost, "back": back, "reason": reason.strip()}
        drawing.said("competition.round.cancelled", stage, by, first, **said)
    return first


def redraw(*, stage: Stage, by: User, number: int) -> Draw:
    """Draw a round once more from the same seed, because what it was drawn from was corrected; rounds after it are
    cancelled. It is released again if it was.

    Raises: Impossible ``no-such-round``; NoValidDraw.
    """
    permissions.require("competition.decide", by, stage.category.tournament)
    with transaction.atomic():
        stage = drawing.locked(stage)
        old = bridge.live_draw(stage, number)
        if old is None:
            raise Impossible("no-such-round", round=number, last=last_round(stage))
        was_released = old.state == Draw.State.RELEASED
        for later in range(_last_drawn(stage), number - 1, -1):
            _cancel(stage, later)
        new = Draw(stage=stage, round=number, seed=old.seed, made_by=by, made_at=timezone.now())
        draw(new)
        if was_released:
            let_out(new)
        drawing.said("competition.round.redrawn", stage, by, new)
    return new


def repair(*, stage: Stage, by: User, number: int, seed: int | None = None) -> Draw:
    """Draw anew, as a draft, what is touched of a released round: matches not begun of which a side has left, whoever
    has a bye, and who came meanwhile. Whoever plays or has played stays.

    Raises: Impossible ``no-such-round``, ``nothing-to-repair``, ``draw-exists``; NoValidDraw.
    """
    permissions.require("competition.organize", by, stage.category.tournament)
    with transaction.atomic():
        stage = drawing.locked(stage)
        if number != last_round(stage) or stage.state != Stage.State.RELEASED:
            raise Impossible("no-such-round", round=number, last=last_round(stage))
        if stage.draws.filter(state=Draw.State.DRAFT).exists():
            raise Impossible("draft-stands")
        touched = set(broken(stage, number))
        free = _free(stage, number, touched)
        if not touched and len(free) < 2:
            raise Impossible("nothing-to-repair", round=number)
        part = 1 + (
            stage.draws.filter(round=number).order_by("-part").values_list("part", flat=True).first() or 0
        )
        new = Draw(stage=stage, round=number, part=part, made_by=by, made_at=timezone.now())
        new.seed = secrets.randbelow(drawing.LARGEST_SEED) if seed is None else seed
        staying = [row for row in stage.matches.filter(round=number) if row.code not in touched]
        fixed = [_fixed(row) for row in staying]
        drawn = bridge.draw_round(stage, number, new.seed, fixed=fixed, eligible=free)
        inside = {match.id for match in fixed}
        kept = base.RoundDraw(
            drawn.round,
            tuple(match for match in drawn.matches if match.id not in inside),
            tuple(bye for bye in drawn.byes if bye.entrant in free),
            drawn.notes,
        )
        new.question = bridge.question(stage, new.seed, (), number, fixed=fixed, eligible=free)
        _keep(new, kept, bridge.notes(drawn.notes), ())
        new.plan["supersedes"] = sorted(touched)
        new.save(update_fields=["plan"])
        drawing.said("competition.round.repaired", stage, by, new, matches=sorted(touched))
    return new


def ask_away(*, stage: Stage, by: User, number: int, entrants: Sequence[Entrant], reason: str = "") -> int:
    """Write down who will be away in a round that is not drawn yet: those and nobody else. Return how many.

    Raises: Impossible ``round-drawn``, ``not-taking-part``.
    """
    permissions.require("competition.desk", by, stage.category.tournament)
    with transaction.atomic():
        stage = drawing.locked(stage)
        if number <= last_round(stage) or bridge.live_draw(stage, number) is not None:
            raise Impossible("round-drawn", round=number)
        there = {row.entrant_id for row in stage.participants.all()}
        for entrant in entrants:
            if entrant.pk not in there:
                raise Impossible("not-taking-part", name=entrant.name)
        asked = stage.byes.filter(round=number, draw__isnull=True, kind=Bye.Kind.ABSENT)
        asked.exclude(entrant__in=entrants).update(is_standing=False)
        known = set(stage.byes.filter(round=number).values_list("entrant_id", flat=True))
        Bye.objects.bulk_create(
            Bye(stage=stage, entrant=each, round=number, kind=Bye.Kind.ABSENT)
            for each in entrants
            if each.pk not in known
        )
        names = [entrant.name for entrant in entrants]
        drawing.said(
            "competition.round.absences", stage, by, round=number, names=names, reason=reason.strip()
        )
    return len(entrants)


def slots(draw: Draw) -> list[str]:
    """Return who sits in a plan, in the order of its places: table by table, then who sits out."""
    seated = [side for seats in draw.plan["matches"] for side in seats]
    return seated + [bye["entrant"] for bye in draw.plan["byes"] if bye["kind"] == Bye.Kind.BYE]


def permute(draw: Draw, places: Mapping[int, Entrant]) -> None:
    """Put entrants of a plan in each other's places; the caller saves it."""
    comes = {str(row.number): str(places[row.pk].number) for row in _people_of(draw) if row.pk in places}
    draw.plan["matches"] = [[comes.get(side, side) for side in seats] for seats in draw.plan["matches"]]
    for bye in draw.plan["byes"]:
        bye["entrant"] = comes.get(bye["entrant"], bye["entrant"])


def notes(draw: Draw) -> list[dict[str, Any]]:
    """Say anew what a plan wants said, after a change by hand."""
    byes = tuple(base.Bye(bye["entrant"], draw.round, bye["kind"]) for bye in draw.plan["byes"])
    return bridge.round_notes(draw.stage, draw.round, draw.plan["matches"], byes)


def refuse_draft(stage: Stage) -> None:
    """Raises: Impossible ``draft-stands`` where a round is drawn and not released."""
    if stage.draws.filter(state=Draw.State.DRAFT).exists():
        raise Impossible("draft-stands")


def _keep(
    draw: Draw, drawn: base.RoundDraw, said: list[dict[str, Any]], beginning: Sequence[base.Qualifier]
) -> None:
    stage = draw.stage
    draw.plan = {
        "matches": [list(match.seats) for match in drawn.matches],
        "byes": [{"entrant": bye.entrant, "kind": bye.kind} for bye in drawn.byes],
    }
    everybody = set(slots(draw)) | {bye["entrant"] for bye in draw.plan["byes"]}
    known = beginning or [base.Qualifier(each) for each in sorted(everybody, key=int)]
    draw.entrants = bridge.drawn_from(known)
    draw.notes = said + _late(stage, draw.round)
    draw.save()


def _late(stage: Stage, number: int) -> list[dict[str, Any]]:
    """Name those who play from this round on."""
    if number == 1:
        return []
    rows = stage.participants.filter(since_round=number).values_list("entrant__number", flat=True)
    return [{"code": "late-entry", "facts": {"entrant": str(each), "round": number}} for each in rows]


def _cancel(stage: Stage, number: int) -> list[Entrant]:
    """Take a round back; return who is in the event again by that. Without its first round a stage is planned."""
    back: list[Entrant] = []
    for each in stage.draws.filter(round__gte=number).exclude(state=Draw.State.DISCARDED):
        back += drawing.supersede(each)
    if number == 1:
        drawing.nobody_takes_part(stage)
        stage.state = Stage.State.PLANNED
    stage.results_version += 1
    stage.save(update_fields=["state", "results_version"])
    return back


def _last_drawn(stage: Stage) -> int:
    live = stage.draws.exclude(state=Draw.State.DISCARDED).order_by("-round")
    return live.values_list("round", flat=True).first() or 0


def _free(stage: Stage, number: int, touched: set[str]) -> set[str]:
    """Return who is to be drawn into a round again: the others of broken matches, who has a bye, who came late."""
    sat = Seat.objects.filter(stage=stage, round=number, match__is_standing=True)
    seated = set(sat.exclude(match__code__in=touched).values_list("entrant_id", flat=True))
    away = stage.byes.filter(round=number).exclude(kind__in=(Bye.Kind.BYE, Bye.Kind.LATE), draw__isnull=False)
    out = seated | set(away.values_list("entrant_id", flat=True))
    there = stage.participants.filter(since_round__lte=number, entrant__state__in=Entrant.IN_PLAY)
    return {str(row.entrant.number) for row in there.select_related("entrant") if row.entrant_id not in out}


def _fixed(row: Match) -> base.Match:
    seats = row.seats.order_by("position").values_list("entrant__number", flat=True)
    return base.Match(row.code, tuple(str(each) for each in seats), round=row.round)


def _people_of(draw: Draw) -> list[Entrant]:
    return list(drawing.people(draw.stage, slots(draw)).values())

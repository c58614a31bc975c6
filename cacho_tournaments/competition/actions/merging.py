"""One person who stood twice: everything of one entrant goes to the other.

Knows: which rows are an entrant's. Does not know: whether they are one person (whoever merges says so), pages.

Nothing is lost and nothing is counted twice: seats with their results, byes, places in groups change hands, and the
entrant that is left over has gone, and says into whom.
"""

from typing import Any

from django.db import transaction
from django.db.models import F

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.actions import leaving
from cacho_tournaments.competition.actions.holding import held, locked
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import (
    Bye,
    Draw,
    Entrant,
    GroupPlace,
    Match,
    Participant,
    ResultLine,
    Seat,
    Stage,
)
from cacho_tournaments.competition.queries import merging as queries
from cacho_tournaments.competition.queries.leaving import has_place, missed_rounds
from cacho_tournaments.journal.actions import write
from cacho_tournaments.journal.transactions import again_after_deadlock
from cacho_tournaments.people.models import User

# Of two byes in one round the first of these kinds stands.
_WEIGHT = {Bye.Kind.BYE: 0, Bye.Kind.ABSENT: 1, Bye.Kind.LATE: 2}


@again_after_deadlock
def merge(*, keep: Entrant, other: Entrant, by: User, reason: str) -> Entrant:
    """Make two entrants of a category one. If the other had left, it is taken back in first: its open matches are
    played.

    Raises: Impossible ``reason-needed``, and as ``check``.
    """
    category = keep.category
    permissions.require("competition.organize", by, category.tournament)
    if not reason.strip():
        raise Impossible("reason-needed", name=keep.name)
    with transaction.atomic():
        category = held(category.pk)
        seats = Seat.objects.filter(entrant__in=[keep.pk, other.pk]).values("match")
        list(Match.objects.select_for_update().filter(pk__in=seats).order_by("pk").values_list("pk"))
        rows = {row.pk: row for row in locked([keep.pk, other.pk])}
        keep, other = rows[keep.pk], rows.get(other.pk, rows[keep.pk])
        check(keep=keep, other=other)
        if other.state in Entrant.LEFT and has_place(other):
            other = leaving.come_back(entrant=other, by=by, reason=reason)
        stages = queries.shown(category)
        codes = [match.code for match in queries.moved(other)]
        for stage in stages:
            _hand_over(stage, other, keep)
        _rename_in_plans(other, keep)
        other.left_from = other.left_from or other.state
        other.state, other.merged_into = Entrant.State.WITHDRAWN, keep
        other.save(update_fields=["state", "left_from", "merged_into"])
        write(
            "competition.entrant.merged",
            by=by,
            subject=keep,
            tournament_id=category.tournament_id,
            category=category.name,
            number=keep.number,
            name=keep.name,
            other=other.number,
            other_name=other.name,
            matches=codes,
            reason=reason.strip(),
        )
    return keep


def check(*, keep: Entrant, other: Entrant) -> None:
    """Refuse what cannot be one person, or cannot be joined without losing something.

    Raises: Impossible ``merge-same``, ``several-categories``, ``merged-already``, ``merge-out``, ``met-each-other``,
    ``both-drawn``, ``both-in-round``.
    """
    if keep.pk == other.pk:
        raise Impossible("merge-same", name=keep.name)
    if keep.category_id != other.category_id:
        raise Impossible("several-categories")
    for each in (keep, other):
        if each.merged_into_id is not None:
            raise Impossible("merged-already", name=each.name)
    barred = (Entrant.State.DISQUALIFIED, Entrant.State.ELIMINATED)
    for each, states in ((keep, Entrant.OUT), (other, barred)):
        if each.state in states:
            raise Impossible("merge-out", name=each.name)
    match = queries.meeting(keep, other)
    if match:
        raise Impossible("met-each-other", name=keep.name, other=other.name, match=match)
    for stage in queries.shown(keep.category):
        if stage.format not in Stage.BY_ROUND:
            if queries.both_in(stage, keep, other):
                raise Impossible("both-drawn", name=keep.name, other=other.name, stage=stage.order)
            continue
        number = queries.shared_round(stage, keep, other)
        if number:
            raise Impossible(
                "both-in-round", name=keep.name, other=other.name, stage=stage.order, round=number
            )


def _hand_over(stage: Stage, other: Entrant, keep: Entrant) -> None:
    seats = Seat.objects.filter(stage=stage, entrant=other)
    keys = list(seats.values_list("pk", flat=True))
    ResultLine.objects.filter(seat__in=keys, entrant=other).update(entrant=keep)
    seats.update(entrant=keep)
    GroupPlace.objects.filter(stage=stage, entrant=other).update(entrant=keep)
    _hand_over_rounds(stage, other, keep)
    for draw in stage.draws.exclude(state=Draw.State.DISCARDED):
        if any(side["id"] == str(other.number) for side in draw.entrants):
            draw.entrants = _renamed(draw.entrants, other, keep)
            draw.save(update_fields=["entrants"])
    stage.left.pop(str(other.number), None)
    stage.results_version = F("results_version") + 1
    stage.save(update_fields=["left", "results_version"])


def _hand_over_rounds(stage: Stage, other: Entrant, keep: Entrant) -> None:
    rows = {row.entrant_id: row for row in Participant.objects.filter(stage=stage, entrant__in=[keep, other])}
    theirs, own = rows.get(other.pk), rows.get(keep.pk)
    if theirs is None:
        return
    since = min(row.since_round for row in rows.values())
    if own is None:
        Participant.objects.filter(pk=theirs.pk).update(entrant=keep)
    else:
        Participant.objects.filter(pk=theirs.pk).update(is_standing=False)
        Participant.objects.filter(pk=own.pk).update(since_round=since)
    sat = set(Seat.objects.filter(stage=stage, entrant=keep).values_list("round", flat=True))
    byes = list(Bye.objects.filter(stage=stage, entrant__in=[keep, other]))
    byes.sort(key=lambda bye: (bye.round, _WEIGHT[Bye.Kind(bye.kind)], bye.entrant_id != keep.pk))
    for bye in byes:
        if bye.round in sat:
            Bye.objects.filter(pk=bye.pk).update(is_standing=False)
        sat.add(bye.round)
    Bye.objects.filter(stage=stage, entrant=other).update(entrant=keep)
    Bye.objects.bulk_create(
        Bye(stage=stage, entrant=keep, round=number, kind=Bye.Kind.ABSENT)
        for number in missed_rounds(keep, stage, since - 1)
    )


def _renamed(sides: list[dict[str, Any]], other: Entrant, keep: Entrant) -> list[dict[str, Any]]:
    """Return who was drawn with one number in the place of the other, nobody twice."""
    known = {side["id"] for side in sides}
    found = []
    for side in sides:
        if side["id"] != str(other.number):
            found.append(side)
        elif str(keep.number) not in known:
            found.append({**side, "id": str(keep.number)})
    return found


def _rename_in_plans(other: Entrant, keep: Entrant) -> None:
    """Have the one that stays play what the other was chosen for by hand."""
    for stage in keep.category.stages.filter(state=Stage.State.PLANNED, chosen__isnull=False):
        numbers = [keep.number if number == other.number else number for number in stage.chosen or ()]
        stage.chosen = list(dict.fromkeys(numbers))
        stage.save(update_fields=["chosen"])

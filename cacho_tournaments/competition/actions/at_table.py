"""Sides that do not come to a table of more than two: the others play without them.

Knows: seats of a match that has not begun, the round that an absent side sits out.
Does not know: turns (who leaves after the first turn gives up there), matches of two (``results.walkover``).

An empty seat is not deleted: it stands no more and goes behind those who play, so that these are numbered through.
The round counts for its side as an absence, where the stage is drawn round by round.
"""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Bye, Entrant, Match, Seat, Stage
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people.models import User

FEWEST = 2  # sides that can play
_APART = 100  # positions that no seat has, while seats change theirs


def missing(*, match: Match, by: User, absent: Sequence[int], reason: str = "") -> Match:
    """Say which seats stay empty: the others play, or, where fewer than two are there, it is a walkover.

    Raises: Impossible ``nobody-absent``, ``seat-not-seated``, ``table-begun``, and as ``results.walkover``.
    """
    permissions.require("competition.referee", by, match.stage.category.tournament)
    with transaction.atomic():
        match = _locked(match)
        sitting = match.seats.count()
        if sitting == FEWEST or sitting - len(set(absent)) < FEWEST:
            results.walkover(match=match, by=by, absent=absent, reason=reason)
            match.refresh_from_db(fields=["state", "finished_at"])
            return match
        gone = leave(match, absent)
        _write("competition.table.left", match, by, names=[str(row) for row in gone], reason=reason.strip())
    return match


def leave(match: Match, absent: Collection[int]) -> list[Entrant]:
    """Have those seats of a locked match stand no more; part of an action. Return whose they were.

    Raises: Impossible ``nobody-absent``, ``seat-not-seated``, ``table-begun``, ``table-too-small``.
    """
    seats = list(match.seats.select_related("entrant").order_by("position"))
    _refuse_begun(match)
    going = [seat for seat in seats if seat.position in set(absent)]
    unknown = set(absent) - {seat.position for seat in seats}
    if unknown:
        raise Impossible("seat-not-seated", match=match.code, position=min(unknown))
    if not going:
        raise Impossible("nobody-absent", match=match.code)
    staying = [seat for seat in seats if seat not in going]
    if len(staying) < FEWEST:
        raise Impossible("table-too-small", match=match.code, sides=len(staying))
    _seat_anew(match, staying, [*going, *_gone(match)])
    Seat.ever.filter(pk__in=[seat.pk for seat in going]).update(is_standing=False)
    gone = [seat.entrant for seat in going if seat.entrant is not None]
    if match.stage.format in Stage.BY_ROUND:
        Bye.objects.bulk_create(
            Bye(stage=match.stage, entrant=entrant, round=match.round, kind=Bye.Kind.ABSENT)
            for entrant in gone
        )
    _raise_version(match)
    return gone


@transaction.atomic
def come(*, match: Match, by: User, entrant: Entrant) -> Match:
    """Give a side that came after all its seat at the table again, behind the others.

    Raises: Impossible ``table-begun``, ``not-missing``.
    """
    permissions.require("competition.referee", by, match.stage.category.tournament)
    match = _locked(match)
    _refuse_begun(match)
    gone = _gone(match)
    back = next((seat for seat in gone if seat.entrant_id == entrant.pk), None)
    if back is None or entrant.state not in Entrant.IN_PLAY:
        raise Impossible("not-missing", match=match.code, name=entrant.name)
    byes = Bye.objects.filter(stage=match.stage, round=match.round, entrant=entrant)
    byes.filter(kind=Bye.Kind.ABSENT).update(is_standing=False)
    staying = list(match.seats.order_by("position"))
    Seat.ever.filter(pk=back.pk).update(is_standing=True)
    _seat_anew(match, [*staying, back], [seat for seat in gone if seat.pk != back.pk])
    _raise_version(match)
    _write("competition.table.returned", match, by, number=entrant.number, name=entrant.name)
    return match


def _seat_anew(match: Match, playing: Sequence[Seat], empty: Sequence[Seat]) -> None:
    """Number the seats through, those who play first; in two steps, for no two may ever have one position."""
    order = [*playing, *empty]
    Seat.ever.filter(match=match).update(position=F("position") + _APART)
    for position, seat in enumerate(order, start=1):
        Seat.ever.filter(pk=seat.pk).update(position=position)


def _gone(match: Match) -> list[Seat]:
    return list(Seat.ever.filter(match=match, is_standing=False).order_by("position"))


def _refuse_begun(match: Match) -> None:
    if match.state != Match.State.READY or match.started_at is not None:
        raise Impossible("table-begun", match=match.code)
    if match.stage.state != Stage.State.RELEASED:
        raise Impossible("stage-closed" if match.stage.state == Stage.State.CLOSED else "draw-not-released")


def _locked(match: Match) -> Match:
    related = Match.objects.select_for_update(of=("self",)).select_related("stage__category__tournament")
    found = related.filter(pk=match.pk).first()
    if found is None:
        raise Impossible("match-gone", match=match.code)
    return found


def _raise_version(match: Match) -> None:
    Stage.objects.filter(pk=match.stage_id).update(results_version=F("results_version") + 1)


def _write(verb: str, match: Match, by: User, **facts: Any) -> None:
    category = match.stage.category
    write(
        verb,
        by=by,
        subject=match,
        tournament_id=category.tournament_id,
        category=category.name,
        match=match.code,
        token=match.token,
        **facts,
    )

"""Which match is played at which table, when, and before which referee.

Knows: tables of the hall, times, staff. Does not know: draws, results, how long a match takes.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.actions.entries import KEEP, Keep
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Match, Stage, Table
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people.models import User


def give_tables(*, stage: Stage, round: int, by: User) -> int:
    """Give the tables of the hall to the open matches of a round, in order and round again; return how many."""
    category = stage.category
    permissions.require("competition.desk", by, category.tournament)
    with transaction.atomic():
        if not stage.matches.filter(round=round).exists():
            raise Impossible("no-such-round", round=round)
        given = in_order(stage, round=round)
        if not given:
            raise Impossible("no-tables")
        write(
            "competition.tables.given",
            by=by,
            subject=stage,
            tournament_id=category.tournament_id,
            category=category.name,
            round=round,
            matches=given,
        )
    return given


def place(
    *,
    match: Match,
    by: User,
    table: Table | Keep | None = KEEP,
    starts_at: datetime | Keep | None = KEEP,
    referee: User | Keep | None = KEEP,
) -> Match:
    """Set a match's table, time or referee. What is left out stays; None takes it away."""
    tournament = match.stage.category.tournament
    permissions.require("competition.desk", by, tournament)
    with transaction.atomic():
        match = (
            Match.objects.select_for_update(of=("self",)).select_related("stage__category").get(pk=match.pk)
        )
        facts: dict[str, Any] = {}
        if not isinstance(table, Keep):
            if table is not None and table.tournament_id != tournament.pk:
                raise Impossible("table-elsewhere", table=table.number)
            match.table = table
            facts["table"] = table.number if table else None
        if not isinstance(starts_at, Keep):
            match.starts_at = starts_at
            facts["starts_at"] = starts_at
        if not isinstance(referee, Keep):
            if referee is not None and not tournament.staff.filter(user=referee).exists():
                raise Impossible("referee-not-staff", name=str(referee))
            match.referee = referee
            facts["referee"] = str(referee) if referee else None
        _refuse_clash(match)
        match.save(update_fields=["table", "starts_at", "referee"])
        write(
            "competition.match.placed",
            by=by,
            subject=match,
            tournament_id=tournament.pk,
            category=match.stage.category.name,
            match=match.code,
            token=match.token,
            **facts,
        )
    return match


def in_order(stage: Stage, *, round: int | None = None) -> int:
    """Give tables 1, 2, 3 … to the matches not yet begun, each round from the first table on; part of an action.

    Nothing is given where the hall has no tables. The match for the third place comes after the final's.
    """
    tables = list(Table.objects.filter(tournament__categories__stages=stage).order_by("number"))
    open_matches = stage.matches.filter(state__in=(Match.State.WAITING, Match.State.READY))
    if round is not None:
        open_matches = open_matches.filter(round=round)
    if not tables:
        return 0
    locked = open_matches.select_for_update(of=("self",)).order_by("pk")
    matches = sorted(locked, key=lambda one: (one.round, one.bracket == "third-place", one.pk))
    counts: dict[int, int] = {}
    for match in matches:
        number = counts.get(match.round, 0)
        match.table = tables[number % len(tables)]
        counts[match.round] = number + 1
    Match.objects.bulk_update(matches, ["table"])
    return len(matches)


def behind(stage: Stage, matches: Sequence[Match]) -> None:
    """Give the following tables to matches that come behind those of their rounds; part of an action."""
    tables = list(Table.objects.filter(tournament__categories__stages=stage).order_by("number"))
    if not tables or not stage.matches.filter(table__isnull=False).exists():
        return
    for match in matches:
        before = stage.matches.filter(round=match.round, pk__lt=match.pk).count()
        match.table = tables[before % len(tables)]
    Match.objects.bulk_update(matches, ["table"])


def _refuse_clash(match: Match) -> None:
    if match.table_id is None or match.starts_at is None:
        return
    other = Match.objects.filter(table=match.table_id, starts_at=match.starts_at).exclude(pk=match.pk).first()
    if other is not None and match.table is not None:
        raise Impossible("table-taken", table=match.table.number, match=other.code)

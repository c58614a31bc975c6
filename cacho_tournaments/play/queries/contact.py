"""What a tablet is told at every contact: how far the logs are, whether anything else has changed, who writes.

Knows: rows. Does not know: turns, sentences, requests. Three queries, whatever was played: this is asked every few
seconds by every tablet of a hall.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Count, Model, OuterRef, Subquery
from django.db.models.expressions import Combinable
from django.db.models.query import QuerySet

from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.play.models import Call, Card, Confirmation, Game, Presence, Refusal, writer_name

_ANY = "any-token"
_NO_CALL = ".0"  # the last figure of a mark is that of open calls


@dataclass(frozen=True, slots=True)
class WriterView:
    """The browser that writes at a match."""

    tablet: str
    name: str
    seen_at: datetime
    waiting: int
    since: datetime


@dataclass(frozen=True, slots=True)
class Contact:
    """``sequences``: of each game begun, by its number. ``mark``: the same as long as nothing beside the logs has
    changed of what a tablet shows of the match."""

    sequences: Mapping[int, int]
    mark: str
    is_called: bool
    writer: WriterView | None


def contact(match: Match) -> Contact:
    """Return what a tablet at that match is told."""
    now = mark(match.token)
    return Contact(
        sequences=dict(Game.objects.filter(match=match).order_by().values_list("number", "sequence")),
        mark=now,
        is_called=not now.endswith(_NO_CALL),
        writer=_writer(match),
    )


def mark(token: str) -> str:
    """Return what tells whether anything of the match has changed that no row of a log tells; empty for a match that
    is only practised and has no rows at all."""
    sql, values = _question()
    with connection.cursor() as cursor:
        cursor.execute(sql, [token if value == _ANY else value for value in values])
        figures = cursor.fetchone() or ()
    return ".".join(each if isinstance(each, str) else str(int(each or 0)) for each in figures)


@cache
def _question() -> tuple[str, tuple[Any, ...]]:
    """Return the question for a match's figures as SQL with its values: to write it costs more than to answer it.

    What is sent beside turns is added and marked, never taken out: sums of what was added and what was marked grow with
    every change.
    """
    result = Result.objects.filter(match=OuterRef("pk"), is_current=True)
    figures = Match.ever.values_list(
        "state",
        "stage__state",
        "is_standing",
        "table",
        Subquery(result.values("pk")[:1]),
        _told(Confirmation, Count("pk")),
        _told(Card, Count("pk") + Count("withdrawn_at")),
        _told(Refusal, Count("pk") + Count("settled_at")),
        _told(Call, Count("pk") + Count("coming_at") + Count("closed_at")),
        _told(Call, Count("pk") - Count("closed_at")),
    )
    sql, values = figures.filter(token=_ANY).order_by().query.sql_with_params()
    return sql, values


def _told(model: type[Model], figure: Combinable) -> Subquery:
    rows: QuerySet[Model] = model._default_manager.filter(match=OuterRef("pk")).order_by()
    return Subquery(rows.values("match").annotate(figure=figure).values("figure"))


def _writer(match: Match) -> WriterView | None:
    row = Presence.objects.filter(match=match, writes=True).select_related("by", "device").first()
    if row is None:
        return None
    return WriterView(row.tablet, writer_name(row.device, row.by), row.seen_at, row.waiting, row.since)

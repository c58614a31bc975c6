"""What a tablet is told at every contact: how far the logs are, whether anything else has changed, who writes.

Knows: rows. Does not know: turns, sentences, requests. Three queries, whatever was played: this is asked every few
seconds by every tablet of a hall.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Max, Model, OuterRef, Q, Subquery
from django.db.models.query import QuerySet

from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.play.models import Call, Card, Confirmation, Game, Presence, Refusal

_NO_CALL = ".0"  # the last figure of a mark is that of the open call


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
    called = Call.objects.filter(match=OuterRef("pk"), closed_at__isnull=True)
    result = Result.objects.filter(match=OuterRef("pk"), is_current=True)
    figures = Match.ever.values_list(
        "state",
        "stage__state",
        "is_standing",
        "table",
        _told(Game, Count("pk", filter=Q(is_over=True))),
        Subquery(result.values("pk")[:1]),
        _told(Confirmation, Max("pk")),
        _told(Card, Count("pk")),
        _told(Card, Count("pk", filter=Q(withdrawn_at__isnull=False))),
        _told(Refusal, Max("pk")),
        _told(Refusal, Count("pk", filter=Q(is_open=True))),
        Exists(called.filter(coming_at__isnull=False)),
        Subquery(called.values("pk")[:1]),
    )
    found = figures.filter(token=token).first() or ()
    return ".".join(each if isinstance(each, str) else str(int(each or 0)) for each in found)


def _told(model: type[Model], figure: Max | Count) -> Subquery:
    rows: QuerySet[Model] = model._default_manager.filter(match=OuterRef("pk")).order_by()
    return Subquery(rows.values("match").annotate(figure=figure).values("figure"))


def _writer(match: Match) -> WriterView | None:
    row = Presence.objects.filter(match=match, writes=True).select_related("by", "device").first()
    if row is None:
        return None
    name = " · ".join(str(each) for each in (row.device, row.by) if each)
    return WriterView(row.tablet, name, row.seen_at, row.waiting, row.since)

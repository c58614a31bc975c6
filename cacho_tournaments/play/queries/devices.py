"""Tablets: the one of a link, and the organizer's list of them.

Knows: rows, when each was heard of last. Does not know: how a code lets in (``actions.pairing``), who was let in
(``views.access``).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Max, Q, QuerySet, Sum

from cacho_tournaments.competition.models import Table, Tournament
from cacho_tournaments.play.models import Device


@dataclass(frozen=True, slots=True)
class DeviceTable:
    """A table that a tablet was given."""

    number: int
    label: str


@dataclass(frozen=True, slots=True)
class DeviceCard:
    """A tablet on the organizer's pages. The link's token and the PIN are for organizers alone, and spent once it
    ``is_paired``; a PIN that waits too long lapses. ``heard_at`` and ``waiting``: its last word from a match, and how
    many turns it had not sent."""

    pk: int
    label: str
    token: str
    pin: str
    pin_has_lapsed: bool
    pin_until: datetime
    tables: tuple[DeviceTable, ...]
    paired_at: datetime | None
    heard_at: datetime | None
    waiting: int
    is_revoked: bool
    created_at: datetime

    @property
    def is_paired(self) -> bool:
        """Whether a tablet is let in by it now."""
        return self.paired_at is not None and not self.is_revoked

    @property
    def is_waiting(self) -> bool:
        """Whether its code still waits to be scanned."""
        return self.paired_at is None and not self.is_revoked

    @property
    def spoken_pin(self) -> str:
        """The PIN as it is read aloud and printed, in two halves."""
        half = len(self.pin) // 2
        return f"{self.pin[:half]} {self.pin[half:]}"


def device_of(token: str) -> Device | None:
    """Return the tablet of a link; None once it is revoked."""
    return (
        Device.objects.filter(token=token, revoked_at__isnull=True)
        .select_related("tournament")
        .prefetch_related("tables")
        .first()
    )


def device_cards(tournament: Tournament) -> tuple[DeviceCard, ...]:
    """Return the event's tablets in the order of their tables, those shut out last."""
    cards = [_card(row) for row in _rows().filter(tournament=tournament)]
    return tuple(sorted(cards, key=_by_table))


def card_of_link(token: str) -> DeviceCard | None:
    """Return the tablet of a link, whatever became of it."""
    row = _rows().filter(token=token).first() if token else None
    return _card(row) if row else None


def tables_without_tablet(tournament: Tournament) -> tuple[Table, ...]:
    """Return the tables for which no tablet may write."""
    served = Device.objects.filter(tournament=tournament, revoked_at__isnull=True).values("tables")
    return tuple(
        Table.objects.filter(tournament=tournament).exclude(pk__in=served.filter(tables__isnull=False))
    )


def _rows() -> QuerySet[Device]:
    # What was heard of whoever came in by an older code is no matter of the present one.
    since = Q(presences__seen_at__gte=F("paired_at"))
    return Device.objects.annotate(
        heard_at=Max("presences__seen_at", filter=since), waiting=Sum("presences__waiting", filter=since)
    ).prefetch_related("tables")


def _card(row: Device) -> DeviceCard:
    return DeviceCard(
        pk=row.pk,
        label=row.label,
        token=row.token,
        pin=row.pin,
        pin_has_lapsed=row.pin_has_lapsed,
        pin_until=row.pin_until,
        tables=tuple(_tables(row.tables.all())),
        paired_at=row.paired_at,
        heard_at=getattr(row, "heard_at", None),
        waiting=getattr(row, "waiting", None) or 0,
        is_revoked=row.revoked_at is not None,
        created_at=row.created_at,
    )


def _tables(rows: Iterable[Table]) -> Iterable[DeviceTable]:
    return (DeviceTable(number=table.number, label=str(table)) for table in rows)


def _by_table(card: DeviceCard) -> tuple[bool, int, str]:
    first = min((table.number for table in card.tables), default=10_000)
    return (card.is_revoked, first, card.label)

"""Tablets: the one of a link, and the organizer's list of them.

Knows: rows. Does not know: how a PIN is checked (``actions.devices``), who was let in (``views.access``).
"""

from dataclasses import dataclass
from datetime import datetime

from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.play.models import Device


@dataclass(frozen=True, slots=True)
class DeviceTable:
    """A table that a tablet was given."""

    number: int
    label: str


@dataclass(frozen=True, slots=True)
class DeviceCard:
    """A tablet on the organizer's page. The link's token and the PIN are for organizers alone."""

    pk: int
    label: str
    token: str
    pin: str
    tables: tuple[DeviceTable, ...]
    locked_until: datetime | None
    is_revoked: bool
    created_at: datetime


def device_of(token: str) -> Device | None:
    """Return the tablet of a link; None once it is revoked."""
    return (
        Device.objects.filter(token=token, revoked_at__isnull=True)
        .select_related("tournament")
        .prefetch_related("tables")
        .first()
    )


def device_cards(tournament: Tournament) -> tuple[DeviceCard, ...]:
    """Return the event's tablets, those in use first."""
    rows = Device.objects.filter(tournament=tournament).prefetch_related("tables")
    cards = [
        DeviceCard(
            pk=row.pk,
            label=row.label,
            token=row.token,
            pin=row.pin,
            tables=tuple(DeviceTable(number=table.number, label=str(table)) for table in row.tables.all()),
            locked_until=row.locked_until,
            is_revoked=row.revoked_at is not None,
            created_at=row.created_at,
        )
        for row in rows
    ]
    return tuple(sorted(cards, key=lambda card: card.is_revoked))

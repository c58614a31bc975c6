"""What else a table sent about its match, as the referee's page shows it: confirmations, cards, the open call.

Knows: rows. Does not know: turns, sentences, requests. Three queries, whatever was sent.
"""

from dataclasses import dataclass
from datetime import datetime

from cacho_tournaments.play.models import Call, Card, Confirmation, writer_name


@dataclass(frozen=True, slots=True)
class ConfirmationView:
    """A side's word on the end of the match, or the referee's for it, given on the log as it then was."""

    side: int
    how: str
    at_server: datetime
    game_number: int
    sequence: int


@dataclass(frozen=True, slots=True)
class CardView:
    """A card or a penalty that stands. ``item`` is the id under which the table sent it."""

    item: str
    side: int
    kind: str
    reason: str
    at_server: datetime
    who: str


@dataclass(frozen=True, slots=True)
class CallView:
    """The open call of the chief referee. ``who`` called; once somebody is ``coming``, who comes."""

    item: str
    reason: str
    at_server: datetime
    coming: bool
    who: str


@dataclass(frozen=True, slots=True)
class AtTable:
    """All of it, oldest first. ``items``: the ids of everything that was stored, whether it stands or not: a tablet
    sends again what is missing there."""

    confirmations: tuple[ConfirmationView, ...]
    cards: tuple[CardView, ...]
    call: CallView | None
    items: tuple[str, ...]


def at_table(token: str) -> AtTable:
    """Return what stands of what the table of a match has sent besides turns."""
    confirmations = list(Confirmation.objects.filter(match__token=token))
    cards = list(Card.objects.filter(match__token=token).select_related("by", "device"))
    calls = list(Call.objects.filter(match__token=token).select_related("by", "device", "coming_by"))
    call = next((row for row in calls if row.closed_at is None), None)
    return AtTable(
        confirmations=tuple(
            ConfirmationView(row.side, row.how, row.at_server, row.game_number, row.sequence)
            for row in confirmations
        ),
        cards=tuple(
            CardView(
                row.client_id, row.side, row.kind, row.reason, row.at_server, writer_name(row.device, row.by)
            )
            for row in cards
            if row.withdrawn_at is None
        ),
        call=CallView(
            call.client_id,
            call.reason,
            call.at_server,
            call.coming_at is not None,
            str(call.coming_by or "") if call.coming_at else writer_name(call.device, call.by),
        )
        if call
        else None,
        items=tuple(row.client_id for row in (*confirmations, *cards, *calls)),
    )

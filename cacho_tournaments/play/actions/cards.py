"""Cards and penalties shown to a side, and taken back.

Knows: what a card needs. Does not know: what follows from one (the chief referee), scores.
"""

from django.db import transaction
from django.utils import timezone

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.models import Match, Seat
from cacho_tournaments.people.models import User
from cacho_tournaments.play.actions.sender import Sender
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Card, Device
from cacho_tournaments.play.sent import Outcome, SentCard

MAX_REASON = 200


def show(*, match: Match, sent: SentCard, by: User | None = None, device: Device | None = None) -> Outcome:
    """Write down a card or penalty, once by its id. A match that is over may have one still.

    Raises: PermissionDenied; Impossible ``device-revoked``, ``not-your-table``, ``match-replaced``, ``no-such-side``,
    ``card-without-reason``, ``known-id-other-turn``.
    """
    sender = Sender(by, device)
    reason = " ".join(sent.reason.split())[:MAX_REASON]
    with transaction.atomic():
        match = sender.at(match)
        before = Card.objects.filter(client_id=sent.client_id).first()
        if before is not None:
            if (before.match_id, before.side, before.kind) != (match.pk, sent.side, sent.card):
                raise Impossible("known-id-other-turn", client_id=sent.client_id)
            return Outcome(sent.client_id, "repeated", kind="card")
        if not match.is_standing:
            raise Impossible("match-replaced", match=match.code)
        if not reason:
            raise Impossible("card-without-reason")
        name = _name_of(match, sent.side)
        Card.objects.create(
            match=match,
            client_id=sent.client_id,
            side=sent.side,
            kind=sent.card,
            reason=reason,
            by=by,
            device=device,
            at_device=sent.at_device,
            at_server=timezone.now(),
        )
        sender.say("play.card.shown", match, side=sent.side, name=name, card=sent.card, reason=reason)
    return Outcome(sent.client_id, "stored", kind="card")


def withdraw(*, card: Card, by: User, reason: str) -> Card:
    """Take a card back; it stays written down, with the reason.

    Raises: PermissionDenied; Impossible ``reason-needed``, ``already-withdrawn``.
    """
    reason = " ".join(reason.split())[:MAX_REASON]
    with transaction.atomic():
        match = Match.ever.select_related("stage__category__tournament").get(pk=card.match_id)
        permissions.require("competition.decide", by, match.stage.category.tournament)
        row = Card.objects.select_for_update(of=("self",)).get(pk=card.pk)
        if not reason:
            raise Impossible("reason-needed", name=match.code)
        if row.withdrawn_at is not None:
            raise Impossible("already-withdrawn")
        row.withdrawn_at, row.withdrawn_by, row.withdrawn_reason = timezone.now(), by, reason
        row.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_reason"])
        name = _name_of(match, row.side)
        Sender(by).say("play.card.withdrawn", match, side=row.side, name=name, card=row.kind, reason=reason)
    return row


def _name_of(match: Match, side: int) -> str:
    """Return who sits at the side. Raises: Impossible ``no-such-side``."""
    seat = Seat.ever.filter(match=match, position=side, is_standing=match.is_standing)
    found = seat.select_related("entrant").first()
    if found is None or found.entrant is None:
        raise Impossible("no-such-side", side=side)
    return str(found.entrant.name)

"""A table calls the chief referee, who comes and closes the call.

Knows: one open call a table. Does not know: what the call is about, who looks at the hall.
"""

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.models import Match
from cacho_tournaments.people.models import User
from cacho_tournaments.play.actions.sender import Sender, locked
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Call, Device
from cacho_tournaments.play.sent import Outcome, SentCall, SentUncall

MAX_REASON = 200


def call(*, match: Match, sent: SentCall, by: User | None = None, device: Device | None = None) -> Outcome:
    """Call the chief referee to the match's table. Where a call of the table is open, this one is that one.

    Raises: PermissionDenied; Impossible ``device-revoked``, ``not-your-table``, ``known-id-other-turn``.
    """
    sender = Sender(by, device)
    reason = " ".join(sent.reason.split())[:MAX_REASON]
    with transaction.atomic():
        match = sender.at(match)
        before = Call.objects.filter(client_id=sent.client_id).first()
        if before is not None and before.match_id != match.pk:
            raise Impossible("known-id-other-turn", client_id=sent.client_id)
        same_table = Q(match=match) | Q(table__isnull=False, table=match.table_id)
        if before is not None or Call.objects.filter(same_table, closed_at__isnull=True).exists():
            return Outcome(sent.client_id, "repeated", kind="call")
        row = Call(
            match=match,
            client_id=sent.client_id,
            table_id=match.table_id,
            reason=reason,
            by=by,
            device=device,
            at_device=sent.at_device,
            at_server=timezone.now(),
        )
        try:
            with transaction.atomic():
                row.save(force_insert=True)
        except IntegrityError:
            # Another match of the table, whose lock is not ours, has called in this moment.
            return Outcome(sent.client_id, "repeated", kind="call")
        sender.say("play.call.opened", match, reason=reason)
    return Outcome(sent.client_id, "stored", kind="call")


def uncall(
    *, match: Match, sent: SentUncall, by: User | None = None, device: Device | None = None
) -> Outcome:
    """Take a call back, by the id under which it was sent; one that is closed stays so.

    Raises: PermissionDenied; Impossible ``device-revoked``, ``not-your-table``, ``no-such-call``.
    """
    sender = Sender(by, device)
    with transaction.atomic():
        match = sender.at(match)
        row = Call.objects.filter(match=match, client_id=sent.call).first()
        if row is None:
            raise Impossible("no-such-call")
        if row.closed_at is not None:
            return Outcome(sent.client_id, "repeated", kind="uncall")
        row.closed_at, row.closed_by = timezone.now(), by
        row.save(update_fields=["closed_at", "closed_by"])
        sender.say("play.call.taken-back", match)
    return Outcome(sent.client_id, "stored", kind="uncall")


def coming(*, call: Call, by: User) -> Call:
    """Tell the table that somebody is on the way; whoever said so first is named.

    Raises: PermissionDenied; Impossible ``call-closed``.
    """
    with transaction.atomic():
        match, row = _open_one(call, by)
        if row.coming_at is not None:
            return row
        row.coming_at, row.coming_by = timezone.now(), by
        row.save(update_fields=["coming_at", "coming_by"])
        Sender(by).say("play.call.answered", match)
    return row


def close(*, call: Call, by: User, outcome: str = "") -> Call:
    """Close a call with what was decided.

    Raises: PermissionDenied; Impossible ``call-closed``.
    """
    with transaction.atomic():
        match, row = _open_one(call, by)
        row.closed_at, row.closed_by = timezone.now(), by
        row.outcome = " ".join(outcome.split())[:MAX_REASON]
        row.save(update_fields=["closed_at", "closed_by", "outcome"])
        Sender(by).say("play.call.closed", match, reason=row.outcome)
    return row


def _open_one(call: Call, by: User) -> tuple[Match, Call]:
    match = locked(call.match_id)
    permissions.require("competition.decide", by, match.stage.category.tournament)
    row = Call.objects.get(pk=call.pk)
    if row.closed_at is not None:
        raise Impossible("call-closed")
    return match, row

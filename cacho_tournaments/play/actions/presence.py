"""Which browsers are at a match, and which of them writes.

Knows: when each was heard of, what waits in it, how the writing goes over from one to another.
Does not know: turns (whoever writes, ``turns`` judges by the sequence alone).

Being heard of is no act: the journal tells of taking over alone.
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from cacho_tournaments.competition.models import Match
from cacho_tournaments.people.models import User
from cacho_tournaments.play.actions.sender import Sender, locked
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device, Presence, writer_name

MOST_OFF_S = 10 * 365 * 24 * 3600  # a clock further off than this is as wrong


@dataclass(frozen=True, slots=True)
class Sign:
    """What a browser tells of itself."""

    tablet: str
    waiting: int = 0
    clock_off_s: int = 0
    build: str = ""


def note(match: Match, sign: Sign, sender: Sender, *, sends: bool = False, watches: bool = False) -> None:
    """Note a browser within the transaction of whoever has checked its right. Where none writes, it writes from now on
    if it has just come or ``sends`` something, unless it only ``watches``."""
    is_new = _told(match, sign, sender)
    if watches or not (is_new or sends):
        return
    if Presence.objects.filter(match=match, writes=True).exists():
        return
    mine = Presence.objects.filter(match=match, tablet=sign.tablet)
    mine.update(writes=True, since=timezone.now())


def take(*, match: Match, sign: Sign, by: User | None = None, device: Device | None = None) -> None:
    """Let this browser be the one that writes; whichever did so till now watches.

    Raises: PermissionDenied; Impossible ``device-revoked``, ``not-your-table``.
    """
    sender = Sender(by, device)
    with transaction.atomic():
        match = sender.at(match)
        _told(match, sign, sender)
        before = Presence.objects.filter(match=match, writes=True).select_related("by", "device").first()
        if before is not None and before.tablet == sign.tablet:
            return
        Presence.objects.filter(match=match, writes=True).update(writes=False)
        mine = Presence.objects.filter(match=match, tablet=sign.tablet)
        mine.update(writes=True, since=timezone.now())
        if before is not None:
            sender.say(
                "play.writer.changed",
                match,
                before=writer_name(before.device, before.by),
                waiting=before.waiting,
            )


def leave(*, match: Match, tablet: str, by: User | None = None, device: Device | None = None) -> None:
    """Let a browser write no more, its own wish or the chief referee's; nobody writes then until one begins.

    Raises: PermissionDenied; Impossible ``device-revoked``, ``not-your-table``, ``not-at-this-match``.
    """
    sender = Sender(by, device)
    with transaction.atomic():
        match = sender.at(match)
        row = Presence.objects.filter(match=match, tablet=tablet).select_related("by", "device").first()
        if row is None:
            raise Impossible("not-at-this-match", match=match.code)
        if not row.writes:
            return
        row.writes = False
        row.save(update_fields=["writes"])
        sender.say("play.writer.left", match, before=writer_name(row.device, row.by), waiting=row.waiting)


def _told(match: Match, sign: Sign, sender: Sender) -> bool:
    """Write down what a browser tells of itself; tell whether it was never heard of here before."""
    now = timezone.now()
    told = {
        "by": sender.by,
        "device": sender.device,
        "seen_at": now,
        "waiting": sign.waiting,
        "clock_off_s": max(-MOST_OFF_S, min(MOST_OFF_S, sign.clock_off_s)),
        "build": sign.build,
    }
    if Presence.objects.filter(match=match, tablet=sign.tablet).update(**told):
        return False
    locked(match.pk)  # who comes at the same moment waits: one of them begins to write
    new = Presence(match=match, tablet=sign.tablet, since=now, **told)
    Presence.objects.bulk_create([new], ignore_conflicts=True)  # two pages of one browser open together
    return True

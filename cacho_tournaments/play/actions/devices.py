"""Tablets let in and out: made, opened with a PIN, revoked.

Knows: tokens, PINs, how often a wrong one was tried. Does not know: sessions, QR codes, pages.
"""

import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.models import Table, Tournament
from cacho_tournaments.journal import actions as journal
from cacho_tournaments.people.models import User
from cacho_tournaments.people.names import clean
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device

WRONG_PINS = 10
REST = timedelta(minutes=5)
PIN_DIGITS = 6


def add(*, tournament: Tournament, by: User, label: str, tables: Sequence[Table]) -> Device:
    """Make a tablet with a secret link and a PIN, for these tables alone.

    Raises: PermissionDenied; Impossible ``label-missing``, ``label-taken``, ``other-events-table``.
    """
    permissions.require("competition.organize", by, tournament)
    label = clean(label)[:60]
    if not label:
        raise Impossible("label-missing")
    if any(table.tournament_id != tournament.pk for table in tables):
        raise Impossible("other-events-table")
    with transaction.atomic():
        # The event's row is the lock: two tablets of one name made at once are one, and one refusal.
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        if Device.objects.filter(tournament=tournament, label=label).exists():
            raise Impossible("label-taken", label=label)
        device = Device.objects.create(
            tournament=tournament,
            label=label,
            token=secrets.token_urlsafe(18),
            pin=f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}",
        )
        device.tables.set(tables)
        _say("play.device.added", device, by=by, tables=[table.number for table in tables])
    return device


def revoke(*, device: Device, by: User) -> Device:
    """Shut a tablet out from this moment; what it has written stays. Doing it twice changes nothing.

    Raises: PermissionDenied.
    """
    permissions.require("competition.organize", by, device.tournament)
    with transaction.atomic():
        row = Device.objects.select_for_update().get(pk=device.pk)
        if row.revoked_at is None:
            row.revoked_at = timezone.now()
            row.save(update_fields=["revoked_at"])
            _say("play.device.revoked", row, by=by)
    return row


def check_pin(*, token: str, pin: str) -> Device:
    """Return the tablet of this link if the PIN is right.

    Ten wrong ones in a row let the link rest for five minutes; tablets already let in go on writing.
    Raises: Impossible ``no-such-device``, ``device-revoked``, ``device-locked``, ``wrong-pin``.
    """
    with transaction.atomic():
        # The row is locked while the PIN is looked at, so that tries sent at once are counted one by one.
        device = Device.objects.select_for_update().filter(token=token).first()
        refusal = _refusal(device, pin)
        if device is not None and refusal is None:
            device.wrong_pins = 0
            device.locked_until = None
            device.save(update_fields=["wrong_pins", "locked_until"])
            _say("play.device.opened", device)
            return device
    # Raised outside the transaction: the count of wrong tries must stand.
    raise refusal or Impossible("no-such-device")


def _refusal(device: Device | None, pin: str) -> Impossible | None:
    if device is None:
        return Impossible("no-such-device")
    if device.revoked_at is not None:
        return Impossible("device-revoked", device=device.label)
    now = timezone.now()
    if device.locked_until is not None and device.locked_until > now:
        minutes = -(-(device.locked_until - now) // timedelta(minutes=1))
        return Impossible("device-locked", minutes=minutes, device=device.label)
    if secrets.compare_digest(device.pin.encode(), "".join(pin.split()).encode("utf-8", "replace")):
        return None
    device.wrong_pins += 1
    left = WRONG_PINS - device.wrong_pins
    if left <= 0:
        device.wrong_pins = 0
        device.locked_until = now + REST
    device.save(update_fields=["wrong_pins", "locked_until"])
    if left > 0:
        return Impossible("wrong-pin", left=left)
    _say("play.device.locked", device)
    return Impossible("device-locked", minutes=REST // timedelta(minutes=1), device=device.label)


def _say(verb: str, device: Device, *, by: User | None = None, **facts: Any) -> None:
    """Write into the journal, as the tablet itself where nobody is logged in."""
    journal.write(
        verb,
        by=by,
        device="" if by else device.label,
        subject=device,
        tournament_id=device.tournament_id,
        label=device.label,
        **facts,
    )

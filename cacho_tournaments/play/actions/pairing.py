"""A tablet let in, once: by the link that its QR code holds, or by its PIN typed without one.

Knows: what is spent, how many wrong PINs came from where. Does not know: sessions, addresses of pages.

Links cannot be guessed and are never counted: whatever is done to the PINs, a tablet that scans its code comes in.
PINs can be guessed, so wrong ones are counted: of one browser, of one address (behind which a whole venue may stand,
hence more of them), and of all; within minutes against whoever hurries, within a day against whoever has time. A PIN
lapses besides (``Device.pin_has_lapsed``). Of thirty tablets that wait all that while, somebody at one address finds
one in twenty such fortnights.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from cacho_tournaments.journal import actions as journal
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import PIN_HOLDS, Device, WrongPins

REST, DAY, HOUR = timedelta(minutes=5), timedelta(days=1), timedelta(hours=1)
OF_A_BROWSER, OF_AN_ADDRESS, OF_ALL = 10, 40, 120  # wrong PINs, until those who try them rest
OF_AN_ADDRESS_A_DAY, OF_ALL_A_DAY = 120, 1000
CLAIM_HOLDS = timedelta(minutes=15)
_DAY = "day "  # so begins the source of a count that is kept for a day


@dataclass(frozen=True, slots=True)
class _Limit:
    """So many wrong PINs within so long, and whoever they are counted of rests until that time is over."""

    most: int
    within: timedelta


def pair(*, token: str, claim: str = "") -> Device:
    """Let in the tablet of this link; the link and its PIN are spent with it.

    Sent again under the same ``claim`` it lets in again: the answer may have been lost on its way.
    Raises: Impossible ``no-such-device``, ``device-revoked``, ``code-spent``.
    """
    with transaction.atomic():
        device = Device.objects.select_for_update().filter(token=token).first()
        if device is None:
            raise Impossible("no-such-device")
        if device.revoked_at is not None:
            raise Impossible("device-revoked", device=device.label)
        if device.paired_at is None:
            _let_in(device, claim)
        elif not _is_again(device, claim):
            raise Impossible("code-spent", device=device.label)
    return device


def pair_by_pin(*, pin: str, address: str, browser: str, claim: str = "") -> Device:
    """Let in the waiting tablet of this PIN. ``address`` and ``browser`` say who tries, for the count of wrong ones.

    Raises: Impossible ``wrong-pin``, ``pin-lapsed``, ``pins-rest``, ``pins-rest-a-day``.
    """
    pin = "".join(pin.split())
    limits = {
        f"{address} {browser}"[:120]: _Limit(OF_A_BROWSER, REST),
        address[:120]: _Limit(OF_AN_ADDRESS, REST),
        "": _Limit(OF_ALL, REST),
        f"{_DAY}{address}"[:120]: _Limit(OF_AN_ADDRESS_A_DAY, DAY),
        f"{_DAY}of all": _Limit(OF_ALL_A_DAY, DAY),
    }
    with transaction.atomic():
        now = timezone.now()
        counts = _counted(limits, now)
        refusal = _resting(counts, limits, now)
        device = None if refusal else _of_pin(pin, claim, now)
        has_lapsed = device is not None and device.pin_has_lapsed
        if device is not None and not has_lapsed:
            if device.paired_at is None:
                _let_in(device, claim)
            return device
        if refusal is None:
            refusal = _wrong(counts, limits, now)
            if has_lapsed and refusal.code == "wrong-pin":
                refusal = Impossible("pin-lapsed", days=PIN_HOLDS.days)
    # Raised outside the transaction: the count of wrong tries must stand.
    raise refusal


def _let_in(device: Device, claim: str) -> None:
    device.paired_at, device.claim = timezone.now(), claim
    device.save(update_fields=["paired_at", "claim"])
    journal.write(
        "play.device.opened",
        by=None,
        device=device.label,
        subject=device,
        tournament_id=device.tournament_id,
        label=device.label,
    )


def _is_again(device: Device, claim: str) -> bool:
    if not claim or device.paired_at is None or timezone.now() - device.paired_at > CLAIM_HOLDS:
        return False
    return secrets.compare_digest(device.claim, claim)


def _of_pin(pin: str, claim: str, now: datetime) -> Device | None:
    rows = Device.objects.select_for_update().filter(revoked_at__isnull=True, pin=pin)
    waiting = rows.filter(paired_at__isnull=True).first()
    if waiting is not None or not claim:
        return waiting
    return rows.filter(claim=claim, paired_at__gt=now - CLAIM_HOLDS).first()


def _counted(limits: Mapping[str, _Limit], now: datetime) -> list[WrongPins]:
    """Return the count of each source, locked; tries sent at once are counted one by one."""
    of_a_day = Q(source__startswith=_DAY)
    WrongPins.objects.filter(Q(since__lt=now - DAY) | Q(since__lt=now - REST) & ~of_a_day).delete()
    # In one order for everybody, so that nobody waits for somebody who waits.
    for source in sorted(limits):
        WrongPins.objects.get_or_create(source=source, defaults={"since": now})
    return list(WrongPins.objects.select_for_update().filter(source__in=limits).order_by("source"))


def _resting(counts: list[WrongPins], limits: Mapping[str, _Limit], now: datetime) -> Impossible | None:
    full = [row for row in counts if row.count >= limits[row.source].most]
    if not full:
        return None
    left = max(row.since + limits[row.source].within for row in full) - now
    if left > REST:
        return Impossible("pins-rest-a-day", hours=_begun(left, HOUR))
    return Impossible("pins-rest", minutes=_begun(left, timedelta(minutes=1)))


def _begun(left: timedelta, unit: timedelta) -> int:
    return max(-(-left // unit), 1)


def _wrong(counts: list[WrongPins], limits: Mapping[str, _Limit], now: datetime) -> Impossible:
    for row in counts:
        row.count += 1
    WrongPins.objects.bulk_update(counts, ["count"])
    resting = _resting(counts, limits, now)
    if resting is not None:
        _tell_organizers(max(row.count for row in counts if row.count >= limits[row.source].most))
        return resting
    return Impossible("wrong-pin", left=min(limits[row.source].most - row.count for row in counts))


def _tell_organizers(count: int) -> None:
    """Write into the journal of every event whose tablets wait to be let in: one of them was meant."""
    waiting = Device.objects.filter(paired_at__isnull=True, revoked_at__isnull=True)
    firsts = {device.tournament_id: device for device in waiting.order_by("-label")}
    for tournament_id, device in firsts.items():
        journal.write("play.device.locked", by=None, subject=device, tournament_id=tournament_id, count=count)

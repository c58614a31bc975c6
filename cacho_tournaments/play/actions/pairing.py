"""A tablet let in, once: by the link that its QR code holds, or by its PIN typed without one.

Knows: what is spent, how many wrong PINs came from where. Does not know: sessions, addresses of pages.

Links cannot be guessed and are never counted: whatever is done to the PINs, a tablet that scans its code comes in.
PINs can be guessed, so wrong ones are counted three times: of one browser, of one address (behind which a whole venue
may stand, hence more of them), and of all. Ten guesses of one browser find one of twenty waiting tablets once in five
thousand tries.
"""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from cacho_tournaments.journal import actions as journal
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device, WrongPins

REST = timedelta(minutes=5)
OF_A_BROWSER, OF_AN_ADDRESS, OF_ALL = 10, 40, 120  # wrong PINs, until those who try them rest
CLAIM_HOLDS = timedelta(minutes=15)


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

    Raises: Impossible ``wrong-pin``, ``pins-rest``.
    """
    pin = "".join(pin.split())
    sources = {
        f"{address} {browser}"[:120]: OF_A_BROWSER,
        address[:120]: OF_AN_ADDRESS,
        "": OF_ALL,
    }
    with transaction.atomic():
        now = timezone.now()
        counts = _counted(sources, now)
        refusal = _resting(counts, sources, now)
        device = None if refusal else _of_pin(pin, claim, now)
        if device is not None:
            if device.paired_at is None:
                _let_in(device, claim)
            return device
        if refusal is None:
            refusal = _wrong(counts, sources, now)
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


def _counted(sources: dict[str, int], now: datetime) -> list[WrongPins]:
    """Return the count of each source, locked; tries sent at once are counted one by one."""
    WrongPins.objects.filter(since__lt=now - REST).delete()
    # In one order for everybody, so that nobody waits for somebody who waits.
    for source in sorted(sources):
        WrongPins.objects.get_or_create(source=source, defaults={"since": now})
    return list(WrongPins.objects.select_for_update().filter(source__in=sources).order_by("source"))


def _resting(counts: list[WrongPins], most: dict[str, int], now: datetime) -> Impossible | None:
    full = [row for row in counts if row.count >= most[row.source]]
    if not full:
        return None
    left = max(row.since for row in full) + REST - now
    return Impossible("pins-rest", minutes=max(-(-left // timedelta(minutes=1)), 1))


def _wrong(counts: list[WrongPins], most: dict[str, int], now: datetime) -> Impossible:
    for row in counts:
        row.count += 1
    WrongPins.objects.bulk_update(counts, ["count"])
    resting = _resting(counts, most, now)
    if resting is not None:
        _tell_organizers(max(row.count for row in counts))
        return resting
    return Impossible("wrong-pin", left=min(most[row.source] - row.count for row in counts))


def _tell_organizers(count: int) -> None:
    """Write into the journal of every event whose tablets wait to be let in: one of them was meant."""
    waiting = Device.objects.filter(paired_at__isnull=True, revoked_at__isnull=True)
    firsts = {device.tournament_id: device for device in waiting.order_by("-label")}
    for tournament_id, device in firsts.items():
        journal.write("play.device.locked", by=None, subject=device, tournament_id=tournament_id, count=count)

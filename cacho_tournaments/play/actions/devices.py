"""Tablets made, changed, given a new code, shut out: what an organizer does with them, and leaving one.

Knows: labels, tables, tokens, PINs. Does not know: how a code lets in (``pairing``), sessions, pages.
"""

import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.models import Table, Tournament
from cacho_tournaments.journal import actions as journal
from cacho_tournaments.journal.transactions import again_after_deadlock
from cacho_tournaments.people.models import User
from cacho_tournaments.people.names import clean
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device, Presence

PIN_DIGITS = 6
LONGEST_LABEL = 60

Dealt = Sequence[tuple[str, Sequence[Table]]]


def add(*, tournament: Tournament, by: User, label: str, tables: Sequence[Table]) -> Device:
    """Make a tablet with a secret link and a PIN, for these tables alone.

    Raises: PermissionDenied; Impossible ``label-missing``, ``label-taken``, ``other-events-table``.
    """
    permissions.require("competition.organize", by, tournament)
    label = _named(label)
    _require_own(tournament, tables)
    with transaction.atomic():
        if label in _labels(tournament):
            raise Impossible("label-taken", label=label)
        return _made(tournament, by, label, tables)


def add_each(*, tournament: Tournament, by: User, dealt: Dealt) -> list[Device]:
    """Make several tablets at once, each with its tables; a label that is taken gets a number behind it.

    Raises: PermissionDenied; Impossible ``label-missing``, ``other-events-table``.
    """
    permissions.require("competition.organize", by, tournament)
    for label, tables in dealt:
        _named(label)
        _require_own(tournament, tables)
    with transaction.atomic():
        taken = _labels(tournament)
        made = []
        for label, tables in dealt:
            free = _free(_named(label), taken)
            taken.add(free)
            made.append(_made(tournament, by, free, tables))
    return made


@again_after_deadlock
def change(*, device: Device, by: User, label: str, tables: Sequence[Table]) -> Device:
    """Call a tablet otherwise, or give it other tables; it sees them from its next visit on.

    Raises: PermissionDenied; Impossible ``label-missing``, ``label-taken``, ``other-events-table``.
    """
    tournament = device.tournament
    permissions.require("competition.organize", by, tournament)
    label = _named(label)
    _require_own(tournament, tables)
    with transaction.atomic():
        if label in _labels(tournament, but=device):
            raise Impossible("label-taken", label=label)
        row = Device.objects.select_for_update().get(pk=device.pk)
        row.label = label
        row.save(update_fields=["label"])
        row.tables.set(tables)
        _stop_writing(row, but_at=tables)
        _say("play.device.changed", row, by=by, tables=[table.number for table in tables])
    return row


@again_after_deadlock
def renew(*, device: Device, by: User) -> Device:
    """Give a tablet a new link and a new PIN. Whoever came in by the old ones is out; one shut out may come again.

    Raises: PermissionDenied.
    """
    permissions.require("competition.organize", by, device.tournament)
    with transaction.atomic():
        row = _anew(device)
        _say("play.device.renewed", row, by=by)
    return row


@again_after_deadlock
def leave(*, device: Device, by: User | None = None) -> Device:
    """Let a tablet go at its own wish: it is out, and a new code waits at the organizer's for whoever comes next."""
    with transaction.atomic():
        row = _anew(device)
        _say("play.device.left", row, by=by)
    return row


@again_after_deadlock
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
            _stop_writing(row)
            _say("play.device.revoked", row, by=by)
    return row


def _labels(tournament: Tournament, but: Device | None = None) -> set[str]:
    # The event's row is the lock: two tablets of one name made at once are one, and one refusal.
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    others = Device.objects.filter(tournament=tournament)
    if but is not None:
        others = others.exclude(pk=but.pk)
    return set(others.values_list("label", flat=True))


def _free(label: str, taken: set[str]) -> str:
    free, number = label, 2
    while free in taken:
        free, number = f"{label[: LONGEST_LABEL - 6]} ({number})", number + 1
    return free


def _named(label: str) -> str:
    label = clean(label)[:LONGEST_LABEL]
    if not label:
        raise Impossible("label-missing")
    return label


def _require_own(tournament: Tournament, tables: Sequence[Table]) -> None:
    if any(table.tournament_id != tournament.pk for table in tables):
        raise Impossible("other-events-table")


def _made(tournament: Tournament, by: User, label: str, tables: Sequence[Table]) -> Device:
    device = Device.objects.create(
        tournament=tournament, label=label, token=secrets.token_urlsafe(18), pin=_new_pin()
    )
    device.tables.set(tables)
    _say("play.device.added", device, by=by, tables=[table.number for table in tables])
    return device


def _anew(device: Device) -> Device:
    row = Device.objects.select_for_update().get(pk=device.pk)
    row.token, row.pin = secrets.token_urlsafe(18), _new_pin()
    row.pin_made_at = timezone.now()
    row.paired_at, row.revoked_at, row.claim = None, None, ""
    row.save(update_fields=["token", "pin", "pin_made_at", "paired_at", "revoked_at", "claim"])
    _stop_writing(row)
    return row


def _stop_writing(device: Device, *, but_at: Sequence[Table] = ()) -> None:
    """Let no match wait for a tablet that may write there no more: whoever comes next writes. A person logged in at it
    goes on."""
    writing = Presence.objects.filter(device=device, by=None, writes=True)
    writing.exclude(match__table__in=but_at).update(writes=False)


def _new_pin() -> str:
    """Return a PIN that no waiting tablet has: typed without a link it must mean one of them."""
    waiting = Device.objects.filter(paired_at__isnull=True, revoked_at__isnull=True)
    used = set(waiting.values_list("pin", flat=True))
    while (pin := f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}") in used:
        pass
    return pin


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

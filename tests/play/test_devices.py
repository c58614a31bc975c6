"""Tablets: let in by a link and a PIN, counted when wrong, shut out at once."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cacho_tournaments.journal.models import Entry
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import devices, turns
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device
from tests import makers
from tests.play import scene

pytestmark = pytest.mark.django_db


def tablet(label: str = "Mesa 7") -> Device:
    event = makers.tournament()
    return devices.add(
        tournament=event, by=makers.organizer_of(event), label=label, tables=list(event.tables.all()[:2])
    )


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 1_000_000:06}"


def test_a_tablet_gets_a_secret_link_a_pin_and_its_tables() -> None:
    made = tablet("  Mesa   7 ")
    assert made.label == "Mesa 7"
    assert len(made.token) == 24 and len(made.pin) == 6 and made.pin.isdigit()
    (card,) = queries.device_cards(made.tournament)
    assert [table.number for table in card.tables] == [1, 2]
    entry = Entry.objects.get(verb="play.device.added")
    assert entry.facts == {"label": "Mesa 7", "tables": [1, 2]}


def test_two_tablets_share_neither_link_nor_name() -> None:
    made = tablet()
    event, by = made.tournament, makers.organizer_of(made.tournament)
    other = devices.add(tournament=event, by=by, label="Mesa 8", tables=[])
    assert other.token != made.token
    with pytest.raises(Impossible, match="label-taken"):
        devices.add(tournament=event, by=by, label="Mesa 7", tables=[])
    with pytest.raises(Impossible, match="label-missing"):
        devices.add(tournament=event, by=by, label="  ", tables=[])


def test_a_tablet_gets_no_table_of_another_event() -> None:
    event, other = makers.tournament(), makers.tournament()
    with pytest.raises(Impossible, match="other-events-table"):
        devices.add(
            tournament=event, by=makers.organizer_of(event), label="Mesa 7", tables=list(other.tables.all())
        )
    assert not Device.objects.exists()


@pytest.mark.parametrize("role", ["referee", "desk", None])
def test_only_an_organizer_of_the_event_makes_and_revokes_tablets(role: str | None) -> None:
    made = tablet()
    by = makers.staff(made.tournament, role) if role else makers.organizer_of(makers.tournament())
    with pytest.raises(PermissionDenied):
        devices.add(tournament=made.tournament, by=by, label="Mesa 9", tables=[])
    with pytest.raises(PermissionDenied):
        devices.revoke(device=made, by=by)
    assert Device.objects.get().revoked_at is None


def test_the_right_pin_opens_with_blanks_as_it_is_read_aloud() -> None:
    made = tablet()
    assert devices.check_pin(token=made.token, pin=f" {made.pin[:3]} {made.pin[3:]}") == made
    assert Entry.objects.filter(verb="play.device.opened").get().device == "Mesa 7"


def test_a_wrong_pin_is_counted_and_told() -> None:
    made = tablet()
    for pin in (wrong(made.pin), "", "ñandú", made.pin + "0"):
        with pytest.raises(Impossible, match="wrong-pin") as refused:
            devices.check_pin(token=made.token, pin=pin)
    assert refused.value.facts["left"] == 6
    assert Device.objects.get().wrong_pins == 4
    devices.check_pin(token=made.token, pin=made.pin)
    assert Device.objects.get().wrong_pins == 0


def test_ten_wrong_pins_let_the_link_rest_even_for_the_right_one() -> None:
    made = tablet()
    for _ in range(9):
        with pytest.raises(Impossible, match="wrong-pin"):
            devices.check_pin(token=made.token, pin=wrong(made.pin))
    with pytest.raises(Impossible, match="device-locked") as refused:
        devices.check_pin(token=made.token, pin=wrong(made.pin))
    assert refused.value.facts["minutes"] == 5
    with pytest.raises(Impossible, match="device-locked"):
        devices.check_pin(token=made.token, pin=made.pin)
    assert Entry.objects.filter(verb="play.device.locked").count() == 1
    Device.objects.update(locked_until=timezone.now() - timedelta(seconds=1))
    assert devices.check_pin(token=made.token, pin=made.pin) == made


def test_a_resting_link_does_not_stop_a_tablet_that_is_in_already() -> None:
    match = scene.ready()
    made = scene.tablet_of(match)
    for _ in range(10):
        with pytest.raises(Impossible):
            devices.check_pin(token=made.token, pin=wrong(made.pin))
    (out,) = turns.append(match=match, batch=scene.batch(["1 =E 20"]), device=made)
    assert out.verdict == "stored"


def test_an_unknown_link_opens_nothing() -> None:
    tablet()
    with pytest.raises(Impossible, match="no-such-device"):
        devices.check_pin(token="not-a-link", pin="000000")


def test_a_session_is_a_tablet_under_a_new_key_until_it_is_revoked() -> None:
    made, client = tablet(), Client()
    tables = reverse("play:tables")
    assert client.get(tables).status_code == 302
    before = client.session.session_key  # somebody else may have planted it
    client.post(reverse("play:open", args=[made.token]), {"pin": made.pin})
    assert client.session.session_key != before
    assert client.get(tables).status_code == 200
    devices.revoke(device=made, by=makers.organizer_of(made.tournament))
    assert client.get(tables).status_code == 302
    with pytest.raises(Impossible, match="device-revoked"):
        devices.check_pin(token=made.token, pin=made.pin)


def test_revoking_twice_says_it_once() -> None:
    made = tablet()
    by = makers.organizer_of(made.tournament)
    first = devices.revoke(device=made, by=by)
    assert devices.revoke(device=made, by=by).revoked_at == first.revoked_at
    assert Entry.objects.filter(verb="play.device.revoked").count() == 1
    assert [card.is_revoked for card in queries.device_cards(made.tournament)] == [True]

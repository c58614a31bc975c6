"""Tablets by HTTP: the organizer's page with codes and PINs, and the page that a code opens."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.play.actions import devices
from cacho_tournaments.play.models import Device
from tests import makers
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return makers.tournament()


@pytest.fixture
def organizer(event: Tournament) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(makers.organizer_of(event))
    return client


@pytest.fixture
def tablet(event: Tournament) -> Device:
    return devices.add(
        tournament=event, by=makers.organizer_of(event), label="Mesa 7", tables=list(event.tables.all()[:1])
    )


def page_of(event: Tournament) -> str:
    return reverse("play:devices", args=[event.slug])


def wrong(device: Device) -> dict[str, str]:
    return {"pin": f"{(int(device.pin) + 1) % 1_000_000:06}"}


def let_in(client: Client) -> bool:
    return client.get(reverse("play:tables")).status_code == 200


# ---- the organizer's page ----


def test_a_tablet_is_added_and_shown_with_its_code_and_its_pin(event: Tournament, organizer: Client) -> None:
    tables = list(event.tables.all()[:2])
    answer = organizer.post(page_of(event), {"label": "Mesa 1", "tables": [table.pk for table in tables]})
    assert answer.status_code == 302
    device = Device.objects.get()
    page = organizer.get(page_of(event)).content.decode()
    assert device.pin in page
    assert reverse("play:open", args=[device.token]) in page
    assert "QR code of Mesa 1" in page
    assert_budget(organizer, page_of(event), "play:devices")


def test_what_is_wrong_with_a_new_tablet_stands_beside_the_field(
    event: Tournament, organizer: Client, tablet: Device
) -> None:
    table = event.tables.first()
    assert table is not None
    answer = organizer.post(page_of(event), {"label": tablet.label, "tables": [table.pk]})
    assert answer.status_code == 422
    assert "There is a tablet called “Mesa 7” already" in answer.content.decode()
    answer = organizer.post(page_of(event), {"label": "Mesa 8"})
    assert "Choose at least one table" in answer.content.decode()
    other = makers.tournament().tables.first()
    assert other is not None
    organizer.post(page_of(event), {"label": "Mesa 9", "tables": [other.pk]})
    assert Device.objects.count() == 1


def test_an_event_without_tablets_or_tables_says_what_to_do(organizer: Client, event: Tournament) -> None:
    assert "No tablet yet" in organizer.get(page_of(event)).content.decode()
    bare = makers.tournament(by=makers.organizer_of(event), tables=0)
    assert "This tournament has no tables yet" in organizer.get(page_of(bare)).content.decode()


def test_a_tablet_is_shut_out_at_once(organizer: Client, event: Tournament, tablet: Device) -> None:
    guest = Client()
    guest.post(reverse("play:open", args=[tablet.token]), {"pin": tablet.pin})
    assert let_in(guest)
    organizer.post(reverse("play:device_revoke", args=[event.slug, tablet.pk]))
    assert not let_in(guest)
    page = organizer.get(page_of(event)).content.decode()
    assert "shut out" in page and tablet.pin not in page


@pytest.mark.parametrize("role", ["referee", "desk", "organizer of another"])
def test_only_the_organizer_sees_pins_and_shuts_tablets_out(
    event: Tournament, tablet: Device, role: str
) -> None:
    client = Client()
    other = makers.organizer_of(makers.tournament())
    client.force_login(other if role == "organizer of another" else makers.staff(event, role))
    # Who holds no post here does not even learn that there is such an event.
    refused = 404 if role == "organizer of another" else 403
    assert client.get(page_of(event)).status_code == refused
    assert client.post(reverse("play:device_revoke", args=[event.slug, tablet.pk])).status_code == refused
    tablet.refresh_from_db()
    assert tablet.revoked_at is None


def test_somebody_unknown_is_sent_to_the_log_in(event: Tournament, tablet: Device) -> None:
    for answer in (
        Client().get(page_of(event)),
        Client().post(reverse("play:device_revoke", args=[event.slug, tablet.pk])),
    ):
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("web:login"))


# ---- the page that a code opens ----


def test_the_right_pin_opens_the_tables(tablet: Device) -> None:
    client = Client()
    address = reverse("play:open", args=[tablet.token])
    assert client.get(address).status_code == 200
    answer = client.post(address, {"pin": f" {tablet.pin[:3]} {tablet.pin[3:]} "})
    assert answer["Location"] == reverse("play:tables")
    assert let_in(client)
    assert client.get(address)["Location"] == reverse("play:tables"), "once in, the code opens the tables"


def test_a_wrong_pin_is_said_with_the_tries_left(tablet: Device) -> None:
    client = Client(headers={"accept-language": "en"})
    answer = client.post(reverse("play:open", args=[tablet.token]), wrong(tablet))
    assert answer.status_code == 403
    assert "This PIN is not right (tries left: 9)" in answer.content.decode()
    assert not let_in(client)


def test_after_ten_wrong_pins_even_the_right_one_has_to_wait(tablet: Device) -> None:
    client = Client(headers={"accept-language": "en"})
    address = reverse("play:open", args=[tablet.token])
    for _try in range(10):
        client.post(address, wrong(tablet))
    answer = client.post(address, {"pin": tablet.pin})
    assert "Too many wrong PINs" in answer.content.decode()
    Device.objects.filter(pk=tablet.pk).update(locked_until=timezone.now() - timedelta(seconds=1))
    client.post(address, {"pin": tablet.pin})
    assert let_in(client)


def test_the_link_of_a_tablet_that_was_shut_out_opens_nothing(tablet: Device) -> None:
    devices.revoke(device=tablet, by=makers.organizer_of(tablet.tournament))
    client = Client(headers={"accept-language": "en"})
    answer = client.post(reverse("play:open", args=[tablet.token]), {"pin": tablet.pin})
    assert "This tablet has been shut out" in answer.content.decode()
    assert not let_in(client)


def test_a_link_of_no_tablet_says_so(client: Client) -> None:
    english = Client(headers={"accept-language": "en"})
    answer = english.post(reverse("play:open", args=["nothing"]), {"pin": "000000"})
    assert "No tablet belongs to this link" in answer.content.decode()

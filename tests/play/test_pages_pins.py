"""PINs by HTTP: the right one lets in, wrong ones are counted within minutes and within a day, old ones lapse."""

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cacho_tournaments.journal.models import Entry
from cacho_tournaments.play.actions import devices, pairing
from cacho_tournaments.play.models import Device, WrongPins
from tests import makers
from tests.play.letting_in import PIN, TABLES, let_in, link_of, page_of, page_of_one, reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def tablet() -> Device:
    event = makers.tournament()
    by = makers.organizer_of(event)
    return devices.add(tournament=event, by=by, label="Mesa 7", tables=list(event.tables.all()[:1]))


@pytest.fixture
def organizer(tablet: Device) -> Client:
    client = reader()
    client.force_login(makers.organizer_of(tablet.tournament))
    return client


def wrong(device: Device) -> dict[str, str]:
    return {"pin": f"{(int(device.pin) + 1) % 1_000_000:06}"}


def test_the_right_pin_opens_the_tables(tablet: Device) -> None:
    client = reader()
    assert client.get(PIN).status_code == 200
    answer = client.post(PIN, {"pin": f" {tablet.pin[:3]} {tablet.pin[3:]} "})
    assert answer["Location"] == TABLES
    assert let_in(client)


def test_a_wrong_pin_is_said_with_the_tries_left(tablet: Device) -> None:
    client = reader()
    client.get(PIN)
    answer = client.post(PIN, wrong(tablet))
    assert answer.status_code == 403
    assert "No tablet waits with this PIN (tries left: 9)" in answer.content.decode()
    assert not let_in(client)


@pytest.mark.parametrize("typed", ["12345", "1234567", "12345a", "1234567890123", "١٢٣٤٥٦"])
def test_what_cannot_be_a_pin_costs_no_try(tablet: Device, typed: str) -> None:
    client = reader()
    client.get(PIN)
    answer = client.post(PIN, {"pin": typed})
    assert answer.status_code == 403
    assert "A PIN has six digits." in answer.content.decode() and "tries left" not in answer.content.decode()
    assert not WrongPins.objects.exists()
    assert "tries left: 9" in client.post(PIN, wrong(tablet)).content.decode()


@pytest.mark.parametrize("between", [" ", "-", " – "])
def test_a_pin_may_be_typed_in_two_halves(tablet: Device, between: str) -> None:
    typed = f"{tablet.pin[:3]}{between}{tablet.pin[3:]}"
    assert reader().post(PIN, {"pin": typed})["Location"] == TABLES


def test_after_ten_wrong_pins_the_browser_rests_and_others_in_the_hall_do_not(tablet: Device) -> None:
    client, other = reader(), reader()
    for each in (client, other):
        each.get(PIN)
    for _try in range(10):
        client.post(PIN, wrong(tablet))
    answer = client.post(PIN, {"pin": tablet.pin})
    assert "Too many wrong PINs" in answer.content.decode()
    assert other.post(PIN, {"pin": tablet.pin})["Location"] == TABLES


def test_a_browser_that_rests_still_comes_in_by_a_code(tablet: Device) -> None:
    client = reader()
    client.get(PIN)
    for _try in range(11):
        client.post(PIN, wrong(tablet))
    assert client.post(link_of(tablet))["Location"] == TABLES


def test_who_throws_cookies_away_is_counted_by_the_address(tablet: Device) -> None:
    for _try in range(10):
        reader().post(PIN, wrong(tablet))
    assert "Too many wrong PINs" in reader().post(PIN, {"pin": tablet.pin}).content.decode()


def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_saw(
    tablet: Device, settings: LazySettings
) -> None:
    settings.BEHIND_HTTPS = True
    for at in range(10):
        forged = {"X-Forwarded-For": f"10.0.0.{at}, 198.51.100.7"}
        reader().post(PIN, wrong(tablet), headers=forged)
    asked = {"pin": tablet.pin}
    answer = reader().post(PIN, asked, headers={"X-Forwarded-For": "10.9.9.9, 198.51.100.7"})
    assert "Too many wrong PINs" in answer.content.decode()
    answer = reader().post(PIN, asked, headers={"X-Forwarded-For": "203.0.113.9"})
    assert answer["Location"] == TABLES


# ---- within a day, and after a fortnight ----


def test_who_rests_and_comes_back_all_day_is_stopped_at_one_address_and_no_other(tablet: Device) -> None:
    for _round in range(3):
        for _browser in range(4):
            client = reader()
            client.get(PIN)
            for _try in range(10):
                client.post(PIN, wrong(tablet))
        WrongPins.objects.update(since=F("since") - timedelta(minutes=6))
    answer = reader().post(PIN, {"pin": tablet.pin})
    assert answer.status_code == 403
    assert "For 24 h no PIN lets anybody in here; scan the QR code" in answer.content.decode()
    assert reader(REMOTE_ADDR="203.0.113.9").post(PIN, {"pin": tablet.pin})["Location"] == TABLES


def test_who_was_stopped_for_a_day_may_type_again_on_the_next(tablet: Device) -> None:
    reader().post(PIN, wrong(tablet))
    WrongPins.objects.filter(source="day 127.0.0.1").update(count=pairing.OF_AN_ADDRESS_A_DAY)
    assert "no PIN lets anybody in" in reader().post(PIN, {"pin": tablet.pin}).content.decode()
    WrongPins.objects.update(since=F("since") - timedelta(days=1, seconds=1))
    assert reader().post(PIN, {"pin": tablet.pin})["Location"] == TABLES


def test_after_a_thousand_wrong_pins_in_a_day_from_everywhere_codes_alone_let_in(tablet: Device) -> None:
    reader().post(PIN, wrong(tablet))
    WrongPins.objects.filter(source="day of all").update(count=pairing.OF_ALL_A_DAY - 1)
    last = reader(REMOTE_ADDR="203.0.113.8").post(PIN, wrong(tablet))
    assert "Too many wrong PINs were typed within a day" in last.content.decode()
    assert Entry.objects.get(verb="play.device.locked").facts["count"] == pairing.OF_ALL_A_DAY
    client = reader(REMOTE_ADDR="203.0.113.9")
    assert client.post(PIN, {"pin": tablet.pin}).status_code == 403
    assert client.post(link_of(tablet))["Location"] == TABLES


def test_a_pin_lapses_and_its_code_does_not(tablet: Device, organizer: Client) -> None:
    day = timezone.localtime(tablet.pin_until).strftime("%m/%d/%Y")
    assert f"The PIN holds until {day}." in organizer.get(page_of_one(tablet)).content.decode()
    old = timezone.now() - timedelta(days=14, seconds=1)
    Device.objects.update(pin_made_at=old)
    answer = reader().post(PIN, {"pin": tablet.pin})
    assert answer.status_code == 403
    assert "This PIN has lapsed: it was made more than 14 days ago" in answer.content.decode()
    assert WrongPins.objects.get(source="day of all").count == 1, "it counts as a guess"
    for address in (page_of(tablet.tournament), page_of_one(tablet)):
        page = organizer.get(address).content.decode()
        assert "PIN lapsed" in page and f"{tablet.pin[:3]} {tablet.pin[3:]}" not in page
    assert reader().post(link_of(tablet))["Location"] == TABLES


def test_a_new_code_brings_a_pin_that_holds_again(tablet: Device, organizer: Client) -> None:
    Device.objects.update(pin_made_at=timezone.now() - timedelta(days=15))
    organizer.post(reverse("play:device_renew", args=[tablet.tournament.slug, tablet.pk]))
    assert "PIN lapsed" not in organizer.get(page_of(tablet.tournament)).content.decode()
    tablet.refresh_from_db()
    assert reader().post(PIN, {"pin": tablet.pin})["Location"] == TABLES

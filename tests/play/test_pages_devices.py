"""Tablets by HTTP: the organizer's pages, the page that a code opens, the PIN, leaving."""

import re
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.play.actions import devices, pairing
from cacho_tournaments.play.models import Device, Presence
from tests import makers
from tests.play import scene
from tests.play.letting_in import PIN, TABLES, let_in, link_of, page_of, page_of_one, reader
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return makers.tournament()


@pytest.fixture
def organizer(event: Tournament) -> Client:
    client = reader()
    client.force_login(makers.organizer_of(event))
    return client


@pytest.fixture
def tablet(event: Tournament) -> Device:
    return devices.add(
        tournament=event, by=makers.organizer_of(event), label="Mesa 7", tables=list(event.tables.all()[:1])
    )


def claim_on(client: Client, address: str) -> str:
    found = re.search(r'name="claim" value="([^"]+)"', client.get(address).content.decode())
    assert found is not None
    return found[1]


# ---- the organizer's pages ----


def test_a_tablet_is_added_and_its_code_is_shown_big_at_once(event: Tournament, organizer: Client) -> None:
    tables = list(event.tables.all()[:2])
    answer = organizer.post(page_of(event), {"label": "Mesa 1", "tables": [table.pk for table in tables]})
    device = Device.objects.get()
    assert answer["Location"] == page_of_one(device)
    page = organizer.get(page_of_one(device)).content.decode()
    assert f"{device.pin[:3]} {device.pin[3:]}" in page
    assert f"testserver{link_of(device)}" in page and f"testserver{PIN}" in page
    assert "QR code of Mesa 1" in page


def test_tables_are_dealt_out_among_several_tablets(organizer: Client) -> None:
    event = makers.tournament(by=makers.organizer_of(Tournament.objects.get()), tables=10)
    tables = [table.pk for table in event.tables.all()]
    address = reverse("play:devices_several", args=[event.slug])
    assert organizer.post(address, {"count": 4, "tables": tables}).status_code == 302
    dealt = [
        (device.label, [table.number for table in device.tables.all()])
        for device in Device.objects.order_by("pk")
    ]
    assert dealt == [
        ("Tables 1–2", [1, 2]),
        ("Tables 3–5", [3, 4, 5]),
        ("Tables 6–7", [6, 7]),
        ("Tables 8–10", [8, 9, 10]),
    ]
    answer = organizer.post(address, {"count": 3, "tables": tables[:2]})
    assert answer.status_code == 422
    assert "There are fewer tables (2) than tablets" in answer.content.decode()
    assert organizer.post(address, {"count": 201, "tables": tables}).status_code == 422
    assert Device.objects.count() == 4


def test_one_tablet_a_table_is_called_by_its_table(event: Tournament, organizer: Client) -> None:
    page = organizer.get(page_of(event)).content.decode()
    assert re.search(r'name="count" value="4"', page), "as many as tables have none"
    tables = [table.pk for table in event.tables.all()]
    address = reverse("play:devices_several", args=[event.slug])
    organizer.post(address, {"count": 4, "tables": tables})
    organizer.post(address, {"count": 1, "tables": tables[:1]})
    labels = list(Device.objects.order_by("pk").values_list("label", flat=True))
    assert labels == ["Table 1", "Table 2", "Table 3", "Table 4", "Table 1 (2)"]
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


def test_the_list_tells_who_waits_who_is_in_and_what_was_not_sent(organizer: Client) -> None:
    match = scene.ready()
    event = match.stage.category.tournament
    client = reader()
    client.force_login(makers.organizer_of(event))
    first, second = scene.tablet_of(match), scene.tablet_of(match)
    pairing.pair(token=first.token)
    now = timezone.now()
    Presence.objects.create(match=match, tablet="t" * 16, device=first, since=now, seen_at=now, waiting=3)
    page = client.get(page_of(event)).content.decode()
    assert "3 turns not sent" in page and "last heard" in page
    assert page.count("waits for its tablet") == 1
    assert first.pin not in page and f"{first.pin[:3]} {first.pin[3:]}" not in page, "it is spent"
    assert f"{second.pin[:3]} {second.pin[3:]}" in page


def test_the_page_of_a_code_says_by_itself_that_the_tablet_is_in_and_which_is_next(
    organizer: Client, event: Tournament, tablet: Device
) -> None:
    other = devices.add(
        tournament=event, by=makers.organizer_of(event), label="Mesa 8", tables=list(event.tables.all()[:1])
    )
    asked = {"HX-Request": "true"}
    waiting = organizer.get(page_of_one(tablet), headers=asked).content.decode()
    assert "every 4s" in waiting and "<html" not in waiting
    pairing.pair(token=tablet.token)
    now_in = organizer.get(page_of_one(tablet), headers=asked).content.decode()
    assert "The tablet is in." in now_in and "every 4s" not in now_in
    assert page_of_one(other) in now_in
    assert tablet.pin not in now_in


def test_name_and_tables_are_changed(organizer: Client, tablet: Device) -> None:
    third = tablet.tournament.tables.get(number=3)
    organizer.post(page_of_one(tablet), {"label": "Ana", "tables": [third.pk]})
    tablet.refresh_from_db()
    assert (tablet.label, [table.number for table in tablet.tables.all()]) == ("Ana", [3])
    answer = organizer.post(page_of_one(tablet), {"label": "", "tables": [third.pk]})
    assert answer.status_code == 422


def test_a_new_code_shuts_the_old_tablet_out(organizer: Client, tablet: Device) -> None:
    guest = reader()
    guest.post(link_of(tablet))
    assert let_in(guest)
    organizer.post(reverse("play:device_renew", args=[tablet.tournament.slug, tablet.pk]))
    assert not let_in(guest)
    assert "This link belongs to no tablet" in guest.get(link_of(tablet)).content.decode()
    tablet.refresh_from_db()
    guest.post(link_of(tablet))
    assert let_in(guest)


def test_a_tablet_is_shut_out_at_once(organizer: Client, event: Tournament, tablet: Device) -> None:
    guest = reader()
    guest.post(link_of(tablet))
    assert let_in(guest)
    organizer.post(reverse("play:device_revoke", args=[event.slug, tablet.pk]))
    assert not let_in(guest)
    assert "shut out" in organizer.get(page_of(event)).content.decode()
    answer = guest.get(link_of(tablet))
    assert answer.status_code == 403 and "This tablet was shut out" in answer.content.decode()


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
    assert client.get(page_of_one(tablet)).status_code == refused
    for name in ("device_revoke", "device_renew"):
        assert client.post(reverse(f"play:{name}", args=[event.slug, tablet.pk])).status_code == refused
    token = tablet.token
    tablet.refresh_from_db()
    assert (tablet.revoked_at, tablet.token) == (None, token)


def test_a_tablet_of_another_event_is_not_found_here(organizer: Client, event: Tournament) -> None:
    other = makers.tournament()
    foreign = devices.add(tournament=other, by=makers.organizer_of(other), label="Mesa 7", tables=[])
    for name in ("device_revoke", "device_renew"):
        assert organizer.post(reverse(f"play:{name}", args=[event.slug, foreign.pk])).status_code == 404
    assert organizer.get(reverse("play:device", args=[event.slug, foreign.pk])).status_code == 404


def test_somebody_unknown_is_sent_to_the_log_in(event: Tournament, tablet: Device) -> None:
    for answer in (
        Client().get(page_of(event)),
        Client().post(reverse("play:device_revoke", args=[event.slug, tablet.pk])),
    ):
        assert answer.status_code == 302
        assert answer["Location"].startswith(reverse("web:login"))


@pytest.mark.parametrize("act", [devices.revoke, devices.renew])
def test_a_tablet_that_was_shut_out_is_told_so_where_a_pin_is_typed(
    event: Tournament, tablet: Device, act: Callable[..., object]
) -> None:
    shut_out = reader()
    shut_out.post(reverse("play:open", args=[tablet.token]))
    act(device=tablet, by=makers.organizer_of(event))
    answer = shut_out.get(reverse("play:tables"), follow=True)
    assert answer.redirect_chain == [(reverse("play:tablet"), 302)]
    assert "This tablet is shut out." in answer.content.decode()


def test_codes_that_only_this_machine_could_open_are_warned_of(
    organizer: Client, tablet: Device, settings: LazySettings
) -> None:
    settings.PUBLIC_URL = ""
    settings.ALLOWED_HOSTS = ["localhost", "192.168.1.5", "testserver"]
    for address in (page_of(tablet.tournament), page_of_one(tablet)):
        assert "only this machine can open" in told(organizer, address, "localhost:8000")
        assert "only this machine can open" not in told(organizer, address, "192.168.1.5:8000")
    settings.PUBLIC_URL = "https://cacho.example"
    assert "only this machine can open" not in told(organizer, page_of(tablet.tournament), "localhost:8000")


def told(client: Client, address: str, host: str) -> str:
    return client.get(address, headers={"host": host}).content.decode()


# ---- the page that a code opens ----


def test_a_link_says_which_tablet_it_makes_and_one_button_lets_in(tablet: Device) -> None:
    client = reader()
    page = client.get(link_of(tablet)).content.decode()
    assert "Mesa 7" in page and "Let this tablet in" in page
    assert Device.objects.get().paired_at is None, "a preview of the link lets nobody in"
    assert client.post(link_of(tablet))["Location"] == TABLES
    assert let_in(client)
    assert client.get(link_of(tablet))["Location"] == TABLES, "once in, the code opens the tables"


def test_a_code_lets_in_one_tablet(tablet: Device) -> None:
    reader().post(link_of(tablet))
    second = reader()
    for answer in (second.get(link_of(tablet)), second.post(link_of(tablet))):
        assert answer.status_code == 403
        assert "ask the organizer for a new code" in answer.content.decode()
    assert not let_in(second)


def test_a_tablet_whose_answer_was_lost_presses_again(tablet: Device) -> None:
    client = reader()
    claim = claim_on(client, link_of(tablet))
    reader().post(link_of(tablet), {"claim": claim})  # the answer, and its cookie, never came
    assert client.post(link_of(tablet), {"claim": claim})["Location"] == TABLES
    assert let_in(client)


def test_a_session_is_a_tablet_under_a_new_key_and_outlives_the_browser(tablet: Device) -> None:
    client = reader()
    assert client.get(TABLES).status_code == 302
    client.get(PIN)
    before = client.session.session_key  # somebody else may have planted it
    client.post(link_of(tablet))
    assert client.session.session_key != before
    assert int(client.cookies["sessionid"]["max-age"]) > 30 * 24 * 3600


def test_a_link_of_no_tablet_says_so() -> None:
    answer = reader().get(reverse("play:open", args=["nothing"]))
    assert answer.status_code == 403
    assert "This link belongs to no tablet" in answer.content.decode()


# ---- leaving ----


def test_a_tablet_is_left_and_a_new_code_waits_for_the_next(tablet: Device, organizer: Client) -> None:
    client = reader()
    client.post(link_of(tablet))
    assert "Leave this tablet" in client.get(TABLES).content.decode()
    assert client.get(reverse("play:leave")).status_code == 405
    assert client.post(reverse("play:leave"))["Location"] == PIN
    assert not let_in(client)
    assert "waits for its tablet" in organizer.get(page_of(tablet.tournament)).content.decode()
    assert client.get(link_of(tablet)).status_code == 403, "the old code is worthless"


def test_who_is_logged_in_at_a_tablet_that_is_left_stays_so_no_longer_than_elsewhere(tablet: Device) -> None:
    client = reader()
    client.post(link_of(tablet))
    client.force_login(makers.user())
    assert client.session.get_expiry_age() > 30 * 24 * 3600
    assert client.post(reverse("play:leave"))["Location"] == TABLES
    assert client.session.get_expiry_age() <= 14 * 24 * 3600


def test_a_browser_that_becomes_another_tablet_leaves_the_first(event: Tournament, tablet: Device) -> None:
    other = devices.add(
        tournament=event, by=makers.organizer_of(event), label="Mesa 8", tables=list(event.tables.all()[:1])
    )
    client = reader()
    client.post(link_of(tablet))
    assert "Until now this browser is “Mesa 7”" in client.get(link_of(other)).content.decode()
    client.post(link_of(other))
    assert "Mesa 8" in client.get(TABLES).content.decode()
    tablet.refresh_from_db()
    assert tablet.paired_at is None


def test_leaving_twice_or_as_nobody_changes_nothing() -> None:
    assert reader().post(reverse("play:leave"))["Location"] == PIN

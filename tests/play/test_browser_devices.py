"""Letting tablets in, before a real browser: the code on one screen and the tablet on the other; every page fits."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, expect

from cacho_tournaments.competition.models import Entrant
from cacho_tournaments.people.models import Club
from cacho_tournaments.play.actions import devices
from cacho_tournaments.play.models import Device
from tests import makers
from tests.browser import SMALL_PHONE, TABLET, overflow, screen
from tests.play import scene

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "Anzaldo-Villarroel-Quisbert-de-la-Reza"
OPEN_ALL = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"


def test_the_organizer_sees_a_tablet_come_in_and_goes_on_to_the_next(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    event = match.stage.category.tournament
    by = makers.organizer_of(event)
    first, second = devices.add_each(
        tournament=event, by=by, dealt=[("Mesa 1", [match.table]), ("Mesa 2", [match.table])]
    )
    with (
        screen(browser, live_server, by) as desk,
        screen(browser, live_server, size=TABLET) as tablet,
    ):
        desk.goto(reverse("play:device", args=[event.slug, first.pk]))
        link = desk.locator("#device-code a").get_attribute("href")
        assert link is not None
        tablet.goto(link)
        tablet.get_by_role("button", name="Let this tablet in").tap()
        expect(tablet.get_by_role("heading", level=1)).to_have_text("Mesa 1")
        expect(desk.locator("#device-code")).to_contain_text("The tablet is in.", timeout=10_000)
        desk.get_by_role("link", name="Next: Mesa 2").tap()
        expect(desk.get_by_role("heading", level=1)).to_have_text("Mesa 2")
        tablet.get_by_text("Leave this tablet…").tap()
        tablet.get_by_role("button", name="Leave this tablet").tap()
        tablet.wait_for_url(f"**{reverse('play:tablet')}")
        tablet.get_by_label("PIN").fill(second.pin)
        tablet.get_by_role("button", name="Open the tables").tap()
        expect(tablet.get_by_role("heading", level=1)).to_have_text("Mesa 2")


@pytest.mark.parametrize("language", ["es", "en", "ru"])
def test_every_page_of_letting_in_fits_the_smallest_phone(
    browser: Browser, live_server: Any, language: str
) -> None:
    match = scene.ready()
    event = match.stage.category.tournament
    Entrant.objects.update(name=LONG)
    Club.objects.update(name=LONG)
    by = makers.organizer_of(event)
    first, second = devices.add_each(
        tournament=event, by=by, dealt=[(LONG, list(event.tables.all())), ("Mesa 2", [match.table])]
    )
    wrong = []
    with screen(browser, live_server, by, size=SMALL_PHONE, language=language) as page:
        for address in (
            reverse("play:devices", args=[event.slug]),
            reverse("play:device", args=[event.slug, first.pk]),
            reverse("play:tables"),
        ):
            wrong += wide(page, address)
    with screen(browser, live_server, size=SMALL_PHONE, language=language) as page:
        for address in (
            reverse("play:open", args=[first.token]),
            reverse("play:tablet"),
            reverse("play:practice"),
            reverse("web:help"),
            reverse("live:game_rules", args=["cuarenta"]),
        ):
            wrong += wide(page, address)
        page.goto(reverse("play:open", args=[second.token]))
        page.locator("main [type=submit]").tap()
        page.wait_for_url(f"**{reverse('play:tables')}")
        wrong += wide(page, reverse("play:tables"))
    assert wrong == []
    assert Device.objects.filter(paired_at__isnull=False).count() == 1


def wide(page: Any, address: str) -> list[str]:
    page.goto(address)
    page.evaluate(OPEN_ALL)
    return [f"{address}: too wide by {overflow(page)}"] if overflow(page) > 0 else []

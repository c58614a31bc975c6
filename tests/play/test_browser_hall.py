"""The hall before a real browser: its clocks run, it follows the tables by itself, it fits from a phone to a wall."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from cacho_tournaments.competition.models import Match
from cacho_tournaments.play.models import Call
from tests import makers
from tests.browser import PHONE, overflow, screen
from tests.play import scene, sending
from tests.play.sending import call, card, turn

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SOON = 15_000


def address(match: Match) -> str:
    return reverse("play:hall", args=[match.stage.category.tournament.slug])


def seconds(text: str | None) -> int:
    minutes, rest = (text or "0:00").split(":")
    return int(minutes) * 60 + int(rest)


def troubled() -> tuple[Match, sending.Tablet]:
    match = scene.ready(8)
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0), card(2))
    return match, tablet


def test_clocks_run_and_a_call_comes_in_by_itself_and_is_answered(browser: Browser, live_server: Any) -> None:
    match, tablet = troubled()
    chief = makers.staff(match.stage.category.tournament, "chief")
    with screen(browser, live_server, chief, size=(1440, 900)) as page:
        page.goto(address(match))
        clock = page.locator(".hall-clock").first
        before = seconds(clock.text_content())
        expect(page.locator(".is-calling")).to_have_count(0)
        tablet.send(call())
        expect(page.locator(".hall-card.is-calling")).to_be_visible(timeout=SOON)
        assert seconds(page.locator(".hall-clock").first.text_content()) > before
        page.get_by_role("button", name="I am coming").click()
        expect(page.locator(".hall-coming")).to_contain_text(str(chief))
    assert Call.objects.get().coming_by == chief


def test_a_choice_of_what_is_shown_sends_itself(browser: Browser, live_server: Any) -> None:
    match, tablet = troubled()
    tablet.send(call())
    with screen(browser, live_server, makers.staff(match.stage.category.tournament, "chief")) as page:
        page.goto(address(match))
        page.get_by_label("Only where something is amiss").check()
        expect(page).to_have_url(re.compile("trouble=1"))
        expect(page.locator(".hall-card")).to_have_count(1)


def _fits(page: Page, language: str) -> None:
    assert overflow(page) <= 0, (page.url, language)


@pytest.mark.parametrize("size", [(360, 740), PHONE, (800, 1280), (1920, 1080)])
def test_hall_and_decisions_fit_every_screen(
    browser: Browser, live_server: Any, size: tuple[int, int]
) -> None:
    match, tablet = troubled()
    tablet.send(call(reason="unexplained " * 15))
    late = sending.person(match)
    late.send(turn("2 =5 10", 0))
    chief = makers.staff(match.stage.category.tournament, "chief")
    for language in ("es", "en", "ru"):
        with screen(browser, live_server, chief, size=size, language=language) as page:
            for url in (address(match), reverse("play:incidents", args=[match.token])):
                page.goto(url)
                _fits(page, language)

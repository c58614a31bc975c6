"""The list of entrants in a real browser: search and states without loading the page again, on a small phone too."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from cacho_tournaments.competition.models import Category, Entrant
from tests import makers
from tests.browser import SMALL_PHONE, TABLET, overflow, screen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def listed(category: Category) -> str:
    return f"/manage/{category.tournament.slug}/{category.slug}/entrants/"


def test_search_and_check_in_do_not_load_the_page_again(browser: Browser, live_server: Any) -> None:
    category = makers.category(kind="single", fee=20)
    makers.entrants(category, 3, state="paid")
    name = Entrant.objects.get(number=2).name
    with screen(browser, live_server, makers.organizer_of(category.tournament), size=TABLET) as page:
        page.goto(listed(category))
        page.evaluate("document.body.dataset.here = '1'")
        page.get_by_role("searchbox").fill(name)
        expect(page.locator("#entrants tbody tr")).to_have_count(1)
        page.get_by_role("button", name="Check in", exact=True).first.click()
        expect(page.locator("#entrants .banner")).to_contain_text("checked in")
        expect(page.locator("#entrants tbody tr")).to_have_count(1)
        expect(page.locator("body[data-here]")).to_have_count(1)
    assert Entrant.objects.get(number=2).state == "checked-in"


@pytest.mark.parametrize("language", ["es", "ru"])
def test_the_organizer_s_pages_fit_a_small_phone(browser: Browser, live_server: Any, language: str) -> None:
    category = makers.groups(8, kind="pair")
    makers.played_out(category)
    makers.drawn(category, order=2)
    event = f"/manage/{category.tournament.slug}/"
    own = f"{event}{category.slug}/"
    organizer = makers.organizer_of(category.tournament)
    with screen(browser, live_server, organizer, size=SMALL_PHONE, language=language) as page:
        for address in (event, f"{event}staff/", f"{event}log/", f"{event}new/", own, listed(category)):
            page.goto(address)
            assert overflow(page) <= 0, address
        for order in (1, 2):
            page.goto(f"{own}stage/{order}/")
            assert overflow(page) <= 0, order


def test_a_chosen_game_shows_its_rules_at_once_and_keeps_what_was_typed(
    browser: Browser, live_server: Any
) -> None:
    event = makers.tournament()
    with screen(browser, live_server, makers.organizer_of(event), size=TABLET) as page:
        page.goto(f"/manage/{event.slug}/new/")
        page.evaluate("document.body.dataset.here = '1'")
        page.locator("[name=name]").fill("Cuarenta de la tarde")
        page.locator("[name=game]").select_option("cuarenta")
        expect(page.locator("[name=option_style]")).to_have_count(1)
        expect(page.locator("[name=kind] option")).to_have_count(2)
        expect(page.locator("[name=name]")).to_have_value("Cuarenta de la tarde")
        expect(page.locator("body[data-here]")).to_have_count(1)
        page.locator("main form").get_by_role("button").last.click()
        expect(page).to_have_url(re.compile(r"/cuarenta-de-la-tarde/$"))
    made = Category.objects.get()
    assert (made.game, made.preset) == ("cuarenta", "quito")

"""Players and clubs in a real browser: the list narrows while one types, and long names fit a small phone."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from cacho_tournaments.people import actions
from cacho_tournaments.people.models import User
from tests import makers
from tests.browser import SMALL_PHONE, overflow, screen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def by() -> User:
    user = makers.organizer()
    actions.register_player(
        by=user,
        name="María de los Ángeles Fernández-Choquehuanca Villarroel de Mendoza",
        club="Asociación Departamental de Cacho Alalay de Cochabamba y del Valle Alto",
    )
    actions.register_player(by=user, name="Luis Núñez")
    return user


def test_the_list_narrows_while_one_types(browser: Browser, live_server: Any, by: User) -> None:
    with screen(browser, live_server, by) as page:
        page.goto("/manage/players/")
        page.evaluate("document.body.dataset.here = '1'")
        page.get_by_role("searchbox").press_sequentially("nunez")
        expect(page.locator("#persons tbody tr")).to_have_count(1)
        page.get_by_role("searchbox").fill("")
        page.get_by_label("Club", exact=True).select_option(index=1)
        expect(page.locator("#persons tbody tr")).to_have_count(1)
        expect(page.locator("#persons")).to_contain_text("María de los Ángeles")
        expect(page.locator("body[data-here]")).to_have_count(1)


@pytest.mark.parametrize("language", ["es", "ru"])
def test_the_pages_fit_a_small_phone(browser: Browser, live_server: Any, by: User, language: str) -> None:
    player = actions.add_player(by=by, name="Luz Arce", club=makers.club(by, "Los Dados"))
    own = [f"players/{player.pk}/", f"clubs/{player.club_id}/"]
    with screen(browser, live_server, by, size=SMALL_PHONE, language=language) as page:
        for address in ("players/", "players/new/", "clubs/", "clubs/new/", *own):
            page.goto(f"/manage/{address}")
            assert overflow(page) <= 0, address
        page.goto("/manage/players/new/")
        page.locator("[name=name]").fill("luz arce")
        page.locator("[name=club]").fill("los dados")
        page.locator("[name=save]").click()
        expect(page.locator(".known-already")).to_be_visible()
        assert overflow(page) <= 0

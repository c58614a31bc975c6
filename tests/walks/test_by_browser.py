"""Two walks in a real Chromium: a tablet from its code to a closed match, and a reader whose browser runs no script."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from cacho_tournaments.competition.models import Match
from tests import makers
from tests.browser import PHONE, TABLET, overflow, screen
from tests.play import scene
from tests.play.tapping import Finger

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_tablet_goes_from_its_code_to_a_closed_match_and_the_table_moves(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready(kind="pair")
    device, category = scene.tablet_of(match), match.stage.category
    groups = reverse("live:groups", args=[category.tournament.slug, category.slug])
    with screen(browser, live_server, size=TABLET) as page:
        page.goto(groups)
        assert _points(page) == ["0", "0", "0", "0"]
        page.goto(reverse("play:open", args=[device.token]))
        page.get_by_label("PIN").fill("0000")
        page.get_by_role("button", name="Open the tables").tap()
        expect(page.locator("main")).to_contain_text("This PIN is not right (tries left: ")
        page.get_by_label("PIN").fill(device.pin)
        page.get_by_role("button", name="Open the tables").tap()
        expect(page.get_by_role("heading", level=1)).to_have_text(device.label)
        page.locator(f"a[href='{reverse('play:match', args=[match.token])}']").tap()
        finger = Finger(page)
        finger.quick()
        for at, (box, points, total, side) in enumerate(
            [("E", 25, 25, 1), ("F", 30, 30, 2), ("6", 18, 43, 1), ("1", 3, 33, 2)]
        ):
            expect(page.locator(".pad-side").nth(at % 2)).to_have_class(re.compile("is-mover"))
            finger.box(box)
            if box == "E":
                key = page.get_by_role("button", name="escalera 25 de mano")
                assert " ".join((key.text_content() or "").split()) == "25 de mano"
            finger.value(points)
            finger.until_saved(total, side)
        finger.press("dormida")
        finger.answer()
        winner = match.seats.get(position=1).entrant
        assert winner is not None
        expect(page.locator(".pad-end")).to_contain_text(f"{winner.name} wins")
        assert overflow(page) <= 0
        finger.press("tables")
        page.wait_for_url(f"**{reverse('play:tables')}")
        expect(page.locator(f"a[href='{reverse('play:match', args=[match.token])}']")).to_have_count(0)
        page.goto(groups)
        assert _points(page)[0] == "2"
        expect(page.locator(".standings tbody tr").first).to_contain_text(winner.name)
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    assert scene.log(match)[-1][3] == "1 dormida"


def _points(page: Page) -> list[str]:
    return page.locator(".standings tbody td.strong").all_inner_texts()


def test_a_turn_is_written_by_keyboard_alone(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        Finger.at(page, match)
        _tab_to(page, "[data-key=key-5]")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        for face in ("6", "6"):
            _tab_to(page, f"[data-key=key-{face}]")
            page.keyboard.press("Enter")
        _tab_to(page, "[data-key=key-2]", back=True)
        page.keyboard.press("Enter")
        for place in (0, 1):
            _tab_to(page, f"[data-key=die-0-{place}]", back=place == 0)
            page.keyboard.press("Space")
        _tab_to(page, "[data-key=key-5]")
        for _die in range(3):
            page.keyboard.press("Enter")
        _tab_to(page, "[data-key=die-1-4]")
        page.keyboard.press("Enter")  # 5 5 5 5 2: the last five is turned over
        _tab_to(page, ".pad-side.is-mover [data-box='P']", back=True)
        page.keyboard.press("Enter")
        _tab_to(page, "[data-key=action-write]")
        page.keyboard.press("Enter")
        Finger(page).until_saved(40, 1)
    assert [line for _game, _at, _kind, line in scene.log(match)] == ["1 55662 55+555 5>2 =P 40"]


def _tab_to(page: Page, selector: str, *, back: bool = False) -> None:
    """Press Tab until that control has the focus; it must be near, and each stop must be seen."""
    for _press in range(25):
        if page.locator(selector).first.evaluate("each => each === document.activeElement"):
            assert page.evaluate(
                "(style => style.outlineStyle !== 'none' || style.boxShadow !== 'none')"
                "(getComputedStyle(document.activeElement))"
            ), f"nobody sees that {selector} has the focus"
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def test_a_reader_without_script_finds_table_reason_match_rules_and_language(
    browser: Browser, live_server: Any
) -> None:
    category = makers.groups(8)
    makers.played_out(category)
    event = category.tournament
    match = Match.objects.filter(stage__category=category).order_by("pk")[0]
    code = match.code
    with screen(browser, live_server, size=PHONE, java_script_enabled=False) as page:
        page.goto("/")
        page.get_by_role("link", name=re.compile(event.name)).click()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.get_by_role("link", name=re.compile("Groups|Standings")).first.click()
        expect(page).to_have_url(re.compile(f"/{category.slug}/groups/"))
        first = page.locator(".standings tbody tr").first
        expect(first.locator(".reason-panel")).to_be_hidden()
        first.locator("summary").click()
        expect(first.locator(".reason-panel")).to_contain_text("Ahead of")
        page.locator("details.group-matches summary").first.click()
        page.locator("details.group-matches a").filter(has_text=code).first.click()
        expect(page).to_have_url(re.compile("/m/"))
        expect(page.locator("main")).to_contain_text(code)
        page.get_by_role("link", name="Rules").first.click()
        expect(page).to_have_url(re.compile("/rules/"))
        expect(page.locator("main")).to_contain_text("de mano")
        page.get_by_role("button", name="Русский").click()
        expect(page).to_have_url(re.compile("/rules/"))
        expect(page.locator("html")).to_have_attribute("lang", "ru")
        page.get_by_role("button", name="Español").click()
        expect(page.locator("html")).to_have_attribute("lang", "es")

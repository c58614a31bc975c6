"""Walks in a real Chromium: a tablet from its code to a closed match, an organizer through Swiss rounds, and a reader
whose browser runs no script."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from cacho_tournaments.competition.models import Match
from tests import makers
from tests.browser import LANDSCAPE, PHONE, TABLET, overflow, screen
from tests.play import scene
from tests.play.tapping import Finger

pytestmark = [pytest.mark.browser, pytest.mark.both, pytest.mark.django_db(transaction=True)]


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
        page.get_by_role("button", name="Let this tablet in").tap()
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
    for _press in range(30):
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


def test_swiss_rounds_are_led_in_a_real_browser(browser: Browser, live_server: Any) -> None:
    """The organizer draws, exchanges by keyboard, releases, types sheets, draws the next round and closes; a phone in
    the hall follows without script."""
    category = makers.category(kind="single", plan="swiss")
    makers.entrants(category, 5)
    event = category.tournament
    own = [event.slug, category.slug, 1]
    public = reverse("live:groups", args=own[:2])
    with screen(browser, live_server, makers.organizer_of(event), size=LANDSCAPE) as page:
        page.goto(reverse("competition:stage_settings", args=own))
        page.get_by_label("Rounds", exact=False).first.fill("2")
        page.get_by_label("Go on to the next stage").fill("2")
        page.get_by_role("button", name="Save the settings").click()
        page.get_by_label("Seed of the lot").fill("7")
        page.get_by_role("button", name="Draw the first round").click()
        _exchanged_by_keyboard(page)
        page.get_by_role("button", name="Release the draw").click()
        for number in (1, 2):
            expect(page.locator(f"#round-{number}")).to_be_visible()
            expect(page.locator(".sit-out").first).to_contain_text("free round")
            assert overflow(page) <= 0
            _sheets_typed(page, own)
            if number == 1:
                page.get_by_role("button", name="Draw round 2").click()
                page.get_by_role("button", name="Release round 2").click()
        page.get_by_role("button", name="Close the stage").click()
        expect(page.locator("main")).to_contain_text("Draw the knock-out")
        with screen(browser, live_server, size=PHONE, java_script_enabled=False) as phone:
            phone.goto(public)
            assert len(_points(phone)) == 5 and sum(map(int, _points(phone))) == 2 * 3 * 2
            phone.locator(".standings tbody tr").nth(2).locator("summary").click()
            expect(phone.locator(".reason-panel").nth(2)).to_contain_text("Behind")
            phone.get_by_role("link", name="Round 2", exact=True).click()
            expect(phone.locator(".round-byes")).to_contain_text("Free round")
            assert overflow(phone) <= 0


def _exchanged_by_keyboard(page: Page) -> None:
    """Take the first name up and put it down on the third: the two change places."""
    names = page.locator(".draft-group li strong")
    first, third = names.nth(0).inner_text(), names.nth(2).inner_text()
    page.get_by_role("button", name=f"Exchange {first}").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=f"Exchange {third}").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#draft")).to_contain_text("Changed places by hand")
    assert names.nth(0).inner_text() == third and names.nth(2).inner_text() == first


def _sheets_typed(page: Page, own: list[Any]) -> None:
    """Type the sheets of every open match in; the first side has more."""
    while (link := page.get_by_role("link", name="Type a sheet in")).count():
        link.first.click()
        for side, sheet in ((1, scene.FIRST), (2, scene.SECOND)):
            for box, value in sheet.items():
                for n, one in enumerate(value.split(","), start=1):
                    name = f"s{side}-{box}-{n}" if box == "G" else f"s{side}-{box}"
                    field = page.locator(f"[name='{name}']")
                    is_choice = field.evaluate("each => each.tagName") == "SELECT"
                    field.select_option(one) if is_choice else field.fill(one)
        page.get_by_role("button", name="Enter the sheet").click()
        expect(page.locator("body")).to_contain_text("The sheet is in")
        page.goto(reverse("competition:stage", args=own))

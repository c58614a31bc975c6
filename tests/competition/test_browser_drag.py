"""A draft changed by hand in a real browser: by mouse, by finger, by keyboard, and without script."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from cacho_tournaments.competition.models import Category, Draw, Entrant
from tests import makers
from tests.browser import PHONE, TABLET, overflow, screen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def _draft(plan: str = "cochabamba", number: int = 8, **fields: Any) -> Category:
    category = makers.category(kind="single", plan=plan)
    makers.entrants(category, number, **fields)
    makers.drawn(category, released=False)
    return category


def _url(category: Category) -> str:
    return f"/manage/{category.tournament.slug}/{category.slug}/stage/1/"


def _of_two_groups(category: Category) -> tuple[Entrant, Entrant]:
    first, second = makers.stage(category).groups.all()
    return first.places.get(position=1).entrant, second.places.get(position=1).entrant


def _seat(page: Page, entrant: Entrant) -> Locator:
    return page.locator(f'#draft [data-number="{entrant.number}"]')


def _group(entrant: Entrant) -> str:
    return str(entrant.group_places.get().group.label)


def test_one_is_dragged_onto_another_with_the_mouse(browser: Browser, live_server: Any) -> None:
    category = _draft()
    one, other = _of_two_groups(category)
    with screen(browser, live_server, makers.organizer_of(category.tournament), size=TABLET) as page:
        page.goto(_url(category))
        page.evaluate("document.body.dataset.here = '1'")
        _seat(page, one).drag_to(_seat(page, other))
        expect(page.locator(".messages")).to_contain_text("changed places")
        expect(page.locator(".draft-group").nth(1)).to_contain_text(one.name)
        expect(page.locator("body[data-here]")).to_have_count(1)
        expect(page.locator("#exchange-said")).to_contain_text("changed places")
        page.get_by_role("button", name="Undo the exchange").click()
        expect(page.locator(".draft-group").nth(0)).to_contain_text(one.name)
        expect(page.get_by_role("button", name="Undo the exchange")).to_have_count(0)
    assert (_group(one), _group(other)) == ("A", "B")
    assert not Draw.objects.get().is_by_hand


def test_a_finger_drags_by_the_grip_on_a_phone(browser: Browser, live_server: Any) -> None:
    category = _draft()
    one, other = _of_two_groups(category)
    with screen(browser, live_server, makers.organizer_of(category.tournament), size=PHONE) as page:
        page.goto(_url(category))
        assert overflow(page) <= 0
        _seat(page, one).scroll_into_view_if_needed()
        touch = page.context.new_cdp_session(page)
        start, end = _middle(_seat(page, one).locator(".grip")), _middle(_seat(page, other))
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
        for part in (0.3, 0.7, 1):
            at = {key: start[key] + (end[key] - start[key]) * part for key in ("x", "y")}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        expect(page.locator(".messages")).to_contain_text("changed places")
    assert (_group(one), _group(other)) == ("B", "A")


def _middle(found: Locator) -> dict[str, float]:
    box = found.bounding_box()
    assert box is not None
    return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}


def test_the_keyboard_takes_one_up_and_puts_it_onto_another(browser: Browser, live_server: Any) -> None:
    """What it does is read aloud; Escape lets go."""
    category = _draft("double-elimination", 7)
    seats = makers.stage(category).matches.get(code="G1-2").seats.order_by("position")
    one = seats[0].entrant
    with screen(browser, live_server, makers.organizer_of(category.tournament), size=TABLET) as page:
        page.goto(_url(category))
        grip = _seat(page, one).get_by_role("button", name=f"Exchange {one.name}")
        grip.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#exchange-said")).to_contain_text(f"{one.name} is taken up")
        expect(grip).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
        expect(grip).to_have_attribute("aria-pressed", "false")
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator("#exchange-said")).to_contain_text("changed places")
        expect(_seat(page, one).locator(".grip")).to_be_focused()
    assert one.seats.get().match.code != "G1-2"


def test_without_script_two_lists_do_the_same(browser: Browser, live_server: Any) -> None:
    category = _draft(clubs=4)
    one, other = _of_two_groups(category)
    user = makers.organizer_of(category.tournament)
    with screen(browser, live_server, user, size=TABLET, java_script_enabled=False) as page:
        page.goto(_url(category))
        expect(page.locator(".grip")).to_have_count(0)
        page.locator("#id_first").select_option(str(one.number))
        page.locator("#id_second").select_option(str(other.number))
        page.get_by_role("button", name="Exchange", exact=True).click()
        expect(page.locator(".messages")).to_contain_text("changed places")
        expect(page).to_have_url(re.compile(r"/stage/1/$"))
    assert (_group(one), _group(other)) == ("B", "A")

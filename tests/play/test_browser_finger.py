"""How a finger presses on the referee's page, in a real Chromium: at once, once, and only where it stayed."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from tests.browser import screen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PRACTICE = reverse("play:practice_game", args=["cacho-alalay"])
DRAWN = "#pad-root:not(.is-busy):not([aria-busy=true])"
# What a browser tells a page of a finger: which event, whether it can be cancelled, the number of the finger.
TOUCHED = """(target, [name, cancelable, identifier]) => {
  const { x, y } = target.getBoundingClientRect();
  const touch = new Touch({ identifier, target, clientX: x + 9, clientY: y + 9 });
  target.dispatchEvent(new TouchEvent(name, { bubbles: true, cancelable, changedTouches: [touch] }));
}"""
QUIET_MS = 400  # a browser's own click would have come by then


class Fingers:
    """Several fingers on the glass; the number of a finger is its place among those that are down."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.glass: CDPSession = page.context.new_cdp_session(page)
        self.down: dict[int, dict[str, float]] = {}

    def touch(self, finger: int, key: int | Locator, *, down_px: int = 0) -> None:
        """Put a finger on a key, or move it that far below."""
        box = (self.key(key) if isinstance(key, int) else key).bounding_box()
        assert box is not None
        kind = "touchMove" if finger in self.down else "touchStart"
        self.down[finger] = {
            "id": finger,
            "x": box["x"] + box["width"] / 2,
            "y": box["y"] + box["height"] / 2 + down_px,
        }
        self._tell(kind)

    def lift(self, finger: int) -> None:
        del self.down[finger]
        self._tell("touchMove" if self.down else "touchEnd")  # what is no longer named has gone up

    def _tell(self, kind: str) -> None:
        self.glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(self.down.values())})

    def key(self, face: int) -> Locator:
        return self.page.locator(f"[data-key=key-{face}]")

    def typed(self, *faces: int) -> None:
        """Wait long enough for a click too many, and see which dice stand."""
        self.page.wait_for_timeout(QUIET_MS)
        dice = self.page.locator("[data-key^=die-0-]")
        expect(dice).to_have_count(len(faces))
        for face, die in zip(faces, dice.all(), strict=True):
            expect(die).to_have_attribute("aria-label", f"die {face}")


def at_practice(page: Page) -> Fingers:
    page.goto(PRACTICE)
    page.locator(DRAWN).wait_for()
    return Fingers(page)


def test_a_finger_that_goes_up_presses_once_and_at_once(browser: Browser, live_server: Any) -> None:
    with screen(browser, live_server) as page:
        fingers = at_practice(page)
        # Whatever the browser itself makes of a touch that is over comes later than this.
        page.evaluate(
            "addEventListener('touchend', () => queueMicrotask(() => {"
            " window.atOnce = document.querySelectorAll('[data-key^=die-0-]').length; }))"
        )
        fingers.touch(0, 3)
        fingers.typed()
        fingers.lift(0)
        fingers.typed(3)
        assert page.evaluate("window.atOnce") == 1


def test_two_fingers_that_overlap_press_both_of_their_keys(browser: Browser, live_server: Any) -> None:
    with screen(browser, live_server) as page:
        fingers = at_practice(page)
        fingers.touch(0, 2)
        fingers.touch(1, 5)
        fingers.lift(0)
        fingers.lift(1)
        fingers.typed(2, 5)


def test_two_fingers_on_one_key_press_it_once(browser: Browser, live_server: Any) -> None:
    with screen(browser, live_server) as page:
        fingers = at_practice(page)
        fingers.touch(0, 4)
        fingers.touch(1, 4, down_px=10)
        fingers.lift(0)
        fingers.lift(1)
        fingers.typed(4)


def test_under_a_question_a_second_finger_presses_nothing(browser: Browser, live_server: Any) -> None:
    with screen(browser, live_server) as page:
        at_practice(page)
        page.locator("#pad-mode-quick").tap()
        page.locator(".is-mover [data-box='1']").tap()
        page.locator("[data-key=value-1]").wait_for()
        page.locator(DRAWN).wait_for()
        asks, writes = (page.locator(f"[data-key={name}]") for name in ("action-dormida", "value-1"))
        for finger, key in enumerate((asks, writes)):
            key.evaluate(TOUCHED, ["touchstart", True, finger])
        asks.evaluate(TOUCHED, ["touchend", True, 0])
        expect(page.locator("dialog[open]")).to_have_count(1)
        writes.evaluate(TOUCHED, ["touchend", True, 1])
        page.wait_for_timeout(QUIET_MS)
        expect(page.locator(".pad-cell.is-written")).to_have_count(0)
        page.locator("dialog button").last.tap()
        expect(page.locator(".pad-side").nth(0)).to_have_class(re.compile("is-winner"))


def test_a_finger_that_stops_what_still_scrolls_presses_nothing(browser: Browser, live_server: Any) -> None:
    with screen(browser, live_server) as page:
        fingers = at_practice(page)
        # While a panel still moves a browser says of a touch that it cannot be cancelled.
        fingers.key(2).evaluate(TOUCHED, ["touchstart", False, 0])
        fingers.key(2).evaluate(TOUCHED, ["touchend", True, 0])
        fingers.typed()


def test_a_finger_that_is_pulled_away_presses_nothing(browser: Browser, live_server: Any) -> None:
    with screen(browser, live_server) as page:
        fingers = at_practice(page)
        for below_px in (20, 60):
            fingers.touch(0, 2)
            fingers.touch(0, 2, down_px=below_px)
            fingers.touch(0, 2)
            fingers.lift(0)
        fingers.typed()


def test_a_touch_that_the_browser_takes_back_presses_nothing(browser: Browser, live_server: Any) -> None:
    with screen(browser, live_server) as page:
        fingers = at_practice(page)
        fingers.touch(0, 2)
        fingers.glass.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
        fingers.down.clear()
        fingers.touch(0, 4)
        fingers.lift(0)
        fingers.typed(4)


def test_a_finger_beside_the_keys_does_not_press_what_it_pressed_before(
    browser: Browser, live_server: Any
) -> None:
    with screen(browser, live_server) as page:
        fingers = at_practice(page)
        fingers.touch(0, 2)
        fingers.lift(0)
        page.locator("#pad-hint").tap()
        fingers.typed(2)


def test_a_mouse_a_keyboard_and_a_reader_of_the_screen_press_once(browser: Browser, live_server: Any) -> None:
    with screen(browser, live_server) as page:
        fingers = at_practice(page)
        fingers.key(1).click()
        fingers.typed(1)
        fingers.key(2).focus()
        page.keyboard.press("Space")
        fingers.typed(1, 2)
        fingers.key(3).evaluate("button => button.click()")
        fingers.typed(1, 2, 3)

"""How soon a tap on the referee's page shows its effect, on a processor slowed down four times.

Knows: a real Chromium, its own measures: from a touch to the next picture (Event Timing), which depends on what else
the machine does, and the work of the page's thread, which does not. Does not know: what a tap means.
"""

import os
import shutil
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.test import Client
from django.test.testcases import LiveServerThread
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, ViewportSize, sync_playwright

from cacho_tournaments import games
from tests.conftest import QUIET
from tests.play import scene

SLOWED = 4
LIMIT_MS = 50
SCREEN = ViewportSize(width=800, height=1280)
QUICK_TURNS, LOG = 6, 14
_LEAST_MS = 16  # quicker ones are not told apart
_QUIET_MS, _SEEN_MS = 700, 250
_PRESSED_MS = 80  # a finger stays that long on the glass

_LISTEN = """() => {
  window.taps = [];
  new PerformanceObserver((list) => {
    for (const { name, duration, interactionId } of list.getEntries()) {
      if (interactionId) window.taps.push({ name, duration, interactionId });
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: false });
}"""
_TOLD = """() => {
  const longest = {};
  for (const { duration, interactionId } of window.taps) {
    longest[interactionId] = Math.max(longest[interactionId] ?? 0, duration);
  }
  window.taps = [];
  return Object.values(longest);
}"""


def measure() -> list[str]:
    os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    said = [f"A tap on the referee's page, processor slowed {SLOWED} times (asked for: under {LIMIT_MS} ms)"]
    with _served() as address, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(QUIET))
        said.append(f"  {_bare(chromium)}")
        for code in games.codes():
            context = chromium.new_context(base_url=address, viewport=SCREEN, has_touch=True, locale="es")
            page = _opened(context, code, address)
            said += [f"  {code}", *(f"    {line}" for line in _taps(page))]
            context.close()
        chromium.close()
    return said


class _Plain(WSGIHandler):
    """The site as it is: it serves its files itself."""

    def __init__(self, site: WSGIHandler) -> None:
        super().__init__()


@contextmanager
def _served() -> Iterator[str]:
    server = LiveServerThread("127.0.0.1", _Plain)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    if server.error:
        raise server.error
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.terminate()


def _bare(chromium: Browser) -> str:
    """Tap a button that stands alone on its page and changes its own text: what this machine needs for any tap."""
    page = chromium.new_context(viewport=SCREEN, has_touch=True).new_page()
    page.set_content('<button onclick="textContent = Number(textContent) + 1">0</button>')
    page.evaluate(_LISTEN)
    watch = _Watch(page)
    for _tap in range(6):
        watch.tap(page.locator("button"))
    page.context.close()
    return watch.said("beside it, a button alone on a page changes its text")


def _opened(context: Any, code: str, address: str) -> Page:
    """Open a match of that game that is well under way."""
    match = scene.ready(played={"game": code})
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(scene.thrown_game(match, seed=5)[:LOG]), by=by)
    client = Client()
    client.force_login(by)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])
    page = context.new_page()
    page.goto(reverse("play:match", args=[match.token]))
    page.locator("#pad-root").wait_for()
    page.locator(".pad-work [data-key]:not(:disabled)").first.wait_for()
    page.evaluate(_LISTEN)
    return page


def _taps(page: Page) -> Iterator[str]:
    """Tap as a referee does, and tell how long each kind of tap took."""
    watch = _Watch(page)
    keys = page.locator("[data-key^=key-]")
    if keys.count():
        for at in (1, 1, 4, 4, 0):
            watch.tap(keys.nth(at))
        yield watch.said("a die is typed")
        page.locator("[data-key=action-undo]").tap()
    else:
        for at in range(3):
            watch.tap(page.locator("[data-key^=event-]:not(.is-blocked)").nth(at))
        yield watch.said("an event is chosen")
    page.locator("#pad-mode-quick").tap()
    boxes, values = _Watch(page), _Watch(page)
    for _turn in range(QUICK_TURNS):
        ready = page.locator(".is-mover .is-ready")
        value = page.locator("[data-key^=value-]:not([data-key=value-x])")
        if not ready.count():
            break
        boxes.tap(ready.first)
        values.tap(value.first)
    if boxes.works:
        yield boxes.said("a box is chosen")
        yield values.said("a turn is written")


class _Watch:
    """The taps of one kind: how long until the next picture, and how much of it the page's own thread worked."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.works: list[float] = []
        self.waits: list[float] = []
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def tap(self, what: Locator) -> None:
        what.wait_for()
        self.page.wait_for_timeout(_QUIET_MS)  # an answer of the server is no part of it
        self.page.evaluate(_TOLD)
        # Slowed down by idling in between, a thread's work cannot be counted: every other tap is for that.
        counts = len(self.works) <= len(self.waits)
        before = self._worked()
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": 1 if counts else SLOWED})
        self._touch(what)
        self.page.wait_for_timeout(_SEEN_MS)
        if counts:
            self.works.append((self._worked() - before) * 1000 * SLOWED)
        else:
            self.waits.append(float(max(self.page.evaluate(_TOLD), default=_LEAST_MS)))
        self.session.send("Emulation.setCPUThrottlingRate", {"rate": 1})

    def _touch(self, what: Locator) -> None:
        """Touch it as a finger does: what is done when it comes down is long shown when it goes up."""
        what.scroll_into_view_if_needed()
        box = what.bounding_box()
        assert box is not None
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self.session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        self.page.wait_for_timeout(_PRESSED_MS)
        self.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _worked(self) -> float:
        told = {
            each["name"]: each["value"] for each in self.session.send("Performance.getMetrics")["metrics"]
        }
        return float(sum(told[name] for name in ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")))

    def said(self, what: str) -> str:
        works, waits = statistics.median(self.works), statistics.median(self.waits)
        return (
            f"{what}: seen after {waits:.0f} ms, longest {max(self.waits):.0f};"
            f" {works:.0f} ms of work in the quarter second from then on"
        )

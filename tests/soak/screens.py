"""Tablets in real Chromium: fingers on the page, the network switched off, pages loaded anew.

Knows: the page as a referee sees it. Does not know: how it keeps and sends what is tapped.
"""

import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any

QUIET = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync")
SIZE = {"width": 800, "height": 1280}
WAITS_MS = 4_000
DRAINS_WITHIN_MS = 90_000
# Of 1,000 turns after so many something happens to the tablet.
OFFLINE_PER_THOUSAND = 120
RELOAD_PER_THOUSAND = 80


@dataclass(slots=True)
class Tapped:
    """A match at a tablet with a screen, and what was tapped there: the box and its points, in order."""

    token: str
    turns: list[tuple[str, int]] = field(default_factory=list)
    over: bool = False
    offline: int = 0  # turns until the network is back


class Screens:
    """So many browsers, each a tablet of its own with one match, tapped in turn by this thread."""

    def __init__(self, port: int, sessions: Sequence[str], tokens: Sequence[str], rng: Random) -> None:
        self.tapped = [Tapped(token) for token in tokens]
        self._url = f"http://localhost:{port}"  # a secure context: the pages' worker may run
        self._sessions = sessions
        self._rng = rng
        self._pages: list[Any] = []
        self._stack = ExitStack()

    def __enter__(self) -> "Screens":
        if self.tapped:
            from playwright.sync_api import sync_playwright

            driver = self._stack.enter_context(sync_playwright())
            path = shutil.which("chromium")
            browser = driver.chromium.launch(executable_path=path, args=list(QUIET))
            self._stack.callback(browser.close)
            for session, tapped in zip(self._sessions, self.tapped, strict=True):
                self._pages.append(self._opened(browser, session, tapped))
        return self

    def __exit__(self, *_error: object) -> None:
        self._stack.close()

    @property
    def turns(self) -> int:
        """How many turns were tapped."""
        return sum(len(tapped.turns) for tapped in self.tapped)

    def tap(self) -> bool:
        """Record one turn at each tablet whose match goes on; return whether there is one."""
        for page, tapped in zip(self._pages, self.tapped, strict=True):
            if not tapped.over:
                self._turn(page, tapped)
        return any(not tapped.over for tapped in self.tapped)

    def finish(self) -> None:
        """Bring the network back and wait until nothing waits."""
        for page in self._pages:
            page.context.set_offline(False)
            page.wait_for_selector('#pad-pill[data-count="0"]', timeout=DRAINS_WITHIN_MS)

    def _opened(self, browser: Any, session: str, tapped: Tapped) -> Any:
        context = browser.new_context(viewport=SIZE, has_touch=True, locale="en")
        context.add_cookies([{"name": "sessionid", "value": session, "url": self._url}])
        context.set_default_timeout(WAITS_MS)
        page = context.new_page()
        for _ in range(20):  # the first visit has nothing to fall back on, and the network is bad
            try:
                page.goto(f"{self._url}/play/m/{tapped.token}/")
                page.wait_for_selector("#pad-root:not([hidden])")
                break
            except Exception:
                continue
        page.locator("#pad-mode-quick").click()
        return page

    def _turn(self, page: Any, tapped: Tapped) -> None:
        boxes = page.locator(".pad-cell.is-ready")
        if boxes.count() == 0:
            tapped.over = page.locator(".pad-end").count() > 0
            return
        box = boxes.nth(self._rng.randrange(boxes.count()))
        code = box.get_attribute("data-box")
        box.click()
        keys = page.locator(".pad-value-key:not(.is-cross)")
        keys.first.wait_for()
        key = keys.nth(self._rng.randrange(keys.count()))
        points = int(key.get_attribute("data-key").removeprefix("value-"))
        key.click()
        keys.first.wait_for(state="detached")
        tapped.turns.append((code, points))
        self._mishap(page, tapped)

    def _mishap(self, page: Any, tapped: Tapped) -> None:
        if tapped.offline:
            tapped.offline -= 1
            page.context.set_offline(tapped.offline > 0)
        elif self._rng.randrange(1000) < OFFLINE_PER_THOUSAND:
            tapped.offline = self._rng.randrange(2, 12)
            page.context.set_offline(True)
        if self._rng.randrange(1000) < RELOAD_PER_THOUSAND:
            page.reload()
            page.wait_for_selector("#pad-root:not([hidden])")

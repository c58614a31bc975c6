"""Tablets in real Chromium: fingers on the page, the network switched off, pages loaded anew.

Knows: the page as a referee sees it. Does not know: how it keeps and sends what is tapped.
"""

import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Error, expect, sync_playwright

QUIET = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync")
SIZE = {"width": 800, "height": 1280}
WAITS_MS = 8_000
DRAINS_WITHIN_MS = 180_000
# Of 1,000 turns after so many something happens to the tablet.
OFFLINE_PER_THOUSAND = 120
RELOAD_PER_THOUSAND = 80
UNDO_PER_THOUSAND = 50
UNDO: tuple[str, None] = ("", None)
DRAWN = "#pad-root:not([aria-busy=true])"
READY = "#pad-root:not([hidden], .is-busy)"  # before, no tap counts: what the browser kept is not known yet
TRIES = 20
KEPT_WITHIN_S = 60


@dataclass(slots=True)
class Tapped:
    """A match at a tablet with a screen, and what was tapped there, in order: box and points, or UNDO."""

    token: str
    turns: list[tuple[str, int | None]] = field(default_factory=list)
    over: bool = False


@dataclass(slots=True)
class _Tablet:
    page: Any
    matches: list[Tapped]
    offline: int = 0  # turns until the network is back

    @property
    def match(self) -> Tapped | None:
        return next((each for each in self.matches if not each.over), None)


class Screens:
    """So many browsers, each a tablet of its own with its matches one after the other, tapped by this thread."""

    def __init__(
        self, port: int, sessions: Sequence[str], tokens: Sequence[Sequence[str]], rng: Random
    ) -> None:
        self.tapped = [Tapped(token) for mine in tokens for token in mine]
        self._url = f"http://localhost:{port}"  # a secure context: the pages' worker may run
        self._sessions, self._tokens = sessions, tokens
        self._rng = rng
        self._tablets: list[_Tablet] = []
        self._stack = ExitStack()

    def __enter__(self) -> "Screens":
        if self._sessions:
            driver = self._stack.enter_context(sync_playwright())
            browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=list(QUIET))
            self._stack.callback(browser.close)
            for session, tokens in zip(self._sessions, self._tokens, strict=True):
                mine = [each for each in self.tapped if each.token in tokens]
                self._tablets.append(_Tablet(self._page(browser, session), mine))
                self._open(self._tablets[-1])
        return self

    def __exit__(self, *_error: object) -> None:
        self._stack.close()

    @property
    def turns(self) -> int:
        """How many turns were tapped."""
        return sum(turn != UNDO for tapped in self.tapped for turn in tapped.turns)

    def tap(self) -> bool:
        """Record one turn at each tablet that has a match left; return whether there is one."""
        for tablet in self._tablets:
            match = tablet.match
            if match is not None:
                try:
                    self._turn(tablet, match)
                except Error as error:
                    seen = tablet.page.locator("body").inner_text()[:600]
                    raise RuntimeError(
                        f"{tablet.page.url} after {len(match.turns)} taps shows:\n{seen}\n{str(error)[:800]}"
                    ) from error
        return any(tablet.match for tablet in self._tablets)

    def finish(self) -> None:
        """Bring the network back and wait until nothing waits."""
        for tablet in self._tablets:
            self._settle(tablet)

    def _page(self, browser: Any, session: str) -> Any:
        context = browser.new_context(viewport=SIZE, has_touch=True, locale="en")
        context.add_cookies([{"name": "sessionid", "value": session, "url": self._url}])
        context.set_default_timeout(WAITS_MS)
        return context.new_page()

    def _open(self, tablet: _Tablet) -> None:
        if tablet.match is None:
            return
        address = f"{self._url}/play/m/{tablet.match.token}/"
        for _ in range(TRIES):  # what was never loaded has nothing to fall back on, and the network is bad
            try:
                tablet.page.goto(address)
                tablet.page.locator(READY).wait_for()
                break
            except Error:
                continue
        tablet.page.locator("#pad-mode-quick").click()
        self._wait_until_kept(tablet)

    def _wait_until_kept(self, tablet: _Tablet) -> None:
        """Wait until the page can be opened without a network: a match is prepared before it is played."""
        for _ in range(KEPT_WITHIN_S * 5):
            if tablet.page.evaluate("caches.match(location.pathname).then(Boolean)"):
                return
            tablet.page.wait_for_timeout(200)

    def _settle(self, tablet: _Tablet) -> None:
        tablet.offline = 0
        tablet.page.context.set_offline(False)
        tablet.page.locator('#pad-pill[data-count="0"]').wait_for(timeout=DRAINS_WITHIN_MS)

    def _turn(self, tablet: _Tablet, match: Tapped) -> None:
        page = tablet.page
        if page.locator(".pad-confirm").count():
            for side in (1, 2):
                page.locator(f'[data-key="confirm-{side}"]').click()
            match.over = True
            self._settle(tablet)
            self._open(tablet)
            return
        box = self._one_of(page.locator(".pad-cell.is-ready"))
        code = box.get_attribute("data-box")
        box.click()
        keys = page.locator(".pad-value-key:not(.is-cross)")
        keys.first.wait_for()
        key = self._one_of(keys)
        points = int(key.get_attribute("data-key").removeprefix("value-"))
        key.click()
        keys.first.wait_for(state="detached")
        page.locator(DRAWN).wait_for()
        match.turns.append((code, points))
        if self._rng.randrange(1000) < UNDO_PER_THOUSAND:
            last = page.locator("#pad-last").inner_text()
            page.locator('[data-key="action-undo"]').click()
            expect(page.locator("#pad-last")).not_to_have_text(last, use_inner_text=True)
            match.turns.append(UNDO)
        self._mishap(tablet)

    def _reload(self, page: Any) -> None:
        """Load the page anew, more than once where the browser gives up: it may have put its worker to sleep."""
        for tried in range(TRIES):
            try:
                page.reload()
                page.locator(READY).wait_for()
                return
            except Error:
                if tried == TRIES - 1:
                    raise

    def _one_of(self, found: Any) -> Any:
        return found.nth(self._rng.randrange(found.count()))

    def _mishap(self, tablet: _Tablet) -> None:
        if tablet.offline:
            tablet.offline -= 1
            tablet.page.context.set_offline(tablet.offline > 0)
        elif self._rng.randrange(1000) < OFFLINE_PER_THOUSAND:
            tablet.offline = self._rng.randrange(2, 12)
            tablet.page.context.set_offline(True)
        if self._rng.randrange(1000) < RELOAD_PER_THOUSAND:
            self._reload(tablet.page)

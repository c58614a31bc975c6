"""A person or a tablet before a real browser: logged in, with a screen of a given size and language.

Knows: sessions, Playwright's contexts. Does not know: any page.
"""

from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from cacho_tournaments.people.models import User

TABLET, PHONE, SMALL_PHONE, LANDSCAPE = (800, 1280), (390, 844), (360, 740), (1280, 800)


@dataclass
class Screen:
    """A browser's window at the live server; what its console complains of is kept."""

    context: BrowserContext
    page: Page
    complaints: list[str] = field(default_factory=list)

    def __enter__(self) -> Page:
        return self.page

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.context.close()
        assert error or not self.complaints, self.complaints


def screen(
    browser: Browser,
    live_server: Any,
    user: User | None = None,
    *,
    size: tuple[int, int] = TABLET,
    language: str = "en",
    **options: Any,
) -> Screen:
    """Open a window for the user; errors of scripts and of the content policy fail the test at its end."""
    context = browser.new_context(
        base_url=live_server.url,
        viewport={"width": size[0], "height": size[1]},
        locale=language,
        has_touch=True,
        **options,
    )
    if user is not None:
        log_in(context, user, live_server.url)
    made = Screen(context, context.new_page())

    def listen(message: ConsoleMessage) -> None:
        # An answer of 4xx is part of some tests; a fault of a script or of the content policy never is. On plain http a
        # browser says of a header that it means nothing there.
        expected = ("Failed to load resource", "Cross-Origin-Opener-Policy")
        if message.type == "error" and not any(text in message.text for text in expected):
            made.complaints.append(message.text)

    made.page.on("console", listen)
    made.page.on("pageerror", lambda error: made.complaints.append(str(error)))
    return made


def log_in(context: BrowserContext, user: User, url: str) -> None:
    """Make the user the one who is logged in at that window."""
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])


def overflow(page: Page) -> int:
    """Return by how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


def cut_off(page: Page, selector: str) -> list[str]:
    """Return the texts under the selector that are wider than the box they stand in."""
    script = (
        "all => all.filter(e => e.clientWidth && e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)"
    )
    return list(page.eval_on_selector_all(selector, script))


def out_of_sight(page: Page, selector: str) -> list[str]:
    """Return what under the selector is covered, or lies past an edge, at one of its four sides."""
    script = """all => all.filter(e => e.offsetHeight).filter(e => {
        const {left, top, right, bottom} = e.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const sides = [[x, top + 2], [x, bottom - 2], [left + 2, y], [right - 2, y]];
        return !sides.every(side => e.contains(document.elementFromPoint(...side)));
    }).map(e => e.dataset.key ?? e.id)"""
    return list(page.eval_on_selector_all(selector, script))

"""A referee's finger on the entry page.

Knows: what the page calls its keys, dice, boxes and buttons. Does not know: rules, what any test asserts.
"""

import re
from dataclasses import dataclass

from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from cacho_tournaments.competition.models import Match
from tests.browser import cut_off, overflow

TEXTS = (
    ".pad-action, .pad-value-key, .pad-name, .pad-hint, .pad-say, .segments > *, .pad-throw, .pad-event, .pad-pick, "
    ".pad-field h3, .pad-strip-row > span, .pad-confirm-side *, .pad-setting *, .pad-reasons > *, "
    ".pad-card-picks *, dialog h2, dialog p, dialog .btn, .bar-title h1, "
    ".pad-field-value, .pad-digit, .pad-step, .pad-tally-sum, .pad-badge, .pad-hand, .pad-counters"
)
# A page that was made narrower hears of it with the next frame.
DRAWN = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  for (const _ of [1, 2]) await frame();
  while (document.querySelector("[aria-busy=true]")) await frame();
}"""
TARGETS = (
    ".pad-action, .pad-key, button.pad-cell:enabled, .pad-die, .segments > *, .pad-tab, .pad-value-key, .bar-button, "
    ".pad-throw, .pad-event, .pad-pick, .pad-step, .pad-digit, .pad-field-value, .pad-others .btn, dialog .btn"
)


@dataclass(frozen=True, slots=True)
class Finger:
    """Taps by the names that a referee would say."""

    page: Page

    @classmethod
    def at(cls, page: Page, match: Match) -> "Finger":
        page.goto(reverse("play:match", args=[match.token]))
        finger = cls(page)
        finger.ready()
        return finger

    def ready(self) -> None:
        """Wait until the page knows what this browser has kept: before, no tap counts."""
        expect(self.page.locator("#pad-root")).to_be_visible()
        expect(self.page.locator("#pad-root")).not_to_have_class(re.compile("is-busy"))

    def reload(self) -> None:
        self.page.reload()
        self.ready()

    def hush(self) -> None:
        """Put away what is said: on a low phone it lies over the head of the turn."""
        if self.said.inner_text():
            self.said.tap()

    def sent(self) -> None:
        """Wait until the server has everything."""
        expect(self.pill).to_contain_text("0 waiting")

    def throw(self, faces: str) -> None:
        for face in faces:
            self.page.locator(f"[data-key=key-{face}]").tap()

    def die(self, row: int, *places: int) -> None:
        for place in places:
            self.page.locator(f"[data-key=die-{row}-{place}]").tap()

    def box(self, box: str) -> None:
        self.cell(box).tap()

    def cell(self, box: str) -> Locator:
        """A box of the side to move, once what follows from the last turn is there."""
        settled = "#pad-root:not([aria-busy=true])"
        return self.page.locator(f"{settled} .pad-side.is-mover [data-box='{box}']").first

    def throws(self, number: int) -> None:
        self.page.locator(f"[data-key=throws-{number}]").tap()

    def key(self, event: str, side: int) -> Locator:
        return self.page.locator(f"[data-key=event-{event}-{side}]")

    def event(self, event: str, side: int) -> None:
        self.key(event, side).tap()

    def more(self, event: str, side: int, times: int = 1) -> None:
        for _tap in range(times):
            self.page.locator(f"[data-key=more-{event}-{side}]").tap()

    def less(self, event: str, side: int) -> None:
        self.page.locator(f"[data-key=less-{event}-{side}]").tap()

    def pick(self, what: str, side: int) -> None:
        self.page.locator(f"[data-key={what}-{side}]").tap()

    def choose(self, value: int) -> None:
        self.page.locator(f"[data-key=choice-{value}]").tap()

    def digits(self, figures: str) -> None:
        for figure in figures:
            self.page.locator(f"[data-key=digit-{figure}]").tap()

    def press(self, name: str) -> None:
        self.page.locator(f"[data-key=action-{name}]").tap()

    def button(self, name: str) -> Locator:
        return self.page.locator(f"[data-key=action-{name}]")

    def quick(self) -> None:
        self.page.locator("#pad-mode-quick").tap()

    def value(self, points: int | str) -> None:
        self.page.locator(f"[data-key=value-{points}]").tap()

    def answer(self, yes: bool = True) -> None:
        self.page.locator("dialog button").nth(1 if yes else 0).tap()

    @property
    def said(self) -> Locator:
        return self.page.locator("#pad-say")

    @property
    def pill(self) -> Locator:
        return self.page.locator("#pad-pill")

    def total(self, side: int) -> Locator:
        return self.page.locator(".pad-side").nth(side - 1).locator(".pad-sum")

    def until_saved(self, total: int, side: int) -> None:
        """Wait until the sheet shows what the server has answered."""
        expect(self.total(side)).to_have_text(str(total))
        expect(self.pill).to_contain_text("0 waiting")

    def scores(self, *totals: int) -> None:
        """Wait until both sides have these points and nothing waits."""
        expect(self.page.locator(".pad-sum")).to_have_text([str(total) for total in totals])
        expect(self.pill).to_contain_text("0 waiting")


def key(page: Page, name: str) -> Locator:
    """Return what the page calls so, wherever it stands: a key, a button of a question, a line of the strip."""
    return page.locator(f"[data-key={name}]")


def cramped(page: Page) -> list[str]:
    """Return what does not fit, once all is drawn: the page itself, cut texts, targets too small for a finger."""
    page.evaluate(DRAWN)
    width = page.viewport_size["width"] if page.viewport_size else 0
    wide = [f"{width}: the page is too wide"] if overflow(page) > 0 else []
    small = page.eval_on_selector_all(
        TARGETS,
        "all => all.filter(e => e.offsetHeight && Math.min(e.offsetHeight, e.offsetWidth) < 48).map(e => e.className)",
    )
    return [*wide, *(f"{width}: {each}" for each in (*cut_off(page, TEXTS), *small))]

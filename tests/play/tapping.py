"""A referee's finger on the entry page.

Knows: what the page calls its keys, dice, boxes and buttons. Does not know: rules, what any test asserts.
"""

from dataclasses import dataclass

from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from cacho_tournaments.competition.models import Match


@dataclass(frozen=True, slots=True)
class Finger:
    """Taps by the names that a referee would say."""

    page: Page

    @classmethod
    def at(cls, page: Page, match: Match) -> "Finger":
        page.goto(reverse("play:match", args=[match.token]))
        expect(page.locator("#pad-root")).to_be_visible()
        return cls(page)

    def throw(self, faces: str) -> None:
        for face in faces:
            self.page.locator(f"[data-key=key-{face}]").tap()

    def die(self, row: int, *places: int) -> None:
        for place in places:
            self.page.locator(f"[data-key=die-{row}-{place}]").tap()

    def box(self, box: str) -> None:
        self.cell(box).tap()

    def cell(self, box: str) -> Locator:
        return self.page.locator(f".pad-side.is-mover [data-box='{box}']").first

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

"""A server that a test can break: it takes the tablet's batches in the browser's own network layer.

Knows: the shape of a batch and its answer, version 2. Does not know: rules, rows; the real server has tests of its own.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route

Fault = Callable[[Route], None]

OPEN = """
async (options) => {
  const { Outbox } = await import("/static/tablet/outbox.js");
  window.heard = [];
  window.box = new Outbox({
    url: "/play/m/abc/sync/", holdUrl: "/play/m/abc/hold/", token: "abc", code: "A-1", who: "me", whoName: "Ana",
    build: "b1", known: () => window.known ?? {}, onAnswer: (told) => { window.heard.push(told); return told.book; },
    ...options,
  });
  return window.box.open(options.book ?? null);
}
"""
PUT = """
async ({ ids, kind, more = {} }) => {
  const { clientId } = await import("/static/tablet/outbox.js");
  const puts = ids.map((id, place) => window.box.put({
    kind, client_id: id || clientId(), game_number: 1, base_sequence: place, line: "1 =6 18",
    at_device: "2026-11-30T14:00:00Z", ...more,
  }));
  return Promise.all(puts);
}
"""


@dataclass
class Hall:
    """What was sent, and what is answered. ``fault`` answers in place of the server while it is set."""

    batches: list[dict[str, Any]] = field(default_factory=list)
    holds: list[dict[str, Any]] = field(default_factory=list)
    stored: list[str] = field(default_factory=list)
    fault: Fault | None = None
    says: dict[str, Any] = field(default_factory=dict)
    verdicts: dict[str, dict[str, Any]] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)  # what the server has: the ids, in order

    def on(self, page: Page) -> None:
        """Stand between the page and its server."""
        page.route("**/play/m/abc/sync/", self.sync)
        page.route("**/play/m/abc/hold/", self.hold)

    def sync(self, route: Route) -> None:
        """Answer a batch, or fail as the test wants it."""
        if self.fault:
            return self.fault(route)
        sent = json.loads(route.request.post_data or "{}")
        self.batches.append(sent)
        outcomes = [self._outcome(item) for item in sent["items"]]
        return self._answer(route, outcomes)

    def hold(self, route: Route) -> None:
        """Answer the wish to write."""
        if self.fault:
            return self.fault(route)
        self.holds.append(json.loads(route.request.post_data or "{}"))
        self.says["writer"] = {"me": True, "name": "Ana", "seen": "14:03", "waiting": 0, "since": "14:03"}
        return self._answer(route, [])

    @property
    def sent(self) -> list[str]:
        """The ids in the order they came."""
        return [item["client_id"] for batch in self.batches for item in batch["items"]]

    def _outcome(self, item: dict[str, Any]) -> dict[str, Any]:
        name = item["client_id"]
        given = {"client_id": name, "kind": item["kind"], **self.verdicts.get(name, {})}
        if "verdict" not in given:
            given["verdict"] = "repeated" if name in self.log else "stored"
        if given["verdict"] == "stored":
            self.log.append(name)
        return {"sequence": self.log.index(name) + 1 if name in self.log else None, **given}

    def _answer(self, route: Route, outcomes: list[dict[str, Any]]) -> None:
        body = {"version": 2, "outcomes": outcomes, "book": None, "time": "14:03", "build": "b1", **self.says}
        route.fulfill(status=200, content_type="application/json", body=json.dumps(body))


def silent(route: Route) -> None:
    """Nobody answers."""
    route.abort()


def answering(status: int, body: str = "", kind: str = "text/html") -> Fault:
    """Return a fault that answers with this."""
    return lambda route: route.fulfill(status=status, content_type=kind, body=body)


def book(*ids: str, now: str = "2026-11-30T14:03:00+00:00", **beside: Any) -> dict[str, Any]:
    """Return a match's book as far as the outbox reads it: one game, a row an item, and what stands beside."""
    log = [{"sequence": place, "id": name} for place, name in enumerate(ids, 1)]
    games = [{"number": 1, "sequence": len(log), "log": log}]
    return {"now": now, "match": {"finished": False}, "games": games, **beside}


def opened(page: Page, hall: Hall, **options: Any) -> Page:
    """Begin an outbox on a page of the site."""
    hall.on(page)
    page.goto("/login/")
    page.evaluate(OPEN, options)
    until(page, "box.tabs.knows && !box.sending")
    return page


def another(context: BrowserContext, hall: Hall, **options: Any) -> Page:
    """Open a second window of the same browser."""
    return opened(context.new_page(), hall, **options)


def until(page: Page, condition: str) -> None:
    """Wait for a condition; the page's policy lets no text be run, so it is asked again and again from here."""
    for _attempt in range(200):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{condition}: {page.evaluate('JSON.stringify(box.status)')}")


def put(page: Page, *ids: str, kind: str = "turn", **more: str) -> list[bool]:
    """Put items into the outbox; return of each whether it is on the disk."""
    return list(page.evaluate(PUT, {"ids": ids, "kind": kind, "more": more}))


def status(page: Page) -> dict[str, Any]:
    """Return what the outbox says of itself."""
    return dict(page.evaluate("({...box.status, trouble: box.status.trouble && {...box.status.trouble}})"))


def names(count: int) -> list[str]:
    """Return so many ids."""
    return [f"item-{number:04}" for number in range(1, count + 1)]

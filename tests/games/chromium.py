"""A page of a real Chromium that can import the tablet's rules as the site serves them; no server runs.

Knows: Playwright's routes, the folder of the scripts. Does not know: any rule.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route

ORIGIN = "https://rules.example"
RULES = Path(__file__).parents[2] / "static" / "tablet" / "rules"


def rules_page(browser: Browser, more: Mapping[str, str] | None = None) -> Page:
    """Open an empty page whose ``/rules/`` are the tablet's; ``more`` are further files there, by name."""
    page = browser.new_page()
    added = more or {}

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name in added:
            route.fulfill(body=added[name], content_type="text/javascript")
        elif (RULES / name).is_file() and name:
            route.fulfill(body=(RULES / name).read_text(encoding="utf-8"), content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>rules</title>", content_type="text/html")

    page.route(f"{ORIGIN}/**", answer)
    page.goto(f"{ORIGIN}/")
    return page


def as_text(value: Any) -> str:
    """Write a value as the one JSON text that stands for it; ``AS_TEXT`` does the same in a page."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=sorted)


# Keys in order, everything beyond plain ASCII as an escape.
AS_TEXT = r"""
const quoted = (text) => JSON.stringify(text).replace(
  /[\u007f-\uffff]/g, (sign) => "\\u" + sign.charCodeAt(0).toString(16).padStart(4, "0"));
function asText(value) {
  if (typeof value === "string") return quoted(value);
  if (value === undefined) throw new Error("undefined is no value");
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(asText).join()}]`;
  const pairs = Object.keys(value).sort().map((key) => `${quoted(key)}:${asText(value[key])}`);
  return `{${pairs.join()}}`;
}
"""

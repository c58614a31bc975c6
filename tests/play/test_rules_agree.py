"""What the tablet's rules say of a game is what the server's say, after every single line, in a real Chromium.

Thousands of random items of every game, legal ones and bent ones, under every preset and every value of every option,
go through Python's ``Folded.played`` and through ``door.js``: rows or refusal, form, sheets and status must be the
same. Both sides write each step as one text; what travels is its digest.
"""

import dataclasses
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from cacho_tournaments import games
from cacho_tournaments.games.base import MatchRule, Refused, Setup, Status
from cacho_tournaments.games.record import parse
from cacho_tournaments.play import bridge
from tests.games.chromium import AS_TEXT, as_text, rules_page
from tests.play.bending import Bender

pytestmark = pytest.mark.browser

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
TURNS = {
    "cacho-alalay": 5000,
    "dice-poker": 2000,
    "dice-poker-fences": 2500,
    "generala": 2000,
    "cuarenta": 3500,
}
_LONGEST, _SHORT = 500, 60  # items of one game

IN_PAGE = (
    """async ({ code, games, matches, at }) => {"""
    + AS_TEXT
    + """
  const door = await import("/rules/door.js");
  const rules = await door.load(code);
  const told = async (text) => {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return Array.from(new Uint8Array(bytes).slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  let shown = { of: null, text: "" };
  const whole = (answer, folded) => {
    // What was refused has changed nothing: the very same game is shown as before.
    if (shown.of !== folded) {
      shown = { of: folded, text: asText([door.form(folded), door.sheets(folded), door.status(folded)]) };
    }
    return `[${asText(answer)},${shown.text}]`;
  };
  const answers = [];
  for (const { setup, items } of games) {
    let folded;
    try {
      folded = door.begin(rules, setup);
    } catch (refusal) {
      if (!(refusal instanceof door.Refusal)) throw refusal;
      answers.push([asText([refusal.code, refusal.rule, refusal.facts])]);
      continue;
    }
    const texts = [whole(null, folded)];
    for (const item of items) {
      let answer;
      try {
        const played = door.play(folded, item);
        folded = played.folded;
        answer = played.rows;
      } catch (refusal) {
        if (!(refusal instanceof door.Refusal)) throw new Error(`${item}: ${refusal.stack}`);
        answer = [refusal.code, refusal.rule, refusal.facts];
      }
      texts.push(whole(answer, folded));
    }
    answers.push(at === null ? await Promise.all(texts.map(told)) : [texts[at]]);
  }
  const outcomes = matches.map(({ statuses, setting }) => asText(door.matchOutcome(rules, statuses, setting)));
  return { answers, outcomes };
}"""
)


def plain(value: Any) -> dict[str, Any]:
    """Return the fields of a record, and those of records in it."""
    return {
        each.name: [plain(part) for part in found]
        if isinstance(found := getattr(value, each.name), tuple)
        and found
        and dataclasses.is_dataclass(found[0])
        else found
        for each in dataclasses.fields(value)
    }


@dataclass
class Played:
    """A game as Python played it: its items, and what stood after each of them, and before the first one."""

    setup: Setup
    items: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    status: Status | None = None
    shown: tuple[Any, str] = (None, "")

    def begin(self) -> bridge.Folded:
        folded = bridge.blank(self.setup)
        self._note(None, folded)
        return folded

    def play(self, folded: bridge.Folded, item: str) -> bridge.Folded:
        try:
            rows, folded = folded.played(item)
            answer: Any = [{"line": row.line, **plain(row.verdict)} for row in rows]
        except Refused as refusal:
            answer = [refusal.code, refusal.rule, refusal.facts]
        self.items.append(item)
        self._note(answer, folded)
        return folded

    def _note(self, answer: Any, folded: bridge.Folded) -> None:
        self.status = folded.status
        if self.shown[0] is not folded.state:
            rules, state = folded.rules, folded.state
            sheets = []
            for side in range(1, self.setup.sides + 1):
                sheet = rules.sheet(state, side)
                sheets.append({**plain(sheet), "cells": [plain(cell) for cell in sheet.in_order()]})
            self.shown = state, as_text([rules.form(state), sheets, plain(folded.status)])
        self.texts.append(f"[{as_text(answer)},{self.shown[1]}]")

    def sent(self) -> dict[str, Any]:
        return {"setup": dataclasses.asdict(self.setup), "items": self.items}


def settings_of(code: str, rng: Random) -> Iterator[dict[str, str]]:
    """Yield options: every preset, every value of every option, then any mixture."""
    rules = games.get(code)
    for preset in rules.presets:
        yield dict(rules.resolve(preset))
    for option in rules.options:
        for value in option.values:
            yield dict(rules.resolve(None, {option.name: value}))
    while True:
        yield {option.name: rng.choice(option.values) for option in rules.options}


def made_up(code: str, rng: Random) -> Iterator[Played]:
    """Yield games of random legal and bent items until there are enough of them."""
    rules, bender, turns = games.get(code), Bender(code, rng), 0
    for number, options in enumerate(settings_of(code, rng)):
        least_is_done = number >= sum(len(option.values) for option in rules.options) + len(rules.presets)
        if least_is_done and turns >= TURNS[code]:
            return
        sides = rng.randint(rules.min_sides, rules.max_sides) if number % 2 else max(2, rules.min_sides)
        setup = Setup(
            code,
            options,
            sides,
            to_move=rng.randint(1, sides),
            players=(rng.randint(1, min(rules.max_players, 2)),) * sides,
        )
        played = Played(setup)
        folded = played.begin()
        while not folded.status.over and len(played.items) < (_LONGEST if number % 4 == 0 else _SHORT):
            line = rules.write(rules.random_turn(folded.state, rng))
            for item in bender.around(line, folded.state):
                folded = played.play(folded, item)
        folded = played.play(folded, line)  # after the end as well
        turns += len(played.items)
        yield played


def compare(page: Page, code: str, played: list[Played]) -> None:
    sent = {"code": code, "games": [each.sent() for each in played], "matches": [], "at": None}
    answers = page.evaluate(IN_PAGE, sent)["answers"]
    for own, found in zip_longest(played, answers):
        wanted = [hashlib.sha256(text.encode()).hexdigest()[:16] for text in own.texts]
        if found != wanted:
            at = next(at for at, (one, two) in enumerate(zip(wanted, found, strict=True)) if one != two)
            (text,) = page.evaluate(IN_PAGE, {**sent, "games": [own.sent()], "at": at})["answers"][0]
            names = ("rows or refusal", "form", "sheets", "status")
            one_answer, one_shown = json.loads(own.texts[at])
            two_answer, two_shown = json.loads(text)
            parts = zip(names, (one_answer, *one_shown), (two_answer, *two_shown), strict=True)
            for name, one, two in parts:
                assert two == one, (name, own.setup, own.items[: at + 1])
            assert text == own.texts[at], (own.setup, own.items[: at + 1])


@pytest.mark.parametrize("code", games.codes())
def test_random_games_go_the_same_way_on_the_tablet_after_every_line(browser: Browser, code: str) -> None:
    rng = Random(f"rules agree {code}")
    page = rules_page(browser)
    played = list(made_up(code, rng))

    compare(page, code, played)

    accepted = sum('"line":' in text for each in played for text in each.texts)
    assert sum(len(each.items) for each in played) >= TURNS[code]
    assert accepted >= TURNS[code] // 3
    compare_matches(page, code, played, rng)


def compare_matches(page: Page, code: str, played: list[Played], rng: Random) -> None:
    """Put games together as matches: those of as many sides, whatever else they were played by."""
    rules, matches, wanted = games.get(code), [], []
    for _ in range(300):
        first = rng.choice(played)
        alike = [each for each in played if each.setup.sides == first.setup.sides]
        some = [each.status for each in rng.choices(alike, k=rng.randint(1, 5))]
        over = [status for status in some[:-1] if status.over]
        statuses = [*over, some[-1]]
        rule = MatchRule(rng.choice((1, 1, 2, 3, 5)), rng.choice(("shared", "extra-game")))
        sides, options = first.setup.sides, first.setup.options
        setting = {"sides": sides, "best_of": rule.best_of, "tie": rule.tie, "options": options}
        matches.append({"statuses": [dataclasses.asdict(each) for each in statuses], "setting": setting})
        outcome = rules.match(statuses, sides=sides, rule=rule, options=options)
        wanted.append(as_text(dataclasses.asdict(outcome)))

    found = page.evaluate(IN_PAGE, {"code": code, "games": [], "matches": matches, "at": None})["outcomes"]

    assert found == wanted


@pytest.mark.parametrize("code", games.codes())
def test_hand_checked_records_go_the_same_way_on_the_tablet(browser: Browser, code: str) -> None:
    played = []
    for path in sorted((GOLDEN / code).rglob("*.cacho")):
        for record in parse(path.read_text(encoding="utf-8")):
            own = Played(record.setup)
            folded = own.begin()
            for line in record.lines:
                folded = own.play(folded, line.text)
            played.append(own)
    assert len(played) > 10
    compare(rules_page(browser), code, played)


def test_the_tablet_reads_what_a_line_counts(browser: Browser) -> None:
    page = rules_page(browser)
    counted = """async (lines) => {
      const door = await import("/rules/door.js");
      const rules = await door.load("cuarenta");
      return lines.map((line) => door.counted(rules, line));
    }"""
    assert page.evaluate(counted, ["1 count 21 19", "2 caida"]) == [[21, 19], []]


def test_a_refused_setup_and_an_unknown_game_are_refused_by_code(browser: Browser) -> None:
    page = rules_page(browser)
    refused = """async ([code, setup]) => {
      const door = await import("/rules/door.js");
      try {
        door.begin(await door.load(code), setup);
      } catch (refusal) {
        return [refusal instanceof door.Refusal, refusal.code, refusal.rule, refusal.facts];
      }
    }"""
    assert page.evaluate(refused, ["cuarenta", {"options": {}, "sides": 3}]) == [
        True,
        "too-many-sides",
        "1",
        {"sides": 3, "most": 2},
    ]
    assert page.evaluate(refused, ["toString", {"options": {}, "sides": 2}])[:2] == [True, "unknown-game"]

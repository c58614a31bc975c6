"""What the tablet works out of a match by itself is what the server shows of it: made-up matches of every game, with
turns taken back, through both, compared after every few items, in a real Chromium."""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.templatetags.static import static
from django.utils import translation
from playwright.sync_api import Browser, Page

from cacho_tournaments import games
from cacho_tournaments.competition.models import Match
from cacho_tournaments.people.models import User
from cacho_tournaments.play import bridge, queries, wire
from cacho_tournaments.play.actions import inbox
from cacho_tournaments.play.models import Game, Turn
from cacho_tournaments.play.queries import MatchPage
from cacho_tournaments.play.views import board, ledger, pad_words
from tests.browser import screen
from tests.play import scene

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STEPS = 14  # items between two comparisons, at most
MOST_ITEMS = 420
TAKEN_BACK = 0.3  # so often, between two comparisons, an item is taken back

# In the page: the state by the book alone, by an older book with what came since as waiting items, and by the older
# book after the server has answered for them.
COMPARE = """
async (given) => {
  const { base, seed, language, steps } = JSON.parse(given);
  const [{ Match }, { Saying }, door] = await Promise.all(
    ["match.js", "saying.js", "rules/door.js"].map((name) => import(base + name)));
  const rules = await door.load(seed.rules.game);
  const match = new Match(seed, rules, new Saying(seed, language));
  const alone = new Match(seed, rules, new Saying(seed, language));
  return JSON.stringify(steps.map(({ book, items, outcomes }, at) => {
    const before = steps[Math.max(at - 1, 0)].book;
    return [
      alone.state(book, []),
      match.state(before, items),
      match.state(match.acknowledged(before, items, outcomes), []),
    ];
  }));
}
"""

# Of one moment or one person, and not of the match.
PASSING = ("time", "who", "waiting")
KEYS = ("match", "game", "form", "sides", "ended", "undo", "log")


@dataclass
class Table:
    """A match that is played item by item as a tablet sends it; what each step leads to is kept."""

    match: Match
    by: User
    rng: Random
    language: str
    steps: list[dict[str, Any]] = field(default_factory=list)
    shown: list[dict[str, Any]] = field(default_factory=list)
    sent: int = 0
    cancels: int = 0

    @property
    def page(self) -> MatchPage:
        return queries.match_page(self.match.token)

    def play(self) -> None:
        """Play until the match is over and a few turns have been taken back after its end."""
        self.look([], [])
        ends = 0
        while self.sent < MOST_ITEMS:
            rows = list(Game.objects.filter(match=self.match).order_by("number"))
            over = Match.objects.filter(pk=self.match.pk, state="finished").exists()
            ends += over
            if ends == 2:
                break
            items = self.taking_back(rows) if over or self.rng.random() < TAKEN_BACK else []
            items = items or self.turns(rows)
            self.look(items, self.send(items))

    def taking_back(self, rows: list[Game]) -> list[dict[str, Any]]:
        """Return the taking back of the last item that counts; nothing where none does."""
        for row in reversed(rows):
            if live := bridge.live_turns(Turn.objects.filter(game=row)):
                self.cancels += 1
                reason = self.rng.choice(["", "mal dictado"])
                return [self.envelope("cancel", row, row.sequence, cancels=live[-1].item, reason=reason)]
        return []

    def turns(self, rows: list[Game]) -> list[dict[str, Any]]:
        """Return a few turns of a legal player, up to the end of the game at most."""
        row = next((row for row in rows if not row.is_over), None) or self.next_row(rows)
        folded = bridge.fold(row, Turn.objects.filter(game=row) if row.pk else [])
        items: list[dict[str, Any]] = []
        while len(items) < self.rng.randint(1, STEPS) and not folded.status.over:
            line = folded.rules.write(folded.rules.random_turn(folded.state, self.rng))
            items.append(self.envelope("turn", row, row.sequence + len(items), line=line, entry="full"))
            _played, folded = folded.played(line)
        return items

    def next_row(self, rows: list[Game]) -> Game:
        number, first = len(rows) + 1, rows[0] if rows else None
        setup = bridge.setup_of(self.match, number=number, first=first)
        return bridge.row_of(setup, self.match, number=number, first=first)

    def envelope(self, kind: str, game: Game, base: int, **rest: Any) -> dict[str, Any]:
        self.sent += 1
        return {
            "kind": kind,
            "client_id": f"item-{self.sent:06}-{self.match.token}",
            "game_number": game.number,
            "base_sequence": base,
            "at_device": "2026-11-30T14:03:00.000Z",
            **rest,
        }

    def send(self, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        body = {"version": 2, "match": self.match.token, "tablet": "t" * 16, "items": items}
        batch = wire.parse(json.dumps(body).encode())
        outcomes = inbox.take(match=self.match, batch=batch, by=self.by)
        assert all(outcome.verdict != "refused" for outcome in outcomes), outcomes
        return [{"client_id": outcome.client_id, "verdict": outcome.verdict} for outcome in outcomes]

    def look(self, items: list[Any], outcomes: list[Any]) -> None:
        with translation.override(self.language):
            page = self.page
            book = ledger.book(page)
            self.steps.append({"book": book, "items": items, "outcomes": outcomes})
            self.shown.append(board.state(page))

    def seed(self) -> dict[str, Any]:
        with translation.override(self.language):
            page = self.page
            assert page.shown is not None
            return {**pad_words.seed(page, page.shown), "book": None}


def plain(state: dict[str, Any]) -> dict[str, Any]:
    """Return what is compared of a state, as JSON has it."""
    kept: dict[str, Any] = json.loads(json.dumps({key: state[key] for key in KEYS}))
    for row in kept["log"]:
        for name in PASSING:
            row.pop(name, None)
    return kept


def first_difference(mine: Any, theirs: Any, path: str = "") -> str:
    """Return where two values of JSON part, for a reader of a failing test."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        for key in sorted({*mine, *theirs}):
            if mine.get(key) != theirs.get(key) or (key in mine) != (key in theirs):
                return first_difference(mine.get(key), theirs.get(key), f"{path}.{key}")
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        for at, (one, other) in enumerate(zip(mine, theirs, strict=True)):
            if one != other:
                return first_difference(one, other, f"{path}[{at}]")
    return f"{path}: tablet {mine!r}, server {theirs!r}"


def compare(page: Page, table: Table) -> int:
    """Compare every step both ways; return how many states were compared."""
    given = {
        "base": static("tablet/"),
        "seed": table.seed(),
        "language": table.language,
        "steps": table.steps,
    }
    # As text: Playwright's own way takes long for so much.
    found = json.loads(page.evaluate(COMPARE, json.dumps(given)))
    for at, (states, shown) in enumerate(zip(found, table.shown, strict=True)):
        for how, state in zip(("book alone", "waiting items", "after the answer"), states, strict=True):
            mine, theirs = plain(state), plain(shown)
            assert mine == theirs, f"step {at}, {how}{first_difference(mine, theirs)}"
    return 3 * len(found)


# (game, sides, best of, tie, language)
MATCHES = [
    ("cacho-alalay", 2, 1, "shared", "es"),
    ("cacho-alalay", 2, 3, "extra-game", "en"),
    ("cacho-alalay", 3, 1, "shared", "ru"),
    ("cacho-alalay", 6, 1, "shared", "es"),
    ("generala", 2, 1, "shared", "ru"),
    ("generala", 4, 3, "extra-game", "es"),
    ("dice-poker", 2, 3, "shared", "en"),
    ("dice-poker", 3, 1, "shared", "es"),
    ("dice-poker-fences", 2, 1, "shared", "en"),
    ("dice-poker-fences", 4, 1, "shared", "ru"),
    ("cuarenta", 2, 3, "extra-game", "es"),
    ("cuarenta", 2, 1, "shared", "ru"),
]


def test_every_game_is_compared() -> None:
    assert {game for game, *_rest in MATCHES} == set(games.codes())


@pytest.mark.parametrize(("game", "sides", "best_of", "tie", "language"), MATCHES)
def test_the_tablet_draws_what_the_server_would(
    browser: Browser, live_server: Any, game: str, sides: int, best_of: int, tie: str, language: str
) -> None:
    kind = "pair" if games.get(game).max_players > 1 and best_of == 1 and sides == 2 else "single"
    match = scene.table_of(sides, kind=kind, best_of=best_of, tie=tie, game=game)
    table = Table(match, scene.referee_of(match), Random(f"{game}{sides}{best_of}"), language)
    table.play()
    assert table.page.result is not None and table.cancels
    with screen(browser, live_server) as page:
        page.goto("/login/")
        assert compare(page, table) == 3 * len(table.steps) > 6

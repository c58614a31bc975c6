"""A match as a tablet plays it ahead of the server: what it has recorded, and what it builds on.

Knows: the rules, items of the wire. Does not know: requests, the database.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from cacho_tournaments import games
from cacho_tournaments.games.base import MatchRule, Setup

CANCELS_PER_THOUSAND = 40


@dataclass(frozen=True, slots=True)
class Seated:
    """A match that waits to be played."""

    token: str
    setup: Setup  # of its first game
    best_of: int
    tie: str
    confirmed: bool  # whether each side confirms the end


@dataclass(slots=True)
class _Game:
    number: int
    setup: Setup
    state: Any
    sequence: int = 0
    items: list[tuple[str, int, Any]] = field(default_factory=list)  # id, rows, the state before it


@dataclass(slots=True)
class Played:
    """What became of a match at its table. ``rows`` are those that the log must hold, in order: (id, kind, line)."""

    seated: Seated
    rng: Random
    rows: list[tuple[int, str, str, str]] = field(default_factory=list)  # game, id, kind, line
    over: bool = False
    closed: bool = False  # confirmed by every side, where they confirm
    _games: list[_Game] = field(default_factory=list)

    def items(self) -> Iterator[dict[str, Any]]:
        """Yield what the referee records, one item after the other, until the match is over and confirmed."""
        while not self.over:
            yield self._turn()
            if self._games[-1].items and self.rng.randrange(1000) < CANCELS_PER_THOUSAND:
                yield self._cancel()
        if self.seated.confirmed:
            yield from (self._confirm(side) for side in range(1, self.seated.setup.sides + 1))
        self.closed = True

    @property
    def known(self) -> dict[str, int]:
        """The sequence of each game begun, as the tablet has it."""
        return {str(game.number): game.sequence for game in self._games}

    @property
    def _game(self) -> _Game:
        rules = games.get(self.seated.setup.game)
        if not self._games or rules.status(self._games[-1].state).over:
            number, setup = len(self._games) + 1, self.seated.setup
            setup = replace(setup, to_move=(number - 1) % setup.sides + 1)
            self._games.append(_Game(number, setup, setup.begin(rules)))
        return self._games[-1]

    def _turn(self) -> dict[str, Any]:
        game = self._game
        rules = games.get(game.setup.game)
        turn = rules.random_turn(game.state, self.rng)
        line = rules.write(turn)
        item = self._item("turn", game, line=line, entry="quick")
        game.items.append((item["client_id"], 1, game.state))
        game.state, _verdict = rules.apply(game.state, turn)
        game.sequence += 1
        self.rows.append((game.number, item["client_id"], "turn", line))
        self.over = self._is_over()
        return item

    def _cancel(self) -> dict[str, Any]:
        game = self._games[-1]
        cancelled, rows, before = game.items.pop()
        item = self._item("cancel", game, cancels=cancelled, reason="")
        game.state = before
        game.sequence += rows
        self.rows.append((game.number, item["client_id"], "cancel", ""))
        self.over = False
        return item

    def _confirm(self, side: int) -> dict[str, Any]:
        return self._item("confirm", self._games[-1], side=side, how="tap", signature="")

    def _item(self, kind: str, game: _Game, **fields: Any) -> dict[str, Any]:
        return {
            "kind": kind,
            "client_id": secrets.token_hex(16),
            "game_number": game.number,
            "base_sequence": game.sequence,
            "at_device": datetime.now(UTC).isoformat(),
            **fields,
        }

    def _is_over(self) -> bool:
        first = self.seated.setup
        rules = games.get(first.game)
        statuses = [rules.status(game.state) for game in self._games]
        rule = MatchRule(self.seated.best_of, self.seated.tie)
        return rules.match(statuses, sides=first.sides, rule=rule, options=first.options).over


def shared_out(matches: Sequence[Seated], tablets: int) -> list[list[Seated]]:
    """Deal the matches to so many tablets, in turn."""
    return [list(matches[at::tablets]) for at in range(tablets)]

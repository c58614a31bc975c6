"""Replay: from a setup and lines of text to the state they lead to, line by line, nothing lost.

Knows: that a refused line changes nothing, and that the next line goes on from the same state; how a game makes up
lines of its own. Does not know: any game's rules, or where other lines come from.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from cacho_tournaments.games import get
from cacho_tournaments.games.base import Game, Refused, Setup, Status, Verdict
from cacho_tournaments.games.figures import whole
from cacho_tournaments.games.record import Line


@dataclass(frozen=True, slots=True)
class Played:
    """One line and what became of it: a verdict, or a refusal. ``side`` is None where it cannot be read."""

    line: int
    text: str
    side: int | None
    verdict: Verdict | None = None
    refused: Refused | None = None

    @property
    def ok(self) -> bool:
        return self.verdict is not None


@dataclass(frozen=True, slots=True)
class Replay:
    """A game after its lines. ``state`` is the game's own value, to go on from with ``step``."""

    setup: Setup
    turns: tuple[Played, ...]
    state: Any
    status: Status

    @property
    def accepted(self) -> tuple[Played, ...]:
        return tuple(turn for turn in self.turns if turn.ok)

    @property
    def refused(self) -> tuple[Played, ...]:
        return tuple(turn for turn in self.turns if not turn.ok)


def begin(setup: Setup) -> tuple[Game[Any, Any], Any]:
    """Return the game and its state before the first turn. Raises: SetupRefused."""
    game = get(setup.game)
    return game, setup.begin(game)


def step(game: Game[Any, Any], state: Any, text: str, *, line: int = 1) -> tuple[Any, Played]:
    """Play one line on a state: return the state after it (the same one when it was refused) and what became of it."""
    side = _side_of(text)
    try:
        turn = game.parse(text)
        after, verdict = game.apply(state, turn)
    except Refused as refusal:
        # Without its traceback, which would keep every frame of the check alive as long as the replay is.
        return state, Played(line, text, side, refused=refusal.with_traceback(None))
    return after, Played(line, text, side, verdict=verdict)


def resume(setup: Setup, state: Any, lines: Iterable[str | Line], *, first_line: int = 1) -> Replay:
    """Play lines on a state that earlier lines of the same setup have led to."""
    game = get(setup.game)
    turns: list[Played] = []
    for number, line in enumerate(lines, start=first_line):
        if isinstance(line, Line):
            state, played = step(game, state, line.text, line=line.number)
        else:
            state, played = step(game, state, line, line=number)
        turns.append(played)
    return Replay(setup, tuple(turns), state, game.status(state))


def replay(setup: Setup, lines: Iterable[str | Line]) -> Replay:
    """Play every line from the start. Plain strings are numbered from 1. Raises: SetupRefused."""
    _, state = begin(setup)
    return resume(setup, state, lines)


def made_up(game: Game[Any, Any], state: Any, rng: Random) -> Iterator[tuple[str, Any]]:
    """Yield the turns of the game's legal player from a state on until the game is over: each line, and the state
    after it."""
    while not game.status(state).over:
        turn = game.random_turn(state, rng)
        state, _verdict = game.apply(state, turn)
        yield game.write(turn), state


def _side_of(text: str) -> int | None:
    return whole(text.strip().partition(" ")[0])

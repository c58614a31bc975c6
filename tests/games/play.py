"""How these tests come in: by the public door of the games room, with as few words as a test needs."""

from collections.abc import Iterable
from random import Random

import pytest

from cacho_tournaments.games import get
from cacho_tournaments.games.base import Refused, Setup
from cacho_tournaments.games.replay import Replay, begin, replay

CACHO = get("cacho-alalay")


def setup(preset="cochabamba", *, sides=2, start=None, to_move=1, **options) -> Setup:
    return Setup(CACHO.code, CACHO.resolve(preset, options), sides, start or {}, to_move)


def played(lines: str | Iterable[str], preset="cochabamba", **how) -> Replay:
    """Replay lines that must all be legal."""
    game = replay(setup(preset, **how), [lines] if isinstance(lines, str) else lines)
    assert [(turn.text, turn.refused) for turn in game.refused] == []
    return game


def worth(line: str, preset="cochabamba", **how):
    """Return box, points and mark of one legal line."""
    verdict = played(line, preset, **how).turns[-1].verdict
    return verdict.box, verdict.points, verdict.mark


def refusal(line: str, preset="cochabamba", **how) -> Refused:
    """Return how one line is refused."""
    (turn,) = replay(setup(preset, **how), [line]).turns
    if turn.refused is None:
        pytest.fail(f"legal: {line}")
    return turn.refused


def playout(begun: Setup, seed: int, *, most=1000):
    """Play a game by the made-up player to its end, or ``most`` turns; return its lines and the last state."""
    rng = Random(seed)
    game, state = begin(begun)
    lines = []
    while not game.status(state).over and len(lines) < most:
        turn = game.random_turn(state, rng)
        lines.append(game.write(turn))
        assert game.parse(lines[-1]) == turn
        state, verdict = game.apply(state, turn)
        assert verdict.side == turn.side
    return lines, state

"""How tests of the games of throws and boxes come in: by the public door, any of the three by its code."""

from collections.abc import Iterable

import pytest

from cacho_tournaments.games import get
from cacho_tournaments.games.base import Refused, Setup
from cacho_tournaments.games.replay import Replay, replay

POKER, FENCES, GENERALA = "dice-poker", "dice-poker-fences", "generala"
CODES = (POKER, FENCES, GENERALA)


def setup(code, *, sides=2, start=None, to_move=1, **options) -> Setup:
    return Setup(code, get(code).resolve(None, options), sides, start or {}, to_move)


def begin(code, **how):
    """Return the game and its state before the first turn."""
    begun = setup(code, **how)
    return get(code), begun.begin(get(code))


def played(code, lines: str | Iterable[str], **how) -> Replay:
    """Replay lines that must all be legal."""
    game = replay(setup(code, **how), [lines] if isinstance(lines, str) else lines)
    assert [(turn.text, turn.refused) for turn in game.refused] == []
    return game


def worth(code, line, **how):
    """Return box, points and mark of one legal line."""
    verdict = played(code, line, **how).turns[-1].verdict
    return verdict.box, verdict.points, verdict.mark


def refusal(code, line, **how) -> Refused:
    """Return how one line is refused."""
    (turn,) = replay(setup(code, **how), [line]).turns
    if turn.refused is None:
        pytest.fail(f"legal: {line}")
    return turn.refused

"""How the tests of cuarenta come in: by the public door of the games room, with as few words as a test needs."""

from collections.abc import Iterable

import pytest

from cacho_tournaments.games import get
from cacho_tournaments.games.base import Refused, Setup
from cacho_tournaments.games.replay import Replay, begin, replay

CUARENTA = get("cuarenta")
RULESETS = sorted(CUARENTA.presets)
SINGLES, PAIRS = (1, 1), (2, 2)


def setup(preset="quito", *, players=SINGLES, start=None, to_move=1, **options) -> Setup:
    begun = {side: str(score) for side, score in (start or {}).items()}
    return Setup(CUARENTA.code, CUARENTA.resolve(preset, options), 2, begun, to_move, players)


def lines_of(text: str | Iterable[str]) -> list[str]:
    """Return lines from a text in which commas or line breaks part them."""
    if not isinstance(text, str):
        return list(text)
    return [line.strip() for line in text.replace(",", "\n").split("\n") if line.strip()]


def played(text: str | Iterable[str], preset="quito", **how) -> Replay:
    """Replay lines that must all be legal."""
    game = replay(setup(preset, **how), lines_of(text))
    assert [(turn.text, str(turn.refused)) for turn in game.refused] == []
    return game


def state_after(text: str | Iterable[str], preset="quito", **how):
    return played(text, preset, **how).state


def refusal(text: str | Iterable[str], preset="quito", **how) -> Refused:
    """Return how the last line is refused; those before it must be legal."""
    *before, last = lines_of(text)
    game = replay(setup(preset, **how), [*before, last])
    assert [turn.text for turn in game.refused] in ([last], [])
    if game.turns[-1].refused is None:
        pytest.fail(f"legal: {last}")
    return game.turns[-1].refused


def opening(preset="quito", **how):
    return begin(setup(preset, **how))[1]

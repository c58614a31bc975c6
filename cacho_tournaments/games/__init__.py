"""The games room: what may be played, and whether a turn was legal. Pure values, no framework.

Knows: which games there are and where each one's package lies. ``script`` writes the engines once more for the tablet,
by machine (``make rules``), so whatever changes in them is written anew.
Does not know: any game's rules; a package is imported only when its game is asked for.
"""

from importlib import import_module
from typing import Any

from cacho_tournaments.games.base import Game, SetupRefused
from cacho_tournaments.games.wording import Words

_PACKAGES = {
    "cacho-alalay": "cacho_tournaments.games.cacho_alalay",
    "dice-poker": "cacho_tournaments.games.dice_poker",
    "dice-poker-fences": "cacho_tournaments.games.dice_poker_fences",
    "generala": "cacho_tournaments.games.generala",
    "cuarenta": "cacho_tournaments.games.cuarenta",
}


def codes() -> tuple[str, ...]:
    """Return the code of every game, in the order in which they are offered."""
    return tuple(_PACKAGES)


def get(code: str) -> Game[Any, Any]:
    """Return the game of that code. Raises: SetupRefused ``unknown-game``."""
    game: Game[Any, Any] = import_module(package_of(code)).GAME
    return game


def words_of(code: str) -> Words:
    """Return the words of that game. Raises: SetupRefused ``unknown-game``."""
    words: Words = import_module(f"{package_of(code)}.words").WORDS
    return words


def package_of(code: str) -> str:
    """Return where the game of that code lies. Raises: SetupRefused ``unknown-game``."""
    if code not in _PACKAGES:
        raise SetupRefused("unknown-game", game=code, known=codes())
    return _PACKAGES[code]

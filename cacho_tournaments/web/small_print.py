"""The rules of a game in small print, as they stand at the foot of a scoresheet: what must not be forgotten; and the
one of them that explains a winner with no more points than the other.

Knows: that every game gives its own sentences. Does not know: which options are in force; they are passed in.
"""

from collections.abc import Mapping

from cacho_tournaments.web.game_texts import spoken, words_of


def small_print(game: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the sentences for a game under these options; none for a game without small print."""
    return tuple(spoken(phrase) for phrase in words_of(game).small_print(options))


def level_said(game: str, options: Mapping[str, str]) -> str:
    """Return what decides between equal sums in a game under its options; empty where they are always shared."""
    said = words_of(game).level
    return spoken(said(options)) if said else ""

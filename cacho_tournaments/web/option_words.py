"""The words of the games' options: what each option asks, and what each of its values says.

Knows: that every game words its own options. Does not know: which values are in force.
Shown where an organizer chooses rules and where the public reads them; the numbers of the rules stand in the games.
"""

from cacho_tournaments.web.game_texts import Word, own


def option_name(game: str, option: str) -> Word:
    """Return what an option asks; one without words shows its code."""
    return own(game, lambda words: words.options, option) or option


def value_name(game: str, option: str, value: str) -> Word:
    """Return what a value of an option says; a figure stands for itself."""
    return own(game, lambda words: words.values.get(option, {}), value) or value

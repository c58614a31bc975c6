"""The texts of the games in the reader's language: each game brings its words in English, here they are translated.

Knows: how a text and a phrase of ``games.wording`` are looked up in the catalogues. Does not know: any game, any word.
"""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext, npgettext, pgettext_lazy

from cacho_tournaments import games
from cacho_tournaments.games.wording import CONTEXT_ENDS, Phrase, Text, Words

Word = str | Promise
Pick = Callable[[Words], Mapping[str, Text]]

_NO_WORDS = Words(name="")


def words_of(game: str) -> Words:
    """Return the words of a game; a game that is not among ours has none."""
    return games.words_of(game) if game in games.codes() else _NO_WORDS


def translated(text: Text) -> Word:
    """Return a text that becomes the reader's language where it is shown."""
    context, separator, plain = text.rpartition(CONTEXT_ENDS)
    return pgettext_lazy(context, plain) if separator else gettext_lazy(text)


def spoken(phrase: Phrase) -> str:
    """Return a phrase in the reader's language, its gaps filled."""
    if phrase.plural:
        context, _separator, plain = phrase.text.rpartition(CONTEXT_ENDS)
        many = phrase.plural.rpartition(CONTEXT_ENDS)[2]
        text = (
            npgettext(context, plain, many, phrase.count) if context else ngettext(plain, many, phrase.count)
        )
    else:
        text = str(translated(phrase.text))
    return text % phrase.gaps if phrase.gaps else text


def own(game: str, pick: Pick, code: str) -> Word | None:
    """Return the game's own word for a code, None where it has none."""
    text = pick(words_of(game)).get(code)
    return translated(text) if text else None


def anywhere(pick: Pick, code: str) -> Word | None:
    """Return the word for a code by the first game that has one: where a caller does not tell the game."""
    found = (own(game, pick, code) for game in games.codes())
    return next((word for word in found if word is not None), None)

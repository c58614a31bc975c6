"""The only place where refusals become words.

Knows: where the sentence for a code stands: with the game that the facts name, else among those that all share; and
how its gaps are filled. Does not know: who raises it or why.
A code without a sentence is a fault that ``tests/web/test_explain.py`` finds.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise

from cacho_tournaments.errors import CachoError
from cacho_tournaments.games.wording import Text, Words
from cacho_tournaments.web import option_words, words
from cacho_tournaments.web.figures import figure
from cacho_tournaments.web.game_texts import Word, anywhere, own, translated, words_of
from cacho_tournaments.web.sentences import ALL, games

# Facts that name boxes or events; with a fact ``game`` beside them they are said by their names, not by their codes.
# So is a fact that bears the name of an option of the game.
_BOXES = frozenset({"box", "boxes", "scores", "needs", "event", "events"})


def sentence(error: CachoError) -> str:
    """Return the sentence for a refusal, in the reader's language, its gaps filled from the facts."""
    return sentence_of(error.code, error.facts)


def sentence_of(code: str, facts: Mapping[str, Any]) -> str:
    """Return the sentence for a code as it was stored (a refusal of a tablet is kept as code and facts)."""
    game = str(facts.get("game", ""))
    # A sentence for a code with this very fact, or with this one empty, goes before that for the code alone.
    keys = (f"{code}:{name}" if value else f"{code}:no-{name}" for name, value in facts.items())
    closer = (own(game, _refusals, key) or ALL.get(key) for key in keys)
    text = next((found for found in closer if found), None) or _unfilled(code, game)
    return str(text) % _Gaps(code, facts)


def turn_sentences(game: str) -> dict[str, str]:
    """Return every sentence that may refuse a turn of a game, its gaps unfilled: for a script that fills them."""
    theirs = {code: translated(text) for code, text in words_of(game).refusals.items()}
    return {code: str(text) for code, text in {**games.TURNS, **theirs}.items()}


def _unfilled(code: str, game: str) -> Word:
    return own(game, _refusals, code) or ALL.get(code) or anywhere(_refusals, code) or ALL["unknown-refusal"]


def _refusals(theirs: Words) -> Mapping[str, Text]:
    return theirs.refusals


class _Gaps(dict[str, Any]):
    """The facts as a sentence takes them: a missing one leaves a dash, never a stack trace before a referee."""

    def __init__(self, code: str, facts: Mapping[str, Any]) -> None:
        game = str(facts.get("game", ""))
        super().__init__({name: _plain(_named(name, value, game)) for name, value in facts.items()})
        self.setdefault("code", code)

    def __missing__(self, key: str) -> str:
        return "–"


def _named(name: str, value: Any, game: str) -> Any:
    if name == "ending" and isinstance(value, str):
        return words.ending_name(value, game)
    if name in words_of(game).values and isinstance(value, str):
        return option_words.value_name(game, name, value)
    if name not in _BOXES or not game:
        return value
    if isinstance(value, list | tuple):
        return [words.box_name(game, str(each)) for each in value]
    return words.box_name(game, value) if isinstance(value, str) else value


def _plain(value: Any) -> Any:
    if value is None:
        return "–"
    if isinstance(value, Promise):
        return str(value)
    if isinstance(value, dt.date):
        return date_format(value)
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(str(_plain(each)) for each in value)
    return figure(value) if isinstance(value, int) and value < 0 else value

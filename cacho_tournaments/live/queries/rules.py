"""The rules that hold in a category: the numbered text of its game, the options in force, how its stages are played.

Knows: the category's choice, what its games froze at their first turn, the words of options and settings.
Does not know: requests, what a rule means.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext_lazy as _

from cacho_tournaments import games
from cacho_tournaments.competition.models import Category, Match
from cacho_tournaments.competition.queries.next_steps import stage_name
from cacho_tournaments.competition.setting_words import setting_lines
from cacho_tournaments.games.base import Option
from cacho_tournaments.games.rules import Preface, Section, rules_preface, rules_text
from cacho_tournaments.live.queries.events import CategoryLink
from cacho_tournaments.play.models import Game
from cacho_tournaments.web import option_words, words

_CONFIRMED: Mapping[str, words.Word] = {
    Category.Confirmation.NONE: _(
        "A match recorded at its table is final with its last turn; no side has to confirm it."
    ),
    Category.Confirmation.TAP: _(
        "A match recorded at its table is final once every side has confirmed its end with a tap on the tablet."
    ),
    Category.Confirmation.SIGNATURE: _(
        "A match recorded at its table is final once every side has confirmed its end by signing on the tablet."
    ),
}


@dataclass(frozen=True, slots=True)
class OptionInForce:
    """An option with the value that holds here; ``usual`` is the game's own where another was chosen."""

    name: words.Word
    value: words.Word
    rule: str
    usual: words.Word = ""


@dataclass(frozen=True, slots=True)
class PlayedOtherwise:
    """An option that was another one in games that are over: a game keeps the rules of its first turn."""

    name: words.Word
    value: words.Word
    rule: str
    games: int


@dataclass(frozen=True, slots=True)
class StageRules:
    name: words.Word
    lines: tuple[tuple[words.Word, words.Word], ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    game: words.Word
    preset: words.Word
    preface: Preface
    sections: tuple[Section, ...]
    options: tuple[OptionInForce, ...]
    played_otherwise: tuple[PlayedOtherwise, ...]
    confirmed: words.Word
    stages: tuple[StageRules, ...]
    walkover_minutes: int


@dataclass(frozen=True, slots=True)
class GameRules:
    """The text of a game's rules."""

    code: str
    game: words.Word
    preface: Preface
    sections: tuple[Section, ...]


def game_rules(game: str, language: str) -> GameRules | None:
    """Return the rules of a game in the language if it has them, else in English; None where there is no such game."""
    if game not in games.codes():
        return None
    return GameRules(game, words.game_name(game), rules_preface(game, language), rules_text(game, language))


def rules(link: CategoryLink, language: str) -> RulesPage:
    """Return the rules of the category, its text in the language if the game has it, else in English."""
    category = Category.objects.get(pk=link.pk)
    game = games.get(category.game)
    values = game.resolve(category.preset or None, category.options)
    return RulesPage(
        game=link.game_name,
        preset=words.preset_name(category.game, category.preset or game.default_preset),
        preface=rules_preface(category.game, language),
        sections=rules_text(category.game, language),
        options=tuple(_in_force(category.game, option, values[option.name]) for option in game.options),
        played_otherwise=_played_otherwise(category, game.options, values),
        confirmed=_CONFIRMED[category.confirmation],
        stages=tuple(
            StageRules(stage_name(stage.format, stage.settings), setting_lines(stage.settings))
            for stage in category.stages.order_by("order")
        ),
        walkover_minutes=category.walkover_minutes,
    )


def _in_force(game: str, option: Option, value: str) -> OptionInForce:
    is_usual = value == option.default
    return OptionInForce(
        name=option_words.option_name(game, option.name),
        value=option_words.value_name(game, option.name, value),
        rule=option.rule,
        usual="" if is_usual else option_words.value_name(game, option.name, option.default),
    )


def _played_otherwise(
    category: Category, options: tuple[Option, ...], values: Mapping[str, str]
) -> tuple[PlayedOtherwise, ...]:
    """Return what finished games were played by that is not in force now. Games of another game are left out, and
    those of matches that another has replaced."""
    own = Match.objects.filter(stage__category=category)
    played = Game.objects.filter(match__in=own, is_over=True, game=category.game)
    frozen = list(played.order_by().values_list("options").annotate(times=Count("pk")))
    found: list[PlayedOtherwise] = []
    for option in options:
        others: Counter[str] = Counter()
        for chosen, times in frozen:
            others[chosen.get(option.name, option.default)] += times
        found += [
            PlayedOtherwise(
                name=option_words.option_name(category.game, option.name),
                value=option_words.value_name(category.game, option.name, value),
                rule=option.rule,
                games=times,
            )
            for value, times in sorted(others.items())
            if value != values[option.name]
        ]
    return tuple(found)

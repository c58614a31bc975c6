"""The rules that hold in a category: the numbered text of its game, the options in force, how its stages are played.

Knows: the category's choice, the words of options and settings. Does not know: requests, what a rule means.
"""

from dataclasses import dataclass

from cacho_tournaments import games
from cacho_tournaments.competition.models import Category
from cacho_tournaments.competition.setting_words import setting_lines
from cacho_tournaments.games.rules import Preface, Section, rules_preface, rules_text
from cacho_tournaments.live.queries.events import CategoryLink
from cacho_tournaments.web import option_words, words


@dataclass(frozen=True, slots=True)
class OptionInForce:
    """An option with the value that holds here; ``is_changed`` where it differs from the game's usual one."""

    name: words.Word
    value: words.Word
    rule: str
    is_changed: bool


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
    stages: tuple[StageRules, ...]
    walkover_minutes: int


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
        options=tuple(
            OptionInForce(
                name=option_words.option_name(category.game, option.name),
                value=option_words.value_name(category.game, option.name, values[option.name]),
                rule=option.rule,
                is_changed=values[option.name] != option.default,
            )
            for option in game.options
        ),
        stages=tuple(
            StageRules(stage.get_format_display(), setting_lines(stage.settings))
            for stage in category.stages.order_by("order")
        ),
        walkover_minutes=category.walkover_minutes,
    )

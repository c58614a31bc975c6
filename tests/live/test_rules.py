"""The rules page: every numbered rule with its anchor, and what the category has chosen."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cacho_tournaments import games
from cacho_tournaments.competition.actions import superseding
from cacho_tournaments.competition.models import Category
from cacho_tournaments.games.rules import Rule, rules_text
from cacho_tournaments.play.models import Game
from cacho_tournaments.web import option_words
from tests import makers
from tests.live import reading
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def _category(game: str, **fields: Any) -> Category:
    return makers.category(kind="single", game=game, **fields)


def _url(category: Category) -> str:
    return f"/{category.tournament.slug}/{category.slug}/rules/"


@pytest.mark.parametrize("language", ["es", "en", "ru"])
@pytest.mark.parametrize("game", games.codes())
def test_every_part_and_every_rule_has_its_anchor_in_every_language(game: str, language: str) -> None:
    """A refusal cites a rule (2.4) or a whole part (8); both are places on the page."""
    html = reading.page(Client(headers={"accept-language": language}), _url(_category(game)))
    anchors = re.findall(r' id="r([\d.]+)"', html)
    assert anchors == [number for section in rules_text(game, language) for number in section.numbers]
    contents = reading.part(html, "contents")
    assert re.findall(r'href="#r(\d+)"', contents) == [each.number for each in rules_text(game, language)]


@pytest.mark.parametrize("game", games.codes())
def test_every_text_and_table_of_the_rules_is_on_the_page(reader: Client, game: str) -> None:
    said = reading.words(reader, _url(_category(game)))
    for section in rules_text(game, "en"):
        assert section.title in said
        for block in section.blocks:
            lines = (
                [block.text]
                if isinstance(block, Rule)
                else [" ".join(row) for row in (block.head, *block.rows)]
            )
            assert [line for line in lines if " ".join(line.split()) not in said] == []


@pytest.mark.parametrize("game", games.codes())
def test_each_option_in_force_leads_to_its_rule(reader: Client, game: str) -> None:
    """An option's rule is always one that the page holds."""
    html = reading.page(reader, _url(_category(game)))
    anchors = set(re.findall(r' id="r([\d.]+)"', html))
    linked = set(re.findall(r'<dt>[^<]*<a class="rule-no" href="#r([\d.]+)"', html))
    assert linked == {option.rule for option in games.get(game).options}
    assert linked <= anchors


@pytest.mark.parametrize("game", games.codes())
def test_options_in_force_are_said_in_words_and_what_was_changed_is_marked(reader: Client, game: str) -> None:
    rules = games.get(game)
    changed = next(option for option in rules.options if len(option.values) > 1)
    html = reading.page(reader, _url(_category(game, options={changed.name: changed.values[1]})))
    marked = [reading.text(each) for each in re.findall(r'<div class="is-changed">(.*?)</div>', html)]
    usually = f"usually: {option_words.value_name(game, changed.name, changed.default)}"
    assert [
        each
        for each in marked
        if str(option_words.option_name(game, changed.name)) in each and usually in each
    ]
    names = [str(option_words.option_name(game, option.name)) for option in rules.options]
    assert [name for name in names if name not in reading.text(html)] == []


def test_the_options_are_those_of_the_category(reader: Client) -> None:
    pairs = makers.category(options={"throws": "3"})
    said = reading.words(reader, _url(pairs))
    assert "Throws in a turn 2.2 3 usually: 2" in said
    assert "Two, one by each partner usually: one" in said
    single = reading.words(reader, _url(makers.category(kind="single")))
    assert "Throws in a turn 2.2 2" in single and "usually" not in single


def test_games_played_by_other_rules_are_named_beside_those_in_force(reader: Client) -> None:
    """A game keeps the rules of its first turn, whatever the category says afterwards."""
    stage = makers.stage(makers.groups(4))
    match = stage.matches.earliest("pk")
    rules = games.get(stage.category.game)
    frozen = dict(rules.resolve(stage.category.preset, stage.category.options))
    Game.objects.create(
        match=match,
        number=1,
        game=rules.code,
        ruleset=rules.version,
        preset=stage.category.preset,
        options={**frozen, "throws": "3"},
        sides=2,
        is_over=True,
        started_at=timezone.now(),
        finished_at=timezone.now(),
    )
    said = reading.words(reader, _url(stage.category))
    assert "Throws in a turn: 3 (1 game)" in said
    assert "Throws in a turn 2.2 2" in said
    assert "Some games that are over" not in reading.words(reader, _url(makers.category()))
    superseding.retire(match)  # another match stands in its place: its game is history
    assert "Some games that are over" not in reading.words(reader, _url(stage.category))


def test_the_page_tells_how_the_stages_are_played(reader: Client) -> None:
    said = reading.words(reader, _url(makers.category()))
    assert "Size of a group 4" in said and "Match for the third place Yes" in said
    assert "Who does not appear loses after 15 minutes" in said


@pytest.mark.parametrize(
    ("confirmation", "language", "sentence"),
    [
        ("none", "en", "is final with its last turn; no side has to confirm it."),
        ("tap", "en", "is final once every side has confirmed its end with a tap on the tablet."),
        ("signature", "en", "is final once every side has confirmed its end by signing on the tablet."),
        ("tap", "es", "todos los bandos confirmaron su final con un toque en la tableta."),
        ("tap", "ru", "когда все стороны подтвердили его конец касанием на планшете."),
    ],
)
def test_the_page_tells_how_the_end_of_a_match_is_confirmed(
    confirmation: str, language: str, sentence: str
) -> None:
    """TAB-25."""
    category = makers.category(confirmation=confirmation)
    reader = Client(headers={"accept-language": language})
    assert sentence in reading.words(reader, _url(category))


def test_the_rules_cost_few_queries(reader: Client) -> None:
    assert_budget(reader, _url(makers.category()), "live:rules")

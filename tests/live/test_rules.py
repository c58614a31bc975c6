"""The rules page: every numbered rule with its anchor, and what the category has chosen."""

import re

import pytest
from django.test import Client

from cacho_tournaments import games
from cacho_tournaments.competition.models import Category
from cacho_tournaments.games.rules import rules_text
from tests import makers
from tests.live import reading
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def _url(category: Category) -> str:
    return f"/{category.tournament.slug}/{category.slug}/rules/"


@pytest.mark.parametrize("language", ["es", "en", "ru"])
def test_every_rule_has_its_anchor_in_every_language(language: str) -> None:
    html = reading.page(Client(headers={"accept-language": language}), _url(makers.category()))
    anchors = re.findall(r'<div class="rule" id="r([\d.]+)"', html)
    assert anchors == [
        rule.number for section in rules_text("cacho-alalay", language) for rule in section.rules
    ]
    assert {"2.4", "4.1", "6.3"} <= set(anchors)


def test_each_option_in_force_leads_to_its_rule(reader: Client) -> None:
    """An option's rule is always one that the page holds."""
    html = reading.page(reader, _url(makers.category()))
    anchors = set(re.findall(r' id="r([\d.]+)"', html))
    linked = re.findall(r'<a class="rule-no" href="#r([\d.]+)"', reading.part(html, "in-force") + html)
    assert {option.rule for option in games.get("cacho-alalay").options} <= set(linked) & anchors


def test_the_options_are_those_of_the_category(reader: Client) -> None:
    pairs = makers.category(options={"throws": "3"})
    said = reading.words(reader, _url(pairs))
    assert "Throws in a turn 2.2 3" in said
    assert "Two, one by each partner" in said
    single = reading.words(reader, _url(makers.category(kind="single")))
    assert "Throws in a turn 2.2 2" in single and "One" in single


def test_the_page_tells_how_the_stages_are_played(reader: Client) -> None:
    said = reading.words(reader, _url(makers.category()))
    assert "Size of a group 4" in said and "Match for the third place Yes" in said
    assert "Who does not appear loses after 15 minutes" in said


def test_the_rules_cost_few_queries(reader: Client) -> None:
    assert_budget(reader, _url(makers.category()), "live:rules")

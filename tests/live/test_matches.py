"""The list of a category's matches: by state, table, round or name."""

import re

import pytest
from django.test import Client

from cacho_tournaments.competition.models import Category
from tests import makers
from tests.live import reading
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def _url(category: Category) -> str:
    return f"/{category.tournament.slug}/{category.slug}/matches/"


def _tokens(html: str) -> list[str]:
    return re.findall(r'<a class="pair" href="/m/(\w+)/"', html)


def test_all_matches_stand_in_the_list_each_once(reader: Client) -> None:
    category = makers.groups(8)
    tokens = _tokens(reading.page(reader, _url(category)))
    assert sorted(tokens) == sorted(makers.stage(category).matches.values_list("token", flat=True))


@pytest.mark.parametrize("sort", ["code", "-code", "table", "-table", "state", "-state", "round", "-round"])
def test_no_match_is_lost_between_pages_in_any_order(reader: Client, sort: str) -> None:
    """PUB-09, with 72 matches, most of them equal in what they are sorted by."""
    category = makers.groups(48, kind="single")
    found = [t for n in (1, 2) for t in _tokens(reading.page(reader, _url(category), sort=sort, page=n))]
    assert len(found) == len(set(found)) == 72


def test_the_list_answers_for_a_table_a_state_a_round_and_a_name(reader: Client) -> None:
    category = makers.groups(8)
    matches = makers.stage(category).matches
    done = matches.order_by("pk").first()
    makers.result(done, 200, 100)
    assert _tokens(reading.page(reader, _url(category), state="finished")) == [done.token]
    at_two = _tokens(reading.page(reader, _url(category), table="2"))
    assert set(at_two) == set(matches.filter(table__number=2).values_list("token", flat=True)) != set()
    second = _tokens(reading.page(reader, _url(category), round="1-2"))
    assert set(second) == set(matches.filter(round=2).values_list("token", flat=True))
    name = category.entrants.get(number=3).name
    of_three = _tokens(reading.page(reader, _url(category), q=name.upper()))
    assert set(of_three) == set(matches.filter(seats__entrant__number=3).values_list("token", flat=True))


def test_what_cannot_be_meant_shows_more_and_no_error(reader: Client) -> None:
    category = makers.groups(4, kind="single")
    for asked in ({"state": "x"}, {"table": "99"}, {"round": "9-9"}, {"page": "x"}, {"sort": "nothing"}):
        assert len(_tokens(reading.page(reader, _url(category), **asked))) == 6
    assert "No match answers what you ask for." in reading.words(reader, _url(category), q="zzz")


def test_the_list_costs_the_same_for_few_and_many(reader: Client) -> None:
    assert_budget(reader, _url(makers.groups(8)), "live:matches")
    assert_budget(reader, _url(makers.played_event(8)), "live:matches")

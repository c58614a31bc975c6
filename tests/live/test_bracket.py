"""The knock-out: rounds as a list and a tree, open seats and free places in their own words, one round by address."""

import re

import pytest
from django.test import Client

from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.models import Category
from tests import makers
from tests.live import reading
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def _url(category: Category) -> str:
    return f"/{category.tournament.slug}/{category.slug}/bracket/"


def _straight(count: int) -> Category:
    category = makers.category(kind="single", plan="knockout")
    makers.entrants(category, count)
    makers.drawn(category)
    return category


def test_every_round_stands_under_its_name(reader: Client) -> None:
    said = reading.words(reader, _url(_straight(8)))
    places = [
        said.index(name)
        for name in ("Quarter-finals Table 1", "winner of CF-1", "winner of SF-1", "Third place")
    ]
    assert places == sorted(places)
    assert "loser of SF-1" in said and "best of 3" in said


def test_the_winner_takes_the_open_seat(reader: Client) -> None:
    category = _straight(4)
    match = makers.stage(category).matches.get(code="SF-1")
    makers.result(match, 220, 180)
    winner = match.seats.get(position=1).entrant
    assert winner
    final = reading.part(reading.page(reader, _url(category)), "round-2")
    assert winner.name in reading.text(final) and "winner of SF-2" in reading.text(final)
    assert "winner of SF-1" not in reading.text(final)


def test_a_free_place_and_a_side_not_yet_known_are_told_apart(reader: Client) -> None:
    """PUB-07: two wordings, in the text itself and so for screen readers too. Both of SF-1 stay away: who
    comes from SF-2 has nobody to play (PAI-15)."""
    category = _straight(4)
    match = makers.stage(category).matches.get(code="SF-1")
    results.walkover(match=match, by=makers.organizer_of(category.tournament), absent=[1, 2])
    final = reading.text(reading.part(reading.page(reader, _url(category)), "round-2"))
    assert "free place: nobody comes" in final
    assert "winner of SF-2" in final


def test_byes_leave_gaps_and_no_match(reader: Client) -> None:
    """Six of eight places: two matches in the first round, at their own places of the tree."""
    html = reading.page(reader, _url(_straight(6)))
    first = reading.part(html, "round-1")
    assert first.count("bracket-gap") == 2 and len(re.findall(r'<a class="bracket-match', first)) == 2


def test_a_round_can_be_sent_as_an_address(reader: Client) -> None:
    """PUB-11: an impossible round shows the nearest, not an error."""
    category = _straight(8)
    for asked, shown in (("2", 2), ("99", 3), ("0", 1), ("999999999999", 3)):
        html = reading.page(reader, _url(category), round=asked)
        assert re.findall(r'<section class="bracket-round" id="round-(\d)"', html) == [str(shown)]
    for asked in ("-1", "x", "²", ""):
        html = reading.page(reader, _url(category), round=asked)
        assert len(re.findall(r'class="bracket-round"', html)) == 3


def test_the_places_and_the_champion_stand_when_all_is_played(reader: Client) -> None:
    category = makers.played_event(8)
    names = {entrant.number: entrant.name for entrant in category.entrants.all()}
    said = reading.words(reader, _url(category))
    assert f"Champion {names[1]}" in said
    assert f"Places 1 {names[1]}" in said


def test_before_the_draw_the_page_leads_to_the_groups(reader: Client) -> None:
    category = makers.groups(8)
    html = reading.page(reader, _url(category))
    assert "Not drawn yet: Knock-out" in reading.text(html)
    assert f'href="/{category.tournament.slug}/{category.slug}/groups/">See: Groups' in html


def test_the_page_costs_the_same_for_eight_and_for_thirty_two(reader: Client) -> None:
    assert_budget(reader, _url(_straight(8)), "live:bracket")
    assert_budget(reader, _url(_straight(32)), "live:bracket")


def test_a_free_place_is_not_called_a_walkover(reader: Client) -> None:
    """PAI-15: nobody came out of the first semi-final; the final was not lost by anybody's absence."""
    category = makers.category(plan="knockout")
    makers.entrants(category, 4)
    semi, other = makers.drawn(category).matches.filter(round=1).order_by("pk")
    by = makers.organizer_of(category.tournament)
    makers.result(other, 231, 198)
    results.walkover(match=semi, by=by, absent=[1, 2])
    page = reader.get(_url(category)).content.decode()
    final = page.split('"bracket-code">F<')[1].split("</a>")[0]
    assert "<span>free place</span>" in final
    assert "walkover" not in final

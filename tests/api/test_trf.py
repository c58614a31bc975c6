"""Stages of rounds and of all against all as TRF files, read back by our own reader and by another program's."""

import pytest
from django.test import Client

from cacho_tournaments.competition.actions import rounds
from cacho_tournaments.competition.bridge import carrying
from cacho_tournaments.competition.models import Category
from cacho_tournaments.competition.queries.stages import stage_tables
from tests import makers

pytestmark = pytest.mark.django_db


def _played(plan: str, number: int, times: int) -> Category:
    category = makers.category(kind="single", plan=plan)
    makers.entrants(category, number)
    for _time in range(times):
        makers.drawn(category)
        makers.played_out(category)
    return category


def _file(category: Category, order: int = 1) -> str:
    return f"/api/{category.tournament.slug}/{category.slug}/stage/{order}.trf"


def test_a_swiss_stage_comes_back_as_it_was_played(client: Client) -> None:
    """Seven entrants, so one is free each round; one is away in the third. Its points are the table's."""
    category = _played("swiss", 7, 2)
    stage = makers.stage(category)
    by = makers.organizer_of(category.tournament)
    rounds.ask_away(stage=stage, by=by, number=3, entrants=[category.entrants.get(number=4)])
    makers.drawn(category)
    makers.played_out(category)
    answer = client.get(_file(category))
    assert answer.status_code == 200 and ".trf" in answer["Content-Disposition"]
    found = carrying.read_trf(answer.content)
    assert (found.format, found.rounds, found.planned) == ("swiss", 3, 5)
    (table,) = stage_tables(stage)
    ours = {row.name: row.values["points"] for row in table.rows}
    assert {found.names[row["entrant"]]: row["values"]["points"] for row in found.rows} == ours
    pairs = {frozenset(side.name for side in match.sides) for match in table.matches}
    theirs = {frozenset(found.names[each] for each in pair) for drawn in found.drawn for pair in drawn.theirs}
    assert theirs == pairs


def test_a_league_comes_back_as_it_was_played(client: Client) -> None:
    category = _played("league", 5, 1)
    text = client.get(_file(category)).content
    assert b"092 Individual: Round-Robin" in text
    found = carrying.read_trf(text)
    assert (found.format, found.rounds) == ("league", 5)
    assert [row["values"]["points"] for row in found.rows] == [8, 6, 4, 2, 0]


def test_a_stage_that_the_form_has_no_name_for_says_so(client: Client) -> None:
    category = makers.groups(4)
    answer = client.get(_file(category))
    assert answer.status_code == 409
    assert "groups" in answer.content.decode()


def test_what_a_stranger_may_not_see_is_not_there(client: Client) -> None:
    category = _played("swiss", 4, 0)
    makers.drawn(category, released=False)
    assert client.get(_file(category)).status_code == 404
    assert client.get(_file(category, 9)).status_code == 404
    hidden = _played("swiss", 4, 1)
    hidden.tournament.is_public = False
    hidden.tournament.save()
    assert client.get(_file(hidden)).status_code == 404
    client.force_login(makers.desk(hidden.tournament))
    assert client.get(_file(hidden)).status_code == 200

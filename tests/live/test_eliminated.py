"""Whom the rules of a game put out of the event, as readers see it; tables by other criteria than the house's."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.actions import results, tournaments
from cacho_tournaments.competition.models import Category, Entrant
from tests import makers
from tests.live import reading

pytestmark = pytest.mark.django_db
CUARENTA = ["wins", "among-tied", "games-difference", "difference", "shutouts", "lot"]


def _url(page: str, category: Category, *more: int) -> str:
    return reverse(f"live:{page}", args=(category.tournament.slug, category.slug, *more))


@pytest.fixture
def four() -> Category:
    """A group of four, ordered as cuarenta is, in which no. 2 was put out by no. 1."""
    category = makers.category(kind="pair")
    makers.entrants(category, 4)
    by = makers.organizer_of(category.tournament)
    tournaments.edit_stage(stage=makers.stage(category), by=by, settings={"criteria": CUARENTA})
    makers.drawn(category)
    makers.put_out(category, 1, 2)
    return category


def test_every_list_says_who_is_out(reader: Client, four: Category) -> None:
    loser = four.entrants.get(number=2)
    rows = re.findall(r"<tr.*?</tr>", reading.page(reader, _url("groups", four)), re.DOTALL)
    assert [loser.name in row for row in rows if "eliminated" in row] == [True]
    rows = re.findall(r"<tr.*?</tr>", reading.page(reader, _url("entrants", four)), re.DOTALL)
    assert [loser.name in row for row in rows if "eliminated" in row] == [True]
    assert "Out of the event by the rules of the game" in reading.words(reader, _url("entrant", four, 2))
    assert "Out of the event" not in reading.words(reader, _url("entrant", four, 1))


def test_the_files_say_who_is_out(reader: Client, four: Category) -> None:
    lines = reader.get(_url("groups", four), {"format": "csv"}).content.decode("utf-8-sig").splitlines()
    assert lines[0].endswith(
        "matches won,result among the tied,games won less lost,point difference,shutouts,State"
    )
    assert [line.split(",")[2] for line in lines if line.endswith(",eliminated")] == ["2"]
    lines = reader.get(_url("entrants", four), {"format": "csv"}).content.decode("utf-8-sig").splitlines()
    assert [line.split(",")[0] for line in lines if "eliminated" in line] == ["2"]


def test_the_matches_it_had_to_play_are_said_to_be_given(reader: Client, four: Category) -> None:
    given = makers.stage(four).matches.filter(seats__entrant__number=2).exclude(seats__entrant__number=1)
    for match in given:
        words = reading.words(reader, reverse("live:match", args=(match.token,)))
        assert "The other side is out of the event by the rules" in words
        assert "Walkover" not in words
    cards = reading.words(reader, _url("matches", four))
    assert cards.count("eliminated") == len(given) and "walkover" not in cards


def test_let_back_in_it_is_out_nowhere(reader: Client, four: Category) -> None:
    loser: Entrant = four.entrants.get(number=2)
    results.reinstate(entrant=loser, by=makers.organizer_of(four.tournament), reason="the jury decided so")
    for page in ("groups", "entrants"):
        assert "eliminated" not in reading.page(reader, _url(page, four))


def test_a_table_has_the_columns_by_which_it_is_ordered_and_says_what_parts_whom(
    reader: Client, four: Category
) -> None:
    page = reading.page(reader, _url("groups", four))
    heads = [reading.text(head) for head in re.findall(r"<th[ >].*?</th>", page, re.DOTALL)]
    assert heads == ["#", "Entrant", "Won", "W–L", "Tied", "Games ±", "Diff", "Sh."]
    first = next(row for row in re.findall(r"<tr.*?</tr>", page, re.DOTALL) if ">1</td>" in row)
    figures = [reading.text(cell) for cell in re.findall(r"<td[ >].*?</td>", first, re.DOTALL)]
    assert [figures[at] for at in (2, 3, 5, 6, 7)] == ["1", "1–0", "+1", "+32", "1"]
    # 1 beat 2 by forty to eight, 3 and 4 were given a match each: the first criterion that differs is named.
    assert "by games won less games lost" not in page
    assert "Ahead of" in page

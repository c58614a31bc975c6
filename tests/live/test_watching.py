"""Watched pages: nothing new is 204 and one query or two, something new is the fragment, the clock is the hall's."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cacho_tournaments.competition.actions import results, timetable
from cacho_tournaments.competition.models import Match
from tests import makers
from tests.live import reading
from tests.play import scene

pytestmark = pytest.mark.django_db


def _version(html: str) -> str:
    found = re.search(r'data-version="([^"]+)"', html)
    assert found
    return found[1]


def _pages(match: Match) -> list[str]:
    category = match.stage.category
    start = f"/{category.tournament.slug}/"
    return [
        start,
        f"{start}{category.slug}/groups/",
        f"{start}{category.slug}/bracket/",
        f"{start}{category.slug}/e/{match.seats.get(position=1).entrant.number}/",
        f"/m/{match.token}/",
    ]


def test_nothing_new_is_an_empty_answer_that_costs_next_to_nothing(reader: Client) -> None:
    match = scene.ready()
    for url in _pages(match):
        version = _version(reading.page(reader, url))
        with CaptureQueriesContext(connection) as asked:
            answer = reader.get(url, {"v": version})
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer["Cache-Control"] == "no-store" and re.fullmatch(r"\d\d:\d\d", answer["X-Clock"])
        assert len(asked) <= 5


def test_a_result_moves_every_page_that_shows_it(reader: Client) -> None:
    """PUB-03: a reader sees the change at the next asking."""
    match = scene.ready()
    versions = {url: _version(reading.page(reader, url)) for url in _pages(match)}
    makers.result(match, 231, 198)
    for url, version in versions.items():
        answer = reader.get(url, {"v": version})
        assert answer.status_code == 200 and answer["X-Version"] != version
        assert "<html" not in answer.content.decode()
    fragment = reader.get(_pages(match)[1], {"v": versions[_pages(match)[1]]}).content.decode()
    assert "231" in reading.text(fragment) and "v=" not in fragment


def test_taking_a_result_back_and_moving_a_table_are_news_too(reader: Client) -> None:
    match = scene.ready()
    event = match.stage.category.tournament
    by = makers.organizer_of(event)
    makers.result(match, 231, 198)
    url = f"/{event.slug}/{match.stage.category.slug}/groups/"
    seen = _version(reading.page(reader, url))
    results.revoke(match=scene.anew(match), by=by, reason="typed wrong")
    again = reader.get(url, {"v": seen})
    assert again.status_code == 200 and "231" not in reading.text(again.content.decode())
    seen = again["X-Version"]
    timetable.place(match=scene.anew(match), by=by, table=event.tables.get(number=4))
    moved = reader.get(url, {"v": seen})
    assert moved.status_code == 200 and "Table 4" in reading.text(moved.content.decode())


def test_a_side_that_comes_to_a_match_is_news_to_its_page(reader: Client) -> None:
    """The final still waits for its other side, so nothing but its seats has changed."""
    category = makers.category(plan="knockout")
    makers.entrants(category, 4, seeds=4)
    makers.drawn(category)
    final = makers.stage(category).matches.get(code="F")
    seen = _version(reading.page(reader, f"/m/{final.token}/"))
    semi = makers.stage(category).matches.filter(state=Match.State.READY).first()
    makers.result(semi, 231, 198)
    answer = reader.get(f"/m/{final.token}/", {"v": seen})
    assert answer.status_code == 200
    winner = semi.seats.get(position=1).entrant.name
    assert winner in reading.text(answer.content.decode())


def test_each_turn_moves_the_match_and_the_first_page_but_not_the_tables(reader: Client) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 =E 20", 0), by=by)
    start, groups, _bracket, _entrant, own = _pages(match)
    versions = {url: _version(reading.page(reader, url)) for url in (start, groups, own)}
    scene.append(scene.anew(match), scene.sent("2 =6 12", 1), by=by)
    assert reader.get(groups, {"v": versions[groups]}).status_code == 204
    assert "12" in reading.text(reader.get(start, {"v": versions[start]}).content.decode())
    assert "12" in reading.text(reader.get(own, {"v": versions[own]}).content.decode())


def test_pages_travel_packed(reader: Client) -> None:
    """Prepaid data: sixteen tables are 150 KB of words that repeat themselves."""
    category = makers.groups(8)
    url = f"/{category.tournament.slug}/{category.slug}/groups/"
    packed = reader.get(url, headers={"accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) * 4 < len(reading.page(reader, url).encode())


def test_readers_of_two_languages_get_their_own_fragment(reader: Client) -> None:
    match = scene.ready()
    url = _pages(match)[1]
    english = reading.page(reader, url)
    spanish = reading.page(Client(headers={"accept-language": "es"}), url)
    assert _version(english) == _version(spanish)
    assert '<html lang="es"' in spanish and '<html lang="en"' in english


def test_one_group_watched_stays_that_group(reader: Client) -> None:
    category = makers.groups(8)
    url = f"/{category.tournament.slug}/{category.slug}/groups/"
    _all = reading.page(reader, url)
    answer = reader.get(url, {"group": "B", "v": "old"})
    assert 'id="group-B"' in answer.content.decode() and 'id="group-A"' not in answer.content.decode()

"""Sheets of three to six sides on paper: every name, a box for each place; and filled with what stood."""

import re

import pytest
from django.test import Client

from cacho_tournaments.competition.models import Match
from tests.play import scene
from tests.scoresheets.paper import got, pages, rightmost, told, words

pytestmark = pytest.mark.django_db

PAPERS = {"a4": (210, 297), "letter": (216, 279), "oficio": (216, 330)}
# Sheets of stages have room for three sides a leaf. The tightest is tried on every paper.
BLANK = [
    ("cacho-alalay", 3, 1, "a4"),
    ("cacho-alalay", 6, 1, "a4"),
    ("cacho-alalay", 6, 1, "letter"),
    ("cacho-alalay", 6, 1, "oficio"),
    ("generala", 5, 1, "letter"),
    ("dice-poker-fences", 4, 2, "letter"),
]
FILLED = [("cacho-alalay", 4, 1, "letter"), ("dice-poker", 6, 1, "letter"), ("dice-poker-fences", 4, 2, "a4")]


def names(match: Match) -> list[str]:
    return [seat.entrant.name for seat in match.seats.select_related("entrant") if seat.entrant]


def finished(game: str, sides: int) -> Match:
    match = scene.table_of(sides, game=game)
    scene.append(match, *scene.batch(scene.thrown_game(match, seed=sides)), by=scene.referee_of(match))
    return scene.anew(match)


@pytest.mark.parametrize(("game", "sides", "leaves", "paper"), BLANK)
def test_a_blank_sheet_has_every_side_with_a_box_for_its_place(
    client: Client, game: str, sides: int, leaves: int, paper: str
) -> None:
    match = scene.table_of(sides, game=game)
    pdf = got(client, "match", match.token, paper=paper)
    assert pages(pdf) == [PAPERS[paper]] * leaves
    assert rightmost(pdf) <= PAPERS[paper][0] - 12
    text = told(pdf)
    assert [text.count(name) for name in names(match)] == [1] * sides
    for word in ("Total", "Place", "Signature"):
        assert len(re.findall(rf"\b{word}\b", text)) >= sides, word
    assert text.count("First place") == leaves and text.count("throws first") == 1
    assert "Winner" not in text


@pytest.mark.parametrize(("game", "sides", "leaves", "paper"), FILLED)
def test_a_filled_sheet_has_every_sum_with_its_place(
    client: Client, game: str, sides: int, leaves: int, paper: str
) -> None:
    match = finished(game, sides)
    pdf = got(client, "match", match.token, kind="filled", paper=paper)
    assert pages(pdf) == [PAPERS[paper]] * leaves
    lines = match.results.get(is_current=True).lines.order_by("seat__position")
    found = sorted(re.findall(r"Total (\d+) Place (\d)", told(pdf)))
    assert found == sorted((str(line.points), str(line.place)) for line in lines)


def test_all_who_share_the_first_place_stand_on_the_line_below(client: Client) -> None:
    match = scene.table_of(3)
    both = [line.partition(" ")[2] for line in scene.lines_of()[::2]]
    least = [line.partition(" ")[2] for line in scene.lines_of()[1::2]]
    lines = [
        f"{side} {line}" for each in zip(both, least, both, strict=True) for side, line in enumerate(each, 1)
    ]
    scene.append(match, *scene.batch(lines), by=scene.referee_of(match))
    first, _second, third = names(match)
    pdf = got(client, "match", match.token, kind="filled")
    assert f"{first}, {third}" in words(pdf)
    assert re.findall(r"Total (\d+) Place (\d)", told(pdf)) == [("203", "1"), ("137", "3"), ("203", "1")]

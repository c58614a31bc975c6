"""The lists of players and clubs: searched, sorted, filtered, page by page, as a file."""

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.actions import entries
from cacho_tournaments.competition.models import Category
from cacho_tournaments.people import actions
from cacho_tournaments.people.models import Club, Player, User
from tests import makers
from tests.competition.walking import logged_in, said
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db

PLAYERS, CLUBS = "people:players", "people:clubs"


@pytest.fixture
def by() -> User:
    return makers.organizer()


@pytest.fixture
def client(by: User) -> Client:
    return logged_in(by)


def listed(client: Client, at: str = PLAYERS, /, **asked: Any) -> list[str]:
    """Return the names of the list in the order in which they stand."""
    text = client.get(reverse(at), asked).content.decode()
    return re.findall(r'<td role="cell" class="main"><a href="[^"]+">([^<]+)</a>', text)


def file(client: Client, at: str = PLAYERS, /, **asked: Any) -> list[list[str]]:
    answer = client.get(reverse(at), {"format": "csv", **asked})
    assert answer["Content-Type"].startswith("text/csv")
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def enter(category: Category, *players: Player) -> None:
    """Enter each player on its own."""
    for player in players:
        entries.enter(category=category, by=makers.organizer_of(category.tournament), players=[player])


@pytest.mark.parametrize("typed", ["nunez", "NÚÑEZ", "quispe nunez", "cóndores", "ORURO"])
def test_a_search_finds_without_accents_in_name_club_and_city(client: Client, by: User, typed: str) -> None:
    """I18-11: nunez and NÚÑEZ both find Núñez."""
    club = makers.club(by, "Los Condores")
    actions.add_player(by=by, name="Luis Núñez Quispe", club=club, city="Oruro")
    actions.add_player(by=by, name="Ana Rojas")
    assert listed(client, q=typed) == ["Luis Núñez Quispe"]


def test_players_stand_in_spanish_order_on_the_page_and_in_the_file(client: Client, by: User) -> None:
    """I18-01: Á with A, Ñ after N and before O."""
    for name in ("Zárate", "Ñuflo", "Álvarez", "Nz", "Oca", "Alva"):
        makers.player(by, name)
    right = ["Alva", "Álvarez", "Nz", "Ñuflo", "Oca", "Zárate"]
    assert listed(client) == right
    assert listed(client, sort="-name") == right[::-1]
    assert [row[0] for row in file(client)[1:]] == right


def test_players_are_sorted_by_club_city_and_number_of_events(client: Client, by: User) -> None:
    one, two = (makers.category(makers.tournament(by), kind="single") for _ in range(2))
    often = actions.add_player(by=by, name="Often", club=makers.club(by, "Zorros"), city="Aiquile")
    once = actions.add_player(by=by, name="Once", club=makers.club(by, "Águilas"))
    actions.add_player(by=by, name="Never", city="Tarija")
    enter(one, often, once)
    enter(two, often)
    assert listed(client, sort="club") == ["Once", "Often", "Never"], "those without a club come last"
    assert listed(client, sort="city") == ["Often", "Never", "Once"]
    assert listed(client, sort="-events") == ["Often", "Once", "Never"]
    assert [row[3] for row in file(client)[1:]] == ["0", "2", "1"]
    assert listed(client, sort="password") == ["Never", "Often", "Once"], (
        "a sort that is not there changes nothing"
    )


@pytest.mark.parametrize("sort", ["name", "-name", "club", "-events"])
def test_no_row_is_lost_or_doubled_between_pages(client: Client, by: User, sort: str) -> None:
    for number in range(120):
        Player.objects.create(name="Juan Rojas", folded="juan rojas", city=str(number))
    seen: list[str] = []
    for page in (1, 2, 3):
        text = client.get(reverse(PLAYERS), {"sort": sort, "page": page}).content.decode()
        seen += re.findall(r"/manage/players/(\d+)/", text)
    assert len(seen) == len(set(seen)) == 120


def test_a_page_that_is_not_there_shows_the_last_one(client: Client, by: User) -> None:
    makers.player(by, "Ana Quispe")
    for page in ("99", "0", "-1", "none"):
        assert listed(client, page=page) == ["Ana Quispe"]


def test_a_club_filters_the_players(client: Client, by: User) -> None:
    club = makers.club(by, "Los Dados")
    makers.player(by, "Ana Quispe", club)
    makers.player(by, "Luis Dados")
    assert listed(client, club=club.pk) == ["Ana Quispe"]
    assert listed(client, club=club.pk, q="luis") == []
    assert "Los Dados (1)" in said(client.get(reverse(PLAYERS)))
    for junk in ("x", "9" * 5000, "²", "-1"):
        assert client.get(reverse(PLAYERS), {"club": junk}).status_code == 200


def test_numbers_above_a_thousand_lead_where_they_should(by: User) -> None:
    """I18-03: links carry 12345 also where text would say 12.345."""
    Player.objects.create(pk=12345, name="Ana Quispe", folded="ana quispe")
    club = Club.objects.create(pk=23456, name="Los Dados", folded="los dados")
    makers.player(by, "Luz Arce", club)
    client = Client(headers={"accept-language": "es"})
    client.force_login(by)
    assert 'href="/manage/players/12345/"' in client.get(reverse(PLAYERS)).content.decode()
    assert 'value="23456"' in client.get(reverse(PLAYERS)).content.decode()
    assert "#12345" in client.get(reverse("people:player", args=[12345])).content.decode()
    assert "?club=23456" in client.get(reverse(CLUBS)).content.decode()
    assert "?club=23456" in client.get(reverse("people:club", args=[23456])).content.decode()


def test_a_name_that_a_spreadsheet_would_run_is_kept_as_text(client: Client, by: User) -> None:
    actions.add_player(by=by, name="=2+3", club=makers.club(by, "@club"), phone="+591 70712345")
    assert file(client)[1] == ["'=2+3", "'@club", "", "0", "'+591 70712345", ""]
    assert file(client, CLUBS)[1][0] == "'@club"


def test_the_file_holds_what_the_search_found(client: Client, by: User) -> None:
    makers.player(by, "Ana Quispe")
    makers.player(by, "Luz Arce")
    assert [row[0] for row in file(client, q="luz")] == ["Player", "Luz Arce"]


def test_typing_brings_the_list_alone(client: Client, by: User) -> None:
    makers.player(by, "Ana Quispe", makers.club(by, "Los Dados"))
    for page in (PLAYERS, CLUBS):
        text = client.get(reverse(page), headers={"HX-Request": "true"}).content.decode()
        assert text.lstrip().startswith('<div id="persons">')
        assert "<html" not in text and "/manage/" in text


def test_an_empty_list_says_what_to_do(client: Client) -> None:
    for page, new in ((PLAYERS, "people:player_new"), (CLUBS, "people:club_new")):
        answer = client.get(reverse(page))
        assert "is written down yet" in said(answer)
        assert reverse(new) in answer.content.decode()


def test_a_search_that_finds_nobody_says_so(client: Client, by: User) -> None:
    makers.player(by, "Ana Quispe", makers.club(by))
    assert "Nobody fits this search." in said(client.get(reverse(PLAYERS), {"q": "zz"}))
    assert "No club fits this search." in said(client.get(reverse(CLUBS), {"q": "zz"}))


def test_clubs_are_searched_and_sorted_and_count_their_players(client: Client, by: User) -> None:
    for name, city, players in (("Ñandúes", "Oruro", 1), ("Nz", "", 3), ("Áridos", "Sucre", 0)):
        club = actions.add_club(by=by, name=name, city=city)
        for _ in range(players):
            makers.player(by, club=club)
    assert listed(client, CLUBS) == ["Áridos", "Nz", "Ñandúes"]
    assert listed(client, CLUBS, sort="-players") == ["Nz", "Ñandúes", "Áridos"]
    assert listed(client, CLUBS, sort="city") == ["Ñandúes", "Áridos", "Nz"]
    assert listed(client, CLUBS, q="nandues oruro") == ["Ñandúes"]
    assert file(client, CLUBS)[1:] == [["Áridos", "Sucre", "0"], ["Nz", "", "3"], ["Ñandúes", "Oruro", "1"]]


@pytest.mark.parametrize("number", [3, 60])
def test_pages_cost_the_same_however_many_there_are(number: int) -> None:
    category = makers.category(kind="single")
    entered = makers.entrants(category, number, clubs=number)
    organizer = makers.organizer_of(category.tournament)
    client = logged_in(User.objects.get(pk=organizer.pk))
    player = entered[0].members.get().player
    for name, address in (
        ("players", reverse(PLAYERS)),
        ("players csv", f"{reverse(PLAYERS)}?format=csv"),
        ("player", reverse("people:player", args=[player.pk])),
        ("player_new", reverse("people:player_new")),
        ("clubs", reverse(CLUBS)),
        ("club", reverse("people:club", args=[player.club_id])),
        ("club_new", reverse("people:club_new")),
    ):
        assert_budget(client, address, f"people:{name}")

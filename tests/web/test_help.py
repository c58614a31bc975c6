"""The page of help: for everybody, from every page, with the ways on."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments import games
from cacho_tournaments.competition.actions import tournaments
from cacho_tournaments.competition.errors import Impossible
from tests import makers

pytestmark = pytest.mark.django_db
HELP = reverse("web:help")


def at(address: str, language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_help_is_linked_from_every_page_and_leads_on() -> None:
    for address in (reverse("live:home"), reverse("web:login"), reverse("play:practice")):
        assert f'href="{HELP}"' in at(address)
    page = at(HELP)
    for link in (reverse("play:practice"), reverse("play:tablet"), reverse("play:tables")):
        assert f'href="{link}"' in page
    for code in games.codes():
        assert reverse("live:game_rules", args=[code]) in page


def test_each_person_finds_their_part_and_every_link_of_the_page_is_answered() -> None:
    page = at(HELP)
    for part in re.findall(r'href="#([a-z]+)"', page):
        assert f'id="{part}"' in page
    client = Client()
    for link in set(re.findall(r'<a[^>]* href="(/[^"#]*)"', page)):
        assert client.get(link).status_code in (200, 302), link


def test_the_log_in_shows_a_tablet_its_own_way() -> None:
    assert f'href="{reverse("play:tablet")}"' in at(reverse("web:login"))


def test_no_tournament_is_called_help() -> None:
    event = makers.tournament()
    with pytest.raises(Impossible, match="address-reserved"):
        tournaments.edit(tournament=event, by=makers.organizer_of(event), slug="help")


@pytest.mark.parametrize("game", games.codes())
def test_the_rules_of_each_game_are_open_to_everybody(game: str) -> None:
    page = at(reverse("live:game_rules", args=[game]))
    assert 'id="r1"' in page
    assert reverse("play:practice_game", args=[game]) in page

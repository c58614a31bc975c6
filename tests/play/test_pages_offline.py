"""What the server gives for pages without a network: the worker, what it keeps, and whose each page is."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments import games
from cacho_tournaments.people.models import User
from tests import makers
from tests.play import scene

pytestmark = pytest.mark.django_db
TABLES, WORKER, OFFLINE = reverse("play:tables"), reverse("play:worker"), reverse("play:offline")


def of(user: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def kept_by_worker() -> set[str]:
    return set(re.findall(r'"(/static/[^"]+)"', Client().get(WORKER).content.decode()))


@pytest.mark.parametrize("code", games.codes())
def test_everything_that_a_match_and_the_list_are_made_of_is_kept(code: str) -> None:
    match = scene.table_of(
        3 if code == "cacho-alalay" else 2, game=code, preset=next(iter(games.get(code).presets))
    )
    client = of(scene.referee_of(match))
    kept = kept_by_worker()
    for address in (reverse("play:match", args=[match.token]), TABLES, OFFLINE):
        page = client.get(address).content.decode()
        named = {each.partition("#")[0] for each in re.findall(r'(?:src|href)="(/static/[^"]+)"', page)}
        assert len(named) > 5
        assert named - kept == set(), address


def test_the_worker_is_asked_for_anew_every_time_and_is_another_in_another_language() -> None:
    answer = Client().get(WORKER)
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer.headers["Cache-Control"]
    spanish, english = (
        Client(headers={"accept-language": language}).get(WORKER).content for language in ("es", "en")
    )
    assert spanish != english
    assert spanish == Client(headers={"accept-language": "es"}).get(WORKER).content


def test_a_page_says_whose_it_is_without_naming_anybody() -> None:
    match = scene.ready()
    ana, luz = scene.referee_of(match), scene.referee_of(match)
    address = reverse("play:match", args=[match.token])
    owners = [of(user).get(address).headers["Cacho-Owner"] for user in (ana, luz, ana)]
    assert owners[0] == owners[2] != owners[1]
    assert ana.username not in owners[0]
    assert of(ana).get(TABLES).headers["Cacho-Owner"] == owners[0]


def test_a_page_for_nobody_is_nobodys() -> None:
    match = scene.ready()
    answer = Client().get(reverse("play:match", args=[match.token]))
    assert answer.status_code == 302
    assert "Cacho-Owner" not in answer.headers
    practice = Client().get(reverse("play:practice"))
    assert practice.headers["Cacho-Owner"] == "*"


def test_the_page_that_stands_in_for_others_shows_nothing_of_a_person() -> None:
    match = scene.ready()
    page = of(scene.referee_of(match)).get(OFFLINE).content.decode()
    assert page == of(makers.organizer()).get(OFFLINE).content.decode()
    assert "This page was not loaded on this tablet" in page

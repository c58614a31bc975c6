"""Practice: the referee's page for everybody, with the real rules; nothing is stored, with or without a network."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, expect

from cacho_tournaments import games
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.play import queries
from cacho_tournaments.play.models import Game, Presence, Refusal, Turn
from tests.browser import PHONE, screen
from tests.play.tapping import Finger

pytestmark = pytest.mark.django_db
LIST = reverse("play:practice")


def address(game: str, query: str = "") -> str:
    return reverse("play:practice_game", args=[game]) + query


def reader(language: str = "en") -> Client:
    return Client(headers={"accept-language": language})


def seed_of(page: str) -> Any:
    found = re.search(r'<script id="pad-seed" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_every_game_can_be_practised_without_a_log_in() -> None:
    listed = reader().get(LIST).content.decode()
    for code in games.codes():
        assert address(code) in listed
        answer = reader().get(address(code))
        assert answer.status_code == 200
        seed = seed_of(answer.content.decode())
        assert seed["practice"] is True
        assert seed["book"]["next"]["game"] == code and seed["book"]["games"] == []
        assert len(seed["book"]["sides"]) == 2


def test_rules_and_the_number_of_sides_are_chosen() -> None:
    seed = seed_of(reader().get(address("cacho-alalay", "?preset=three-throws&sides=4")).content.decode())
    assert seed["book"]["next"]["options"] == dict(games.get("cacho-alalay").resolve("three-throws"))
    assert [side["side"] for side in seed["book"]["sides"]] == [1, 2, 3, 4]


@pytest.mark.parametrize("query", ["?preset=none&sides=99", "?sides=-1", "?sides=two&preset=", "?sides=1"])
def test_a_choice_that_there_is_not_becomes_the_usual_one(query: str) -> None:
    seed = seed_of(reader().get(address("cacho-alalay", query)).content.decode())
    assert seed["book"]["next"]["options"] == dict(games.get("cacho-alalay").resolve())
    assert len(seed["book"]["sides"]) == 2


def test_a_game_that_there_is_not_is_not_found() -> None:
    assert reader().get(address("ludo")).status_code == 404


def test_there_is_no_way_by_which_practice_could_be_stored() -> None:
    page = reader().get(address("generala")).content.decode()
    assert "<form" not in page and "csrf" not in page
    urls = seed_of(page)["urls"]
    assert [urls[name] for name in ("sync", "undo", "paper")] == ["", "", ""]
    for name in ("sync", "quick", "undo", "paper"):
        answer = reader().post(reverse(f"play:{name}", args=[queries.practice_page("generala").token]))  # type: ignore[union-attr]
        assert answer.status_code in (400, 403, 404, 409), name
    assert reader().post(address("generala")).status_code == 405


@pytest.mark.parametrize("game", games.codes())
def test_refusals_lead_to_the_rules_of_the_game(game: str) -> None:
    seed = seed_of(reader().get(address(game)).content.decode())
    page = reader().get(seed["urls"]["rules"]).content.decode()
    for rule in {"1", *seed["rules"]["table"].get("cites", {}).values()}:
        assert f'id="r{rule}"' in page
    assert reader().get(reverse("live:game_rules", args=["ludo"])).status_code == 404


def test_without_script_the_page_says_what_it_needs() -> None:
    page = reader().get(address("cacho-alalay")).content.decode()
    assert "Practising needs script" in page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_turns_are_practised_taken_back_and_sent_nowhere_even_without_a_network(
    browser: Browser, live_server: Any
) -> None:
    with screen(browser, live_server, size=PHONE) as page:
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url) if request.method != "GET" else None)
        page.goto(address("cacho-alalay"))
        expect(page.locator("#pad-root")).to_be_visible()
        page.context.set_offline(True)
        finger = Finger(page)
        finger.quick()
        finger.box("E")
        finger.value(25)
        expect(page.locator(".pad-side").nth(1)).to_have_class(re.compile("is-mover"))
        expect(page.locator(".pad-total").first).to_have_text("25")
        finger.press("undo")
        expect(page.locator(".pad-side").nth(0)).to_have_class(re.compile("is-mover"))
        expect(page.locator(".pad-total").first).to_have_text("0")
        page.context.set_offline(False)
    assert sent == []
    for model in (Game, Turn, Refusal, Presence, Entry):
        assert not model._default_manager.exists()

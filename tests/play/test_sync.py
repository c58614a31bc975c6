"""The tablet's door over HTTP: batches in, outcomes and the state out, and bodies that are none."""

import json
from typing import Any

import pytest
from django.test import Client

from cacho_tournaments.competition.models import Match
from cacho_tournaments.people.models import User
from cacho_tournaments.play.models import Refusal, Turn
from tests import makers
from tests.play import scene

pytestmark = pytest.mark.django_db


def logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def tablet_client(match: Match) -> Client:
    tablet = scene.tablet_of(match)
    client = Client()
    client.post(f"/play/d/{tablet.token}/", {"pin": tablet.pin})
    return client


def post(client: Client, match: Match, body: Any) -> Any:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(f"/play/m/{match.token}/sync/", sent, content_type="application/json")


def turn(line: str, base: int, name: str, number: int = 1) -> dict[str, Any]:
    return {"client_id": name, "game_number": number, "base_sequence": base, "line": line, "entry": "quick"}


def test_a_tablet_sends_a_batch_and_gets_outcomes_and_the_state() -> None:
    match = scene.ready()
    client = tablet_client(match)
    body = {
        "version": 1,
        "match": match.token,
        "turns": [turn("1 =E 25", 0, "tab-0001"), turn("2 xP", 1, "tab-0002")],
    }
    answer = post(client, match, body)
    assert answer.status_code == 200
    said = answer.json()
    assert [out["verdict"] for out in said["outcomes"]] == ["stored", "refused"]
    refused = said["outcomes"][1]
    assert (refused["code"], refused["rule"]) == ("cross-forbidden", "4.3") and refused["sentence"]
    again = post(client, match, body).json()
    assert [out["verdict"] for out in again["outcomes"]] == ["repeated", "refused"]
    assert Turn.objects.count() == 1 and Refusal.objects.count() == 1


def test_a_whole_match_sent_as_one_batch_moves_the_standings() -> None:
    match = scene.ready()
    client = logged_in(scene.referee_of(match))
    lines = scene.lines_of()
    turns = [turn(line, at, f"whole-{at:04}") for at, line in enumerate(lines)]
    assert post(client, match, {"turns": turns}).status_code == 200
    event, category = match.stage.category.tournament, match.stage.category
    groups = Client().get(f"/{event.slug}/{category.slug}/groups/")
    assert groups.status_code == 200 and b"203" in groups.content


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"\x00\xff", 400),
        (b"not json", 400),
        (b"[" * 50_000, 400),
        ({"turns": "all"}, 400),
        ({"turns": [turn("1 =E 25", 0, "short")]}, 400),
        ({"turns": [turn("1 =E 25", -1, "tab-0001")]}, 400),
        (b'{"turns": [' + b" " * 5_000_000 + b"]}", 413),
    ],
)
def test_a_body_that_is_no_batch_gets_a_code_and_a_sentence(body: Any, status: int) -> None:
    match = scene.ready()
    answer = post(logged_in(scene.referee_of(match)), match, body)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert error["code"] and error["sentence"]
    assert not Turn.objects.exists()


def test_who_has_no_right_to_the_table_gets_a_sentence_not_a_page() -> None:
    """TAB-15."""
    match, elsewhere = scene.ready(), scene.ready()
    body = {"turns": [turn("1 =E 25", 0, "tab-0001")]}
    for client in (Client(), logged_in(makers.user()), tablet_client(elsewhere)):
        answer = post(client, match, body)
        assert answer.status_code in (403, 409)
        assert answer.json()["error"]["sentence"]
    assert not Turn.objects.exists()


def test_a_turn_for_a_closed_match_is_kept_and_told() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 dormida", 0), by=by)
    answer = post(logged_in(by), match, {"turns": [turn("2 =E 25", 1, "late-0001")]})
    assert answer.status_code == 200
    assert answer.json()["outcomes"][0]["code"] == "match-closed"
    assert Refusal.objects.get().client_id == "late-0001"

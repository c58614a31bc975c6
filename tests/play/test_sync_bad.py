"""What no tablet should send, and some browser or somebody does: answered in JSON, with a code and a sentence."""

import gzip
import json
from typing import Any

import pytest
from django.test import Client

from cacho_tournaments.competition.models import Match
from cacho_tournaments.play.models import Presence, Refusal, Turn
from tests.play import scene, sending
from tests.play.sending import turn

pytestmark = pytest.mark.django_db
GOOD: dict[str, Any] = {"version": 2, "tablet": "browser-00000001", "items": []}
ITEM = json.dumps(turn("1 =E 25", 0, "item-0001")).encode()


def whole(**more: Any) -> bytes:
    return json.dumps(GOOD | more).encode()


def around(items: bytes) -> bytes:
    return b'{"version": 2, "tablet": "browser-00000001", "items": ' + items + b"}"


def post(
    match: Match, body: bytes, *, door: str = "sync", client: Client | None = None, **headers: Any
) -> Any:
    client = client or sending.person(match).client
    address = f"/play/m/{match.token}/{door}/"
    return client.generic("POST", address, body, content_type="application/json", **headers)


BODIES: list[tuple[bytes, int, str]] = [
    (b"", 400, "batch-not-json"),
    (b"not json", 400, "batch-not-json"),
    (b"\x00\xff", 400, "batch-not-json"),
    (b"<html><body>Welcome to our Wi-Fi</body></html>", 400, "batch-not-json"),
    (gzip.compress(whole()), 400, "batch-not-json"),
    (b"[" * 100_000, 400, "batch-not-json"),
    (around(b"[" * 100_000 + b"]" * 100_000), 400, "batch-not-json"),
    (b'{"a":' * 40_000, 400, "batch-not-json"),
    (around(b"NaN"), 400, "batch-not-json"),
    (around(b"[{}]").replace(b"{}", ITEM.replace(b": 0", b": NaN")), 400, "batch-not-json"),
    (around(b"-Infinity"), 400, "batch-not-json"),
    (around(b"[]")[:-1] + b', "waiting": ' + b"9" * 5000 + b"}", 400, "batch-not-json"),
    (b"null", 400, "batch-wrong-type"),
    (b"7", 400, "batch-wrong-type"),
    (around(b"{}"), 400, "batch-wrong-type"),
    (around(b"[null]"), 400, "batch-wrong-type"),
    (around(b"[[]]"), 400, "batch-wrong-type"),
    (around(b"[{}]"), 400, "missing-field"),
    (around(b'[{"client_id": "short"}]'), 400, "bad-client-id"),
    (around(b'[{"client_id": 12345678}]'), 400, "batch-wrong-type"),
    (whole(version=3), 400, "unknown-version"),
    (whole(version="2"), 400, "batch-wrong-type"),
    (whole(version=2.0), 400, "batch-wrong-type"),
    (whole(tablet="short"), 400, "bad-tablet"),
    (whole(tablet="x" * 65), 400, "bad-tablet"),
    (whole(tablet=None), 400, "batch-wrong-type"),
    (b'{"version": 2, "items": []}', 400, "missing-field"),
    (whole(build="<b>"), 400, "bad-build"),
    (whole(match="a b"), 400, "bad-match"),
    (whole(waiting=-1), 400, "out-of-range"),
    (whole(waiting=10**30), 400, "out-of-range"),
    (whole(waiting=True), 400, "batch-wrong-type"),
    (whole(known=[]), 400, "batch-wrong-type"),
    (whole(known={"one": 1}), 400, "out-of-range"),
    (whole(known={"100": 1}), 400, "out-of-range"),
    (whole(known={"1": 1.5}), 400, "batch-wrong-type"),
    (b'{"version": 2, "tablet": "browser-00000001", "known": {"1": 1e999}}', 400, "batch-wrong-type"),
    (whole(take="yes"), 400, "batch-wrong-type"),
    (whole(sent_at=7), 400, "batch-wrong-type"),
    (around(b"[" + b" " * 5_000_000 + b"]"), 413, "too-large"),
    (around(b"[" + b" " * 300_000 + b"]"), 413, "too-large"),
]


def test_a_body_that_is_no_batch_gets_a_code_and_a_sentence() -> None:
    match = scene.ready()
    client = sending.person(match).client
    for body, status, code in BODIES:
        answer = post(match, body, client=client)
        assert (answer.status_code, answer["Content-Type"]) == (status, "application/json"), body[:80]
        error = answer.json()["error"]
        assert error["code"] == code and error["sentence"], body[:80]
    assert not Turn.objects.exists() and not Presence.objects.exists()


ITEMS: list[dict[str, Any]] = [
    {"kind": 7},
    {"kind": None},
    {"kind": "unreadable"},
    {"line": None},
    {"line": ["1 =E 25"]},
    {"line": "1 =E 25" + " " * 400},
    {"line": "1 =E\x0025"},
    {"line": "1 =E \ud83d"},
    {"base_sequence": "0"},
    {"base_sequence": 10**40},
    {"base_sequence": 0.0},
    {"game_number": 0},
    {"game_number": {}},
    {"entry": "voice"},
    {"to_move": 0},
    {"to_move": "1"},
    {"at_device": 1764511380},
    {"kind": "cancel"},
    {"kind": "cancel", "cancels": "x"},
    {"kind": "cancel", "cancels": "turn-0001", "reason": "x" * 201},
    {"kind": "confirm"},
    {"kind": "confirm", "side": 1, "how": "stamp"},
    {"kind": "confirm", "side": 1, "how": "signature", "signature": "<svg onload=alert(1)>"},
    {"kind": "confirm", "side": 1, "how": "signature", "signature": "M0 0L1 1" * 3000},
    {"kind": "card", "side": 21, "card": "red", "reason": "x"},
    {"kind": "card", "side": 1, "card": "green", "reason": "x"},
    {"kind": "uncall"},
    {"kind": "call", "reason": "x\x07"},
]


def test_items_of_the_wrong_form_are_kept_whole_and_told_beside_the_good_ones() -> None:
    match = scene.ready()
    bad = [turn("1 =E 25", 0, f"item-{at:04}") | fields for at, fields in enumerate(ITEMS)]
    answer = post(match, whole(items=[*bad, turn("1 =E 20", 0, "item-good")]))
    assert answer.status_code == 200
    *refused, stored = answer.json()["outcomes"]
    assert stored["verdict"] == "stored"
    kept = {row.client_id: row for row in Refusal.objects.all()}
    for at, out in enumerate(refused):
        assert (out["verdict"], out["kind"], out["open"]) == ("refused", "unreadable", True), ITEMS[at]
        assert out["code"] and out["sentence"], ITEMS[at]
        row = kept[out["client_id"]]
        assert row.is_open and out["client_id"] in row.payload["sent"]
        assert row.payload["path"].startswith(f"items[{at}]")


@pytest.mark.parametrize(
    "clock",
    ["1970-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "yesterday", "", None],
)
def test_no_clock_is_a_reason_to_refuse(clock: str | None) -> None:
    match = scene.ready()
    item = turn("1 =E 25", 0, "item-0001") | {"at_device": clock}
    answer = post(match, whole(items=[item], sent_at=clock))
    assert answer.status_code == 200 and answer.json()["outcomes"][0]["verdict"] == "stored"


def test_a_match_that_there_is_none_of_is_said_in_json() -> None:
    match = scene.ready()
    client = sending.person(match).client
    answer = client.post("/play/m/nowhere/sync/", whole(), content_type="application/json")
    assert answer.status_code == 404 and answer.json()["error"]["code"] == "no-such-match"
    assert answer.json()["error"]["sentence"]


def test_a_length_that_is_no_number_breaks_nothing() -> None:
    match = scene.ready()
    answer = post(match, whole(), HTTP_CONTENT_LENGTH="many")
    assert answer.status_code in (200, 400)


def test_the_wish_to_write_says_which() -> None:
    match = scene.ready()
    answer = post(match, whole(), door="hold")
    assert answer.status_code == 400 and answer.json()["error"]["code"] == "missing-field"
    assert Client().get(f"/play/m/{match.token}/hold/").status_code == 405
    assert Client().get(f"/play/m/{match.token}/sync/").status_code == 405


def test_a_page_with_an_old_token_against_forgery_is_told_by_its_status_alone() -> None:
    """TAB-15: the script fetches a new one and sends again; nothing was written."""
    match = scene.ready()
    client = Client(enforce_csrf_checks=True)
    client.force_login(scene.referee_of(match))
    item = turn("1 =E 25", 0, "item-0001")
    answer = client.post(f"/play/m/{match.token}/sync/", whole(items=[item]), content_type="application/json")
    assert answer.status_code == 403 and not Turn.objects.exists()


def test_a_form_in_place_of_a_batch_is_answered_like_any_other_body_that_is_none() -> None:
    match = scene.ready()
    client = Client(enforce_csrf_checks=True)
    client.force_login(scene.referee_of(match))
    client.get(f"/play/m/{match.token}/")
    form = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value, "line": "1 =E 25"}
    answer = client.post(f"/play/m/{match.token}/sync/", form)
    assert answer.status_code == 400 and answer.json()["error"]["code"] == "batch-not-json"

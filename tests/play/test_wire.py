"""The tablet's envelope: what is read, what is refused before anything is looked at."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cacho_tournaments.play import wire

GOOD: dict[str, Any] = {
    "client_id": "k3x9-000001",
    "game_number": 1,
    "base_sequence": 4,
    "line": "1 =6 18",
    "at_device": "2026-11-30T14:03:00.000Z",
    "entry": "quick",
}


def body(*turns: dict[str, Any], **more: Any) -> bytes:
    return json.dumps({"version": 1, "turns": list(turns), **more}).encode()


def test_a_batch_is_read_into_values() -> None:
    (turn,) = wire.parse(body(GOOD, match="abc123")).items
    assert turn == wire.SentTurn(
        client_id="k3x9-000001",
        game_number=1,
        base_sequence=4,
        line="1 =6 18",
        at_device=datetime(2026, 11, 30, 14, 3, tzinfo=UTC),
        entry="quick",
        match="abc123",
    )


def test_an_empty_batch_asks_only_for_the_state() -> None:
    assert wire.parse(body()).items == ()


@pytest.mark.parametrize(
    ("sent", "code", "path"),
    [
        (b"\xff\xfe", "batch-not-json", ""),
        (b"{", "batch-not-json", ""),
        (b"[" * 60_000, "batch-not-json", ""),
        (b'{"turns": [], "version": ' + b"9" * 5000 + b"}", "batch-not-json", ""),
        (b"[]", "batch-wrong-type", "batch"),
        (b"{}", "missing-field", "turns"),
        (b'{"turns": {}}', "batch-wrong-type", "turns"),
        (b'{"turns": [7]}', "batch-wrong-type", "turns[0]"),
        (b'{"turns": [], "version": 3}', "unknown-version", "version"),
        (b'{"turns": [], "match": 5}', "batch-wrong-type", "match"),
        (b'{"turns": [], "match": "a b"}', "bad-match", "match"),
        (b'{"turns": [], "match": "\\ud800"}', "bad-match", "match"),
    ],
)
def test_a_body_that_is_no_batch_is_refused_with_its_place(sent: bytes, code: str, path: str) -> None:
    with pytest.raises(wire.WireError) as refused:
        wire.parse(sent)
    assert (refused.value.code, refused.value.path) == (code, path)


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("client_id", "short", "bad-client-id"),
        ("client_id", "x" * 65, "bad-client-id"),
        ("client_id", "with blank", "bad-client-id"),
        ("client_id", "ñandú-0001", "bad-client-id"),
        ("client_id", "k3x9-00001\n", "bad-client-id"),
        ("client_id", 12345678, "batch-wrong-type"),
        ("game_number", 0, "out-of-range"),
        ("game_number", 100, "out-of-range"),
        ("game_number", "1", "batch-wrong-type"),
        ("base_sequence", -1, "out-of-range"),
        ("base_sequence", 10**12, "out-of-range"),
        ("base_sequence", True, "batch-wrong-type"),
        ("base_sequence", 1.5, "batch-wrong-type"),
        ("line", 7, "batch-wrong-type"),
        ("line", "1 =6 18" + " " * 300, "line-too-long"),
        ("line", "1 =6\x0018", "unprintable-line"),
        ("line", "1 =6\n18", "unprintable-line"),
        ("line", "1 =6 \ud83d", "unprintable-line"),
        ("entry", "voice", "unknown-entry"),
        ("at_device", 1764511380, "batch-wrong-type"),
    ],
)
def test_a_turn_of_the_wrong_form_is_refused_with_its_place(name: str, value: object, code: str) -> None:
    with pytest.raises(wire.WireError) as refused:
        wire.parse(body(GOOD, GOOD | {name: value}))
    assert (refused.value.code, refused.value.path) == (code, f"turns[1].{name}")


@pytest.mark.parametrize("name", ["client_id", "base_sequence", "line"])
def test_a_turn_without_what_tells_it_apart_is_refused(name: str) -> None:
    """TAB-07: a missing field never makes two turns look like one."""
    with pytest.raises(wire.WireError) as refused:
        wire.parse(body({key: value for key, value in GOOD.items() if key != name}))
    assert (refused.value.code, refused.value.path) == ("missing-field", f"turns[0].{name}")


def test_five_megabytes_are_refused_before_they_are_read() -> None:
    with pytest.raises(wire.WireError) as refused:
        wire.parse(b'{"turns": [' + b" " * 5_000_000 + b"]}")
    assert refused.value.code == "too-large"


@pytest.mark.parametrize(
    ("clock", "read"),
    [
        ("1970-01-01T00:00:00Z", datetime(1970, 1, 1, tzinfo=UTC)),
        ("2199-12-31T23:59:59Z", datetime(2199, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("2026-11-30T10:03:00-04:00", datetime(2026, 11, 30, 14, 3, tzinfo=UTC)),
        ("2026-11-30T14:03:00", datetime(2026, 11, 30, 14, 3, tzinfo=UTC)),
        ("0001-01-01T00:00:00+14:00", None),
        ("Invalid Date", None),
        ("", None),
        (None, None),
    ],
)
def test_no_clock_is_a_reason_to_refuse(clock: str | None, read: datetime | None) -> None:
    (turn,) = wire.parse(body(GOOD | {"at_device": clock})).turns
    assert turn.at_device == read


def test_a_clock_is_called_wrong_only_when_it_plainly_is() -> None:
    server = datetime(2026, 11, 30, 14, 3, tzinfo=UTC)
    assert wire.clock_is_off(datetime(1970, 1, 1, tzinfo=UTC), server)
    assert wire.clock_is_off(server + timedelta(days=3), server)
    assert not wire.clock_is_off(server - timedelta(hours=5), server)
    assert not wire.clock_is_off(None, server)


def test_an_answer_has_an_outcome_for_each_turn_and_a_sentence_for_each_refusal() -> None:
    outcomes = [
        wire.Outcome("k3x9-000001", "stored", sequence=5, box="6", points=18),
        wire.Outcome("k3x9-000002", "refused", code="flip-required", rule="3.2", facts={"box": "P"}),
    ]
    answer = wire.answer_with_state(
        outcomes, state={"match": "abc"}, sentence=lambda code, facts: f"{code} {facts['box']}"
    )
    assert json.loads(json.dumps(answer)) == {
        "version": 1,
        "outcomes": [
            {
                "client_id": "k3x9-000001",
                "verdict": "stored",
                "sequence": 5,
                "box": "6",
                "points": 18,
                "mark": None,
                "warning": None,
                "code": None,
                "rule": None,
                "sentence": None,
            },
            {
                "client_id": "k3x9-000002",
                "verdict": "refused",
                "sequence": None,
                "box": None,
                "points": None,
                "mark": None,
                "warning": None,
                "code": "flip-required",
                "rule": "3.2",
                "sentence": "flip-required P",
            },
        ],
        "state": {"match": "abc"},
    }


def test_only_a_refused_turn_stays_with_the_tablet() -> None:
    kept = {
        verdict: wire.Outcome("k3x9-000001", verdict).is_kept
        for verdict in ("stored", "repeated", "cancelled")
    }
    assert kept == {"stored": True, "repeated": True, "cancelled": True}
    assert not wire.Outcome("k3x9-000001", "refused").is_kept

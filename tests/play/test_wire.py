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


def whole(*items: dict[str, Any], **more: Any) -> bytes:
    return json.dumps({"version": 2, "tablet": "browser-00000001", "items": list(items), **more}).encode()


def test_a_batch_of_the_second_version_is_read_into_values() -> None:
    batch = wire.parse(
        whole(
            {"kind": "turn", **GOOD, "to_move": 2},
            {
                "kind": "cancel",
                "client_id": "item-0002",
                "game_number": 1,
                "base_sequence": 5,
                "cancels": "item-0001",
            },
            {
                "kind": "card",
                "client_id": "item-0003",
                "side": 2,
                "card": "red",
                "reason": "  kicked   the cup ",
            },
            {"kind": "call", "client_id": "item-0004"},
            {"kind": "uncall", "client_id": "item-0005", "call": "item-0004"},
            match="abc123",
            build="5c1",
            sent_at="2026-11-30T14:03:02.000Z",
            waiting=7,
            known={"1": 4, "2": 0},
            mark="playing.1",
        )
    )
    assert (batch.version, batch.tablet, batch.build, batch.waiting, batch.take) == (
        2,
        "browser-00000001",
        "5c1",
        7,
        None,
    )
    assert (batch.known, batch.mark, batch.match) == ({1: 4, 2: 0}, "playing.1", "abc123")
    assert batch.clock_off_s(datetime(2026, 11, 30, 14, 3, tzinfo=UTC)) == 2
    turn, cancel, card, call, uncall = batch.items
    assert batch.turns == (turn,) and batch.turns[0].to_move == 2
    assert cancel == wire.SentCancel("item-0002", 1, 5, "item-0001")
    assert card == wire.SentCard("item-0003", 2, "red", "kicked the cup")
    assert call == wire.SentCall("item-0004")
    assert uncall == wire.SentUncall("item-0005", "item-0004")


def test_a_confirmation_may_bear_a_drawing_and_nothing_else() -> None:
    word = {"kind": "confirm", "client_id": "item-0001", "side": 2, "game_number": 3, "base_sequence": 22}
    (read,) = wire.parse(whole(word | {"how": "signature", "signature": "M1 2l3.5,-4 C1 2 3 4 5 6z"})).items
    assert read == wire.SentConfirm("item-0001", 2, "signature", 3, 22, "M1 2l3.5,-4 C1 2 3 4 5 6z")
    (odd,) = wire.parse(whole(word | {"how": "signature", "signature": "url(x)"})).items
    assert isinstance(odd, wire.SentUnreadable)
    assert (odd.client_id, odd.code, odd.path) == ("item-0001", "bad-signature", "items[0].signature")


def test_a_name_typed_may_stand_for_the_drawing() -> None:
    word = {"kind": "confirm", "client_id": "item-0001", "side": 2, "game_number": 3, "base_sequence": 22}
    (read,) = wire.parse(whole(word | {"how": "signature", "name": " Ana  Paz "})).items
    assert read == wire.SentConfirm("item-0001", 2, "signature", 3, 22, name="Ana Paz")
    (odd,) = wire.parse(whole(word | {"how": "signature", "name": "a" * 81})).items
    assert isinstance(odd, wire.SentUnreadable)
    assert (odd.code, odd.path) == ("line-too-long", "items[0].name")


def test_an_item_of_a_later_page_is_kept_as_it_came() -> None:
    odd = {"kind": "dance", "client_id": "item-0001", "steps": [1, {"deep": "\ud83d"}]}
    (read,) = wire.parse(whole(odd)).items
    assert isinstance(read, wire.SentUnreadable) and read.code == "unknown-item"
    assert json.loads(read.sent) == odd and read.sent.isascii()


@pytest.mark.parametrize("version", [1, 2])
def test_what_stands_for_no_number_is_no_json(version: int) -> None:
    for odd in (b"NaN", b"Infinity", b"-Infinity"):
        with pytest.raises(wire.WireError, match="batch-not-json"):
            wire.parse(
                b'{"version": %d, "turns": [], "tablet": "browser-00000001", "x": %s}' % (version, odd)
            )


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


def test_an_answer_of_the_second_version_says_all_that_a_tablet_shows() -> None:
    now = datetime(2026, 11, 30, 18, 3, tzinfo=UTC)
    out = wire.Outcome("item-0001", "refused", code="match-closed", kind="cancel", is_open=True)
    answer = wire.answer(
        [out],
        sentence=lambda code, facts: code,
        book=None,
        now=now,
        time="14:03",
        build="5c1",
        writer={"me": False},
        call=None,
        clock_off_s=-3,
    )
    assert json.loads(json.dumps(answer)) == answer
    (told,) = answer["outcomes"]
    assert (told["kind"], told["open"], told["verdict"], told["sentence"]) == (
        "cancel",
        True,
        "refused",
        "match-closed",
    )
    assert (answer["version"], answer["book"], answer["now"]) == (2, None, "2026-11-30T18:03:00+00:00")
    assert (answer["time"], answer["build"], answer["writer"]) == ("14:03", "5c1", {"me": False})
    assert (answer["call"], answer["clock_off_s"]) == (None, -3)


def test_only_a_refused_turn_stays_with_the_tablet() -> None:
    kept = {
        verdict: wire.Outcome("k3x9-000001", verdict).is_kept
        for verdict in ("stored", "repeated", "cancelled")
    }
    assert kept == {"stored": True, "repeated": True, "cancelled": True}
    assert not wire.Outcome("k3x9-000001", "refused").is_kept

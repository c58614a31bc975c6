"""The JSON of the tablet, and the values it stands for.

Knows: the shape of a batch and its limits. Does not know: the shape of an answer (``answers``, named here as well, so
that whoever speaks to a tablet asks one module), rows, rules, words.

A batch, at most ``MAX_BYTES`` long::

    {"version": 2, "match": "k3x9…", "tablet": "9f…", "build": "5c1…", "sent_at": "2026-11-30T14:03:02.000Z",
     "waiting": 1, "known": {"1": 12}, "mark": "…",
     "items": [{"kind": "turn", "client_id": "…", "game_number": 1, "base_sequence": 12, "line": "1 =6 18",
                "at_device": "2026-11-30T14:03:00.000Z", "entry": "quick"}]}

``tablet`` is the random name that a browser gave itself, ``waiting`` the number of items that it holds, this batch
included, ``known`` the last sequence it knows of each game's log, ``mark`` that of the last book it had. A batch
without items is a sign of life; with ``take`` it asks to be the one that writes, or ceases to be. The kinds of items
stand in ``sent``.
``base_sequence`` is the sequence of the game's log after every row before the item: what is several rows of the log
counts as so many. ``match`` may be left out; where it stands, it must be the match of the address.
An item that has its ``client_id`` and is no item otherwise is kept as ``SentUnreadable``, so that it stands in the
way of nothing. A tablet's clock is never a reason to refuse: a time that cannot be read is no time.

Version 1 has ``turns``, items of kind ``turn``. There the ``base_sequence`` of a batch's first turn is the one last
heard from the server, each next is one higher, whatever the turn before it has become (the shorthand of a whole hand is
several rows, yet one turn to its sender).
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NoReturn, cast

from cacho_tournaments.play.answers import VERSION, Sentence, answer, answer_with_state, refusal
from cacho_tournaments.play.sent import (
    Batch,
    CardKind,
    Entry,
    How,
    Item,
    Outcome,
    SentCall,
    SentCancel,
    SentCard,
    SentConfirm,
    SentTurn,
    SentUncall,
    SentUnreadable,
    VerdictCode,
    WireError,
)

__all__ = [
    "VERSION",
    "Batch",
    "Entry",
    "Item",
    "Outcome",
    "SentCall",
    "SentCancel",
    "SentCard",
    "SentConfirm",
    "SentTurn",
    "SentUncall",
    "SentUnreadable",
    "Sentence",
    "VerdictCode",
    "WireError",
    "answer",
    "answer_with_state",
    "clock_is_off",
    "is_client_id",
    "parse",
    "refusal",
]

VERSIONS = (1, VERSION)
MAX_BYTES = 256 * 1024
MAX_LINE = 300
MAX_REASON = 200
MAX_NAME = 80
MAX_SIGNATURE = 20_000
MAX_UNREADABLE = 2_000
MAX_GAME_NUMBER = 99
MAX_SIDE = 20
MAX_SEQUENCE = 1_000_000
CLOCK_MAY_DIFFER = timedelta(hours=26)

_CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_TABLET = re.compile(r"[A-Za-z0-9_-]{16,64}", re.ASCII)
_MATCH = re.compile(r"[A-Za-z0-9_-]{0,16}", re.ASCII)
_BUILD = re.compile(r"[A-Za-z0-9_.-]{0,40}", re.ASCII)
_MARK = re.compile(r"[A-Za-z0-9_.-]{0,120}", re.ASCII)
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtZz0-9 .,+-]*", re.ASCII)  # of an SVG drawing
_PRINTABLE = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*")


def parse(body: bytes) -> Batch:
    """Read a tablet's batch, of either version. Raises: WireError."""
    if len(body) > MAX_BYTES:
        raise WireError("too-large", "", bytes=len(body), limit=MAX_BYTES)
    try:
        sent = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise WireError("batch-not-json") from error
    batch = _object(sent, "batch")
    version = _integer(batch.get("version", 1), "version", most=MAX_SEQUENCE)
    if version not in VERSIONS:
        raise WireError("unknown-version", "version", version=version, known=VERSION)
    match = _pattern(batch.get("match", ""), "match", _MATCH, "bad-match")
    if version == 1:
        turns = _list(_needed(batch, "turns", "turns"), "turns")
        return Batch(1, tuple(_turn(_object(each, path), path, match) for path, each in turns), match)
    items = _list(batch.get("items", []), "items")
    return Batch(
        version=version,
        items=tuple(_item(_object(each, path), path, match) for path, each in items),
        match=match,
        tablet=_pattern(_needed(batch, "tablet", "tablet"), "tablet", _TABLET, "bad-tablet"),
        build=_pattern(batch.get("build", ""), "build", _BUILD, "bad-build"),
        sent_at=_time(batch.get("sent_at"), "sent_at"),
        waiting=_integer(batch.get("waiting", len(items)), "waiting", most=MAX_SEQUENCE),
        known=_known(_object(batch.get("known", {}), "known")),
        mark=_pattern(batch.get("mark", ""), "mark", _MARK, "bad-build"),
        take=_truth(batch.get("take"), "take"),
    )


def is_client_id(text: str) -> bool:
    """Tell whether the text can stand for one turn, once in all events."""
    return _CLIENT_ID.fullmatch(text) is not None


def clock_is_off(at_device: datetime | None, at_server: datetime) -> bool:
    """Tell whether the tablet's clock is plainly wrong: more than a day and a zone from the server's.

    A turn may wait a while in a tablet without network, so a smaller difference says nothing.
    """
    return at_device is not None and abs(at_device - at_server) > CLOCK_MAY_DIFFER


def _item(sent: Mapping[str, Any], path: str, match: str) -> Item:
    client_id = _id(sent, "client_id", path)
    try:
        kind = _text(_needed(sent, "kind", f"{path}.kind"), f"{path}.kind")
        if kind not in _READERS:
            raise WireError("unknown-item", f"{path}.kind")
        return _READERS[kind](sent, path, match)
    except WireError as error:
        return SentUnreadable(client_id, error.code, error.path, _as_sent(sent))


def _as_sent(sent: Mapping[str, Any]) -> str:
    try:
        return json.dumps(sent)[:MAX_UNREADABLE]  # ASCII, so that whatever it holds can be stored
    except RecursionError:
        return ""


def _turn(sent: Mapping[str, Any], path: str, match: str) -> SentTurn:
    opens = sent.get("to_move")
    return SentTurn(
        client_id=_id(sent, "client_id", path),
        game_number=_game_number(sent, path, sent.get("game_number", 1)),
        base_sequence=_base_sequence(sent, path),
        line=_line(_needed(sent, "line", f"{path}.line"), f"{path}.line", MAX_LINE),
        at_device=_time(sent.get("at_device"), f"{path}.at_device"),
        entry=cast(Entry, _choice(sent, "entry", path, ("full", "quick"), "unknown-entry", "full")),
        match=match,
        to_move=None if opens is None else _integer(opens, f"{path}.to_move", least=1, most=MAX_SIDE),
    )


def _cancel(sent: Mapping[str, Any], path: str, match: str) -> SentCancel:
    return SentCancel(
        client_id=_id(sent, "client_id", path),
        game_number=_game_number(sent, path),
        base_sequence=_base_sequence(sent, path),
        cancels=_id(sent, "cancels", path),
        reason=_reason(sent, path),
        at_device=_time(sent.get("at_device"), f"{path}.at_device"),
    )


def _confirm(sent: Mapping[str, Any], path: str, match: str) -> SentConfirm:
    signature = _pattern(sent.get("signature", ""), f"{path}.signature", _PATH, "bad-signature")
    if len(signature) > MAX_SIGNATURE:
        raise WireError("line-too-long", f"{path}.signature", length=len(signature), limit=MAX_SIGNATURE)
    return SentConfirm(
        client_id=_id(sent, "client_id", path),
        side=_side(sent, path),
        how=cast(How, _choice(sent, "how", path, ("tap", "signature"), "unknown-choice")),
        game_number=_game_number(sent, path),
        base_sequence=_base_sequence(sent, path),
        signature=signature,
        name=_words(sent, "name", path, MAX_NAME),
        at_device=_time(sent.get("at_device"), f"{path}.at_device"),
    )


def _card(sent: Mapping[str, Any], path: str, match: str) -> SentCard:
    kinds = ("warning", "yellow", "red", "penalty")
    return SentCard(
        client_id=_id(sent, "client_id", path),
        side=_side(sent, path),
        card=cast(CardKind, _choice(sent, "card", path, kinds, "unknown-choice")),
        reason=_reason(sent, path),
        at_device=_time(sent.get("at_device"), f"{path}.at_device"),
    )


def _call(sent: Mapping[str, Any], path: str, match: str) -> SentCall:
    at_device = _time(sent.get("at_device"), f"{path}.at_device")
    return SentCall(_id(sent, "client_id", path), _reason(sent, path), at_device)


def _uncall(sent: Mapping[str, Any], path: str, match: str) -> SentUncall:
    at = _time(sent.get("at_device"), f"{path}.at_device")
    return SentUncall(_id(sent, "client_id", path), _id(sent, "call", path), at)


_READERS: Mapping[str, Callable[[Mapping[str, Any], str, str], Item]] = {
    "turn": _turn,
    "cancel": _cancel,
    "confirm": _confirm,
    "card": _card,
    "call": _call,
    "uncall": _uncall,
}


def _known(sent: Mapping[str, Any]) -> dict[int, int]:
    known = {}
    for name, value in sent.items():
        if not re.fullmatch("[1-9][0-9]?", name, re.ASCII):
            raise WireError("out-of-range", "known", least=1, most=MAX_GAME_NUMBER)
        known[int(name)] = _integer(value, f"known.{name}", most=MAX_SEQUENCE)
    return known


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are no JSON


def _id(sent: Mapping[str, Any], name: str, path: str) -> str:
    return _pattern(_needed(sent, name, f"{path}.{name}"), f"{path}.{name}", _CLIENT_ID, "bad-client-id")


def _game_number(sent: Mapping[str, Any], path: str, number: object = None) -> int:
    path = f"{path}.game_number"
    found = _needed(sent, "game_number", path) if number is None else number
    return _integer(found, path, least=1, most=MAX_GAME_NUMBER)


def _base_sequence(sent: Mapping[str, Any], path: str) -> int:
    path = f"{path}.base_sequence"
    return _integer(_needed(sent, "base_sequence", path), path, most=MAX_SEQUENCE)


def _side(sent: Mapping[str, Any], path: str) -> int:
    return _integer(_needed(sent, "side", f"{path}.side"), f"{path}.side", least=1, most=MAX_SIDE)


def _line(value: object, path: str, limit: int) -> str:
    line = _text(value, path)
    if len(line) > limit:
        raise WireError("line-too-long", path, length=len(line), limit=limit)
    return _pattern(line, path, _PRINTABLE, "unprintable-line")


def _reason(sent: Mapping[str, Any], path: str) -> str:
    return _words(sent, "reason", path, MAX_REASON)


def _words(sent: Mapping[str, Any], name: str, path: str, limit: int) -> str:
    path = f"{path}.{name}"
    return _line(" ".join(_text(sent.get(name, ""), path).split()), path, limit)


def _choice(
    sent: Mapping[str, Any], name: str, path: str, choices: tuple[str, ...], code: str, default: str = ""
) -> str:
    path = f"{path}.{name}"
    chosen = _text(sent.get(name, default) if default else _needed(sent, name, path), path)
    if chosen not in choices:
        raise WireError(code, path)
    return chosen


def _pattern(value: object, path: str, pattern: re.Pattern[str], code: str) -> str:
    text = _text(value, path)
    if not pattern.fullmatch(text):
        raise WireError(code, path)
    return text


def _time(value: object, path: str) -> datetime | None:
    """Read a time as the tablet's clock has it; nonsense of a clock is no time, and no reason to refuse."""
    if value is None:
        return None
    try:
        time = datetime.fromisoformat(_text(value, path))
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _needed(sent: Mapping[str, Any], name: str, path: str) -> object:
    if name in sent:
        return sent[name]
    raise WireError("missing-field", path)


def _object(value: object, path: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise WireError("batch-wrong-type", path, wanted="object")
    return value


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise WireError("batch-wrong-type", path, wanted="text")
    return value


def _integer(value: object, path: str, *, least: int = 0, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise WireError("batch-wrong-type", path, wanted="integer")
    if not least <= value <= most:
        raise WireError("out-of-range", path, least=least, most=most)
    return value


def _truth(value: object, path: str) -> bool | None:
    if value is not None and not isinstance(value, bool):
        raise WireError("batch-wrong-type", path, wanted="truth")
    return value


def _list(value: object, path: str) -> list[tuple[str, object]]:
    if not isinstance(value, list):
        raise WireError("batch-wrong-type", path, wanted="list")
    return [(f"{path}[{at}]", each) for at, each in enumerate(value)]

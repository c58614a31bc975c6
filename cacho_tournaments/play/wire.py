"""The JSON of the tablet, and the values it stands for.

Knows: the shape of a batch and of its answer, the limits of both.
Does not know: rows, rules, words (a refusal's sentence is handed in as a function).

A batch, at most ``MAX_BYTES`` long::

    {"version": 1, "match": "k3x9…",
     "turns": [{"client_id": "…", "game_number": 1, "base_sequence": 12, "line": "1 =6 18",
                "at_device": "2026-11-30T14:03:00.000Z", "entry": "quick"}]}

``base_sequence`` is the sequence of the game's log that the turn builds on: the first of a batch names the one
last heard from the server, each next is one higher, whatever the turn before it may have become (the shorthand of
a whole hand is several rows of the log, yet one turn to its sender). ``match`` may be left out; where it stands,
it must be the match of the address. A tablet's clock is never a reason to refuse: a time that cannot be read is no
time.

The answer has one outcome a turn, in the order sent, and the state that the tablet shows from now on.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal, cast

from cacho_tournaments.errors import CachoError

VERSION = 1
MAX_BYTES = 64 * 1024
MAX_LINE = 300
MAX_GAME_NUMBER = 99
MAX_SEQUENCE = 1_000_000
CLOCK_MAY_DIFFER = timedelta(hours=26)

_CLIENT_ID = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_MATCH = re.compile(r"[A-Za-z0-9_-]{0,16}", re.ASCII)
_LINE = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*")

Entry = Literal["full", "quick"]
VerdictCode = Literal["stored", "repeated", "refused", "cancelled"]
Sentence = Callable[[str, Mapping[str, Any]], str]


class WireError(CachoError):
    """A body that is no batch. Nothing of it was looked at further; ``path`` says where (``turns[2].line``).

    Codes: ``too-large``, ``batch-not-json``, ``batch-wrong-type``, ``missing-field``, ``unknown-version``,
    ``bad-client-id``, ``bad-match``, ``line-too-long``, ``unprintable-line``, ``out-of-range``, ``unknown-entry``.
    """

    def __init__(self, code: str, path: str = "", **facts: object) -> None:
        super().__init__(code, rule=None, path=path, **facts)
        self.path = path


@dataclass(frozen=True, slots=True)
class SentTurn:
    """One turn as a tablet sent it. ``line`` is the record line, side number first."""

    client_id: str
    game_number: int
    base_sequence: int
    line: str
    at_device: datetime | None = None
    entry: Entry = "full"
    match: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one sent turn. ``sequence`` is its place in the log, of an item of several rows the last one's;
    a refused one has code, rule, facts. ``warning`` stands where the rules took it with a doubt."""

    client_id: str
    verdict: VerdictCode
    sequence: int | None = None
    box: str | None = None
    points: int | None = None
    mark: str | None = None
    warning: str | None = None
    code: str | None = None
    rule: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_kept(self) -> bool:
        """Whether the log holds the turn, so that the tablet may forget it."""
        return self.verdict != "refused"


def parse_batch(body: bytes) -> tuple[SentTurn, ...]:
    """Read a tablet's batch. Raises: WireError."""
    if len(body) > MAX_BYTES:
        raise WireError("too-large", "", bytes=len(body), limit=MAX_BYTES)
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise WireError("batch-not-json") from error
    batch = _object(sent, "batch")
    version = _integer(batch.get("version", VERSION), "version", most=MAX_SEQUENCE)
    if version != VERSION:
        raise WireError("unknown-version", "version", version=version, known=VERSION)
    match = _text(batch.get("match", ""), "match")
    if not _MATCH.fullmatch(match):
        raise WireError("bad-match", "match")
    turns = _needed(batch, "turns", "turns")
    if not isinstance(turns, list):
        raise WireError("batch-wrong-type", "turns", wanted="list")
    return tuple(_turn(_object(each, f"turns[{at}]"), f"turns[{at}]", match) for at, each in enumerate(turns))


def is_client_id(text: str) -> bool:
    """Tell whether the text can stand for one turn, once in all events."""
    return _CLIENT_ID.fullmatch(text) is not None


def clock_is_off(at_device: datetime | None, at_server: datetime) -> bool:
    """Tell whether the tablet's clock is plainly wrong: more than a day and a zone from the server's.

    A turn may wait a while in a tablet without network, so a smaller difference says nothing.
    """
    return at_device is not None and abs(at_device - at_server) > CLOCK_MAY_DIFFER


def answer(
    outcomes: Iterable[Outcome], *, state: Mapping[str, Any] | None, sentence: Sentence
) -> dict[str, Any]:
    """Return the answer to a batch, ready for JSON. ``state`` is the match as it stands now."""
    return {
        "version": VERSION,
        "outcomes": [_outcome(each, sentence) for each in outcomes],
        "state": dict(state) if state is not None else None,
    }


def refusal(error: CachoError, *, sentence: Sentence) -> dict[str, Any]:
    """Return the answer to a batch that was not looked at (no batch, no right to this table)."""
    return {
        "version": VERSION,
        "error": {"code": error.code, "rule": error.rule, "sentence": sentence(error.code, error.facts)},
    }


def _outcome(outcome: Outcome, sentence: Sentence) -> dict[str, Any]:
    code = outcome.code
    return {
        "client_id": outcome.client_id,
        "verdict": outcome.verdict,
        "sequence": outcome.sequence,
        "box": outcome.box,
        "points": outcome.points,
        "mark": outcome.mark,
        "warning": outcome.warning,
        "code": code,
        "rule": outcome.rule,
        "sentence": sentence(code, outcome.facts) if code else None,
    }


def _turn(sent: Mapping[str, Any], path: str, match: str) -> SentTurn:
    client_id = _text(_needed(sent, "client_id", f"{path}.client_id"), f"{path}.client_id")
    if not is_client_id(client_id):
        raise WireError("bad-client-id", f"{path}.client_id")
    line = _text(_needed(sent, "line", f"{path}.line"), f"{path}.line")
    if len(line) > MAX_LINE:
        raise WireError("line-too-long", f"{path}.line", length=len(line), limit=MAX_LINE)
    if not _LINE.fullmatch(line):
        raise WireError("unprintable-line", f"{path}.line")
    entry = _text(sent.get("entry", "full"), f"{path}.entry")
    if entry not in ("full", "quick"):
        raise WireError("unknown-entry", f"{path}.entry")
    number, base = f"{path}.game_number", f"{path}.base_sequence"
    return SentTurn(
        client_id=client_id,
        game_number=_integer(sent.get("game_number", 1), number, least=1, most=MAX_GAME_NUMBER),
        base_sequence=_integer(_needed(sent, "base_sequence", base), base, most=MAX_SEQUENCE),
        line=line,
        at_device=_time(sent.get("at_device"), f"{path}.at_device"),
        entry=cast(Entry, entry),
        match=match,
    )


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
    if name not in sent:
        raise WireError("missing-field", path)
    return sent[name]


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

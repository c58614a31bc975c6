"""The JSON that a tablet is answered with.

Knows: the shape of the answer to a batch of either version. Does not know: what a batch is (``wire``), rows, rules,
words (a refusal's sentence is handed in as a function).

Both versions have one outcome an item, in the order sent. Version 1 has the ``state`` that the tablet shows; version 2
the ``book``, from which the tablet works it out.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from cacho_tournaments.errors import CachoError
from cacho_tournaments.play.sent import Outcome

VERSION = 2

Sentence = Callable[[str, Mapping[str, Any]], str]


def answer(
    outcomes: Iterable[Outcome],
    *,
    sentence: Sentence,
    book: Mapping[str, Any] | None,
    now: datetime,
    time: str,
    build: str,
    writer: Mapping[str, Any] | None,
    call: Mapping[str, Any] | None,
    clock_off_s: int,
) -> dict[str, Any]:
    """Return the answer to a batch of version 2, ready for JSON. ``book`` is left out where the tablet knows what it
    would say; ``time`` is ``now`` as the hall's clock shows it."""
    return {
        "version": VERSION,
        "outcomes": [
            {**_outcome(each, sentence), "kind": each.kind, "open": each.is_open} for each in outcomes
        ],
        "book": dict(book) if book is not None else None,
        "now": now.isoformat(),
        "time": time,
        "build": build,
        "writer": dict(writer) if writer is not None else None,
        "call": dict(call) if call is not None else None,
        "clock_off_s": clock_off_s,
    }


def answer_with_state(
    outcomes: Iterable[Outcome], *, sentence: Sentence, state: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the answer to a batch of version 1. ``state`` is the match as it stands now."""
    return {
        "version": 1,
        "outcomes": [_outcome(each, sentence) for each in outcomes],
        "state": dict(state),
    }


def refusal(error: CachoError, *, sentence: Sentence, version: int = VERSION) -> dict[str, Any]:
    """Return the answer to a batch that was not looked at (no batch, no right to this table)."""
    return {
        "version": version,
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

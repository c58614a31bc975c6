"""What a tablet sends, and what became of it, as values.

Knows: the kinds of items, a batch, an outcome. Does not know: JSON (``wire`` reads and writes it), rows, rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Literal

from cacho_tournaments.errors import CachoError

Entry = Literal["full", "quick"]
How = Literal["tap", "signature"]
CardKind = Literal["warning", "yellow", "red", "penalty"]
Kind = Literal["turn", "cancel", "confirm", "card", "call", "uncall", "unreadable"]
VerdictCode = Literal["stored", "repeated", "refused", "cancelled"]


class WireError(CachoError):
    """A body that is no batch. Nothing of it was looked at further; ``path`` says where (``turns[2].line``).

    Codes: ``too-large``, ``batch-not-json``, ``batch-wrong-type``, ``missing-field``, ``unknown-version``,
    ``bad-client-id``, ``bad-tablet``, ``bad-match``, ``bad-signature``, ``line-too-long``, ``unprintable-line``,
    ``out-of-range``, ``unknown-entry``, ``unknown-item``, ``unknown-choice``.
    """

    def __init__(self, code: str, path: str = "", **facts: object) -> None:
        super().__init__(code, rule=None, path=path, **facts)
        self.path = path


@dataclass(frozen=True, slots=True)
class SentTurn:
    """One turn as a tablet sent it. ``line`` is the record line, side number first. ``to_move``, with the first turn of
    a game, is the side that opens it."""

    kind: ClassVar[Kind] = "turn"
    client_id: str
    game_number: int
    base_sequence: int
    line: str
    at_device: datetime | None = None
    entry: Entry = "full"
    match: str = ""
    to_move: int | None = None


@dataclass(frozen=True, slots=True)
class SentCancel:
    """The last item of a game's log taken back; ``cancels`` is the id under which that was sent."""

    kind: ClassVar[Kind] = "cancel"
    client_id: str
    game_number: int
    base_sequence: int
    cancels: str
    reason: str = ""
    at_device: datetime | None = None


@dataclass(frozen=True, slots=True)
class SentConfirm:
    """A side agrees to the end of the match, as it stands at that sequence of that game. A ``name`` that was typed
    stands for a signature."""

    kind: ClassVar[Kind] = "confirm"
    client_id: str
    side: int
    how: How
    game_number: int
    base_sequence: int
    signature: str = ""
    name: str = ""
    at_device: datetime | None = None


@dataclass(frozen=True, slots=True)
class SentCard:
    """A card or a penalty shown to a side."""

    kind: ClassVar[Kind] = "card"
    client_id: str
    side: int
    card: CardKind
    reason: str = ""
    at_device: datetime | None = None


@dataclass(frozen=True, slots=True)
class SentCall:
    """The table calls the chief referee."""

    kind: ClassVar[Kind] = "call"
    client_id: str
    reason: str = ""
    at_device: datetime | None = None


@dataclass(frozen=True, slots=True)
class SentUncall:
    """The table needs the chief referee no more; ``call`` is the id under which the call was sent."""

    kind: ClassVar[Kind] = "uncall"
    client_id: str
    call: str
    at_device: datetime | None = None


@dataclass(frozen=True, slots=True)
class SentUnreadable:
    """What has an id and is no item otherwise: ``sent`` is its JSON, as far as it is kept; ``code`` and ``path`` say
    what is wrong."""

    kind: ClassVar[Kind] = "unreadable"
    client_id: str
    code: str
    path: str
    sent: str
    at_device: datetime | None = None


Item = SentTurn | SentCancel | SentConfirm | SentCard | SentCall | SentUncall | SentUnreadable


@dataclass(frozen=True, slots=True)
class Batch:
    """What a tablet sent at once. ``take`` asks to be the one that writes (or no more to be); None asks nothing."""

    version: int
    items: tuple[Item, ...] = ()
    match: str = ""
    tablet: str = ""
    build: str = ""
    sent_at: datetime | None = None
    waiting: int = 0
    known: Mapping[int, int] = field(default_factory=dict)
    mark: str = ""
    take: bool | None = None

    @property
    def turns(self) -> tuple[SentTurn, ...]:
        """The turns among the items."""
        return tuple(each for each in self.items if isinstance(each, SentTurn))

    def clock_off_s(self, at_server: datetime) -> int:
        """By how many seconds the tablet's clock is ahead of the server's, as far as the batch tells it."""
        return round((self.sent_at - at_server).total_seconds()) if self.sent_at is not None else 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one sent item. ``sequence`` is its place in the log, of an item of several rows the last one's;
    ``rows`` is how many rows of the log it is. A refused one has code, rule, facts, and ``is_open`` where a person has
    to decide about it. ``warning`` stands where the rules took it with a doubt."""

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
    kind: Kind = "turn"
    is_open: bool = False
    rows: int = 0

    @property
    def is_kept(self) -> bool:
        """Whether the log holds the turn, so that the tablet may forget it."""
        return self.verdict != "refused"

"""The frozen values of the chief referee's hall: tables, what is played at them, what is amiss.

Knows: what a card of the hall shows. Does not know: rows, how any of it is read, sentences.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from cacho_tournaments.web.words import Word


@dataclass(frozen=True, slots=True)
class Clock:
    """A moment in the past and how long ago it was: ``4:07``, ``1:02:10``."""

    at: datetime
    elapsed: str

    @classmethod
    def since(cls, at: datetime, now: datetime) -> "Clock":
        """Return the clock that has run from ``at``; one in the future stands at nought."""
        minutes, seconds = divmod(max(int((now - at).total_seconds()), 0), 60)
        hours, minutes = divmod(minutes, 60)
        return cls(at, f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}")


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that a person should look at, since when.

    ``kind``: ``call`` (the table calls), ``dispute`` (``count`` things that were sent and not taken), ``silent`` (its
    tablet is not heard of; ``count`` items wait in it), ``quiet`` (no turn for long), ``confirmation`` (the end waits
    for the sides), ``two-tablets`` (what a second tablet wrote waits), ``late`` (a match that should have begun).
    """

    kind: str
    since: Clock
    count: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class HallSide:
    """A side at a table. ``total`` is of the game on show; ``cards`` counts what was shown to it."""

    position: int
    name: str
    total: int | None = None
    games_won: int = 0
    is_to_move: bool = False
    cards: int = 0
    has_confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Tablet:
    """A browser at a match. It ``is_heard`` while its beats come; ``clock_off_s`` is its clock less the server's.
    It ``is_shut_out`` where its tablet was, and no person is logged in at it."""

    key: int
    name: str
    since: datetime
    seen: Clock
    is_heard: bool
    waiting: int
    clock_off_s: int
    writes: bool
    is_shut_out: bool

    @property
    def is_here(self) -> bool:
        """Whether it is heard of and may be: the last beat of one shut out a moment ago tells nothing."""
        return self.is_heard and not self.is_shut_out

    @property
    def clock_is_off(self) -> bool:
        """Whether its clock is off by more than a person would."""
        return abs(self.clock_off_s) > 120


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A table's call of the chief referee; somebody may be on the way."""

    key: int
    reason: str
    since: Clock
    who: str
    coming: str
    coming_at: datetime | None


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card or penalty that stands."""

    key: int
    side: str
    kind: Word
    reason: str
    at: datetime
    who: str


@dataclass(frozen=True, slots=True)
class Pace:
    """How a match runs: the median of its turns, and when by it the game would end; None where that cannot be told:
    too few turns so far, or a game of which nobody knows how long it goes."""

    turn_s: int
    turns_left: int | None = None
    ends_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class HallMatch:
    """A match as the hall shows it. ``turn`` counts for the side to throw; in a game without turns it is None and
    ``entries`` says how much was written. ``turn_since`` runs from the last row of the log."""

    token: str
    code: str
    category: str
    category_slug: str
    group: str
    round: int
    state: str
    best_of: int
    starts_at: datetime | None
    started_at: datetime | None
    sides: tuple[HallSide, ...]
    game: int = 0
    turn: int | None = None
    entries: int = 0
    turn_since: Clock | None = None
    pace: Pace | None = None
    tablets: tuple[Tablet, ...] = ()
    call: OpenCall | None = None
    disputes: int = 0
    is_to_confirm: bool = False
    cards: tuple[CardShown, ...] = ()
    troubles: tuple[Trouble, ...] = ()

    @property
    def is_playing(self) -> bool:
        """Whether it has begun and is not over."""
        return self.state == "playing"

    @property
    def tablet(self) -> Tablet | None:
        """The tablet that writes, else the one heard of last; one that was shut out only where there is no other."""
        return min(self.tablets, key=lambda each: (not each.writes, each.is_shut_out), default=None)

    @property
    def waiting(self) -> int:
        """How many items tablets had not sent when they were heard of last."""
        return sum(each.waiting for each in self.tablets)

    @property
    def watching(self) -> int:
        """How many tablets beside the one that writes have it open now."""
        return max(sum(each.is_here for each in self.tablets) - 1, 0)

    @property
    def missing(self) -> tuple[str, ...]:
        """The sides that have not confirmed yet."""
        return tuple(side.name for side in self.sides if not side.has_confirmed)


@dataclass(frozen=True, slots=True)
class HallTable:
    """A card of the hall: a table with what is played there now and what comes next. Matches without a table stand
    under number 0; a table at which two are being played has two cards."""

    number: int
    label: str
    match: HallMatch | None = None
    next: HallMatch | None = None
    troubles: tuple[Trouble, ...] = ()

    @property
    def holds_up(self) -> bool:
        """Whether by its pace the match ends after the next one should begin."""
        ends = self.match.pace.ends_at if self.match and self.match.pace else None
        return bool(ends and self.next and self.next.starts_at and ends > self.next.starts_at)


@dataclass(frozen=True, slots=True)
class Asked:
    """What of the hall is asked for; ``is_narrowed`` where that is not all."""

    search: str = ""
    category: str = ""
    trouble: bool = False

    @property
    def is_narrowed(self) -> bool:
        """Whether something is left out."""
        return bool(self.search or self.category or self.trouble)


@dataclass(frozen=True, slots=True)
class Hall:
    """The hall: its tables, the oldest trouble first, then by number; and figures of all of it, whatever is asked for.
    ``counts`` has the troubles by kind."""

    tables: tuple[HallTable, ...]
    now: datetime
    playing: int
    confirming: int  # played out, and confirmed now: not among those being played
    free: int
    in_trouble: int
    tablets_heard: int
    waiting: int
    counts: Mapping[str, int] = field(default_factory=dict)
    categories: tuple[tuple[str, str], ...] = ()
    has_tables: bool = True

    @property
    def cards(self) -> tuple[HallTable, ...]:
        """The tables at which something is played or comes."""
        return tuple(table for table in self.tables if table.match or table.next)

    @property
    def idle(self) -> tuple[HallTable, ...]:
        """The tables for which there is nothing."""
        return tuple(table for table in self.tables if not (table.match or table.next))

"""A turn as text and as a value: ``1 35661 66+214 1>6 =6 18`` (rule 8).

Knows: the tokens of a record line, their order, and the column of what cannot be read.
Does not know: whether a turn is legal; five sixes and three dice can both be read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from cacho_tournaments.games.base import Refused


class Play(Enum):
    """How an attempt ends."""

    WRITE = "="
    CROSS = "x"
    SOBRE = "~"  # left pending for the partner
    SOBRE_CROSS = "~x"
    KEEP_SOBRE = "sobre"  # the pending play is written
    NOTHING = "-"
    DORMIDA = "dormida"

    @property
    def crosses(self) -> bool:
        return self is Play.CROSS or self is Play.SOBRE_CROSS

    @property
    def is_pending(self) -> bool:
        return self is Play.SOBRE or self is Play.SOBRE_CROSS


_WORDS = {play.value: play for play in (Play.KEEP_SOBRE, Play.NOTHING, Play.DORMIDA)}


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: what was kept (nothing on the first) and what was thrown, faces as they were read out."""

    kept: str
    thrown: str

    @property
    def dice(self) -> str:
        return self.kept + self.thrown


@dataclass(frozen=True, slots=True)
class Flip:
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one player throws and plays. Without throws it is a result-only entry."""

    throws: tuple[Throw, ...]
    flips: tuple[Flip, ...]
    play: Play
    box: str | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of the record. Without attempts the side concedes."""

    side: int
    attempts: tuple[Attempt, ...]

    @property
    def concedes(self) -> bool:
        return not self.attempts


_TOKEN = re.compile(r"\S+")
_SIDE = re.compile(r"[1-9][0-9]?")
_FIRST_THROW = re.compile(r"[1-6]+")
_LATER_THROW = re.compile(r"([1-6]*)\+([1-6]*)")
_FLIP = re.compile(r"([1-6])>([1-6])")
_PLAY = re.compile(r"(=|x|~x|~)([1-6EFPG])")
_POINTS = re.compile(r"[0-9]{1,3}")
_MARK_END = re.compile(r"=|~x|x|~")


class _Tokens:
    """The words of a line, read from the left. Columns are worked out only for what cannot be read."""

    __slots__ = ("_line", "_words", "at", "word")

    def __init__(self, line: str) -> None:
        self._line = line
        self._words = [*line.split(), ""]
        self.at = 0
        self.word = self._words[0]

    def column(self, at: int) -> int:
        """Return where the word begins, counted from 1; behind the last word where the line ends."""
        starts = [found.start() + 1 for found in _TOKEN.finditer(self._line)]
        return starts[at] if at < len(starts) else len(self._line.rstrip()) + 1

    def step(self) -> None:
        self.at += 1
        self.word = self._words[min(self.at, len(self._words) - 1)]

    def one(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take the next word where it fits the pattern whole."""
        found = pattern.fullmatch(self.word)
        if found:
            self.step()
        return found

    def all(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        """Take the next words as long as they fit the pattern whole."""
        taken = []
        while found := pattern.fullmatch(self.word):
            taken.append(found)
            self.step()
        return taken

    def unreadable(self, expected: str, *, offset: int = 0) -> Refused:
        return bad_notation(column=self.column(self.at) + offset, found=self.word, expected=expected)


def bad_notation(*, column: int, found: str, expected: str) -> Refused:
    return Refused("bad-notation", rule="8", column=column, found=found, expected=expected)


def parse(line: str) -> Turn:
    """Read one body line. Raises: Refused ``bad-notation`` with the ``column``, counted from 1."""
    tokens = _Tokens(line)
    side = tokens.one(_SIDE)
    if side is None:
        raise tokens.unreadable("side")
    if tokens.word == "concede":
        tokens.step()
        attempts: tuple[Attempt, ...] = ()
    else:
        attempts = _attempts(tokens)
    if tokens.word:
        raise tokens.unreadable("end")
    return Turn(int(side[0]), attempts)


def _attempts(tokens: _Tokens) -> tuple[Attempt, ...]:
    began = tokens.at
    first = _attempt(tokens)
    if first.play is Play.KEEP_SOBRE or first.play is Play.NOTHING:
        raise bad_notation(column=tokens.column(began), found=first.play.value, expected="play")
    if tokens.word != "/":
        if first.play.is_pending:
            raise tokens.unreadable("second-attempt")
        return (first,)
    tokens.step()
    began = tokens.at
    second = _attempt(tokens)
    if second.play.is_pending:
        raise bad_notation(column=tokens.column(began), found=second.play.value, expected="play")
    if first.play.is_pending and second.play is Play.NOTHING:
        # Exactly one of the two plays is written (rule 6.4).
        raise bad_notation(column=tokens.column(began), found="-", expected="sobre")
    return (first, second)


def _attempt(tokens: _Tokens) -> Attempt:
    throws: tuple[Throw, ...] = ()
    flips: tuple[Flip, ...] = ()
    first = tokens.one(_FIRST_THROW)
    if first:
        throws = (
            Throw("", first[0]),
            *[Throw(later[1], later[2]) for later in tokens.all(_LATER_THROW)],
        )
        flips = tuple([Flip(flip[1], flip[2]) for flip in tokens.all(_FLIP)])
    if word := _WORDS.get(tokens.word):
        tokens.step()
        return Attempt(throws, flips, word)
    play = tokens.one(_PLAY)
    if play is None:
        mark = _MARK_END.match(tokens.word)
        raise tokens.unreadable("box", offset=mark.end()) if mark else tokens.unreadable("play")
    points = tokens.one(_POINTS)
    return Attempt(throws, flips, Play(play[1]), play[2], int(points[0]) if points else None)


def write(turn: Turn) -> str:
    """Write the turn as its record line; reading it back gives the same turn."""
    if turn.concedes:
        return f"{turn.side} concede"
    return f"{turn.side} " + " / ".join(" ".join(_words(attempt)) for attempt in turn.attempts)


def _words(attempt: Attempt) -> Iterator[str]:
    for number, throw in enumerate(attempt.throws):
        yield throw.thrown if number == 0 else f"{throw.kept}+{throw.thrown}"
    for flip in attempt.flips:
        yield f"{flip.before}>{flip.after}"
    yield attempt.play.value + (attempt.box or "")
    if attempt.points is not None:
        yield str(attempt.points)

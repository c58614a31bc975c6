"""A turn as text and as a value: ``1 35661 66+214 1>6 =6 18`` (rule 8).

Knows: the words of a record line, their order, and the column of what cannot be read.
Does not know: whether a turn is legal; five sixes and three dice can both be read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from cacho_tournaments.games.reading import Words


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


_FIRST_THROW = re.compile(r"[1-6]+")
_LATER_THROW = re.compile(r"([1-6]*)\+([1-6]*)")
_FLIP = re.compile(r"([1-6])>([1-6])")
_PLAY = re.compile(r"(=|x|~x|~)([1-6EFPG])")
_POINTS = re.compile(r"[0-9]{1,3}")
_MARK_END = re.compile(r"=|~x|x|~")


def parse(line: str) -> Turn:
    """Read one body line. Raises: Refused ``bad-notation`` with the ``column``, counted from 1."""
    words = Words(line, "8")
    side = words.side()
    if words.word == "concede":
        words.step()
        attempts: tuple[Attempt, ...] = ()
    else:
        attempts = _attempts(words)
    words.end()
    return Turn(side, attempts)


def _attempts(words: Words) -> tuple[Attempt, ...]:
    began = words.at
    first = _attempt(words)
    if first.play is Play.KEEP_SOBRE or first.play is Play.NOTHING:
        raise words.unreadable("play", at=began, found=first.play.value)
    if words.word != "/":
        if first.play.is_pending:
            raise words.unreadable("second-attempt")
        return (first,)
    words.step()
    began = words.at
    second = _attempt(words)
    if second.play.is_pending:
        raise words.unreadable("play", at=began, found=second.play.value)
    if first.play.is_pending and second.play is Play.NOTHING:
        # Exactly one of the two plays is written (rule 6.4).
        raise words.unreadable("sobre", at=began, found="-")
    return (first, second)


def _attempt(words: Words) -> Attempt:
    throws: tuple[Throw, ...] = ()
    flips: tuple[Flip, ...] = ()
    first = words.one(_FIRST_THROW)
    if first:
        throws = (
            Throw("", first[0]),
            *[Throw(later[1], later[2]) for later in words.all(_LATER_THROW)],
        )
        flips = tuple([Flip(flip[1], flip[2]) for flip in words.all(_FLIP)])
    if word := _WORDS.get(words.word):
        words.step()
        return Attempt(throws, flips, word)
    play = words.one(_PLAY)
    if play is None:
        mark = _MARK_END.match(words.word)
        raise words.unreadable("box", offset=mark.end()) if mark else words.unreadable("play")
    points = words.one(_POINTS)
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

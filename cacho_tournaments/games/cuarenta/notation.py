"""A line of the record as text and as a value: ``1 hand``, ``2 ronda p1``, ``1 count 21 19`` (rule 7).

Knows: the words of a line, their order, and the column of what cannot be read; also the shorthand of a whole hand,
``1 tally caida=3 limpia=1 / ronda=1 / 21 19``, which an entry page may send and no record holds.
Does not know: whether a line is legal; three players and 41 cards can both be read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cacho_tournaments.games.cuarenta.events import EVENTS
from cacho_tournaments.games.reading import Words, one_line

HAND = "hand"
DEAL = "deal"
MISDEAL = "misdeal"
PENALTY = "penalty"
COUNT = "count"
CONCEDE = "concede"
TALLY = "tally"

_BARE = frozenset({HAND, DEAL, MISDEAL, CONCEDE})


@dataclass(frozen=True, slots=True)
class Turn:
    """One line. ``points`` are those of a penalty, in an event what the judge claims."""

    side: int
    play: str  # an event's code, or one of the words above
    player: int | None = None
    points: int | None = None
    cards: tuple[int, int] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    """A whole hand without its order: how often each event stood, one mapping a side."""

    dealer: int
    events: tuple[dict[str, int], dict[str, int]]
    cards: tuple[int, int]


_SIDES = {"1": 1, "2": 2}
_PLAYERS = {"p1": 1, "p2": 2}
_NUMBER = re.compile(r"[0-9]{1,3}")
_PENALTY = re.compile(r"\s*[12]\s+penalty\s+([0-9]{1,3})\s*:\s*(\S.*)", re.DOTALL)
_TALLY = re.compile(r"\s*\S+\s+tally(\s|$)")
_TIMES = re.compile(r"([a-z]+(?:-[a-z]+)*)=([0-9]{1,2})")
MOST_PENALTY = 40
RULE = "7"  # where the record is described


def parse(line: str) -> Turn:
    """Read one body line. Raises: Refused ``bad-notation`` with the ``column``, counted from 1."""
    words = Words(line, RULE)
    side = _side(words)
    play = words.word
    if play in EVENTS:
        words.step()
        player = _PLAYERS.get(words.word) if EVENTS[play].announced else None
        if player is not None:
            words.step()
        points = int(words.take(_NUMBER, "points")) if words.word else None
        words.end()
        return Turn(side, play, player, points)
    if play in _BARE:
        words.step()
        words.end()
        return Turn(side, play)
    if play == COUNT:
        words.step()
        cards = int(words.take(_NUMBER, "cards")), int(words.take(_NUMBER, "cards"))
        words.end()
        return Turn(side, COUNT, cards=cards)
    if play == PENALTY:
        return _penalty(words, line, side)
    raise words.unreadable("event")


def _side(words: Words) -> int:
    side = _SIDES.get(words.word)
    if side is None:
        raise words.unreadable("side")
    words.step()
    return side


def _penalty(words: Words, line: str, side: int) -> Turn:
    found = _PENALTY.fullmatch(line)
    if found and _is_penalty(found[1]) and (reason := one_line(found[2])):
        return Turn(side, PENALTY, points=int(found[1]), reason=reason)
    words.step()
    if not _NUMBER.fullmatch(words.word) or not _is_penalty(words.word):
        raise words.unreadable("points")
    words.step()
    if words.word == ":":
        words.step()
    raise words.unreadable("reason")


def _is_penalty(figure: str) -> bool:
    """Say whether the figure can be read; one that is odd can, and is refused as such (rule 6.1)."""
    points = int(figure)
    return 0 < points <= MOST_PENALTY or points % 2 == 1


def write(turn: Turn) -> str:
    """Write the turn as its record line; reading it back gives the same turn."""
    return " ".join(_words(turn))


def _words(turn: Turn) -> Iterator[str]:
    yield str(turn.side)
    yield turn.play
    if turn.player is not None:
        yield f"p{turn.player}"
    if turn.points is not None:
        yield str(turn.points)
    if turn.cards is not None:
        yield f"{turn.cards[0]} {turn.cards[1]}"
    if turn.reason:
        yield f": {turn.reason}"


def is_tally(line: str) -> bool:
    """Say whether the line is the shorthand of a whole hand."""
    return _TALLY.match(line) is not None


def parse_tally(line: str) -> Tally:
    """Read the shorthand of a hand; a side without events is an empty place. Raises: Refused ``bad-notation``."""
    words = Words(line, RULE)
    dealer = _side(words)
    words.step()
    events = _times(words), _times(words)
    cards = int(words.take(_NUMBER, "cards")), int(words.take(_NUMBER, "cards"))
    words.end()
    return Tally(dealer, events, cards)


def _times(words: Words) -> dict[str, int]:
    """Read one side's events up to the slash."""
    times: dict[str, int] = {}
    while words.word != "/":
        found = _TIMES.fullmatch(words.word)
        if found is None or found[1] not in EVENTS or found[1] in times:
            raise words.unreadable("event")
        times[found[1]] = int(found[2])
        words.step()
    words.step()
    return times

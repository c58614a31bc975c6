"""A turn as text and as a value: ``1 33666 t2 =full 24``.

Knows: the tokens of a record line, their order, and the column of what cannot be read; a game's ``Grammar`` says which
boxes there are.
Does not know: whether a turn is legal; four dice and a ninth throw can both be read.
"""

import re
from dataclasses import dataclass, field

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.reading import Words


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of the record. Without a box the side concedes; without dice only the result is told."""

    side: int
    box: str = ""
    strikes: bool = False
    dice: str = ""
    throws: int | None = None  # None: not told
    stage: int = 0  # 0: not named
    points: int | None = None

    @property
    def concedes(self) -> bool:
        return not self.box


_DICE = re.compile(r"[1-6]+")
_THROWS = re.compile(r"t[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Grammar:
    """What the lines of one game may say.

    ``stages``: a box may name one of so many (``full@2``). ``below_zero``: points may be negative. ``served``: the box
    that a line may name with ``t1`` alone, where paper does not tell the dice. ``rule`` is where this is written.
    """

    boxes: tuple[str, ...]
    rule: str
    stages: int = 1
    below_zero: bool = False
    served: str = ""
    _line: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _play: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _points: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        box = "|".join(sorted(map(re.escape, self.boxes), key=len, reverse=True))
        stage = f"(?:@([1-{self.stages}]))?" if self.stages > 1 else "()"
        points = f"{'-?' if self.below_zero else ''}[0-9]{{1,4}}"
        line = (
            rf"\s*([1-9][0-9]?)(?:\s+([1-6]+)\s+t([0-9]{{1,6}}))?\s+"
            rf"(?:x({box}){stage}|=({box}){stage}(?:\s+({points}))?)\s*"
        )
        object.__setattr__(self, "_line", re.compile(line))
        object.__setattr__(self, "_play", re.compile(f"([=x])({box}){stage}"))
        object.__setattr__(self, "_points", re.compile(points))

    def parse(self, line: str) -> Turn:
        """Read one body line. Raises: Refused ``bad-notation`` with the ``column``, counted from 1."""
        found = self._line.fullmatch(line)
        if found is None:
            return self._parse_slowly(line)
        side, dice, throws, struck, struck_stage, box, stage, points = found.groups()
        told = None if throws is None else int(throws)
        if struck is not None:
            return Turn(int(side), struck, True, dice or "", told, int(struck_stage or 0))
        claimed = None if points is None else int(points)
        return Turn(int(side), box, False, dice or "", told, int(stage or 0), claimed)

    def _parse_slowly(self, line: str) -> Turn:
        """Read word by word: what is rare, and what cannot be read."""
        words = Words(line, self.rule)
        side = words.side()
        dice, throws = "", None
        if words.word == "concede":
            words.step()
            words.end()
            return Turn(side)
        if _DICE.fullmatch(words.word):
            dice = words.take(_DICE, "dice")
            throws = int(words.take(_THROWS, "throws")[1:])
        elif self.served and words.word == "t1":
            words.step()
            throws = 1
            if words.word != f"={self.served}":
                raise words.unreadable(f"={self.served}")
        play = self._play.fullmatch(words.word)
        if play is None:
            raise self._unreadable_play(words)
        words.step()
        points = None
        if play[1] == "=" and words.word:
            points = int(words.take(self._points, "points"))
        words.end()
        return Turn(side, play[2], play[1] == "x", dice, throws, int(play[3] or 0), points)

    def _unreadable_play(self, words: Words) -> Refused:
        """Point at the play, or behind the mark that is right at the box, or behind the box at the stage."""
        if words.word[:1] not in ("=", "x"):
            return words.unreadable("play")
        box, at, _ = words.word[1:].partition("@")
        if at and box in self.boxes:
            expected, offset = ("stage", len(box) + 2) if self.stages > 1 else ("end", len(box) + 1)
            return words.unreadable(expected, offset=offset)
        return words.unreadable("box", offset=1)


def write(turn: Turn) -> str:
    """Write the turn as its record line; reading it back gives the same turn."""
    if turn.concedes:
        return f"{turn.side} concede"
    dice = f"{turn.dice} " if turn.dice else ""
    throws = "" if turn.throws is None else f"t{turn.throws} "
    stage = f"@{turn.stage}" if turn.stage else ""
    points = "" if turn.points is None else f" {turn.points}"
    return f"{turn.side} {dice}{throws}{'x' if turn.strikes else '='}{turn.box}{stage}{points}"

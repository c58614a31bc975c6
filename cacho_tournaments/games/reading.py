"""A record line read word by word, from the left.

Knows: words, the column of what cannot be read, how a refusal names it. Does not know: any game's words; a notation
says which it expects.
"""

import re

from cacho_tournaments.games.base import Refused

_WORD = re.compile(r"\S+")
_SIDE = re.compile(r"[1-9][0-9]?")


class Words:
    """The words of a line; ``word`` is the one to be read now, empty behind the last.

    ``rule`` is where the game says how a line is written. Columns are worked out only for what cannot be read.
    """

    __slots__ = ("_line", "_rule", "_words", "at", "word")

    def __init__(self, line: str, rule: str) -> None:
        self._line = line
        self._rule = rule
        self._words = [*line.split(), ""]
        self.at = 0
        self.word = self._words[0]

    def step(self) -> str:
        """Take the word, whatever it is, and go on to the next one."""
        taken = self.word
        self.at += 1
        self.word = self._words[min(self.at, len(self._words) - 1)]
        return taken

    def one(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take the word where it fits the pattern whole."""
        found = pattern.fullmatch(self.word)
        if found:
            self.step()
        return found

    def all(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        """Take the words as long as they fit the pattern whole."""
        taken = []
        while found := pattern.fullmatch(self.word):
            taken.append(found)
            self.step()
        return taken

    def take(self, pattern: re.Pattern[str], expected: str) -> str:
        """Take the word, which must fit the pattern whole. Raises: Refused ``bad-notation``."""
        if not pattern.fullmatch(self.word):
            raise self.unreadable(expected)
        return self.step()

    def side(self) -> int:
        """Take the number of a side, with which every line begins. Raises: Refused ``bad-notation``."""
        return int(self.take(_SIDE, "side"))

    def end(self) -> None:
        """Raises: Refused ``bad-notation`` where the line goes on."""
        if self.word:
            raise self.unreadable("end")

    def unreadable(
        self, expected: str, *, offset: int = 0, at: int | None = None, found: str | None = None
    ) -> Refused:
        """Return the refusal of this word, or of the word ``at``; behind the last one where the line ends."""
        at = self.at if at is None else at
        starts = [word.start() + 1 for word in _WORD.finditer(self._line)]
        column = starts[at] if at < len(starts) else len(self._line.rstrip()) + 1
        found = self.word if found is None else found
        return bad_notation(self._rule, column=column + offset, found=found, expected=expected)


def bad_notation(rule: str, *, column: int, found: str, expected: str) -> Refused:
    """Return the refusal of a line that cannot be read; the column counts from 1."""
    return Refused("bad-notation", rule=rule, column=column, found=found, expected=expected)


def one_line(text: str) -> str:
    """Return the text so that it stays within its line: no line break, and no ``;``, which would begin a comment."""
    return " ".join(text.replace(";", ",").split())

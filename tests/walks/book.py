"""What somebody in the hall writes down: sheets made up by the rules, and what every match brought.

Knows: sums of boxes. Does not know: ``formats``, rows, pages.
"""

from dataclasses import dataclass, field
from random import Random

FIGURES = "123456"


def sheet(rng: Random) -> tuple[dict[str, str], int]:
    """Return a sheet of cacho alalay that the rules allow, and its sum."""
    boxes, total = {}, 0
    for face in FIGURES:
        worth = int(face) * rng.randrange(6)
        boxes[face], total = str(worth) if worth else "x", total + worth
    for box, values in (("E", (0, 20, 25)), ("F", (0, 30, 35)), ("P", (0, 40, 45))):
        worth = rng.choice(values)
        boxes[box], total = str(worth) if worth else "x", total + worth
    return boxes, total


@dataclass
class Written:
    """What was written down of a match: sums of every game by entrant number, who won, or who did not appear."""

    code: str
    order: int
    round: int
    numbers: tuple[int, ...]
    games: list[dict[int, int]] = field(default_factory=list)
    absent: tuple[int, ...] = ()
    corrected: dict[int, int] = field(default_factory=dict)

    @property
    def is_forfeit(self) -> bool:
        return bool(self.absent)

    def scored(self, number: int) -> int:
        return sum(each.get(number, 0) for each in self.games)

    def won(self, number: int) -> int:
        if self.is_forfeit:
            return int(number not in self.absent)
        if self.corrected:
            return self.corrected.get(number, 0)
        return sum(each[number] > max(v for k, v in each.items() if k != number) for each in self.games)

    def winner(self) -> int | None:
        if self.is_forfeit:
            left = [each for each in self.numbers if each not in self.absent]
            return left[0] if len(left) == 1 else None
        best = max(self.won(each) for each in self.numbers)
        first = [each for each in self.numbers if self.won(each) == best]
        return first[0] if len(first) == 1 else None

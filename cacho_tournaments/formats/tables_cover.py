"""Tables at which nobody meets again: found, or shown not to exist, where the field is small enough to try all.

Knows: places in a row, which of them may sit together, the sizes of the tables.
Does not know: entrants, costs, chance.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

Tables = list[tuple[int, ...]]


@dataclass(slots=True)
class Cover:
    """A search through all seatings, one table after the other. ``may[a]`` has a bit for everybody who may sit with
    a. ``steps`` bounds it, not the clock; ``given_up`` tells that they were used up before all was tried."""

    may: Sequence[int]
    sizes: Sequence[int]
    steps: int
    given_up: bool = False
    _free: Counter[int] = field(default_factory=Counter)

    def found(self) -> Tables:
        """Return the first seating, its tables in the order of ``sizes``; nothing where none was found."""
        self._free = Counter(self.sizes)
        tables = self._seated((1 << len(self.may)) - 1) or []
        by_size = {size: iter([one for one in tables if len(one) == size]) for size in self._free}
        return [next(by_size[size]) for size in self.sizes] if tables else []

    def _seated(self, left: int) -> Tables | None:
        if not left:
            return []
        self.steps -= 1
        if self.steps < 0:
            self.given_up = True
            return None
        # Whoever has the fewest left to sit with goes first: there it shows soonest that it cannot be.
        one = min(_places(left), key=lambda place: (self.may[place] & left).bit_count())
        for size in sorted(self._free, reverse=True):
            if not self._free[size]:
                continue
            self._free[size] -= 1
            for others in self._together(self.may[one] & left, size - 1):
                rest = self._seated(left & ~(1 << one) & ~sum(1 << other for other in others))
                if rest is not None:
                    return [(one, *others), *rest]
                if self.given_up:
                    return None
            self._free[size] += 1
        return None

    def _together(self, among: int, count: int) -> Iterator[tuple[int, ...]]:
        """Yield every so many of them who may all sit together, the nearest in the row first."""
        if count == 0:
            yield ()
        elif among.bit_count() >= count:
            for one in _places(among):
                among &= ~(1 << one)
                for others in self._together(among & self.may[one], count - 1):
                    yield (one, *others)


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest

"""The combinations of the European games: what sorted dice are worth as a pair, a full and so on, without premiums.

Knows: which dice make what, a larger set serving a smaller box where faces allow it; the boxes decide equal sums.
Does not know: any game's premiums; ``paying`` is told them.
"""

from collections.abc import Callable

from cacho_tournaments.games.dice import FACES
from cacho_tournaments.games.throws.ruleset import Worth

Base = Callable[[str], tuple[int, ...]]  # of sorted dice, best first; nothing where they do not make it

FROM_THE_TOP = ("poker", "four", "full", "large", "small", "three", "two-pairs", "pair")

SMALL, LARGE = "12345", "23456"
SMALL_POINTS, LARGE_POINTS = 15, 20


def sets_of(dice: str, count: int) -> tuple[int, ...]:
    """Return the faces that at least ``count`` dice show, highest first.

    >>> sets_of("33666", 2), sets_of("33666", 3)
    ((6, 3), (6,))
    """
    return tuple(int(face) for face in reversed(FACES) if dice.count(face) >= count)


def some_alike(dice: str, count: int) -> tuple[int, ...]:
    """Return what ``count`` alike are worth: one figure for each face that serves, highest first."""
    return tuple(count * face for face in sets_of(dice, count))


def two_pairs(dice: str) -> tuple[int, ...]:
    """Return the sum of two pairs of different faces."""
    faces = sets_of(dice, 2)
    return (2 * sum(faces),) if len(faces) == 2 else ()


def full(dice: str) -> tuple[int, ...]:
    """Return the sum of three and two of different faces."""
    makes_it = sorted(dice.count(face) for face in set(dice)) == [2, 3]
    return (sum(map(int, dice)),) if makes_it else ()


def small(dice: str) -> tuple[int, ...]:
    return (SMALL_POINTS,) if dice == SMALL else ()


def large(dice: str) -> tuple[int, ...]:
    return (LARGE_POINTS,) if dice == LARGE else ()


def alike(count: int) -> Base:
    """Return the worth of so many alike."""
    return lambda dice: some_alike(dice, count)


def paying(base: Base, *, first: int = 1, later: int = 1) -> Worth:
    """Return what a combination pays: its base times a figure, another one on the first throw."""
    return lambda dice: tuple((first * points, later * points) for points in base(dice))

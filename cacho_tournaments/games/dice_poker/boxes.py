"""The eight boxes of dice poker: what each takes and pays, and its multiplier for the first throw (rules 3 to 5).

Knows: base sums and multipliers.
Does not know: turns, strikes, who leads.
"""

from collections.abc import Callable

from cacho_tournaments.games.throws.combinations import (
    LARGE,
    LARGE_POINTS,
    SMALL,
    SMALL_POINTS,
    full,
    run,
    some_alike,
    two_pairs,
)
from cacho_tournaments.games.throws.ruleset import Box, Worth


def _times(factor: int, base: Callable[[str], tuple[int, ...]]) -> Worth:
    return lambda dice: tuple((factor * points, points) for points in base(dice))


def _box(
    code: str, factor: int, base: Callable[[str], tuple[int, ...]], *, usual: float, exact: str = ""
) -> Box:
    return Box(code, "combination", _times(factor, base), made_by="3", paid_by="3", exact=exact, usual=usual)


BOXES = (
    _box("pair", 1, lambda dice: some_alike(dice, 2), usual=10),
    _box("two-pairs", 2, two_pairs, usual=15, exact="4"),
    _box("three", 3, lambda dice: some_alike(dice, 3), usual=12),
    _box("small", 3, lambda dice: run(dice, SMALL, SMALL_POINTS), usual=4),
    _box("large", 3, lambda dice: run(dice, LARGE, LARGE_POINTS), usual=5.5),
    _box("full", 3, full, usual=11, exact="4"),
    _box("four", 3, lambda dice: some_alike(dice, 4), usual=7),
    _box("poker", 3, lambda dice: some_alike(dice, 5), usual=3),
)

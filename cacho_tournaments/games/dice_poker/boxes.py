"""The eight boxes of dice poker: what each takes and pays, and its multiplier for the first throw (rules 3 to 5).

Knows: multipliers, and which combinations no larger set serves.
Does not know: turns, strikes, who leads.
"""

from cacho_tournaments.games.throws.combinations import Base, alike, full, large, paying, small, two_pairs
from cacho_tournaments.games.throws.ruleset import Box


def _box(code: str, base: Base, *, first: int, usual: float, exact: str = "") -> Box:
    worth = paying(base, first=first)
    return Box(code, "combination", worth, made_by="3", paid_by="3", exact=exact, usual=usual)


BOXES = (
    _box("pair", alike(2), first=1, usual=10),
    _box("two-pairs", two_pairs, first=2, usual=15, exact="4"),
    _box("three", alike(3), first=3, usual=12),
    _box("small", small, first=3, usual=4),
    _box("large", large, first=3, usual=5.5),
    _box("full", full, first=3, usual=11, exact="4"),
    _box("four", alike(4), first=3, usual=7),
    _box("poker", alike(5), first=3, usual=3),
)

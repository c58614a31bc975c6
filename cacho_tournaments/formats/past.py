"""What earlier rounds say of everybody, whatever sits at a table: scores, who met whom and how much, who was there.

Knows: results of matches of any size, rounds sat out.
Does not know: pairs or tables to be made, clubs, seeds, floats, seats.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from cacho_tournaments.formats import points
from cacho_tournaments.formats.base import Bye, Entrant, Figure, Match, Points

Pair = frozenset[str]


def scores(
    entrants: Iterable[Entrant], matches: Iterable[Match], byes: Iterable[Bye], worth: Points
) -> dict[str, Figure]:
    """Return the points of everybody, those of rounds sat out among them (rule 10.10). Raises: BadStage."""
    tallies = points.tallies([one.id for one in entrants], matches, worth, byes)
    return {side: tally.points for side, tally in tallies.items()}


def steps(exact: Mapping[str, Figure]) -> dict[str, int]:
    """Return scores in steps of their common measure, the least 0: only their distances are needed."""
    scale = math.lcm(*(score.denominator for score in exact.values()))
    least = min(exact.values(), default=Fraction(0))
    found = {side: int((score - least) * scale) for side, score in exact.items()}
    measure = math.gcd(*found.values()) or 1
    return {side: step // measure for side, step in found.items()}


def meetings(matches: Sequence[Match]) -> tuple[Counter[Pair], dict[Pair, int]]:
    """Return how much every two met, and in which round last: 2 for a meeting, 1 for one to which somebody of the
    two did not come (rules 10.4 and 11.5)."""
    met: Counter[Pair] = Counter()
    last: dict[Pair, int] = {}
    for match in matches:
        came = there(match)
        for two in combinations(points.seated(match), 2):
            pair = frozenset(two)
            met[pair] += 2 if pair <= came else 1
            last[pair] = max(match.round, last.get(pair, 0))
    return met, last


def there(match: Match) -> set[str]:
    """Return who came, or is there now: a match without a result is being played."""
    sides, result = points.seated(match), match.result
    if result is None or result.kind in (*points.CONTESTED, "bye"):
        return set(sides)
    spots = points.spots(result.kind, result.places, points.taken(match))
    return {side for side, spot in zip(sides, spots, strict=True) if spot.there}

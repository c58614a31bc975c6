"""What the earlier rounds at tables say of everybody: the ground that the next round is drawn on.

Knows: scores, who met whom, who sat on which seat and at tables of odd size how often.
Does not know: costs, the search, clubs, the round that is being drawn.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from cacho_tournaments.formats import points
from cacho_tournaments.formats.base import Bye, Entrant, Figure, Match, Points
from cacho_tournaments.formats.seeding import natural

Pair = frozenset[str]


@dataclass(frozen=True, slots=True)
class Past:
    """The rounds before ``round``.

    ``met`` counts meetings double: one for which somebody of the two did not come is half a meeting. ``odd``
    counts tables of another size than wished, ``sat`` how often who sat on which seat. ``tables`` are those of
    each round, with the seats in their order. ``forfeits`` tells whether anybody did not come to a table.
    """

    round: int
    scores: Mapping[str, int]
    met: Mapping[Pair, int]
    last_met: Mapping[Pair, int]
    odd: Mapping[str, int]
    sat: Mapping[tuple[str, int], int]
    byes: Mapping[str, int]
    tables: Mapping[int, Sequence[tuple[str, ...]]]
    forfeits: bool


def read(
    entrants: Sequence[Entrant],
    matches: Iterable[Match],
    byes: Iterable[Bye],
    *,
    round: int,
    worth: Points,
    wish: int,
) -> Past:
    """Read the rounds before ``round``; later ones are left aside. Raises: BadStage ``unknown-entrant``."""
    earlier = sorted(
        (one for one in matches if one.round < round), key=lambda one: (one.round, natural(one.id))
    )
    sat_out = [one for one in byes if one.round < round]
    tallies = points.tallies([one.id for one in entrants], earlier, worth, sat_out)
    met: Counter[Pair] = Counter()
    last_met: dict[Pair, int] = {}
    for match in earlier:
        there = _there(match)
        for one, other in combinations(points.seated(match), 2):
            pair = frozenset((one, other))
            met[pair] += 2 if {one, other} <= there else 1
            last_met[pair] = match.round
    by_round: defaultdict[int, list[tuple[str, ...]]] = defaultdict(list)
    for match in earlier:
        by_round[match.round].append(points.seated(match))
    tables = [table for number in by_round for table in by_round[number]]
    return Past(
        round=round,
        scores=_whole({side: tally.points for side, tally in tallies.items()}),
        met=met,
        last_met=last_met,
        odd=Counter(side for table in tables if len(table) != wish for side in table),
        sat=Counter((side, seat) for table in tables for seat, side in enumerate(table)),
        byes=Counter(one.entrant for one in points.once_each(sat_out) if one.kind == "bye"),
        tables=by_round,
        forfeits=any(times % 2 for times in met.values()),
    )


def _there(match: Match) -> set[str]:
    """Return who came, or is there now: a match without a result is being played."""
    sides = points.seated(match)
    if match.result is None or match.result.kind in points.CONTESTED or match.result.kind == "bye":
        return set(sides)
    spots = points.spots(match.result.kind, match.result.places, points.taken(match))
    return {side for side, spot in zip(sides, spots, strict=True) if spot.there}


def _whole(scores: Mapping[str, Figure]) -> dict[str, int]:
    """Return the scores in steps of their common measure, the least 0: only their distances are needed."""
    exact = {side: Fraction(score) for side, score in scores.items()}
    scale = math.lcm(*(score.denominator for score in exact.values()))
    least = min(exact.values(), default=Fraction(0))
    steps = {side: int((score - least) * scale) for side, score in exact.items()}
    measure = math.gcd(*steps.values()) or 1
    return {side: step // measure for side, step in steps.items()}

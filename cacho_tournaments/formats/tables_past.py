"""What the earlier rounds at tables say of everybody: the ground that the next round is drawn on.

Knows: who sat on which seat and at tables of odd size how often; scores and meetings (``past``).
Does not know: costs, the search, clubs, the round that is being drawn.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cacho_tournaments.formats import past, points
from cacho_tournaments.formats.base import Bye, Entrant, Match, Points
from cacho_tournaments.formats.past import Pair
from cacho_tournaments.formats.seeding import natural


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
    sat_out = points.once_each(one for one in byes if one.round < round)
    met, last_met = past.meetings(earlier)
    by_round: defaultdict[int, list[tuple[str, ...]]] = defaultdict(list)
    for match in earlier:
        by_round[match.round].append(points.seated(match))
    tables = [table for number in by_round for table in by_round[number]]
    return Past(
        round=round,
        scores=past.steps(past.scores(entrants, earlier, sat_out, worth)),
        met=met,
        last_met=last_met,
        odd=Counter(side for table in tables if len(table) != wish for side in table),
        sat=Counter((side, seat) for table in tables for seat, side in enumerate(table)),
        byes=Counter(one.entrant for one in sat_out if one.kind == "bye"),
        tables=by_round,
        forfeits=any(times % 2 for times in met.values()),
    )

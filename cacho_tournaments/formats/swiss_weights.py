"""The search of a Swiss round: of all ways to pair a field, the one that costs least.

Knows: a field in its order, what may not be, what each pair and each bye would cost, by levels.
Does not know: results, ids of matches, tables, seats.

Costs are compared level by level: no sum of a lower level ever outweighs one of a higher. Each pair's levels
are packed into one whole number, and a matching of greatest weight is found in the graph of near neighbours;
only where that leaves somebody over does the search look further.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

NEAR = (48, 192)  # how many neighbours are looked at first; then all
STEEP, GAP, HIGH, FOLD = 3, 31, 63, 255  # gaps count by their cube; what is larger counts as these
SALT, MANY = 16, 15
BITS = 124  # what the library's whole numbers hold, with room for its own sums

Edge = tuple[int, int, int]  # two places in the field and a weight; greatest is best
Pairing = list[tuple[int, int | None]]  # places in the field; None is the bye


@dataclass(frozen=True, slots=True)
class Candidate:
    """A side of the field: what counts about it when it is paired."""

    id: str
    score: int
    club: str | None
    barred: int
    unplayed: int
    down: int
    up: int


@dataclass(frozen=True, slots=True)
class Field:
    """Who is to be paired, best first; ``met`` and ``apart`` tell of two places in it."""

    sides: Sequence[Candidate]
    met: Callable[[int, int], int]
    apart: Callable[[int, int], bool]
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is tolerated in one search, from strict to loose."""

    width: int
    repeats: bool = False
    any_bye: bool = False
    together: bool = False


def paired(field: Field, rng: Random) -> Pairing | None:
    """Return the pairs of least cost, or None where those to be kept apart leave no way (rules 10.4 to 10.8).

    Repeats, and byes of those who should have none, are allowed only once everything without was tried.
    """
    salt = int(rng.random() * 2**30)
    count = len(field.sides)
    widths = [width for width in NEAR if width < count] + [count]
    for repeats, any_bye in ((field.repeats, False), (True, False), (True, True)):
        for width in widths:
            found = _search(field, Bounds(width, repeats, any_bye), salt)
            if found is not None:
                return found
    return None


def least_together(field: Field, rng: Random) -> list[tuple[int, int]]:
    """Return the fewest pairs to be kept apart that would have to meet."""
    bounds = Bounds(len(field.sides), repeats=True, any_bye=True, together=True)
    found = _search(field, bounds, int(rng.random() * 2**30)) or []
    return [(one, other) for one, other in found if other is not None and field.apart(one, other)]


class _Groups:
    """The score groups: where each place stands in its own, and who would meet whom if nothing forbade it."""

    def __init__(self, sides: Sequence[Candidate]) -> None:
        self.start: list[int] = []
        self.end: list[int] = []
        self.half: list[int] = []
        self.height: list[int] = []  # how many lower scores there are
        bye_score = _bye_score(sides)
        heights = {score: height for height, score in enumerate(sorted({side.score for side in sides}))}
        place, carried = 0, 0
        while place < len(sides):
            end = place
            while end < len(sides) and sides[end].score == sides[place].score:
                end += 1
            # Who floats in from above takes one of this group, who floats out is one less, so is the bye.
            left = end - place - carried - (sides[place].score == bye_score)
            carried = left % 2
            self.start += [place] * (end - place)
            self.end += [end] * (end - place)
            self.height += [min(heights[sides[place].score], HIGH)] * (end - place)
            self.half += [max(1, left // 2)] * (end - place)
            place = end

    def distance(self, one: int, other: int) -> int:
        """Return how far a pair is from the fold: the upper half of a group against its lower half in order;
        who floats is the last of a group and meets the first of the next (rule 10.7)."""
        if self.start[one] == self.start[other]:
            return abs(other - one - self.half[one])
        return (self.end[one] - 1 - one) + (other - self.start[other])


def _bye_score(sides: Sequence[Candidate]) -> int | None:
    """Return the score that the bye will most likely be given from, or None where nobody has one."""
    if len(sides) % 2 == 0:
        return None
    least = min(one.barred for one in sides)
    return min(one.score for one in sides if one.barred == least)


def edges(field: Field, bounds: Bounds, salt: int) -> list[Edge]:
    """Return the pairs that are looked at, and the byes (paired with the number of sides), with their weights."""
    sides, groups = field.sides, _Groups(field.sides)
    count = len(sides)
    rng = Random(salt)
    costs = [
        (one, other, _pair_cost(field, groups, one, other, int(rng.random() * SALT)))
        for one, other in _near(field, groups, bounds)
    ]
    if count % 2:
        least = min(one.barred for one in sides)
        costs += [
            (place, count, _bye_cost(side, groups, place, int(rng.random() * SALT)))
            for place, side in enumerate(sides)
            if bounds.any_bye or side.barred == least
        ]
    return _weighted(costs, (count + 1) // 2)


def _search(field: Field, bounds: Bounds, salt: int) -> Pairing | None:
    # Only here: whoever draws no Swiss round does not load it.
    import rustworkx

    count = len(field.sides)
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count + count % 2))
    graph.add_edges_from(edges(field, bounds, salt))
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matched) < count:
        return None
    ordered = sorted((min(pair), max(pair)) for pair in matched)
    return [(one, None if other == count else other) for one, other in ordered]


def _near(field: Field, groups: _Groups, bounds: Bounds) -> Iterator[tuple[int, int]]:
    """Yield the pairs that are looked at: neighbours in the order, and neighbours of the fold's target."""
    count = len(field.sides)
    for one in range(count):
        reach = bounds.width if bounds.width >= count else bounds.width // 2
        near = range(one + 1, min(count, one + 1 + reach))
        chosen = {other for other in near if _may(field, bounds, one, other)}
        if bounds.width < count:
            chosen.update(_about_the_fold(field, groups, bounds, one))
        for other in sorted(chosen):
            yield one, other


def _about_the_fold(field: Field, groups: _Groups, bounds: Bounds, one: int) -> Iterator[int]:
    """Yield who is nearest to the fold's target, until enough of another club are among them."""
    club, wanted = field.sides[one].club, bounds.width // 4
    apart = 0
    for seen, other in enumerate(_outward(one, groups)):
        if apart >= wanted:
            return
        if not _may(field, bounds, one, other):
            continue
        mate = club is not None and field.sides[other].club == club
        apart += not mate
        if not mate or seen < wanted:
            yield other


def _outward(one: int, groups: _Groups) -> Iterator[int]:
    """Yield the places of the own group that come after, nearest to the fold's target first."""
    target, end = one + groups.half[one], groups.end[one]
    for step in range(end - groups.start[one]):
        for other in (target + step, target - step) if step else (target,):
            if one < other < end:
                yield other


def _may(field: Field, bounds: Bounds, one: int, other: int) -> bool:
    return (bounds.repeats or not field.met(one, other)) and (bounds.together or not field.apart(one, other))


def _pair_cost(field: Field, groups: _Groups, one: int, other: int, salt: int) -> tuple[int, ...]:
    better, worse = field.sides[one], field.sides[other]
    gap = better.score - worse.score
    met = min(field.met(one, other), MANY)
    hard, soft = (0, met) if field.repeats else (met, 0)
    return (
        int(field.apart(one, other)),
        0,
        hard,
        0,
        0,
        min(gap, GAP) ** STEEP,
        int(better.club is not None and better.club == worse.club),
        soft,
        groups.height[one] if gap else 0,
        better.down + worse.up if gap else 0,
        min(groups.distance(one, other), FOLD) ** 2,
        salt,
    )


def _bye_cost(side: Candidate, groups: _Groups, place: int, salt: int) -> tuple[int, ...]:
    barred, unplayed = min(side.barred, MANY), min(side.unplayed, MANY)
    below = len(groups.end) - groups.end[place]  # how many have a lower score
    last = min(groups.end[place] - 1 - place, FOLD) ** 2
    return 0, barred, 0, below, unplayed, 0, 0, 0, 0, side.down, last, salt


BYE_LEVELS = (1, 3, 4)  # one bye a round at most: these levels need no room for a sum


def _weighted(costs: Sequence[tuple[int, int, tuple[int, ...]]], pairs: int) -> list[Edge]:
    """Pack the levels of each edge into one number; the least cost becomes the greatest weight.

    In a field of many thousands the last levels may find no room; then they are left out.
    """
    levels = zip(*(cost for _, _, cost in costs), strict=True)
    rooms: list[int] = []
    top = 1
    for level, found in enumerate(levels):
        room = max(found) * (1 if level in BYE_LEVELS else pairs) + 1
        if (top * room).bit_length() > BITS:
            break
        rooms.append(room)
        top *= room
    weighted: list[Edge] = []
    for one, other, cost in costs:
        packed = 0
        for room, part in zip(rooms, cost, strict=False):
            packed = packed * room + part
        weighted.append((one, other, top - packed))
    return weighted

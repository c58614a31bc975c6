"""Who sits at which table: costs are made of the past for the search, or a design is taken.

Knows: sides of a round with scores, seeds and clubs, the sizes of its tables, the rounds before.
Does not know: who is away, seats, numbers of tables, notes, what the stage is called.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, combinations
from random import Random

from cacho_tournaments.formats import annealing, designs, seeding
from cacho_tournaments.formats.base import Entrant
from cacho_tournaments.formats.tables_cover import Cover
from cacho_tournaments.formats.tables_past import Past

STEPS, STEPS_A_SIDE = 12_000, 900  # of one search
TRIED, COVER_STEPS = 100, 10_000  # up to so many sides all seatings are tried, in so many steps

Table = tuple[str, ...]


def searched(
    pool: Sequence[Entrant], past: Past, shape: Sequence[int], *, wish: int, ranked: bool, rng: Random
) -> list[Table]:
    """Return the tables that cost least: no two meet again, clubs apart, the best together (if ``ranked``), odd
    tables for whoever had them least (rules 11.4 to 11.9)."""
    ordered = sorted(shape, key=lambda size: (abs(size - wish), -size))
    odd = [len(set(ordered)) > 1 and size != wish for size in ordered]
    row = _row(pool, past, ordered, ranked, rng)
    costs = _costs(row, past, ordered, odd, ranked)
    steps = STEPS + STEPS_A_SIDE * len(row)
    start = annealing.seated(_cut(ordered), odd)
    found = annealing.tidied(start, costs, rng=rng, steps=steps)
    if len(row) <= TRIED and _meet_again(found, row, past) and not _least_met(row, past, ordered):
        cover = Cover(_may(row, past), ordered, COVER_STEPS)
        tables = cover.found()
        if tables:
            found = annealing.tidied(annealing.seated(tables, odd), costs, rng=rng, steps=steps)
        elif not cover.given_up:  # one meeting at least cannot be avoided: it is not looked for in vain
            costs = replace(costs, least=costs.least + _meeting(costs, past))
    found = annealing.rearranged(found, costs, rng=rng, steps=steps)
    return [tuple(row[place].id for place in seeding.shuffled(sorted(table), rng)) for table in found.tables]


def designed(
    pool: Sequence[Entrant], past: Past, size: int, *, rounds: int | None, rng: Random
) -> list[Table]:
    """Return the tables that a design has for this round, none where it is of no use (rules 11.12, 11.13).

    It is of no use if it ends before ``rounds``, if round 1 did not seat exactly the ``pool``, or if a round of
    it would bring two together that met already while others have not.
    """
    known = designs.length(len(pool), size)
    complete = known * (size - 1) == len(pool) - 1
    if known < 2 or (rounds is not None and rounds > known and not complete):
        return []
    points = _opened(pool, past, size) if past.tables else _dealt(pool, size, rng)
    if not points:
        return []
    ids = [one.id for one in pool]
    least = min((past.met.get(frozenset(pair), 0) for pair in combinations(ids, 2)), default=0)
    for step in range(known):
        tables = designs.tables(len(pool), size, (past.round - 1 + step) % known + 1)
        made = [tuple(points[point] for point in table) for table in tables]
        if all(
            past.met.get(frozenset(pair), 0) == least for table in made for pair in combinations(table, 2)
        ):
            return made
    return []


# -- the search


def _cut(sizes: Sequence[int]) -> list[range]:
    ends = list(accumulate(sizes))
    return [range(end - size, end) for end, size in zip(ends, sizes, strict=True)]


def _may(row: Sequence[Entrant], past: Past) -> list[int]:
    """Return for every place of the row a number with a bit for each that it has not met."""
    where = {one.id: place for place, one in enumerate(row)}
    may = [(1 << len(row)) - 1 - (1 << place) for place in range(len(row))]
    for pair in past.met:
        if pair <= where.keys():
            one, other = (where[side] for side in pair)
            may[one] &= ~(1 << other)
            may[other] &= ~(1 << one)
    return may


def _meet_again(seating: annealing.Seating, row: Sequence[Entrant], past: Past) -> bool:
    pairs = (pair for table in seating.tables for pair in combinations(table, 2))
    return any(frozenset((row[one].id, row[other].id)) in past.met for one, other in pairs)


def _meeting(costs: annealing.Costs, past: Past) -> int:
    """Return what a meeting costs at least: half where a forfeit is among those that were."""
    return costs.scales[0] // 2 if past.forfeits else costs.scales[0]


def _row(
    pool: Sequence[Entrant], past: Past, sizes: Sequence[int], ranked: bool, rng: Random
) -> list[Entrant]:
    """Return the sides so that tables can be cut from it: by score, level ones by lot. Where nobody is ahead yet,
    the seeded are dealt out, so that the best of them do not meet (rule 11.7)."""
    mixed = seeding.shuffled(sorted(pool, key=lambda one: seeding.natural(one.id)), rng)
    if not ranked:
        return mixed
    if len({past.scores[one.id] for one in pool}) > 1:
        return sorted(mixed, key=lambda one: -past.scores[one.id])
    seeded = sorted((one for one in mixed if one.seed is not None), key=lambda one: one.seed or 0)
    free = list(sizes)
    tables: list[list[Entrant]] = [[] for _ in sizes]
    order = iter([*seeded, *(one for one in mixed if one.seed is None)])
    while any(free):
        for number in range(len(tables)):
            if free[number]:
                free[number] -= 1
                tables[number].append(next(order))
    return [one for table in tables for one in table]


def _costs(
    row: Sequence[Entrant], past: Past, sizes: Sequence[int], odd: Sequence[bool], ranked: bool
) -> annealing.Costs:
    """Return what places of the row cost together. Each kind of fault weighs more than one exchange can save of
    all lesser kinds together (rule 11.4)."""
    ids = [one.id for one in row]
    had = [past.odd.get(side, 0) for side in ids]
    turn = 2 * max(had) + 1 if any(odd) else 1  # a step of score, in steps of odd tables had
    levels = [past.scores[side] for side in ids] if ranked else [0] * len(ids)
    gaps = _gaps(row, levels, len(sizes), turn, ranked)
    due = sorted(levels)[max(sum(size for size, is_odd in zip(sizes, odd, strict=True) if is_odd) - 1, 0)]
    too_good = max(sizes) * turn
    dear = [2 * times + too_good * max(0, level - due) ** 2 for times, level in zip(had, levels, strict=True)]
    mates = 2 * (max(sizes) - 1)  # how many pairs an exchange makes or breaks
    club_cost = mates * max(map(max, gaps)) + max(dear) + 1
    again_cost = (mates + 1) * club_cost
    clubs: defaultdict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(row):
        if one.club is not None:
            clubs[one.club].append(place)
    for places in clubs.values():
        _add(gaps, combinations(places, 2), club_cost)
    where = {side: place for place, side in enumerate(ids)}
    for pair, times in past.met.items():
        if pair <= where.keys():
            _add(gaps, [tuple(where[side] for side in pair)], again_cost * times)
    least = again_cost * _least_met(row, past, sizes)
    least += club_cost * sum(_crowded(len(places), len(sizes)) for places in clubs.values())
    if len(set(sizes)) == 1:
        least += turn * _least_gap(levels, sizes[0])
    scales = (2 * again_cost, *([club_cost] if clubs else []), 8 * turn)
    return annealing.Costs(gaps, dear, least, scales)


def _gaps(
    row: Sequence[Entrant], levels: Sequence[int], tables: int, turn: int, ranked: bool
) -> list[list[int]]:
    """Return for each two the squared distance of their scores; where there is none, 1 for two of a pot."""
    shared: dict[int, list[int]] = {}
    for level in set(levels):
        shared[level] = [turn * (level - other) ** 2 for other in levels]
    gaps = [list(shared[level]) for level in levels]
    if ranked and len(shared) == 1:
        seeded = sorted((one.seed, place) for place, one in enumerate(row) if one.seed is not None)
        places = [place for _, place in seeded]
        for first in range(0, len(places), tables):
            _add(gaps, combinations(places[first : first + tables], 2), turn)
    return gaps


def _add(pairs: Sequence[list[int]], which: Iterable[tuple[int, ...]], cost: int) -> None:
    for one, other in which:
        pairs[one][other] += cost
        pairs[other][one] += cost


def _crowded(members: int, tables: int) -> int:
    """Return how many pairs of one club must sit together: as few as when they are spread evenly."""
    each, more = divmod(members, tables)
    return more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2


def _least_met(row: Sequence[Entrant], past: Past, sizes: Sequence[int]) -> int:
    """Return a number of (half) meetings that no seating avoids.

    A table larger than a round had tables holds two that shared one there. And who has met nearly all meets
    somebody again.
    """
    here = {one.id for one in row}
    pairs = 0
    for tables in past.tables.values():
        shared = [here.intersection(table) for table in tables]
        apart = sum(1 for table in shared if table) + len(here) - sum(len(table) for table in shared)
        pairs += sum(_crowded(size, apart) for size in sizes)
    met = Counter(side for pair in past.met if pair <= here for side in pair)
    lacking = sum(max(0, min(sizes) - len(row) + met[side]) for side in here)
    return (1 if past.forfeits else 2) * max(pairs, -(-lacking // 2))


def _least_gap(levels: Sequence[int], size: int) -> int:
    """Return the least sum of squared distances at tables of one size: when they are cut from the order."""
    order = sorted(levels)
    tables = [order[first : first + size] for first in range(0, len(order), size)]
    return sum((one - other) ** 2 for table in tables for one, other in combinations(table, 2))


# -- the design


def _opened(pool: Sequence[Entrant], past: Past, size: int) -> list[str]:
    """Return who holds which point: round 1 says it, if it seated exactly these at tables of this size."""
    opened = past.tables.get(1, ())
    points = [side for table in opened for side in table]
    fitting = all(len(table) == size for table in opened)
    return points if fitting and sorted(points) == sorted(one.id for one in pool) else []


def _dealt(pool: Sequence[Entrant], size: int, rng: Random) -> list[str]:
    """Give out the points by lot. Who has the same seat at the tables of round 1 meets late or never, so members
    of one club have it as far as there is room: the largest club first, where it fits most closely."""
    mixed = seeding.shuffled(sorted(pool, key=lambda one: seeding.natural(one.id)), rng)
    members = Counter(one.club for one in mixed if one.club is not None)
    clubs: Mapping[str, list[str]] = {
        club: [one.id for one in mixed if one.club == club] for club, _ in members.most_common()
    }
    room = len(pool) // size
    seats: list[list[str]] = [[] for _ in range(size)]
    for club in [*clubs.values(), *([one.id] for one in mixed if one.club is None)]:
        left = club
        while left:
            fitting = [seat for seat in seats if len(seat) + len(left) <= room]
            seat = max(fitting, key=len) if fitting else min(seats, key=len)
            taken = room - len(seat)
            seat.extend(left[:taken])
            left = left[taken:]
    return [seats[seat][table] for table in range(room) for seat in range(size)]

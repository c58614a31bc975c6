"""The search for a seating: sides are exchanged between tables, at first freely, then only for the better.

Knows: places in a row, what two of them at one table cost, what a seat at an odd table costs, chance (passed in).
Does not know: entrants, rounds, clubs, points.

The work is counted in steps, never by the clock: the same input gives the same seating on a busy machine too.
For the same reason no function is used of which machines give different last digits.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

REACH = 24  # sides are mostly exchanged with others so near in the row
WIDE = 8  # every so manyth exchange looks over the whole row
START, FADING, LEVELS = (
    0.6,
    0.86,
    20,
)  # the first heat, of what a fault costs; the next, of the one before; how many
TRIES = 5  # half of them for the dearest faults only

# How much worse an exchange may be, in thousandths of the heat: minus the logarithm of a lot. Three digits of it
# are the same on every machine.
_LEEWAY = tuple(round(-1000 * math.log((number + 0.5) / 256)) for number in range(256))


@dataclass(frozen=True, slots=True)
class Costs:
    """What a seating costs: ``pairs[a][b]`` if a and b share a table (0 for a alone), ``odd[a]`` if a sits at an
    odd one. ``least`` is a cost that no seating can be below. ``scales`` are what single faults cost, dearest
    first: the heats at which there is something to be sorted out."""

    pairs: Sequence[Sequence[int]]
    odd: Sequence[int]
    least: int
    scales: tuple[int, ...]


@dataclass(slots=True)
class Seating:
    """Who sits where: the members of every table, and for each place of the row its table and the place there."""

    tables: list[list[int]]
    odd: Sequence[bool]
    at: list[int]
    where: list[int]

    def cost(self, costs: Costs) -> int:
        """Return the sum of all that is wrong with it."""
        total = 0
        for members, odd in zip(self.tables, self.odd, strict=True):
            for number, one in enumerate(members):
                row = costs.pairs[one]
                total += sum(row[other] for other in members[:number])
                total += costs.odd[one] if odd else 0
        return total

    def copied(self) -> "Seating":
        """Return another one that is the same."""
        return Seating([list(table) for table in self.tables], self.odd, list(self.at), list(self.where))


def seated(tables: Sequence[Sequence[int]], odd: Sequence[bool]) -> Seating:
    """Seat places of the row at these tables."""
    at = [0] * sum(len(table) for table in tables)
    where = list(at)
    for number, table in enumerate(tables):
        for spot, place in enumerate(table):
            at[place], where[place] = number, spot
    return Seating([list(table) for table in tables], odd, at, where)


def tidied(seating: Seating, costs: Costs, *, rng: Random, steps: int) -> Seating:
    """Return the seating after a cold search, which sorts out what costs little and keeps the order of the row
    where little is in the way."""
    return _better(seating, costs, costs.scales[-1:], rng, steps)


def rearranged(seating: Seating, costs: Costs, *, rng: Random, steps: int) -> Seating:
    """Return the seating after searches in which the dearest faults still come and go. They stop as soon as none
    is left that may be avoidable."""
    best = seating
    for attempt in range(TRIES):
        fault = costs.scales[-2 if attempt < TRIES // 2 else 0]
        if best.cost(costs) < costs.least + fault:
            break
        best = _better(best, costs, costs.scales, rng, steps)
    return best


def _better(seating: Seating, costs: Costs, scales: Sequence[int], rng: Random, steps: int) -> Seating:
    cost = seating.cost(costs)
    if len(seating.tables) < 2 or cost <= costs.least:
        return seating
    found = seating.copied()
    return found if _searched(found, costs, cost, _heats(scales), rng, steps) < cost else seating


def _heats(scales: Sequence[int]) -> list[float]:
    """Return the heats of a search: down from each scale to a fraction of it, with none between the scales. The
    dearest takes as long as all others."""
    heats: list[float] = []
    for number, scale in enumerate(scales):
        heat = START * scale
        share = 1 if number == 0 else len(scales) - 1
        for level in range(LEVELS):
            if level % share == 0:
                heats.append(heat)
            heat *= FADING
    return [*heats, 0.0, 0.0]


def _searched(
    seating: Seating, costs: Costs, cost: int, heats: Sequence[float], rng: Random, steps: int
) -> int:
    for heat in heats:
        cost += _stirred(seating, costs, heat, rng.random, steps // len(heats))
        if cost <= costs.least:
            return cost
    while cost > costs.least:
        gain = _settled(seating, costs)
        if not gain:
            break
        cost += gain
    return cost


def _stirred(seating: Seating, costs: Costs, heat: float, lot: Callable[[], float], steps: int) -> int:
    """Exchange sides by lot, and return by how much the cost has changed. This is where the time goes."""
    tables, at, where, pairs = seating.tables, seating.at, seating.where, costs.pairs
    odd, dear, leeway = seating.odd, costs.odd, _LEEWAY
    mixed = any(odd) and not all(odd)
    count = len(at)
    reach = min(REACH, count - 1)
    span = 2 * reach + 1
    heat /= 1000
    total = 0
    for step in range(steps):
        one = int(lot() * count)
        other = int(lot() * count) if step % WIDE == 0 else (one + int(lot() * span) - reach) % count
        here, there = at[one], at[other]
        if here == there:
            continue
        row, against = pairs[one], pairs[other]
        change = -2 * row[other]
        mine, theirs = tables[here], tables[there]
        for side in mine:
            change += against[side] - row[side]
        for side in theirs:
            change += row[side] - against[side]
        if mixed and odd[here] != odd[there]:
            change += dear[other] - dear[one] if odd[here] else dear[one] - dear[other]
        if change <= 0 or (heat and change < heat * leeway[int(lot() * 256)]):
            total += change
            place, spot = where[one], where[other]
            mine[place], theirs[spot] = other, one
            at[one], at[other] = there, here
            where[one], where[other] = spot, place
    return total


def _settled(seating: Seating, costs: Costs) -> int:
    """Try every exchange that is not far, keep those for the better, return what they bring (0 or below)."""
    tables, at, odd = seating.tables, seating.at, seating.odd
    total = 0
    for one, row in enumerate(costs.pairs):
        for other in range(one + 1, min(one + 4 * REACH, len(at))):
            here, there = at[one], at[other]
            if here == there:
                continue
            against = costs.pairs[other]
            change = -2 * row[other]
            change += sum(against[side] - row[side] for side in tables[here])
            change += sum(row[side] - against[side] for side in tables[there])
            change += (odd[here] - odd[there]) * (costs.odd[other] - costs.odd[one])
            if change < 0:
                total += change
                _exchange(seating, one, other)
    return total


def _exchange(seating: Seating, one: int, other: int) -> None:
    at, where = seating.at, seating.where
    seating.tables[at[one]][where[one]], seating.tables[at[other]][where[other]] = other, one
    at[one], at[other] = at[other], at[one]
    where[one], where[other] = where[other], where[one]

"""Entrants and results by lot, and what a simulation saw: for playing formats without people.

Knows: plain ranges of box points, uneven clubs, how seldom somebody stays away.
Does not know: games, draws, tables.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from cacho_tournaments.formats.base import Entrant, Note, Result

CLUBS = 6


@dataclass(slots=True)
class Account:
    """What a simulation saw: matches, notes of draws by code, refusals by code, faults."""

    matches: int = 0
    notes: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    faults: list[Note] = field(default_factory=list)


def field_of(entrants: int, rng: Random) -> list[Entrant]:
    """Return entrants by lot: some seeded, most in a club, clubs of uneven size."""
    seeded = int(rng.random() * (entrants + 1) / 2)
    return [
        Entrant(
            id=str(number),
            seed=number if number <= seeded else None,
            club=f"club {min(int(rng.random() * CLUBS), int(rng.random() * CLUBS))}"
            if rng.random() < 0.8
            else None,
        )
        for number in range(1, entrants + 1)
    ]


def renamed(sides: Sequence[Entrant]) -> list[Entrant]:
    """Return the entrants with other ids that stand in the same order."""
    return [replace(one, id=f"s{one.id}") for one in sides]


def result_of(rng: Random, *, ties: bool = True) -> Result:
    """Return a result of two sides by lot: mostly played, now and then nobody or only one there."""
    chance = rng.random()
    first, second = 100 + int(rng.random() * 160), 100 + int(rng.random() * 160)
    if first == second and not ties:
        first += 1
    places = (1 + (first < second), 1 + (second < first))
    if chance < 0.02:
        return Result("both-absent", (2, 2))
    if chance < 0.06:
        return Result("walkover", (1, 2) if places == (1, 1) else places)
    return Result("played", places, (first, second), instant=(chance > 0.98 and places[0] == 1, False))


def table_result(seats: int, rng: Random) -> Result:
    """Return a result of a table of three or more by lot; sides with equal box points share a place."""
    chance = rng.random()
    scores = tuple(100 + int(rng.random() * 40) for _ in range(seats))
    places = tuple(1 + sum(1 for other in scores if other > own) for own in scores)
    if chance < 0.02:
        return Result("both-absent", (seats,) * seats)
    if chance < 0.06 and len(set(places)) > 1:
        return Result("walkover", places)
    return Result("played", places, scores, instant=tuple(chance > 0.98 and place == 1 for place in places))

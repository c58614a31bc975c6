"""Short ways to draw and play rounds at tables in tests.

Knows: the values of the formats, the draw of tables.
Does not know: what a draw has to be.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from cacho_tournaments.formats import tables
from cacho_tournaments.formats.base import Entrant, Match, Result, RoundDraw


def field(count: int, **facts) -> list[Entrant]:
    return [Entrant(str(number), **facts) for number in range(1, count + 1)]


def ended(match: Match, rng: Random) -> Match:
    """Give a match a result by lot."""
    order = sorted(range(1, len(match.seats) + 1), key=lambda _: rng.random())
    return replace(match, result=Result("played", tuple(order)))


def stage(
    entrants: Sequence[Entrant], rounds: int, seed: int = 1, *, planned=None, **options
) -> Iterator[tuple[RoundDraw, list[Match]]]:
    """Draw and play round after round; yield each with the matches before it."""
    rng = Random(seed)
    played: list[Match] = []
    for number in range(1, rounds + 1):
        drawn = tables.draw(entrants, played, [], round=number, rounds=planned, seed=seed, **options)
        yield drawn, list(played)
        played.extend(ended(match, rng) for match in drawn.matches)


def met(matches: Sequence[Match]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for match in matches for pair in combinations(match.seats, 2))

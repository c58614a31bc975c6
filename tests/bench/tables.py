"""Six rounds at tables of four for 500 entrants, beside pairing twice with a named library."""

from collections import Counter
from functools import partial
from itertools import combinations
from random import Random

import networkx

from cacho_tournaments.formats import tables
from cacho_tournaments.formats.base import Entrant, Match, Result
from tests.bench.clock import cpu

ENTRANTS, ROUNDS, CLUBS, TABLE = 500, 6, 60, 4
NEAR = 40  # how many of the next in order the library is shown
FIELD = [Entrant(str(number), club=f"club {number % CLUBS}") for number in range(1, ENTRANTS + 1)]

Places = list[list[str]]


def measure() -> list[str]:
    rng = Random(1)
    played: list[Match] = []
    ours: list[float] = []
    for number in range(1, ROUNDS + 1):
        made: list[Match] = []
        ours.append(cpu(partial(draw, list(played), number, made), rounds=1))
        played += [ended(match, rng) for match in made]
    before = [match for match in played if match.round < ROUNDS]
    last = [[str(side) for side in match.seats] for match in played if match.round == ROUNDS]
    paired: Places = []
    theirs = cpu(partial(by_matching, before, paired), rounds=1)
    return [
        f"A round at tables of four, {ENTRANTS} entrants of {CLUBS} clubs, {ROUNDS} rounds (asked for: no repeat "
        "meeting, under 5 s a round)",
        f"  each {min(ours):.2f} to {max(ours):.2f} s of CPU time; in all rounds {repeats(played)} meetings again",
        f"  the last round: {ours[-1]:.2f} s, {faults(last, before)}",
        f"  networkx {networkx.__version__}, matching pairs and then pairs of pairs: {theirs:.2f} s, "
        f"{theirs / ours[-1]:.1f} times as long, {faults(paired, before)}",
    ]


def draw(before: list[Match], number: int, made: list[Match]) -> None:
    made.extend(tables.draw(FIELD, before, [], round=number, seed=7).matches)


def ended(match: Match, rng: Random) -> Match:
    order = sorted(range(1, TABLE + 1), key=lambda _: rng.random())
    return Match(match.id, match.seats, Result("played", tuple(order)), match.round)


def by_matching(before: list[Match], paired: Places) -> None:
    """Pair the sides, then the pairs, each time so that the costs of those together are least."""
    scores, met = points(before), meetings(before)
    club = {one.id: one.club for one in FIELD}

    def cost(one: str, other: str) -> int:
        gap = (scores[one] - scores[other]) ** 2
        return 1_000_000 * met[frozenset((one, other))] + 10_000 * (club[one] == club[other]) + gap

    units = [[side] for side in sorted(club, key=lambda side: -scores[side])]
    while len(units) > ENTRANTS // TABLE:
        graph = networkx.Graph()
        for place, unit in enumerate(units):
            for near in range(place + 1, min(place + 1 + NEAR, len(units))):
                graph.add_edge(
                    place, near, weight=sum(cost(one, other) for one in unit for other in units[near])
                )
        found = sorted(tuple(sorted(pair)) for pair in networkx.min_weight_matching(graph))
        units = [units[one] + units[other] for one, other in found]
    paired.extend(units)


def points(before: list[Match]) -> Counter[str]:
    scores: Counter[str] = Counter()
    for match in before:
        for side, place in zip(match.seats, match.result.places if match.result else (), strict=True):
            scores[str(side)] += TABLE - place
    return scores


def meetings(matches: list[Match]) -> Counter[frozenset[str]]:
    return Counter(frozenset(map(str, pair)) for match in matches for pair in combinations(match.seats, 2))


def repeats(matches: list[Match]) -> int:
    return sum(times - 1 for times in meetings(matches).values())


def faults(places: Places, before: list[Match]) -> str:
    """Say how many meet again, how many of one club sit together, and how far the scores are from each other."""
    met, scores = meetings(before), points(before)
    club = {one.id: one.club for one in FIELD}
    pairs = [pair for table in places for pair in combinations(table, 2)]
    again = sum(1 for pair in pairs if met[frozenset(pair)])
    mates = sum(1 for one, other in pairs if club[one] == club[other])
    gaps = sum((scores[one] - scores[other]) ** 2 for one, other in pairs)
    return f"{again} meet again, {mates} of one club together, squared gaps {gaps}"

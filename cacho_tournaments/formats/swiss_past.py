"""What the earlier rounds of a Swiss stage say of everybody: the ground that the next round is drawn on.

Knows: scores, who met whom, byes had, floats, who sat first how often, numbers that never change.
Does not know: weights, matchings, clubs, the round that is being drawn.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby
from random import Random

from cacho_tournaments.formats import points, seeding
from cacho_tournaments.formats.base import Bye, Entrant, Figure, Match, Points

Met = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Past:
    """The rounds before ``round``. ``met`` counts meetings double, so that a forfeit is half a meeting;
    ``barred`` is 0 for whoever may still have a bye, and grows with the byes had (rule 10.5)."""

    round: int
    numbers: Mapping[str, int]
    scores: Mapping[str, int]
    met: Met
    last_met: Mapping[frozenset[str], int]
    barred: Mapping[str, int]
    unplayed: Mapping[str, int]
    down: Mapping[str, int]
    up: Mapping[str, int]
    firsts: Mapping[str, int]

    def meetings(self, one: str, other: str) -> int:
        """Return how much two met: 2 for each meeting, 1 for each that was a forfeit."""
        return self.met[one].get(other, 0) if one in self.met else 0


def read(
    entrants: Sequence[Entrant],
    matches: Iterable[Match],
    byes: Iterable[Bye],
    *,
    round: int,
    worth: Points,
    seed: int = 0,
) -> Past:
    """Read the rounds before ``round``; later ones are left aside. Raises: BadStage, NoValidDraw."""
    seeding.validate(entrants)
    played = [one for one in matches if one.round < round]
    sat_out = [one for one in byes if one.round < round]
    ids = [one.id for one in entrants]
    before = {one: _scores(ids, played, sat_out, worth, one) for one in range(max(1, round - 2), round + 1)}
    met, last_met = _meetings(played)
    down, up = _floats(played, sat_out, before, round)
    contested = Counter(side for one in played if _stood(one) for side in points.seated(one))
    return Past(
        round=round,
        numbers=numbered(entrants, seed),
        scores=_whole(before[round]),
        met=met,
        last_met=last_met,
        barred=_barred(ids, played, sat_out, worth),
        unplayed={side: max(0, round - 1 - contested[side]) for side in ids},
        down=down,
        up=up,
        firsts=Counter(one.seats[0] for one in played if one.seats[0] is not None),
    )


def numbered(entrants: Sequence[Entrant], seed: int) -> dict[str, int]:
    """Number everybody, best first: by seed, the rest by lot, and who came later behind those (rule 10.2).

    Who comes in a later round has a lot of that round: the order of those who were there does not change.
    """
    seeded = sorted((one for one in entrants if one.seed is not None), key=lambda one: one.seed or 0)
    loose = sorted((one for one in entrants if one.seed is None), key=lambda one: one.since_round)
    order = [one.id for one in seeded]
    for since, arrived in groupby(loose, key=lambda one: one.since_round):
        ids = sorted((one.id for one in arrived), key=seeding.natural)
        order += seeding.shuffled(ids, Random(seed + since))
    return {side: number for number, side in enumerate(order, start=1)}


def bye_points(bye: Bye, worth: Points) -> int:
    """Return what a round sat out is worth: as it says itself, or as the stage does (rule 10.10)."""
    if bye.points is not None:
        return bye.points
    return worth.bye if bye.kind == "bye" else worth.absent


def _scores(
    ids: Sequence[str], matches: Iterable[Match], byes: Iterable[Bye], worth: Points, before: int
) -> dict[str, Figure]:
    tallies = points.tallies(ids, [one for one in matches if one.round < before], worth)
    scores: dict[str, Figure] = {side: tally.points for side, tally in tallies.items()}
    for bye in byes:
        if bye.round < before and bye.entrant in scores:
            scores[bye.entrant] += bye_points(bye, worth)
    return scores


def _whole(scores: Mapping[str, Figure]) -> dict[str, int]:
    """Return the scores in steps of their common measure, the least 0: only their distances are needed."""
    exact = {side: Fraction(score) for side, score in scores.items()}
    scale = math.lcm(*(score.denominator for score in exact.values()))
    least = min(exact.values(), default=Fraction(0))
    steps = {side: int((score - least) * scale) for side, score in exact.items()}
    measure = math.gcd(*steps.values()) or 1
    return {side: step // measure for side, step in steps.items()}


def _stood(match: Match) -> bool:
    """Tell whether both sides were there, or are: a match without a result is being played."""
    return match.result is None or match.result.kind in points.CONTESTED


def _meetings(matches: Iterable[Match]) -> tuple[Met, dict[frozenset[str], int]]:
    met: defaultdict[str, Counter[str]] = defaultdict(Counter)
    last: dict[frozenset[str], int] = {}
    for match in sorted(matches, key=lambda one: one.round):
        for one, other in combinations(points.seated(match), 2):
            weight = 2 if _stood(match) else 1
            met[one][other] += weight
            met[other][one] += weight
            last[frozenset((one, other))] = match.round
    return met, last


def _barred(
    ids: Iterable[str], matches: Iterable[Match], byes: Iterable[Bye], worth: Points
) -> dict[str, int]:
    had = Counter(one.entrant for one in byes if one.kind == "bye")
    free = {one.entrant for one in byes if bye_points(one, worth) >= worth.win}
    for match in matches:
        if match.result is None:
            continue
        if match.result.kind == "bye":
            had.update(points.seated(match))
        elif match.result.kind in points.FORFEITS:
            won = points.winner(match.result)
            free |= {side for seat, side in enumerate(match.seats) if seat == won and side is not None}
    return {side: had[side] + 1 if had[side] else int(side in free) for side in ids}


def _floats(
    matches: Iterable[Match], byes: Iterable[Bye], before: Mapping[int, Mapping[str, Figure]], round: int
) -> tuple[Counter[str], Counter[str]]:
    """Return how much everybody floated down and up of late: the last round counts 2, the one before it 1."""
    down: Counter[str] = Counter()
    up: Counter[str] = Counter()
    recent = {round - 1: 2, round - 2: 1}
    for match in matches:
        sides = points.seated(match)
        if match.round not in recent or len(sides) != 2:
            continue
        scores = before[match.round]
        better, worse = sorted(sides, key=lambda side: scores[side], reverse=True)
        if scores[better] > scores[worse]:
            down[better] += recent[match.round]
            up[worse] += recent[match.round]
    for bye in byes:
        if bye.kind == "bye" and bye.round in recent:
            down[bye.entrant] += recent[bye.round]
    return down, up

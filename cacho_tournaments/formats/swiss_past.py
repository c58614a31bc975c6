"""What the earlier rounds of a Swiss stage say of everybody: the ground that the next round is drawn on.

Knows: byes had, floats, who sat first how often, numbers that never change; of scores and meetings (``past``)
what a Swiss draw needs.
Does not know: weights, matchings, clubs, the round that is being drawn.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import TypeVar

from cacho_tournaments.formats import past, points, seeding
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
    sat_out = points.once_each(one for one in byes if one.round < round)
    before = {
        number: past.scores(entrants, _earlier(played, number), _earlier(sat_out, number), worth)
        for number in range(max(1, round - 2), round + 1)
    }
    met, last_met = past.meetings(played)
    down, up = _floats(played, sat_out, before, round)
    ids = [one.id for one in entrants]
    contested = _contested(played)
    return Past(
        round=round,
        numbers=numbered(entrants, seed),
        scores=past.steps(before[round]),
        met=_by_side(met),
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


Played = TypeVar("Played", Match, Bye)


def _earlier(rounds: Iterable[Played], number: int) -> list[Played]:
    return [one for one in rounds if one.round < number]


def _by_side(met: Mapping[past.Pair, int]) -> Met:
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for pair, times in met.items():
        one, other = pair
        found[one][other] = found[other][one] = times
    return found


def _contested(matches: Iterable[Match]) -> Counter[str]:
    """Count the matches of everybody to which both sides came."""
    found: Counter[str] = Counter()
    for match in matches:
        sides = points.seated(match)
        if len(sides) > 1 and past.there(match).issuperset(sides):
            found.update(sides)
    return found


def _barred(
    ids: Iterable[str], matches: Iterable[Match], byes: Iterable[Bye], worth: Points
) -> dict[str, int]:
    had = Counter(one.entrant for one in byes if one.kind == "bye")
    free = {one.entrant for one in byes if points.of_bye(one, worth) >= worth.win}
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

"""What the opponents did: Buchholz, with the lowest or the lowest and the highest left out, and Sonneborn-Berger.

Knows: final scores, who met whom at tables of any size, rounds that a side did not play.
Does not know: order, places, names of criteria in any language.

A side's own forfeit or absence must not help it nor those who met it, so a round that was not played is counted by
the rules of 2026: see chapter 13 of FORMATS.md. All sums are made in whole numbers of one small unit.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import lcm
from operator import mul
from typing import NamedTuple

from cacho_tournaments.formats.base import Bye, Figure, Match, Points
from cacho_tournaments.formats.points import (
    CONTESTED,
    Spot,
    Tally,
    exact,
    of_bye,
    once_each,
    spots,
    taken,
    tallies,
    whole,
)

BUCHHOLZ, CUT_1, MEDIAN = "buchholz", "buchholz-cut-1", "buchholz-median"
SONNEBORN_BERGER = "sonneborn-berger"
CRITERIA = (BUCHHOLZ, CUT_1, MEDIAN, SONNEBORN_BERGER)


class Met(NamedTuple):
    """A round that counts as played: the opponents, and twice the result against each (2, 1, 0)."""

    others: tuple[str, ...]
    doubled: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A round that does not: what it brought, as a part of a win, and who had been due (nobody in a free round).

    ``by_choice`` is an absence that was asked for, and a forfeit lost: such rounds are left out first.
    """

    round: int
    part: Figure
    due: tuple[str, ...] = ()
    by_choice: bool = False
    asked_away: bool = False
    brought: int = 0


class Term(NamedTuple):
    """What one round adds: the score of who was met, and whether the side missed the round by choice."""

    score: int
    by_choice: bool


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of every side, and those from which it may be told whether a side came back."""

    met: Mapping[str, Sequence[Met]]
    unplayed: Mapping[str, Sequence[Unplayed]]
    last_there: Mapping[str, int]
    count: int
    sizes: frozenset[int]


def figures(
    sides: Sequence[str],
    matches: Sequence[Match],
    byes: Iterable[Bye],
    points: Points,
    *,
    overall: Mapping[str, Tally],
    by_round: bool,
    rounds: int | None = None,
) -> dict[str, dict[str, Figure]]:
    """Return for each of these criteria the figure of every side (rules 13.10 to 13.17).

    ``matches`` are the ended ones and those under way, ``overall`` what everybody has in the table; ``by_round``
    tells that the stage is drawn round by round: only then is a forfeit a round not played, and a round without a
    match a round missed. ``rounds`` is how many rounds the stage has; told by the matches where it is not given.
    """
    free = once_each(byes)
    even, top = _evened(points)
    counted = overall if even is points else tallies(sides, matches, even, free)
    scores = {side: whole(counted[side].points) for side in sides}
    own = _rounds(sides, matches, free, even, top, by_round=by_round)
    drawn = exact(top, 2) if max(own.sizes, default=2) > 2 else points.tie
    adjusted = {side: _for_others(scores[side], side, own, drawn) for side in sides}
    cap = drawn * (own.count if rounds is None else rounds)
    one = lcm(*(score.denominator for score in (*scores.values(), *adjusted.values(), cap)))
    unit = one * lcm(*(size - 1 for size in own.sizes))
    count = _Count({side: int(adjusted[side] * unit) for side in sides}, int(cap * unit), unit)
    found: dict[str, dict[str, Figure]] = {criterion: {} for criterion in CRITERIA}
    for side in sides:
        terms, against = count.of(own.met[side], own.unplayed[side], int(scores[side] * unit))
        found[BUCHHOLZ][side] = exact(sum(term.score for term in terms), unit)
        found[CUT_1][side] = exact(_without_lowest(terms), unit)
        found[MEDIAN][side] = exact(_median(terms), unit)
        found[SONNEBORN_BERGER][side] = against
    return found


@dataclass(frozen=True, slots=True)
class _Count:
    """Scores for others' use and the cap of a round missed, in whole units."""

    scores: Mapping[str, int]
    cap: int
    unit: int

    def of(self, met: Sequence[Met], unplayed: Sequence[Unplayed], own: int) -> tuple[list[Term], Figure]:
        """Return the terms of one side, and its Sonneborn-Berger."""
        terms: list[Term] = []
        doubled = 0
        scores = self.scores
        for others, results in met:
            if len(others) == 1:
                mean = scores[others[0]]
                doubled += results[0] * mean
            else:
                theirs = [scores[other] for other in others]
                mean = sum(theirs) // len(others)
                doubled += sum(map(mul, results, theirs)) // len(others)
            terms.append(Term(mean, False))
        by_parts: Figure = 0
        for one in unplayed:
            term = Term(min(own, self._most(one)), one.by_choice)
            terms.append(term)
            by_parts += term.score * one.part
        numerator = doubled * by_parts.denominator + 2 * by_parts.numerator
        return terms, exact(numerator, 2 * self.unit * by_parts.denominator)

    def _most(self, one: Unplayed) -> int:
        """Return what the score of the missing opponent is capped by (rules 13.13 and 13.14)."""
        if not one.due:
            return self.cap
        return sum(self.scores[other] for other in one.due) // len(one.due)


def _evened(points: Points) -> tuple[Points, int]:
    """Return points by which tables of every size weigh alike, and the most that a first place brings (rule
    13.10)."""
    top = max((worth[0] for worth in points.places.values() if worth), default=points.win)
    return (replace(points, win=top, places={}) if points.places else points), top


def _rounds(
    sides: Sequence[str],
    matches: Sequence[Match],
    byes: Sequence[Bye],
    points: Points,
    top: int,
    *,
    by_round: bool,
) -> Rounds:
    met: dict[str, list[Met]] = {side: [] for side in sides}
    unplayed: dict[str, list[Unplayed]] = {side: [] for side in sides}
    there: dict[str, int] = defaultdict(int)
    busy: dict[str, set[int]] = {side: set() for side in sides}
    begun = {bye.round for bye in byes}
    sizes = {2}
    for match in matches:
        result = match.result
        if result is not None and result.kind == "bye":
            continue
        seats = taken(match)
        names = [match.seats[seat] or "" for seat in seats]
        for name in names:
            busy[name].add(match.round)
        if result is None:
            # Whoever is drawn is there again, though nothing of this round counts yet.
            there.update({name: max(there[name], match.round) for name in names})
            continue
        begun.add(match.round)
        sizes.add(len(names))
        places = spots(result.kind, result.places, seats)
        counts = result.kind in CONTESTED or not by_round
        for at, (name, spot) in enumerate(zip(names, places, strict=True)):
            others = (*names[:at], *names[at + 1 :])
            if spot.there:
                there[name] = max(there[name], match.round)
            if counts:
                met[name].append(Met(others, _against(places)[at]))
                continue
            part = exact(2 * len(names) - spot.doubled_place, 2 * (len(names) - 1)) if spot.there else 0
            unplayed[name].append(Unplayed(match.round, part, others, by_choice=not spot.there))
    for bye in byes:
        brought = of_bye(bye, points)
        part = exact(max(0, min(brought, top)), top) if top else 0
        asked = bye.kind != "bye" and brought < top
        busy[bye.entrant].add(bye.round)
        unplayed[bye.entrant].append(
            Unplayed(bye.round, part, by_choice=asked, asked_away=asked, brought=brought)
        )
        if not asked:
            there[bye.entrant] = max(there[bye.entrant], bye.round)
    if by_round:
        for side in sides:
            for missed in sorted(begun - busy[side]):
                unplayed[side].append(Unplayed(missed, 0, by_choice=True, asked_away=True))
    return Rounds(met, unplayed, there, len(begun), frozenset(sizes))


@lru_cache(maxsize=4096)
def _against(places: tuple[Spot, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each seat twice its result against each of the others: 2, 1 or 0."""
    return tuple(
        tuple(
            2 * (own.better < other.better) + (own.better == other.better) if own.there else 0
            for at, other in enumerate(places)
            if at != seat
        )
        for seat, own in enumerate(places)
    )


def _for_others(score: Figure, side: str, own: Rounds, drawn: Figure) -> Figure:
    """Return a side's score as its opponents count it: the rounds after it left are draws (rule 13.12)."""
    for one in own.unplayed[side]:
        if one.asked_away and one.round > own.last_there.get(side, 0):
            score += drawn - one.brought
    return score


def _without_lowest(terms: Sequence[Term]) -> int:
    total = sum(term.score for term in terms)
    return total - _lowest(terms) if len(terms) > 1 else total


def _median(terms: Sequence[Term]) -> int:
    total = sum(term.score for term in terms)
    if len(terms) < 3:
        return total
    lowest = _lowest(terms)
    # The lowest is one of the terms: what is left without it has the highest, unless all are alike.
    left = [term.score for term in terms]
    left.remove(lowest)
    return total - lowest - max(left)


def _lowest(terms: Sequence[Term]) -> int:
    """Return the term that is left out: of rounds missed by choice, if there are any (rule 13.15)."""
    missed = [term.score for term in terms if term.by_choice]
    return min(missed or [term.score for term in terms])

"""What the opponents did: Buchholz, with the lowest or the lowest and the highest left out, and Sonneborn-Berger.

Knows: final scores, who met whom at tables of any size, rounds that a side did not play.
Does not know: order, places, names of criteria in any language.

A side's own forfeit or absence must not help it nor those who met it, so a round that was not played is counted by
the rules of 2026: see chapter 13 of FORMATS.md. All sums are made in whole numbers of one small unit.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import lcm
from operator import mul
from typing import NamedTuple

from cacho_tournaments.formats.base import Bye, Figure, Match, Points, Result
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
# What rounds not played brought to a criterion (rule 13.24); what is cut away is not taken off.
_ALL, _BEATEN = "buchholz-unplayed", "sonneborn-berger-unplayed"
UNPLAYED: Mapping[str, str] = {BUCHHOLZ: _ALL, CUT_1: _ALL, MEDIAN: _ALL, SONNEBORN_BERGER: _BEATEN}


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
    """Return for each of these criteria the figure of every side (rules 13.10 to 13.17), and how much of it rounds
    not played brought (rule 13.24).

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
    found: dict[str, dict[str, Figure]] = {criterion: {} for criterion in (*CRITERIA, *UNPLAYED.values())}
    for side in sides:
        mine = int(scores[side] * unit)
        terms, against = count.of(own.met[side], own.unplayed[side], mine)
        found[BUCHHOLZ][side] = exact(sum(term.score for term in terms), unit)
        found[CUT_1][side] = exact(_without_lowest(terms), unit)
        found[MEDIAN][side] = exact(_median(terms), unit)
        found[SONNEBORN_BERGER][side] = against
        terms, against = count.of((), own.unplayed[side], mine)
        found[_ALL][side] = exact(sum(term.score for term in terms), unit)
        found[_BEATEN][side] = against
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
    book = _Book.of(sides)
    for match in matches:
        if match.result is None:
            book.under_way(match)
        elif match.result.kind != "bye":
            book.ended(match, match.result, by_round=by_round)
    for bye in byes:
        book.sat_out(bye, of_bye(bye, points), top)
    if by_round:
        book.missed(sides)
    return Rounds(book.met, book.unplayed, book.there, len(book.begun), frozenset(book.sizes))


@dataclass(slots=True)
class _Book:
    """The rounds of every side as they are read: ``there`` is the last in which it was, ``busy`` are all of which
    something is known, ``begun`` those of which anything is."""

    met: dict[str, list[Met]]
    unplayed: dict[str, list[Unplayed]]
    busy: dict[str, set[int]]
    there: dict[str, int] = field(default_factory=dict)
    begun: set[int] = field(default_factory=set)
    sizes: set[int] = field(default_factory=lambda: {2})

    @classmethod
    def of(cls, sides: Sequence[str]) -> "_Book":
        return cls(
            {side: [] for side in sides}, {side: [] for side in sides}, {side: set() for side in sides}
        )

    def came(self, side: str, number: int) -> None:
        self.there[side] = max(self.there.get(side, 0), number)

    def under_way(self, match: Match) -> None:
        """Take in a match without a result: whoever is drawn is there again, though nothing of it counts yet."""
        for seat in taken(match):
            side = match.seats[seat] or ""
            self.busy[side].add(match.round)
            self.came(side, match.round)

    def ended(self, match: Match, result: Result, *, by_round: bool) -> None:
        """Take in a match that ended: it was met, or it is a round not played for everybody in it."""
        seats = taken(match)
        names = [match.seats[seat] or "" for seat in seats]
        places = spots(result.kind, result.places, seats)
        self.begun.add(match.round)
        self.sizes.add(len(names))
        for at, (side, spot) in enumerate(zip(names, places, strict=True)):
            others = (*names[:at], *names[at + 1 :])
            self.busy[side].add(match.round)
            if spot.there:
                self.came(side, match.round)
            if result.kind in CONTESTED or not by_round:
                self.met[side].append(Met(others, _against(places)[at]))
                continue
            part = exact(2 * len(names) - spot.doubled_place, 2 * (len(names) - 1)) if spot.there else 0
            self.unplayed[side].append(Unplayed(match.round, part, others, by_choice=not spot.there))

    def sat_out(self, bye: Bye, brought: int, top: int) -> None:
        """Take in a bye or an absence; one that brings as much as a win counts as a bye (rule 13.12)."""
        side, asked = bye.entrant, bye.kind != "bye" and brought < top
        part = exact(max(0, min(brought, top)), top) if top else 0
        self.begun.add(bye.round)
        self.busy[side].add(bye.round)
        self.unplayed[side].append(
            Unplayed(bye.round, part, by_choice=asked, asked_away=asked, brought=brought)
        )
        if not asked:
            self.came(side, bye.round)

    def missed(self, sides: Iterable[str]) -> None:
        """Take in the rounds of which nothing is known of a side as absences (rule 13.12)."""
        for side in sides:
            for number in sorted(self.begun - self.busy[side]):
                self.unplayed[side].append(Unplayed(number, 0, by_choice=True, asked_away=True))


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

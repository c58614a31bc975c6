"""The order of tied sides: a list of criteria, each of which orders a whole set, and what parted whom.

Knows: figures of sides, matches among the tied, lots.
Does not know: places, who has left, names of criteria in any language.

A criterion never compares two sides at a time: three sides that beat each other in a ring have no first. It
cuts a set into smaller sets, and the next criterion goes on inside each (rule 6.1).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cacho_tournaments.formats import opponents
from cacho_tournaments.formats.base import Bye, Figure, Match, Points
from cacho_tournaments.formats.duels import Duels
from cacho_tournaments.formats.errors import BadStage
from cacho_tournaments.formats.points import Tally, average_places, pair, shares, tallies, whole

LOT, SHARE, AVERAGE_PLACE = "lot", "share", "average-place"
OVERALL: Mapping[str, Callable[[Tally], Figure]] = {
    "points": lambda tally: whole(tally.points),
    "games-won": lambda tally: tally.games_won,
    "games-difference": lambda tally: tally.games_difference,
    "wins": lambda tally: tally.wins,
    "difference": lambda tally: whole(tally.difference),
    "for": lambda tally: whole(tally.scored),
    "instant-wins": lambda tally: tally.instant_wins,
    "shutouts": lambda tally: tally.shutouts,
}
AMONG: Mapping[str, Callable[[Tally], Figure]] = {
    "among-tied": OVERALL["points"],
    "among-tied-difference": OVERALL["difference"],
    "among-tied-for": OVERALL["for"],
}
CRITERIA = (*OVERALL, *AMONG, *opponents.CRITERIA, SHARE, AVERAGE_PLACE, LOT)
DEFAULT = ("points", "games-won", "among-tied", "difference", "for", "instant-wins", LOT)
MEANS = frozenset({SHARE, AVERAGE_PLACE})  # a mean of matches already
LOWEST_FIRST = frozenset({AVERAGE_PLACE, LOT})

Tied = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parting:
    """What parts two sets that follow each other: criterion, figures, the tied it looked at."""

    criterion: str
    above: Figure
    below: Figure
    among: Tied = ()


@dataclass(frozen=True, slots=True)
class Ordered:
    """Sets from first to last; ``partings`` has one entry fewer, each between two neighbours."""

    sets: tuple[Tied, ...]
    partings: tuple[Parting, ...] = ()


@dataclass(slots=True)
class Ordering:
    """Orders sides by criteria. ``figures`` collects what was looked at: side, criterion, figure.

    ``matches`` are the ended ones that count, in their order, ``open_matches`` those that were drawn and have not
    ended. ``by_round`` tells that the stage is drawn round by round.
    """

    matches: Sequence[Match]
    points: Points
    overall: Mapping[str, Tally]
    lots: Mapping[str, int]
    byes: Sequence[Bye] = ()
    open_matches: Sequence[Match] = ()
    by_round: bool = False
    rounds: int | None = None
    figures: dict[str, dict[str, Figure]] = field(default_factory=dict)
    _known: dict[str, Mapping[str, Figure]] = field(default_factory=dict)
    _numbers: dict[str, list[int]] = field(default_factory=dict)

    def order(self, sides: Iterable[str], criteria: Sequence[str]) -> Ordered:
        """Return the sides as sets from first to last (rules 6.1 to 6.5).

        Raises: BadStage ``unknown-criterion``.
        """
        return self._part(tuple(sides), _steps(criteria))

    def of_all(self, criterion: str) -> Mapping[str, Figure]:
        """Return the figure of every side by a criterion that does not depend on who is tied."""
        if criterion not in self._known:
            self._known.update(self._worked_out(criterion))
        return self._known[criterion]

    def of_both(self, one: str, other: str) -> list[Match]:
        """Return the ended matches of two sides, in their order, each once."""
        numbers = sorted({*self._numbers_of(one), *self._numbers_of(other)})
        return [self.matches[number] for number in numbers]

    def meetings(self, tied: Collection[str]) -> list[Match]:
        """Return the matches from which the tied are ordered among themselves (rules 6.3, 13.18, 13.19)."""
        few = set(tied)
        if self._by_duels():
            return Duels.among(few, self._shared(few)).matches
        return [match for match in self._shared(few) if few.issuperset(match.seats)]

    def _worked_out(self, criterion: str) -> Mapping[str, Mapping[str, Figure]]:
        if criterion == LOT:
            return {LOT: self.lots}
        if criterion == SHARE:
            return {SHARE: shares(self.overall, self.matches)}
        if criterion == AVERAGE_PLACE:
            return {AVERAGE_PLACE: average_places(self.overall, self.matches)}
        if criterion in opponents.CRITERIA:
            return opponents.figures(
                tuple(self.overall),
                (*self.matches, *self.open_matches),
                self.byes,
                self.points,
                overall=self.overall,
                by_round=self.by_round,
                rounds=self.rounds,
            )
        return {criterion: {side: OVERALL[criterion](tally) for side, tally in self.overall.items()}}

    def _part(self, tied: Tied, steps: Sequence[tuple[str, ...]]) -> Ordered:
        if len(tied) < 2 or not steps:
            return Ordered((tied,))
        step, rest = steps[0], steps[1:]
        if step[0] not in AMONG:
            return _inside(self._cut(tied, step[0], self.of_all(step[0])), lambda few: self._part(few, rest))
        among = self._among(tied, step)
        if len(among.sets) == 1:
            return self._part(tied, rest)
        # A smaller set has a mini-table of its own: it starts again with the same criteria (rule 6.3).
        return _inside(among, lambda few: self._part(few, steps))

    def _cut(self, tied: Tied, criterion: str, figure: Mapping[str, Figure], among: Tied = ()) -> Ordered:
        same: dict[Figure, list[str]] = defaultdict(list)
        for side in tied:
            self.figures.setdefault(side, {})[criterion] = figure[side]
            same[figure[side]].append(side)
        values = sorted(same, reverse=criterion not in LOWEST_FIRST)
        partings = (Parting(criterion, *both, among) for both in pairwise(values))
        return Ordered(tuple(tuple(same[value]) for value in values), tuple(partings))

    def _among(self, tied: Tied, criteria: Sequence[str]) -> Ordered:
        """Order the tied by one mini-table of their own matches, and by nothing else (rule 6.3)."""
        if self._by_duels():
            few = set(tied)
            duels = Duels.among(few, self._shared(few))
            mini, missing = duels.table(tied, self.points), duels.missing(tied)
        else:
            inside = self.meetings(tied)
            mini, missing = tallies(tied, inside, self.points), _missing(tied, inside)
        if missing:
            return self._sure_first(tied, criteria[0], mini, missing)

        def go_on(few: Tied, left: Sequence[str]) -> Ordered:
            if len(few) < 2 or not left:
                return Ordered((few,))
            figure = {side: AMONG[left[0]](mini[side]) for side in few}
            return _inside(self._cut(few, left[0], figure, tied), lambda fewer: go_on(fewer, left[1:]))

        return go_on(tied, criteria)

    def _by_duels(self) -> bool:
        return self.by_round or any(len(match.seats) > 2 for match in self.matches)

    def _shared(self, few: Collection[str]) -> list[Match]:
        """Return the ended matches in which two or more of these sat, in their order."""
        met = Counter(number for side in few for number in self._numbers_of(side))
        return [self.matches[number] for number in sorted(met) if met[number] > 1]

    def _numbers_of(self, side: str) -> Sequence[int]:
        """Return the numbers of the ended matches of a side, lowest first."""
        if not self._numbers:
            found: dict[str, list[int]] = defaultdict(list)
            for number, match in enumerate(self.matches):
                for one in match.seats:
                    if one is not None:
                        found[one].append(number)
            self._numbers = found
        return self._numbers.get(side, ())

    def _sure_first(
        self, tied: Tied, criterion: str, mini: Mapping[str, Tally], missing: Mapping[str, int]
    ) -> Ordered:
        """Put one side first only if no result still missing among the tied could change it (rule 6.4)."""
        if criterion != "among-tied":
            return Ordered((tied,))
        least = min(0, self.points.loss, self.points.walkover_loss)
        most = max(self.points.win, self.points.tie)
        sure = {side: mini[side].points + least * missing.get(side, 0) for side in tied}
        reach = {side: mini[side].points + most * missing.get(side, 0) for side in tied}
        side = max(tied, key=lambda one: sure[one])
        others = tuple(other for other in tied if other != side)
        if sure[side] <= max(reach[other] for other in others):
            return Ordered((tied,))
        figure = {one: AMONG[criterion](mini[one]) for one in tied}
        for one in tied:
            self.figures.setdefault(one, {})[criterion] = figure[one]
        parting = Parting(criterion, figure[side], max(figure[one] for one in others), tied)
        return Ordered(((side,), others), (parting,))


def check(criteria: Sequence[str]) -> None:
    """Refuse a criterion that does not exist. Raises: BadStage ``unknown-criterion``."""
    for number, criterion in enumerate(criteria):
        if criterion not in CRITERIA:
            path = f"criteria[{number}]"
            raise BadStage("unknown-criterion", path=path, criterion=criterion, known=CRITERIA)


def _steps(criteria: Sequence[str]) -> list[tuple[str, ...]]:
    """Cut the list into steps: criteria of the tied that stand next to each other share one mini-table."""
    check(criteria)
    steps: list[tuple[str, ...]] = []
    for criterion in criteria:
        if steps and criterion in AMONG and steps[-1][-1] in AMONG:
            steps[-1] = (*steps[-1], criterion)
        else:
            steps.append((criterion,))
    return steps


def _inside(outer: Ordered, go_on: Callable[[Tied], Ordered]) -> Ordered:
    sets: list[Tied] = []
    partings: list[Parting] = []
    for number, few in enumerate(outer.sets):
        inner = go_on(few)
        if number:
            partings.append(outer.partings[number - 1])
        sets.extend(inner.sets)
        partings.extend(inner.partings)
    return Ordered(tuple(sets), tuple(partings))


def _missing(tied: Collection[str], inside: Iterable[Match]) -> Mapping[str, int]:
    """Return how many meetings among the tied each side still lacks, next to the pair that met most often."""
    pairs = [pair(match) for match in inside]
    due = max(Counter(frozenset(both) for both in pairs).values(), default=0) or 1
    met = Counter(side for both in pairs for side in both)
    lacking = {side: due * (len(tied) - 1) - met[side] for side in tied}
    return {side: count for side, count in lacking.items() if count}

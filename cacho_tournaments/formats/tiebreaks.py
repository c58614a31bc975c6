"""The order of tied sides: a list of criteria, each of which orders a whole set, and what parted whom.

Knows: figures of sides, matches among the tied, lots.
Does not know: places, who has left, names of criteria in any language.

A criterion never compares two sides at a time: three sides that beat each other in a ring have no first. It
cuts a set into smaller sets, and the next criterion goes on inside each (rule 6.1).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from cacho_tournaments.formats.base import Match, Points
from cacho_tournaments.formats.errors import BadStage
from cacho_tournaments.formats.points import Tally, pair, tallies

LOT = "lot"
OVERALL: Mapping[str, Callable[[Tally], int]] = {
    "points": lambda tally: tally.points,
    "games-won": lambda tally: tally.games_won,
    "games-difference": lambda tally: tally.games_difference,
    "wins": lambda tally: tally.wins,
    "difference": lambda tally: tally.difference,
    "for": lambda tally: tally.scored,
    "instant-wins": lambda tally: tally.instant_wins,
    "shutouts": lambda tally: tally.shutouts,
}
AMONG: Mapping[str, Callable[[Tally], int]] = {
    "among-tied": OVERALL["points"],
    "among-tied-difference": OVERALL["difference"],
    "among-tied-for": OVERALL["for"],
}
CRITERIA = (*OVERALL, *AMONG, LOT)
DEFAULT = ("points", "games-won", "among-tied", "difference", "for", "instant-wins", LOT)

Tied = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Parting:
    """What parts two sets that follow each other: criterion, figures, the tied it looked at."""

    criterion: str
    above: int
    below: int
    among: Tied = ()


@dataclass(frozen=True, slots=True)
class Ordered:
    """Sets from first to last; ``partings`` has one entry fewer, each between two neighbours."""

    sets: tuple[Tied, ...]
    partings: tuple[Parting, ...] = ()


@dataclass(slots=True)
class Ordering:
    """Orders sides by criteria. ``figures`` collects what was looked at: side, criterion, figure."""

    matches: Sequence[Match]
    points: Points
    overall: Mapping[str, Tally]
    lots: Mapping[str, int]
    figures: dict[str, dict[str, int]] = field(default_factory=dict)

    def order(self, sides: Iterable[str], criteria: Sequence[str]) -> Ordered:
        """Return the sides as sets from first to last (rules 6.1 to 6.5).

        Raises: BadStage ``unknown-criterion``.
        """
        return self._part(tuple(sides), _steps(criteria))

    def _part(self, tied: Tied, steps: Sequence[tuple[str, ...]]) -> Ordered:
        if len(tied) < 2 or not steps:
            return Ordered((tied,))
        step, rest = steps[0], steps[1:]
        if step[0] not in AMONG:
            return _inside(
                self._cut(tied, step[0], self._overall(step[0])), lambda few: self._part(few, rest)
            )
        among = self._among(tied, step)
        if len(among.sets) == 1:
            return self._part(tied, rest)
        # A smaller set has a mini-table of its own: it starts again with the same criteria (rule 6.3).
        return _inside(among, lambda few: self._part(few, steps))

    def _overall(self, criterion: str) -> Mapping[str, int]:
        if criterion == LOT:
            return self.lots
        return {side: OVERALL[criterion](tally) for side, tally in self.overall.items()}

    def _cut(self, tied: Tied, criterion: str, figure: Mapping[str, int], among: Tied = ()) -> Ordered:
        for side in tied:
            self.figures.setdefault(side, {})[criterion] = figure[side]
        # Of lots the lowest is the best, of everything else the most.
        values = sorted({figure[side] for side in tied}, reverse=criterion != LOT)
        sets = tuple(tuple(side for side in tied if figure[side] == value) for value in values)
        partings = (Parting(criterion, *both, among) for both in pairwise(values))
        return Ordered(sets, tuple(partings))

    def _among(self, tied: Tied, criteria: Sequence[str]) -> Ordered:
        """Order the tied by one mini-table of their own matches, and by nothing else (rule 6.3)."""
        inside = [match for match in self.matches if len(match.seats) > 1 and set(match.seats) <= set(tied)]
        mini = tallies(tied, inside, self.points)
        missing = _missing(tied, inside)
        if missing:
            return self._sure_first(tied, criteria[0], mini, missing)

        def go_on(few: Tied, left: Sequence[str]) -> Ordered:
            if len(few) < 2 or not left:
                return Ordered((few,))
            figure = {side: AMONG[left[0]](mini[side]) for side in few}
            return _inside(self._cut(few, left[0], figure, tied), lambda fewer: go_on(fewer, left[1:]))

        return go_on(tied, criteria)

    def _sure_first(
        self, tied: Tied, criterion: str, mini: Mapping[str, Tally], missing: Counter[str]
    ) -> Ordered:
        """Put one side first only if no result still missing among the tied could change it (rule 6.4)."""
        if criterion != "among-tied":
            return Ordered((tied,))
        least = min(0, self.points.loss, self.points.walkover_loss)
        most = max(self.points.win, self.points.tie)
        sure = {side: mini[side].points + least * missing[side] for side in tied}
        reach = {side: mini[side].points + most * missing[side] for side in tied}
        for side in tied:
            others = tuple(other for other in tied if other != side)
            best = max(reach[other] for other in others)
            if sure[side] > best:
                for one in tied:
                    self.figures.setdefault(one, {})[criterion] = mini[one].points
                parting = Parting(criterion, mini[side].points, max(mini[one].points for one in others), tied)
                return Ordered(((side,), others), (parting,))
        return Ordered((tied,))


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


def _missing(tied: Collection[str], inside: Iterable[Match]) -> Counter[str]:
    """Return how many meetings among the tied each side still lacks, next to the pair that met most often."""
    met = Counter(frozenset(pair(match)) for match in inside)
    due = max(met.values(), default=0) or 1
    lacking: Counter[str] = Counter()
    for one, other in combinations(tied, 2):
        lacking.update({one: due - met[frozenset((one, other))], other: due - met[frozenset((one, other))]})
    return +lacking

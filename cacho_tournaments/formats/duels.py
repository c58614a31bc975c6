"""Who was ahead of whom among the tied, where they met at tables of any size, some of them more than once.

Knows: matches in which two or more of the tied sat, the mean over the meetings of a pair.
Does not know: order, other criteria, results elsewhere.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cacho_tournaments.formats.base import Figure, Match, Points
from cacho_tournaments.formats.points import CONTESTED, Tally, whole


@dataclass(frozen=True, slots=True)
class Duel:
    """One side beside another at one table: twice the result (2, 1, 0), and both box points if there are any."""

    doubled: int
    own: int | None
    other: int | None


@dataclass(frozen=True, slots=True)
class Duels:
    """The duels of every side by opponent, and the matches that they come from."""

    by_pair: Mapping[tuple[str, str], Sequence[Duel]]
    matches: list[Match]

    @classmethod
    def among(cls, tied: Collection[str], matches: Iterable[Match]) -> "Duels":
        """Return the duels among the tied: of the tables at which all of them sat, if there are any, otherwise of
        all at which some did (rule 13.18). Forfeits are no duels (rule 13.19)."""
        played = [one for one in matches if one.result is not None and one.result.kind in CONTESTED]
        together = [one for one in played if set(tied) <= set(one.seats)]
        found: dict[tuple[str, str], list[Duel]] = defaultdict(list)
        for match in together or played:
            for side, other, duel in _duels(match, tied):
                found[side, other].append(duel)
        return cls(found, together or played)

    def missing(self, tied: Sequence[str]) -> Mapping[str, int]:
        """Return how many of the tied each side has not met; who has met all is left out."""
        lacking = dict.fromkeys(tied, len(tied) - 1)
        for side, _ in self.by_pair:
            lacking[side] -= 1
        return {side: count for side, count in lacking.items() if count}

    def table(self, tied: Iterable[str], points: Points) -> dict[str, Tally]:
        """Return what each side has against the others, each pair by the mean of its meetings."""
        worth = (points.loss, points.tie, points.win)
        found = {side: Tally() for side in tied}
        for (side, _), duels in self.by_pair.items():
            tally = found[side]
            tally.points += _mean([worth[duel.doubled] for duel in duels])
            scored = [
                (duel.own, duel.other) for duel in duels if duel.own is not None and duel.other is not None
            ]
            if scored:
                tally.scored += _mean([own for own, _ in scored])
                tally.conceded += _mean([other for _, other in scored])
        return found


def _duels(match: Match, tied: Collection[str]) -> Iterable[tuple[str, str, Duel]]:
    result = match.result
    if result is None:
        return
    here = [(seat, side) for seat, side in enumerate(match.seats) if side is not None and side in tied]
    for seat, side in here:
        for opposite, other in here:
            if side == other:
                continue
            mine, theirs = result.places[seat], result.places[opposite]
            doubled = 2 if mine < theirs else 1 if mine == theirs else 0
            scores = (result.scores[seat], result.scores[opposite]) if result.scores else (None, None)
            yield side, other, Duel(doubled, *scores)


def _mean(figures: Sequence[int]) -> Figure:
    return figures[0] if len(figures) == 1 else whole(Fraction(sum(figures), len(figures)))

"""Standings worked out by hand's arithmetic from the sums of the sheets, apart from the program's own counting.

Knows: who met whom with which totals. Does not know: ``formats``, rows, pages. The order is the Cochabamba preset's
as far as these walks need it: points 2/1/0, games won, result among the tied, point difference, points for.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Played:
    """A match of one game. ``winner`` is a name, or nothing where the sums are level."""

    totals: dict[str, int]
    winner: str


@dataclass
class Tally:
    """The matches of one group."""

    played: list[Played] = field(default_factory=list)

    def add(self, totals: dict[str, int], at_once: str = "") -> None:
        best = [name for name, total in totals.items() if total == max(totals.values())]
        self.played.append(Played(totals, at_once or (best[0] if len(best) == 1 else "")))

    def points(self, name: str, among: Iterable[str] = ()) -> int:
        rivals = set(among) or {each for match in self.played for each in match.totals}
        counted = [each for each in self.played if name in each.totals and set(each.totals) <= rivals]
        return sum(2 if each.winner == name else 0 if each.winner else 1 for each in counted)

    def wins(self, name: str) -> int:
        return sum(each.winner == name for each in self.played)

    def losses(self, name: str) -> int:
        return sum(name in each.totals and each.winner not in ("", name) for each in self.played)

    def scored(self, name: str) -> int:
        return sum(each.totals.get(name, 0) for each in self.played)

    def difference(self, name: str) -> int:
        mine = [each for each in self.played if name in each.totals]
        return sum(2 * each.totals[name] - sum(each.totals.values()) for each in mine)

    def order(self) -> list[str]:
        """Return the names from first to last."""
        names = {name for each in self.played for name in each.totals}

        def level(name: str) -> set[str]:
            mine = self.points(name), self.wins(name)
            return {other for other in names if (self.points(other), self.wins(other)) == mine}

        def merit(name: str) -> tuple[int, ...]:
            among = self.points(name, level(name))
            return self.points(name), self.wins(name), among, self.difference(name), self.scored(name)

        return sorted(names, key=merit, reverse=True)

"""How every round of a stage ended for each who plays it: what a cross table shows.

Knows: cards of matches, who sat out. Does not know: points, order, requests.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cacho_tournaments.competition.models import Result, Stage
from cacho_tournaments.competition.queries.values import GroupTable, MatchCard, SideCard
from cacho_tournaments.competition.rows import sat_out
from cacho_tournaments.web import round_words


@dataclass(frozen=True, slots=True)
class RoundMark:
    """A round of somebody: its sign, what the sign means, and the match behind it (none where it was sat out)."""

    round: int
    kind: str
    place: int | None = None
    token: str = ""

    @property
    def label(self) -> str:
        return round_words.label(self.round)

    @property
    def sign(self) -> str:
        return round_words.sign(self.kind, self.place)

    @property
    def name(self) -> str:
        return round_words.name(self.kind, self.place)


Marks = Mapping[int, tuple[RoundMark, ...]]


def round_marks(stage: Stage, table: GroupTable) -> Marks:
    """Return the marks of every row of a table by number, one for each round that stands; nothing for a stage that is
    drawn as a whole: one query."""
    if stage.format not in Stage.BY_ROUND:
        return {}
    return marks(table, ((row.number, row.round, row.kind) for row in sat_out(stage)))


def marks(table: GroupTable, byes: Iterable[tuple[int, int, str]]) -> Marks:
    """Return the marks of every row from its matches and from who (number, round, kind) sat out."""
    found: dict[tuple[int, int], RoundMark] = {}
    for match in table.matches:
        for side in match.sides:
            if side.number is not None:
                found[side.number, match.round] = _mark(match, side)
    rounds = range(1, max((match.round for match in table.matches), default=0) + 1)
    for number, round, kind in byes:
        found.setdefault((number, round), RoundMark(round, kind))
    return {
        row.number: tuple(found.get((row.number, each), RoundMark(each, "none")) for each in rounds)
        for row in table.rows
    }


def kinds(found: Marks) -> set[str]:
    """Return which kinds of marks were used."""
    return {mark.kind for row in found.values() for mark in row}


def _mark(match: MatchCard, side: SideCard) -> RoundMark:
    kind = "open"
    place = None
    if match.is_over:
        first = sum(other.place == 1 for other in match.sides)
        last = max(other.place or 0 for other in match.sides)
        if match.kind in Result.UNPLAYED and (match.kind == "both-absent" or not match.is_table):
            kind = "forfeit-won" if side.is_winner else "forfeit-lost"
        elif match.kind in Result.UNPLAYED and side.place == last:
            kind = "forfeit-lost"
        elif match.is_table:
            kind, place = round_words.PLACE, side.place
        else:
            kind = "won" if side.is_winner else "tied" if first > 1 else "lost"
    return RoundMark(match.round, kind, place, match.token)

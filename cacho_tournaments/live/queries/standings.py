"""A table as readers see it: every row with the reason of its place and where its points come from.

Knows: the table that competition works out, the sentences of reasons. Does not know: rows of the database.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cacho_tournaments.competition.queries.round_marks import Marks, RoundMark
from cacho_tournaments.competition.queries.values import GroupTable, StandingRow
from cacho_tournaments.web import reason_words, round_words, words
from cacho_tournaments.web.figures import of_criterion

PRINTED_APART = ("lot",)  # a drawn lot parts rows, but its number says nothing in a column


@dataclass(frozen=True, slots=True)
class Why:
    """Why a row stands where it stands: a sentence for each neighbour, the matches behind them as code and token."""

    ahead: str
    behind: str
    matches: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group, or the one table of its stage (no ``label``): its table as worked out, and for each row, by number,
    the reason of its place; of a table drawn round by round how each round ended for it."""

    label: str
    table: GroupTable
    whys: Mapping[int, Why]
    columns: tuple[str, ...]
    order: str
    done: int
    is_open: bool
    has_ties: bool
    marks: Marks = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What names it in addresses and on the page."""
        return self.label or "all"

    @property
    def has_duels(self) -> bool:
        """Whether two play a match, so that somebody wins and somebody loses."""
        return not any(match.is_table for match in self.table.matches)


def group_view(table: GroupTable, is_open: bool, marks: Marks | None = None) -> GroupView:
    """Return the table with the reasons of its rows and the words below it."""
    tokens = {match.code: match.token for match in table.matches}
    return GroupView(
        label=table.label,
        table=table,
        whys=whys(table.rows, tokens),
        columns=tuple(criterion for criterion in table.criteria if criterion not in PRINTED_APART),
        order=", ".join(str(words.criterion_name(criterion)) for criterion in table.criteria),
        done=sum(match.is_over for match in table.matches),
        is_open=is_open,
        has_ties=any(row.values["ties"] for row in table.rows),
        marks=marks or {},
    )


def whys(rows: Sequence[StandingRow], tokens: Mapping[str, str]) -> dict[int, Why]:
    """Return, by number, what parts each row from the one below it and from the one above it."""
    ahead: dict[int, str] = {}
    behind: dict[int, str] = {}
    matches: dict[int, list[tuple[str, str]]] = {row.number: [] for row in rows}
    for upper, lower in pairwise(rows):
        if upper.reason is None:
            ahead[upper.number] = reason_words.shared(lower.name)
            behind[lower.number] = reason_words.shared(upper.name)
            continue
        reason = upper.reason
        mine, theirs, tied = reason.mine, reason.theirs, reason.among
        ahead[upper.number] = reason_words.ahead(
            reason.criterion, other=lower.name, mine=mine, theirs=theirs, tied=tied
        )
        behind[lower.number] = reason_words.behind(
            reason.criterion, other=upper.name, mine=mine, theirs=theirs, tied=tied
        )
        shown = [(code, tokens[code]) for code in reason.matches if code in tokens]
        matches[upper.number] += shown
        matches[lower.number] += shown
    return {
        row.number: Why(
            ahead.get(row.number, ""), behind.get(row.number, ""), tuple(dict.fromkeys(matches[row.number]))
        )
        for row in rows
    }


@dataclass(frozen=True, slots=True)
class RowNotes:
    """What stands below a name: how often somebody sat out, from which round on, where the points come from, the
    figures that a phone has no column for, how each round ended."""

    sat_out: str
    parts: str
    since_round: int
    figures: tuple[tuple[words.Word, str], ...]
    marks: tuple[RoundMark, ...]


def row_notes(row: StandingRow, group: GroupView) -> RowNotes:
    """Return what is said of a row besides its place (STA-09: from where each part of a total comes)."""
    byes, absences, points = (row.values.get(name, 0) for name in ("byes", "absences", "from-byes"))
    total = row.values.get("points", 0)
    free = int(byes + absences)
    return RowNotes(
        sat_out=round_words.sat_out(int(byes), int(absences), points),
        parts=round_words.parts(total, int(row.values["played"]), total - points, free, points)
        if "points" in group.columns
        else "",
        since_round=row.since_round if row.since_round > 1 else 0,
        figures=tuple(
            (words.criterion_name(each), of_criterion(each, row.values[each])) for each in group.columns
        ),
        marks=group.marks.get(row.number, ()),
    )

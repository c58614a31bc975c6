"""A group's table as readers see it: every row with the reason of its place.

Knows: the table that competition works out, the sentences of reasons. Does not know: rows of the database.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from cacho_tournaments.competition.queries.values import GroupTable, StandingRow
from cacho_tournaments.web import reason_words, words

PRINTED_APART = ("lot",)  # a drawn lot parts rows, but its number says nothing in a column


@dataclass(frozen=True, slots=True)
class Why:
    """Why a row stands where it stands: a sentence for each neighbour, the codes of the matches behind it."""

    ahead: str
    behind: str
    matches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupView:
    """A group: its table as worked out, and for each row, by number, the reason of its place."""

    label: str
    table: GroupTable
    whys: dict[int, Why]
    columns: tuple[str, ...]
    order: str
    done: int
    is_open: bool
    has_ties: bool


def group_view(table: GroupTable, is_open: bool) -> GroupView:
    """Return the table with the reasons of its rows and the words below it."""
    return GroupView(
        label=table.label,
        table=table,
        whys=whys(table.rows),
        columns=tuple(criterion for criterion in table.criteria if criterion not in PRINTED_APART),
        order=", ".join(str(words.criterion_name(criterion)) for criterion in table.criteria),
        done=sum(match.is_over for match in table.matches),
        is_open=is_open,
        has_ties=any(row.values["ties"] for row in table.rows),
    )


def whys(rows: Sequence[StandingRow]) -> dict[int, Why]:
    """Return, by number, what parts each row from the one below it and from the one above it."""
    ahead: dict[int, str] = {}
    behind: dict[int, str] = {}
    matches: dict[int, tuple[str, ...]] = {}
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
        matches[upper.number] = reason.matches
    return {
        row.number: Why(ahead.get(row.number, ""), behind.get(row.number, ""), matches.get(row.number, ()))
        for row in rows
    }

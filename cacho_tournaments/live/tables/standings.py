"""The table of a group.

Knows: its columns are the criteria in the order they are applied; which of them a phone shows.
Does not know: how places come about.
"""

from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cacho_tournaments.competition.queries.values import StandingRow
from cacho_tournaments.live.queries.standings import GroupView
from cacho_tournaments.live.tables.cells import cell
from cacho_tournaments.people.names import sort_key
from cacho_tournaments.web import words


class StandingTable(tables.Table):
    """A group's table: its columns are the criteria in the order they are applied."""

    place = tables.Column(verbose_name="", attrs=cell("place"))
    name = tables.Column(verbose_name=_("Entrant"), order_by="order", attrs=cell("main"))
    why = tables.Column(verbose_name="", orderable=False, attrs=cell("why"))

    class Meta:
        attrs = {"class": "standings"}
        row_attrs = {"class": lambda record: "goes-on" if record.goes_on else ""}
        order_by = ("place",)

    def __init__(self, group: GroupView, *, tournament: str, category: str, **kwargs: Any) -> None:
        figures = [(column, _figure(column)) for column in ("played", *group.columns)]
        lines = [StandingLine(row, at, group) for at, row in enumerate(group.table.rows)]
        super().__init__(
            lines,
            prefix=f"{group.label.lower()}-",
            extra_columns=figures,
            sequence=("place", "name", *group.columns, "played", "why"),
            **kwargs,
        )
        self.group = group
        self.address = (tournament, category)

    def render_name(self, record: "StandingLine") -> SafeString:
        address = reverse("live:entrant", args=(*self.address, record.number))
        club = format_html("<small>{}</small>", record.club) if record.club else ""
        return format_html('<a href="{}">{}</a>{}', address, record.name, club)

    def render_why(self, record: "StandingLine") -> str:
        return render_to_string("live/_why.html", {"row": record, "why": record.why, "group": self.group})


WIDE = ("games-won", "among-tied", "for", "instant-wins", "played")
MAIN = "points"


def _figure(column: str) -> tables.Column:
    """Return the column of one criterion; on a phone only the few that most tables are read for stay."""
    css = "num strong" if column == MAIN else "num num-wide" if column == "difference" else "num"
    heading = words.criterion_short(column) if column != "played" else pgettext_lazy("column", "Played")
    title = words.criterion_name(column) if column != "played" else _("matches played")
    attrs = cell(f"{css} only-wide" if column in WIDE else css)
    attrs["th"]["title"] = title  # type: ignore[assignment]
    return FigureColumn(accessor=f"values__{column}", verbose_name=heading, attrs=attrs)


class FigureColumn(tables.Column):
    """A figure; differences carry their sign, and the most stands first when sorted once."""

    def render(self, value: int, bound_column: Any) -> str:
        if bound_column.name == "difference" and value:
            return f"+{value}" if value > 0 else f"−{-value}"
        return str(value)


class StandingLine:
    """A row of the table with what it is sorted by; equal figures keep the table's own order."""

    def __init__(self, row: StandingRow, at: int, group: GroupView) -> None:
        self.place = row.place
        self.number = row.number
        self.name = row.name
        self.club = row.club
        self.values = row.values
        self.goes_on = row.goes_on
        self.state = row.state
        self.order = (sort_key(row.name), at)
        self.why = group.whys[row.number]
        self.applied = [
            (words.criterion_name(criterion), row.values[criterion])
            for criterion in group.columns
            if criterion in row.applied
        ]

"""Tables of the public pages.

Knows: columns, how they sort and fold on a phone. Does not know: rows of the database; it is given frozen values.
Every sort key ends in the row's number, so that equal rows keep one order over all pages.
"""

from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cacho_tournaments.competition.queries.values import StandingRow
from cacho_tournaments.live.queries.entries import EntrantRow
from cacho_tournaments.live.queries.standings import GroupView
from cacho_tournaments.people.names import sort_key
from cacho_tournaments.web import words


def cell(css: str) -> dict[str, dict[str, str]]:
    """Return the attributes of a column whose cells and heading carry the classes."""
    return {"td": {"class": css}, "th": {"class": css}}


CHIPS = {
    "checked-in": "chip chip-good",
    "paid": "chip chip-good",
    "withdrawn": "chip",
    "disqualified": "chip chip-warn",
    "no-show": "chip chip-warn",
}


class EntrantTable(tables.Table):
    number = tables.Column(verbose_name=_("No."), attrs=cell("place"))
    name = tables.Column(verbose_name=_("Entrant"), order_by="by_name", attrs=cell("main"))
    club = tables.Column(verbose_name=_("Club"), order_by="by_club", attrs=cell("fold"), empty_values=(None,))
    seed = tables.Column(
        verbose_name=pgettext_lazy("column", "Seed"), order_by="by_seed", attrs=cell("num fold"), default=""
    )
    state = tables.Column(verbose_name=_("State"), order_by="by_state", attrs=cell("state"))

    class Meta:
        attrs = {"class": "has-folds has-places entrants"}
        order_by = ("number",)
        empty_text = _("Nobody found.")

    def __init__(self, *args: Any, tournament: str, category: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address = (tournament, category)

    def render_number(self, value: int) -> str:
        return str(value)

    def render_name(self, record: EntrantRow) -> SafeString:
        address = reverse("live:entrant", args=(*self.address, record.number))
        players = () if record.players == (record.name,) else record.players
        listed = format_html_join(" · ", "{}", ((player,) for player in players))
        below = format_html("<small>{}</small>", listed) if players else ""
        return format_html('<a href="{}">{}</a>{}', address, record.name, below)

    def render_state(self, value: str) -> SafeString:
        chip = CHIPS.get(value, "chip")
        return format_html('<span class="{}">{}</span>', chip, words.entrant_state_name(value))


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

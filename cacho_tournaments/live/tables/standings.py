"""The table of a group, of a league, of rounds.

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
from cacho_tournaments.formats.base import Figure
from cacho_tournaments.live.queries.standings import GroupView, row_notes
from cacho_tournaments.live.tables.cells import cell, titled
from cacho_tournaments.people.names import sort_key
from cacho_tournaments.web import words
from cacho_tournaments.web.figures import of_criterion


class StandingTable(tables.Table):
    """The table of a group, or of a stage that has one: its columns are the criteria in the order they are applied."""

    place = tables.Column(verbose_name=pgettext_lazy("column", "#"), attrs=cell("place"))
    name = tables.Column(verbose_name=_("Entrant"), order_by="order", attrs=cell("main"))
    record = tables.Column(
        verbose_name=pgettext_lazy("column", "W–L"),
        order_by="by_record",
        initial_sort_descending=True,
        attrs=titled("num num-wide", _("won and lost; won, tied and lost where matches were tied")),
    )
    played = tables.Column(
        accessor="values__played",
        verbose_name=pgettext_lazy("column", "Pl."),
        initial_sort_descending=True,
        attrs=titled("num", pgettext_lazy("column", "Played")),
    )

    class Meta:
        attrs = {"class": "standings"}
        row_attrs = {"class": lambda record: "goes-on" if record.goes_on else ""}
        order_by = ("place",)

    def __init__(self, group: GroupView, *, tournament: str, category: str, **kwargs: Any) -> None:
        first, rest = group.columns[:1], group.columns[1:]
        record, unused = ("record", "played") if group.has_duels else ("played", "record")
        super().__init__(
            [StandingLine(row, at, group) for at, row in enumerate(group.table.rows)],
            prefix=f"{group.label.lower()}-" if group.label else "",
            exclude=(unused,),
            extra_columns=[
                (criterion, _figure(criterion, criterion in first)) for criterion in group.columns
            ],
            sequence=("place", "name", *first, record, *rest),
            **kwargs,
        )
        self.group = group
        self.address = (tournament, category)

    def render_played(self, value: int) -> str:
        return str(value)

    def render_name(self, record: "StandingLine") -> SafeString:
        address = reverse("live:entrant", args=(*self.address, record.number))
        why = render_to_string("live/_why.html", {"row": record, "why": record.why, "group": self.group})
        return format_html('<a href="{}">{}</a>{}', address, record.name, why)


# A phone shows these and the first criterion; the reasons of places tell the rest.
ALWAYS = ("points", "difference")


def _figure(criterion: str, is_first: bool) -> "FigureColumn":
    """Return the column of one criterion."""
    css = "num strong" if is_first or criterion == "points" else "num"
    if criterion.endswith("difference"):
        css += " num-wide"
    return FigureColumn(
        accessor=f"values__{criterion}",
        verbose_name=words.criterion_short(criterion),
        initial_sort_descending=True,
        attrs=titled(
            css if is_first or criterion in ALWAYS else f"{css} only-wide", words.criterion_name(criterion)
        ),
    )


class FigureColumn(tables.Column):
    """A figure; a difference carries its sign, and what was not looked at for a row stays empty."""

    def render(self, value: Figure, record: "StandingLine", bound_column: Any) -> str:
        if bound_column.name.startswith("among-tied") and bound_column.name not in record.applied:
            return "·"
        return of_criterion(bound_column.name, value)


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
        self.out_as = row.out_as
        self.applied = row.applied
        self.order = (sort_key(row.name), at)
        wins, ties, losses = (row.values[name] for name in ("wins", "ties", "losses"))
        self.record = "–".join(str(n) for n in ((wins, ties, losses) if group.has_ties else (wins, losses)))
        self.by_record = (wins, -losses, -at)
        self.why = group.whys[row.number]
        self.notes = row_notes(row, group)
        self.second_chance = row.second_chance

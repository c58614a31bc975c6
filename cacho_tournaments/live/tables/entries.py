"""The table of entrants.

Knows: its columns, chips of states. Does not know: where the rows come from.
"""

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cacho_tournaments.competition.models import Entrant
from cacho_tournaments.competition.queries.values import EntrantRow
from cacho_tournaments.live.tables.cells import cell
from cacho_tournaments.people.names import sort_key
from cacho_tournaments.web import words

STATES = [state.value for state in Entrant.State]

CHIPS = {
    "checked-in": "chip chip-good",
    "paid": "chip chip-good",
    "withdrawn": "chip",
    "disqualified": "chip chip-warn",
    "no-show": "chip chip-warn",
    "eliminated": "chip chip-warn",
}


class EntrantLine:
    """A row with what it is sorted by; no two lines have equal keys."""

    def __init__(self, row: EntrantRow) -> None:
        self.number = row.number
        self.name = row.name
        self.players = row.players
        self.club = row.club
        self.seed = row.seed
        self.state = row.state
        self.by_name = (row.order, row.number)
        self.by_club = (not row.club, sort_key(row.club), row.number)
        self.by_seed = (row.seed is None, row.seed or 0, row.number)
        self.by_state = (STATES.index(row.state), row.number)


class EntrantTable(tables.Table):
    number = tables.Column(verbose_name=_("No."), attrs=cell("place"))
    name = tables.Column(verbose_name=_("Entrant"), order_by="by_name", attrs=cell("main"))
    club = tables.Column(
        verbose_name=_("Club"), order_by="by_club", attrs=cell("fold no-label"), empty_values=(None,)
    )
    seed = tables.Column(
        verbose_name=pgettext_lazy("column", "Seed"), order_by="by_seed", attrs=cell("num fold"), default=""
    )
    state = tables.Column(verbose_name=_("State"), order_by="by_state", attrs=cell("state"))

    class Meta:
        attrs = {"class": "has-folds has-places entrants"}
        order_by = ("number",)
        empty_text = _("Nobody found.")

    def __init__(self, rows: Sequence[EntrantRow], *, tournament: str, category: str, **kwargs: Any) -> None:
        super().__init__([EntrantLine(row) for row in rows], **kwargs)
        self.address = (tournament, category)

    def render_number(self, value: int) -> str:
        return str(value)

    def render_name(self, record: EntrantLine) -> SafeString:
        address = reverse("live:entrant", args=(*self.address, record.number))
        players = () if record.players == (record.name,) else record.players
        listed = format_html_join(" · ", "{}", ((player,) for player in players))
        below = format_html("<small>{}</small>", listed) if players else ""
        return format_html('<a href="{}">{}</a>{}', address, record.name, below)

    def render_state(self, value: str) -> SafeString:
        chip = CHIPS.get(value, "chip")
        return format_html('<span class="{}">{}</span>', chip, words.entrant_state_name(value))

"""The organizer's tables.

Knows: columns, how a cell is drawn. Does not know: queries; rows come as frozen values.
"""

from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.models import Category
from cacho_tournaments.competition.queries.entrant_pages import EntrantLine, StateStep

_CHIPS = {
    "applied": "chip",
    "accepted": "chip",
    "paid": "chip chip-warn",
    "checked-in": "chip chip-good",
    "withdrawn": "chip chip-bad",
    "disqualified": "chip chip-bad",
    "no-show": "chip chip-bad",
    "eliminated": "chip chip-bad",
}


def _classes(td: str, th: str | None = None) -> dict[str, dict[str, str]]:
    return {"td": {"class": td}, "th": {"class": td if th is None else th}}


class EntrantTable(tables.Table):
    """The entrants of a category, each with the button of its next state.

    The table stands inside the page's one form: its buttons name their own address, its boxes belong to the
    bulk buttons.
    """

    chosen = tables.Column(
        accessor="number",
        verbose_name=_("Choose"),
        orderable=False,
        attrs=_classes("choose", "choose unseen"),
    )
    number = tables.Column(verbose_name=_("No."), attrs=_classes("place"))
    name = tables.Column(verbose_name=_("Entrant"), order_by="name_key", attrs=_classes("main"))
    club = tables.Column(
        verbose_name=_("Club"), order_by="club_key", empty_values=(), attrs=_classes("club fold")
    )
    seed = tables.Column(verbose_name=_("Seed"), default="", attrs=_classes("num fold"))
    state = tables.Column(verbose_name=_("State"), order_by="state_key", attrs=_classes("state"))
    steps = tables.Column(
        verbose_name=_("Next"), orderable=False, attrs=_classes("row-steps", "row-steps unseen")
    )

    class Meta:
        attrs = {"class": "has-folds entry-desk", "caption": _("Entrants")}
        row_attrs = {"class": lambda record: "is-out" if record.is_out else ""}
        order_by = "number"
        empty_text = _("Nobody fits this search.")

    def __init__(self, *args: Any, category: Category, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address = [category.tournament.slug, category.slug]

    def render_chosen(self, record: EntrantLine) -> str:
        return format_html(
            '<input class="form-check-input" type="checkbox" name="chosen" value="{}" aria-label="{}">',
            str(record.number),
            _("Choose %(name)s") % {"name": record.name},
        )

    def render_name(self, record: EntrantLine) -> str:
        url = reverse("competition:entrant_edit", args=[*self.address, record.number])
        below = format_html("<small>{}</small>", record.players) if record.players != record.name else ""
        return format_html('<a href="{}">{}</a> {}', url, record.name, below)

    def render_club(self, record: EntrantLine) -> str:
        return record.club

    def render_state(self, record: EntrantLine) -> str:
        return format_html('<span class="{}">{}</span>', _CHIPS[record.state], record.state_name)

    def render_steps(self, record: EntrantLine) -> str:
        if record.may_return:
            page = reverse("competition:entrant_return", args=[*self.address, record.number])
            return format_html('<a class="btn btn-quiet btn-sm" href="{}">{}</a>', page, _("Comes back …"))
        url = reverse("competition:entrant_state", args=[*self.address, record.number])
        return format_html_join("", _STEP, (_step(url, step, n) for n, step in enumerate(record.steps)))


_STEP = (
    '<button class="{}" name="state" value="{}" formaction="{}" hx-post="{}" hx-target="#entrants" '
    'hx-swap="outerHTML">{}</button>'
)


def _step(url: str, step: StateStep, place: int) -> tuple[Any, ...]:
    # The usual way on stands out; a way back is there, and quiet.
    css = "btn btn-leather btn-sm" if place == 0 and not step.is_back else "btn btn-quiet btn-sm"
    return css, step.state, url, url, step.button

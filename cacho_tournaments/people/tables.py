"""The tables of players and clubs.

Knows: columns, how they sort and fold on a phone. Does not know: queries; rows come as frozen values.
"""

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.people.queries import ClubLine, PlayerLine


def _cell(css: str) -> dict[str, dict[str, str]]:
    return {"td": {"class": css}, "th": {"class": css}}


class PlayerTable(tables.Table):
    """The players whom the user finds."""

    name = tables.Column(verbose_name=_("Player"), order_by="by_name", attrs=_cell("main"))
    club = tables.Column(verbose_name=_("Club"), order_by="by_club", empty_values=(), attrs=_cell("fold"))
    city = tables.Column(verbose_name=_("City"), order_by="by_city", empty_values=(), attrs=_cell("fold"))
    events = tables.Column(verbose_name=_("Events"), order_by="by_events", attrs=_cell("num num-wide"))

    class Meta:
        attrs = {"class": "persons", "caption": _("Players")}
        order_by = "name"
        empty_text = _("Nobody fits this search.")

    def render_name(self, record: PlayerLine) -> str:
        return format_html('<a href="{}">{}</a>', reverse("people:player", args=[record.pk]), record.name)


class ClubTable(tables.Table):
    """The clubs, each with the players whom the user finds."""

    name = tables.Column(verbose_name=_("Name"), order_by="by_name", attrs=_cell("main"))
    city = tables.Column(verbose_name=_("City"), order_by="by_city", empty_values=(), attrs=_cell("fold"))
    players = tables.Column(verbose_name=_("Players"), order_by="by_players", attrs=_cell("num num-wide"))

    class Meta:
        attrs = {"class": "persons", "caption": _("Clubs")}
        order_by = "name"
        empty_text = _("No club fits this search.")

    def render_name(self, record: ClubLine) -> str:
        return format_html('<a href="{}">{}</a>', reverse("people:club", args=[record.pk]), record.name)

    def render_players(self, record: ClubLine) -> str:
        if not record.players:
            return "0"
        url = f"{reverse('people:players')}?club={record.pk}"
        return format_html('<a href="{}">{}</a>', url, str(record.players))

"""The table of a category's matches.

Knows: its columns and how they sort: open places last, then the order of play. Does not know: where cards come from.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.models import Match
from cacho_tournaments.competition.queries.values import MatchCard
from cacho_tournaments.live.queries.match_list import STATES
from cacho_tournaments.live.tables.cells import cell
from cacho_tournaments.web import words

CHIPS = {"playing": "chip chip-live", "finished": "chip chip-good"}


class MatchLine:
    """A card with what it is sorted by."""

    def __init__(self, card: MatchCard, at: int) -> None:
        self.card = card
        self.code = card.code
        self.round = (
            _("Group %(label)s, %(round)s") % {"label": card.group, "round": card.round_name}
            if card.group
            else card.round_name
        )
        self.table = card.table
        self.starts_at = card.starts_at
        self.state = card.state
        self.by_play = at
        self.by_table = (card.table is None, card.table or 0, at)
        self.by_time = (card.starts_at is None, card.starts_at.timestamp() if card.starts_at else 0, at)
        self.by_state = (STATES.index(card.state), at)


class MatchTable(tables.Table):
    code = tables.Column(verbose_name=_("Match"), order_by="by_play", attrs=cell("code only-wide"))
    card = tables.Column(verbose_name=_("Sides"), orderable=False, attrs=cell("main"))
    state = tables.Column(verbose_name=_("State"), order_by="by_state", attrs=cell("state fold no-label"))
    round = tables.Column(verbose_name=_("Round"), order_by="by_play", attrs=cell("fold no-label"))
    table = tables.Column(verbose_name=_("Table"), order_by="by_table", attrs=cell("fold"), default="")
    starts_at = tables.Column(verbose_name=_("Time"), order_by="by_time", attrs=cell("fold"), default="")

    class Meta:
        attrs = {"class": "has-folds matches"}
        empty_text = _("No match answers what you ask for.")
        order_by = ("state",)
        sequence = ("code", "card", "round", "table", "starts_at", "state")

    def __init__(self, cards: Sequence[MatchCard], **kwargs: Any) -> None:
        lines = [MatchLine(card, at) for at, card in enumerate(cards)]
        unused = [name for name in ("table", "starts_at") if not any(getattr(line, name) for line in lines)]
        super().__init__(lines, exclude=unused, **kwargs)

    def render_card(self, value: MatchCard) -> str:
        return render_to_string("live/_match_sides.html", {"match": value})

    def render_state(self, value: str, record: MatchLine) -> SafeString:
        if record.card.is_confirmed_now:
            return format_html('<span class="chip chip-warn">{}</span>', words.CONFIRMED_NOW)
        return format_html('<span class="{}">{}</span>', CHIPS.get(value, "chip"), Match.State(value).label)

    def render_starts_at(self, value: dt.datetime) -> str:
        return time_format(timezone.localtime(value), "H:i")

    def render_table(self, value: int) -> str:
        return str(value)

"""Filters of the printed tables.

Knows: how a table's figures are set. Does not know: where they come from.
"""

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext as _

from cacho_tournaments.competition.queries.values import StandingRow
from cacho_tournaments.web import words
from cacho_tournaments.web.grid import figure

register = template.Library()

SIGNED = {"difference", "games-difference"}


@register.filter
def criterion_short(criterion: str) -> words.Word:
    return words.criterion_short(criterion)


@register.filter
def criteria_names(criteria: Sequence[str]) -> str:
    """Return the criteria in words, in the order they are applied."""
    return _(", ").join(str(words.criterion_name(criterion)) for criterion in criteria)


@register.filter
def figures(row: StandingRow, criteria: Sequence[str]) -> list[str]:
    """Return the row's figures in the order of the criteria; differences carry their sign."""
    return [_figure(criterion, row.values.get(criterion)) for criterion in criteria]


def _figure(criterion: str, value: int | None) -> str:
    if value is None:
        return "–"
    if criterion.endswith("difference") and value:
        return figure(f"{value:+d}")
    return figure(value)

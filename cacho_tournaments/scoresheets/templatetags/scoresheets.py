"""Filters of the printed tables.

Knows: how a table's figures are set. Does not know: where they come from.
"""

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext as _

from cacho_tournaments.competition.queries.values import StandingRow
from cacho_tournaments.web import words
from cacho_tournaments.web.figures import of_criterion

register = template.Library()


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
    return [of_criterion(criterion, row.values.get(criterion)) or "–" for criterion in criteria]

"""Filters of the printed tables.

Knows: how a table's figures are set. Does not know: where they come from.
"""

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext as _

from cacho_tournaments.competition.queries.round_marks import Marks
from cacho_tournaments.competition.queries.values import StandingRow
from cacho_tournaments.web import round_words, words
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


@register.filter
def row_notes(row: StandingRow, marks: Marks) -> str:
    """Return what stands below a name: how whoever is out left, from which round on somebody plays, how each round
    ended (one lost, one sat out and one not played have signs of their own), what was given for those not played."""
    byes, absences, points = (row.values.get(name, 0) for name in ("byes", "absences", "from-byes"))
    said = [str(row.out_as)] if row.out_as else []
    if row.since_round > 1:
        said.append(_("since round %(number)s") % {"number": row.since_round})
    if signs := [mark.sign for mark in marks.get(row.number, ())]:
        said.append(" ".join(signs))
    said.append(round_words.sat_out(int(byes), int(absences), points))
    return " · ".join(filter(None, said))

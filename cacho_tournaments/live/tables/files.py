"""Tables as files: every line of every table of a stage, for whoever counts on.

Knows: the columns of such a file. Does not know: requests, how a table is made.
"""

from collections.abc import Iterator

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from cacho_tournaments.live.queries.stages import TablesPage
from cacho_tournaments.live.queries.standings import GroupView
from cacho_tournaments.web import exports, words


def standings_file(name: str, page: TablesPage | None) -> HttpResponse:
    """Return the tables of a stage below each other: a column for the group where there are some, one for each round
    of a stage that is drawn round by round."""
    found = page.groups if page else ()
    columns = ("played", *(found[0].columns if found else ()))
    rounds = sorted(page.every_round) if page else []
    stem = f"{name}-standings"
    if page and page.stage.asked:
        stem = f"{name}-{page.stage.order}-standings"
    heading = (
        *((_("Group"),) if not page or page.labels else ()),
        *(_("Place"), _("No."), _("Entrant"), _("Club"), pgettext("column", "Played")),
        *(words.criterion_name(column) for column in columns[1:]),
        *(_("Round %(number)s") % {"number": number} for number in rounds),
        *((_("Points from rounds not played"),) if rounds else ()),
        _("State"),
    )
    lines = (line for group in found for line in _lines(group, columns, bool(rounds)))
    return exports.csv_answer(stem, heading, lines)


def _lines(group: GroupView, columns: tuple[str, ...], by_round: bool) -> Iterator[tuple[exports.Cell, ...]]:
    for row in group.table.rows:
        yield (
            *((group.label,) if group.label else ()),
            *(row.place, row.number, row.name, row.club),
            *(row.values[column] for column in columns),
            *(mark.place or mark.name for mark in group.marks.get(row.number, ())),
            *((row.values.get("from-byes", 0),) if by_round else ()),
            str(row.out_as),
        )

"""The groups and the knock-out of a category.

Knows: what an address asks for, which table stands on a page. Does not know: how places and seats come about.
"""

from collections.abc import Iterable

import django_tables2 as tables2
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from cacho_tournaments.live.queries import stages, versions
from cacho_tournaments.live.queries.events import CategoryLink, Head
from cacho_tournaments.live.tables.standings import StandingTable
from cacho_tournaments.live.views import answers
from cacho_tournaments.web import exports, words


@gzip_page
@require_safe
def groups(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """Every group, or one (``?group=C``): its table with the reason of each place, and its matches."""
    seen = answers.version_or_404(versions.of_event(slug, request.user))
    if same := answers.nothing_new(request, seen):
        return same
    head, link = answers.category_or_404(request, slug, category)
    if request.GET.get("format") == "csv":
        return _standings_file(head, link)

    def build() -> answers.Context:
        page = stages.groups(link, request.GET.get("group", ""))
        shown = (
            [StandingTable(group, tournament=slug, category=category) for group in page.groups]
            if page
            else []
        )
        for table in shown:
            tables2.RequestConfig(request, paginate=False).configure(table)
        return {"page": page, "tables": shown}

    return answers.watched(request, "groups", seen, build, head, link)


def _standings_file(head: Head, link: CategoryLink) -> HttpResponse:
    """All tables of the groups below each other, a column for the group."""
    page = stages.groups(link)
    found = page.groups if page else ()
    columns = ("played", *(found[0].columns if found else ()))
    heading = (_("Group"), _("Place"), _("No."), _("Entrant"), _("Club"), pgettext("column", "Played"))
    names = [words.criterion_name(column) for column in columns[1:]]
    lines: Iterable[tuple[exports.Cell, ...]] = (
        (
            *(group.label, row.place, row.number, row.name, row.club),
            *(row.values[column] for column in columns),
            str(row.out_as),
        )
        for group in found
        for row in group.table.rows
    )
    return exports.csv_answer(f"{head.slug}-{link.slug}-standings", (*heading, *names, _("State")), lines)


@gzip_page
@require_safe
def bracket(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """The knock-out, or one round of it (``?round=2``): a list on a phone, a tree where there is room."""
    seen = answers.version_or_404(versions.of_event(slug, request.user))
    if same := answers.nothing_new(request, seen):
        return same
    head, link = answers.category_or_404(request, slug, category)
    wanted = request.GET.get("round", "")
    return answers.watched(
        request, "bracket", seen, lambda: {"page": stages.bracket(link, wanted)}, head, link
    )

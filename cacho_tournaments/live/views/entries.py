"""Who competes: the list of a category, and one entrant's page.

Knows: what an address asks for, the list as a page and as a file. Does not know: rows, who may see them.
"""

import django_tables2 as tables2
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from cacho_tournaments.competition.queries.values import EntrantRow
from cacho_tournaments.live.queries import entries, versions
from cacho_tournaments.live.tables.entries import EntrantTable
from cacho_tournaments.live.views import answers
from cacho_tournaments.web import exports, words

PER_PAGE = 50


@gzip_page
@require_safe
def entrants(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """The entrants of a category: searched, sorted, page by page, or all of them as a file."""
    head, link = answers.category_or_404(request, slug, category)
    text = request.GET.get("q", "").strip()
    rows = entries.entrants(link, text)
    if request.GET.get("format") == "csv":
        heading = (_("No."), _("Entrant"), _("Players"), _("Club"), _("City"), _("Seed"), _("State"))
        return exports.csv_answer(f"{head.slug}-{link.slug}-entrants", heading, map(_line, rows))
    table = EntrantTable(rows, tournament=head.slug, category=link.slug)
    tables2.RequestConfig(request, paginate={"per_page": PER_PAGE, "silent": True}).configure(table)
    return answers.show(request, "entrants", {"table": table, "q": text, "count": len(rows)}, head, link)


def _line(row: EntrantRow) -> tuple[exports.Cell, ...]:
    state = str(words.entrant_state_name(row.state))
    return row.number, row.name, ", ".join(row.players), row.club, row.city, row.seed, state


@gzip_page
@require_safe
def entrant(request: HttpRequest, slug: str, category: str, number: int) -> HttpResponse:
    """One entrant: who it is, where it plays next, its matches, its place and why."""
    seen = answers.version_or_404(versions.of_event(slug, request.user))
    if same := answers.nothing_new(request, seen):
        return same
    head, link = answers.category_or_404(request, slug, category)
    who = entries.known(link, number)
    if who is None:
        raise Http404(str(number))
    if who.kept is not None:
        return redirect("live:entrant", slug, category, who.kept)
    return answers.watched(
        request, "entrant", seen, lambda: {"page": entries.entrant(link, number)}, head, link, title=who.name
    )

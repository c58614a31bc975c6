"""The matches of a category, and one match with its sheets.

Knows: what an address asks for. Does not know: how a match is read, who may see it.
"""

import django_tables2 as tables2
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from cacho_tournaments.competition.models import Match
from cacho_tournaments.competition.queries.matches import category_matches, successor
from cacho_tournaments.live.queries import match_list, versions
from cacho_tournaments.live.queries import matches as match_pages
from cacho_tournaments.live.tables.matches import MatchTable
from cacho_tournaments.live.views import answers

PER_PAGE = 60


@gzip_page
@require_safe
def matches(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """All matches, or those of a state, table, round or name."""
    head, link = answers.category_or_404(request, slug, category)
    found = match_list.match_list(
        category_matches(link.pk), request.GET, {stage.order: stage.name for stage in link.plan}
    )
    table = MatchTable(found.cards)
    tables2.RequestConfig(request, paginate={"per_page": PER_PAGE, "silent": True}).configure(table)
    states = [(state, Match.State(state).label) for state in match_list.STATES]
    return answers.show(request, "matches", {"list": found, "table": table, "states": states}, head, link)


@gzip_page
@require_safe
def match(request: HttpRequest, token: str) -> HttpResponse:
    """One match: its sheets, whose turn it is, every turn, how it ended."""
    found = versions.of_match(token, request.user)
    if found is None and (now := successor(token)) is not None:
        return redirect("live:match", now)
    seen = answers.version_or_404(found)
    if same := answers.nothing_new(request, seen):
        return same
    head, link = answers.category_or_404(request, seen.tournament, seen.category)
    return answers.watched(
        request, "match", seen, lambda: {"match": match_pages.match(token)}, head, link, title=seen.title
    )

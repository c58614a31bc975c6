"""The stages of a category: tables of groups, leagues and rounds, and brackets.

Knows: what an address asks for, which table stands on a page. Does not know: how places and seats come about.
"""

import django_tables2 as tables2
from django.http import HttpRequest, HttpResponse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from cacho_tournaments.live.queries import stages, versions
from cacho_tournaments.live.queries.events import BRACKET, TABLES
from cacho_tournaments.live.tables.files import standings_file
from cacho_tournaments.live.tables.standings import StandingTable
from cacho_tournaments.live.views import answers


@gzip_page
@require_safe
def groups(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """The tables of a stage (``?stage=2``), or one group (``?group=C``) or round (``?round=3``) of it."""
    seen = answers.version_or_404(versions.of_event(slug, request.user))
    if same := answers.nothing_new(request, seen):
        return same
    head, link = answers.category_or_404(request, slug, category)
    asked = request.GET
    stage = link.stage(TABLES, asked.get("stage", ""))
    if asked.get("format") == "csv":
        return standings_file(f"{slug}-{category}", stages.tables_page(stage) if stage else None)

    def build() -> answers.Context:
        wanted = asked.get("group", ""), asked.get("round", "")
        page = stages.tables_page(stage, *wanted) if stage else None
        shown = (
            [StandingTable(each, tournament=slug, category=category) for each in page.groups] if page else []
        )
        for table in shown:
            tables2.RequestConfig(request, paginate=False).configure(table)
        return {"page": page, "tables": shown, "stage": stage}

    return answers.watched(request, "groups", seen, build, head, link, stage=stage)


@gzip_page
@require_safe
def bracket(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """A bracket, or one tree (``?bracket=losers``) or round (``?round=2``) of it: a list on a phone, a tree where there
    is room."""
    seen = answers.version_or_404(versions.of_event(slug, request.user))
    if same := answers.nothing_new(request, seen):
        return same
    head, link = answers.category_or_404(request, slug, category)
    asked = request.GET
    stage = link.stage(BRACKET, asked.get("stage", ""))

    def build() -> answers.Context:
        wanted = asked.get("round", ""), asked.get("bracket", "")
        return {"page": stages.bracket(stage, *wanted) if stage else None, "stage": stage}

    return answers.watched(request, "bracket", seen, build, head, link, stage=stage)

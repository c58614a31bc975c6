"""The printed pages: each parses, asks one query, renders.

Knows: who may print what, file names. Does not know: how a page is set.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cacho_tournaments.competition.actions import sheets as notes
from cacho_tournaments.competition.models import Category, Match, Stage, Tournament
from cacho_tournaments.competition.views.doors import of_tournament
from cacho_tournaments.people.models import User
from cacho_tournaments.scoresheets import cards, queries
from cacho_tournaments.scoresheets import render as printer
from cacho_tournaments.scoresheets.values import MatchSheet
from cacho_tournaments.web import explain
from cacho_tournaments.web.http import small

SHEET_STYLES = ("base.css", "sheet.css")
TABLE_STYLES = ("base.css", "tables.css")
CARD_STYLES = ("base.css", "cards.css")


def _or_advice(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Show what to install where the print libraries are missing, instead of a broken page."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except printer.PrintingUnavailable as error:
            return render(request, "web/refused.html", {"sentence": explain.sentence(error)}, status=503)

    return shown


@require_safe
@_or_advice
def match(request: HttpRequest, token: str) -> HttpResponse:
    """Print the sheets of one match, blank or as played."""
    found = get_object_or_404(Match.objects.select_related("stage__category__tournament"), token=token)
    _may_print(request, found.stage)
    sheets = _sheets(request, Match.objects.filter(pk=found.pk), found.stage.category)
    content = _set(sheets)
    _note(request, [found], found.stage)
    return _pdf(content, f"{found.code}-{token}")


@require_safe
@_or_advice
def round(request: HttpRequest, slug: str, category: str, order: int, number: int) -> HttpResponse:
    """Print the sheets of every match of a round, for the tables."""
    stage = _stage(slug, category, order=order)
    _may_print(request, stage, is_long=True)
    matches = Match.objects.filter(stage=stage, round=number).order_by("table__number", "pk")
    sheets = _sheets(request, matches, stage.category)
    if not sheets:
        raise Http404
    content = _set(sheets)
    _note(request, matches, stage)
    return _pdf(content, f"{slug}-{category}-{order}-{number}")


@require_safe
@_or_advice
def groups(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """Print the tables of a stage (``?stage=``, else the latest) with their matches."""
    return _tables(request, slug, category, with_matches=True)


@require_safe
@_or_advice
def standings(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """Print the tables of a stage (``?stage=``, else the latest) alone."""
    return _tables(request, slug, category, with_matches=False)


@require_safe
@_or_advice
def pairings(request: HttpRequest, slug: str, category: str, order: int, number: int) -> HttpResponse:
    """Print a round to hang up: who plays at which table, who sits out."""
    stage = _stage(slug, category, order=order)
    _may_print(request, stage)
    page = queries.round_page(stage, number, path=_page_of(stage), paper=request.GET.get("paper", ""))
    if page is None:
        raise Http404
    html = render_to_string("scoresheets/round.html", {"page": page})
    return _pdf(printer.to_pdf(html, styles=TABLE_STYLES), f"{slug}-{category}-{order}-round-{number}")


@require_safe
@_or_advice
def bracket(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """Print a bracket: that of ``?stage=``, else the latest."""
    stage = _stage_of_kind(request, slug, category, Stage.TREES)
    page = queries.bracket_page(stage, path=_page_of(stage), paper=request.GET.get("paper", ""))
    html = render_to_string("scoresheets/bracket.html", {"page": page})
    return _pdf(printer.to_pdf(html, styles=TABLE_STYLES), f"{slug}-{category}-bracket")


@never_cache
@require_safe
@_or_advice
@of_tournament()
def tablets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Print the cards of the tablets that wait to be let in, to be cut and laid on the tables."""
    page = cards.tablet_cards(
        tournament,
        path_of=lambda token: reverse("play:open", args=[token]),
        pin_path=reverse("play:tablet"),
        paper=request.GET.get("paper", ""),
    )
    if not page.pages:
        messages.info(request, _("No tablet waits for its card: each is in already."))
        return redirect("play:devices", tournament.slug)
    html = render_to_string("scoresheets/tablets.html", {"page": page}, request)
    return _pdf(printer.to_pdf(html, styles=CARD_STYLES), f"{tournament.slug}-tablets")


def _tables(request: HttpRequest, slug: str, category: str, *, with_matches: bool) -> HttpResponse:
    stage = _stage_of_kind(request, slug, category, (*Stage.POOLS, *Stage.BY_ROUND))
    page = queries.tables_page(
        stage, path=_page_of(stage), with_matches=with_matches, paper=request.GET.get("paper", "")
    )
    html = render_to_string("scoresheets/tables.html", {"page": page})
    name = "groups" if with_matches else "standings"
    return _pdf(printer.to_pdf(html, styles=TABLE_STYLES), f"{slug}-{category}-{name}")


def _stage_of_kind(request: HttpRequest, slug: str, category: str, formats: Sequence[str]) -> Stage:
    """Return the stage of that number, else the latest that is released, drawn or planned; whom it is not for finds
    nothing."""
    wanted = small(request.GET.get("stage", ""))
    found = list(_stages(slug, category).filter(format__in=formats))
    asked = [stage for stage in found if stage.order == wanted]
    shown = [stage for stage in found if stage.state in Stage.SHOWN]
    drawn = [stage for stage in found if stage.state != Stage.State.PLANNED]
    best = asked or shown[-1:] or drawn[-1:] or found[:1]
    if not best:
        raise Http404
    _may_print(request, best[0])
    return best[0]


def _page_of(stage: Stage) -> str:
    """Return the public page of a stage."""
    name = "live:bracket" if stage.format in Stage.TREES else "live:groups"
    path = reverse(name, args=[stage.category.tournament.slug, stage.category.slug])
    return f"{path}?stage={stage.order}"


def _sheets(request: HttpRequest, matches: QuerySet[Match], category: Category) -> tuple[MatchSheet, ...]:
    kind = queries.FILLED if request.GET.get("kind") == queries.FILLED else queries.BLANK
    paper = request.GET.get("paper", "")
    return queries.match_sheets(matches, category, kind=kind, path_of=_match_path, paper=paper)


def _match_path(token: str) -> str:
    return reverse("live:match", args=[token])


def _set(sheets: Sequence[MatchSheet]) -> bytes:
    leaves = [printer.Leaf(partial(_html, each), each.kind, each.lines, each.grows_mm) for each in sheets]
    return printer.sheets_to_pdf(leaves, styles=SHEET_STYLES)


def _html(sheet: MatchSheet, setting: str) -> str:
    return render_to_string("scoresheets/match.html", {"page": sheet, "setting": setting})


def _stage(slug: str, category: str, **which: Any) -> Stage:
    found = _stages(slug, category).filter(**which).first()
    if found is None:
        raise Http404
    return found


def _stages(slug: str, category: str) -> QuerySet[Stage]:
    stages = Stage.objects.select_related("category__tournament").order_by("order")
    return stages.filter(category__tournament__slug=slug, category__slug=category)


def _may_print(request: HttpRequest, stage: Stage, *, is_long: bool = False) -> None:
    """Let everybody print what the public sees; drafts, hidden events and what keeps the machine busy for long only
    those who work there."""
    event = stage.category.tournament
    seen = event.is_public and stage.state in Stage.SHOWN and not is_long
    if seen or request.user.has_perm("competition.work", event):
        return
    if request.user.is_authenticated:
        raise PermissionDenied
    raise Http404


def _note(request: HttpRequest, matches: Iterable[Match], stage: Stage) -> None:
    """Note that sheets were printed by somebody who works there: a correction then names them. What a spectator
    prints lies on no table."""
    if isinstance(request.user, User) and request.user.has_perm(
        "competition.work", stage.category.tournament
    ):
        notes.printed(matches=matches, by=request.user)


def _pdf(content: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}-{translation.get_language()}.pdf"'
    return answer

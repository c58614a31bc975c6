"""The sorteo, made to be projected, and what a draw was drawn from.

Knows: who may see a draw, which step is asked for. Does not know: how a lot falls, how a page moves.

A released draw of a public event is everybody's to see, without a log-in; a draft is the organizers' alone. Whoever may
not see it is not told that it is there.
"""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cacho_tournaments.competition.models import Draw, Stage
from cacho_tournaments.competition.queries import sorteo as queries
from cacho_tournaments.competition.views.doors import ORGANIZE, WORK, stage_seen_by_all
from cacho_tournaments.web.http import small


@require_safe
@stage_seen_by_all
def sorteo(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Show a draw step by step; without a step everything that was drawn."""
    page = queries.sorteo(stage, _shown(request, stage))
    last = len(page.steps)
    asked = request.GET.get("step", "")
    step = min(small(asked), last) if asked else last
    category = stage.category
    context = {"stage": stage, "category": category, "tournament": category.tournament, "page": page}
    context |= {"step": step, "is_whole": not asked, "now": page.steps[step - 1] if step else None}
    context["is_organizer"] = request.user.has_perm(ORGANIZE, category.tournament)
    return render(request, "competition/sorteo.html", context)


@require_safe
@stage_seen_by_all
def draw_question(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Serve what a draw was drawn from, its seed with it: the formats' own door gives the same draw again."""
    draw = _shown(request, stage)
    if not draw.question:
        raise Http404
    part = f"-{draw.round}" if draw.round else ""
    name = f"{stage.category.tournament.slug}-{stage.category.slug}-{stage.order}{part}.json"
    answer = JsonResponse(draw.question, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _shown(request: HttpRequest, stage: Stage) -> Draw:
    tournament = stage.category.tournament
    organizes = request.user.has_perm(ORGANIZE, tournament)
    number, part = small(request.GET.get("round", "")), small(request.GET.get("part", ""))
    draw = queries.shown_draw(stage, round=number, part=part, drafts=organizes)
    if draw is None or not (tournament.is_public or request.user.has_perm(WORK, tournament)):
        raise Http404
    return draw

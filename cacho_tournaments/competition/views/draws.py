"""Steps of a draw: propose, discard, exchange, arrange, release, take back.

Knows: forms and confirmations. Does not know: how a lot falls.
"""

from collections.abc import Collection

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from cacho_tournaments.competition.actions import draws
from cacho_tournaments.competition.forms.matches import DrawForm, SwapForm
from cacho_tournaments.competition.forms.rounds import ArrangeForm
from cacho_tournaments.competition.models import Stage
from cacho_tournaments.competition.queries import drafts, stage_pages
from cacho_tournaments.competition.views.doors import of_stage, refusals_said, user_of
from cacho_tournaments.competition.views.frame import framed
from cacho_tournaments.competition.views.stages import address_of, stage_response


@of_stage()
@require_POST
def draw(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Draw by lot, as a draft that only organizers see."""
    form = DrawForm(request.POST)
    if form.sent(request, lambda values: draws.propose(stage=stage, by=user_of(request), **values)):
        messages.success(request, _("The lot has fallen. This is a draft: look it over, then release it."))
        return redirect("competition:stage", *address_of(stage))
    return stage_response(request, stage, draw_form=form)


@of_stage()
def draw_discard(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Say what is lost with the draft; discard it when that is confirmed."""
    if request.method == "POST":
        with refusals_said(request):
            draws.discard(stage=stage, by=user_of(request))
            messages.success(request, _("The draft is discarded. Its seed stays in the journal."))
        return redirect("competition:stage", *address_of(stage))
    category, page = stage.category, stage_pages.stage_page(stage)
    return framed(request, "draw_discard", category.tournament, category, stage=stage, page=page)


@of_stage()
@require_POST
def draw_swap(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Exchange two entrants of the draft, and name what that brings about."""
    page = stage_pages.stage_page(stage)
    form = SwapForm(request.POST, entrants=list(page.exchangeable))
    numbers, by = stage_pages.by_number(stage), user_of(request)
    if form.sent(
        request,
        lambda sent: draws.swap(
            stage=stage, by=by, first=numbers[sent["first"]], second=numbers[sent["second"]]
        ),
    ):
        messages.success(request, _("The two have changed places."))
        _say_brought(request, stage, page.draw.warnings if page.draw else ())
        return redirect("competition:stage", *address_of(stage))
    return stage_response(request, stage, swap_form=form)


@of_stage()
def draw_arrange(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Fill every place of the draft by hand."""
    category, page = stage.category, drafts.arranging(stage)
    form = ArrangeForm(request.POST or None, places=page.places)
    numbers = stage_pages.by_number(stage)
    if form.sent(
        request,
        lambda _values: draws.arrange(
            stage=stage, by=user_of(request), order=[numbers[each] for each in form.order()]
        ),
    ):
        messages.success(request, _("The places are as you set them."))
        _say_brought(request, stage, page.warnings)
        return redirect("competition:stage", *address_of(stage))
    return framed(request, "draw_arrange", category.tournament, category, stage=stage, page=page, form=form)


@of_stage()
@require_POST
def draw_release(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Release the draft: from now on everybody sees it and it can be played."""
    with refusals_said(request):
        released = draws.release(stage=stage, by=user_of(request))
        said = _("The draw is released. Print the sheets and call the first round.")
        if released.round > 1:
            said = _("Round %(n)s is released. Print the sheets and call it.") % {"n": released.round}
        messages.success(request, said)
    return redirect("competition:stage", *address_of(stage))


@of_stage()
@require_POST
def draw_take_back(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Make a released draw a draft again, as long as nothing of it is played."""
    with refusals_said(request):
        draws.take_back(stage=stage, by=user_of(request), reason=request.POST.get("reason", ""))
        messages.success(request, _("The draw is a draft again: only organizers see it."))
    return redirect("competition:stage", *address_of(stage))


def _say_brought(request: HttpRequest, stage: Stage, before: Collection[str]) -> None:
    """Name what a change by hand has brought about: a repeat, one club together, a second free round."""
    for note in drafts.brought(stage, before):
        messages.warning(request, note)

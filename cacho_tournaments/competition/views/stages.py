"""Pages of a stage: its draw or its rounds and tables, its settings, its end.

Knows: forms, which template stands for which state. Does not know: how anything is drawn or stored.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from cacho_tournaments.competition.actions import draws, timetable, tournaments
from cacho_tournaments.competition.forms.matches import DrawForm, SwapForm
from cacho_tournaments.competition.forms.stages import STAGE_FORMS
from cacho_tournaments.competition.models import Stage
from cacho_tournaments.competition.queries import stage_pages
from cacho_tournaments.competition.views.doors import (
    DESK,
    of_stage,
    organizers_alone,
    refusals_said,
    user_of,
)
from cacho_tournaments.competition.views.frame import framed
from cacho_tournaments.web.forms import ActionForm
from cacho_tournaments.web.http import small


def address_of(stage: Stage) -> tuple[str, str, int]:
    """Return what the addresses of a stage's pages are made of."""
    return stage.category.tournament.slug, stage.category.slug, stage.order


def stage_response(request: HttpRequest, stage: Stage, **more: ActionForm) -> HttpResponse:
    """Show the stage as it stands: planned, drawn as a draft, in play or closed."""
    page = stage_pages.stage_page(stage)
    shown = {"draw_form": DrawForm(), "swap_form": SwapForm(entrants=list(page.exchangeable)), **more}
    has_form = {"draw_form": page.is_drawable, "swap_form": page.has_draft}
    for name, form in more.items():
        if not has_form[name]:
            # Somebody was quicker: the page has no such form any more, so the refusal stands above all.
            for sentence in form.non_field_errors():
                messages.error(request, str(sentence))
    category = stage.category
    return framed(request, "stage", category.tournament, category, stage=stage, page=page, **shown)


@of_stage(DESK)
def stage(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Show the stage and its next step; the desk sees it once the draw is released."""
    if stage.state not in Stage.SHOWN:
        organizers_alone(request, stage.category.tournament)
    return stage_response(request, stage)


@of_stage()
def stage_settings(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Change the settings of a stage; in play those that say how results count."""
    form_class, in_play = STAGE_FORMS[stage.format], stage.state == Stage.State.RELEASED
    form = form_class(request.POST or None, initial=form_class.settings_of(stage.settings), in_play=in_play)
    if form.sent(
        request, lambda _values: tournaments.edit_stage(stage=stage, by=user_of(request), **form.values())
    ):
        messages.success(request, _("The settings are saved."))
        return redirect("competition:stage", *address_of(stage))
    category = stage.category
    name = stage_pages.stage_name(stage)
    return framed(request, "stage_settings", category.tournament, category, stage=stage, name=name, form=form)


@of_stage(DESK)
@require_POST
def stage_tables(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Give the tables of the hall to the matches of a round, in order."""
    with refusals_said(request):
        number = small(request.POST.get("round", ""))
        timetable.give_tables(stage=stage, round=number, by=user_of(request))
        messages.success(request, _("Round %(n)s has its tables.") % {"n": number})
    return redirect("competition:stage", *address_of(stage))


@of_stage()
@require_POST
def stage_close(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Close a stage that is played out; the next one can be drawn."""
    with refusals_said(request):
        draws.close(stage=stage, by=user_of(request))
        is_tree = stage.format in Stage.TREES
        said = (
            _("The stage is closed. Its places stand.")
            if is_tree
            else _("The stage is closed. Its table stands.")
        )
        messages.success(request, said)
    return redirect("competition:category", stage.category.tournament.slug, stage.category.slug)


@of_stage()
@require_POST
def stage_reopen(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Open a closed stage again for a correction."""
    with refusals_said(request):
        draws.reopen(stage=stage, by=user_of(request), reason=request.POST.get("reason", ""))
        messages.success(request, _("The stage is open again. Close it when the correction is made."))
    return redirect("competition:stage", *address_of(stage))

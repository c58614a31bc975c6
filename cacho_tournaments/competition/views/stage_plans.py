"""Pages of the chain of stages: one is added, moved, removed; who plays it is chosen by hand.

Knows: forms, which page comes next. Does not know: which stage may stand where, who goes on.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from cacho_tournaments.competition.actions import stages as actions
from cacho_tournaments.competition.forms.stage_plans import AddStageForm, ChooseForm
from cacho_tournaments.competition.models import Category, Stage
from cacho_tournaments.competition.queries import stage_choice as choices
from cacho_tournaments.competition.queries import stage_plans
from cacho_tournaments.competition.views.doors import of_category, of_stage, refusals_said, user_of
from cacho_tournaments.competition.views.frame import framed


@of_category()
def stage_add(request: HttpRequest, category: Category) -> HttpResponse:
    """Add a stage; its settings are looked over next."""
    positions = stage_plans.positions(category)
    form = AddStageForm(request.POST or None, formats=stage_plans.formats(category), positions=positions)
    if form.sent(request, lambda given: actions.add(category=category, by=user_of(request), **given)):
        messages.success(request, _("The stage is added. Look over its settings."))
        added = form.outcome.order
        return redirect("competition:stage_settings", category.tournament.slug, category.slug, added)
    return framed(request, "stage_add", category.tournament, category, form=form)


@of_stage()
@require_POST
def stage_move(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Exchange a stage with the one before it or behind it."""
    with refusals_said(request):
        actions.move(stage=stage, by=user_of(request), up=request.POST.get("way") == "up")
    return redirect("competition:category", stage.category.tournament.slug, stage.category.slug)


@of_stage()
def stage_remove(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Say what is lost with a stage, and remove it."""
    category = stage.category
    if request.method == "POST":
        with refusals_said(request):
            actions.remove(stage=stage, by=user_of(request), confirmed="confirmed" in request.POST)
            messages.success(request, _("The stage is removed."))
        return redirect("competition:category", category.tournament.slug, category.slug)
    page = stage_plans.removal(stage)
    return framed(request, "stage_remove", category.tournament, category, stage=stage, page=page)


@of_stage()
def stage_choose(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Choose by hand who plays a later stage, or leave it to the rule again."""
    page = choices.choice(stage)
    form = ChooseForm(request.POST or None, numbers=[each.number for each in page.candidates])
    if form.sent(
        request,
        lambda given: actions.choose(
            stage=stage, by=user_of(request), numbers=form.chosen(), reason=given["reason"]
        ),
    ):
        messages.success(request, _("Those whom you chose play this stage."))
        return redirect("competition:category", stage.category.tournament.slug, stage.category.slug)
    category = stage.category
    return framed(request, "stage_choose", category.tournament, category, stage=stage, page=page, form=form)


@of_stage()
@require_POST
def stage_by_rule(request: HttpRequest, stage: Stage) -> HttpResponse:
    """Leave it to the rule of the stage before who plays."""
    with refusals_said(request):
        actions.choose(stage=stage, by=user_of(request), numbers=None)
        messages.success(request, _("The rule of the stage before says who plays."))
    return redirect("competition:category", stage.category.tournament.slug, stage.category.slug)

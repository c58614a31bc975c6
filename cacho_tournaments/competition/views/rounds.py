"""Steps of a stage that is drawn round by round: who is away, a round repaired, a round cancelled.

Knows: forms and confirmations. Does not know: how a round is drawn. The next round is drawn as every draw is
(``draws``).
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from cacho_tournaments.competition.actions import rounds
from cacho_tournaments.competition.forms.corrections import ReasonForm
from cacho_tournaments.competition.forms.rounds import AwayForm
from cacho_tournaments.competition.models import Stage
from cacho_tournaments.competition.queries import round_pages, stage_pages
from cacho_tournaments.competition.views.doors import DESK, of_stage, refusals_said, user_of
from cacho_tournaments.competition.views.frame import framed
from cacho_tournaments.competition.views.stages import address_of


@of_stage(DESK)
def round_away(request: HttpRequest, stage: Stage, number: int) -> HttpResponse:
    """Write down who will be away in a round that is not drawn yet."""
    category = stage.category
    page = round_pages.away_page(stage, number, search=request.GET.get("q", ""))
    form = AwayForm(request.POST or None, numbers=[each.number for each in page.everybody])
    if form.sent(
        request,
        lambda sent: rounds.ask_away(
            stage=stage,
            by=user_of(request),
            number=number,
            entrants=round_pages.entrants(stage, sent["numbers"]),
            reason=sent["reason"],
        ),
    ):
        said = ngettext(
            "%(n)s side is away in round %(round)s.",
            "%(n)s sides are away in round %(round)s.",
            form.outcome,
        )
        messages.success(request, said % {"n": form.outcome, "round": number})
        return redirect("competition:stage", *address_of(stage))
    return framed(request, "round_away", category.tournament, category, stage=stage, page=page, form=form)


@of_stage()
@require_POST
def round_repair(request: HttpRequest, stage: Stage, number: int) -> HttpResponse:
    """Draw anew, as a draft, what of a released round somebody's coming or going has touched."""
    with refusals_said(request):
        rounds.repair(stage=stage, by=user_of(request), number=number)
        messages.success(
            request, _("What had to be is drawn anew, as a draft. Whoever plays or has played stays.")
        )
    return redirect("competition:stage", *address_of(stage))


@of_stage()
def round_cancel(request: HttpRequest, stage: Stage, number: int) -> HttpResponse:
    """Say what is lost with a round; cancel it when that is confirmed, with its reason."""
    category = stage.category
    form = ReasonForm(request.POST or None)
    if form.sent(
        request, lambda sent: rounds.cancel(stage=stage, by=user_of(request), number=number, **sent)
    ):
        messages.success(request, _("Round %(n)s is cancelled. It can be drawn again.") % {"n": number})
        return redirect("competition:stage", *address_of(stage))
    page, name = round_pages.lost_page(stage, number), stage_pages.stage_name(stage)
    context = {"stage": stage, "page": page, "name": name, "form": form}
    return framed(request, "round_cancel", category.tournament, category, **context)

"""Pages of who leaves, comes back, comes late, takes a place, or stood twice; each says first what it means.

Knows: forms, which page comes next. Does not know: what becomes of any match.
"""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from cacho_tournaments.competition.actions import entry_desk, leaving, merging
from cacho_tournaments.competition.forms.leaving import (
    LateForm,
    LeaveForm,
    MergeForm,
    ReturnForm,
    SubstituteForm,
    TwinForm,
)
from cacho_tournaments.competition.models import Category, Entrant
from cacho_tournaments.competition.queries import arriving as arrivals
from cacho_tournaments.competition.queries import entrant_pages
from cacho_tournaments.competition.queries import leaving as leavings
from cacho_tournaments.competition.queries import merging as mergings
from cacho_tournaments.competition.views.doors import (
    DESK,
    of_category,
    of_entrant,
    organizers_alone,
    user_of,
)
from cacho_tournaments.competition.views.frame import framed
from cacho_tournaments.errors import CachoError
from cacho_tournaments.web import explain
from cacho_tournaments.web.http import small


def _home(entrant: Entrant) -> HttpResponse:
    category = entrant.category
    return redirect("competition:entrant_edit", category.tournament.slug, category.slug, entrant.number)


def _posted(request: HttpRequest) -> QueryDict | None:
    """Return what a form was sent with; nothing typed is sent too."""
    return request.POST if request.method == "POST" else None


def _page(request: HttpRequest, template: str, entrant: Entrant, **context: Any) -> HttpResponse:
    category = entrant.category
    return framed(request, template, category.tournament, category, entrant=entrant, **context)


@of_entrant(DESK)
def entrant_leave(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Say what becomes of the matches of somebody who leaves, and take it out."""
    state = request.GET.get("as", Entrant.State.WITHDRAWN)
    if state not in Entrant.LEFT:
        raise Http404
    if state == Entrant.State.DISQUALIFIED:
        organizers_alone(request, entrant.category.tournament)
    page = leavings.leaving_page(entrant)
    form = LeaveForm(_posted(request), state=state, has_choice=bool(page.redrawn))
    if form.sent(request, lambda given: _leave(entrant, state, request, given)):
        said = {"name": form.outcome.name, "state": form.outcome.get_state_display()}
        messages.success(request, _("%(name)s: %(state)s.") % said)
        return _home(entrant)
    return _page(request, "leaving", entrant, page=page, form=form, state=state)


def _leave(entrant: Entrant, state: str, request: HttpRequest, given: dict[str, Any]) -> Entrant:
    by = user_of(request)
    if state == Entrant.State.DISQUALIFIED:
        return leaving.disqualify(entrant=entrant, by=by, **given)
    has_appeared = state != Entrant.State.NO_SHOW
    return leaving.withdraw(entrant=entrant, by=by, has_appeared=has_appeared, **given)


@of_entrant(DESK)
def entrant_return(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Say what there is to come back to, and take somebody in again who had left."""
    if entrant.state == Entrant.State.DISQUALIFIED:
        organizers_alone(request, entrant.category.tournament)
    form = ReturnForm(_posted(request))
    if form.sent(request, lambda given: leaving.come_back(entrant=entrant, by=user_of(request), **given)):
        said = {"name": form.outcome.name, "state": form.outcome.get_state_display()}
        messages.success(request, _("%(name)s: %(state)s.") % said)
        return _home(entrant)
    page = leavings.coming_back_page(entrant)
    return _page(request, "leaving_return", entrant, page=page, form=form)


@of_entrant()
def entrant_substitute(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Have another player take the place of one of a pair or a team."""
    players = {member.player_id: member.player for member in entrant.members.select_related("player")}
    named = [(key, player.name) for key, player in players.items()]
    form = SubstituteForm(_posted(request), players=named)
    if form.sent(
        request,
        lambda given: entry_desk.substitute_name(
            entrant=entrant, by=user_of(request), **{**given, "leaves": players[given["leaves"]]}
        ),
    ):
        messages.success(request, _("%(name)s plays on with the substitute.") % {"name": form.outcome.name})
        return _home(entrant)
    known = entrant_pages.suggestions(entrant.category.tournament, entrant.category)
    since = arrivals.next_match(entrant)
    return _page(request, "leaving_substitute", entrant, form=form, suggestions=known, since=since)


@of_entrant()
def entrant_merge(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Ask which other entrant is the same person, say what goes over, and make them one."""
    twins = [(each.number, f"{each.number} · {each.name}") for each in mergings.twins(entrant)]
    chosen = request.GET.get("other", "")
    asking = TwinForm(request.GET if chosen else None, twins=twins)
    if not chosen:
        return _page(request, "leaving_merge", entrant, asking=asking)
    rows = Entrant.objects.select_related("category__tournament")
    other = get_object_or_404(rows, category=entrant.category_id, number=small(chosen))
    form = MergeForm(_posted(request))
    if form.sent(
        request, lambda given: merging.merge(keep=entrant, other=other, by=user_of(request), **given)
    ):
        said = {"other": other.name, "name": entrant.name, "number": entrant.number}
        messages.success(request, _("%(other)s is one with no. %(number)s, %(name)s, now.") % said)
        return _home(entrant)
    page = mergings.merge_page(entrant, other)
    obstacle = _obstacle(entrant, other)
    return _page(request, "leaving_merge", entrant, asking=asking, form=form, page=page, obstacle=obstacle)


def _obstacle(keep: Entrant, other: Entrant) -> str:
    """Return the sentence of what keeps two entrants from being made one; nothing where nothing does."""
    try:
        merging.check(keep=keep, other=other)
    except CachoError as error:
        return explain.sentence(error)
    return ""


@of_category()
def entrant_late(request: HttpRequest, category: Category) -> HttpResponse:
    """Enter somebody who comes once the category is in play."""
    stage = arrivals.late_stage(category)
    if stage is None or stage.why_not:
        return redirect("competition:entrants", category.tournament.slug, category.slug)
    form = LateForm(_posted(request), members=category.members_per_entrant, stage=stage)
    if form.sent(
        request,
        lambda _values: entry_desk.enter_late_names(category=category, by=user_of(request), **form.values()),
    ):
        entered = {"number": form.outcome.number, "name": form.outcome.name}
        messages.success(request, _("No. %(number)s, %(name)s, is entered late.") % entered)
        return redirect("competition:stage", category.tournament.slug, category.slug, stage.order)
    known = entrant_pages.suggestions(category.tournament, category)
    return framed(
        request, "leaving_late", category.tournament, category, form=form, late=stage, suggestions=known
    )

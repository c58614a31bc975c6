"""Pages of one match for the organizer: its place, who did not appear.

Knows: forms and confirmations. Does not know: how a result is recorded.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from cacho_tournaments.competition.actions import at_table, timetable
from cacho_tournaments.competition.forms.matches import AbsentForm, PlaceForm
from cacho_tournaments.competition.models import Entrant, Match
from cacho_tournaments.competition.queries import match_pages
from cacho_tournaments.competition.views.doors import CORRECT, DECIDE, DESK, of_match, refusals_said, user_of
from cacho_tournaments.competition.views.frame import framed
from cacho_tournaments.web.http import small


def _page(request: HttpRequest, match: Match, template: str = "match", **more: Any) -> HttpResponse:
    page = match_pages.match_page(match)
    user, event = user_of(request), match.stage.category.tournament
    rights = {"may_place": user.has_perm(DESK, event), "may_decide": user.has_perm(DECIDE, event)}
    forms = {"place_form": _place_form(page), "absent_form": AbsentForm(sides=list(page.sides)), **more}
    category = match.stage.category
    return framed(
        request,
        template,
        category.tournament,
        category,
        stage=match.stage,
        page=page,
        **rights,
        **forms,
    )


def _place_form(page: match_pages.MatchPage, typed: Any = None) -> PlaceForm:
    return PlaceForm(typed, initial=page.place, tables=list(page.tables), referees=list(page.referees))


@of_match(CORRECT)
def match(request: HttpRequest, match: Match) -> HttpResponse:
    """Show the match with all that can be done to it now."""
    return _page(request, match)


@of_match(DESK)
def match_place(request: HttpRequest, match: Match) -> HttpResponse:
    """Give the match a table, a time, a referee."""
    form = _place_form(match_pages.match_page(match), request.POST or None)
    if form.sent(
        request,
        lambda values: timetable.place(
            match=match, by=user_of(request), **match_pages.chosen_place(match, **values)
        ),
    ):
        messages.success(request, _("The match has its place."))
        return redirect("competition:match", match.token)
    return _page(request, match, place_form=form)


@of_match(DESK)
def match_walkover(request: HttpRequest, match: Match) -> HttpResponse:
    """Say what a walkover means for the sides that did not appear; record it when that is confirmed."""
    sides = list(match_pages.match_page(match).sides)
    form = AbsentForm(request.POST or None, sides=sides)
    if "confirmed" in request.POST and form.sent(
        request, lambda values: at_table.missing(match=match, by=user_of(request), **values)
    ):
        messages.success(request, _("Who did not appear is recorded. The standings follow."))
        return redirect("competition:match", match.token)
    if request.method == "POST" and form.is_valid() and not form.errors:
        absent = [name for position, name in sides if position in form.cleaned_data["absent"]]
        missing = {
            "absent": absent,
            "everybody": len(absent) == len(sides),
            "goes_on": len(sides) - len(absent) > 1,
        }
        return _page(request, match, "match_walkover", absent_form=form, **missing)
    return _page(request, match, absent_form=form)


@of_match(DESK)
@require_POST
def match_came(request: HttpRequest, match: Match) -> HttpResponse:
    """Give a side that came after all its seat at the table again."""
    number = small(request.POST.get("number", ""))
    entrant = get_object_or_404(Entrant, category=match.stage.category, number=number)
    with refusals_said(request):
        at_table.come(match=match, by=user_of(request), entrant=entrant)
        messages.success(request, _("%(name)s sits at the table again.") % {"name": entrant.name})
    return redirect("competition:match", match.token)

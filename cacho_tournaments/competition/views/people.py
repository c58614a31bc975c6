"""Pages of the event's staff: who helps, and accounts for those who have none.

Knows: forms, which page comes next. Does not know: how accounts are stored.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from cacho_tournaments.competition.actions import accounts
from cacho_tournaments.competition.forms.events import AccountForm, StaffForm
from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.competition.queries import pages
from cacho_tournaments.competition.views.doors import of_tournament, refusals_said, user_of
from cacho_tournaments.competition.views.frame import framed


def _page(request: HttpRequest, tournament: Tournament, **more: Any) -> HttpResponse:
    shown = {"form": StaffForm(prefix="add"), "account_form": AccountForm(prefix="new"), **more}
    return framed(request, "staff", tournament, posts=pages.posts(tournament, user_of(request)), **shown)


@of_tournament()
def staff(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who helps; give a post to somebody who logs in already."""
    form = StaffForm(request.POST or None, prefix="add")
    if form.sent(
        request, lambda values: accounts.give_post(tournament=tournament, by=user_of(request), **values)
    ):
        messages.success(request, _("%(name)s is on the staff now.") % {"name": form.outcome.user})
        return redirect("competition:staff", tournament.slug)
    return _page(request, tournament, form=form)


@of_tournament()
@never_cache
def staff_account(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open an account; its password stands on the answer to this one request and nowhere else."""
    form = AccountForm(request.POST or None, prefix="new")
    if form.sent(
        request, lambda values: accounts.open_account(tournament=tournament, by=user_of(request), **values)
    ):
        return _page(request, tournament, opened=form.outcome)
    if request.method != "POST":
        return redirect("competition:staff", tournament.slug)
    return _page(request, tournament, account_form=form)


@of_tournament()
@require_POST
def staff_remove(request: HttpRequest, tournament: Tournament, post: int) -> HttpResponse:
    """Take a post away."""
    with refusals_said(request):
        accounts.take_post(tournament=tournament, by=user_of(request), post=post)
        messages.success(request, _("The post is taken back. The account itself stays."))
    return redirect("competition:staff", tournament.slug)

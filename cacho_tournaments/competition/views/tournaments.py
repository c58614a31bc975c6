"""Pages of an event: own events, the dashboard, its facts, its tables, its journal.

Knows: forms, which page comes next. Does not know: how anything is stored.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from cacho_tournaments.competition.actions import tournaments as actions
from cacho_tournaments.competition.forms.events import NewTournamentForm, TablesForm, TournamentForm
from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.competition.queries import log as logs
from cacho_tournaments.competition.queries import pages
from cacho_tournaments.competition.views.doors import DESK, of_tournament, refusals_said, user_of
from cacho_tournaments.competition.views.frame import framed


@login_required
def tournaments(request: HttpRequest) -> HttpResponse:
    """List the events in which the user holds a post."""
    user = user_of(request)
    search = request.GET.get("q", "")
    context = {
        "rows": pages.my_tournaments(user, search),
        "search": search,
        "may_create": user.has_perm("competition.create"),
        "may_write_people": user.has_perm("people.write"),
    }
    return render(request, "competition/tournaments.html", context)


@login_required
def start(request: HttpRequest) -> HttpResponse:
    """Lead whoever has logged in to the own work: a referee to the tables, everybody else to the events."""
    only_referee = pages.is_only_referee(user_of(request))
    return redirect("play:tables" if only_referee else "competition:tournaments")


@login_required
def tournament_new(request: HttpRequest) -> HttpResponse:
    """Call a new event."""
    user = user_of(request)
    if not user.has_perm("competition.create"):
        raise PermissionDenied
    today = timezone.localdate()
    initial = {"starts_on": today, "ends_on": today, "time_zone": "America/La_Paz", "paper": "a4"}
    form = NewTournamentForm(request.POST or None, initial=initial)
    if form.sent(request, lambda values: actions.create(by=user, **values)):
        messages.success(request, _("The tournament is created. Next: add its first category."))
        return redirect("competition:tournament", form.outcome.slug)
    return render(request, "competition/tournament_new.html", {"form": form})


@of_tournament(DESK)
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show where the event stands and what comes next."""
    return framed(request, "tournament", tournament, page=pages.dashboard(tournament))


@of_tournament()
def tournament_edit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Change the event's facts."""
    form = TournamentForm(request.POST or None, initial=vars(tournament))
    if form.sent(request, lambda values: actions.edit(tournament=tournament, by=user_of(request), **values)):
        messages.success(request, _("The changes are saved."))
        return redirect("competition:tournament", form.outcome.slug)
    return framed(request, "tournament_edit", tournament, form=form)


@of_tournament()
@require_POST
def publish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the event to everybody, or hide it again."""
    public = request.POST.get("public") == "1"
    with refusals_said(request):
        actions.publish(tournament=tournament, by=user_of(request), public=public)
        said = (
            _("Everybody can see the tournament now.") if public else _("Only you and your staff see it now.")
        )
        messages.success(request, said)
    return redirect("competition:tournament", tournament.slug)


@of_tournament()
def tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say how many tables stand in the hall."""
    form = TablesForm(request.POST or None, initial={"count": tournament.tables.count()})
    if form.sent(
        request, lambda values: actions.set_tables(tournament=tournament, by=user_of(request), **values)
    ):
        messages.success(request, _("The tables are set."))
        return redirect("competition:tournament", tournament.slug)
    return framed(request, "tables", tournament, form=form)


@of_tournament()
def log(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who did what, newest first."""
    page = logs.journal_page(tournament, number=request.GET.get("page", "1"), search=request.GET.get("q", ""))
    return framed(request, "log", tournament, page=page)

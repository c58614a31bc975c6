"""Files of other programs: read, laid beside what our rules make of them, taken over as a category.

Knows: who may read one in. Does not know: what stands in it, what it becomes.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from cacho_tournaments.competition.actions import carrying
from cacho_tournaments.competition.forms.carried import CarriedForm, TakeOverForm
from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.competition.queries.carried import carried, events_of
from cacho_tournaments.competition.views.doors import user_of

Events = tuple[tuple[str, str], ...]


def _own_events(request: HttpRequest) -> Events:
    """Return the events of whoever organizes one or may call one; nobody else is let in."""
    user = user_of(request)
    events = events_of(user)
    if not events and not user.has_perm("competition.create"):
        raise PermissionDenied
    return events


@login_required
def trf(request: HttpRequest) -> HttpResponse:
    """Show what a TRF file holds: its entrants, the table by our rules, our draw of each round beside its own."""
    events = _own_events(request)
    form = CarriedForm(request.POST or None, request.FILES or None)
    page = carried(form.cleaned_data["file"].read()) if request.method == "POST" and form.is_valid() else None
    take = None
    if page and events and not page.refusal:
        take = TakeOverForm(initial={"text": page.text, "name": page.title[:120]}, events=events)
    return render(request, "competition/trf.html", {"form": form, "page": page, "take": take})


@login_required
@require_POST
def trf_take_over(request: HttpRequest) -> HttpResponse:
    """Make a category of a file that was read; where that is refused, the page says why and asks again."""
    form = TakeOverForm(request.POST, events=_own_events(request))

    def taken(values: dict[str, Any]) -> object:
        event = Tournament.objects.get(slug=values.pop("event"))
        return carrying.take_over(tournament=event, by=user_of(request), **values)

    if form.sent(request, taken):
        made = form.outcome
        messages.success(request, _("The file is taken over: its entrants, its rounds and its results."))
        return redirect("competition:stage", made.tournament.slug, made.slug, 1)
    page = carried(request.POST.get("text", "").encode())
    return render(request, "competition/trf.html", {"form": CarriedForm(), "page": page, "take": form})

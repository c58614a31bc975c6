"""The tables of a referee or a tablet: now and next.

Knows: who asks. Does not know: which matches are open (``queries``).
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cacho_tournaments.people.models import User
from cacho_tournaments.play import queries
from cacho_tournaments.play.models import Device
from cacho_tournaments.play.views.access import person, tablet, to_login
from cacho_tournaments.play.views.offline import tables_seed
from cacho_tournaments.web.http import page, wants_fragment


@never_cache
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """List the tables with open matches; a tablet sees its own alone, a person those of the events with a post."""
    user, device = _who(request)
    if user is None and device is None:
        return _gone(request)
    search = request.GET.get("q", "")[:80]
    cards = queries.referee_tables(user=user, device=device, search=search)
    context: dict[str, Any] = {"cards": cards, "search": search, "device": device}
    context["mine"] = [(card, match) for card in cards for match in card.matches if match.is_mine]
    context["seed"] = tables_seed(request, cards)
    return page(request, "play/tables.html", "play/_tables.html", context)


def _who(request: HttpRequest) -> tuple[User | None, Device | None]:
    """Return the person, else the tablet. Somebody logged in at a tablet without a post in its event stands for
    nobody there: the list is the tablet's."""
    user, device = person(request), tablet(request)
    if (
        user is not None
        and device is not None
        and not user.has_perm("competition.referee", device.tournament)
    ):
        user = None
    return user, None if user else device


def _gone(request: HttpRequest) -> HttpResponse:
    """Lead somebody unknown to the log-in; a list that asks for itself again is told to go there."""
    if not wants_fragment(request):
        return to_login(request)
    answer = HttpResponse(status=204)
    answer["HX-Redirect"] = resolve_url("play:tables")
    return answer

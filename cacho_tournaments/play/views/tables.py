"""The tables of a referee or a tablet: now and next.

Knows: who asks. Does not know: which matches are open (``queries``).
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cacho_tournaments.play import queries
from cacho_tournaments.play.views import offline
from cacho_tournaments.play.views.access import person, tablet, to_login


@never_cache
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """List the tables with open matches; a tablet sees its own alone, a person those of the events with a post."""
    user, device = person(request), tablet(request)
    if user is None and device is None:
        return to_login(request)
    search = request.GET.get("q", "")[:80]
    cards = queries.referee_tables(user=user, device=None if user else device, search=search)
    mine = [(card, match) for card in cards for match in card.matches if match.is_mine]
    seed = offline.tables_seed(request, cards)
    context = {
        "cards": cards,
        "mine": mine,
        "search": search,
        "device": None if user else device,
        "seed": seed,
    }
    return render(request, "play/tables.html", context)

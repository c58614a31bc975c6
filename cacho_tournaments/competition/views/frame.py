"""The frame of the organizer's pages: the event's head and the second row of the navigation.

Knows: which rows the frame names. Does not know: what the page shows.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cacho_tournaments.competition.models import Category, Tournament
from cacho_tournaments.competition.queries import pages
from cacho_tournaments.competition.views.doors import ORGANIZE, user_of


def framed(
    request: HttpRequest,
    template: str,
    tournament: Tournament,
    category: Category | None = None,
    **context: Any,
) -> HttpResponse:
    """Render a page inside the frame of its event, and of its category where it belongs to one; a page of another room
    is named with its room."""
    frame = pages.frame(tournament, category, may_organize=user_of(request).has_perm(ORGANIZE, tournament))
    return render(
        request,
        f"{template if '/' in template else f'competition/{template}'}.html",
        {"tournament": tournament, "category": category, "frame": frame, **context},
    )

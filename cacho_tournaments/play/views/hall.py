"""The chief referee's hall: every table at a glance.

Knows: addresses, what of the hall is asked for. Does not know: rows, what is amiss.

Whoever has a post in the event may look; who decides is the chief referee or an organizer (``incidents``). The hall is
watched: its reader asks again with the version of what is shown, and gets 204 while nothing has moved.
"""

import datetime as dt
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.competition.views.doors import (
    CORRECT,
    DECIDE,
    DESK,
    WORK,
    of_tournament,
    user_of,
)
from cacho_tournaments.play.queries import hall as query
from cacho_tournaments.play.queries.hall_values import Asked

_LONGEST_SEARCH = 80


@gzip_page
@require_safe
@of_tournament(WORK)
def hall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the hall, or what of it is asked for; to who watches, only what has changed."""
    now, seen = timezone.now(), request.GET.get("v")
    version = query.version(tournament, now)
    with timezone.override(ZoneInfo(tournament.time_zone)):
        if seen == version:
            return _watched(HttpResponse(status=204), version, now)
        asked = _asked(request)
        context = {
            "tournament": tournament,
            "hall": query.hall(tournament, now=now, asked=asked),
            "asked": asked,
            "now": now,
            **rights(request, tournament),
        }
        fragment = render_to_string("play/_hall.html", context, request)
        if seen:
            return _watched(HttpResponse(fragment), version, now)
        # Rendered by our own template: escaped there.
        context |= {"version": version, "fragment": mark_safe(fragment)}
        return _watched(render(request, "play/hall.html", context), version, now)


@never_cache
@require_safe
@of_tournament(WORK)
def hall_badge(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say at how many tables something is amiss, for the navigation of other pages; nothing where nothing is."""
    count = query.troubles(tournament, timezone.now())
    return render(request, "play/_hall_badge.html", {"count": count})


def _asked(request: HttpRequest) -> Asked:
    asked = request.GET
    return Asked(
        search=" ".join(asked.get("q", "").split())[:_LONGEST_SEARCH],
        category=asked.get("category", ""),
        trouble=asked.get("trouble") == "1",
    )


def rights(request: HttpRequest, tournament: Tournament) -> dict[str, bool]:
    """Return what the one who asks may do from the hall."""
    user = user_of(request)
    names = {"may_decide": DECIDE, "may_correct": CORRECT, "is_desk": DESK}
    return {name: user.has_perm(permission, tournament) for name, permission in names.items()}


def _watched(answer: HttpResponse, version: str, now: dt.datetime) -> HttpResponse:
    answer["X-Version"] = version
    answer["X-Clock"] = timezone.localtime(now).strftime("%H:%M")
    answer["Cache-Control"] = "no-store"
    return answer

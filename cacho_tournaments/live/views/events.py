"""The list of tournaments, and a tournament's first page.

Knows: what an address asks for. Does not know: rows, who may see them.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from cacho_tournaments.live.queries import events, versions
from cacho_tournaments.live.queries import tournament as first_page
from cacho_tournaments.live.views import answers


@gzip_page
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Every public tournament: now, soon, past."""
    return render(request, "live/home.html", {"events": events.home(timezone.now())})


@gzip_page
@require_safe
def tournament(request: HttpRequest, slug: str) -> HttpResponse:
    """Facts, categories and their next step, matches now; with ``?q=`` who plays where."""
    head = answers.head_or_404(request, slug)
    text = request.GET.get("q", "").strip()
    if text:
        found = first_page.search(head, text)
        if len(found) == 1:
            return redirect("live:entrant", head.slug, found[0].category_slug, found[0].number)
        return answers.show(request, "search", {"found": found, "q": text}, head)
    event = answers.version_or_404(versions.of_event(slug, request.user))
    seen = versions.with_turns(event, head.pk)
    return answers.nothing_new(request, seen) or answers.watched(
        request, "tournament", seen, lambda: {"page": first_page.tournament(head)}, head
    )

"""The matches of a category, and one match with its sheets."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cacho_tournaments.live.views import answers


@require_safe
def matches(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """All matches, by state, table, round or name."""
    head, link = answers.category_or_404(request, slug, category)
    return answers.show(request, "matches", {}, head, link)


@require_safe
def match(request: HttpRequest, token: str) -> HttpResponse:
    """One match: its sheets, whose turn it is, every turn, how it ended."""
    raise Http404(token)

"""Groups, the knock-out and the list of matches of a category."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cacho_tournaments.live.views import answers


@require_safe
def groups(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """Every group: its table with the reason of each place, and its matches."""
    head, link = answers.category_or_404(request, slug, category)
    return answers.show(request, "groups", {}, head, link)


@require_safe
def bracket(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """The knock-out: round after round on a phone, a tree where there is room."""
    head, link = answers.category_or_404(request, slug, category)
    return answers.show(request, "bracket", {}, head, link)

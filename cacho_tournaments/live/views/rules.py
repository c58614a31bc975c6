"""The rules of a category: the options in force, and the numbered text."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cacho_tournaments.live.views import answers


@require_safe
def rules(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """The numbered rules, each with an anchor (``#r2.4``), and what this category has chosen."""
    head, link = answers.category_or_404(request, slug, category)
    return answers.show(request, "rules", {}, head, link)

"""The rules of a category, the options in force and the numbered text; and those of a game by itself.

Knows: the reader's language. Does not know: any rule.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from cacho_tournaments.live.queries import rules as rule_pages
from cacho_tournaments.live.views import answers


@gzip_page
@require_safe
def rules(request: HttpRequest, slug: str, category: str) -> HttpResponse:
    """The numbered rules, each with an anchor (``#r2.4``), and what this category has chosen."""
    head, link = answers.category_or_404(request, slug, category)
    page = rule_pages.rules(link, get_language() or "en")
    return answers.show(request, "rules", {"page": page}, head, link)


@gzip_page
@require_safe
def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    """The numbered rules of a game, whoever plays it: for those who learn and practise."""
    page = rule_pages.game_rules(game, get_language() or "en")
    if page is None:
        raise Http404
    return render(request, "live/game_rules.html", {"page": page})

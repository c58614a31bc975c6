"""Practice: the referee's page with the real rules, for everybody, without a log-in; nothing is stored.

Knows: which game is asked for. Does not know: rules; how a page is put together (``board``, ``pad_words``).
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cacho_tournaments.play import queries
from cacho_tournaments.play.queries import GameView, MatchPage
from cacho_tournaments.play.views import board, pad_words
from cacho_tournaments.web import words
from cacho_tournaments.web.http import small


@require_safe
def practice(request: HttpRequest) -> HttpResponse:
    """Let somebody choose what to practise."""
    return render(request, "play/practice.html", {"games": queries.practice_games()})


@require_safe
def practice_game(request: HttpRequest, game: str) -> HttpResponse:
    """Show the referee's page of a match that is nobody's."""
    preset, sides = request.GET.get("preset", ""), small(request.GET.get("sides", ""))
    page = queries.practice_page(game, preset=preset, sides=sides)
    if page is None or page.shown is None:
        raise Http404
    return render(request, "play/match.html", _shown(page, page.shown))


def _shown(page: MatchPage, game: GameView) -> dict[str, Any]:
    state = board.state(page)
    return {
        "page": page,
        "game": game,
        "state": state,
        "title": _("Practice: %(game)s") % {"game": words.game_name(game.game)},
        "game_title": str(words.preset_name(game.game, game.preset)),
        "sheets": list(zip(state["sides"], game.sheets, strict=True)),
        "seed": _seed(page, game, state),
        "practice": True,
    }


def _seed(page: MatchPage, game: GameView, state: dict[str, Any]) -> dict[str, Any]:
    """Return what the script begins with: as at a table, but there is nothing to send to."""
    seed = pad_words.seed(page, game)
    nowhere = dict.fromkeys(("match", "sync", "undo", "paper", "hold", "close", "turns"), "")
    urls = {**seed["urls"], **nowhere, "tables": reverse("play:practice"), "rules": _rules_url(game)}
    return {**seed, "urls": urls, "practice": True}


def _rules_url(game: GameView) -> str:
    try:
        return reverse("live:game_rules", args=[game.game])
    except NoReverseMatch:
        return ""

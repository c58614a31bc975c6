"""A paper sheet typed in: all boxes of all sides at once.

Knows: the form and where a refusal is shown. Does not know: rules, how sheets become turns (``actions.paper``).
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cacho_tournaments.errors import CachoError
from cacho_tournaments.people.models import User
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import paper as actions
from cacho_tournaments.play.errors import SheetRefused
from cacho_tournaments.play.forms import PaperForm
from cacho_tournaments.play.queries import GameView, MatchPage
from cacho_tournaments.play.views import board, pad_words
from cacho_tournaments.play.views.access import Visitor, to_login, visitor
from cacho_tournaments.web import explain
from cacho_tournaments.web.http import small


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def paper(request: HttpRequest, token: str) -> HttpResponse:
    """Show a game's sheets to be typed, or take them."""
    who = visitor(request, token)
    if who is None or who.by is None:
        return to_login(request)
    page = queries.match_page(token)
    game = _game(page, request.GET.get("game", ""))
    form = PaperForm(request.POST or None, page=page, game=game) if game else None
    if form is not None and form.is_valid() and _enter(who, who.by, form, page):
        messages.success(request, _("The sheet is in, and the match stands as it says."))
        return redirect("play:match", token)
    context = {
        "page": page,
        "form": form,
        "game": game,
        "title": board.title(page),
        "rules_url": pad_words.rules_url(page),
    }
    return render(request, "play/paper.html", context, status=422 if form and form.is_refused else 200)


def _game(page: MatchPage, wanted: str) -> GameView | None:
    """Return the game that is meant: the one asked for, else the one to be played or played last."""
    if not wanted:
        return page.shown
    game = page.game(small(wanted))
    if game is None:
        raise Http404(wanted)
    return game


def _enter(who: Visitor, by: User, form: PaperForm, page: MatchPage) -> bool:
    """Hand the sheets over; a refusal goes to its box, its side, or above all."""
    found = form.cleaned_data
    try:
        actions.enter(
            match=who.match,
            by=by,
            sheets=form.sheets(),
            instant=form.instant_side,
            gave_up=form.leavers,
            game_number=found["game_number"],
            reason=found.get("reason", ""),
        )
    except SheetRefused as error:
        form.refuse(
            explain.sentence_of(error.code, page.named(error.facts)),
            rule=error.rule or "",
            side=error.side,
            box=error.box,
            place=error.place,
        )
    except CachoError as error:
        form.add_error(None, explain.sentence(error))
    return not form.is_refused

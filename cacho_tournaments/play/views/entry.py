"""The page where turns are written, and two of the doors through which they come: form, undo.

Knows: requests and answers, JSON or pages. Does not know: what a turn may be (``actions``), how it is worded
(``board``).
"""

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cacho_tournaments.competition.views.doors import CORRECT
from cacho_tournaments.errors import CachoError
from cacho_tournaments.games.base import Refused
from cacho_tournaments.play import queries, wire
from cacho_tournaments.play.actions import turns
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.forms import TurnForm, UndoForm, turn_form, turn_forms
from cacho_tournaments.play.models import writer_name
from cacho_tournaments.play.queries import MatchPage
from cacho_tournaments.play.views import board, pad_words, plain
from cacho_tournaments.play.views.access import Visitor, to_login, visitor
from cacho_tournaments.play.views.offline import owner_of
from cacho_tournaments.play.views.sync import no
from cacho_tournaments.web import explain, words
from cacho_tournaments.web.http import say


@never_cache
@require_safe
def match(request: HttpRequest, token: str) -> HttpResponse:
    """Show the match with its sheets and what may be written; the script asks for the same as JSON."""
    who = visitor(request, token)
    if who is None:
        return to_login(request)
    page = queries.match_page(token)
    if _wants_json(request):
        return JsonResponse(board.state(page))
    return _entry_page(request, page, who)


@require_POST
def quick(request: HttpRequest, token: str) -> HttpResponse:
    """Take one turn from the page's own form; a refused one comes back with what was typed and why."""
    who = visitor(request, token)
    if who is None:
        return to_login(request, of_match=token)
    page = queries.match_page(token)
    if page.shown is None or not page.is_open:
        return redirect("play:match", token)
    form = turn_form(request.POST, page=page, game=page.shown)
    if form.is_valid():
        if looked := _looked_at(page, form):
            return _entry_page(request, page, who, form=form, looked=looked)
        (outcome,) = turns.append(match=who.match, batch=[form.sent()], by=who.by, device=who.device)
        if outcome.is_kept:
            _warn(request, page.shown, outcome)
            return redirect("play:match", token)
        return _entry_page(request, queries.match_page(token), who, form=form, refused=outcome)
    if page.holds(request.POST.get("client_id", "")):
        # A second press, or an old page: what it offered may be no choice any more, so the form alone cannot tell.
        messages.info(request, _("This form had been sent already. What was written stands in the log."))
        return redirect("play:match", token)
    return _entry_page(request, page, who, form=form)


@require_POST
def undo(request: HttpRequest, token: str) -> HttpResponse:
    """Take back the last turn, by script or by form."""
    form = UndoForm(request.POST)
    try:
        who = visitor(request, token)
        if who is None or not form.is_valid():
            raise Impossible("not-let-in" if who is None else "nothing-to-cancel")
        before = None if _wants_json(request) else queries.match_page(token)
        turns.cancel_last(match=who.match, by=who.by, device=who.device, **form.cleaned_data)
        if before is not None:
            _say_undone(request, before, form.cleaned_data["client_id"])
    except CachoError as error:
        if _wants_json(request):
            return no(error)
        say(request, error)
    if _wants_json(request):
        return JsonResponse(board.state(queries.match_page(token)))
    return redirect("play:match", token)


def _say_undone(request: HttpRequest, before: MatchPage, sent: str) -> None:
    """Say what was taken back, by the match as it stood before; of a second press, that the first one did it."""
    if before.holds(sent):
        messages.info(request, _("This form had been sent already. What was written stands in the log."))
    elif undone := board.state(before)["undo"]:
        messages.success(request, _("Taken back: %(what)s") % {"what": undone["sentence"]})


def _looked_at(page: MatchPage, form: TurnForm) -> list[str] | None:
    """Return what the line would bring where that is to be seen before it is written; None where it was, and where
    the rules refuse the line, for that is said when it is sent."""
    line, number = form.unseen, form.cleaned_data["game_number"]
    try:
        return plain.brings(page, queries.trial(page.token, number=number, line=line)) if line else None
    except Refused:
        return None


def _warn(request: HttpRequest, game: queries.GameView, outcome: wire.Outcome) -> None:
    if outcome.warning:
        messages.warning(request, str(words.warning_name(outcome.warning, game.game)))


def _entry_page(
    request: HttpRequest,
    page: MatchPage,
    who: Visitor,
    form: TurnForm | None = None,
    refused: wire.Outcome | None = None,
    looked: list[str] | None = None,
) -> HttpResponse:
    status = 200 if form is None or looked else 409 if refused else 422
    seen = form.unseen if form is not None and looked else ""
    shown = {**_shown(page, form, refused, seen), "looked": looked, "seed": _seed(request, page, who)}
    return render(request, "play/match.html", shown, status=status)


def _shown(page: MatchPage, form: TurnForm | None, refused: wire.Outcome | None, seen: str) -> dict[str, Any]:
    state, game = board.state(page), page.shown
    playing = game if page.is_open else None
    return {
        "page": page,
        "game": game,
        "state": state,
        "title": board.title(page),
        "game_title": board.game_title(page, game),
        "sheets": list(zip(state["sides"], game.sheets, strict=True)) if game else [],
        "forms": _forms(page, playing, form, seen) if playing else [],
        "standing": plain.standing(page, playing) if playing else [],
        "blocked": plain.blocked(page, playing) if playing else [],
        "confirm": plain.to_confirm(page),
        "undo_id": secrets.token_hex(16),
        "refused": refused,
        "refused_sentence": explain.sentence_of(refused.code, page.named(refused.facts))
        if refused and refused.code
        else "",
        "rules_url": pad_words.rules_url(page),
    }


def _seed(request: HttpRequest, page: MatchPage, who: Visitor) -> dict[str, Any] | None:
    """Return what the script begins with; a chief referee is also led to turns that are not the last."""
    if page.shown is None:
        return None
    name = writer_name(who.device, who.by)
    seed = pad_words.seed(page, page.shown, {"who": owner_of(request), "who_name": name})
    if who.by is not None and who.by.has_perm(CORRECT, who.match.stage.category.tournament):
        seed["urls"]["turns"] = reverse("play:turns", args=[page.token])
        seed["urls"]["incidents"] = reverse("play:incidents", args=[page.token])
    return seed


def _forms(page: MatchPage, game: queries.GameView, typed: TurnForm | None, seen: str) -> list[TurnForm]:
    """Return the forms to be filled: blank, or as one was typed, with the hidden fields made new; ``seen`` is the line
    whose worth is shown."""
    fresh = {
        "client_id": secrets.token_hex(16),
        "game_number": game.number,
        "base_sequence": game.sequence,
        "side": game.to_move,
        "looked": seen,
    }
    return [
        typed.again(page, game, fresh)
        if typed is not None and type(typed) is kind
        else kind(page=page, game=game, initial=fresh)
        for kind in turn_forms(page, game)
    ]


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "").startswith("application/json")

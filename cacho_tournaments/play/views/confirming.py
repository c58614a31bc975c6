"""A side's word on the end of a match without script, and, with or without it, the referee's in place of one.

Knows: requests, which form was sent. Does not know: when a match is over, whose word is missing (``actions``).
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cacho_tournaments.errors import CachoError
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import confirming, inbox
from cacho_tournaments.play.forms.confirming import CloseForm, ConfirmForm, on_log
from cacho_tournaments.play.sent import Batch, Outcome
from cacho_tournaments.play.views import board, plain
from cacho_tournaments.play.views.access import Visitor, to_login, visitor
from cacho_tournaments.web import explain
from cacho_tournaments.web.http import say


@require_POST
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Take a side's word that the match ended as the page shows it."""
    who = visitor(request, token)
    if who is None:
        return to_login(request, of_match=token)
    form = ConfirmForm(request.POST, signed=queries.match_page(token).confirmation == "signature")
    if not form.is_valid():
        messages.error(request, str(form.non_field_errors()[0]))
        return redirect("play:match", token)
    batch = Batch(version=2, items=(form.sent(),))
    try:
        (outcome,) = inbox.take(match=who.match, batch=batch, by=who.by, device=who.device)
        _tell(request, token, outcome)
    except CachoError as error:
        say(request, error)
    return redirect("play:match", token)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest, token: str) -> HttpResponse:
    """Ask why a side does not confirm, and make the end final without it."""
    who = visitor(request, token)
    if who is None:
        return to_login(request, of_match=token)
    if request.method == "POST":
        return redirect("play:match" if _closed(request, who) else "play:close", token)
    page = queries.match_page(token)
    confirm = plain.to_confirm(page)
    if confirm is None or page.last_game is None:
        return redirect("play:match", token)
    form = CloseForm(initial=on_log(page.last_game))
    shown = {"page": page, "title": board.title(page), "confirm": confirm, "form": form}
    return render(request, "play/close.html", shown)


def _closed(request: HttpRequest, who: Visitor) -> bool:
    form = CloseForm(request.POST)
    if not form.is_valid():
        messages.error(request, str(form.non_field_errors()[0]))
        return False
    try:
        confirming.close(match=who.match, by=who.by, device=who.device, **form.said())
    except CachoError as error:
        say(request, error)
        return False
    messages.success(request, _("The match is closed."))
    return True


def _tell(request: HttpRequest, token: str, outcome: Outcome) -> None:
    page = queries.match_page(token)
    if outcome.code:
        messages.error(request, explain.sentence_of(outcome.code, page.named(outcome.facts)))
    elif page.result is not None:
        messages.success(request, _("The match is confirmed and closed."))
    else:
        messages.success(request, _("Confirmed."))

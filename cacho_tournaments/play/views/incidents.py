"""What is to be decided about one match: its call, what was sent and not taken, its tablets; and the decisions.

Knows: forms, what a decision is said to have done. Does not know: rows, what a decision brings about.
"""

from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cacho_tournaments.competition.models import Match
from cacho_tournaments.competition.views.doors import DECIDE, WORK, of_match_ever, refusals_said, user_of
from cacho_tournaments.errors import CachoError
from cacho_tournaments.play.actions import calls, cards, presence, refusals
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.forms.hall import AsideForm, CardBackForm, CloseCallForm
from cacho_tournaments.play.models import Call, Card, Presence, Refusal
from cacho_tournaments.play.queries.incidents import Dispute, Incidents
from cacho_tournaments.play.queries.incidents import incidents as incidents_of
from cacho_tournaments.play.queries.matches import match_page
from cacho_tournaments.play.views import board, log
from cacho_tournaments.play.views.hall import rights
from cacho_tournaments.web import explain
from cacho_tournaments.web.http import say


@never_cache
@require_safe
@of_match_ever(WORK)
def incidents(request: HttpRequest, match: Match) -> HttpResponse:
    """Show what is to be decided about a match, with its log."""
    return _incidents(request, match)


@require_POST
@of_match_ever(DECIDE)
def call_coming(request: HttpRequest, match: Match, pk: int) -> HttpResponse:
    """Tell the table that somebody is on the way."""
    with refusals_said(request):
        calls.coming(call=get_object_or_404(Call, pk=pk, match=match), by=user_of(request))
        messages.success(request, _("The table sees that you are on the way."))
    if request.POST.get("from") == "hall":
        return redirect("play:hall", match.stage.category.tournament.slug)
    return redirect("play:incidents", match.token)


@require_POST
@of_match_ever(DECIDE)
def call_close(request: HttpRequest, match: Match, pk: int) -> HttpResponse:
    """Close a table's call with what was decided."""
    call, by = get_object_or_404(Call, pk=pk, match=match), user_of(request)
    form = CloseCallForm(request.POST)
    if form.sent(request, lambda typed: calls.close(call=call, by=by, outcome=typed["outcome"])):
        messages.success(request, _("The call is closed."))
        return redirect("play:incidents", match.token)
    return _incidents(request, match, close=form)


@require_POST
@of_match_ever(DECIDE)
def refusal_write(request: HttpRequest, match: Match, pk: int) -> HttpResponse:
    """Write after all what was sent and not taken."""
    row = get_object_or_404(Refusal, pk=pk, match=match)
    try:
        refusals.settle(refusal=row, by=user_of(request), how=Refusal.Settlement.WRITTEN.value, reason="")
        messages.success(request, _("It is written, and stands in the log."))
    except CachoError as error:
        # The facts have sides by their numbers; the rules' own words for a refusal go by the game.
        facts = match_page(match.token).named({"game": match.stage.category.game, **error.facts})
        messages.error(request, explain.sentence_of(error.code, facts))
    return redirect("play:incidents", match.token)


@require_POST
@of_match_ever(DECIDE)
def refusal_aside(request: HttpRequest, match: Match, pk: int) -> HttpResponse:
    """Set aside, with a reason, what was sent and not taken."""
    row, by = get_object_or_404(Refusal, pk=pk, match=match), user_of(request)
    form = AsideForm(request.POST, prefix=f"aside-{pk}")
    how = Refusal.Settlement.ASIDE.value
    if form.sent(request, lambda typed: refusals.settle(refusal=row, by=by, how=how, reason=typed["reason"])):
        messages.success(request, _("It is set aside. It stays with the match, with your reason."))
        return redirect("play:incidents", match.token)
    return _incidents(request, match, aside={pk: form})


@require_POST
@of_match_ever(DECIDE)
def card_back(request: HttpRequest, match: Match, pk: int) -> HttpResponse:
    """Take a card back, with a reason."""
    row, by = get_object_or_404(Card, pk=pk, match=match), user_of(request)
    if row.withdrawn_at is not None:  # a second press: the page has no form for it any more
        say(request, Impossible("already-withdrawn"))
        return redirect("play:incidents", match.token)
    form = CardBackForm(request.POST, prefix=f"card-{pk}")
    if form.sent(request, lambda typed: cards.withdraw(card=row, by=by, reason=typed["reason"])):
        messages.success(request, _("The card is taken back. It stays in the journal, with your reason."))
        return redirect("play:incidents", match.token)
    return _incidents(request, match, back={pk: form})


@require_POST
@of_match_ever(DECIDE)
def tablet_off(request: HttpRequest, match: Match, pk: int) -> HttpResponse:
    """Have a tablet write at this match no longer, so that another one may."""
    row = get_object_or_404(Presence, pk=pk, match=match)
    with refusals_said(request):
        presence.leave(match=match, tablet=row.tablet, by=user_of(request))
        messages.success(request, _("That tablet does not write here any more. Another one can take over."))
    return redirect("play:incidents", match.token)


def _incidents(
    request: HttpRequest,
    match: Match,
    *,
    close: CloseCallForm | None = None,
    aside: dict[int, AsideForm] | None = None,
    back: dict[int, CardBackForm] | None = None,
) -> HttpResponse:
    tournament, now = match.stage.category.tournament, timezone.now()
    with timezone.override(ZoneInfo(tournament.time_zone)):
        found = incidents_of(match, now=now)
        rows = [(each, _said(found, each), _aside(each, aside or {})) for each in found.disputes]
        context = {
            "tournament": tournament,
            "found": found,
            "card": found.card,
            "match": found.card.match,
            "disputes": rows,
            "cards": [(each, _back(each.key, back or {})) for each in found.card.match.cards]
            if found.card.match
            else [],
            "log": log.rows(found.page),
            "title": board.title(found.page),
            "close": close or CloseCallForm(),
            "now": now,
            **rights(request, tournament),
        }
        return render(request, "play/incidents.html", context, status=422 if close or aside or back else 200)


def _aside(dispute: Dispute, sent: dict[int, AsideForm]) -> AsideForm:
    return sent.get(dispute.key) or AsideForm(prefix=f"aside-{dispute.key}")


def _back(key: int, sent: dict[int, CardBackForm]) -> CardBackForm:
    return sent.get(key) or CardBackForm(prefix=f"card-{key}")


def _said(found: Incidents, dispute: Dispute) -> dict[str, Any]:
    """Return what was sent in words: who would have had it, and what."""
    game = found.page.game(dispute.game)
    if dispute.turn is None or game is None:
        return {"name": "", "what": ""}
    side = dispute.turn.side
    return {
        "name": found.page.sides[side - 1].name if side else "",
        "what": log.what(found.page, game, dispute.turn),
    }

"""Pages that correct what stands: a result taken back, given otherwise; the corrections of a category, undone.

Knows: forms and what they ask for. Does not know: what follows from a correction.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from cacho_tournaments.competition.actions import corrections, results
from cacho_tournaments.competition.actions.rulings import Rulings
from cacho_tournaments.competition.forms.corrections import ReasonForm, SidesForm
from cacho_tournaments.competition.models import Category, Correction, Match
from cacho_tournaments.competition.queries import corrections as queries
from cacho_tournaments.competition.queries import match_pages
from cacho_tournaments.competition.views.correcting import Order, Render, corrected
from cacho_tournaments.competition.views.doors import CORRECT, of_category, of_match, user_of
from cacho_tournaments.competition.views.frame import framed
from cacho_tournaments.errors import CachoError
from cacho_tournaments.web import explain


def of_a_match(request: HttpRequest, match: Match, **said: Any) -> Render:
    """Return how a page that corrects a match is drawn: in the match's frame, with what it says of itself."""
    category, page = match.stage.category, match_pages.match_page(match)

    def render(template: str, **context: Any) -> HttpResponse:
        return framed(
            request,
            template,
            category.tournament,
            category,
            stage=match.stage,
            card=page.card,
            **said,
            **context,
        )

    return render


def order_for(match: Match, verb: str, reason: str, do: Callable[[Rulings], Any]) -> Order:
    """Return the order to correct a match."""
    return Order(verb, do, reason, {"match": match.code, "token": match.token})


@of_match(CORRECT)
def match_revoke(request: HttpRequest, match: Match) -> HttpResponse:
    """Take a result back, so that the match is to be played."""
    render = of_a_match(
        request,
        match,
        title=_("Take the result back?"),
        lead=_(
            "What is lost: the places that this result gave, and the seats it filled in later matches. The result and "
            "every turn stay on record; the match is open again, and can be recorded anew."
        ),
    )

    def order(values: dict[str, Any]) -> Order:
        reason, by = values["reason"], user_of(request)
        return order_for(
            match,
            "competition.result.revoked",
            reason,
            lambda rulings: results.revoke(match=match, by=by, reason=reason, rulings=rulings),
        )

    return corrected(request, match.stage.category, ReasonForm(request.POST or None), order, render)


@of_match(CORRECT)
def match_absent(request: HttpRequest, match: Match) -> HttpResponse:
    """Say of a match that has a result that somebody did not appear."""
    lead = _(
        "Whoever was there wins without points. Where nobody was, nobody wins: in a knock-out nobody goes on from "
        "this match."
    )
    render = of_a_match(request, match, title=_("Somebody did not appear"), lead=lead)
    act = partial(results.walkover, match=match, by=user_of(request))
    order = _against(match, "competition.result.walkover", lambda sides, **said: act(absent=sides, **said))
    form = _sides_form(request, match, _("Who did not appear"))
    return corrected(request, match.stage.category, form, order, render)


@of_match(CORRECT)
def match_disqualify(request: HttpRequest, match: Match) -> HttpResponse:
    """Decide a match against sides that broke the rules."""
    lead = _(
        "Whoever is disqualified loses this match and does not play for the third place. To put an entrant out of "
        "the whole event, use the entrant's own page."
    )
    render = of_a_match(request, match, title=_("Disqualify in this match"), lead=lead)
    act = partial(results.disqualify, match=match, by=user_of(request))
    verb = "competition.result.disqualified"
    order = _against(match, verb, lambda sides, **said: act(positions=sides, **said))
    form = _sides_form(request, match, _("Who is disqualified"))
    return corrected(request, match.stage.category, form, order, render)


def _against(match: Match, verb: str, act: Callable[..., Any]) -> Callable[[dict[str, Any]], Order]:
    """Return how an order against the sides that were typed is made."""

    def order(values: dict[str, Any]) -> Order:
        reason, chosen = values["reason"], values["sides"]
        return order_for(match, verb, reason, lambda rulings: act(chosen, reason=reason, rulings=rulings))

    return order


def _sides_form(request: HttpRequest, match: Match, label: str) -> SidesForm:
    sides = match_pages.match_page(match).sides
    return SidesForm(request.POST or None, label=label, sides=sides)


# -- what was corrected ---------------------------------------------------------------------------------------


@of_category(CORRECT)
def corrections_made(request: HttpRequest, category: Category) -> HttpResponse:
    """List the corrections of a category."""
    lines = queries.corrections(category)
    return framed(request, "corrections", category.tournament, category, lines=lines)


@of_category(CORRECT)
def correction(request: HttpRequest, category: Category, correction: int) -> HttpResponse:
    """Show a correction: why, what it changed, whether it was undone."""
    row = _found(category, correction)
    line, told = queries.correction_line(row), row.facts.get("told", {})
    return framed(request, "correction", category.tournament, category, line=line, changes=told)


@of_category(CORRECT)
def correction_undo(request: HttpRequest, category: Category, correction: int) -> HttpResponse:
    """Undo a correction: ask why, show what changes, undo when that is confirmed."""
    row = _found(category, correction)
    return undone(request, row)


def undone(request: HttpRequest, row: Correction, rest: corrections.Act | None = None) -> HttpResponse:
    """Answer with what undoing would change, or, once confirmed, with the correction as undone; ``rest`` sets back
    rows of another room."""
    category, form = row.category, ReasonForm(request.POST or None)
    if "confirmed" in request.POST and form.sent(
        request,
        lambda values: corrections.undo(
            correction=row, by=user_of(request), rest=rest, seal=request.POST.get("seal", ""), **values
        ),
    ):
        messages.success(request, _("Undone. Everything stands as it did before that correction."))
        return redirect("competition:correction", category.tournament.slug, category.slug, row.pk)
    shown: dict[str, Any] = {"form": form, "line": queries.correction_line(row)}
    try:
        shown["changes"] = corrections.preview_undo(correction=row, rest=rest)
    except CachoError as error:
        shown["refused"] = explain.sentence(error)
    return framed(request, "correction_undo", category.tournament, category, **shown)


def _found(category: Category, key: int) -> Correction:
    rows = Correction.objects.select_related("category__tournament", "made_by", "undone_by")
    row = rows.filter(category=category, pk=key).first()
    if row is None:
        raise Http404
    return row

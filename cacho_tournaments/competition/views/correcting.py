"""How every page corrects: it asks, shows what would change, and corrects when that is confirmed.

Knows: the three steps, decisions as they are posted. Does not know: what is corrected.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from cacho_tournaments.competition.actions import corrections
from cacho_tournaments.competition.models import Category
from cacho_tournaments.competition.views.doors import user_of
from cacho_tournaments.errors import CachoError
from cacho_tournaments.web.forms import ActionForm

DECISION = "decision:"  # before the name of what is decided about
_OURS = ("csrfmiddlewaretoken", "confirmed", "seal")


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be done to correct, as the journal calls it; ``more`` are rows of another room that it touches."""

    verb: str
    do: corrections.Act
    reason: str
    facts: Mapping[str, object]
    more: Sequence[Any] = field(default=())


Render = Callable[..., HttpResponse]


def corrected(
    request: HttpRequest,
    category: Category,
    form: ActionForm,
    order: Callable[[dict[str, Any]], Order],
    render: Render,
) -> HttpResponse:
    """Answer with the form, with what would change, or, once confirmed, with the correction that was made.

    ``render`` draws a template in the page's own frame.
    """
    if request.method != "POST" or not form.is_valid():
        return render("correction_form", form=form)
    asked = order(form.cleaned_data)
    decisions = decided(request)
    if "confirmed" in request.POST:
        made = form.sent(request, lambda _values: _apply(request, category, asked, decisions))
        if made:
            messages.success(request, _("Corrected. Tables, brackets and later matches follow."))
            event = category.tournament.slug
            return redirect("competition:correction", event, category.slug, form.outcome.pk)
    try:
        found = corrections.preview(
            category=category, do=asked.do, decisions=decisions, on_behalf=user_of(request)
        )
    except CachoError as error:
        form.errors.clear()
        form.refuse(error)
        return render("correction_form", form=form)
    return render("correction_preview", form=form, changes=found, typed=typed(request))


def _apply(request: HttpRequest, category: Category, order: Order, decisions: Mapping[str, str]) -> Any:
    return corrections.apply(
        category=category,
        by=user_of(request),
        verb=order.verb,
        reason=order.reason,
        do=order.do,
        decisions=decisions,
        more=order.more,
        seal=request.POST.get("seal", ""),
        facts=order.facts,
    )


def decided(request: HttpRequest) -> dict[str, str]:
    """Return the decisions that were posted."""
    found = request.POST.items()
    return {name.removeprefix(DECISION): str(value) for name, value in found if name.startswith(DECISION)}


def typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Return what was typed, to be carried through the preview."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name not in _OURS and not name.startswith(DECISION)
        for value in values
    ]

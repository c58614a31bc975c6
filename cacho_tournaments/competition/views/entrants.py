"""Pages of a category's entrants: the list, the quick form, one entrant, states one by one and in bulk.

Knows: forms, filters, fragments for htmx. Does not know: how anything is stored.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST
from django_tables2 import RequestConfig

from cacho_tournaments.competition.actions import entries, entry_desk, results
from cacho_tournaments.competition.forms.entries import EditEntrantForm, LetInForm, NewEntrantForm
from cacho_tournaments.competition.forms.leaving import LateForm
from cacho_tournaments.competition.models import Category, Entrant
from cacho_tournaments.competition.queries import arriving, entrant_pages
from cacho_tournaments.competition.tables import EntrantTable
from cacho_tournaments.competition.views.doors import (
    DESK,
    of_category,
    of_entrant,
    refusals_said,
    user_of,
)
from cacho_tournaments.competition.views.frame import framed
from cacho_tournaments.web.http import small, wants_fragment

PER_PAGE = 50
_KEPT = ("q", "show", "sort", "page")


def _list(request: HttpRequest, category: Category) -> dict[str, Any]:
    """Return what the list shows under the filters of the address, or of the form that changed a state."""
    if request.method == "POST":  # the table's links are made of the address: give it the filters of the form
        request.GET = QueryDict(
            urlencode({name: request.POST[name] for name in _KEPT if name in request.POST})
        )
    filters = {name: request.GET.get(name, "") for name in _KEPT}
    page = entrant_pages.entrants_page(category, search=filters["q"], state=filters["show"])
    table = EntrantTable(page.lines, category=category, order_by=filters["sort"] or "number")
    RequestConfig(
        request, paginate={"per_page": PER_PAGE, "page": filters["page"] or 1, "silent": True}
    ).configure(table)
    return {
        "page": page,
        "table": table,
        "filters": filters,
        "here": reverse("competition:entrants", args=[category.tournament.slug, category.slug]),
    }


def _fragment(request: HttpRequest, category: Category, **context: Any) -> HttpResponse:
    """Answer htmx with the list alone."""
    whole = {"tournament": category.tournament, "category": category, **context}
    return render(request, "competition/_entrants.html", whole)


def _back(request: HttpRequest, category: Category) -> HttpResponse:
    """Show the list again under the same filters: as a fragment to htmx, else by a redirect."""
    context = _list(request, category)
    if wants_fragment(request):
        return _fragment(request, category, **context, with_messages=True)
    kept = urlencode({name: value for name, value in context["filters"].items() if value})
    return redirect(f"{context['here']}?{kept}" if kept else context["here"])


@of_category(DESK)
def entrants(request: HttpRequest, category: Category) -> HttpResponse:
    """List the entrants, searched, filtered and sorted, with the quick form above."""
    context = _list(request, category)
    if wants_fragment(request):
        return _fragment(request, category, **context)
    members = category.members_per_entrant
    context["form"] = NewEntrantForm(members=members)
    context["late"] = late = arriving.late_stage(category)
    context["late_form"] = LateForm(members=members, stage=late) if late else None
    context["suggestions"] = entrant_pages.suggestions(category.tournament, category)
    return framed(request, "entrants", category.tournament, category, **context)


@of_category(DESK)
def entrant_new(request: HttpRequest, category: Category) -> HttpResponse:
    """Enter players by their names; the form comes back empty for the next."""
    form = NewEntrantForm(request.POST or None, members=category.members_per_entrant)
    if form.sent(
        request,
        lambda _values: entry_desk.enter_names(category=category, by=user_of(request), **form.values()),
    ):
        entered = {"number": form.outcome.number, "name": form.outcome.name}
        messages.success(request, _("No. %(number)s, %(name)s, is entered. Who is next?") % entered)
        return redirect("competition:entrant_new", category.tournament.slug, category.slug)
    known = entrant_pages.suggestions(category.tournament, category)
    return framed(request, "entrant_new", category.tournament, category, form=form, suggestions=known)


@of_entrant(DESK)
def entrant_edit(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Change an entrant, or let it leave."""
    category, page = entrant.category, entrant_pages.entrant_page(entrant)
    form = EditEntrantForm(
        request.POST or None, page=page, members=category.members_per_entrant, is_drawn=page.is_drawn
    )
    if form.sent(
        request,
        lambda _values: entry_desk.change_names(entrant=entrant, by=user_of(request), **form.values()),
    ):
        messages.success(request, _("The changes are saved."))
        return redirect("competition:entrants", category.tournament.slug, category.slug)
    return _entrant_page(request, entrant, page=page, form=form)


def _entrant_page(request: HttpRequest, entrant: Entrant, **more: Any) -> HttpResponse:
    category = entrant.category
    known = entrant_pages.suggestions(category.tournament, category)
    shown = {"let_in_form": LetInForm(prefix="let-in"), **more}
    return framed(request, "entrant_edit", category.tournament, category, suggestions=known, **shown)


def _plain_page(request: HttpRequest, entrant: Entrant, **more: Any) -> HttpResponse:
    """Show the entrant as it stands, with what was typed in a form beside it."""
    page = entrant_pages.entrant_page(entrant)
    form = EditEntrantForm(page=page, members=entrant.category.members_per_entrant, is_drawn=page.is_drawn)
    return _entrant_page(request, entrant, page=page, form=form, **more)


@of_entrant(DESK)
@require_POST
def entrant_state(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Bring one entrant into a state by a button."""
    with refusals_said(request):
        state = request.POST.get("state", "")
        changed = entries.set_state(entrant=entrant, by=user_of(request), state=state)
        said = {"name": changed.name, "state": changed.get_state_display()}
        messages.success(request, _("%(name)s: %(state)s.") % said)
    return _back(request, entrant.category)


@of_entrant()
@require_POST
def entrant_let_in(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    """Let back in whom the rules of the game put out of the event."""
    form = LetInForm(request.POST, prefix="let-in")
    if not form.is_valid():
        return _plain_page(request, entrant, let_in_form=form)
    with refusals_said(request):
        back = results.reinstate(entrant=entrant, by=user_of(request), **form.cleaned_data)
        said = {"name": back.name}
        messages.success(
            request, _("%(name)s is in the event again; its open matches are to be played.") % said
        )
    address = (entrant.category.tournament.slug, entrant.category.slug, entrant.number)
    return redirect("competition:entrant_edit", *address)


@of_category(DESK)
@require_POST
def entrant_states(request: HttpRequest, category: Category) -> HttpResponse:
    """Bring the chosen entrants into one state, all or none."""
    numbers = [small(number) for number in request.POST.getlist("chosen")]
    with refusals_said(request):
        count = entries.set_states(
            entrants=list(category.entrants.filter(number__in=numbers)),
            by=user_of(request),
            state=request.POST.get("bulk", ""),
        )
        text = ngettext("%(n)s entrant is changed.", "%(n)s entrants are changed.", count)
        messages.success(request, text % {"n": count})
    return _back(request, category)

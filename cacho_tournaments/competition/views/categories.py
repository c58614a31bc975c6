"""Pages of a category: a new one, its state, its facts and rules.

Knows: forms, which page comes next. Does not know: how anything is stored.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from cacho_tournaments.competition.actions import tournaments as actions
from cacho_tournaments.competition.forms.categories import OPTION, CategoryForm, NewCategoryForm
from cacho_tournaments.competition.models import Category, Tournament
from cacho_tournaments.competition.queries import stage_pages, stage_plans
from cacho_tournaments.competition.views.doors import DESK, of_category, of_tournament, user_of
from cacho_tournaments.competition.views.frame import framed


def _shown_again(request: HttpRequest) -> dict[str, Any] | None:
    """Return what was typed when the button only asks what other rules say: options follow the new rules."""
    if "show" not in request.POST:
        return None
    return {name: value for name, value in request.POST.items() if not name.startswith(OPTION)}


@of_tournament()
def category_new(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add a category with its plan."""
    typed = _shown_again(request)
    if typed is not None:
        form = NewCategoryForm(initial=typed)
    else:
        form = NewCategoryForm(request.POST or None, initial={"kind": Category.Kind.PAIR})
    if typed is None and form.sent(
        request,
        lambda _values: actions.add_category(tournament=tournament, by=user_of(request), **form.values()),
    ):
        messages.success(request, _("The category is created. Next: enter who plays."))
        return redirect("competition:category", tournament.slug, form.outcome.slug)
    return framed(request, "category_new", tournament, form=form)


@of_category(DESK)
def category(request: HttpRequest, category: Category) -> HttpResponse:
    """Show where the category stands: its entrants in figures, its stages with their settings."""
    page, chain = stage_pages.category_overview(category), stage_plans.chain(category)
    return framed(request, "category", category.tournament, category, page=page, chain=chain)


@of_category()
def category_edit(request: HttpRequest, category: Category) -> HttpResponse:
    """Change a category's facts and rules."""
    stored = {**vars(category), **{OPTION + name: value for name, value in category.options.items()}}
    typed = _shown_again(request)
    form = CategoryForm(request.POST or None if typed is None else None, initial=typed or stored)
    if typed is None and form.sent(
        request,
        lambda _values: actions.edit_category(category=category, by=user_of(request), **form.values()),
    ):
        messages.success(request, _("The changes are saved."))
        return redirect("competition:category", category.tournament.slug, form.outcome.slug)
    return framed(request, "category_edit", category.tournament, category, form=form)

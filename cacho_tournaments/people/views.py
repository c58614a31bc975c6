"""Pages of players and clubs: lists, one of each, somebody new.

Knows: forms, who is let in, fragments for htmx. Does not know: how anything is stored.

Whoever may write nobody down is told so (403); a player out of reach is not found (404), as if there were none.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

import django_tables2 as tables2
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from cacho_tournaments.people import actions, queries
from cacho_tournaments.people.forms import ClubForm, NewClubForm, NewPlayerForm, PlayerForm
from cacho_tournaments.people.models import Club, Player, User
from cacho_tournaments.people.tables import ClubTable, PlayerTable
from cacho_tournaments.web import exports, http

PER_PAGE = 50
View = Callable[..., HttpResponse]


def _user(request: HttpRequest) -> User:
    return cast(User, request.user)


def for_writers(view: View) -> View:
    """Let in whoever may write persons down."""

    @login_required
    @wraps(view)
    def inner(request: HttpRequest, **address: Any) -> HttpResponse:
        if not _user(request).has_perm("people.write"):
            raise PermissionDenied("people.write")
        return view(request, **address)

    return cast(View, inner)


def _paged(request: HttpRequest, table: tables2.Table) -> tables2.Table:
    tables2.RequestConfig(request, paginate={"per_page": PER_PAGE, "silent": True}).configure(table)
    return table


@for_writers
def players(request: HttpRequest) -> HttpResponse:
    """List the players whom the user reaches, searched, filtered and sorted, or all of them as a file."""
    search, club_pk = request.GET.get("q", ""), http.small(request.GET.get("club", ""))
    as_file = request.GET.get("format") == "csv"
    page = queries.players_page(_user(request), search=search, club=club_pk, with_contact=as_file)
    if as_file:
        heading = (_("Player"), _("Club"), _("City"), _("Events"), _("Phone"), _("E-mail"))
        rows = ((p.name, p.club, p.city, p.events, p.phone, p.email) for p in page.lines)
        return exports.csv_answer("players", heading, rows)
    context = {"page": page, "table": _paged(request, PlayerTable(page.lines)), "q": search, "club": club_pk}
    return http.page(request, "people/players.html", "people/_players.html", context)


@for_writers
def player_new(request: HttpRequest) -> HttpResponse:
    """Write somebody down; the form comes back empty for the next."""
    user = _user(request)
    form = NewPlayerForm(request.POST or None, with_contact=user.has_perm("people.contact"))
    if form.sent(request, lambda _values: actions.register_player(by=user, **form.values())):
        messages.success(request, _("%(name)s is written down. Who is next?") % {"name": form.outcome.name})
        return redirect("people:player_new")
    known = queries.namesakes(user, form.namesakes) if form.namesakes else ()
    return render(
        request, "people/player_new.html", {"form": form, "known": known, "clubs": queries.club_names()}
    )


@login_required
def player(request: HttpRequest, number: int) -> HttpResponse:
    """Show what is known of a player, and change it."""
    user, row = _user(request), get_object_or_404(Player.objects.select_related("club"), pk=number)
    if not user.has_perm("people.edit", row):
        raise Http404(str(number))
    with_contact = user.has_perm("people.contact", row)
    page = queries.player_page(row, user, with_contact=with_contact)
    known = {name: getattr(page, name) for name in ("name", "club", "city", "phone", "email")}
    form = PlayerForm(request.POST or None, initial=known, with_contact=with_contact)
    if form.sent(request, lambda values: actions.change_player(player=row, by=user, **values)):
        messages.success(request, _("The changes are saved."))
        return redirect("people:player", row.pk)
    context = {"page": page, "form": form, "with_contact": with_contact, "clubs": queries.club_names()}
    return render(request, "people/player.html", context)


@for_writers
def clubs(request: HttpRequest) -> HttpResponse:
    """List the clubs, searched and sorted, or all of them as a file."""
    search = request.GET.get("q", "")
    page = queries.clubs_page(_user(request), search=search)
    if request.GET.get("format") == "csv":
        rows = ((line.name, line.city, line.players) for line in page.lines)
        return exports.csv_answer("clubs", (_("Name"), _("City"), _("Players")), rows)
    context = {"page": page, "table": _paged(request, ClubTable(page.lines)), "q": search}
    return http.page(request, "people/clubs.html", "people/_clubs.html", context)


@for_writers
def club_new(request: HttpRequest) -> HttpResponse:
    """Write a club down; one that is known already is shown instead."""
    form = NewClubForm(request.POST or None)
    known = queries.club_called(form.cleaned_data["name"]) if form.is_valid() else None
    if known:
        messages.info(request, _("%(name)s is written down already: this is it.") % {"name": known.name})
        return redirect("people:club", known.pk)
    if form.sent(request, lambda values: actions.add_club(by=_user(request), **values)):
        messages.success(request, _("%(name)s is written down.") % {"name": form.outcome.name})
        return redirect("people:clubs")
    return render(request, "people/club_new.html", {"form": form})


@for_writers
def club(request: HttpRequest, number: int) -> HttpResponse:
    """Show a club, and change it where it plays for the user's own events or for none."""
    user, row = _user(request), get_object_or_404(Club, pk=number)
    page = queries.club_page(row, user)
    form = ClubForm(request.POST or None, initial={"name": page.name, "city": page.city})
    if form.sent(request, lambda values: actions.edit_club(club=row, by=user, **values)):
        messages.success(request, _("The changes are saved."))
        return redirect("people:club", row.pk)
    context = {"page": page, "form": form, "may_edit": user.has_perm("people.edit_club", row)}
    return render(request, "people/club.html", context)

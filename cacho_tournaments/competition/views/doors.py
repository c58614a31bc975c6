"""How a request comes to an event, a category, a stage, an entrant or a match, and who is let in.

Knows: addresses and permissions. Does not know: what the page does.

Who holds no post in an event learns nothing about it, not even that it is there: the answer is 404.
Who holds a post that is not enough is told so: 403.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from cacho_tournaments.competition.models import Category, Entrant, Match, Stage, Tournament
from cacho_tournaments.errors import CachoError
from cacho_tournaments.people.models import User
from cacho_tournaments.web import http

View = Callable[..., HttpResponse]
Finder = Callable[..., tuple[Any, Tournament]]

ORGANIZE, DESK, WORK = "competition.organize", "competition.desk", "competition.work"
CORRECT, DECIDE = "competition.correct", "competition.decide"


def user_of(request: HttpRequest) -> User:
    """Return who asks; the doors below have seen to it that somebody is logged in."""
    return cast(User, request.user)


def _let_in(request: HttpRequest, permission: str, tournament: Tournament) -> None:
    user = user_of(request)
    if user.has_perm(permission, tournament):
        return
    if user.has_perm(WORK, tournament):
        raise PermissionDenied(permission)
    raise Http404


def organizers_alone(request: HttpRequest, tournament: Tournament) -> None:
    """Let in whoever organizes the event: for what a page shows to them and not to the desk."""
    _let_in(request, ORGANIZE, tournament)


def _door(find: Finder, permission: str) -> Callable[[View], View]:
    """Make a decorator that replaces the address's parts by the row they name, once the user may see it."""

    def decorate(view: View) -> View:
        @login_required
        @wraps(view)
        def inner(request: HttpRequest, **address: Any) -> HttpResponse:
            row, tournament, rest = _found(find, address)
            _let_in(request, permission, tournament)
            return view(request, row, **rest)

        return cast(View, inner)

    return decorate


def _found(find: Finder, address: dict[str, Any]) -> tuple[Any, Tournament, dict[str, Any]]:
    names = find.__code__.co_varnames[: find.__code__.co_argcount]
    row, tournament = find(**{name: address[name] for name in names})
    return row, tournament, {name: value for name, value in address.items() if name not in names}


def _tournament(slug: str) -> tuple[Tournament, Tournament]:
    found = get_object_or_404(Tournament, slug=slug)
    return found, found


def _category(slug: str, category_slug: str) -> tuple[Category, Tournament]:
    rows = Category.objects.select_related("tournament")
    found = get_object_or_404(rows, tournament__slug=slug, slug=category_slug)
    return found, found.tournament


def _stage(slug: str, category_slug: str, order: int) -> tuple[Stage, Tournament]:
    rows = Stage.objects.select_related("category__tournament")
    found = get_object_or_404(
        rows, category__tournament__slug=slug, category__slug=category_slug, order=order
    )
    return found, found.category.tournament


def _entrant(slug: str, category_slug: str, number: int) -> tuple[Entrant, Tournament]:
    rows = Entrant.objects.select_related("category__tournament", "club")
    found = get_object_or_404(
        rows, category__tournament__slug=slug, category__slug=category_slug, number=number
    )
    return found, found.category.tournament


def _match(token: str) -> tuple[Match, Tournament]:
    rows = Match.objects.select_related("stage__category__tournament", "table", "group")
    found = get_object_or_404(rows, token=token)
    return found, found.stage.category.tournament


def _match_ever(token: str) -> tuple[Match, Tournament]:
    found = get_object_or_404(Match.ever.select_related("stage__category__tournament"), token=token)
    return found, found.stage.category.tournament


def of_tournament(permission: str = ORGANIZE) -> Callable[[View], View]:
    return _door(_tournament, permission)


def of_category(permission: str = ORGANIZE) -> Callable[[View], View]:
    return _door(_category, permission)


def of_stage(permission: str = ORGANIZE) -> Callable[[View], View]:
    return _door(_stage, permission)


def of_entrant(permission: str = ORGANIZE) -> Callable[[View], View]:
    return _door(_entrant, permission)


def of_match(permission: str = ORGANIZE) -> Callable[[View], View]:
    return _door(_match, permission)


def of_match_ever(permission: str = ORGANIZE) -> Callable[[View], View]:
    """Find the match too where another stands in its place by now."""
    return _door(_match_ever, permission)


def stage_seen_by_all(view: View) -> View:
    """Replace the address's parts by the stage they name; whether it may be seen is for the view to say."""

    @wraps(view)
    def inner(request: HttpRequest, **address: Any) -> HttpResponse:
        row, _event, rest = _found(_stage, address)
        return view(request, row, **rest)

    return cast(View, inner)


@contextmanager
def refusals_said(request: HttpRequest) -> Iterator[None]:
    """Say a refusal's sentence on the next page instead of failing: for buttons, which have no field to stand by."""
    try:
        yield
    except CachoError as error:
        http.say(request, error)

"""Who reaches which of the organizer's pages: by link, by changed number, by a form sent straight at the address."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from cacho_tournaments.competition import urls
from cacho_tournaments.competition.models import Category, Draw, Entrant, Match, Stage
from cacho_tournaments.people.models import User
from tests import makers

pytestmark = pytest.mark.django_db

# What the desk does beside the organizers; everything else of an event is the organizers' own.
DESK = {
    "tournament",
    "category",
    "entrants",
    "entrant_new",
    "entrant_states",
    "entrant_edit",
    "entrant_state",
    "match",
    "match_place",
    "match_walkover",
    "match_revoke",
}
OWN = {"tournaments", "tournament_new"}  # pages of a person, not of an event
NAMES = [pattern.name for pattern in urls.urlpatterns if isinstance(pattern, URLPattern)]
PAGES = sorted(set(NAMES) - OWN)


def address(name: str, category: Category) -> str:
    """Return the address of that page for the category's event."""
    event = category.tournament
    match = Match.objects.filter(stage__category=category).first()
    parts = {
        "slug": event.slug,
        "category_slug": category.slug,
        "order": 1,
        "number": 1,
        "post": event.staff.get(role="organizer").pk,
        "token": match.token if match else "none",
    }
    pattern = next(each for each in urls.urlpatterns if each.name == name)
    return reverse(f"competition:{name}", kwargs={key: parts[key] for key in pattern.pattern.converters})


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("name", PAGES)
def test_a_stranger_learns_nothing_of_an_event_and_changes_nothing(name: str) -> None:
    """Organizer A at B's event, by link and by a sent form (ADM-03)."""
    category = makers.groups(4, kind="single")
    before = _figures()
    stranger = as_user(makers.organizer())
    url = address(name, category)
    assert stranger.get(url).status_code == HTTPStatus.NOT_FOUND
    assert (
        stranger.post(url, {"state": "withdrawn", "seed": "3", "name": "x"}).status_code
        == HTTPStatus.NOT_FOUND
    )
    assert _figures() == before


@pytest.mark.parametrize("name", PAGES)
def test_a_referee_does_not_organize(name: str) -> None:
    """ADM-07: each role reaches its pages and no others."""
    category = makers.groups(4, kind="single")
    before = _figures()
    client = as_user(makers.referee(category.tournament))
    url = address(name, category)
    assert client.get(url).status_code == HTTPStatus.FORBIDDEN
    assert client.post(url, {"state": "withdrawn"}).status_code == HTTPStatus.FORBIDDEN
    assert _figures()["entrants"] == before["entrants"]


@pytest.mark.parametrize("name", PAGES)
def test_the_desk_reaches_its_own_pages_and_no_others(name: str) -> None:
    category = makers.groups(4, kind="single")
    client = as_user(makers.desk(category.tournament))
    got = client.get(address(name, category)).status_code
    if name in DESK:
        assert got in (HTTPStatus.OK, HTTPStatus.METHOD_NOT_ALLOWED)
    else:
        assert got == HTTPStatus.FORBIDDEN


@pytest.mark.parametrize("name", [*PAGES, *sorted(OWN)])
def test_whoever_is_not_logged_in_is_asked_to(name: str) -> None:
    category = makers.groups(4, kind="single")
    url = reverse(f"competition:{name}") if name in OWN else address(name, category)
    answer = Client().get(url)
    assert answer.status_code == HTTPStatus.FOUND
    assert answer.url == f"{reverse('web:login')}?next={url}"


@pytest.mark.parametrize(
    "name", ["publish", "draw", "draw_swap", "draw_release", "stage_close", "entrant_state"]
)
def test_a_step_is_never_taken_by_following_a_link(name: str) -> None:
    category = makers.groups(4, kind="single")
    client = as_user(makers.organizer_of(category.tournament))
    assert client.get(address(name, category)).status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_an_account_that_was_shut_reaches_nothing() -> None:
    category = makers.groups(4, kind="single")
    user = makers.organizer_of(category.tournament)
    client = as_user(user)
    user.is_active = False
    user.save()
    assert client.get(address("tournament", category)).status_code == HTTPStatus.FOUND


def test_only_who_may_organize_calls_an_event() -> None:
    client = as_user(makers.user())
    assert client.get(reverse("competition:tournament_new")).status_code == HTTPStatus.FORBIDDEN


def test_the_list_shows_own_events_alone() -> None:
    mine, other = makers.tournament(name="Copa Mía"), makers.tournament(name="Copa Ajena")
    page = as_user(makers.organizer_of(mine)).get(reverse("competition:tournaments")).content.decode()
    assert "Copa Mía" in page and other.name not in page


def test_a_category_of_one_event_is_not_found_under_another() -> None:
    """A changed address: the stage and entrant of B under A's name."""
    mine = makers.groups(4, kind="single", event=makers.tournament())
    other = makers.groups(4, kind="single", event=makers.tournament(), name="Ajena")
    client = as_user(makers.organizer_of(mine.tournament))
    for name, more in (("entrants", []), ("stage", [1]), ("entrant_edit", [1])):
        url = reverse(f"competition:{name}", args=[mine.tournament.slug, other.slug, *more])
        assert client.get(url).status_code == HTTPStatus.NOT_FOUND


def _figures() -> dict[str, object]:
    return {
        "entrants": list(Entrant.objects.values_list("pk", "state", "name")),
        "draws": list(Draw.objects.values_list("pk", "state")),
        "stages": list(Stage.objects.values_list("pk", "state")),
        "matches": list(Match.objects.values_list("pk", "state", "table")),
    }

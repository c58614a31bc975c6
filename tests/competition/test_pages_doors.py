"""Who reaches which of the organizer's pages: by link, by changed number, by a form sent straight at the address."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from cacho_tournaments.competition import urls
from cacho_tournaments.competition.models import Category, Correction, Draw, Entrant, Match, Stage
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
    "entrant_leave",
    "entrant_return",
    "stage",
    "stage_tables",
    "round_away",
    "match",
    "match_place",
    "match_walkover",
    "match_came",
    "match_revoke",
    "match_absent",
    "match_disqualify",
    "corrections",
    "correction",
    "correction_undo",
}
OWN = {"tournaments", "tournament_new", "start", "trf", "trf_take_over"}  # pages of a person, not of an event
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
        "correction": _correction(category).pk,
    }
    pattern = next(each for each in urls.urlpatterns if each.name == name)
    return reverse(f"competition:{name}", kwargs={key: parts[key] for key in pattern.pattern.converters})


def _correction(category: Category) -> Correction:
    """Return a correction of the category, whatever it changed."""
    told = {"facts": {"live": [], "told": {}}, "made_at": timezone.now()}
    return Correction.objects.get_or_create(
        category=category, verb="competition.result.revoked", defaults=told
    )[0]


def as_user(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def category() -> Category:
    return makers.groups(4, kind="single")


def test_a_stranger_learns_nothing_of_an_event_and_changes_nothing(category: Category) -> None:
    """Organizer A at B's event, by link and by a sent form (ADM-03)."""
    before, stranger = _figures(), as_user(makers.organizer())
    typed = {"state": "withdrawn", "seed": "3", "name": "x", "reason": "x"}
    for name in PAGES:
        url = address(name, category)
        got = stranger.get(url).status_code, stranger.post(url, typed).status_code
        assert got == (HTTPStatus.NOT_FOUND, HTTPStatus.NOT_FOUND), name
    assert _figures() == before


def test_a_referee_does_not_organize(category: Category) -> None:
    """ADM-07: each role reaches its pages and no others."""
    client = as_user(makers.referee(category.tournament))
    before = _figures()
    for name in PAGES:
        url = address(name, category)
        got = client.get(url).status_code, client.post(url, {"state": "withdrawn"}).status_code
        assert got == (HTTPStatus.FORBIDDEN, HTTPStatus.FORBIDDEN), name
    assert _figures() == before


def test_the_desk_reaches_its_own_pages_and_no_others(category: Category) -> None:
    client = as_user(makers.desk(category.tournament))
    for name in PAGES:
        got = client.get(address(name, category)).status_code
        reached = got in (HTTPStatus.OK, HTTPStatus.METHOD_NOT_ALLOWED)
        assert reached == (name in DESK), name
        assert reached or got == HTTPStatus.FORBIDDEN, name


def test_the_desk_prints_rounds_and_gives_tables_and_sees_no_draft(category: Category) -> None:
    """ADM-07: its pages hold everything that its work needs, and no button that would be refused."""
    client = as_user(makers.desk(category.tournament))
    page = client.get(address("category", category)).content.decode()
    assert address("stage", category) in page
    page = client.get(address("stage", category)).content.decode()
    assert "/round/1.pdf?kind=blank" in page and address("stage_tables", category) in page
    answer = client.post(address("stage_tables", category), {"round": "1"})
    assert answer["Location"] == address("stage", category)
    makers.played_out(category)
    pages = [client.get(address(name, category)).content.decode() for name in ("stage", "category")]
    for name in ("stage_close", "stage_reopen", "stage_settings"):
        assert not any(address(name, category) in page for page in pages), name

    draft = makers.category(category.tournament, name="Otra")
    makers.entrants(draft, 6)
    makers.drawn(draft, released=False)
    assert client.get(address("stage", draft)).status_code == HTTPStatus.FORBIDDEN
    for name in ("category", "tournament"):
        assert address("stage", draft) not in client.get(address(name, draft)).content.decode()


def test_whoever_is_not_logged_in_is_asked_to(category: Category) -> None:
    for name in [*PAGES, *OWN]:
        url = reverse(f"competition:{name}") if name in OWN else address(name, category)
        answer = Client().get(url)
        assert answer.status_code == HTTPStatus.FOUND, name
        assert answer.url == f"{reverse('web:login')}?next={url}"


def test_a_step_is_never_taken_by_following_a_link(category: Category) -> None:
    client = as_user(makers.organizer_of(category.tournament))
    for name in (
        "publish",
        "draw",
        "draw_swap",
        "draw_release",
        "stage_close",
        "stage_reopen",
        "entrant_state",
    ):
        assert client.get(address(name, category)).status_code == HTTPStatus.METHOD_NOT_ALLOWED, name


def test_an_account_that_was_shut_reaches_nothing(category: Category) -> None:
    user = makers.organizer_of(category.tournament)
    client = as_user(user)
    user.is_active = False
    user.save()
    assert client.get(address("tournament", category)).status_code == HTTPStatus.FOUND


def test_whoever_logs_in_is_led_to_the_own_work_and_no_card_to_a_closed_page() -> None:
    event = makers.tournament()
    referee, desk, nobody = makers.referee(event), makers.desk(event), makers.user()
    tables, events = reverse("play:tables"), reverse("competition:tournaments")
    ways = {referee: tables, desk: events, makers.organizer_of(event): events, nobody: events}
    for user, leads in ways.items():
        assert as_user(user).get(reverse("competition:start"))["Location"] == leads
    page = as_user(referee).get(events).content.decode()
    assert event.name in page and f'href="{tables}"' in page
    assert reverse("competition:tournament", args=[event.slug]) not in page


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

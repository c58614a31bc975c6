"""A tournament's first page: how far it is, what is being played, where somebody plays; hidden until published."""

import pytest
from django.test import Client

from cacho_tournaments.competition.actions import leaving
from tests import makers
from tests.live import reading
from tests.play import scene
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def test_every_category_says_how_far_it_is_and_leads_on_in_one_tap(reader: Client) -> None:
    """PUB-17: standings are one tap from the event page."""
    category = makers.groups(8)
    slug = category.tournament.slug
    html = reading.page(reader, f"/{slug}/")
    assert "Groups: 0 of 12 matches are finished." in reading.text(html)
    for name in ("groups", "matches", "entrants", "rules"):
        assert f'href="/{slug}/{category.slug}/{name}/"' in html
    makers.played_out(category)
    assert "Groups: finished. The draw comes next: Knock-out." in reading.words(reader, f"/{slug}/")


def test_before_the_draw_it_says_that_entries_are_open(reader: Client) -> None:
    category = makers.category(fee=60)
    makers.entrants(category, 3)
    said = reading.words(reader, f"/{category.tournament.slug}/")
    assert "Entries are open. The draw comes next." in said
    assert "Entered 3" in said
    assert "Fee Bs 60" in said


def test_the_champion_stands_on_the_first_page(reader: Client) -> None:
    category = makers.played_event(8)
    winner = category.entrants.get(number=1)
    first_page = f"/{category.tournament.slug}/"
    assert f"Champion {winner.name}" in reading.words(reader, first_page)
    by = makers.organizer_of(category.tournament)
    leaving.disqualify(entrant=winner, by=by, reason="loaded dice, found in the evening")
    assert "Champion " not in reading.words(reader, first_page)
    assert "Champion " not in reading.words(reader, f"/{category.tournament.slug}/{category.slug}/bracket/")
    assert "Champion" not in reading.words(reader, f"/{category.tournament.slug}/{category.slug}/e/1/")


def test_a_match_being_played_shows_its_running_score(reader: Client) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =E 20", "2 =6 12", "1 =5 15"]), by=by)
    said = reading.words(reader, f"/{match.stage.category.tournament.slug}/")
    first, second = (seat.entrant for seat in match.seats.order_by("position"))
    assert first and second
    assert f"{first.name} 35 {second.name} 12 3 turns" in said
    scene.turns.cancel_last(match=scene.anew(match), client_id="undo-0001", by=by)
    said = reading.words(reader, f"/{match.stage.category.tournament.slug}/")
    assert f"{first.name} 20 {second.name} 12 2 turns" in said


def test_a_search_finds_people_without_their_accents_and_leads_to_the_one_found(reader: Client) -> None:
    category = makers.category()
    by = makers.organizer_of(category.tournament)
    pair = [makers.player(by, "Íñigo Núñez"), makers.player(by, "Ana Vargas")]
    makers.entries.enter(category=category, by=by, players=pair, name="Los Tigres")
    makers.entrants(category, 2)
    url = f"/{category.tournament.slug}/"
    answer = reader.get(url, {"q": "inigo nunez"})
    assert answer.status_code == 302
    assert answer["Location"] == f"/{category.tournament.slug}/{category.slug}/e/1/"
    assert "Nobody found for “zzz”" in reading.words(reader, url, q="zzz")


def test_a_search_that_finds_several_says_where_each_plays(reader: Client) -> None:
    category = makers.groups(8)
    for entrant in category.entrants.all():
        entrant.folded = f"quispe {entrant.number}"
        entrant.save()
    said = reading.words(reader, f"/{category.tournament.slug}/", q="Quispe")
    assert said.count("Next: table") + said.count("Next match: no table yet") == 8


PAGES = ("", "{c}/groups/", "{c}/bracket/", "{c}/matches/", "{c}/entrants/", "{c}/e/1/", "{c}/rules/")


def test_a_search_for_what_no_database_holds_finds_nobody(reader: Client) -> None:
    category = makers.groups(4)
    for text in ("\0Quispe \0", "\0"):
        found = reader.get(f"/{category.tournament.slug}/", {"q": text}, follow=True)
        assert found.status_code == 200


@pytest.mark.parametrize(
    "address", ["/m/%00/", "/play/m/%00/", "/play/d/%00/", "/manage/match/%00/", "/%00/"]
)
def test_an_address_that_names_nothing_is_not_found(address: str) -> None:
    client = Client()
    client.force_login(makers.admin())
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("path", PAGES)
def test_strangers_do_not_find_what_is_not_published(reader: Client, path: str) -> None:
    category = makers.groups(4, kind="single")
    event = category.tournament
    url = f"/{event.slug}/{path.format(c=category.slug)}"
    assert reader.get(url).status_code == 200
    event.is_public = False
    event.save()
    assert reader.get(url).status_code == 404
    assert reader.get(url, {"v": "1"}).status_code == 404
    stranger = Client()
    stranger.force_login(makers.organizer())
    assert stranger.get(url).status_code == 404
    reader.force_login(makers.referee(event))
    assert "This tournament is not public yet" in reading.words(reader, url)


def test_what_is_not_there_is_a_page_that_says_so(reader: Client) -> None:
    category = makers.groups(4, kind="single")
    slug = category.tournament.slug
    for url in ("/nothing/", f"/{slug}/nothing/groups/", f"/{slug}/{category.slug}/e/99/", "/m/nothing/"):
        assert reader.get(url).status_code == 404


def test_every_page_speaks_the_language_that_was_chosen_and_stays_where_it_was() -> None:
    category = makers.groups(4, kind="single")
    url = f"/{category.tournament.slug}/{category.slug}/groups/?group=A"
    reader = Client()
    for language in ("es", "en", "ru"):
        answer = reader.post("/i18n/setlang/", {"language": language, "next": url})
        assert (answer.status_code, answer["Location"]) == (302, url)
        assert f'<html lang="{language}"' in reader.get(url).content.decode()


def test_pages_need_no_script_and_set_no_cookie(reader: Client) -> None:
    """The content stands in the first answer; a reader leaves no trace (stack: strict CSP, no token in pages)."""
    category = makers.groups(4, kind="single")
    slug = category.tournament.slug
    for page in ("groups", "bracket", "matches", "entrants", "rules"):
        answer = reader.get(f"/{slug}/{category.slug}/{page}/")
        html = answer.content.decode()
        assert "csrfmiddlewaretoken" not in html and not answer.cookies
        assert "style=" not in html and "onclick" not in html


def test_the_first_page_costs_the_same_whatever_is_played(reader: Client) -> None:
    match = scene.ready(8)
    scene.append(match, *scene.batch(["1 =E 20", "2 =6 12"]), by=scene.referee_of(match))
    assert_budget(reader, f"/{match.stage.category.tournament.slug}/", "live:tournament")


@pytest.mark.parametrize(
    ("plan", "missing"), [("groups", "bracket"), ("knockout", "groups"), ("cochabamba", None)]
)
def test_the_pages_of_a_category_are_those_of_its_stages(
    reader: Client, plan: str, missing: str | None
) -> None:
    """A category of groups alone has no knock-out that is yet to be drawn."""
    category = makers.category(plan=plan)
    slug = category.tournament.slug
    html = reading.page(reader, f"/{slug}/{category.slug}/rules/")
    for name in ("groups", "bracket"):
        assert (f'href="/{slug}/{category.slug}/{name}/"' in html) == (name != missing)

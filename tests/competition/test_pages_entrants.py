"""The desk's list of entrants through the pages: entering, finding, correcting, leaving."""

import pytest
from django.urls import reverse

from cacho_tournaments.competition.models import Entrant
from cacho_tournaments.people.models import Player
from tests import makers
from tests.competition.walking import enter, logged_in, press, said, see

pytestmark = pytest.mark.django_db


def test_a_state_pressed_by_htmx_answers_with_the_list_alone() -> None:
    category = makers.category(kind="single")
    makers.entrants(category, 2, state="accepted")
    client = logged_in(makers.organizer_of(category.tournament))
    url = reverse("competition:entrant_state", args=[category.tournament.slug, category.slug, 1])
    answer = client.post(url, {"state": "checked-in"}, headers={"hx-request": "true"})
    assert b"<html" not in answer.content
    assert b'id="entrants"' in answer.content and b"checked in" in answer.content
    assert Entrant.objects.get(number=1).state == "checked-in"


def test_a_search_finds_without_accents_and_keeps_the_filter_after_a_button() -> None:
    category = makers.category(kind="single")
    by = makers.organizer_of(category.tournament)
    client = logged_in(by)
    where = (category.tournament.slug, category.slug)
    for name in ("José Núñez", "Ana Soliz", "Óscar Arce"):
        press(client, "entrant_new", *where, player_1=name, state="accepted")
    page = see(client, "entrants", *where, q="nunez")
    assert "José Núñez" in page and "Ana Soliz" not in page
    answer = client.post(
        reverse("competition:entrant_state", args=[*where, 1]), {"state": "checked-in", "q": "nunez"}
    )
    assert answer.url.endswith("?q=nunez")


def test_names_sort_as_spanish_does() -> None:
    """Ñ comes after N (I18-01)."""
    category = makers.category(kind="single")
    client = logged_in(makers.organizer_of(category.tournament))
    where = (category.tournament.slug, category.slug)
    for name in ("Zoe", "Ñusta", "Nube", "Álvaro", "Oso"):
        press(client, "entrant_new", *where, player_1=name, state="accepted")
    page = see(client, "entrants", *where, sort="name")
    places = [page.rindex(name) for name in ("Álvaro", "Nube", "Ñusta", "Oso", "Zoe")]
    assert places == sorted(places)


def test_a_suggested_person_is_the_known_one_and_a_typed_name_somebody_new() -> None:
    event = makers.tournament()
    by = makers.organizer_of(event)
    client = logged_in(by)
    first = makers.category(event, kind="single", name="Uno")
    second = makers.category(event, kind="single", name="Dos")
    press(client, "entrant_new", event.slug, first.slug, player_1="María Quispe", state="accepted")
    known = Player.objects.get()
    page = client.get(reverse("competition:entrants", args=[event.slug, second.slug])).content.decode()
    assert f"María Quispe #{known.pk}" in page
    press(
        client, "entrant_new", event.slug, second.slug, player_1=f"María Quispe #{known.pk}", state="accepted"
    )
    assert Player.objects.count() == 1
    typed = {"player_1": "María Quispe", "state": "accepted", "namesakes": "on"}
    press(client, "entrant_new", event.slug, second.slug, **typed)
    assert Player.objects.count() == 2, "nobody is joined by name alone"


def test_a_form_sent_twice_enters_once_and_namesakes_can_still_enter() -> None:
    category = makers.category()
    client = logged_in(makers.organizer_of(category.tournament))
    where = (category.tournament.slug, category.slug)
    enter(client, *where, "Ana Quispe", "Luis Mamani", "")
    page = enter(client, *where, "luis  mamani", "Ana Quispe", "")
    assert "are entered already, as no. 1" in said(page)
    assert "They are other persons of the same names" in said(page)
    assert Entrant.objects.count() == 1 and Player.objects.count() == 2
    typed = {"player_1": "Ana Quispe", "player_2": "Luis Mamani", "state": "accepted", "namesakes": "on"}
    press(client, "entrant_new", *where, **typed)
    assert Entrant.objects.count() == 2


def test_a_corrected_spelling_is_the_same_person_and_another_person_is_not() -> None:
    category = makers.category(kind="single")
    client = logged_in(makers.organizer_of(category.tournament))
    where = (category.tournament.slug, category.slug)
    press(client, "entrant_new", *where, player_1="Maria Quispe", state="accepted")
    person = Player.objects.get()
    press(client, "entrant_edit", *where, 1, player_1="María Quispe", club="Los Senas")
    person.refresh_from_db()
    entrant = Entrant.objects.get()
    assert person.name == entrant.name == "María Quispe" and entrant.club.name == "Los Senas"
    press(client, "entrant_edit", *where, 1, player_1="Ana Soliz", other_persons="on")
    person.refresh_from_db()
    assert person.name == "María Quispe" and Entrant.objects.get().name == "Ana Soliz"


def test_whoever_leaves_is_taken_out_with_a_reason_and_can_be_taken_back() -> None:
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    client = logged_in(makers.organizer_of(category.tournament))
    where = (category.tournament.slug, category.slug, 2)
    page = press(client, "entrant_leave", *where, reason="injury")
    assert "withdrawn" in said(page)
    assert Entrant.objects.get(number=2).state == "withdrawn"
    assert "Take back in" in see(client, "entrant_edit", *where)
    press(client, "entrant_state", *where, state="accepted")
    assert Entrant.objects.get(number=2).state == "accepted"

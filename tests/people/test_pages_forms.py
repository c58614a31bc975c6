"""Writing down and correcting players and clubs through the pages."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.actions import entries
from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people import actions
from cacho_tournaments.people.models import Club, Player, User
from tests import makers
from tests.competition.walking import FACTS, logged_in, said

pytestmark = pytest.mark.django_db


@pytest.fixture
def by() -> User:
    return makers.organizer()


@pytest.fixture
def client(by: User) -> Client:
    return logged_in(by)


def add(client: Client, **typed: str) -> Any:
    return client.post(reverse("people:player_new"), typed, follow=True)


def hidden(answer: Any) -> str:
    """Return what the form keeps in mind about the namesakes it asked about."""
    found = re.search(r'name="seen"[^>]*value="([^"]*)"', answer.content.decode())
    return found[1] if found else ""


def test_a_player_is_written_down_and_the_next_one_asked_for(client: Client) -> None:
    answer = add(
        client,
        name=" Luz  Arce ",
        club="Los Dados",
        city="Oruro",
        phone="+591 707-55-21",
        email="luz@example.org",
    )
    assert "Luz Arce is written down. Who is next?" in said(answer)
    made = Player.objects.get()
    assert (made.name, str(made.club), made.city, made.phone, made.email) == (
        "Luz Arce",
        "Los Dados",
        "Oruro",
        "+591 707-55-21",
        "luz@example.org",
    )


def test_a_form_sent_twice_makes_one_player_until_another_is_meant(client: Client) -> None:
    typed = {"name": "Ana Núñez", "club": "Los Dados"}
    add(client, **typed)
    asked = add(client, name="ana nunez", club="LOS DADOS")
    assert Player.objects.count() == 1
    assert "Known already, by that name and club" in said(asked)
    assert reverse("people:player", args=[Player.objects.get().pk]) in asked.content.decode()
    assert 'value="Add another person of this name"' in asked.content.decode()
    assert "is written down" in said(add(client, name="ana nunez", club="LOS DADOS", seen=hidden(asked)))
    assert Player.objects.filter(folded="ana nunez").count() == 2


def test_what_was_said_of_one_name_is_not_said_of_the_next(client: Client) -> None:
    add(client, name="Ana Núñez")
    add(client, name="Luz Arce")
    asked = add(client, name="Ana Núñez")
    again = add(client, name="Luz Arce", seen=hidden(asked))
    assert "Known already" in said(again)
    assert Player.objects.count() == 2


def test_the_same_name_in_another_club_is_somebody_else(client: Client) -> None:
    add(client, name="Ana Núñez", club="Los Dados")
    add(client, name="Ana Núñez", club="Los Cubiletes")
    add(client, name="Ana Núñez")
    assert Player.objects.count() == 3


def test_a_namesake_whom_the_user_does_not_reach_is_not_told_of(client: Client) -> None:
    """ADM-03: asking by a guessed name finds nobody of another's event."""
    category = makers.category(kind="single")
    entrant = makers.entrants(category, 1)[0]
    answer = add(client, name=entrant.name)
    assert "is written down" in said(answer)


def test_a_player_is_corrected(client: Client, by: User) -> None:
    player = makers.player(by, "Jaun Rojas")
    url = reverse("people:player", args=[player.pk])
    typed = {
        "name": "Juan Rojas",
        "club": "Los Dados",
        "city": "Sucre",
        "phone": "707-55-21",
        "email": "j@example.org",
    }
    assert "The changes are saved." in said(client.post(url, typed, follow=True))
    now = Player.objects.get()
    assert (now.name, now.folded, str(now.club), now.phone) == (
        "Juan Rojas",
        "juan rojas",
        "Los Dados",
        "707-55-21",
    )
    shown = client.get(url).content.decode()
    assert all(f'value="{value}"' in shown for value in typed.values())
    client.post(url, {**typed, "club": "", "phone": ""})
    now.refresh_from_db()
    assert (now.club, now.phone) == (None, "")
    entry = Entry.objects.filter(verb="people.player.edited").order_by("pk").first()
    assert entry is not None and (entry.actor_id, entry.facts["before"]) == (by.pk, "Jaun Rojas")
    assert "707-55-21" not in str(list(Entry.objects.values_list("facts", flat=True)))


@pytest.mark.parametrize(
    ("typed", "said_"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "\u0301"}, "A name is missing."),
        ({"name": "x" * 161}, "at most 160"),
        ({"name": "Ana", "email": "nowhere"}, "valid email"),
        ({"name": "Ana", "phone": "7" * 41}, "at most 40"),
        ({"name": "A\x00na"}, "Null characters"),
    ],
)
def test_what_cannot_be_kept_is_said_beside_its_field(
    client: Client, by: User, typed: dict[str, str], said_: str
) -> None:
    player = makers.player(by, "Ana Quispe")
    for url in (reverse("people:player_new"), reverse("people:player", args=[player.pk])):
        answer = client.post(url, typed)
        assert answer.status_code == HTTPStatus.OK
        assert said_ in said(answer)
    assert list(Player.objects.values_list("name", flat=True)) == ["Ana Quispe"]


def test_a_club_spelled_otherwise_is_the_same_club(client: Client, by: User) -> None:
    """REG-05."""
    club = makers.club(by, "Peña Los Ñandúes")
    add(client, name="Luz Arce", club="  peña  los nandues ")
    assert Player.objects.get().club == club
    assert Club.objects.count() == 1


def test_a_player_s_page_leads_to_its_entries_and_back(by: User) -> None:
    category = makers.category(makers.tournament(by), kind="pair")
    entrant = makers.entrants(category, 1)[0]
    client = logged_in(User.objects.get(pk=by.pk))
    entry = reverse(
        "competition:entrant_edit", args=[category.tournament.slug, category.slug, entrant.number]
    )
    for member in entrant.members.all():
        url = reverse("people:player", args=[member.player_id])
        assert url in client.get(entry).content.decode()
        assert entry in client.get(url).content.decode()


def test_an_event_of_others_is_shown_by_its_public_page(by: User) -> None:
    player = makers.player(by, "Luz Arce")
    for organizer in (by, makers.organizer()):
        category = makers.category(makers.tournament(organizer), kind="single")
        makers.entrants(category, 1)
        entries.enter(category=category, by=makers.organizer_of(category.tournament), players=[player])
    client = logged_in(User.objects.get(pk=by.pk))
    shown = client.get(reverse("people:player", args=[player.pk])).content.decode()
    assert reverse("live:entrant", args=[category.tournament.slug, category.slug, 2]) in shown
    assert f"/manage/{category.tournament.slug}/" not in shown


def test_a_club_is_written_down_and_changed_everywhere(client: Client, by: User) -> None:
    typed = {"name": "Los Dado", "city": "Oruro"}
    assert "Los Dado is written down." in said(client.post(reverse("people:club_new"), typed, follow=True))
    club = Club.objects.get()
    player = makers.player(by, "Luz Arce", club)
    url = reverse("people:club", args=[club.pk])
    client.post(url, {"name": "Los Dados", "city": "Sucre"})
    club.refresh_from_db()
    assert (club.name, club.folded, club.city) == ("Los Dados", "los dados", "Sucre")
    assert "Los Dados" in said(client.get(reverse("people:players")))
    assert 'value="Los Dados"' in client.get(reverse("people:player", args=[player.pk])).content.decode()
    entry = Entry.objects.get(verb="people.club.edited")
    assert (entry.actor_id, entry.facts) == (by.pk, {"name": "Los Dados", "before": "Los Dado"})


def test_a_club_that_is_known_is_shown_instead_of_made_again(client: Client, by: User) -> None:
    club = makers.club(by, "Los Ñandúes")
    answer = client.post(reverse("people:club_new"), {"name": "LOS NANDUES", "city": ""}, follow=True)
    assert answer.redirect_chain[-1][0] == reverse("people:club", args=[club.pk])
    assert "Los Ñandúes is written down already" in said(answer)
    assert Club.objects.count() == 1


def test_two_clubs_never_get_one_name(client: Client, by: User) -> None:
    makers.club(by, "Los Ñandúes")
    other = makers.club(by, "Los Dados")
    answer = client.post(reverse("people:club", args=[other.pk]), {"name": "los nandues", "city": ""})
    assert "There is another club called “los nandues”" in said(answer)
    with pytest.raises(actions.Impossible, match="club-name-taken"):
        actions.edit_club(club=other, by=by, name="Los Ñandúes", city="")
    assert Club.objects.get(pk=other.pk).name == "Los Dados"
    assert not Entry.objects.filter(verb="people.club.edited").exists()


def test_a_club_s_own_name_can_be_spelled_better(by: User) -> None:
    club = makers.club(by, "los nandues")
    assert actions.edit_club(club=club, by=by, name="Los Ñandúes", city="").name == "Los Ñandúes"


@pytest.mark.parametrize("word", ["players", "clubs"])
def test_no_event_takes_the_address_of_these_pages(client: Client, word: str) -> None:
    client.post(reverse("competition:tournament_new"), {**FACTS, "name": word.title()})
    event = Tournament.objects.get()
    assert event.slug == f"{word}-2"
    edited = client.post(reverse("competition:tournament_edit", args=[event.slug]), {**FACTS, "slug": word})
    assert "it is kept for the site itself" in said(edited)


def test_the_organizer_s_list_leads_to_both(client: Client) -> None:
    shown = client.get(reverse("competition:tournaments")).content.decode()
    assert reverse("people:players") in shown and reverse("people:clubs") in shown

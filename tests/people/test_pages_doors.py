"""Who reaches which player and club: by link, by changed number, by a sent form, by the file."""

from http import HTTPStatus

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.actions import entries, entry_desk, tournaments
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people import actions
from cacho_tournaments.people.models import Club, Player, User
from tests import makers
from tests.competition.walking import logged_in, said

pytestmark = pytest.mark.django_db

LISTS = ("players", "player_new", "clubs", "club_new")
PHONE = "70712345"


@pytest.fixture
def category() -> Category:
    return makers.category(makers.tournament(name="Copa Propia", public=False), kind="single")


@pytest.fixture
def player(category: Category) -> Player:
    """Return somebody with a phone who plays in that category."""
    by = makers.organizer_of(category.tournament)
    made = actions.register_player(
        by=by, name="Ana Quispe", club="Los Dados", phone=PHONE, email="a@example.org"
    )
    entries.enter(category=category, by=by, players=[made])
    return made


def page(of: Player | Club) -> str:
    return reverse("people:player" if isinstance(of, Player) else "people:club", args=[of.pk])


def as_user(user: User) -> Client:
    return logged_in(User.objects.get(pk=user.pk))


def test_whoever_is_not_logged_in_is_asked_to(player: Player) -> None:
    for url in [*(reverse(f"people:{name}") for name in LISTS), page(player), page(player.club)]:
        answer = Client().get(url)
        assert (answer.status_code, answer.url) == (HTTPStatus.FOUND, f"{reverse('web:login')}?next={url}")


def test_whoever_writes_nobody_down_reads_nobody(player: Player, category: Category) -> None:
    """ADM-07: an account without a post, and a referee of the very event."""
    for user in (makers.user(), makers.referee(category.tournament)):
        client = as_user(user)
        for name in LISTS:
            url = reverse(f"people:{name}")
            assert (
                client.get(url).status_code
                == client.post(url, {"name": "X"}).status_code
                == HTTPStatus.FORBIDDEN
            )
        assert client.get(page(player)).status_code == HTTPStatus.NOT_FOUND
        assert client.get(page(player.club)).status_code == HTTPStatus.FORBIDDEN
        assert (
            reverse("people:players") not in client.get(reverse("competition:tournaments")).content.decode()
        )


def test_a_player_of_somebody_else_s_event_is_not_found(player: Player) -> None:
    """ADM-03: organizer A opens a player of B's event by link, by changed number, by a sent form, by the file."""
    client, typed = (
        as_user(makers.organizer()),
        {"name": "X", "club": "", "city": "", "phone": "", "email": ""},
    )
    before = Entry.objects.count()
    assert (
        client.get(page(player)).status_code
        == client.post(page(player), typed).status_code
        == HTTPStatus.NOT_FOUND
    )
    for asked in ({}, {"q": "ana"}, {"format": "csv"}, {"club": player.club_id}):
        text = client.get(reverse("people:players"), asked).content.decode()
        assert "Ana Quispe" not in text and PHONE not in text
    assert Player.objects.get(pk=player.pk).name == "Ana Quispe"
    assert Entry.objects.count() == before


def test_a_player_who_is_not_there_is_not_found_either(category: Category) -> None:
    client = as_user(makers.organizer_of(category.tournament))
    for number in ("999999", "9" * 30):
        for kind in ("players", "clubs"):
            assert client.get(f"/manage/{kind}/{number}/").status_code == HTTPStatus.NOT_FOUND


def test_a_player_whom_nobody_has_entered_is_found_by_all_who_write_down() -> None:
    made = actions.add_player(by=makers.organizer(), name="Luz Arce", phone=PHONE)
    assert PHONE in as_user(makers.organizer()).get(page(made)).content.decode()
    answer = as_user(makers.desk(makers.tournament())).get(page(made))
    assert answer.status_code == HTTPStatus.OK and PHONE not in answer.content.decode()


def test_a_player_of_two_events_is_found_by_both_organizers(player: Player) -> None:
    other = makers.category(kind="single")
    organizer = makers.organizer_of(other.tournament)
    entries.enter(category=other, by=organizer, players=[player])
    client = as_user(organizer)
    answer = client.get(page(player))
    assert PHONE in answer.content.decode()
    assert other.tournament.name in said(answer)
    assert "Copa Propia" not in said(answer), "an event that is not public is its staff's own business"
    line = (
        client.get(reverse("people:players"), {"format": "csv", "q": "ana"}).content.decode().splitlines()[1]
    )
    assert line.split(",")[3] == "1"


def test_the_desk_corrects_a_name_and_reads_no_phone(player: Player, category: Category) -> None:
    desk = makers.desk(category.tournament)
    client = as_user(desk)
    text = client.get(page(player)).content.decode()
    assert "Ana Quispe" in text and PHONE not in text and "a@example.org" not in text
    assert PHONE not in client.get(reverse("people:players"), {"format": "csv"}).content.decode()
    typed = {"name": "Ana Rojas", "club": "Los Dados", "city": "", "phone": "1", "email": "x@example.org"}
    client.post(page(player), typed)
    now = Player.objects.get(pk=player.pk)
    assert (now.name, now.phone, now.email) == ("Ana Rojas", PHONE, "a@example.org")
    with pytest.raises(PermissionDenied):
        actions.change_player(player=now, by=desk, name="Ana", club="", city="", phone="1")
    assert Player.objects.get(pk=player.pk).name == "Ana Rojas"


def test_an_organizer_s_file_holds_own_players_phones(player: Player, category: Category) -> None:
    text = as_user(makers.organizer_of(category.tournament)).get(reverse("people:players"), {"format": "csv"})
    assert PHONE in text.content.decode()


def test_a_superuser_finds_everybody(player: Player) -> None:
    client = as_user(makers.admin())
    assert PHONE in client.get(page(player)).content.decode()
    assert "Ana Quispe" in said(client.get(reverse("people:players")))
    client.post(page(player.club), {"name": "Los Cubiletes", "city": ""})
    assert Club.objects.get(pk=player.club_id).name == "Los Cubiletes"


def test_a_post_that_is_taken_away_shuts_the_page(player: Player, category: Category) -> None:
    helper, by = makers.desk(category.tournament), makers.organizer_of(category.tournament)
    assert as_user(helper).get(page(player)).status_code == HTTPStatus.OK
    tournaments.remove_staff(tournament=category.tournament, by=by, user=helper, role="desk")
    assert as_user(helper).get(page(player)).status_code == HTTPStatus.NOT_FOUND


def test_a_club_of_others_is_seen_and_not_changed(player: Player) -> None:
    """ADM-03: its name stands on other people's sheets."""
    stranger = makers.organizer()
    client = as_user(stranger)
    answer = client.get(page(player.club))
    assert "Los Dados" in said(answer) and 'name="name"' not in answer.content.decode()
    assert client.post(page(player.club), {"name": "X", "city": ""}).status_code == HTTPStatus.FORBIDDEN
    assert Club.objects.get(pk=player.club_id).name == "Los Dados"
    line = as_user(stranger).get(reverse("people:clubs"), {"format": "csv"}).content.decode().splitlines()[1]
    assert line.split(",")[-1] == "0", "of others' players not even the number is told"


def test_a_number_typed_at_the_desk_takes_nobody_out_of_another_s_event(player: Player) -> None:
    """ADM-03: whoever is entered is reached, so entering by number must not reach further than the pages."""
    other = makers.category(kind="single")
    organizer = makers.organizer_of(other.tournament)
    with pytest.raises(Impossible, match="unknown-player"):
        entry_desk.enter_names(category=other, by=organizer, names=[f"Ana Quispe #{player.pk}"])
    assert not other.entrants.exists()
    free = actions.add_player(by=makers.organizer(), name="Luz Arce")
    assert entry_desk.enter_names(category=other, by=organizer, names=[f"Luz #{free.pk}"]).name == "Luz Arce"


def test_somebody_written_down_beforehand_is_offered_at_the_desk(category: Category) -> None:
    by = makers.organizer_of(category.tournament)
    made = actions.add_player(by=by, name="Luz Arce")
    url = reverse("competition:entrants", args=[category.tournament.slug, category.slug])
    assert f'value="Luz Arce #{made.pk}"' in as_user(by).get(url).content.decode()

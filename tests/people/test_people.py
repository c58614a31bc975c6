"""Players, clubs, accounts, and names in the forms in which they are typed."""

from unicodedata import normalize

import pytest
from django.core.exceptions import PermissionDenied

from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people import actions, names
from cacho_tournaments.people.models import Club, Player, User
from tests import makers


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Ana   Quispe ", "Ana Quispe"),
        ("Nu\u0301n\u0303ez", "Núñez"),
        ("Мария  Ли", "Мария Ли"),
        ("李\t小龙", "李 小龙"),
    ],
)
def test_a_name_is_stored_in_one_form_and_otherwise_as_typed(typed: str, stored: str):
    """REG-17: one Unicode form; REG-23: any script."""
    assert names.clean(typed) == stored


def test_a_search_finds_a_name_without_its_accents_and_capitals():
    """I18-11: nunez and NÚÑEZ both find Núñez."""
    assert names.fold("nunez") == names.fold("NÚÑEZ") == names.fold(normalize("NFD", "Núñez"))


def test_names_stand_in_spanish_order():
    """I18-01: Á with A, Ñ after N and before O."""
    typed = ["Zárate", "Ñuflo", "Álvarez", "Nuñez", "Nz", "Oca", "Alva"]
    assert sorted(typed, key=names.sort_key) == ["Alva", "Álvarez", "Nuñez", "Nz", "Ñuflo", "Oca", "Zárate"]


@pytest.mark.parametrize(
    ("name", "short"),
    [("Null", "Null"), ("Ana Quispe", "Quispe"), ("Ana Quispe Mamani", "Quispe Mamani"), ("A B C D", "C D")],
)
def test_a_long_name_is_shortened_to_what_a_team_is_called_by(name: str, short: str):
    assert names.short(name) == short


@pytest.mark.django_db
class TestPeople:
    def test_a_club_spelled_otherwise_is_the_same_club(self):
        """REG-05: blanks, capitals and accents do not make another club."""
        by = makers.organizer()
        club = actions.add_club(by=by, name="Peña Los Ñandúes", city="Oruro")
        for spelled in ("peña los ñandúes", " PEÑA  LOS ÑANDÚES ", normalize("NFD", "Peña Los Ñandúes")):
            assert actions.add_club(by=by, name=spelled) == club
        assert actions.add_club(by=by, name="Peña Los Cóndores") != club
        assert Entry.objects.filter(verb="people.club.added").count() == 2
        assert Club.objects.get(pk=club.pk).name == "Peña Los Ñandúes"

    def test_two_players_may_bear_one_name(self):
        by = makers.organizer()
        assert actions.add_player(by=by, name="Juan Rojas") != actions.add_player(by=by, name="Juan Rojas")
        assert Player.objects.filter(folded="juan rojas").count() == 2

    def test_a_player_is_changed_and_contact_data_stays_out_of_the_journal(self):
        by = makers.organizer()
        player = actions.add_player(by=by, name="Juan Rojas", phone="70711111", email="juan@example.org")
        club = actions.add_club(by=by, name="Los Dados")
        edited = actions.edit_player(
            player=player,
            by=by,
            name="Juan Núñez",
            club=club,
            city=" Cochabamba ",
            phone="7072",
            email=" j@example.org ",
        )
        assert (edited.name, edited.folded, edited.club, edited.city, edited.phone, edited.email) == (
            "Juan Núñez",
            "juan nunez",
            club,
            "Cochabamba",
            "7072",
            "j@example.org",
        )
        said = " ".join(str(entry.facts) for entry in Entry.objects.all())
        assert "Juan Rojas" in said
        assert "7071" not in said
        assert "@" not in said

    # The last is short as typed and long as it is searched: the one letter stands for eighteen.
    @pytest.mark.parametrize(
        ("name", "code"),
        [("  ", "name-empty"), ("x" * 161, "name-too-long"), ("\ufdfa" * 20, "name-too-long")],
    )
    def test_a_name_that_cannot_be_kept_is_refused(self, name: str, code: str):
        by = makers.organizer()
        with pytest.raises(actions.Impossible, match=code):
            actions.add_player(by=by, name=name)
        with pytest.raises(actions.Impossible, match=code):
            actions.add_club(by=by, name=name)
        assert not Player.objects.exists()

    def test_a_new_account_logs_in_with_the_password_that_is_told_once(self):
        by = makers.organizer()
        user, password = actions.add_user(by=by, username="luz.arce", first_name="Luz", last_name="Arce")
        assert user.check_password(password)
        assert not (user.may_organize or user.is_staff or user.is_superuser)
        assert password not in str(list(Entry.objects.values_list("facts", flat=True)))
        with pytest.raises(actions.Impossible, match="user-name-taken"):
            actions.add_user(by=by, username="LUZ.ARCE")
        assert User.objects.filter(username__iexact="luz.arce").count() == 1

    def test_a_stranger_writes_nobody_down(self):
        stranger = makers.user()
        for act in (
            lambda: actions.add_club(by=stranger, name="Club"),
            lambda: actions.add_player(by=stranger, name="Ana"),
            lambda: actions.add_user(by=stranger, username="ana"),
        ):
            with pytest.raises(PermissionDenied):
                act()
        assert not Entry.objects.exists()

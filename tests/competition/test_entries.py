"""Entering, changing and checking in; what is refused."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from cacho_tournaments.competition.actions import entries, tournaments
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Entrant, Member
from cacho_tournaments.competition.queries import entries as queries
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from tests import makers

pytestmark = pytest.mark.django_db


def _by(category: Category) -> User:
    return makers.organizer_of(category.tournament)


def test_a_pair_is_called_by_its_players_and_stands_for_their_club():
    category = makers.category()
    by = _by(category)
    club = makers.club(by, "Los Dados")
    ana = makers.player(by, "Ana Quispe", club)
    luis = makers.player(by, "Luis Alberto Mamani Rojas", club)
    made = entries.enter(category=category, by=by, players=[ana, luis])
    assert (made.name, made.club, made.number, made.state) == ("Quispe · Mamani Rojas", club, 1, "accepted")
    assert [member.player for member in made.members.all()] == [ana, luis]
    other = entries.enter(
        category=category,
        by=by,
        players=[makers.player(by, club=club), makers.player(by)],
        name=" Los  Tigres ",
    )
    assert (other.name, other.club, other.number) == ("Los Tigres", None, 2)


def test_a_single_player_is_called_by_the_whole_name():
    category = makers.category(kind="single")
    by = _by(category)
    made = entries.enter(category=category, by=by, players=[makers.player(by, "María Núñez")])
    assert made.name == "María Núñez"
    assert "maria nunez" in made.folded


def test_an_entrant_is_found_by_its_players_even_under_a_name_of_its_own():
    category = makers.category(kind="single")
    by = _by(category)
    made = entries.enter(
        category=category, by=by, players=[makers.player(by, "María Núñez")], name="La Leona"
    )
    assert "leona" in made.folded
    assert "nunez" in made.folded


@pytest.mark.parametrize(("kind", "members"), [("single", 1), ("pair", 2), ("tripleta", 3), ("team4", 4)])
def test_each_kind_of_entrant_has_its_number_of_players(kind: str, members: int):
    category = makers.category(kind=kind)
    by = _by(category)
    assert len(makers.entrants(category, 1)[0].members.all()) == members
    with pytest.raises(Impossible) as refused:
        entries.enter(category=category, by=by, players=[makers.player(by) for _ in range(members + 1)])
    assert refused.value.facts == {"wanted": members, "given": members + 1}


def test_nobody_is_entered_twice():
    """Refused when entered (case: one person in two pairs of a round), and by the database itself."""
    category = makers.category()
    by = _by(category)
    one, two, three = (makers.player(by) for _ in range(3))
    entries.enter(category=category, by=by, players=[one, two])
    with pytest.raises(Impossible) as refused:
        entries.enter(category=category, by=by, players=[three, two])
    assert refused.value.code == "player-entered-already"
    assert refused.value.facts["name"] == two.name
    with pytest.raises(Impossible, match="player-twice"):
        entries.enter(category=category, by=by, players=[three, three])
    made = entries.enter(category=category, by=by, players=[three, makers.player(by)])
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.create(entrant=made, category=category, player=one, position=3)
    other = makers.category(category.tournament, name="Otra", kind="single")
    assert entries.enter(category=other, by=by, players=[one]).number == 1


def test_a_full_category_takes_nobody_until_somebody_leaves():
    category = makers.category(kind="single", capacity=2)
    sides = makers.entrants(category, 2)
    with pytest.raises(Impossible, match="category-full"):
        makers.entrants(category, 1)
    entries.set_state(entrant=sides[0], by=_by(category), state="withdrawn", reason="ill")
    assert makers.entrants(category, 1)[0].number == 3


def test_closed_entries_take_nobody():
    category = makers.category(kind="single")
    tournaments.edit_category(category=category, by=_by(category), entries_open=False)
    with pytest.raises(Impossible, match="entries-closed"):
        makers.entrants(category, 1)


def test_nobody_is_entered_into_a_draw_that_is_released():
    category = makers.groups(4)
    tournaments.edit_category(category=category, by=_by(category), entries_open=True)
    with pytest.raises(Impossible, match="drawn-already"):
        makers.entrants(category, 1)


def test_a_seed_belongs_to_one():
    category = makers.category(kind="single")
    one, two = makers.entrants(category, 2, seeds=1)
    by = _by(category)
    with pytest.raises(Impossible) as refused:
        entries.edit(entrant=two, by=by, seed=1)
    assert (refused.value.code, refused.value.facts["name"]) == ("seed-taken", one.name)
    with pytest.raises(Impossible, match="bad-seed"):
        entries.edit(entrant=two, by=by, seed=0)
    entries.edit(entrant=one, by=by, seed=None)
    assert entries.edit(entrant=two, by=by, seed=1).seed == 1
    assert entries.edit(entrant=two, by=by, seed=1).seed == 1


def test_what_is_left_out_of_an_edit_stays():
    category = makers.category()
    side = makers.entrants(category, 1, clubs=1, seeds=1)[0]
    by = _by(category)
    edited = entries.edit(entrant=side, by=by, name="Los Tigres")
    assert (edited.name, edited.club, edited.seed) == ("Los Tigres", side.club, 1)
    assert entries.edit(entrant=side, by=by, club=None).club is None
    assert entries.edit(entrant=side, by=by, name="").name == side.name
    first, second = (member.player for member in side.members.all())
    entries.edit(entrant=side, by=by, players=[second, first])
    assert [member.player for member in side.members.all()] == [second, first]


def test_after_the_draw_only_an_organizer_changes_an_entrant_and_says_why():
    """ADM-05: locked; the organizer can, with a note."""
    category = makers.groups(4)
    side = category.entrants.first()
    with pytest.raises(PermissionDenied):
        entries.edit(entrant=side, by=makers.desk(category.tournament), name="Otros", reason="typing slip")
    with pytest.raises(Impossible, match="reason-needed"):
        entries.edit(entrant=side, by=_by(category), name="Otros")
    assert entries.edit(entrant=side, by=_by(category), name="Otros", reason="typing slip").name == "Otros"
    assert Entry.objects.first().facts["reason"] == "typing slip"
    with pytest.raises(Impossible, match="seed-after-draw"):
        entries.edit(entrant=side, by=_by(category), seed=3, reason="forgotten")


def test_states_go_their_way_and_are_written_down_with_the_reason():
    category = makers.category(kind="single")
    side = makers.entrants(category, 1, state="applied")[0]
    by = _by(category)
    for state in ("accepted", "paid", "checked-in", "no-show", "accepted", "withdrawn"):
        assert entries.set_state(entrant=side, by=by, state=state, reason="as told").state == state
    entry = Entry.objects.first()
    assert (entry.verb, entry.facts["before"], entry.facts["state"], entry.facts["reason"]) == (
        "competition.entrant.state-set",
        "accepted",
        "withdrawn",
        "as told",
    )
    with pytest.raises(Impossible, match="unknown-state"):
        entries.set_state(entrant=side, by=by, state="lost")


def test_disqualifying_needs_an_organizer_and_a_reason():
    category = makers.category(kind="single")
    side = makers.entrants(category, 1)[0]
    with pytest.raises(PermissionDenied):
        entries.set_state(
            entrant=side, by=makers.desk(category.tournament), state="disqualified", reason="loaded dice"
        )
    with pytest.raises(Impossible, match="reason-needed"):
        entries.set_state(entrant=side, by=_by(category), state="disqualified")


def test_many_are_checked_in_together_or_not_at_all():
    category = makers.category(kind="single")
    makers.entrants(category, 3, state="paid")
    by = _by(category)
    assert entries.set_states(entrants=category.entrants.all(), by=by, state="checked-in") == 3
    assert Entry.objects.first().facts["numbers"] == [1, 2, 3]
    other = makers.category(category.tournament, name="Otra", kind="single")
    mixed = [*category.entrants.all(), *makers.entrants(other, 1)]
    for chosen, state, code in (
        (mixed, "paid", "several-categories"),
        ([], "paid", "nobody-chosen"),
        (category.entrants.all(), "withdrawn", "out-one-by-one"),
    ):
        with pytest.raises(Impossible, match=code):
            entries.set_states(entrants=chosen, by=by, state=state)
    assert not Entrant.objects.exclude(state="checked-in").exists()


def test_nobody_comes_back_into_a_draw_that_does_not_hold_him():
    category = makers.category(kind="single")
    sides = makers.entrants(category, 5)
    by = _by(category)
    entries.set_state(entrant=sides[4], by=by, state="withdrawn")
    makers.drawn(category)
    with pytest.raises(Impossible, match="drawn-without"):
        entries.set_state(entrant=sides[4], by=by, state="checked-in")
    entries.set_state(entrant=sides[0], by=by, state="withdrawn")
    assert entries.set_state(entrant=sides[0], by=by, state="checked-in").state == "checked-in"


def test_the_list_of_entrants_is_in_spanish_order_and_takes_two_queries(django_assert_num_queries):
    """I18-01: Á with A, Ñ after N."""
    category = makers.category(kind="single")
    by = _by(category)
    for name in ("Zoe Paz", "Ñato Roca", "Álvaro Sol", "Nadia Luz", "Ana Gil"):
        entries.enter(category=category, by=by, players=[makers.player(by, name)])
    with django_assert_num_queries(2):
        rows = queries.entrants(category)
    assert [row.name for row in sorted(rows, key=lambda row: row.order)] == [
        "Álvaro Sol",
        "Ana Gil",
        "Nadia Luz",
        "Ñato Roca",
        "Zoe Paz",
    ]

"""Who may do what: every action, asked by everybody."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.actions import entries
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people import actions as people
from cacho_tournaments.people.models import User
from tests import makers
from tests.competition.acts import ACTS, CREATE, DESK, ORGANIZE, PEOPLE, REFEREE, World, undone

pytestmark = pytest.mark.django_db

MAY = {
    CREATE: {"organizer", "other organizer", "admin"},
    ORGANIZE: {"organizer", "admin"},
    DESK: {"organizer", "admin", "desk"},
    REFEREE: {"organizer", "admin", "desk", "referee"},
    PEOPLE: {"organizer", "other organizer", "admin", "desk"},
}


def _everybody(world: World) -> dict[str, User]:
    asleep = makers.staff(world.event, "organizer")
    User.objects.filter(pk=asleep.pk).update(is_active=False)
    inactive_admin = makers.admin()
    User.objects.filter(pk=inactive_admin.pk).update(is_active=False)
    return {
        "organizer": makers.organizer_of(world.event),
        "other organizer": makers.organizer_of(makers.tournament()),
        "admin": makers.admin(),
        "desk": makers.desk(world.event),
        "referee": makers.referee(world.event),
        "stranger": makers.user(),
        "referee elsewhere": makers.referee(makers.tournament()),
        "inactive organizer": User.objects.get(pk=asleep.pk),
        "inactive admin": User.objects.get(pk=inactive_admin.pk),
    }


def test_every_action_is_done_by_those_who_may_and_by_nobody_else():
    """ADM-03, ADM-07: everybody else is refused and nothing is written."""
    world = World()
    everybody = _everybody(world)
    wrong: list[str] = []
    for name, (needs, act) in ACTS.items():
        for who, user in everybody.items():
            entries_before = Entry.objects.count()
            with undone():
                try:
                    act(world, user)
                    done = True
                except PermissionDenied:
                    done = Entry.objects.count() != entries_before
            if done != (who in MAY[needs]):
                wrong.append(f"{who}: {name}")
    assert wrong == []


def test_nobody_is_asked_for_a_right_without_being_logged_in():
    event = makers.tournament()
    nobody = AnonymousUser()
    for permission in ("competition.organize", "competition.desk", "competition.referee", "competition.work"):
        assert not nobody.has_perm(permission, event)
    assert not nobody.has_perm("competition.create")
    assert not nobody.has_perm("people.write")


def test_a_post_that_is_taken_away_counts_no_more():
    event = makers.tournament()
    helper = makers.desk(event)
    category = makers.category(event)
    side = makers.entrants(category, 1)[0]
    assert entries.set_state(entrant=side, by=helper, state="paid").state == "paid"
    event.staff.filter(user=helper).delete()
    permissions.forget(helper)
    with pytest.raises(PermissionDenied):
        entries.set_state(entrant=side, by=helper, state="checked-in")


def test_contact_data_of_another_event_s_player_is_out_of_reach():
    """ADM-03: an organizer cannot change a player of somebody else's event; one nobody has entered, anybody."""
    mine, other = makers.organizer(), makers.organizer()
    category = makers.category(makers.tournament(mine))
    player = makers.entrants(category, 1)[0].members.first().player
    said = {"name": "Ana Rojas", "club": None, "city": "", "phone": "", "email": ""}
    with pytest.raises(PermissionDenied):
        people.edit_player(player=player, by=other, **said)
    assert people.edit_player(player=player, by=mine, **said).name == "Ana Rojas"
    assert people.edit_player(player=makers.player(mine), by=other, **said).name == "Ana Rojas"

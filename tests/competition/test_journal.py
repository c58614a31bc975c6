"""Every action leaves its entry in the journal, last and once, with who did it."""

import inspect
import pkgutil
from importlib import import_module

import pytest

from cacho_tournaments.competition import actions
from cacho_tournaments.competition.actions import draws, entries
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people import actions as people
from tests import makers
from tests.competition.acts import ACTS, World, undone

pytestmark = pytest.mark.django_db


def _actions() -> set[str]:
    """Return the name of every public function that takes an actor, by module."""
    modules = {
        info.name: import_module(f"{actions.__name__}.{info.name}")
        for info in pkgutil.iter_modules(actions.__path__)
    }
    modules["people"] = people
    return {
        f"{name}.{function.__name__}"
        for name, module in modules.items()
        for function in vars(module).values()
        if inspect.isfunction(function)
        and function.__module__ == module.__name__
        and not function.__name__.startswith("_")
        and name != "seating"  # part of results: it is called inside their transaction alone
        and "by" in inspect.signature(function).parameters
    }


def test_every_action_is_walked_here():
    assert _actions() == set(ACTS)


def test_an_action_writes_who_did_what():
    world = World()
    by = makers.organizer_of(world.event)
    before = Entry.objects.count()
    for name, (_, act) in ACTS.items():
        with undone():
            act(world, by)
            written = list(Entry.objects.order_by("pk")[before:])
            assert written, name
            assert {entry.actor_id for entry in written} == {by.pk}, name
            for entry in written:
                room, noun, past = entry.verb.split(".")
                assert (room in ("competition", "people"), bool(noun), bool(past)) == (True, True, True), name
                assert "70712345" not in str(entry.facts), "contact data is not for the log"
            if not name.startswith("people.") and name != "tournaments.create":
                assert written[-1].tournament_id == world.event.pk, name


def test_a_refused_action_writes_nothing():
    world = World()
    by = makers.organizer_of(world.event)
    draws.propose(stage=world.stage(world.planned), by=by)
    before = Entry.objects.count()
    with pytest.raises(Impossible):
        draws.propose(stage=world.stage(world.planned), by=by)
    assert Entry.objects.count() == before


@pytest.mark.parametrize("name", ACTS)
def test_every_argument_of_an_action_is_named(name: str):
    module, function = name.split(".")
    where = people if module == "people" else import_module(f"{actions.__name__}.{module}")
    kinds = {each.kind for each in inspect.signature(getattr(where, function)).parameters.values()}
    assert kinds <= {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_KEYWORD}


def test_setting_what_stands_already_writes_nothing():
    world = World()
    by = makers.organizer_of(world.event)
    before = Entry.objects.count()
    entries.set_state(entrant=world.entrant(world.planned), by=by, state="checked-in")
    assert entries.set_states(entrants=world.planned.entrants.all(), by=by, state="checked-in") == 0
    assert Entry.objects.count() == before

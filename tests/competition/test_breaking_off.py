"""Whatever breaks off between two lines leaves nothing behind: every action, at two of its writes (PAI-09)."""

from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from tests import makers
from tests.competition.acts import ACTS, World, undone

pytestmark = pytest.mark.django_db

_WRITES = ("INSERT", "UPDATE", "DELETE")
# Acts that first bring the world to where they can begin: what they write there is none of the action's.
_BEFORE: dict[str, Callable[[World], object]] = {
    "leaving.come_back": World.gone,
    "draws.reopen": World.closed,
}


class _Broken(Exception):
    """The machine stops here."""


class _Breaking:
    """Counts what is written, and breaks off at the nth of it (at 0 never)."""

    def __init__(self, at: int = 0) -> None:
        self.at = at
        self.written = 0

    def __call__(self, execute: Callable[..., Any], sql: str, *said: Any) -> Any:
        if sql.lstrip().upper().startswith(_WRITES):
            self.written += 1
            if self.written == self.at:
                raise _Broken
        return execute(sql, *said)


def _everything() -> dict[str, list[tuple[Any, ...]]]:
    rooms = ("competition", "people", "journal", "play")
    models = chain.from_iterable(apps.get_app_config(room).get_models() for room in rooms)
    return {model.__name__: list(model._base_manager.order_by("pk").values_list()) for model in models}


def _everybody_is_ready(_world: World) -> None:
    """Most acts begin with the world as it is."""


def test_an_action_that_breaks_off_leaves_everything_as_it_was() -> None:
    world = World()
    admin = makers.admin()
    left: list[str] = []
    for name, (_needs, act) in ACTS.items():
        counting = _Breaking()
        with undone(), connection.execute_wrapper(counting):
            act(world, admin)
        for at in sorted({(counting.written + 1) // 2, counting.written} - {0}):
            with undone():
                _BEFORE.get(name, _everybody_is_ready)(world)
                before = _everything()
                with pytest.raises(_Broken), connection.execute_wrapper(_Breaking(at)):
                    act(world, admin)
                if _everything() != before:
                    left.append(f"{name}: {at} of {counting.written}")
    assert left == []

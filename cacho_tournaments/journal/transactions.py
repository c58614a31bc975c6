"""A write done again where the database broke it off.

Knows: how PostgreSQL says that it ended a deadlock by breaking off one of the two. Does not know: what is written.

Most writes take their locks in one order and never meet so. Those whose locks follow from what they find (a result
that puts a side out gives that side's other matches away) can, and whoever pressed must not pay for it.
"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection

P = ParamSpec("P")
R = TypeVar("R")

_DEADLOCK = "40P01"
_TRIES = 3


def again_after_deadlock(action: Callable[P, R]) -> Callable[P, R]:
    """Do the whole action again, on fresh rows, after a deadlock; within a wider transaction that is its owner's."""

    @wraps(action)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        for _tried in range(_TRIES - 1):
            try:
                return action(*args, **kwargs)
            except OperationalError as error:
                if connection.in_atomic_block or getattr(error.__cause__, "sqlstate", "") != _DEADLOCK:
                    raise
        return action(*args, **kwargs)

    return run

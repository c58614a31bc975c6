"""Acts done at one moment, each in a thread and a connection of its own.

Knows: threads. Does not know: what the acts do.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

from cacho_tournaments.play.errors import Impossible


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Run the acts at one moment; return what each gave, or the refusal it met."""
    barrier = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        barrier.wait()
        try:
            return act()
        except Impossible as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [each.result() for each in [pool.submit(run, act) for act in acts]]

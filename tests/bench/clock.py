"""How long work takes."""

import time
from collections.abc import Callable


def cpu(work: Callable[[], object], *, rounds: int = 5) -> float:
    """Return the least CPU seconds, of ``rounds`` tries, that the work took in this process."""
    return min(_timed(work, time.process_time) for _ in range(rounds))


def wall(work: Callable[[], object], *, rounds: int = 5) -> float:
    """Return the least seconds on the wall's clock, of ``rounds`` tries, that the work took."""
    return min(_timed(work, time.perf_counter) for _ in range(rounds))


def _timed(work: Callable[[], object], clock: Callable[[], float]) -> float:
    began = clock()
    work()
    return clock() - began

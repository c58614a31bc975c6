"""How long a tablet waits before it tries again, by a clock that the test turns, in a real Chromium."""

from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser import screen
from tests.play.fake_hall import Hall, opened, put, silent, until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BEAT_S, UNSTEADY = 15, 1.2
SETTLES_MS = 20  # what is asked meets its answer


def attempts(page: Page, hall: Hall, seconds: int) -> list[int]:
    """Let so many seconds pass without a network; return in which of them something was sent."""
    tried: list[int] = []

    def fail(second: int, route: Route) -> None:
        tried.append(second)
        silent(route)

    for second in range(1, seconds + 1):
        hall.fault = partial(fail, second)
        page.clock.run_for(1000)
        page.wait_for_timeout(SETTLES_MS)
    return tried


def test_it_grows_patient_but_never_more_than_a_beat_and_begins_anew_with_the_network(
    browser: Browser, live_server: Any
) -> None:
    hall = Hall()
    with screen(browser, live_server) as page:
        page.clock.install()
        opened(page, hall)
        hall.fault = silent
        put(page, "turn-0001")
        tried = attempts(page, hall, 120)
        waits = [later - before for before, later in pairwise(tried)]
        assert waits[0] <= 3 and max(waits[:3]) < max(waits[3:])
        assert max(waits) <= BEAT_S * UNSTEADY + 1
        page.evaluate("dispatchEvent(new Event('online'))")
        again = attempts(page, hall, 10)
        assert again[0] == 1 and len(again) >= 3
        hall.fault = None
        page.clock.run_for(BEAT_S * 1000 * UNSTEADY)
        until(page, "box.status.waiting === 0")
        assert hall.log == ["turn-0001"]

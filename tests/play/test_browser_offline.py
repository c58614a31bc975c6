"""The tablet without a network: the open page, the reload, the browser killed, the server killed, a hall on plain HTTP.

Here the real server answers, and the whole page is tapped (TAB-09, TAB-13, TAB-17).
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from cacho_tournaments.competition.models import Match
from cacho_tournaments.people.models import User
from cacho_tournaments.play.models import Turn
from tests.browser import TABLET, log_in, screen
from tests.conftest import QUIET
from tests.play import scene
from tests.play.tapping import Finger

pytestmark = [pytest.mark.browser, pytest.mark.both, pytest.mark.django_db(transaction=True)]

LATER = 20_000  # ms: the outbox waits before it tries again


def until_kept(page: Page, *paths: str) -> None:
    """Wait until the worker has these pages; the page's policy lets no text be run, so it is asked from here."""
    script = (
        "async (path) => 'caches' in window && Boolean(await (await caches.open('cacho-pages')).match(path))"
    )
    for _attempt in range(300):
        if all(page.evaluate(script, path) for path in paths):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"not kept: {paths}")


def lines(match: Match) -> list[str]:
    return list(Turn.objects.filter(game__match=match).order_by("sequence").values_list("line", flat=True))


def address(match: Match) -> str:
    return reverse("play:match", args=[match.token])


def write(finger: Finger, *plays: tuple[int, str, int, int]) -> None:
    """Write turns in quick mode: side, box, points, and the total that is on its sheet at once."""
    for side, box, points, total in plays:
        finger.box(box)
        finger.value(points)
        expect(finger.total(side)).to_have_text(str(total))


def test_turns_written_without_a_network_survive_the_reload_and_arrive_once_in_order(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        until_kept(page, address(match))
        finger.quick()
        page.context.set_offline(True)
        write(finger, (1, "E", 25, 25))
        expect(finger.pill).to_contain_text("1 waiting")
        page.reload()
        expect(page.locator("#pad-root")).to_be_visible()
        expect(finger.pill).to_contain_text("1 waiting")
        expect(finger.total(1)).to_have_text("25")
        write(finger, (2, "F", 35, 35), (1, "P", 45, 70))
        expect(finger.pill).to_contain_text("3 waiting")
        assert lines(match) == []
        page.context.set_offline(False)
        expect(finger.pill).to_contain_text("0 waiting", timeout=LATER)
        finger.scores(70, 35)
    assert lines(match) == ["1 =E 25", "2 =F 35", "1 =P 45"]


def test_a_match_that_was_not_loaded_says_so_and_one_that_was_opens(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    other = Match.objects.exclude(pk=match.pk).filter(stage=match.stage).first()
    assert other is not None
    with screen(browser, live_server, scene.referee_of(match)) as page:
        Finger.at(page, match)
        until_kept(page, address(match))
        page.context.set_offline(True)
        page.goto(address(other))
        expect(page.locator("h2")).to_have_text("This page was not loaded on this tablet")
        page.context.set_offline(False)
        page.goto(reverse("play:tables"))
        page.get_by_role("button", name="Load for use without a network").tap()
        expect(page.locator(".tablet-prepare")).to_have_attribute("data-state", "done", timeout=LATER)
        page.context.set_offline(True)
        page.goto(address(other))
        expect(page.locator("#pad-root")).to_be_visible()
        page.goto(reverse("play:tables"))
        expect(page.locator(".tablet-prepare")).to_contain_text("Loaded for use without a network")
        expect(page.locator(".tablet-old")).to_contain_text("No network: this list is as it was at")


def test_the_list_says_when_it_was_loaded_too_long_ago_and_loads_again_by_one_tap(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        page.goto(reverse("play:tables"))
        page.get_by_role("button", name="Load for use without a network").tap()
        expect(page.locator(".tablet-prepare")).to_have_attribute("data-state", "done", timeout=LATER)
        page.clock.set_system_time(time.time() + 13 * 3600)
        page.reload()
        expect(page.locator(".tablet-prepare")).to_contain_text("more than 12 hours ago")
        page.get_by_role("button", name="Load again").tap()
        expect(page.locator(".tablet-prepare")).to_have_attribute("data-state", "done", timeout=LATER)


def test_the_list_shows_what_waits_for_a_match(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.quick()
        page.route("**/sync/", lambda route: route.abort())
        write(finger, (1, "E", 25, 25))
        expect(finger.pill).to_contain_text("1 waiting")
        page.goto(reverse("play:tables"))
        kept = page.locator(".tablet-kept li")
        expect(kept).to_contain_text(f"Match {match.code}: 1 waiting")
        page.unroute("**/sync/")
        kept.get_by_role("link").tap()
        expect(finger.pill).to_contain_text("0 waiting", timeout=LATER)
    assert lines(match) == ["1 =E 25"]


def test_the_second_tablet_at_a_match_watches_until_it_takes_over(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    first, second = scene.referee_of(match), scene.referee_of(match)
    with screen(browser, live_server, first) as one, screen(browser, live_server, second) as two:
        here = Finger.at(one, match)
        here.quick()
        write(here, (1, "E", 25, 25))
        expect(here.pill).to_contain_text("0 waiting")
        there = Finger.at(two, match)
        banner = two.locator("[data-key=banner-writer]")
        expect(banner).to_contain_text(f"{first} writes at this match")  # TAB-03
        expect(there.total(1)).to_have_text("25")
        there.quick()
        # Said at the first tap, not after a turn has been typed or a question answered.
        for name in ("call", "cards"):
            two.locator(f"#pad-{name}").tap()
            expect(two.locator("dialog")).to_have_count(0)
        there.box("F")
        expect(two.locator("[data-key^=value-]")).to_have_count(0)
        expect(there.said).to_contain_text("This page only watches")
        expect(there.pill).to_contain_text("0 waiting")
        write(here, (2, "F", 35, 35))
        expect(there.total(2)).to_have_text("35", timeout=LATER)  # it follows
        banner.get_by_role("button", name="Take over").tap()
        expect(banner).to_have_count(0)
        expect(there.said).not_to_contain_text("only watches")
        write(there, (1, "P", 45, 70))
        expect(there.pill).to_contain_text("0 waiting")
        expect(one.locator("[data-key=banner-writer]")).to_contain_text(f"{second} writes", timeout=LATER)
        expect(here.total(1)).to_have_text("70")
    assert lines(match) == ["1 =E 25", "2 =F 35", "1 =P 45"]


def test_after_a_log_out_nothing_of_the_last_person_is_shown_but_what_waits_stays(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    referee = scene.referee_of(match)
    with screen(browser, live_server, referee) as page:
        finger = Finger.at(page, match)
        until_kept(page, address(match))
        finger.quick()
        page.route("**/sync/", lambda route: route.abort())
        write(finger, (1, "E", 25, 25))
        expect(finger.pill).to_contain_text("1 waiting")
        page.goto(reverse("play:tables"))
        page.locator(".tables-leave summary").tap()
        leaves = page.locator(".tables-leave").get_by_role("button", name="Log out")
        page.context.set_offline(True)
        leaves.tap()
        expect(page.locator(".tables-leave [role=alert]")).to_contain_text("nobody is logged out")
        page.context.set_offline(False)
        leaves.tap()
        expect(page).not_to_have_url(f"{live_server.url}{reverse('play:tables')}")
        page.context.set_offline(True)
        page.goto(address(match))
        expect(page.locator("h2")).to_have_text("This page was not loaded on this tablet")
        expect(page.locator("#pad-root")).to_have_count(0)
        page.context.set_offline(False)
        page.unroute("**/sync/")
        log_in(page.context, referee, live_server.url)
        Finger.at(page, match)
        expect(finger.pill).to_contain_text("0 waiting", timeout=LATER)
    assert lines(match) == ["1 =E 25"]


def test_the_browser_killed_without_a_network_opens_again_with_every_turn(
    playwright: Playwright, live_server: Any, tmp_path: Path
) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    with started(playwright, tmp_path, live_server.url, by) as page:
        finger = Finger.at(page, match)
        until_kept(page, address(match))
        finger.quick()
        page.context.set_offline(True)
        write(finger, (1, "E", 25, 25), (2, "F", 35, 35))
        expect(finger.pill).to_contain_text("2 waiting")
    with started(playwright, tmp_path, live_server.url, by, offline=True) as page:
        finger = Finger.at(page, match)
        expect(finger.pill).to_contain_text("2 waiting")
        write(finger, (1, "P", 45, 70))
        page.context.set_offline(False)
        expect(finger.pill).to_contain_text("0 waiting", timeout=LATER)
    assert lines(match) == ["1 =E 25", "2 =F 35", "1 =P 45"]


@contextmanager
def started(
    playwright: Playwright, folder: Path, url: str, by: User, *, offline: bool = False
) -> Iterator[Page]:
    """Open a browser whose disk outlives it."""
    context: BrowserContext = playwright.chromium.launch_persistent_context(
        str(folder),
        executable_path=shutil.which("chromium"),
        args=list(QUIET),
        base_url=url,
        viewport={"width": TABLET[0], "height": TABLET[1]},
        locale="en",
        has_touch=True,
    )
    context.set_offline(offline)
    log_in(context, by, url)
    try:
        yield context.pages[0]
    finally:
        context.close()


def test_a_killed_server_stops_nobody_from_writing(browser: Browser) -> None:
    match = scene.ready()
    server = Site()
    try:
        server.start()
        with screen(browser, server, scene.referee_of(match)) as page:
            finger = Finger.at(page, match)
            until_kept(page, address(match))
            finger.quick()
            server.kill()
            write(finger, (1, "E", 25, 25), (2, "F", 35, 35))
            page.reload()
            expect(page.locator("#pad-root")).to_be_visible()
            expect(finger.pill).to_contain_text("2 waiting")
            write(finger, (1, "P", 45, 70))
            server.start()
            expect(finger.pill).to_contain_text("0 waiting", timeout=2 * LATER)
            finger.scores(70, 35)
    finally:
        server.kill()
    assert lines(match) == ["1 =E 25", "2 =F 35", "1 =P 45"]


class Site:
    """The site in a process of its own, on the database of the tests."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.url = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        database = connection.settings_dict
        if connection.vendor == "sqlite":
            url = f"sqlite:///{database['NAME']}"
        else:
            url = "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**database)
        command = [sys.executable, "manage.py", "runserver", "--noreload", "--insecure", str(self.port)]
        environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"}
        self._process = subprocess.Popen(
            command,
            cwd=settings.BASE_DIR,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _attempt in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()


def test_on_plain_http_in_a_hall_the_open_page_keeps_and_sends_everything(
    playwright: Playwright, live_server: Any
) -> None:
    match = scene.ready()
    port = live_server.url.rpartition(":")[2]
    # A name that is not the machine itself: the browser calls the page insecure, as it would in a hall.
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"),
        args=[*QUIET, "--host-resolver-rules=MAP mesa.test 127.0.0.1"],
    )
    hall = Hall(f"http://mesa.test:{port}")
    with screen(browser, hall, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
        finger.quick()
        page.context.set_offline(True)
        write(finger, (1, "E", 25, 25), (2, "F", 35, 35))
        expect(finger.pill).to_contain_text("2 waiting")
        expect(page.locator("[data-key=banner-open]")).to_contain_text("Leave this page open")
        page.context.set_offline(False)
        expect(finger.pill).to_contain_text("0 waiting", timeout=LATER)
        page.reload()
        finger.scores(25, 35)
    browser.close()
    assert lines(match) == ["1 =E 25", "2 =F 35"]


class Hall:
    """Where a screen is to open."""

    def __init__(self, url: str) -> None:
        self.url = url

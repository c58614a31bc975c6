"""The entry page while the network is lost and after a reload: what was tapped waits in sight, and arrives once."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from cacho_tournaments.competition.models import Match
from tests.browser import log_in, screen
from tests.play import scene
from tests.play.tapping import Finger

pytestmark = [pytest.mark.browser, pytest.mark.both, pytest.mark.django_db(transaction=True)]


def lines(match: Match) -> list[str]:
    return [line for _game, _at, kind, line in scene.log(match) if kind == "turn"]


def test_a_turn_without_network_waits_in_sight_and_arrives_once(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        tries: list[str] = []

        def lose(route: Route) -> None:
            if '"client_id"' not in (route.request.post_data or ""):
                return route.continue_()
            tries.append(route.request.post_data or "")
            if len(tries) == 1:
                route.fetch()  # the server took it, the answer was lost on the way
            return route.abort() if len(tries) < 3 else route.continue_()

        page.route("**/sync/", lose)
        finger.quick()
        finger.box("E")
        finger.value(25)
        expect(finger.total(1)).to_have_text("25")
        expect(finger.pill).to_contain_text("1 waiting")
        expect(finger.pill).to_contain_text("no network")  # TAB-15
        page.locator("#pad-log").tap()
        expect(page.locator("dialog")).to_contain_text("not sent yet")
        page.keyboard.press("Escape")
        expect(finger.pill).to_contain_text("0 waiting", timeout=15_000)
        assert len({re.findall(r'"client_id":"(\w+)"', each)[0] for each in tries}) == 1
    assert lines(match) == ["1 =E 25"]


def test_what_still_waits_when_the_page_comes_back_goes_before_the_next(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        page.route("**/sync/", lambda route: route.abort())
        finger.quick()
        finger.box("E")
        finger.value(25)
        expect(finger.pill).to_contain_text("1 waiting")
        finger.reload()
        expect(finger.pill).to_contain_text("1 waiting")
        expect(finger.total(1)).to_have_text("25")
        finger.box("F")
        finger.value(35)
        expect(finger.pill).to_contain_text("2 waiting")
        page.unroute("**/sync/")
        expect(finger.pill).to_contain_text("0 waiting", timeout=15_000)
    assert lines(match) == ["1 =E 25", "2 =F 35"]


def test_a_whole_match_is_played_without_network_and_arrives(browser: Browser, live_server: Any) -> None:
    match = scene.final()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        page.route("**/sync/", lambda route: route.abort())
        finger.quick()
        finger.box("E")
        finger.value(25)
        finger.box("F")
        finger.value(35)
        expect(finger.total(2)).to_have_text("35")
        finger.press("undo")
        finger.press("dormida")
        finger.answer()
        finger.press("next")
        expect(page.locator("#pad-game")).to_contain_text("game 2 of 3")
        for _time in range(2):
            finger.press("dormida")
            finger.answer()
            expect(page.locator(".pad-end")).to_contain_text("closed when what waits here has been sent")
            if _time == 0:
                finger.press("undo")
        assert lines(match) == []
        page.unroute("**/sync/")
        finger.pill.tap()  # a tap tries again at once
        expect(page.locator(".pad-end")).to_contain_text("the standings follow", timeout=15_000)
    match.refresh_from_db()
    assert match.state == "finished"
    assert [kind for _game, _at, kind, _line in scene.log(match)].count("cancel") == 2


def test_whose_turns_wait_is_said_before_the_next_one_is_written(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    first, second = scene.referee_of(match), scene.referee_of(match)
    with screen(browser, live_server, first) as page:
        finger = Finger.at(page, match)
        finger.quick()
        page.route("**/sync/", lambda route: route.abort())
        finger.box("E")
        finger.value(25)
        expect(finger.pill).to_contain_text("1 waiting")
        log_in(page.context, second, live_server.url)
        finger.reload()
        finger.box("E")
        expect(finger.said).to_contain_text("First say whose turns wait here")
        page.unroute("**/sync/")
        page.locator("[data-key=do-waits_as_mine]").tap()
        expect(finger.said).not_to_contain_text("First say")
        finger.sent()
    assert lines(match) == ["1 =E 25"]


def test_half_a_turn_survives_a_reload(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.throw("55251")
        finger.die(0, 0, 1)
        finger.reload()
        expect(page.locator("[data-key=die-0-1]")).to_have_attribute("aria-label", "die 5, kept")

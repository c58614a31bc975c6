"""The entry page of three to six sides under a finger, in a real Chromium: on a tablet and on a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import LANDSCAPE, PHONE, SMALL_PHONE, TABLET, out_of_sight, screen
from tests.play import scene
from tests.play.tapping import Finger, cramped

LOW_PHONE = (360, 640)
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_three_sides_throw_in_turn_by_dice_and_by_points(browser: Browser, live_server: Any) -> None:
    match = scene.table_of(3)
    by = scene.referee_of(match)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        expect(page.locator(".pad-side")).to_have_count(3)
        finger.throw("66432")
        finger.die(0, 0, 1)
        finger.throw("654")
        finger.die(1, 3)
        finger.box("6")
        finger.press("write")
        expect(page.locator(".pad-side").nth(1)).to_have_class(re.compile("is-mover"))
        finger.quick()
        for box, points in (("P", 40), ("5", 15)):
            finger.box(box)
            finger.value(points)
            expect(finger.pill).to_contain_text("0 waiting")
        finger.scores(18, 40, 15)
        expect(page.locator(".pad-side").nth(0)).to_have_class(re.compile("is-mover"))
    assert [line.split()[0] for *_rest, line in scene.log(match)] == ["1", "2", "3"]


def test_a_side_gives_up_and_the_others_go_on_to_the_places(browser: Browser, live_server: Any) -> None:
    match = scene.table_of(3)
    by = scene.referee_of(match)
    boxes = ["=1 1", "=2 2", "=3 3", "=4 4", "=5 5", "=6 6", "=E 20", "=F 30", "=P 40", "=G 50"]
    lines = [f"{side} {line}" for line in boxes for side in (1, 2, 3)]
    scene.append(match, *scene.batch(lines), by=by)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        page.locator("#pad-log").tap()
        page.get_by_role("button", name=re.compile("gives up")).nth(1).tap()
        finger.answer()
        expect(finger.pill).to_contain_text("0 waiting")
        finger.quick()
        for value in (50, "x"):
            finger.box("G")
            finger.value(value)
            if value == "x":
                finger.answer()
            expect(finger.pill).to_contain_text("0 waiting")
        places = page.locator(".pad-places li")
        expect(places).to_have_count(3)
        assert [re.sub(r"\D+", " ", text).split()[0] for text in places.all_inner_texts()] == ["1", "2", "3"]
        expect(places.nth(2)).to_contain_text(match.seats.get(position=2).entrant.name)


@pytest.mark.parametrize(
    ("game", "sides"),
    [("cacho-alalay", 3), ("cacho-alalay", 6), ("generala", 5), ("dice-poker-fences", 4)],
)
def test_nothing_is_cut_or_too_small_for_a_finger(
    browser: Browser, live_server: Any, game: str, sides: int
) -> None:
    match = scene.table_of(sides, game=game)
    by = scene.referee_of(match)
    lines = scene.thrown_game(match, seed=1)
    scene.append(match, *scene.batch(lines[: len(lines) // 2]), by=by)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        for choose in (lambda: None, finger.quick):
            choose()
            for size in (TABLET, LANDSCAPE, PHONE, SMALL_PHONE, LOW_PHONE):
                resize(page, size)
                assert cramped(page) == []
                assert out_of_sight(page, "#pad-modes, .pad-key") == [], (size, game)


def test_the_end_of_a_table_of_six_is_confirmed_and_read_to_the_last_place(
    browser: Browser, live_server: Any
) -> None:
    match = scene.table_of(6, game="generala", confirmation="tap")
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(scene.thrown_game(match, seed=6)), by=by)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        for size in (TABLET, LANDSCAPE, PHONE, SMALL_PHONE, LOW_PHONE):
            resize(page, size)
            assert cramped(page) == []
            assert out_of_sight(page, ".pad-confirm-button, .pad-action") == [], size
        for side in range(1, 7):
            page.locator(f"[data-key=confirm-{side}]").tap()
        finger.sent()
        for size in (TABLET, PHONE, SMALL_PHONE):
            resize(page, size)
            last = page.locator(".pad-places li").nth(5)
            last.scroll_into_view_if_needed()
            expect(last).to_be_in_viewport(ratio=0.95)
            assert cramped(page) == []


def test_cards_and_the_public_page_have_room_for_every_side(browser: Browser, live_server: Any) -> None:
    match = scene.table_of(6)
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(scene.thrown_game(match, seed=6)), by=by)
    category = match.stage.category
    with screen(browser, live_server) as page:
        for address in (f"/m/{match.token}/", f"/{category.tournament.slug}/{category.slug}/matches/"):
            page.goto(address)
            expect(page.locator(".place-mark")).to_have_count(6)
            for size in (SMALL_PHONE, PHONE, TABLET, (1440, 900)):
                resize(page, size)
                assert cramped(page) == []


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})

"""The entry page of thrown dice under a finger, in a real Chromium: throws that are saved, premiums, a win at once."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cacho_tournaments.play.models import Presence
from tests.browser import LANDSCAPE, PHONE, SMALL_PHONE, TABLET, screen
from tests.play import scene
from tests.play.tapping import Finger, cramped

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FENCES = {"game": "dice-poker-fences"}
TWO_SAVED_TWICE = ["1 55512 t1 =three", "2 33551 t3 =3", "1 66134 t1 =pair", "2 66432 t3 =chance"]


def is_clear(page: Page) -> bool:
    """Say that what is told to the referee lies over no key for the number of throws."""
    said, key = page.locator("#pad-say").bounding_box(), page.locator(".pad-throws").bounding_box()
    assert said and key
    return said["y"] >= key["y"] + key["height"] or said["y"] + said["height"] <= key["y"]


def throws(page: Page) -> list[str]:
    return page.locator(".pad-throws [data-key^=throws-]").all_inner_texts()


def test_a_turn_of_seven_throws_uses_up_four_that_were_saved_and_an_eighth_is_not_offered(
    browser: Browser, live_server: Any
) -> None:
    """Rules 1 and 6 of dice poker with fences: at 4 in the bank `22255 t7 =full` is 16 and leaves none."""
    match = scene.final(best_of=1, **FENCES)
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(TWO_SAVED_TWICE), by=by)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        expect(page.locator(".pad-tab").nth(0)).to_contain_text("4")
        expect(page.locator(".pad-tab").nth(0).locator(".strokes i")).to_have_count(4)
        assert throws(page) == ["1", "2", "3", "4", "5", "6", "7"]
        expect(page.locator(".pad-bank")).to_contain_text("At most 7 throws: the usual 3 and 4 saved.")
        finger.throw("22255")
        finger.box("full")
        expect(finger.said).to_contain_text("how many throws")
        expect(finger.button("write")).to_be_disabled()
        finger.throws(7)
        expect(finger.button("write")).to_have_text("Write full house 16")
        finger.press("write")
        expect(page.locator(".pad-tab").nth(0)).to_contain_text("43")
        expect(page.locator(".pad-tab").nth(0).locator(".strokes")).to_have_count(0)
        expect(page.locator(".pad-tab").nth(1)).to_have_class(re.compile("is-mover"))
        assert throws(page) == ["1", "2", "3"], "nobody throws four times without any saved"
        finger.sent()
    assert scene.log(match)[-1][3] == "1 22255 t7 =full 16"


def test_many_saved_throws_are_typed_as_a_number(browser: Browser, live_server: Any) -> None:
    match = scene.final(best_of=1, **FENCES)
    by = scene.referee_of(match)
    boxes = ("chance", "1", "2", "3", "4", "5", "6")
    turns = [f"{side} 13456 t1 ={box}" for box in boxes for side in (1, 2)]
    scene.append(match, *scene.batch(turns), by=by)  # fourteen saved by each
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        finger.throw("66661")
        page.locator("[data-key=throws-more]").tap()
        finger.digits("18")
        expect(page.locator("[data-key=numbers-yes]")).to_be_disabled()  # "an eighteenth is one too many"
        finger.digits("17")
        page.locator("[data-key=numbers-yes]").tap()
        expect(page.locator("[data-key=throws-more]")).to_have_text("17")
        finger.box("four")
        finger.press("write")
        expect(page.locator(".pad-tab").nth(1)).to_have_class(re.compile("is-mover"))
        finger.sent()
    assert scene.log(match)[-1][3] == "1 66661 t17 =four 24"


def test_a_mountain_is_written_below_zero_and_never_crossed_out(browser: Browser, live_server: Any) -> None:
    """Rules 3 and 4 of dice poker with fences."""
    match = scene.final(best_of=1, **FENCES)
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.throw("41235")
        expect(finger.cell("4")).to_contain_text("−8")
        finger.box("full")
        expect(finger.said).to_contain_text("do not make full house")
        expect(finger.said.locator("a")).to_have_attribute("href", re.compile(r"/rules/#r4$"))
        finger.press("cross")
        finger.box("4")
        expect(finger.said).to_contain_text("never crossed out")
        page.locator("[data-box='full@2']").first.tap()
        expect(finger.said).to_contain_text("Stage 1 is being played")
        finger.press("cross")
        finger.throws(3)
        finger.box("4")
        expect(finger.button("write")).to_have_text("Write fours −8")
        finger.press("write")
        expect(page.locator(".pad-tab").nth(0)).to_contain_text("−8")
        finger.sent()
    assert scene.log(match)[-1][3] == "1 41235 t3 =4 -8"


def test_a_premium_is_paid_only_when_the_first_throw_was_tapped(browser: Browser, live_server: Any) -> None:
    """Rule 3 of dice poker: `33666` is a full house of 24, 72 on the first throw, and a pair of 12 or 6 either way."""
    match = scene.final(best_of=1, game="dice-poker")
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.throw("33666")
        expect(finger.cell("full")).to_contain_text("24")
        finger.box("pair")
        page.locator("[data-key=which-6]").tap()
        expect(finger.button("write")).to_have_text("Write pair 6")
        expect(finger.button("write")).to_be_enabled()  # "it pays the same on every throw: nothing to ask"
        finger.box("full")
        expect(finger.button("write")).to_be_disabled()
        expect(finger.said).to_contain_text("On which throw?")
        finger.throws(1)
        expect(finger.button("write")).to_have_text("Write full house 72")
        finger.reload()
        expect(finger.cell("full")).to_contain_text("72")  # half a turn survives
        finger.box("full")
        page.keyboard.press("Enter")
        finger.until_saved(72, 1)
        finger.throw("13456")
        expect(finger.said).to_contain_text("Nothing scores")
        finger.box("poker")
        finger.press("write")
        expect(page.locator("dialog")).to_contain_text("Cross out poker?")
        finger.answer()
        expect(page.locator(".pad-side").nth(1).locator(".is-crossed")).to_have_count(1)
        finger.sent()
    assert [line for _game, _at, _kind, line in scene.log(match)] == [
        "1 33666 t1 =full 72",
        "2 13456 t3 xpoker",
    ]


def test_a_mistyped_die_is_tapped_and_typed_anew(browser: Browser, live_server: Any) -> None:
    match = scene.final(best_of=1, game="dice-poker")
    with screen(browser, live_server, scene.referee_of(match), size=PHONE) as page:
        finger = Finger.at(page, match)
        finger.throw("55512")
        finger.die(0, 3)
        finger.throw("5")
        expect(finger.cell("four")).to_contain_text("20")
        for _tap in range(5):
            finger.press("undo")
        expect(page.locator("[data-key^=die-0]")).to_have_count(0)


@pytest.mark.parametrize("way", ["dice", "quick"])
def test_a_served_generala_ends_the_game_after_one_question(
    browser: Browser, live_server: Any, way: str
) -> None:
    """Rule 3 of generala."""
    match = scene.final(best_of=1, game="generala")
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        if way == "dice":
            finger.throw("33333")
            finger.box("generala")
            expect(finger.button("write")).to_be_disabled()  # "nobody has said that it was the first throw"
            finger.throws(1)
            expect(finger.said).to_contain_text("Served generala wins the game at once.")
            finger.press("write")
        else:
            finger.quick()
            finger.press("served-generala")
        expect(page.locator("dialog")).to_contain_text("wins this game at once")
        finger.answer()
        expect(page.locator(".pad-end")).to_contain_text("wins")
        finger.sent()
    match.refresh_from_db()
    assert match.state == "finished"


def test_a_turn_takes_two_taps_in_quick_entry_and_every_figure_of_a_box_is_a_key(
    browser: Browser, live_server: Any
) -> None:
    match = scene.final(best_of=1, **FENCES)
    with screen(browser, live_server, scene.referee_of(match), size=SMALL_PHONE) as page:
        finger = Finger.at(page, match)
        finger.quick()
        finger.box("4")
        finger.value(-8)
        expect(page.locator(".pad-tab").nth(0)).to_contain_text("−8")
        finger.sent()
    assert scene.log(match)[-1][3] == "1 =4 -8"


def test_quick_entry_tells_which_figures_only_a_first_throw_can_pay(
    browser: Browser, live_server: Any
) -> None:
    """Rule 3 of dice poker: a small straight is 15, and 45 on the first throw; 24 is a full house of either."""
    match = scene.final(best_of=1, game="dice-poker")
    with screen(browser, live_server, scene.referee_of(match), size=SMALL_PHONE) as page:
        finger = Finger.at(page, match)
        finger.quick()
        finger.box("small")
        expect(page.locator("[data-key=value-45]")).to_contain_text("on the first throw")
        expect(page.locator("[data-key=value-15]")).to_have_text("15")
        finger.box("full")
        expect(page.locator(".pad-box-title")).to_have_text("full house")
        expect(page.locator("[data-key=value-84] svg")).to_have_count(1)
        expect(page.locator("[data-key=value-24] svg")).to_have_count(0)


def test_where_stages_are_free_the_turn_names_its_stage_and_the_dice_are_told_once(
    browser: Browser, live_server: Any
) -> None:
    match = scene.final(best_of=1, options={"stages": "free"}, **FENCES)
    with screen(browser, live_server, scene.referee_of(match), size=SMALL_PHONE) as page:
        finger = Finger.at(page, match)
        finger.throw("55512")
        expect(finger.said).to_contain_text("chance 18 · three of a kind 15 · pair 10")
        page.locator("[data-key=stage-2]").tap()
        finger.cell("three@3").tap()
        finger.throws(1)
        finger.press("write")
        expect(page.locator(".pad-tab").nth(0)).to_contain_text("15")
        finger.sent()
    assert scene.log(match)[-1][3] == "1 55512 t1 =three@3 15"


@pytest.mark.parametrize("game", ["dice-poker", "dice-poker-fences", "generala"])
def test_every_text_fits_and_every_target_is_large_enough(
    browser: Browser, live_server: Any, game: str
) -> None:
    double = {"options": {"double": "on"}} if game == "generala" else {}
    match = scene.final(best_of=1, game=game, **double)
    for language in ("es", "en", "ru"):
        Presence.objects.all().delete()  # each screen is the only tablet at the match
        with screen(browser, live_server, scene.referee_of(match), language=language) as page:
            finger = Finger.at(page, match)
            for width, height in (SMALL_PHONE, TABLET, LANDSCAPE):
                page.set_viewport_size({"width": width, "height": height})
                assert cramped(page) == []
                finger.throw("33666")
                expect(finger.said).not_to_be_empty()
                assert is_clear(page), (language, width)
                finger.throws(1)
                finger.box("full")
                assert cramped(page) == []
                finger.hush()
                finger.quick()
                finger.box("full")
                assert cramped(page) == []
                page.locator("#pad-mode-full").tap()

"""The end of a match confirmed by its sides on the referee's page, in a real Chromium, or closed without one."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cacho_tournaments.play.models import Call, Confirmation
from tests.browser import PHONE, screen
from tests.play import scene
from tests.play.tapping import Finger, key

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def write_name(page: Page) -> None:
    """Draw a few strokes on the field of the signature."""
    field = page.locator(".pad-signature").bounding_box()
    assert field
    page.mouse.move(field["x"] + 30, field["y"] + 40)
    page.mouse.down()
    for step in range(20):
        page.mouse.move(field["x"] + 30 + 8 * step, field["y"] + 40 + 12 * (step % 3))
    page.mouse.up()


def test_a_match_is_final_when_every_side_has_tapped_its_own_button(
    browser: Browser, live_server: Any
) -> None:
    match, by = scene.to_confirm("tap")
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        expect(page.locator(".pad-confirm-side")).to_have_count(2)
        expect(page.locator(".pad-confirm-side").first).to_contain_text(str(scene.FIRST_TOTAL))
        key(page, "confirm-2").tap()
        expect(page.locator(".pad-confirm-side.is-given")).to_have_count(1)
        assert scene.anew(match).state != "finished"
        key(page, "confirm-1").tap()
        expect(page.locator(".pad-end")).to_be_visible()
        expect(finger.pill).to_contain_text("0 waiting")
    assert scene.anew(match).state == "finished"
    assert sorted(Confirmation.objects.values_list("side", "how")) == [(1, "tap"), (2, "tap")]


def test_a_side_signs_with_a_finger_and_may_begin_anew_or_types_its_name(
    browser: Browser, live_server: Any
) -> None:
    match, by = scene.to_confirm("signature")
    with screen(browser, live_server, by, size=PHONE) as page:
        finger = Finger.at(page, match)
        key(page, "confirm-1").tap()
        expect(key(page, "sign-done")).to_be_disabled()
        page.locator(".pad-signature").tap()  # a dot is no name
        expect(key(page, "sign-done")).to_be_disabled()
        key(page, "sign-again").tap()
        write_name(page)
        key(page, "sign-done").tap()
        expect(page.locator(".pad-confirm-side.is-given")).to_have_count(1)
        key(page, "confirm-2").tap()
        key(page, "sign-other").tap()
        expect(key(page, "sign-name")).to_be_focused()
        expect(key(page, "sign-done")).to_be_disabled()
        page.keyboard.type(" Ana Paz ")
        key(page, "sign-other").tap()  # back to the finger, which has written nothing
        expect(key(page, "sign-done")).to_be_disabled()
        key(page, "sign-other").tap()
        page.keyboard.type("Luz Rojas")
        key(page, "sign-done").tap()
        expect(page.locator(".pad-confirm")).to_have_count(0)
        expect(finger.pill).to_contain_text("0 waiting")
    word, typed = Confirmation.objects.order_by("side")
    assert (word.side, word.how) == (1, "signature")
    assert re.fullmatch(r"(M\d+ \d+(L\d+ \d+)+)+", word.signature)
    assert (typed.how, typed.signature, typed.reason) == ("signature", "", "Luz Rojas")
    assert scene.anew(match).state == "finished"


def test_a_turn_taken_back_while_the_sides_confirm_goes_on_with_the_game(
    browser: Browser, live_server: Any
) -> None:
    match, by = scene.to_confirm("tap")
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        key(page, "confirm-1").tap()
        expect(page.locator(".pad-confirm-side.is-given")).to_have_count(1)
        finger.press("undo")
        expect(page.locator(".pad-confirm")).to_have_count(0)
        expect(page.locator(".pad-side.is-mover")).to_have_count(1)
    assert scene.anew(match).state != "finished"


def test_a_side_that_does_not_confirm_is_a_call_of_the_chief_referee(
    browser: Browser, live_server: Any
) -> None:
    match, by = scene.to_confirm("tap")
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        finger.press("disagree")
        key(page, "choice-disagree_call").tap()
        expect(key(page, "strip-call")).to_contain_text("A side does not confirm")
        expect(finger.pill).to_contain_text(re.compile(r"saved \d\d:\d\d · 0 waiting"))
    assert Call.objects.get(match=match).reason == "A side does not confirm"


def test_where_a_side_has_left_the_match_is_closed_without_it(browser: Browser, live_server: Any) -> None:
    match, by = scene.to_confirm("tap")
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        page.context.set_offline(True)
        key(page, "confirm-1").tap()
        expect(finger.pill).to_contain_text("1 waiting")
        finger.press("disagree")
        key(page, "choice-disagree_close").tap()
        expect(finger.said).to_contain_text("That needs the network")
        page.context.set_offline(False)
        finger.sent()
        finger.press("disagree")
        key(page, "choice-disagree_close").tap()
        page.get_by_label("Why a side does not confirm").fill("side 2 left the hall")
        page.get_by_role("button", name="Close the match").tap()
        expect(page.locator(".pad-side.is-winner")).to_have_count(1)
        expect(page.locator("body")).to_contain_text("The match is closed.")
    words = Confirmation.objects.order_by("side").values_list("side", "how", "reason")
    assert list(words) == [(0, "referee", "side 2 left the hall"), (1, "tap", "")]
    assert scene.anew(match).state == "finished"


def test_what_the_sides_have_confirmed_is_opened_again_only_after_a_question(
    browser: Browser, live_server: Any
) -> None:
    match, by = scene.to_confirm("tap")
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        for side in (1, 2):
            key(page, f"confirm-{side}").tap()
        finger.sent()
        finger.press("undo")
        expect(page.locator("dialog h2")).to_have_text("Open the match again?")
        finger.answer(yes=False)
        assert scene.anew(match).state == "finished"
        finger.press("undo")
        finger.answer()
        expect(page.locator(".pad-side.is-mover")).to_have_count(1)
        finger.sent()
    assert scene.anew(match).state == "playing"


def test_a_question_about_a_turn_is_gone_once_another_has_written(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        finger.quick()
        finger.press("dormida")
        expect(page.locator("dialog[open]")).to_have_count(1)
        scene.append(match, scene.sent("1 =6 18", 0), by=by)
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(finger.total(1)).to_have_text("18")
        expect(page.locator("dialog[open]")).to_have_count(0)
    assert [line for _game, _at, kind, line in scene.log(match) if kind == "turn"] == ["1 =6 18"]

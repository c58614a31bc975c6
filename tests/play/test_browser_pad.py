"""The entry page under a finger, in a real Chromium: dice, quick entry, refusals, undo, the end."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, expect

from cacho_tournaments.competition.models import Match
from cacho_tournaments.play.actions import devices
from cacho_tournaments.play.models import Refusal
from tests import makers
from tests.browser import LANDSCAPE, PHONE, SMALL_PHONE, TABLET, screen
from tests.play import scene
from tests.play.tapping import Finger, cramped

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def lines(match: Match) -> list[str]:
    return [line for _game, _at, kind, line in scene.log(match) if kind == "turn"]


def test_a_turn_is_thrown_kept_flipped_and_written_by_tapping(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match), size=TABLET) as page:
        finger = Finger.at(page, match)
        finger.throw("55251")
        finger.die(0, 0, 1, 3)
        finger.throw("26")
        finger.die(1, 2)
        expect(finger.cell("P")).to_contain_text("40")
        expect(finger.cell("5")).to_contain_text("20")
        expect(finger.button("write")).to_be_disabled()
        finger.box("P")
        expect(finger.button("write")).to_have_text("Write póker 40")
        finger.press("write")
        finger.until_saved(40, 1)
        expect(page.locator(".pad-side").nth(1)).to_have_class(re.compile("is-mover"))
    assert lines(match) == ["1 55251 555+26 2>5 =P 40"]


def test_a_play_from_the_hand_is_lit_after_the_first_throw_and_others_say_why_not(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.throw("22255")
        expect(finger.cell("F")).to_have_class(re.compile("is-lit"))
        expect(finger.cell("F")).to_contain_text("35")
        finger.box("2")
        expect(finger.said).to_contain_text(
            "A turn may end on the first throw only with a play from the hand"
        )
        finger.said.tap()
        expect(finger.said).to_contain_text("It scores: full 35")
        finger.box("F")
        finger.press("write")
        finger.until_saved(35, 1)
    assert lines(match) == ["1 22255 =F 35"]


def test_a_plain_turn_takes_two_taps_in_quick_entry(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match), size=PHONE) as page:
        finger = Finger.at(page, match)
        finger.quick()
        finger.box("E")
        finger.value(25)
        expect(page.locator(".pad-tab.is-mover")).to_contain_text("0")
        expect(finger.pill).to_contain_text("0 waiting")
    assert lines(match) == ["1 =E 25"]


def test_a_cross_is_asked_once_and_no_answer_changes_nothing(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =1 3", "2 =1 3"]), by=by)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        finger.quick()
        finger.box("P")
        finger.value("x")
        expect(page.locator("dialog")).to_contain_text("Cross out póker?")
        finger.answer(yes=False)
        assert len(lines(match)) == 2
        finger.value("x")
        finger.answer()
        expect(page.locator(".pad-side").first.locator(".is-crossed")).to_have_count(1)
        finger.until_saved(3, 1)
    assert lines(match)[-1] == "1 xP"


def test_a_cross_by_dice_is_offered_when_nothing_scores(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =2 4", "2 =2 4", "1 =3 6", "2 =3 6", "1 =4 8", "2 =4 8"]), by=by)
    scene.append(match, *scene.batch(["1 =6 12", "2 =6 12"], base=6), by=by)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        finger.throw("22334")
        finger.die(0, 0, 1, 2, 3)
        finger.throw("3")
        finger.die(1, 4)  # 2 2 3 3 4: nothing in balas, quinas, or a central box
        expect(finger.said).to_contain_text("Nothing scores")
        finger.box("1")
        expect(finger.button("write")).to_have_text("Cross out balas")
        finger.press("write")
        expect(page.locator(".pad-side").first.locator(".is-crossed")).to_have_count(1)
        expect(finger.pill).to_contain_text("0 waiting")
    assert lines(match)[-1] == "1 22334 2233+3 3>4 x1"


def test_a_refusal_of_the_server_is_shown_with_its_rule_and_the_dice_stay(
    browser: Browser, live_server: Any
) -> None:
    # These rules let nobody pass over a play from the hand: the table knows of it, the engine decides.
    match = scene.ready()
    match.stage.category.options = {"de_mano_refusable": "no"}
    match.stage.category.save()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.throw("22255")
        finger.die(0, 0, 1, 2)
        finger.throw("36")
        finger.die(1, 4)
        finger.box("2")
        finger.press("write")
        expect(finger.said).to_contain_text("these rules let nobody pass it over")
        expect(finger.said.locator("a")).to_have_text("Rule 2.5")
        assert (finger.said.locator("a").get_attribute("href") or "").endswith("/rules/#r2.5")
        expect(page.locator("[data-key=die-1-4]")).to_be_visible()
    assert lines(match) == []


def test_the_last_turn_is_taken_back_by_one_tap_and_written_again_by_another(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 =E 25", 0), by=by)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        finger.press("undo")
        expect(finger.said).to_contain_text("Taken back")
        expect(finger.said).to_contain_text("escalera 25 de mano")
        finger.until_saved(0, 1)
        page.locator("#pad-log").tap()
        expect(page.locator("dialog s")).to_have_text("escalera 25 de mano")
        page.keyboard.press("Escape")
        finger.said.get_by_role("button", name="Write it again").tap()
        finger.until_saved(25, 1)
    kinds = [(kind, line) for _game, _at, kind, line in scene.log(match)]
    assert kinds == [("turn", "1 =E 25"), ("cancel", ""), ("turn", "1 =E 25")]


def test_another_side_throws_first_where_the_table_says_so(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    second = match.seats.get(position=2).entrant.name
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        page.get_by_role("button", name=f"Let {second} throw first").tap()
        expect(page.locator(".pad-side").nth(1)).to_have_class(re.compile("is-mover"))
        finger.reload()
        expect(page.locator(".pad-side").nth(1)).to_have_class(re.compile("is-mover"))
        finger.quick()
        finger.box("E")
        finger.value(25)
        finger.until_saved(25, 2)
        expect(page.locator(".pad-side").first).to_have_class(re.compile("is-mover"))
        expect(page.get_by_role("button", name="throw first")).to_have_count(0)
    assert lines(match) == ["2 =E 25"]


def test_a_line_that_the_rules_refuse_is_not_kept_to_be_sent(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    match.stage.category.options = {"de_mano_refusable": "no"}
    match.stage.category.save()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        page.route("**/sync/", lambda route: route.abort())
        finger.throw("22255")
        finger.die(0, 0, 1, 2)
        finger.throw("36")
        finger.die(1, 4)
        finger.box("2")
        finger.press("write")
        expect(finger.said).to_contain_text("these rules let nobody pass it over")
        expect(finger.pill).to_contain_text("0 waiting")
    assert lines(match) == []


def test_erasing_takes_back_taps_one_by_one_before_it_takes_back_turns(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.throw("551")
        finger.press("undo")
        finger.throw("234")
        expect(page.locator("[data-key=die-0-2]")).to_have_attribute("aria-label", "die 2")
        finger.die(0, 0)
        for _tap in range(6):
            finger.press("undo")
        expect(page.locator("[data-key^=die-0]")).to_have_count(0)
        expect(finger.button("undo")).to_be_disabled()


def test_a_mistyped_die_is_erased_also_where_one_box_alone_is_left_to_choose(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        finger.throw("11266")
        finger.throw("23456")
        expect(finger.button("write")).to_have_text("Write escalera 25")
        for _tap in range(10):
            finger.press("undo")
        expect(page.locator("[data-key^=die-]")).to_have_count(0)
    played = ["1 =2 4", "2 =2 4", "1 =3 6", "2 =3 6", "1 =4 8", "2 =4 8", "1 =6 12", "2 =6 12"]
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(played), by=by)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        finger.throw("22334")
        finger.die(0, 0, 1, 2, 3)
        finger.throw("3")
        finger.die(1, 4)
        expect(finger.said).to_contain_text("Nothing scores")
        finger.press("undo")
        expect(page.locator("[data-key=die-1-4]")).to_have_attribute("aria-label", "die 3")
        finger.press("undo")
        expect(page.locator("[data-key=die-1-4]")).to_have_count(0)


def test_pairs_leave_a_play_pending_and_write_it_after_the_partner(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready(kind="pair")
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.throw("35661")
        finger.die(0, 2, 3)
        finger.throw("214")
        finger.die(1, 4)
        finger.box("6")
        finger.press("sobre")
        expect(finger.said).to_contain_text("Now the partner throws")
        expect(finger.cell("6")).to_have_class(re.compile("is-pending"))
        finger.throw("22233")
        finger.box("F")
        expect(finger.button("write")).to_have_text("Write full 35")
        finger.button("end").tap()
        finger.until_saved(12, 1)
    assert lines(match)[0].endswith("/ 22233 sobre")


def test_a_dormida_ends_the_match_and_the_standings_follow(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    category, event = match.stage.category, match.stage.category.tournament
    standings = reverse("live:groups", args=[event.slug, category.slug])
    with screen(browser, live_server, scene.referee_of(match)) as page:
        page.goto(standings)
        before = page.locator("main").inner_text()
        finger = Finger.at(page, match)
        finger.throw("44444")
        expect(finger.said).to_contain_text("Dormida!")
        finger.press("write")
        finger.answer()
        expect(page.locator(".pad-end")).to_contain_text("wins")
        finger.press("tables")
        page.wait_for_url(f"**{reverse('play:tables')}")
        page.goto(standings)
        assert page.locator("main").inner_text() != before
    match.refresh_from_db()
    assert match.state == "finished"


def test_the_next_game_of_three_begins_when_the_referee_goes_on(browser: Browser, live_server: Any) -> None:
    match = scene.final()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        for game in (1, 2):
            finger.quick()
            finger.press("dormida")
            finger.answer()
            expect(page.locator(".pad-end")).to_be_visible()
            expect(finger.pill).to_contain_text("0 waiting")
            if game == 1:
                finger.press("next")
                expect(page.locator("#pad-game")).to_contain_text("game 2 of 3")
                expect(page.locator(".pad-side").nth(1)).to_have_class(re.compile("is-mover"))
                finger.box("E")
                finger.value(25)
                finger.until_saved(25, 2)
    match.refresh_from_db()
    assert match.state == "finished", "two games of three"


def test_ten_quick_taps_on_a_key_neither_zoom_nor_type_more_than_fits(
    browser: Browser, live_server: Any
) -> None:
    """Case TAB-01."""
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match), size=PHONE) as page:
        finger = Finger.at(page, match)
        for _tap in range(4):
            finger.throw("3")
        assert page.evaluate("window.visualViewport.scale") == 1
        expect(page.locator("[data-key^=die-0]")).to_have_count(4)
        touch = page.evaluate("getComputedStyle(document.querySelector('.pad-key')).touchAction")
        assert touch == "manipulation"


def test_a_tablet_let_in_by_its_code_writes(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    device = scene.tablet_of(match)
    with screen(browser, live_server) as page:
        page.goto(reverse("play:open", args=[device.token]))
        page.locator("main [type=submit]").tap()
        page.locator(f"a[href='{reverse('play:match', args=[match.token])}']").tap()
        finger = Finger(page)
        finger.quick()
        finger.box("E")
        finger.value(25)
        finger.until_saved(25, 1)


def test_a_tablet_shut_out_in_the_middle_says_so_and_keeps_the_turn(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    device = scene.tablet_of(match)
    with screen(browser, live_server) as page:
        page.goto(reverse("play:open", args=[device.token]))
        page.locator("main [type=submit]").tap()
        page.wait_for_url(f"**{reverse('play:tables')}")
        with page.expect_response("**/sync/"):  # its first beat: the next comes long after the tap
            finger = Finger.at(page, match)
        devices.revoke(device=device, by=makers.organizer_of(match.stage.category.tournament))
        finger.quick()
        finger.box("E")
        finger.value(25)
        expect(finger.said).to_contain_text("The chief referee decides.")
        expect(finger.pill).to_contain_text("not taken")
        finger.box("E")
        expect(finger.said).to_contain_text("shut out")
        expect(page.locator("[data-key^=value-]")).to_have_count(0)
    assert lines(match) == []
    assert Refusal.objects.get(match=match).is_open


@pytest.mark.parametrize("language", ["es", "en", "ru"])
def test_every_text_fits_and_every_target_is_large_enough(
    browser: Browser, live_server: Any, language: str
) -> None:
    match = scene.ready(kind="pair")
    with screen(browser, live_server, scene.referee_of(match), language=language) as page:
        for width, height in (SMALL_PHONE, PHONE, TABLET, LANDSCAPE):
            page.set_viewport_size({"width": width, "height": height})
            finger = Finger.at(page, match)
            finger.throw("55251")
            finger.die(0, 0, 1, 3)
            finger.throw("26")
            finger.die(1, 2)
            finger.box("P")
            assert cramped(page) == []
            finger.hush()
            finger.quick()
            finger.box("E")
            assert cramped(page) == []
            finger.press("undo")
            page.locator("#pad-mode-full").tap()

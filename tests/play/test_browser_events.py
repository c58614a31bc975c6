"""The entry page of called events under a finger, in a real Chromium: hands, announcements, cards, a whole hand at
once."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from cacho_tournaments.competition.models import Match
from cacho_tournaments.play.models import Presence
from tests.browser import LANDSCAPE, PHONE, SMALL_PHONE, TABLET, screen
from tests.play import scene
from tests.play.tapping import Finger, cramped

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def ready(kind: str = "pair") -> Match:
    return scene.final(best_of=3, kind=kind, game="cuarenta")


def lines(match: Match) -> list[str]:
    return [line for _game, _at, kind, line in scene.log(match) if kind == "turn"]


def test_a_hand_is_dealt_called_and_counted_and_the_cards_say_first_what_they_score(
    browser: Browser, live_server: Any
) -> None:
    """Rules 2, 3.1, 6.3 and 6.4 of cuarenta."""
    match = ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.event("caida", 1)
        expect(finger.said).to_contain_text("No hand is being played")
        finger.pick("dealer", 2)
        finger.press("hand")
        expect(page.locator(".pad-hand")).to_contain_text("deal 1 of 2")
        finger.event("caida-ronda", 1)
        expect(finger.said).to_contain_text("announced no ronda")
        expect(finger.said.locator("a")).to_have_text("Rule 6.4")
        finger.event("ronda", 2)
        finger.choose(2)
        finger.scores(0, 2)
        finger.event("caida-ronda", 1)
        expect(finger.button("write")).to_contain_text("caída en ronda +4")
        finger.press("write")
        finger.scores(4, 2)
        finger.event("ronda", 1)
        expect(finger.said).to_contain_text("announced before the first capture")
        finger.press("deal")
        expect(page.locator(".pad-hand")).to_contain_text("deal 2 of 2")
        finger.event("limpia", 2)
        finger.press("write")
        finger.scores(4, 4)
        finger.press("count")
        expect(page.locator("[data-key=numbers-yes]")).to_be_disabled()
        finger.digits("21")
        expect(page.locator("[data-key=offer-1]")).to_contain_text("19")
        finger.digits("25")
        expect(page.locator("dialog .pad-say")).to_contain_text("46 cards cannot be right")
        expect(page.locator("dialog .pad-say a")).to_have_text("Rule 6.7")
        finger.digits("19")
        expect(page.locator(".pad-field-line")).to_have_text(["+8", "+0"])
        assert len(lines(match)) == 5, "nothing is written before it is confirmed"
        page.locator("[data-key=numbers-yes]").tap()
        finger.scores(12, 4)
        expect(page.locator(".pad-side").nth(0)).to_contain_text("perros")
        expect(finger.button("hand")).to_be_visible()
    assert lines(match) == [
        "2 hand",
        "2 ronda p2",
        "1 caida-ronda",
        "2 deal",
        "2 limpia",
        "2 count 21 19",
    ]


def test_a_selected_event_survives_a_reload_and_is_erased_or_undone(
    browser: Browser, live_server: Any
) -> None:
    match = ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 hand", "1 caida"]), by=by)
    with screen(browser, live_server, by, size=PHONE) as page:
        finger = Finger.at(page, match)
        finger.event("limpia", 2)
        finger.reload()
        expect(finger.button("write")).to_contain_text("limpia +2")
        finger.press("undo")
        expect(finger.button("write")).to_be_disabled()
        finger.press("undo")
        expect(finger.said).to_contain_text("caída 2")
        finger.scores(0, 0)


def test_at_38_a_side_is_told_that_only_a_caida_counts(browser: Browser, live_server: Any) -> None:
    """Rules 4.1 and 4.2 of cuarenta."""
    match = ready("single")
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 penalty 38 : example", "2 penalty 12 : example", "1 hand"]), by=by)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        expect(page.locator(".pad-badge")).to_have_text("38 que no juega")
        expect(finger.key("limpia", 1)).to_contain_text("+0")
        expect(finger.key("limpia", 2)).to_contain_text("+2")
        finger.event("caida", 1)
        finger.press("write")
        expect(page.locator(".pad-end")).to_be_visible()
        expect(page.locator(".pad-sum").first).to_have_text("40")
        finger.press("next")
        expect(page.locator("#pad-game")).to_contain_text("game 2")
        expect(page.locator(".pad-badge")).to_have_count(0)


def test_a_whole_hand_is_counted_up_and_sent_at_once(browser: Browser, live_server: Any) -> None:
    match = ready()
    with screen(browser, live_server, scene.referee_of(match), size=SMALL_PHONE) as page:
        finger = Finger.at(page, match)
        finger.quick()
        finger.more("caida", 1, times=4)
        finger.less("caida", 1)
        finger.more("ronda", 2)
        finger.reload()
        expect(page.locator("[data-key=more-caida-1]")).to_contain_text("3")
        expect(finger.button("write")).to_be_disabled()
        finger.press("cards")
        finger.digits("2119")
        page.locator("[data-key=numbers-yes]").tap()
        expect(page.locator(".pad-tally-sum b")).to_have_text(["+14", "+2"])
        finger.press("write")
        finger.scores(14, 2)
        finger.press("undo")
        expect(finger.said).to_contain_text("entered together")
        finger.scores(0, 0)
        kinds = [kind for _game, _at, kind, _line in scene.log(match)]
        assert kinds.count("turn") == kinds.count("cancel") == 7
        finger.said.get_by_role("button").tap()
        finger.scores(14, 2)


def test_a_whole_hand_is_refused_where_the_order_of_its_events_decides(
    browser: Browser, live_server: Any
) -> None:
    """Rule 4.1 of cuarenta: with 30 points on the sheet, eight of events could pass the 38."""
    match = ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 penalty 30 : example"]), by=by)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        finger.quick()
        finger.more("caida", 1, times=4)
        finger.press("cards")
        finger.digits("2119")
        page.locator("[data-key=numbers-yes]").tap()
        expect(finger.said).to_contain_text("the order decides")
        expect(finger.button("write")).to_be_disabled()
        finger.less("caida", 1)
        expect(finger.button("write")).to_be_enabled()
        scene.append(match, scene.sent("1 penalty 8 : example", 1), by=by)
        finger.reload()
        expect(page.locator("#pad-work")).to_contain_text("the order of the events decides")
        page.locator("[data-key=to-events]").tap()
        expect(finger.button("hand")).to_be_visible()


def test_a_misdeal_and_a_penalty_are_asked_for_and_written(browser: Browser, live_server: Any) -> None:
    """Rules 5 and 6.11 of cuarenta."""
    match = ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.press("hand")
        page.locator("[data-key=misdeal]").tap()
        expect(page.locator("dialog")).to_contain_text("gets 10 points")
        finger.answer()
        finger.scores(0, 10)
        page.locator("[data-key=penalty]").tap()
        finger.digits("3")
        expect(page.locator("dialog .pad-say")).to_contain_text("3 is odd")
        page.locator("[data-key=field-0]").tap()
        finger.digits("2")
        page.locator("[data-key=more-0]").tap()
        expect(page.locator("[data-key=numbers-yes]")).to_be_disabled()  # "whose, and why?"
        page.locator("[data-key=penalty-1]").tap()
        page.locator("#pad-reason").fill("Talked to the public")
        page.locator("[data-key=numbers-yes]").tap()
        finger.scores(4, 10)
    assert lines(match) == ["1 hand", "1 misdeal", "1 penalty 4 : Talked to the public"]


def test_what_was_taken_with_a_doubt_is_said(browser: Browser, live_server: Any) -> None:
    """Rule 6.8 of cuarenta: all 40 cards captured, and nothing that clears the table in the last deal."""
    match = ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 hand", "1 deal", "1 caida"]), by=by)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        finger.press("count")
        finger.digits("2119")
        page.locator("[data-key=numbers-yes]").tap()
        finger.scores(10, 0)
        expect(finger.said).to_contain_text("All 40 cards were captured")


def test_every_text_fits_and_every_target_is_large_enough(browser: Browser, live_server: Any) -> None:
    match = ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 penalty 38 : example", "1 hand", "1 deal"]), by=by)
    for language in ("es", "en", "ru"):
        Presence.objects.all().delete()  # each window is a tablet of its own, and the first of its match
        with screen(browser, live_server, by, language=language) as page:
            finger = Finger.at(page, match)
            for width, height in (SMALL_PHONE, TABLET, LANDSCAPE):
                page.set_viewport_size({"width": width, "height": height})
                finger.event("caida-limpia", 2)
                assert cramped(page) == []
                finger.event("caida-limpia", 2)
                finger.press("count")
                finger.digits("2119")
                assert cramped(page) == []
                page.locator("[data-key=numbers-no]").tap()
                page.locator("[data-key=penalty]").tap()
                assert cramped(page) == []
                page.locator("[data-key=numbers-no]").tap()


def test_a_long_chica_leaves_the_keys_their_room(browser: Browser, live_server: Any) -> None:
    """Twelve hands of two points each: upright the last ones stay in sight, and no key lies under the edge."""
    match = ready()
    by = scene.referee_of(match)
    hands = [
        line
        for at in range(12)
        for line in (f"{at % 2 + 1} hand", f"{at % 2 + 1} deal", f"{at % 2 + 1} count 19 17")
    ]
    scene.append(match, *scene.batch([*hands, "1 hand"]), by=by)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        assert page.locator(".pad-hands").first.locator("li:visible").count() == 5
        for width, height in (TABLET, LANDSCAPE):
            page.set_viewport_size({"width": width, "height": height})
            key, foot = (
                finger.page.locator("[data-key=penalty]").bounding_box(),
                page.locator("#pad-actions").bounding_box(),
            )
            assert key and foot and key["y"] + key["height"] <= foot["y"] + 1
            assert cramped(page) == []

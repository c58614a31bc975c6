"""The referee's tools in a real Chromium: settings, the chief referee, cards, fingers that slip."""

import re
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, Request, expect

from cacho_tournaments.play.models import Call, Card
from tests.browser import LANDSCAPE, TABLET, out_of_sight, screen
from tests.play import scene
from tests.play.tapping import Finger, cramped, key

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOW_PHONE = (360, 640)


def set_to(page: Page, name: str, value: str) -> None:
    page.locator("#pad-settings").tap()
    key(page, f"set-{name}-{value}").tap()
    page.keyboard.press("Escape")


def test_the_screen_is_set_to_the_referees_liking_and_stays_so(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match), size=LANDSCAPE) as page:
        finger = Finger.at(page, match)
        root = page.locator("html")
        plain = page.evaluate("getComputedStyle(document.body).backgroundColor")
        left = finger.button("write").bounding_box()
        size = page.locator(".pad-name").first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        for name, value in (("theme", "dark"), ("hand", "left"), ("size", "big")):
            set_to(page, name, value)
        page.reload()
        expect(page.locator("#pad-root")).to_be_visible()
        expect(root).to_have_attribute("data-theme", "dark")
        moved = finger.button("write").bounding_box()
        assert left and moved and moved["x"] + moved["width"] < 640 < left["x"]
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != plain
        big = page.locator(".pad-name").first.evaluate("each => parseFloat(getComputedStyle(each).fontSize)")
        assert big > size * 1.1


def test_no_sound_is_made_until_somebody_wants_it(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        page.add_init_script(
            "window.made = 0; const Kept = window.AudioContext;"
            "window.AudioContext = class extends Kept { constructor() { super(); window.made += 1; } };"
        )
        finger = Finger.at(page, match)
        finger.quick()
        finger.box("1")
        finger.value(3)
        finger.until_saved(3, 1)
        assert page.evaluate("window.made") == 0
        set_to(page, "sound", "on")
        finger.box("1")
        finger.value(2)
        finger.until_saved(2, 2)
        assert page.evaluate("window.made") == 1


def test_the_screen_stays_on_while_the_match_is_played_where_the_browser_can(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        page.add_init_script(
            "window.asked = 0; Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => {"
            "window.asked += 1; return new EventTarget(); } } });"
        )
        Finger.at(page, match)
        page.locator("#pad-hint").tap()
        assert page.evaluate("window.asked") == 1
    # And where it cannot, nothing is missed.
    with screen(browser, live_server, scene.referee_of(match)) as page:
        page.add_init_script("Object.defineProperty(navigator, 'wakeLock', { value: undefined })")
        Finger.at(page, match)
        page.locator("#pad-hint").tap()


def test_the_chief_referee_is_called_by_a_tap_and_a_reason_and_the_call_is_taken_back(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        page.locator("#pad-call").tap()
        key(page, "choice-call_score").tap()
        strip = key(page, "strip-call")
        expect(strip).to_contain_text(re.compile(r"Called \d\d:\d\d: A box or a score is in doubt"))
        expect(finger.pill).to_contain_text("0 waiting")
        assert [(call.reason, call.closed_at) for call in Call.objects.filter(match=match)] == [
            ("A box or a score is in doubt", None)
        ]
        strip.tap()
        key(page, "call-back").tap()
        expect(strip).to_have_count(0)
        expect(finger.pill).to_contain_text("0 waiting")
    assert Call.objects.get(match=match).closed_at is not None


def test_a_low_phone_shows_by_its_bell_that_somebody_was_called(browser: Browser, live_server: Any) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match), size=LOW_PHONE) as page:
        Finger.at(page, match)
        page.locator("#pad-call").tap()
        key(page, "choice-call_dice").tap()
        expect(page.locator("#pad-call")).to_have_class(re.compile("is-open"))
        page.locator("#pad-call").tap()
        expect(page.locator("dialog")).to_contain_text("Dice or cup")


@pytest.mark.parametrize("size", [TABLET, LOW_PHONE])
def test_a_card_is_shown_with_its_side_its_kind_and_its_reason(
    browser: Browser, live_server: Any, size: tuple[int, int]
) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match), size=size) as page:
        finger = Finger.at(page, match)
        if size == LOW_PHONE:
            page.locator("#pad-settings").tap()
            key(page, "choice-cards_title").tap()
        else:
            page.locator("#pad-cards").tap()
        key(page, "card-side-2").tap()
        key(page, "card-card-yellow").tap()
        expect(key(page, "card-write")).to_be_disabled()  # without a reason no card is shown
        page.locator(".is-reasons button").first.tap()
        key(page, "card-write").tap()
        expect(page.locator("dialog")).to_have_count(0)
        expect(finger.pill).to_contain_text(re.compile(r"saved \d\d:\d\d · 0 waiting"))
    card = Card.objects.get(match=match)
    assert (card.side, card.kind, card.reason) == (2, "yellow", "Playing slowly")


def test_ten_quick_taps_on_a_plus_count_ten_and_zoom_nothing(browser: Browser, live_server: Any) -> None:
    """TAB-01: nothing on the page answers a double tap by zooming; two fingers still may."""
    match = scene.ready(kind="pair", played={"game": "cuarenta"})
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.quick()
        plus = page.locator("[data-key^=more-]").first
        side = plus.get_attribute("data-key")
        for _tap in range(10):
            plus.tap()
        tens = page.locator(f"[data-key={side}]").locator("xpath=..").inner_text()
        assert re.search(r"\b10\b", tens), tens
        assert page.evaluate("visualViewport.scale") == 1
        loose = page.eval_on_selector_all(
            ".tablet, .tablet *",
            "all => all.filter(e => getComputedStyle(e).touchAction === 'none').map(e => e.className)",
        )
        assert loose == [], "two fingers may zoom everywhere"
        assert page.evaluate("getComputedStyle(document.body).touchAction") == "manipulation"
        buttons = page.eval_on_selector_all(
            "#pad-root button", "all => [...new Set(all.map(e => getComputedStyle(e).touchAction))]"
        )
        assert buttons == ["manipulation"]
        viewport = page.locator("meta[name=viewport]").get_attribute("content") or ""
        assert "user-scalable" not in viewport
        assert "maximum-scale" not in viewport


def test_dice_that_are_not_set_are_seen_and_cannot_be_written(browser: Browser, live_server: Any) -> None:
    """TAB-23: not typed yet is something else than the lowest face."""
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.throw("551")
        row = page.locator(".pad-row").first
        expect(row.locator(".pad-die.is-empty")).to_have_count(2)
        expect(row.locator(".pad-die.is-empty svg")).to_have_count(0)
        expect(finger.button("write")).to_be_disabled()
        finger.box("5")
        expect(finger.said).to_contain_text("Type all the dice first")
        expect(finger.button("write")).to_be_disabled()


def test_a_half_typed_turn_survives_the_page(browser: Browser, live_server: Any) -> None:
    """TAB-27: a tablet that was put away for ten minutes, or whose page was loaded anew, goes on where it was."""
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        finger = Finger.at(page, match)
        finger.throw("55251")
        finger.die(0, 0, 1, 3)
        page.reload()
        expect(page.locator("#pad-root")).to_be_visible()
        expect(page.locator(".pad-die.is-kept")).to_have_count(3)


def test_the_turns_clock_runs_from_the_last_turn_and_anew_with_the_next(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    with screen(browser, live_server, by) as page:
        finger = Finger.at(page, match)
        clock = page.locator("#pad-clock")
        expect(clock).to_be_hidden()  # nobody has thrown yet
        finger.quick()
        finger.box("1")
        finger.value(3)
        expect(clock).to_be_visible()
        expect(clock).to_have_text(re.compile(r"^0:0\d$"))


@pytest.mark.parametrize("language", ["es", "en", "ru"])
def test_every_tool_fits_a_low_phone_and_a_tablet_in_every_language(
    browser: Browser, live_server: Any, language: str
) -> None:
    playing = scene.ready(kind="pair")
    referee = scene.referee_of(playing)
    set_up = "localStorage.setItem('cacho-settings', JSON.stringify({ size: 'big', hand: 'left' }))"
    for size, looks in ((LOW_PHONE, ["", set_up]), (TABLET, [set_up])):
        with screen(browser, live_server, referee, size=size, language=language) as page:
            for look in looks:
                page.add_init_script(look)
                Finger.at(page, playing)
                assert cramped(page) == []
                tools_are_roomy(page, is_short=size == LOW_PHONE)
    match, by = scene.to_confirm("signature", kind="pair")
    with screen(browser, live_server, by, size=LOW_PHONE, language=language) as page:
        Finger.at(page, match)
        assert cramped(page) == []
        key(page, "confirm-1").tap()
        assert cramped(page) == []
        key(page, "sign-other").tap()
        assert cramped(page) == []


def tools_are_roomy(page: Page, *, is_short: bool) -> None:
    """Open every tool; where the bar is short the cards lie behind the settings."""
    for opener in ("call", "settings", "log"):
        page.locator(f"#pad-{opener}").tap()
        assert cramped(page) == []
        page.keyboard.press("Escape")
    if not is_short:
        return
    for choice in ("settings", "cards_title"):
        page.locator("#pad-settings").tap()
        key(page, f"choice-{choice}").tap()
        assert cramped(page) == []
        page.keyboard.press("Escape")


def test_practice_writes_nothing_and_says_so(browser: Browser, live_server: Any) -> None:
    sent: list[str] = []

    def listen(request: Request) -> None:
        sent.append(request.method)

    with screen(browser, live_server) as page:
        page.on("request", listen)
        page.goto(reverse("play:practice_game", args=["cacho-alalay"]))
        expect(page.locator("#pad-root")).to_be_visible()
        expect(page.locator("#pad-strip")).to_contain_text("nothing is stored")
        expect(page.locator("#pad-call")).to_be_hidden()
        finger = Finger(page)
        finger.quick()
        finger.box("1")
        finger.value(3)
        expect(finger.total(1)).to_have_text("3")
        key(page, "practice-again").tap()
        finger.answer()
        expect(finger.total(1)).to_have_text("0")
        page.set_viewport_size({"width": 360, "height": 640})
        expect(page.locator("#pad-strip-tools > *")).to_be_hidden()
        key(page, "practice-again-low").tap()
        finger.answer()
        expect(finger.total(1)).to_have_text("0")
    assert set(sent) == {"GET"}


def test_on_the_lowest_phone_every_key_of_the_dice_is_in_sight(browser: Browser, live_server: Any) -> None:
    """Practice shows the screen of a match at its first turn, with whoever may be let throw first."""
    with screen(browser, live_server, size=(360, 640)) as page:
        for game in ("cacho-alalay", "dice-poker", "dice-poker-fences", "generala"):
            page.goto(reverse("play:practice_game", args=[game]))
            Finger(page).ready()
            assert out_of_sight(page, "#pad-modes, .pad-key") == [], game


def test_big_letters_leave_the_keys_of_the_dice_their_room_on_a_tablet(
    browser: Browser, live_server: Any
) -> None:
    with screen(browser, live_server, size=TABLET) as page:
        for game in ("dice-poker-fences", "generala"):
            page.goto(reverse("play:practice_game", args=[game]))
            Finger(page).ready()
            page.evaluate("document.documentElement.dataset.size = 'big'")
            for mode in ("quick", "full"):
                page.locator(f"#pad-mode-{mode}").tap()
            foot = page.locator("#pad-actions").bounding_box()
            last = page.locator("[data-key=key-6]").bounding_box()
            assert foot and last and last["y"] + last["height"] <= foot["y"] + 1, game


def test_the_lowest_phone_has_room_for_who_throws_first_and_for_a_banner_with_two_buttons(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready(kind="pair", played={"game": "dice-poker-fences"})
    with screen(browser, live_server, scene.referee_of(match), size=LOW_PHONE) as page:
        finger = Finger.at(page, match)
        assert out_of_sight(page, "#pad-modes, .pad-key, .pad-opener") == []
        page.context.clear_cookies()  # the server does not know the referee any more
        finger.quick()
        finger.box("1")
        finger.value(2)
        buttons = key(page, "banner-login").get_by_role("button")
        expect(buttons).to_have_count(2)
        page.locator("#pad-mode-full").tap()
        assert out_of_sight(page, "#pad-modes, .pad-key, .pad-banner button") == []
        text = key(page, "banner-login").locator("span").bounding_box()
        first, second = (button.bounding_box() for button in buttons.all())
        assert text and first and second
        assert text["y"] + text["height"] <= first["y"] == second["y"]
        assert min(first["height"], second["height"]) >= 44
        assert first["x"] + first["width"] <= second["x"]


def test_a_tablet_that_was_never_set_says_another_day_and_not_millions_of_minutes(
    browser: Browser, live_server: Any
) -> None:
    match = scene.ready()
    with screen(browser, live_server, scene.referee_of(match)) as page:
        page.add_init_script("Date.now = () => 86400000;")  # the second of January 1970
        Finger.at(page, match)
        expect(key(page, "banner-clock")).to_contain_text("shows another day")

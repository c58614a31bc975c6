"""The outbox in a browser: order, batches, every way a network fails, two windows, two tablets, no disk (TAB-03 on)."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser import screen
from tests.play.fake_hall import Hall, another, answering, book, names, opened, put, silent, status, until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


WITHOUT = {
    "local": "Object.defineProperty(IDBFactory.prototype, 'open', {value() { throw new DOMException('no') }});",
    "memory": "Object.defineProperty(IDBFactory.prototype, 'open', {value() { throw new DOMException('no') }});"
    "Object.defineProperty(Storage.prototype, 'setItem', {value() { throw new DOMException('full') }});",
}


REFUSED = (
    "heard.flatMap((each) => each.outcomes).filter((each) => each.verdict === 'refused')"
    ".map((each) => [each.client_id, each.sentence])"
)


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.fixture
def page(browser: Browser, live_server: Any, hall: Hall) -> Iterator[Page]:
    with screen(browser, live_server) as made:
        yield opened(made, hall)


def test_what_waited_without_a_network_goes_in_its_order_in_batches_of_forty(page: Page, hall: Hall) -> None:
    hall.fault = silent
    put(page, *names(95))
    until(page, "box.failures > 0")
    assert status(page)["waiting"] == 95
    assert status(page)["name"] == "offline"
    hall.fault = None
    page.evaluate("box.flush()")
    until(page, "box.items.length === 0")
    assert hall.sent == names(95)
    assert [len(batch["items"]) for batch in hall.batches if batch["items"]] == [40, 40, 15]


def test_nothing_is_called_saved_before_the_server_said_so(page: Page, hall: Hall) -> None:
    until(page, "box.status.savedAt === '14:03'")
    hall.says["time"] = "14:20"
    hall.fault = silent
    put(page, "item-0001")
    until(page, "box.failures > 0")
    assert (status(page)["savedAt"], status(page)["waiting"]) == ("14:03", 1)
    hall.fault = None
    until(page, "box.items.length === 0")  # by itself: the timer tries again, no event told of the network
    assert (status(page)["savedAt"], status(page)["waiting"]) == ("14:20", 0)


@pytest.mark.parametrize(
    ("fault", "kind", "stops"),
    [
        (answering(500), "broken", False),
        (answering(503, "{}", "application/json"), "broken", False),
        (answering(200, "<h1>Welcome to the hotel</h1>"), "stranger", False),
        (answering(403, "<h1>CSRF</h1>"), "token", True),
        (answering(404, "<h1>gone</h1>"), "no", True),
        (
            answering(400, '{"error": {"code": "x", "sentence": "No.", "rule": null}}', "application/json"),
            "no",
            True,
        ),
    ],
)
def test_every_answer_that_is_none_keeps_the_turns_and_says_what_it_was(
    page: Page, hall: Hall, fault: Any, kind: str, stops: bool
) -> None:
    hall.fault = fault
    put(page, "item-0001")
    until(page, "box.status.trouble !== null")
    told = status(page)
    assert (told["trouble"]["kind"], told["isStopped"], told["waiting"]) == (kind, stops, 1)
    hall.fault = None
    page.evaluate("box.flush()")
    until(page, "box.items.length === 0")
    assert hall.sent == ["item-0001"]


def test_a_no_to_a_beat_does_not_stop_what_is_written_meanwhile(page: Page, hall: Hall) -> None:
    """A tablet is shut out while it says nothing: what it writes in that moment goes to the chief referee."""
    held: list[Route] = []
    hall.fault = held.append
    page.evaluate("void box.send()")
    while not held:
        page.wait_for_timeout(20)
    put(page, "item-0001")
    hall.fault = None
    answering(409, '{"error": {"code": "x", "sentence": "No.", "rule": null}}', "application/json")(held[0])
    until(page, "box.items.length === 0")
    assert hall.sent == ["item-0001"]


def test_a_log_in_that_has_run_out_is_told_from_a_refusal(page: Page, hall: Hall, live_server: Any) -> None:
    hall.fault = lambda route: route.continue_(url=f"{live_server.url}/manage/tournaments/", method="GET")
    put(page, "item-0001")
    until(page, "box.isStopped")
    assert status(page)["trouble"]["kind"] == "login"
    assert status(page)["waiting"] == 1


def test_a_batch_that_is_too_large_for_the_way_is_halved(page: Page, hall: Hall) -> None:
    def narrow(route: Any) -> None:
        items = json.loads(route.request.post_data)["items"]
        if len(items) > 3:
            return route.fulfill(status=413, body="too large")
        hall.fault = None
        hall.sync(route)
        hall.fault = narrow
        return None

    hall.fault = silent
    put(page, *names(9))
    until(page, "box.failures > 0")
    hall.fault = narrow
    for _time in range(12):
        page.evaluate("box.isStopped || box.send()")
    until(page, "box.items.length === 0")
    assert hall.sent == names(9)


def test_what_waits_survives_the_page_and_is_sent_once(page: Page, hall: Hall) -> None:
    hall.fault = silent
    assert put(page, "item-0001", "item-0002") == [True, True]
    hall.fault = None
    page.reload()
    opened(page, hall)
    until(page, "box.items.length === 0")
    assert hall.log == ["item-0001", "item-0002"]


def test_a_turn_put_in_the_moment_in_which_the_page_goes_away_is_not_lost(page: Page, hall: Hall) -> None:
    hall.fault = silent
    put(page, "item-0001")
    with page.expect_event("load"):
        page.evaluate(
            "void box.put({kind: 'turn', client_id: 'item-0002'}); setTimeout(() => location.reload())"
        )
    hall.fault = None
    opened(page, hall)
    until(page, "box.items.length === 0")
    assert hall.log == ["item-0001", "item-0002"]


def test_what_was_kept_while_the_disk_did_not_answer_goes_on_once_it_does(
    browser: Browser, live_server: Any, hall: Hall
) -> None:
    with screen(browser, live_server) as page:
        page.add_init_script(f"if (sessionStorage.sick !== 'no') {{ {WITHOUT['local']} }}")
        opened(page, hall)
        tablet = page.evaluate("box.tablet")
        hall.fault = silent
        put(page, "item-0001", "item-0002")
        page.evaluate("sessionStorage.sick = 'no'")
        page.reload()
        opened(page, hall)
        assert page.evaluate("box.store.kind") == "disk"
        assert page.evaluate("box.tablet") == tablet
        hall.fault = None
        page.evaluate("box.flush()")
        until(page, "box.items.length === 0")
        assert hall.log == ["item-0001", "item-0002"]


def test_a_server_that_lost_its_last_moments_gets_them_again(page: Page, hall: Hall) -> None:
    put(page, *names(4))
    until(page, "box.items.length === 0")
    hall.log = names(2)
    hall.says["book"] = book(*names(2), now="2026-11-30T14:09:00+00:00")
    page.evaluate("box.send()")
    until(page, "box.records.length > 0")
    hall.says["book"] = None
    until(page, "box.items.length === 0")
    assert hall.log == names(4)
    # A card, a call and its end too, with no turn after them; not what the chief referee took back (the first card),
    # nor what another call had said already (the second).
    beside = ["card-0001", "call-0002", "card-0002", "call-0001"]
    hall.verdicts = {name: {"sequence": None} for name in [*beside, "uncall-01"]}
    hall.verdicts["call-0002"]["verdict"] = "repeated"
    for name in beside:
        put(page, name, kind=name[:4])
        until(page, "box.items.length === 0")
    put(page, "uncall-01", kind="uncall", call="call-0001")
    until(page, "box.items.length === 0")
    hall.log = [*names(4), "card-0001"]
    told = {"others": ["card-0001"], "call": {"id": "call-0001"}, "now": "2026-11-30T14:10:00+00:00"}
    hall.says["book"] = book(*names(4), **told)
    page.evaluate("box.send()")
    until(page, "box.records.length > 0")
    hall.says["book"] = None
    until(page, "box.items.length === 0")
    assert hall.log == [*names(4), "card-0001", "card-0002", "call-0001", "uncall-01"]
    assert (hall.sent.count("card-0001"), hall.sent.count("call-0002")) == (1, 1)


def test_what_a_server_refuses_because_it_lost_the_turns_before_comes_again_after_them(
    page: Page, hall: Hall
) -> None:
    put(page, *names(2))
    until(page, "box.items.length === 0")
    hall.log = names(1)
    hall.says["book"] = book(*names(1), now="2026-11-30T14:09:00+00:00")
    hall.verdicts["item-0003"] = {"verdict": "refused", "code": "no-such-game", "sentence": "No such game."}
    put(page, "item-0003")
    until(page, "box.items.length === 2")
    hall.says["book"] = None
    hall.verdicts = {}
    until(page, "box.items.length === 0")
    assert hall.log == names(3)
    assert page.evaluate(REFUSED) == []


def test_what_a_server_lost_comes_again_though_another_tablet_has_written_since(
    page: Page, hall: Hall
) -> None:
    put(page, *names(3))
    until(page, "box.items.length === 0")
    hall.log = ["item-0001", "other-0002", "other-0003"]
    hall.says["book"] = book(*hall.log, now="2026-11-30T14:09:00+00:00")
    page.evaluate("box.send()")
    until(page, "box.records.length >= 2")
    hall.says["book"] = None
    until(page, "box.items.length === 0")
    assert hall.log == ["item-0001", "other-0002", "other-0003", "item-0002", "item-0003"]


def test_what_is_put_before_the_disk_is_open_is_kept_on_it(page: Page, hall: Hall) -> None:
    hall.fault = silent
    kept = page.evaluate(
        """async () => {
          const { Outbox } = await import("/static/tablet/outbox.js");
          const early = new Outbox({ url: "/play/m/abc/sync/", token: "abc", who: "me" });
          const opening = early.open();
          const kept = early.put({ kind: "call", client_id: "item-0001", reason: "" });
          await opening;
          return [await kept, early.status.waiting, early.isMemory];
        }"""
    )
    assert kept == [True, 1, False]


def test_a_page_that_cannot_draw_what_has_changed_sends_all_the_same(
    browser: Browser, live_server: Any, hall: Hall
) -> None:
    with pytest.raises(AssertionError, match="no pen"), screen(browser, live_server) as page:
        opened(page, hall)
        page.evaluate("void (box.onChange = () => { throw new Error('no pen'); })")
        put(page, "item-0001")
        until(page, "box.items.length === 0")
    assert hall.log == ["item-0001"]


def test_a_turn_whose_answer_was_lost_is_found_in_the_page_of_the_server(page: Page, hall: Hall) -> None:
    hall.fault = silent
    put(page, "item-0001", "item-0002")
    until(page, "box.failures > 0")
    page.reload()
    hall.fault = None
    hall.log = ["item-0001"]
    opened(page, hall, book=book("item-0001"))
    until(page, "box.items.length === 0")
    assert hall.sent.count("item-0001") == 0
    assert hall.log == ["item-0001", "item-0002"]


def test_what_another_referee_left_is_sent_only_after_a_word(page: Page, hall: Hall) -> None:
    hall.fault = silent
    put(page, "item-0001", "item-0002")
    until(page, "box.failures > 0")
    hall.fault = None
    page.reload()
    opened(page, hall, who="other", whoName="Luz")
    assert status(page)["asks"] == {"who_name": "Ana", "count": 2}
    assert status(page)["mayWrite"] is False
    assert hall.sent == []
    page.evaluate("box.adopt(false)")
    assert page.evaluate("box.items.length") == 0
    put(page, "item-0003")
    until(page, "box.items.length === 0")
    assert hall.sent == ["item-0003"]
    page.reload()
    opened(page, hall, who="other", whoName="Luz")
    page.evaluate("box.adopt(true)")
    until(page, "box.items.length === 0")
    assert hall.sent == ["item-0003", "item-0001", "item-0002"]


def test_of_two_windows_one_writes_and_the_other_sees_the_same_until_it_takes_over(
    page: Page, hall: Hall
) -> None:
    second = another(page.context, hall)
    assert (status(page)["tab"], status(second)["tab"]) == ("writes", "watches")
    hall.fault = silent
    put(page, "item-0001")
    until(second, "box.items.length === 1")
    assert status(second)["mayWrite"] is False
    hall.fault = None
    second.evaluate("box.take()")
    until(page, "box.status.tab === 'watches'")
    until(second, "box.items.length === 0")
    until(page, "box.items.length === 0")
    assert hall.log == ["item-0001"]
    second.close()
    until(page, "box.status.tab === 'writes'")


def test_a_second_tablet_watches_until_it_takes_over(page: Page, hall: Hall) -> None:
    hall.says["writer"] = {"me": False, "name": "Mesa 2", "seen": "14:02", "waiting": 2, "since": "13:50"}
    page.evaluate("box.send()")
    until(page, "box.status.writer !== null")
    assert status(page)["writer"]["name"] == "Mesa 2"
    assert status(page)["mayWrite"] is False
    page.evaluate("box.take()")
    until(page, "box.status.mayWrite")
    assert [each["take"] for each in hall.holds] == [True]


def test_without_a_network_a_tablet_takes_over_at_once_and_tells_the_server_later(
    page: Page, hall: Hall
) -> None:
    hall.says["writer"] = {"me": False, "name": "Mesa 2", "seen": "14:02", "waiting": 0, "since": "13:50"}
    page.evaluate("box.send()")
    until(page, "box.status.writer !== null")
    hall.fault = silent
    page.evaluate("box.take()")
    assert status(page)["mayWrite"] is True
    put(page, "item-0001")
    until(page, "box.failures > 0")
    hall.fault = None
    page.evaluate("box.flush()")
    until(page, "box.items.length === 0")
    assert [each["take"] for each in hall.holds] == [True]
    assert hall.sent == ["item-0001"]
    assert status(page)["writer"] is None


def test_an_item_that_the_server_refuses_leaves_the_outbox_with_its_sentence(page: Page, hall: Hall) -> None:
    refused = {
        "verdict": "refused",
        "code": "box-taken",
        "sentence": "The box is taken.",
        "rule": "8.1",
        "open": False,
    }
    ahead = {
        "verdict": "refused",
        "code": "sequence-ahead",
        "sentence": "It builds on a missing turn.",
        "rule": None,
    }
    hall.verdicts = {"item-0001": refused, "item-0002": ahead}
    hall.fault = silent
    put(page, "item-0001", "item-0002")
    until(page, "box.failures > 0")
    hall.fault = None
    page.evaluate("box.flush()")
    until(page, "box.items.length === 0")
    told = page.evaluate(REFUSED)
    assert told == [["item-0001", "The box is taken."], ["item-0002", "It builds on a missing turn."]]


def test_an_item_that_came_before_the_one_it_builds_on_comes_again(page: Page, hall: Hall) -> None:
    hall.verdicts["item-0001"] = {
        "verdict": "refused",
        "code": "sequence-ahead",
        "sentence": "Too early.",
        "rule": None,
    }
    put(page, "item-0001")
    until(page, "box.failures > 0")
    assert status(page)["waiting"] == 1
    assert page.evaluate("heard.flatMap((each) => each.outcomes)") == []
    hall.verdicts = {}
    until(page, "box.items.length === 0")
    assert hall.log == ["item-0001"]


@pytest.mark.parametrize("kind", WITHOUT)
def test_a_browser_without_a_disk_keeps_what_it_can_and_says_so(
    browser: Browser, live_server: Any, hall: Hall, kind: str
) -> None:
    with screen(browser, live_server) as page:
        page.add_init_script(WITHOUT[kind])
        opened(page, hall)
        hall.fault = silent
        put(page, "item-0001")
        until(page, "box.failures > 0")
        assert status(page)["isMemory"] is (kind == "memory")
        assert status(page)["waiting"] == 1
        if kind == "local":
            page.reload()
            opened(page, hall)
        hall.fault = None
        page.evaluate("box.flush()")
        until(page, "box.items.length === 0")
        assert hall.log == ["item-0001"]


def test_a_wrong_clock_and_a_newer_page_are_noticed(page: Page, hall: Hall) -> None:
    hall.says.update(now="2001-01-01T00:00:00+00:00", build="b2")
    page.evaluate("box.send()")
    until(page, "box.status.clockOff_s > 0")
    assert status(page)["isOldBuild"] is True


def test_every_beat_says_who_this_browser_is_and_how_much_waits(page: Page, hall: Hall) -> None:
    first = hall.batches[0]
    assert (first["version"], first["match"], first["items"], first["waiting"]) == (2, "abc", [], 0)
    assert len(first["tablet"]) == 32
    page.reload()
    opened(page, hall)
    assert hall.batches[-1]["tablet"] == first["tablet"]

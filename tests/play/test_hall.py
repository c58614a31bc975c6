"""The chief referee's hall over HTTP: every table, what is amiss first, and nothing new answered with 204."""

import datetime as dt
import re
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cacho_tournaments.competition.actions import timetable
from cacho_tournaments.competition.models import Match
from cacho_tournaments.play.actions import devices
from cacho_tournaments.play.models import Presence
from tests import makers
from tests.live import reading
from tests.play import scene, sending
from tests.play.scene import chief, someone
from tests.play.sending import call, card, confirm, turn
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db
LATER = dt.timedelta(minutes=1)


def address(match: Match) -> str:
    return reverse("play:hall", args=[match.stage.category.tournament.slug])


def names_of(match: Match) -> list[str]:
    return [seat.entrant.name for seat in match.seats.order_by("position") if seat.entrant]


def cards_of(html: str) -> list[str]:
    """Return each card's words, in the order of the page."""
    return [reading.text(each) for each in re.findall(r"<article.*?</article>", html, re.DOTALL)]


def card_of(html: str, match: Match) -> str:
    (found,) = [each for each in cards_of(html) if match.code in each.split("Next")[0]]
    return found


def version_of(html: str) -> str:
    found = re.search(r'data-version="([^"]+)"', html)
    assert found
    return found[1]


def at(moment: dt.datetime) -> Any:
    """Have the clock of everything stand at that moment."""
    return patch("django.utils.timezone.now", return_value=moment)


def round_of(match: Match) -> list[Match]:
    rows = Match.objects.filter(stage=match.stage, round=1).order_by("pk")
    return [scene.anew(row) for row in rows]


def test_a_table_shows_its_match_its_turn_who_throws_its_totals_and_what_comes_next() -> None:
    match = scene.ready(4)
    scene.append(match, *scene.batch(["1 =E 25", "2 =6 18"]), by=scene.referee_of(match))
    following = (
        Match.objects.filter(stage=match.stage, table=match.table, state="ready").order_by("round").first()
    )
    page = reading.page(chief(match), address(match))
    first, second = names_of(match)
    shown = card_of(page, match)
    assert f"Throws now: {first} 25" in shown and f"{second} 18" in shown
    assert "turn 2" in shown and "no tablet" in shown
    assert following is None or following.code in shown
    assert "being played" in reading.text(page)


def test_a_match_of_several_games_says_which_game_and_how_many_were_won() -> None:
    match = scene.final()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =E 25", "2 dormida"]), by=by)
    scene.append(match, *scene.batch(["2 =6 18"], number=2), by=by)
    shown = card_of(reading.page(chief(match), address(match)), match)
    assert "game 2 of 3" in shown
    assert re.search(rf"{names_of(match)[1]} 1 18", shown) and re.search(rf"{names_of(match)[0]} 0 0", shown)


def test_a_table_of_more_and_a_game_without_turns_are_shown_too() -> None:
    match = scene.table_of(3)
    scene.append(match, *scene.batch(["1 =E 25"]), by=scene.referee_of(match))
    assert all(name in card_of(reading.page(chief(match), address(match)), match) for name in names_of(match))
    hands = scene.ready(2, kind="pair", plan="knockout", played={"game": "cuarenta"})
    scene.append(hands, *scene.batch(scene.thrown_game(hands, seed=3)[:6]), by=scene.referee_of(hands))
    shown = card_of(reading.page(chief(hands), address(hands)), hands)
    assert "entries" in shown and "Throws now" not in shown


def test_the_pace_is_the_median_and_says_when_the_game_will_end() -> None:
    """Eleven boxes a side; after eight turns a half minute apart fourteen are left, which is seven minutes."""
    match = scene.ready()
    began = timezone.now().replace(hour=15, minute=0, second=0, microsecond=0)
    lines = scene.lines_of()[:8]
    items = [
        scene.sent(line, at, at_device=began + dt.timedelta(seconds=30 * at)) for at, line in enumerate(lines)
    ]
    with at(began + dt.timedelta(seconds=30 * 7)):
        scene.append(match, *items, by=scene.referee_of(match))
        shown = card_of(reading.page(chief(match), address(match)), match)
    ends = (began + dt.timedelta(seconds=30 * 7 + 14 * 30)).astimezone(
        dt.timezone(dt.timedelta(hours=-4))
    )  # La Paz
    assert "30 s a turn" in shown
    assert f"ends about {ends:%H:%M}" in shown


def test_a_match_that_runs_into_the_next_one_of_its_table_is_marked() -> None:
    match = scene.ready(4)
    following = (
        Match.objects.filter(stage=match.stage, state="ready").exclude(pk=match.pk).order_by("-round").first()
    )
    assert following is not None
    by = makers.organizer_of(match.stage.category.tournament)
    began = timezone.now()
    timetable.place(match=following, by=by, table=match.table, starts_at=began + dt.timedelta(minutes=3))
    for other in Match.objects.filter(table=match.table, state="ready").exclude(
        pk__in=(match.pk, following.pk)
    ):
        timetable.place(match=other, by=by, table=None)
    items = [
        scene.sent(line, number, at_device=began + dt.timedelta(seconds=30 * number))
        for number, line in enumerate(scene.lines_of()[:8])
    ]
    scene.append(match, *items, by=by)
    assert "hall-next is-held-up" in reading.page(chief(match), address(match))


def test_a_tablet_that_is_heard_of_is_named_and_one_gone_silent_is_a_trouble() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0), waiting=3)
    client, now = chief(match), timezone.now()
    assert tablet.device is not None
    shown = card_of(reading.page(client, address(match)), match)
    assert tablet.device.label in shown and "2 turns wait" in shown and "silent" not in shown
    with at(now + 2 * LATER):
        silent = card_of(reading.page(client, address(match)), match)
    assert "Its tablet is silent" in silent and "2 turns wait in it" in silent and "last heard of" in silent


def test_a_tablet_that_was_taken_off_is_not_missed() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0))
    tablet.hold(False)
    with at(timezone.now() + 2 * LATER):
        assert "silent" not in card_of(reading.page(chief(match), address(match)), match)


def test_a_tablet_that_was_shut_out_is_told_as_such_until_another_one_is_there() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0))
    assert tablet.device is not None
    client = chief(match)
    assert "tablets heard of 1" in reading.words(client, address(match))
    devices.revoke(device=tablet.device, by=makers.organizer_of(match.stage.category.tournament))
    page = reading.page(client, address(match))
    shown = card_of(page, match)
    assert f"{tablet.device.label} is shut out" in shown and "only watches" not in shown
    assert "tablets heard of 0" in reading.text(page)
    other = sending.person(match)
    other.beat()
    shown = card_of(reading.page(client, address(match)), match)
    assert "shut out" not in shown and "looks on" not in shown


def test_a_second_tablet_that_looks_on_is_told_and_troubles_once_something_waits_in_it() -> None:
    """TAB-03."""
    match = scene.ready()
    sending.paired(match).send(turn("1 =E 25", 0))
    other = sending.person(match)
    other.beat()
    client = chief(match)
    assert "one more tablet looks on" in card_of(reading.page(client, address(match)), match)
    other.beat(waiting=2)
    assert "Two tablets" in card_of(reading.page(client, address(match)), match)


def test_a_table_without_a_turn_for_long_is_a_trouble_with_its_own_clock() -> None:
    match = scene.ready()
    scene.append(match, *scene.batch(["1 =E 25"]), by=scene.referee_of(match))
    client = chief(match)
    with at(timezone.now() + 6 * LATER):
        shown = card_of(reading.page(client, address(match)), match)
    assert re.search(r"No turn for long 6:\d\d", shown)


def test_a_match_that_should_have_begun_is_a_trouble_until_it_begins() -> None:
    match = scene.ready()
    by = makers.organizer_of(match.stage.category.tournament)
    timetable.place(match=match, by=by, starts_at=timezone.now() - 10 * LATER)
    client = chief(match)
    assert "Should have begun" in reading.text(reading.page(client, address(match)))
    scene.append(match, *scene.batch(["1 =E 25"]), by=by)
    assert "Should have begun" not in reading.text(reading.page(client, address(match)))


def test_an_end_that_waits_for_the_sides_is_named_and_after_two_minutes_a_trouble() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0), turn("2 dormida", 1), confirm(2, 2))
    client, now = chief(match), timezone.now()
    shown = card_of(reading.page(client, address(match)), match)
    assert "waits for one side to confirm" in shown and "The end is not confirmed" not in shown
    with at(now + 3 * LATER):
        late = card_of(reading.page(client, address(match)), match)
    assert f"The end is not confirmed {names_of(match)[0]}" in late


def test_the_figures_above_tell_what_is_being_confirmed_from_what_is_being_played() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    client, by = chief(match), scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =E 25"]), by=by)
    assert "being played 1 tables where" in reading.words(client, address(match))
    scene.append(match, scene.sent("2 dormida", 1), by=by)
    told = reading.words(client, address(match))
    assert "being played 0 being confirmed at the table 1 tables where" in told
    other = next(each for each in round_of(match) if each.pk != match.pk)
    scene.append(other, *scene.batch(["1 =E 25"]), by=by)
    told = reading.words(client, address(match))
    assert "being played 1 being confirmed at the table 1 tables where" in told
    assert_budget(client, address(match), "play:hall")


def test_cards_that_were_shown_are_counted_beside_the_name() -> None:
    match = scene.ready()
    sending.paired(match).send(turn("1 =E 25", 0), card(2))
    page = reading.page(chief(match), address(match))
    assert "one card or penalty" in page


def test_the_oldest_trouble_stands_first_then_the_tables_by_number() -> None:
    match = scene.ready(8)
    first, second, third, *_rest = round_of(match)
    by = scene.referee_of(match)
    for each in (first, second, third):
        scene.append(each, *scene.batch(["1 =E 25"]), by=by)
    now = timezone.now()
    with at(now + LATER):
        sending.person(third, by).send(call())
    with at(now + 2 * LATER):
        sending.person(second, by).send(call())
        cards = cards_of(reading.page(chief(match), address(match)))
    order = [
        next(at for at, text in enumerate(cards) if f" {each.code} " in text)
        for each in (third, second, first)
    ]
    assert order == sorted(order) and order[:2] == [0, 1]
    assert "Calls the chief referee dice on the floor 1:00" in cards[0]


def test_only_what_is_amiss_a_category_or_a_name_can_be_asked_for() -> None:
    match = scene.ready(8)
    first, second, *_rest = round_of(match)
    by = scene.referee_of(match)
    for each in (first, second):
        scene.append(each, *scene.batch(["1 =E 25"]), by=by)
    client, url = chief(match), address(match)
    assert "Nothing is amiss" in reading.words(client, url, trouble="1")
    sending.person(second, by).send(call())
    (shown,) = cards_of(reading.page(client, url, trouble="1"))
    assert second.code in shown
    other = makers.category(match.stage.category.tournament, name="Otra", kind="single")
    assert "No table fits" in reading.words(client, url, category=other.slug)
    assert len(cards_of(reading.page(client, url, category=match.stage.category.slug))) >= 2
    assert all(
        names_of(first)[0] in each for each in cards_of(reading.page(client, url, q=names_of(first)[0]))
    )
    assert "No table fits" in reading.words(client, url, q="nobody of that name")


def test_a_late_turn_brings_back_a_match_that_is_over() -> None:
    """TAB-11: kept as late, waiting for a decision."""
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0), turn("2 dormida", 1))
    client = chief(match)
    tablet.send(turn("1 =6 18", 2))
    shown = card_of(reading.page(client, address(match)), match)
    assert "One thing to be decided" in shown and "finished" in shown


def test_nothing_new_is_an_empty_answer_and_a_turn_is_news() -> None:
    match = scene.ready(8)
    by = scene.referee_of(match)
    client, now = chief(match), timezone.now()
    with at(now):
        seen = version_of(reading.page(client, address(match)))
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(address(match), {"v": seen})
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer["X-Version"] == seen and re.fullmatch(r"\d\d:\d\d", answer["X-Clock"])
        assert answer["Cache-Control"] == "no-store"
        assert len(asked) <= 8
        scene.append(match, *scene.batch(["1 =E 25"]), by=by)
        news = client.get(address(match), {"v": seen, "q": names_of(match)[0]})
    assert news.status_code == 200 and news["X-Version"] != seen
    fragment = news.content.decode()
    assert "<html" not in fragment and "v=" not in fragment and match.code in fragment


@pytest.mark.parametrize("what", ["call", "card", "waiting", "late", "silent"])
def test_each_thing_that_a_card_tells_is_news(what: str) -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0), turn("2 dormida", 1) if what == "late" else turn("2 =6 18", 1))
    client, now = chief(match), timezone.now()
    with at(now):
        seen = version_of(reading.page(client, address(match)))
        if what == "waiting":
            tablet.beat(waiting=2)
        elif what != "silent":
            tablet.send({"call": call, "card": lambda: card(1), "late": lambda: turn("1 =6 18", 2)}[what]())
    with at(now + 2 * LATER if what == "silent" else now):
        assert client.get(address(match), {"v": seen}).status_code == 200


def test_the_page_costs_the_same_however_many_tables_are_played_at() -> None:
    small, large = scene.ready(4), scene.ready(16)
    for match in (small, large):
        by = scene.referee_of(match)
        for each in round_of(match)[: 2 if match is small else 8]:
            scene.append(each, *scene.batch(["1 =E 25", "2 =6 18"]), by=by)
            sending.person(each, by).send(call(), card(1))
        assert_budget(chief(match), address(match), "play:hall")


def test_whoever_has_a_post_may_look_and_nobody_else_learns_of_it() -> None:
    match = scene.ready()
    event = match.stage.category.tournament
    sending.person(match).send(call())
    for role in ("referee", "desk"):
        page = reading.page(someone(makers.staff(event, role)), address(match))
        assert "Calls the chief referee" in page and "I am coming" not in page
    for user in (makers.organizer_of(event), makers.staff(event, "chief")):
        assert "I am coming" in reading.page(someone(user), address(match))
    assert someone(makers.user()).get(address(match)).status_code == 404
    assert Client().get(address(match)).status_code == 302


def test_empty_halls_say_what_to_do_next() -> None:
    bare = makers.tournament(tables=0)
    client = someone(makers.organizer_of(bare))
    page = reading.page(client, reverse("play:hall", args=[bare.slug]))
    assert "No tables yet" in page and reverse("competition:tables", args=[bare.slug]) in page
    laid = makers.tournament(tables=4)
    page = reading.page(someone(makers.organizer_of(laid)), reverse("play:hall", args=[laid.slug]))
    assert "Nothing is played yet" in page


def test_without_script_the_page_loads_itself_again() -> None:
    match = scene.ready()
    assert '<noscript><meta http-equiv="refresh"' in reading.page(chief(match), address(match))


def test_the_badge_counts_the_tables_where_something_is_amiss() -> None:
    match = scene.ready()
    client = chief(match)
    url = reverse("play:hall_badge", args=[match.stage.category.tournament.slug])
    assert reading.words(client, url) == ""
    sending.person(match).send(call())
    assert reading.words(client, url).startswith("1 ")


def test_a_match_without_a_table_stands_last() -> None:
    match = scene.ready()
    by = makers.organizer_of(match.stage.category.tournament)
    timetable.place(match=match, by=by, table=None)
    scene.append(match, *scene.batch(["1 =E 25"]), by=by)
    cards = cards_of(reading.page(chief(match), address(match)))
    assert "no table" in cards[-1] and match.code in cards[-1]


def test_a_clock_that_is_wrong_is_told() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0), sent_at=(timezone.now() - dt.timedelta(hours=3)).isoformat())
    assert Presence.objects.get(match=match).clock_off_s < -10_000
    assert "its clock is wrong" in card_of(reading.page(chief(match), address(match)), match)

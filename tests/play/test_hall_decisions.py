"""What the chief referee decides from the hall, over HTTP: a call answered and closed, what was not taken settled, a
tablet taken off; each with the log beside it."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.urls import reverse

from cacho_tournaments.competition.models import Match
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.play.actions import confirming, devices
from cacho_tournaments.play.models import Call, Card, Presence, Refusal
from tests import makers
from tests.live import reading
from tests.play import scene, sending
from tests.play.scene import chief, someone
from tests.play.sending import call, cancel, card, confirm, turn, verdicts
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def address(match: Match, name: str = "incidents", *more: object) -> str:
    return reverse(f"play:{name}", args=[match.token, *more])


def names_of(match: Match) -> list[str]:
    return [seat.entrant.name for seat in match.seats.order_by("position") if seat.entrant]


def conflict(match: Match) -> sending.Tablet:
    """Have two tablets write the second turn; return the one that came too late."""
    first, second = sending.paired(match), sending.person(match)
    first.send(turn("1 =E 25", 0))
    second.beat()
    first.send(turn("2 =6 18", 1))
    assert verdicts(second.send(turn("2 =5 10", 1))) == ["old-sequence"]
    return second


def test_a_call_is_answered_from_the_hall_and_the_table_is_told_who_comes() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0), call())
    client, row = chief(match), Call.objects.get()
    answer = client.post(address(match, "call_coming", row.pk), {"from": "hall"})
    hall = reverse("play:hall", args=[match.stage.category.tournament.slug])
    assert (answer.status_code, answer["Location"]) == (302, hall)
    page = reading.words(client, hall)
    row.refresh_from_db()
    assert f"{row.coming_by} is on the way since" in page and "I am coming" not in page
    told = tablet.beat()["call"]
    assert (told["coming"], told["who"]) == (True, str(row.coming_by))


def test_a_call_is_closed_with_what_was_decided_and_the_next_can_come() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(call())
    client, row = chief(match), Call.objects.get()
    empty = client.post(address(match, "call_close", row.pk), {"outcome": " "})
    assert empty.status_code == 422 and "The table calls" in empty.content.decode()
    answer = client.post(address(match, "call_close", row.pk), {"outcome": "thrown again"}, follow=True)
    said = reading.text(answer.content.decode())
    assert "The call is closed" in said and "Decided before" in said and "thrown again" in said
    row.refresh_from_db()
    assert row.closed_at is not None and row.outcome == "thrown again"
    assert verdicts(tablet.send(call())) == ["stored"]


def test_a_call_that_somebody_else_has_closed_says_so() -> None:
    match = scene.ready()
    sending.paired(match).send(call())
    client, row = chief(match), Call.objects.get()
    client.post(address(match, "call_close", row.pk), {"outcome": "thrown again"})
    again = client.post(address(match, "call_coming", row.pk), follow=True)
    assert "closed" in reading.text(again.content.decode())
    row.refresh_from_db()
    assert row.coming_at is None


def test_what_was_not_taken_is_told_in_words_with_its_sender_and_what_the_rules_say_now() -> None:
    """TAB-03: nothing is overwritten, nothing is silent."""
    match = scene.ready()
    late = conflict(match)
    page = reading.words(chief(match), address(match))
    name = names_of(match)[1]
    assert f"{name}: quinas 10" in page and "2 =5 10" in page
    assert str(Presence.objects.get(tablet=late.name).by) in page
    assert "As the log stands" in page and "the rules would take it" not in page
    assert "senas 18" in page  # the log beside it


def test_what_fits_now_is_said_to_fit_and_is_written_at_the_end_of_the_log() -> None:
    match = scene.ready()
    late = conflict(match)
    scene.append(scene.anew(match), scene.sent("1 =4 12", 2), by=scene.referee_of(match))
    client, row = chief(match), Refusal.objects.get()
    assert "the rules would take it" in reading.words(client, address(match))
    answer = client.post(address(match, "refusal_write", row.pk), follow=True)
    assert "It is written" in reading.text(answer.content.decode())
    assert scene.log(match)[-1][3] == "2 =5 10"
    row.refresh_from_db()
    assert (row.is_open, row.settlement) == (False, "written")
    assert verdicts(late.send(turn("2 =5 10", 1, row.client_id))) == ["repeated"]


def test_what_the_rules_refuse_cannot_be_written_and_stays_open() -> None:
    match = scene.ready()
    conflict(match)
    client, row = chief(match), Refusal.objects.get()
    before = scene.log(match)
    answer = client.post(address(match, "refusal_write", row.pk), follow=True)
    row.refresh_from_db()
    assert row.is_open and scene.log(match) == before
    said = reading.text(answer.content.decode())
    first, second = names_of(match)
    why = f"It is the turn of side {first}, not of side {second}."
    assert said.count(why) == 2, "in the answer as beside what waits"


def test_setting_aside_needs_a_reason_which_stays_with_the_match() -> None:
    match = scene.ready()
    conflict(match)
    client, row = chief(match), Refusal.objects.get()
    url = address(match, "refusal_aside", row.pk)
    empty = client.post(url, {f"aside-{row.pk}-reason": ""})
    assert (
        empty.status_code == 422
        and "<details" in empty.content.decode()
        and " open>" in empty.content.decode()
    )
    row.refresh_from_db()
    assert row.is_open
    answer = client.post(url, {f"aside-{row.pk}-reason": "written twice"}, follow=True)
    said = reading.text(answer.content.decode())
    assert "It is set aside" in said and "written twice" in said and "To be decided" not in said
    row.refresh_from_db()
    assert (row.is_open, row.settlement, row.settled_reason) == (False, "aside", "written twice")
    assert Entry.objects.filter(verb="play.refusal.set-aside").exists()


@pytest.mark.parametrize(
    ("item", "title"),
    [
        (lambda: cancel("turn-not-there-1", 2), "Taking a turn back"),
        (lambda: card(1, reason="hits the table"), "A card or penalty"),
        (lambda: call(reason="dice on the floor"), "A call of the chief referee"),
        (lambda: confirm(1, 2), "A side's confirmation"),
    ],
)
def test_whatever_kind_was_not_taken_has_its_own_words(item: Callable[[], sending.Item], title: str) -> None:
    """What a tablet sends after it was shut out is kept, whatever it is."""
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0))
    assert tablet.device is not None
    devices.revoke(device=tablet.device, by=makers.organizer_of(match.stage.category.tournament))
    tablet.post(item())
    page = reading.words(chief(match), address(match))
    assert title in page and tablet.device.label in page


def test_what_nobody_can_read_can_only_be_set_aside() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.post({"kind": "dance", "client_id": "some-dance-1"})
    page = reading.words(chief(match), address(match))
    assert "Something that could not be read" in page and "Set it aside" in page
    assert "Write it after all" not in page


def test_a_time_that_no_event_can_have_is_shown_as_a_wrong_clock() -> None:
    match = scene.ready()
    conflict(match)
    Refusal.objects.update(at_device=dt.datetime(1970, 1, 1, 12, tzinfo=dt.UTC))
    page = reading.words(chief(match), address(match))
    assert "1970" in page and "its clock is wrong" in page


def test_a_tablet_is_taken_off_and_another_one_writes() -> None:
    """TAB-03: one takes over on purpose."""
    match = scene.ready()
    sending.paired(match).send(turn("1 =E 25", 0))
    client, row = chief(match), Presence.objects.get(writes=True)
    assert "Take it off" in reading.words(client, address(match))
    answer = client.post(address(match, "tablet_off", row.pk), follow=True)
    assert "does not write here any more" in reading.text(answer.content.decode())
    assert not Presence.objects.filter(match=match, writes=True).exists()
    other = sending.person(match)
    assert other.beat()["writer"]["me"] is True


def test_cards_and_confirmations_are_listed() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0), card(2, reason="hits the table"), turn("2 dormida", 1), confirm(1, 2))
    page = reading.words(chief(match), address(match))
    assert "Cards and penalties" in page and "hits the table" in page
    assert "Confirmations" in page and "by a tap" in page and "given before a later change" not in page


def test_a_match_that_a_referee_closed_says_who_did_and_why() -> None:
    match, by = scene.to_confirm("tap")
    confirming.close(match=match, client_id="close-0001", reason="the side has gone home", by=by)
    page = reading.words(chief(match), address(match))
    assert f"{by} · closed by the referee" in page and "the side has gone home" in page


def test_an_end_that_waits_for_its_sides_says_so_and_how_to_go_on() -> None:
    match, by = scene.to_confirm("tap")
    sending.person(match, by).send(confirm(2, len(scene.lines_of())))
    client, way = chief(match), reverse("play:close", args=[match.token])
    page = reading.page(client, address(match))
    said = reading.text(page)
    first, second = names_of(match)
    assert f"{first} has not confirmed" in said and f"{second} has not confirmed" not in said
    assert way in page and client.get(way).status_code == 200
    assert "Nothing waits for a decision here" not in said
    confirming.close(match=match, client_id="close-0001", reason="the side has gone home", by=by)
    over = reading.page(client, address(match))
    assert way not in over and "Nothing waits for a decision here" in reading.text(over)


def test_a_tablet_that_was_shut_out_is_told_as_such_and_not_as_looking_on() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0))
    assert tablet.device is not None
    devices.revoke(device=tablet.device, by=makers.organizer_of(match.stage.category.tournament))
    page = reading.words(chief(match), address(match))
    assert f"{tablet.device.label} shut out" in page
    assert "looks on" not in page and "heard of now" not in page


def test_a_card_is_taken_back_with_a_reason_and_stays_in_the_journal() -> None:
    match = scene.ready()
    sending.paired(match).send(turn("1 =E 25", 0), card(2, reason="hits the table"))
    client, row = chief(match), Card.objects.get()
    url = address(match, "card_back", row.pk)
    answer = client.post(url, {f"card-{row.pk}-reason": " "})
    assert answer.status_code == 422
    assert not Card.objects.filter(withdrawn_at__isnull=False).exists()
    answer = client.post(url, {f"card-{row.pk}-reason": "it was the other side"}, follow=True)
    assert "The card is taken back" in reading.text(answer.content.decode())
    page = reading.words(chief(match), address(match))
    assert "hits the table" not in page
    row.refresh_from_db()
    assert row.withdrawn_reason == "it was the other side"
    assert Entry.objects.filter(verb="play.card.withdrawn").count() == 1
    again = client.post(url, {f"card-{row.pk}-reason": "once more"}, follow=True)
    assert "taken back already" in reading.text(again.content.decode())


def test_nobody_but_the_chief_and_organizers_decides() -> None:
    match = scene.ready()
    conflict(match)
    sending.paired(match).send(call(), card(1))
    event = match.stage.category.tournament
    urls = [
        address(match, "call_coming", Call.objects.get().pk),
        address(match, "call_close", Call.objects.get().pk),
        address(match, "refusal_write", Refusal.objects.get().pk),
        address(match, "refusal_aside", Refusal.objects.get().pk),
        address(match, "card_back", Card.objects.get().pk),
        address(match, "tablet_off", Presence.objects.filter(writes=True).get().pk),
    ]
    client = someone(makers.referee(event))
    page = reading.page(client, address(match))
    assert not any(url in page for url in urls)
    assert [client.post(url).status_code for url in urls] == [403] * len(urls)
    assert [someone(makers.user()).post(url).status_code for url in urls] == [404] * len(urls)
    assert [someone(makers.organizer_of(event)).get(url).status_code for url in urls] == [405] * len(urls)
    assert Refusal.objects.get().is_open and Call.objects.get().closed_at is None


def test_a_decision_about_another_match_is_not_found() -> None:
    match, other = scene.ready(), scene.ready()
    conflict(match)
    by = someone(makers.admin())
    assert by.post(address(other, "refusal_write", Refusal.objects.get().pk)).status_code == 404


def test_the_page_has_its_budget_and_a_match_of_which_nothing_is_amiss_says_so() -> None:
    match = scene.ready()
    conflict(match)
    sending.paired(match).send(call(), card(1))
    assert_budget(chief(match), address(match), "play:incidents")
    calm = scene.ready()
    assert "Nothing waits for a decision here" in reading.words(chief(calm), address(calm))

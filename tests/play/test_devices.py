"""Tablets: let in once by a link or a PIN, wrong PINs counted, new codes, shut out at once."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from cacho_tournaments.competition.models import Match, Tournament
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import devices, pairing, turns
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device, Presence, WrongPins
from tests import makers
from tests.play import scene

pytestmark = pytest.mark.django_db
CLAIM = "claim-of-one-form-0001"


def tablet(label: str = "Mesa 7") -> Device:
    event = makers.tournament()
    return devices.add(
        tournament=event, by=makers.organizer_of(event), label=label, tables=list(event.tables.all()[:2])
    )


def organizer(made: Device) -> User:
    return makers.organizer_of(made.tournament)


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 1_000_000:06}"


def typed(pin: str, *, address: str = "10.0.0.1", browser: str = "one", claim: str = "") -> Device:
    return pairing.pair_by_pin(pin=pin, address=address, browser=browser, claim=claim)


def refused(call: Callable[[], object]) -> Impossible:
    with pytest.raises(Impossible) as caught:
        call()
    return caught.value


# ---- made ----


def test_a_tablet_gets_a_secret_link_a_pin_and_its_tables() -> None:
    made = tablet("  Mesa   7 ")
    assert made.label == "Mesa 7"
    assert len(made.token) == 24 and len(made.pin) == 6 and made.pin.isdigit()
    (card,) = queries.device_cards(made.tournament)
    assert [table.number for table in card.tables] == [1, 2]
    assert card.is_waiting and not card.is_paired
    entry = Entry.objects.get(verb="play.device.added")
    assert entry.facts == {"label": "Mesa 7", "tables": [1, 2]}


def test_two_tablets_share_neither_link_nor_name() -> None:
    made = tablet()
    event, by = made.tournament, organizer(made)
    other = devices.add(tournament=event, by=by, label="Mesa 8", tables=[])
    assert other.token != made.token and other.pin != made.pin
    with pytest.raises(Impossible, match="label-taken"):
        devices.add(tournament=event, by=by, label="Mesa 7", tables=[])
    with pytest.raises(Impossible, match="label-missing"):
        devices.add(tournament=event, by=by, label="  ", tables=[])
    with pytest.raises(Impossible, match="label-taken"):
        devices.change(device=other, by=by, label="Mesa 7", tables=[])


def test_a_tablet_gets_no_table_of_another_event() -> None:
    made, other = tablet(), makers.tournament()
    event, by, tables = made.tournament, organizer(made), list(other.tables.all())
    for call in (
        lambda: devices.add(tournament=event, by=by, label="Mesa 8", tables=tables),
        lambda: devices.add_each(tournament=event, by=by, dealt=[("Mesa 8", tables)]),
        lambda: devices.change(device=made, by=by, label="Mesa 8", tables=tables),
    ):
        assert refused(call).code == "other-events-table"
    assert [device.label for device in Device.objects.all()] == ["Mesa 7"]


def test_several_are_made_at_once_and_a_name_that_is_taken_gets_a_number() -> None:
    made = tablet("Table 1")
    tables = list(made.tournament.tables.all())
    more = devices.add_each(
        tournament=made.tournament,
        by=organizer(made),
        dealt=[("Table 1", tables[:1]), ("Table 2", tables[1:2]), ("Table 1", tables[2:])],
    )
    assert [device.label for device in more] == ["Table 1 (2)", "Table 2", "Table 1 (3)"]
    assert len({device.pin for device in Device.objects.all()}) == 4
    assert Entry.objects.filter(verb="play.device.added").count() == 4


def test_a_tablet_that_gets_other_tables_sees_them() -> None:
    made = tablet()
    (third,) = made.tournament.tables.filter(number=3)
    devices.change(device=made, by=organizer(made), label="Mesa de Ana", tables=[third])
    known = queries.device_of(made.token)
    assert known is not None and known.label == "Mesa de Ana"
    assert [table.number for table in known.tables.all()] == [3]


def test_the_tables_that_no_tablet_serves_are_offered_first() -> None:
    made = tablet()
    assert [table.number for table in queries.tables_without_tablet(made.tournament)] == [3, 4]
    devices.revoke(device=made, by=organizer(made))
    assert [table.number for table in queries.tables_without_tablet(made.tournament)] == [1, 2, 3, 4]


@pytest.mark.parametrize("role", ["referee", "desk", None])
def test_only_an_organizer_of_the_event_touches_tablets(role: str | None) -> None:
    made = tablet()
    event = made.tournament
    by = makers.staff(event, role) if role else makers.organizer_of(makers.tournament())
    for call in (
        lambda: devices.add(tournament=event, by=by, label="Mesa 9", tables=[]),
        lambda: devices.add_each(tournament=event, by=by, dealt=[("Mesa 9", [])]),
        lambda: devices.change(device=made, by=by, label="Mesa 9", tables=[]),
        lambda: devices.renew(device=made, by=by),
        lambda: devices.revoke(device=made, by=by),
    ):
        with pytest.raises(PermissionDenied):
            call()
    row = Device.objects.get()
    assert (row.revoked_at, row.label, row.token) == (None, "Mesa 7", made.token)


# ---- let in ----


def test_a_link_lets_in_once_and_its_pin_is_spent_with_it() -> None:
    made = tablet()
    assert pairing.pair(token=made.token, claim=CLAIM) == made
    assert Entry.objects.get(verb="play.device.opened").device == "Mesa 7"
    (card,) = queries.device_cards(made.tournament)
    assert card.is_paired
    assert (
        refused(lambda: pairing.pair(token=made.token, claim="another-form-of-a-phone")).code == "code-spent"
    )
    assert refused(lambda: pairing.pair(token=made.token)).code == "code-spent"
    assert refused(lambda: typed(made.pin)).code == "wrong-pin"


def test_a_button_pressed_again_because_the_answer_was_lost_lets_in_again() -> None:
    made = tablet()
    pairing.pair(token=made.token, claim=CLAIM)
    assert pairing.pair(token=made.token, claim=CLAIM) == made
    assert Entry.objects.filter(verb="play.device.opened").count() == 1
    Device.objects.update(paired_at=timezone.now() - timedelta(minutes=16))
    assert refused(lambda: pairing.pair(token=made.token, claim=CLAIM)).code == "code-spent"


def test_a_pin_typed_without_its_link_means_the_one_tablet_that_waits_with_it() -> None:
    made = tablet()
    assert typed(f" {made.pin[:3]} {made.pin[3:]}", claim=CLAIM) == made
    assert typed(made.pin, claim=CLAIM) == made, "sent again under the same claim"
    assert refused(lambda: pairing.pair(token=made.token)).code == "code-spent"
    assert refused(lambda: typed(made.pin)).code == "wrong-pin"


@pytest.mark.parametrize("pin", ["", "ñandú", "0000001", "1' OR 1=1", "٣٤٥٦٧٨"])
def test_what_is_no_pin_lets_nobody_in(pin: str) -> None:
    tablet()
    assert refused(lambda: typed(pin)).code == "wrong-pin"
    assert Device.objects.get().paired_at is None


def test_an_unknown_link_opens_nothing() -> None:
    tablet()
    assert refused(lambda: pairing.pair(token="not-a-link")).code == "no-such-device"


# ---- wrong PINs ----


def test_ten_wrong_pins_let_a_browser_rest_and_no_other_behind_the_same_address() -> None:
    made = tablet()
    left = [refused(lambda: typed(wrong(made.pin))).facts["left"] for _try in range(9)]
    assert left == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    for pin in (wrong(made.pin), made.pin):
        assert refused(lambda pin=pin: typed(pin)).code == "pins-rest", "even the right one has to wait"
    assert Entry.objects.get(verb="play.device.locked").tournament_id == made.tournament_id
    assert typed(made.pin, browser="another") == made


def test_a_browser_that_rested_may_try_again() -> None:
    made = tablet()
    for _try in range(10):
        refused(lambda: typed(wrong(made.pin)))
    assert refused(lambda: typed(made.pin)).facts["minutes"] == 5
    WrongPins.objects.update(since=timezone.now() - timedelta(minutes=5, seconds=1))
    assert typed(made.pin) == made


def test_who_tries_with_ever_new_browsers_is_stopped_by_the_address_and_links_still_let_in() -> None:
    made = tablet()
    for at in range(pairing.OF_AN_ADDRESS):
        refused(lambda at=at: typed(wrong(made.pin), browser=f"b{at}"))
    assert refused(lambda: typed(made.pin, browser="new")).code == "pins-rest"
    assert pairing.pair(token=made.token) == made, "the venue is not locked out: codes are scanned as before"


def test_who_tries_from_everywhere_is_stopped_as_well() -> None:
    made = tablet()
    for at in range(pairing.OF_ALL):
        refused(lambda at=at: typed(wrong(made.pin), address=f"10.0.{at}.1", browser=f"b{at}"))
    assert refused(lambda: typed(made.pin, address="10.9.9.9", browser="new")).code == "pins-rest"


# ---- new codes, leaving, shutting out ----


def test_a_new_code_shuts_out_whoever_came_in_by_the_old_one() -> None:
    made = tablet()
    pairing.pair(token=made.token, claim=CLAIM)
    renewed = devices.renew(device=made, by=organizer(made))
    assert queries.device_of(made.token) is None
    assert refused(lambda: pairing.pair(token=made.token, claim=CLAIM)).code == "no-such-device"
    assert renewed.pin != made.pin and typed(renewed.pin) == made


def test_a_tablet_that_is_left_waits_for_the_next_with_a_new_code() -> None:
    made = tablet()
    pairing.pair(token=made.token)
    devices.leave(device=made)
    (card,) = queries.device_cards(made.tournament)
    assert card.is_waiting and card.token != made.token
    entry = Entry.objects.get(verb="play.device.left")
    assert (entry.device, entry.actor) == ("Mesa 7", None)


def test_a_tablet_shut_out_is_out_at_once_and_a_new_code_lets_it_in_again() -> None:
    made = tablet()
    by = organizer(made)
    pairing.pair(token=made.token, claim=CLAIM)
    first = devices.revoke(device=made, by=by)
    assert devices.revoke(device=made, by=by).revoked_at == first.revoked_at
    assert Entry.objects.filter(verb="play.device.revoked").count() == 1
    assert queries.device_of(made.token) is None
    assert refused(lambda: pairing.pair(token=made.token, claim=CLAIM)).code == "device-revoked"
    assert refused(lambda: typed(made.pin, claim=CLAIM)).code == "wrong-pin"
    again = devices.renew(device=made, by=by)
    assert pairing.pair(token=again.token) == made


def test_a_tablet_shut_out_writes_nothing_though_it_was_let_in() -> None:
    match = scene.ready()
    made = scene.tablet_of(match)
    pairing.pair(token=made.token)
    (out,) = turns.append(match=match, batch=scene.batch(["1 =E 20"]), device=made)
    assert out.verdict == "stored"
    devices.revoke(device=made, by=organizer(made))
    with pytest.raises(Impossible, match="device-revoked"):
        turns.append(match=match, batch=scene.batch(["2 =E 20"], base=1), device=made)


# ---- the organizer's list ----


def test_the_list_tells_when_a_tablet_was_heard_of_since_its_code_let_it_in_and_what_waits_there() -> None:
    match = scene.ready()
    made = scene.tablet_of(match)
    now = timezone.now()
    heard(match, made, at=now - timedelta(hours=1), waiting=9)
    pairing.pair(token=made.token)
    assert first(made.tournament).heard_at is None, "that was another tablet, by an older code"
    Presence.objects.all().delete()
    heard(match, made, at=now + timedelta(minutes=1), waiting=2)
    card = first(made.tournament)
    assert (card.heard_at, card.waiting) == (now + timedelta(minutes=1), 2)


def heard(match: Match, device: Device, *, at: datetime, waiting: int) -> None:
    Presence.objects.create(
        match=match, tablet="a-browser-of-this-test", device=device, since=at, seen_at=at, waiting=waiting
    )


def first(event: Tournament) -> queries.DeviceCard:
    return queries.device_cards(event)[0]

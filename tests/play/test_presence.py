"""Which of several browsers writes at a match: the first, until another takes over on purpose. TAB-03."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from cacho_tournaments.competition.models import Match
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from cacho_tournaments.play.actions import devices, inbox, presence
from cacho_tournaments.play.actions.presence import Sign
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Presence, Turn
from cacho_tournaments.play.sent import Batch
from tests import makers
from tests.play import scene, sending
from tests.play.sending import turn, verdicts

pytestmark = pytest.mark.django_db
ONE, TWO = "browser-one-0001", "browser-two-0001"


def heard(match: Match, by: User | None = None, **told: Any) -> None:
    """Let the first browser give a sign of life."""
    inbox.take(match=match, batch=Batch(2, tablet=ONE, **told), by=by)


def taken(match: Match, by: User | None = None) -> None:
    """Let the first browser be the one that writes."""
    presence.take(match=match, sign=Sign(ONE), by=by)


def test_the_first_that_opens_the_match_writes_and_the_second_is_told() -> None:
    match = scene.ready()
    first, second = sending.paired(match), sending.person(match)
    assert first.beat(waiting=2)["writer"]["me"]
    told = second.beat()["writer"]
    assert first.device is not None
    assert (told["me"], told["name"], told["waiting"]) == (False, first.device.label, 2)
    assert told["seen"] and told["since"]
    assert Presence.objects.count() == 2 and Presence.objects.get(writes=True).tablet == first.name


def test_the_second_takes_over_on_purpose_and_the_first_is_told() -> None:
    match = scene.ready()
    first, second = sending.paired(match), sending.person(match)
    first.beat(waiting=2)
    second.beat()
    assert second.hold(True)["writer"]["me"]
    assert not first.beat()["writer"]["me"]
    entry = Entry.objects.get(verb="play.writer.changed")
    assert first.device is not None
    assert (entry.facts["before"], entry.facts["waiting"]) == (first.device.label, 2)
    second.hold(True)
    assert Entry.objects.filter(verb="play.writer.changed").count() == 1


def test_whoever_does_not_write_overwrites_nothing_but_what_fits_is_not_lost() -> None:
    match = scene.ready()
    first, second = sending.paired(match), sending.paired(match)
    first.beat()
    assert verdicts(first.send(turn("1 =E 25", 0))) == ["stored"]
    assert verdicts(second.send(turn("1 =E 20", 0))) == ["old-sequence"]
    assert verdicts(second.send(turn("2 =E 20", 1))) == ["stored"]
    assert Presence.objects.get(writes=True).tablet == first.name
    assert [line for _game, _sequence, _kind, line in scene.log(match)] == ["1 =E 25", "2 =E 20"]


def test_one_that_lays_it_down_only_watches_until_it_sends_something() -> None:
    match = scene.ready()
    first, second = sending.paired(match), sending.paired(match)
    first.beat()
    second.beat()
    assert first.hold(False)["writer"] is None
    assert first.beat()["writer"] is None and second.beat()["writer"] is None
    assert second.send(turn("1 =E 25", 0))["writer"]["me"]
    assert Entry.objects.get(verb="play.writer.left").facts["before"]


def test_one_that_only_watches_never_begins_to_write() -> None:
    match = scene.ready()
    first, second = sending.paired(match), sending.paired(match)
    assert first.beat(take=False)["writer"] is None
    assert second.beat()["writer"]["me"]


def test_the_chief_referee_takes_a_tablet_off() -> None:
    match = scene.ready()
    event = match.stage.category.tournament
    by, chief = scene.referee_of(match), makers.staff(event, "chief")
    heard(match, by)
    presence.leave(match=match, tablet=ONE, by=chief)
    presence.leave(match=match, tablet=ONE, by=chief)
    assert not Presence.objects.get().writes
    assert Entry.objects.filter(verb="play.writer.left").count() == 1
    with pytest.raises(Impossible, match="not-at-this-match"):
        presence.leave(match=match, tablet=TWO, by=chief)


@pytest.mark.parametrize("way", ["revoke", "renew", "other tables"])
def test_a_tablet_that_is_shut_out_or_sent_elsewhere_leaves_the_writing_to_the_next(way: str) -> None:
    match = scene.ready()
    first = sending.paired(match)
    first.send(turn("1 =E 25", 0))
    event = match.stage.category.tournament
    device, by = first.device, makers.organizer_of(event)
    assert device is not None
    if way == "other tables":
        others = event.tables.exclude(pk=match.table_id)[:1]
        devices.change(device=device, by=by, label=device.label, tables=list(others))
    else:
        {"revoke": devices.revoke, "renew": devices.renew}[way](device=device, by=by)
    assert sending.person(match).beat()["writer"]["me"]


def test_being_heard_of_again_changes_the_time_alone() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    heard(match, by)
    earlier = timezone.now() - timedelta(minutes=13)
    Presence.objects.update(seen_at=earlier, since=earlier)
    heard(match, by, waiting=3, sent_at=datetime(9999, 1, 1, tzinfo=UTC), build="b2")
    row = Presence.objects.get()
    assert row.since == earlier and row.seen_at > earlier and row.writes
    assert (row.waiting, row.build) == (3, "b2") and row.clock_off_s < 2**31
    assert not Entry.objects.filter(verb__startswith="play.writer").exists()


def test_strangers_are_not_heard_of() -> None:
    match = scene.ready()
    for act in (heard, taken):
        with pytest.raises(PermissionDenied):
            act(match, makers.user())
        with pytest.raises(PermissionDenied):
            act(match)
    with pytest.raises(PermissionDenied):
        presence.leave(match=match, tablet=ONE, by=makers.user())
    assert not Presence.objects.exists() and not Turn.objects.exists()

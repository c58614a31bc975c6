"""Who may write turns: the posts of the event, and a tablet at the tables it was given."""

import pytest
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition.models import Result
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.play.actions import devices, turns
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Refusal, Turn
from tests import makers
from tests.play import scene

pytestmark = pytest.mark.django_db


def test_a_stranger_and_nobody_write_nothing() -> None:
    match = scene.ready()
    other = scene.referee_of(scene.ready())
    asleep = scene.referee_of(match)
    asleep.is_active = False
    asleep.save()
    for by in (makers.user(), other, asleep, None):
        with pytest.raises(PermissionDenied):
            turns.append(match=match, batch=[scene.sent("1 =E 20", 0)], by=by)
    assert not Turn.objects.exists() and not Refusal.objects.exists()


@pytest.mark.parametrize("role", ["referee", "desk", "organizer"])
def test_every_post_of_the_event_may_write(role: str) -> None:
    match = scene.ready()
    by = makers.staff(match.stage.category.tournament, role)
    (out,) = scene.append(match, scene.sent("1 =E 20", 0), by=by)
    assert out.verdict == "stored"


def test_a_tablet_writes_at_its_own_table_until_it_is_revoked() -> None:
    match = scene.ready()
    tablet = scene.tablet_of(match)
    out = turns.append(match=match, batch=scene.batch(["1 =E 20"]), device=tablet)
    assert out[0].verdict == "stored"
    row = Turn.objects.get()
    assert (row.device, row.by) == (tablet, None)
    started = Entry.objects.get(verb="competition.match.started")
    assert (started.device, started.actor) == (tablet.label, None)
    devices.revoke(device=tablet, by=makers.organizer_of(tablet.tournament))
    with pytest.raises(Impossible, match="device-revoked"):
        turns.append(match=match, batch=scene.batch(["2 =E 20"], base=1), device=tablet)
    assert Turn.objects.count() == 1


def test_a_tablet_writes_a_whole_match_to_its_result() -> None:
    match = scene.ready()
    tablet = scene.tablet_of(match)
    turns.append(match=match, batch=scene.batch(scene.lines_of()), device=tablet)
    result = Result.objects.get(match=match)
    assert (result.device, result.recorded_by) == (tablet.label, None)


def test_a_tablet_of_another_table_or_event_is_refused() -> None:
    match, elsewhere = scene.ready(), scene.ready()
    other_table = match.stage.category.tournament.tables.exclude(pk=match.table_id).first()
    assert other_table is not None
    for tablet in (scene.tablet_of(match, tables=[other_table]), scene.tablet_of(elsewhere)):
        with pytest.raises(Impossible, match="not-your-table"):
            turns.append(match=match, batch=scene.batch(["1 =E 20"]), device=tablet)
    assert not Turn.objects.exists()

"""What a tablet still holds that has no right to a match any more, over HTTP: kept for the chief referee, and seen."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cacho_tournaments.play.actions import devices
from cacho_tournaments.play.models import Call, Card, Presence, Refusal, Turn
from tests import makers
from tests.play import scene, sending
from tests.play.sending import call, cancel, card, confirm, turn, uncall, verdicts

pytestmark = pytest.mark.django_db


def test_what_a_revoked_tablet_still_holds_is_kept_and_nothing_more_comes_in() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0))
    assert tablet.device is not None
    devices.revoke(device=tablet.device, by=makers.organizer_of(tablet.device.tournament))
    items = [turn("2 =6 18", 1), card(1), call(), confirm(1, 1), uncall("call-0001"), cancel("turn-0001", 1)]
    said = tablet.send(*items)
    assert {out["code"] for out in said["outcomes"]} == {"device-revoked"}
    assert all(out["open"] and "kept" in out["sentence"] for out in said["outcomes"])
    assert [row.payload["kind"] for row in Refusal.objects.order_by("pk")] == [each["kind"] for each in items]
    assert all(row.is_open for row in Refusal.objects.all())
    assert Turn.objects.count() == 1 and not Card.objects.exists() and not Call.objects.exists()
    assert said["writer"] is None and said["book"] is not None
    tablet.send(*items)
    assert Refusal.objects.count() == len(items)
    no = tablet.post()
    assert no.status_code == 409 and no.json()["error"]["code"] == "device-revoked"


def test_what_a_tablet_still_holds_whose_code_was_given_anew_is_kept_and_seen_in_the_hall() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0), waiting=3)
    assert tablet.device is not None
    by = makers.organizer_of(tablet.device.tournament)
    renewed = devices.renew(device=tablet.device, by=by)
    hall = Client(headers={"accept-language": "en"})
    hall.force_login(by)
    address = reverse("play:hall", args=[tablet.device.tournament.slug])
    Presence.objects.update(seen_at=timezone.now() - timedelta(minutes=3))
    assert "2 turns wait in it" in hall.get(address).content.decode()
    items = [turn("2 =6 18", 1), card(1)]
    said = tablet.send(*items)
    assert {(out["code"], out["open"]) for out in said["outcomes"]} == {("device-revoked", True)}
    assert [row.device for row in Refusal.objects.filter(is_open=True)] == [tablet.device] * 2
    assert Turn.objects.count() == 1 and not Card.objects.exists()
    page = hall.get(address).content.decode()
    assert "wait in it" not in page and "2 things to be decided" in page
    assert tablet.post().status_code == 409, "it learns nothing more of the match"
    tablet.client.post(f"/play/d/{renewed.token}/")
    tablet.send(turn("2 =6 18", 1))
    assert Turn.objects.count() == 2, "let in again it writes as before"


def test_a_revoked_tablet_at_which_somebody_without_a_post_is_logged_in_loses_nothing_either() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    user = makers.user()
    tablet.client.force_login(user)
    assert verdicts(tablet.send(turn("1 =E 25", 0))) == ["stored"]
    assert tablet.device is not None
    devices.revoke(device=tablet.device, by=makers.organizer_of(tablet.device.tournament))
    assert verdicts(tablet.send(turn("2 =6 18", 1))) == ["device-revoked"]
    assert Refusal.objects.get().is_open and Turn.objects.count() == 1


def test_what_a_tablet_holds_of_another_table_of_its_event_is_kept() -> None:
    match = scene.ready(8)
    elsewhere = match.stage.category.tournament.tables.exclude(pk=match.table_id).first()
    assert elsewhere is not None
    tablet = sending.paired(match, tables=[elsewhere])
    assert verdicts(tablet.send(turn("1 =E 25", 0))) == ["not-your-table"]
    assert Refusal.objects.get().is_open and not Turn.objects.exists()


def test_a_tablet_of_another_event_leaves_nothing_here() -> None:
    match = scene.ready()
    tablet = sending.paired(scene.ready())
    tablet.match = match
    answer = tablet.post(turn("1 =E 25", 0))
    assert answer.status_code == 409 and answer.json()["error"]["sentence"]
    assert not Refusal.objects.exists() and not Turn.objects.exists() and not Presence.objects.exists()


def test_who_logs_out_at_a_tablet_leaves_it_the_tablet_that_it_was() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.client.force_login(makers.user())
    tablet.client.post(reverse("web:logout"))
    assert tablet.device is not None
    devices.renew(device=tablet.device, by=makers.organizer_of(tablet.device.tournament))
    assert verdicts(tablet.send(turn("1 =E 25", 0))) == ["device-revoked"]
    assert Refusal.objects.get().device == tablet.device

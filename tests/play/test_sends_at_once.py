"""Tablets that send, take over, call and are settled about at the same moment: each thing once, one that writes."""

from collections.abc import Callable
from typing import Any

import pytest

from cacho_tournaments.competition.models import Match
from cacho_tournaments.people.models import User
from cacho_tournaments.play.actions import refusals
from cacho_tournaments.play.models import Call, Card, Presence, Refusal, Turn
from tests import makers
from tests.play import scene, sending
from tests.play.at_once import together

pytestmark = pytest.mark.django_db(transaction=True)


def posted(tablet: sending.Tablet, *items: sending.Item, **more: Any) -> Callable[[], Any]:
    return lambda: tablet.post(*items, **more).json()


def test_one_batch_of_every_kind_sent_twice_at_once_comes_in_once() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    first = sending.turn("1 =E 25", 0)
    batch = (
        first,
        sending.cancel(first["client_id"], 1),
        sending.turn("1 =E 20", 2),
        sending.card(2),
        sending.call(),
    )
    answers = together(posted(tablet, *batch), posted(tablet, *batch), posted(tablet, *batch))
    told = sorted(sending.verdicts(answer) for answer in answers)
    assert told[-1] == ["stored"] * 5
    # The turn that was taken back is told as such to whoever asks for it again.
    assert told[:2] == [["cancelled", *["repeated"] * 4]] * 2
    assert [row.sequence for row in Turn.objects.order_by("sequence")] == [1, 2, 3]
    assert (Card.objects.count(), Call.objects.count(), Presence.objects.count()) == (1, 1, 1)
    assert not Refusal.objects.exists()


def test_of_tablets_that_open_a_match_at_once_one_writes() -> None:
    match = scene.ready()
    tablets = [sending.paired(match) for _each in range(3)]
    answers = together(*[posted(tablet) for tablet in tablets])
    assert all("error" not in answer for answer in answers)
    writing = Presence.objects.get(writes=True)
    assert [tablet.name for tablet in tablets if tablet.beat()["writer"]["me"]] == [writing.tablet]


def test_of_tablets_that_take_over_at_once_one_writes() -> None:
    match = scene.ready()
    tablets = [sending.paired(match) for _each in range(3)]
    for tablet in tablets:
        tablet.beat()
    together(
        *[posted(tablet, door="hold", take=True) for tablet in tablets],
        posted(tablets[0], door="hold", take=False),
        posted(tablets[1]),
        posted(tablets[2], sending.turn("1 =E 25", 0)),
    )
    assert Presence.objects.filter(writes=True).count() <= 1 and Presence.objects.count() == 3
    assert Turn.objects.count() == 1


def test_a_table_that_calls_from_two_tablets_at_once_calls_once() -> None:
    match = scene.ready()
    tablets = [sending.paired(match), sending.paired(match)]
    answers = together(*[posted(tablet, sending.call()) for tablet in tablets])
    assert sorted(sending.verdicts(answer) for answer in answers) == [["repeated"], ["stored"]]
    assert Call.objects.count() == 1


def test_what_two_settle_at_once_is_written_once() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    tablet = sending.paired(match)
    tablet.send(sending.turn("1 =E 25", 0, "same-0001"))
    tablet.send(sending.turn("2 =F 30", 1, "same-0001"))
    chief = makers.staff(match.stage.category.tournament, "chief")
    assert by != chief

    def settle(how: str) -> Callable[[], Any]:
        return lambda: refusals.settle(
            refusal=Refusal.objects.get(), by=User.objects.get(pk=chief.pk), how=how, reason="looked at it"
        )

    answers = together(settle("written"), settle("written"), settle("aside"))
    kinds = sorted(type(each).__name__ for each in answers)
    assert kinds in (["Impossible", "Refusal", "Refusal"], ["Impossible", "Impossible", "Refusal"])
    assert Turn.objects.count() == (2 if Refusal.objects.get().settlement == "written" else 1)


def test_of_two_matches_that_call_from_one_table_at_once_one_call_is_open() -> None:
    first = scene.ready(8)
    second = first.stage.matches.filter(state="ready").exclude(pk=first.pk).first()
    assert second is not None
    Match.objects.filter(pk=second.pk).update(table=first.table)
    tablets = [sending.paired(scene.anew(match)) for match in (first, second)]
    answers = together(*[posted(tablet, sending.call()) for tablet in tablets])
    assert sorted(sending.verdicts(answer)[0] for answer in answers) == ["repeated", "stored"]
    assert Call.objects.count() == 1

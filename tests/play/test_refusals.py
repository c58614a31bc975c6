"""What came too late or against another's turn: the chief referee writes it after all, or sets it aside. TAB-11."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.models import Match
from cacho_tournaments.games.base import Refused
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from cacho_tournaments.play.actions import devices, refusals
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Call, Card, Confirmation, Refusal, Turn
from tests import makers
from tests.play import scene, sending
from tests.play.sending import Item, Tablet, call, cancel, card, confirm, turn, uncall, verdicts

pytestmark = pytest.mark.django_db
WRITTEN, ASIDE = "written", "aside"


def chief_of(match: Match) -> User:
    return makers.staff(match.stage.category.tournament, "chief")


def kept(match: Match, *items: Item, played: tuple[Item, ...] = ()) -> Tablet:
    """Return a tablet that was shut out before it had sent these items; they are kept."""
    tablet = sending.paired(match)
    if played:
        tablet.send(*played)
    assert tablet.device is not None
    devices.revoke(device=tablet.device, by=makers.organizer_of(tablet.device.tournament))
    tablet.send(*items)
    return tablet


def settled(match: Match, how: str = WRITTEN, **more: Any) -> Refusal:
    row = Refusal.objects.order_by("pk").first()
    assert row is not None
    return refusals.settle(refusal=row, by=more.pop("by", None) or chief_of(match), how=how, **more)


def test_what_is_set_aside_keeps_its_reason_and_changes_nothing_else() -> None:
    match = scene.ready()
    kept(match, turn("1 =E 25", 0))
    chief = chief_of(match)
    with pytest.raises(Impossible, match="reason-needed"):
        settled(match, ASIDE, by=chief, reason="  ")
    row = settled(match, ASIDE, by=chief, reason="  played on   paper ")
    assert (row.is_open, row.settlement, row.settled_reason, row.settled_by) == (
        False,
        "aside",
        "played on paper",
        chief,
    )
    entry = Entry.objects.get(verb="play.refusal.set-aside")
    assert (entry.actor, entry.facts["line"], entry.facts["reason"]) == (chief, "1 =E 25", "played on paper")
    assert not Turn.objects.exists()


def test_a_turn_written_after_all_bears_its_own_id_so_that_it_never_comes_in_twice() -> None:
    match = scene.ready()
    late = turn("2 =6 18", 1)
    kept(match, late, played=(turn("1 =E 25", 0),))
    chief = chief_of(match)
    row = settled(match, by=chief)
    assert not row.is_open and row.settlement == "written"
    written = Turn.objects.get(sequence=2)
    assert (written.line, written.client_id, written.by) == ("2 =6 18", late["client_id"], chief)
    assert verdicts(sending.paired(match).send(late)) == ["repeated"]
    settled(match, by=chief)
    assert Turn.objects.count() == 2
    assert Entry.objects.filter(verb="play.refusal.written").count() == 1
    with pytest.raises(Impossible, match="settled-already"):
        settled(match, ASIDE, by=chief, reason="no")


def test_a_turn_that_came_in_since_is_not_written_again() -> None:
    match = scene.ready()
    late = turn("1 =E 25", 0)
    kept(match, late)
    sending.paired(match).send(late)
    assert not settled(match).is_open
    assert Turn.objects.count() == 1


def test_a_turn_against_the_rules_of_the_log_as_it_is_now_is_not_written() -> None:
    match = scene.ready()
    first, second = sending.paired(match), sending.paired(match)
    first.send(turn("1 =E 25", 0))
    assert verdicts(second.send(turn("1 =E 20", 0))) == ["old-sequence"]
    with pytest.raises(Refused):
        settled(match)
    row = Refusal.objects.get()
    assert row.is_open and not row.settlement
    assert Turn.objects.count() == 1 and not Entry.objects.filter(verb="play.refusal.written").exists()


def test_of_two_versions_of_one_turn_the_other_can_be_written_under_an_id_of_its_own() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0, "same-0001"))
    assert verdicts(tablet.send(turn("2 =F 30", 1, "same-0001"))) == ["known-id-other-turn"]
    settled(match)
    assert [line for _game, _sequence, _kind, line in scene.log(match)] == ["1 =E 25", "2 =F 30"]


def test_a_late_turn_of_a_match_that_its_turns_closed_opens_it_again() -> None:
    match = scene.final()
    tablet = sending.paired(match)
    tablet.send(*[turn("1 dormida", 0), turn("2 dormida", 0) | {"game_number": 2}])
    by = makers.organizer_of(match.stage.category.tournament)
    results.walkover(match=match, by=by, absent=[2])
    assert verdicts(tablet.send(turn("1 =E 25", 0) | {"game_number": 3})) == ["match-closed"]
    with pytest.raises(Impossible, match="closed-without-turns"):
        settled(match)
    results.revoke(match=match, by=by, reason="they came")
    settled(match)
    assert scene.log(match)[-1] == (3, 1, "turn", "1 =E 25")
    assert scene.anew(match).state == "playing"


def test_a_turn_of_a_game_that_has_ended_is_not_sent_to_a_game_that_will_never_be() -> None:
    match = scene.ready()
    late = kept(match, turn("2 =E 20", 1), played=(turn("1 =E 25", 0),))
    scene.append(scene.anew(match), scene.sent("2 dormida", 1), by=scene.referee_of(match))
    assert late.device is not None
    with pytest.raises(Impossible, match="game-over-already"):
        settled(match)
    assert Refusal.objects.get().is_open


def test_a_taking_back_that_was_kept_takes_back_the_last_if_it_is_that_still() -> None:
    match = scene.ready()
    first = turn("1 =E 25", 0)
    kept(match, cancel(first["client_id"], 1, reason="wrong box"), played=(first,))
    settled(match)
    assert [row[2] for row in scene.log(match)] == ["turn", "cancel"]
    assert Turn.objects.get(kind="cancel").reason == "wrong box"


def test_cards_calls_and_confirmations_that_were_kept_are_written_too() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    turns = [turn(line, at) for at, line in enumerate(scene.lines_of())]
    kept(match, card(2, "red"), call(), confirm(1, 22), confirm(2, 22), played=tuple(turns))
    chief = chief_of(match)
    for row in Refusal.objects.order_by("pk"):
        refusals.settle(refusal=row, by=chief, how=WRITTEN)
    assert Card.objects.get().kind == "red" and Call.objects.get().by == chief
    assert Confirmation.objects.count() == 2 and scene.anew(match).state == "finished"
    assert not Refusal.objects.filter(is_open=True).exists()


def test_a_confirmation_of_a_log_that_is_gone_is_not_written() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    kept(match, confirm(1, 22))
    with pytest.raises(Impossible, match="match-undecided"):
        settled(match)
    assert Refusal.objects.filter(is_open=True).count() == 1 and not Confirmation.objects.exists()


def test_what_nobody_can_read_or_means_nothing_any_more_can_only_be_set_aside() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send({"kind": "dance", "client_id": "dance-0001"})
    with pytest.raises(Impossible, match="cannot-be-written"):
        settled(match)
    settled(match, ASIDE, reason="an old page")
    kept(match, uncall("call-0001"))
    row = Refusal.objects.get(is_open=True)
    with pytest.raises(Impossible, match="cannot-be-written"):
        refusals.settle(refusal=row, by=chief_of(match), how=WRITTEN)


def test_who_does_not_decide_settles_nothing() -> None:
    match = scene.ready()
    kept(match, turn("1 =E 25", 0))
    for by in (scene.referee_of(match), makers.user(), chief_of(scene.ready())):
        with pytest.raises(PermissionDenied):
            settled(match, by=by)
    assert Refusal.objects.get().is_open and not Turn.objects.exists()

"""Cards with their reasons, and the table that calls the chief referee."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition.models import Match
from cacho_tournaments.competition.queries.log import journal_page
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from cacho_tournaments.play.actions import calls, cards
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Call, Card, Confirmation
from cacho_tournaments.play.sent import SentCall, SentCard, SentUncall
from tests import makers
from tests.play import scene, sending

pytestmark = pytest.mark.django_db


def chief_of(match: Match) -> User:
    return makers.staff(match.stage.category.tournament, "chief")


def shown(match: Match, by: User, name: str = "card-0001", **said: Any) -> str:
    sent = SentCard(name, **{"side": 1, "card": "yellow", "reason": "speech", **said})
    return cards.show(match=match, sent=sent, by=by).verdict


def called(match: Match, by: User, name: str = "call-0001", **said: Any) -> str:
    return calls.call(match=match, sent=SentCall(name, **said), by=by).verdict


def taken_back(match: Match, by: User, call: str = "call-0001") -> str:
    return calls.uncall(match=match, sent=SentUncall("uncall-01", call), by=by).verdict


def said_last(match: Match) -> str:
    return str(journal_page(match.stage.category.tournament).lines[0].what)


def test_a_card_is_written_down_once_with_its_reason_and_changes_no_score() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    assert shown(match, by, reason="  shouted   at the cup ") == "stored"
    assert shown(match, by, reason="shouted") == "repeated"
    row = Card.objects.get()
    assert (row.side, row.kind, row.reason, row.by) == (1, "yellow", "shouted at the cup", by)
    assert row.match.state == "ready"
    name = match.seats.get(position=1).entrant.name
    assert name in said_last(match) and Entry.objects.filter(verb="play.card.shown").count() == 1


@pytest.mark.parametrize(
    ("said", "code"),
    [({"reason": " "}, "card-without-reason"), ({"side": 3}, "no-such-side"), ({"side": 0}, "no-such-side")],
)
def test_a_card_needs_a_reason_and_a_side(said: dict[str, Any], code: str) -> None:
    match = scene.ready()
    with pytest.raises(Impossible, match=code):
        shown(match, scene.referee_of(match), **said)
    assert not Card.objects.exists()


def test_a_match_that_is_over_may_have_a_card_still() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 dormida", 0), by=by)
    assert shown(match, by, card="red") == "stored"


def test_one_id_is_one_card() -> None:
    match, other = scene.ready(), scene.ready()
    by = scene.referee_of(match)
    shown(match, by)
    for where, who, side in ((match, by, 2), (other, scene.referee_of(other), 1)):
        with pytest.raises(Impossible, match="known-id-other-turn"):
            shown(where, who, side=side)
    assert Card.objects.count() == 1


def test_a_card_is_taken_back_with_a_reason_and_stays_written_down() -> None:
    match = scene.ready()
    shown(match, scene.referee_of(match))
    row, chief = Card.objects.get(), chief_of(match)
    with pytest.raises(Impossible, match="reason-needed"):
        cards.withdraw(card=row, by=chief, reason=" ")
    cards.withdraw(card=row, by=chief, reason="wrong side")
    with pytest.raises(Impossible, match="already-withdrawn"):
        cards.withdraw(card=row, by=chief, reason="again")
    row.refresh_from_db()
    assert row.withdrawn_by == chief and row.withdrawn_reason == "wrong side"
    assert sending.paired(match).beat()["book"]["cards"] == []
    with pytest.raises(PermissionDenied):
        cards.withdraw(card=row, by=scene.referee_of(match), reason="no")


def test_a_table_calls_once_however_many_press() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    assert called(match, by, reason=" dice   fell ") == "stored"
    assert called(match, by) == "repeated"
    assert called(match, by, "call-0002") == "repeated"
    row = Call.objects.get()
    assert (row.reason, row.table, row.by) == ("dice fell", match.table, by)
    assert Entry.objects.filter(verb="play.call.opened").count() == 1


def test_a_call_of_the_match_before_at_the_same_table_is_the_tables_call() -> None:
    first = scene.ready(8)
    by = scene.referee_of(first)
    second = first.stage.matches.filter(state="ready").exclude(pk=first.pk).first()
    Match.objects.filter(pk=second.pk).update(table=first.table)
    called(first, by)
    assert called(second, by, "call-0002") == "repeated"
    assert Call.objects.count() == 1


def test_the_chief_referee_comes_and_closes_the_call_with_what_was_decided() -> None:
    match = scene.ready()
    by, chief = scene.referee_of(match), chief_of(match)
    called(match, by)
    row = Call.objects.get()
    calls.coming(call=row, by=chief)
    calls.coming(call=row, by=makers.organizer_of(match.stage.category.tournament))
    row = calls.close(call=row, by=chief, outcome=" the throw   is repeated ")
    assert (row.coming_by, row.closed_by, row.outcome) == (chief, chief, "the throw is repeated")
    for act in (calls.coming, calls.close):
        with pytest.raises(Impossible, match="call-closed"):
            act(call=row, by=chief)
    verbs = Entry.objects.filter(verb__startswith="play.call").order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["play.call.opened", "play.call.answered", "play.call.closed"]
    assert called(match, by, "call-0002") == "stored"


def test_a_call_is_taken_back_by_whoever_sits_at_the_table() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    called(match, by)
    for verdict in ("stored", "repeated"):
        assert taken_back(match, by) == verdict
    assert Call.objects.get().closed_by == by
    with pytest.raises(Impossible, match="no-such-call"):
        taken_back(match, by, "call-0009")


def test_who_has_no_post_shows_no_card_calls_nobody_and_closes_nothing() -> None:
    match = scene.ready()
    called(match, scene.referee_of(match))
    row = Call.objects.get()
    for by in (makers.user(), scene.referee_of(scene.ready())):
        with pytest.raises(PermissionDenied):
            shown(match, by)
        with pytest.raises(PermissionDenied):
            called(match, by, "call-0002")
        with pytest.raises(PermissionDenied):
            taken_back(match, by)
    for by in (makers.user(), scene.referee_of(match)):
        for act in (calls.coming, calls.close):
            with pytest.raises(PermissionDenied):
                act(call=row, by=by)
    assert not Card.objects.exists() and Call.objects.get().closed_at is None


def test_a_tablet_is_told_of_everything_that_is_stored_and_so_finds_what_a_crash_took() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    tablet, chief = sending.paired(match), chief_of(match)
    turns = [sending.turn(line, at) for at, line in enumerate(scene.lines_of())]
    tablet.send(*turns)
    sent = [sending.card(1), sending.card(2), sending.call(), sending.confirm(1, len(turns))]
    tablet.send(*sent, sending.uncall(sent[2]["client_id"]))
    cards.withdraw(card=Card.objects.filter(side=1).get(), by=chief, reason="another side")
    said = tablet.beat()["book"]
    assert (len(said["cards"]), said["call"]) == (1, None)
    assert set(said["others"]) == {each["client_id"] for each in sent}, "also what stands no more"
    assert tablet.beat()["book"] is None
    for lost, model in ((sent[1], Card), (sent[2], Call), (sent[3], Confirmation)):
        model.objects.filter(client_id=lost["client_id"]).delete()  # as a database that was rolled back
        assert lost["client_id"] not in tablet.beat()["book"]["others"]
        tablet.send(lost)
        assert model.objects.get(client_id=lost["client_id"]).match == match
        tablet.beat()

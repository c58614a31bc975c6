"""All that a table sends, over HTTP: each item once and in its order, and the book only where it is news."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cacho_tournaments.competition.actions import results
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.play.actions import calls, turns
from cacho_tournaments.play.models import Call, Card, Game, Presence, Refusal, Turn
from tests import makers
from tests.play import scene, sending
from tests.play.sending import call, cancel, card, confirm, turn, uncall, verdicts
from tests.web.budget import assert_cost

pytestmark = pytest.mark.django_db
HAND = "1 tally limpia=1 / caida=2 / 21 19"


def test_the_book_comes_once_and_a_stored_turn_needs_none() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    first = tablet.beat()
    assert first["book"]["match"]["token"] == match.token and first["outcomes"] == []
    assert tablet.beat()["book"] is None
    opened = tablet.send(turn("1 =E 25", 0))
    assert verdicts(opened) == ["stored"] and opened["book"]["games"][0]["sequence"] == 1
    said = tablet.send(turn("2 =6 18", 1))
    assert verdicts(said) == ["stored"] and said["book"] is None
    out = said["outcomes"][0]
    assert (out["kind"], out["sequence"], out["box"], out["points"], out["open"]) == (
        "turn",
        2,
        "6",
        18,
        False,
    )
    assert said["now"] and said["time"] and said["build"] and said["version"] == 2


def test_a_stored_turn_costs_what_it_must_and_no_more() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0))
    with CaptureQueriesContext(connection) as few:
        tablet.send(turn("2 =6 18", 1))
    tablet.known = {"1": 2}
    tablet.send(*[turn(line, at) for at, line in enumerate(["1 =6 18", "2 =E 25", "1 =5 10", "2 =5 10"], 2)])
    tablet.known = {"1": 6}
    with CaptureQueriesContext(connection) as many:
        said = tablet.send(turn("1 =4 8", 6))
    assert verdicts(said) == ["stored"] and said["book"] is None
    assert len(many) == len(few)
    assert_cost(many, "play:sync turn")


def test_an_answer_that_was_lost_is_given_again() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.beat()
    items = [turn("1 =E 25", 0), turn("2 =6 18", 1), card(2), call()]
    first = tablet.post(*items).json()
    again = tablet.send(*items)
    assert verdicts(first) == ["stored"] * 4 and verdicts(again) == ["repeated"] * 4
    assert again["book"]["games"][0]["sequence"] == 2
    assert (Turn.objects.count(), Card.objects.count(), Call.objects.count()) == (2, 1, 1)
    assert not Refusal.objects.exists()


def test_a_turn_taken_back_in_the_same_batch_counts_every_row() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    wrong = turn("1 =E 25", 0)
    said = tablet.send(wrong, cancel(wrong["client_id"], 1), turn("1 =E 20", 2), turn("2 =6 18", 3))
    assert verdicts(said) == ["stored"] * 4
    assert [(row[1], row[2], row[3]) for row in scene.log(match)] == [
        (1, "turn", "1 =E 25"),
        (2, "cancel", ""),
        (3, "turn", "1 =E 20"),
        (4, "turn", "2 =6 18"),
    ]
    assert [out["sequence"] for out in said["outcomes"]] == [1, 2, 3, 4]


def test_a_hand_of_several_rows_moves_the_sequence_by_all_of_them_and_goes_as_one() -> None:
    match = scene.ready(played={"game": "cuarenta"})
    tablet = sending.paired(match)
    hand = turn(HAND, 0)
    rows = tablet.send(hand)["outcomes"][0]["sequence"]
    tablet.beat()
    assert rows > 1
    said = tablet.send(cancel(hand["client_id"], rows), turn(HAND, 2 * rows))
    assert verdicts(said) == ["stored", "stored"] and said["book"] is None
    assert [out["sequence"] for out in said["outcomes"]] == [2 * rows, 3 * rows]
    assert Turn.objects.count() == 3 * rows


def test_what_was_taken_back_stays_so_whoever_asks_again() -> None:
    match = scene.ready()
    tablet, other = sending.paired(match), sending.paired(match)
    first = turn("1 =E 25", 0)
    gone = cancel(first["client_id"], 1)
    tablet.send(first, gone)
    assert verdicts(tablet.send(gone)) == ["repeated"]
    assert verdicts(other.send(cancel(first["client_id"], 1))) == ["repeated"]
    assert verdicts(tablet.send(first)) == ["cancelled"]
    assert Turn.objects.count() == 2 and not Refusal.objects.exists()


def test_what_was_played_on_from_a_turn_that_waits_for_the_chief_referee_waits_with_it() -> None:
    match = scene.ready()
    first, second = sending.paired(match), sending.paired(match)
    first.send(turn("1 =E 25", 0))
    said = second.send(
        turn("1 =6 18", 0),
        turn("2 =E 25", 1),
        turn("1 =E 20", 2),
        card(1),
        turn("2 =6 18", 3),
        turn("1 =5 10", 4),
    )
    told = [(each["code"] or each["verdict"], each["open"]) for each in said["outcomes"]]
    assert told == [
        ("old-sequence", True),
        ("stored", False),
        ("box-taken", True),
        ("stored", False),
        ("sequence-ahead", True),
        ("sequence-ahead", True),
    ]
    assert Refusal.objects.filter(is_open=True).count() == 4
    # By itself a turn that comes too early, or breaks a rule, is put right at the table.
    alone = [first.send(turn("2 =6 18", 9)), first.send(turn("1 =E 20", 2))]
    assert [each["outcomes"][0]["open"] for each in alone] == [False, False]


def test_only_the_last_item_is_taken_back_and_on_the_log_as_it_is() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    first, second = turn("1 =E 25", 0), turn("2 =6 18", 1)
    tablet.send(first, second)
    for item, code, is_open in (
        (cancel(first["client_id"], 2), "not-the-last", False),
        (cancel(second["client_id"], 1), "old-sequence", True),
        (cancel(second["client_id"], 3), "sequence-ahead", False),
        (cancel("never-sent-1", 2), "not-the-last", False),
        (cancel(second["client_id"], 2, first["client_id"]), "known-id-other-turn", True),
    ):
        (out,) = tablet.send(item)["outcomes"]
        assert (out["code"], out["open"], out["kind"]) == (code, is_open, "cancel") and out["sentence"]
    assert Refusal.objects.count() == 5 and Turn.objects.count() == 2
    kept = Refusal.objects.get(code="old-sequence")
    assert kept.payload["cancels"] == second["client_id"] and kept.game == Game.objects.get()


def test_taking_back_the_last_turn_opens_the_match_again() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    won = turn("1 dormida", 0)
    tablet.send(won)
    assert scene.anew(match).state == "finished"
    said = tablet.send(cancel(won["client_id"], 1))
    assert verdicts(said) == ["stored"] and not said["book"]["match"]["finished"]
    assert scene.anew(match).state == "playing"


def test_the_side_that_opens_is_the_tables_to_say_at_the_first_turn_alone() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    assert verdicts(tablet.send(turn("2 xP", 0, to_move=2))) == ["cross-forbidden"]
    assert verdicts(tablet.send(turn("2 =E 25", 0))) == ["not-your-turn"]
    assert verdicts(tablet.send(turn("3 =E 25", 0, to_move=3))) == ["no-such-side"]
    assert verdicts(tablet.send(turn("2 =E 25", 0, to_move=2))) == ["stored"]
    assert verdicts(tablet.send(turn("2 =F 30", 1, to_move=2))) == ["not-your-turn"]
    assert verdicts(tablet.send(turn("1 =F 30", 1))) == ["stored"]
    assert Game.objects.get().to_move == 2


def test_a_whole_match_of_every_kind_of_item_ends_confirmed() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    tablet = sending.paired(match)
    items = [turn(line, at) for at, line in enumerate(scene.lines_of())]
    said = tablet.send(*items, card(1), call(), confirm(1, 22), confirm(2, 22))
    assert verdicts(said) == ["stored"] * 26
    assert said["book"]["match"]["finished"] and scene.anew(match).state == "finished"
    assert [each["kind"] for each in said["outcomes"][-4:]] == ["card", "call", "confirm", "confirm"]


def test_a_confirmation_before_its_turns_have_arrived_waits_for_them() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    tablet = sending.paired(match)
    items = [turn(line, at) for at, line in enumerate(scene.lines_of())]
    tablet.send(*items[:-1])
    word = confirm(1, 22)
    (out,) = tablet.send(word)["outcomes"]
    assert out["verdict"] == "refused" and not out["open"]
    assert verdicts(tablet.send(items[-1], word)) == ["stored", "stored"]


def test_a_beat_brings_what_changed_beside_the_turns() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.beat()
    tablet.send(call(name="call-0001"))
    assert tablet.beat()["book"] is None
    by = makers.organizer_of(match.stage.category.tournament)
    calls.coming(call=Call.objects.get(), by=by)
    told = tablet.beat()
    assert told["call"]["coming"] and told["book"]["call"]["coming"]
    assert tablet.beat()["call"]["coming"]
    calls.close(call=Call.objects.get(), by=by)
    assert tablet.beat()["call"] is None
    results.walkover(match=match, by=by, absent=[2])
    assert tablet.beat()["book"]["closed"]
    assert tablet.beat()["book"] is None


def test_a_beat_brings_the_turns_of_another() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.beat()
    scene.append(match, scene.sent("1 =E 20", 0), by=scene.referee_of(match))
    book = tablet.beat()["book"]
    assert [row["line"] for row in book["games"][0]["log"]] == ["1 =E 20"]


def test_a_sign_of_life_notes_the_tablet_with_its_clock_and_what_waits_in_it() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    said = tablet.send(turn("1 =E 25", 0), waiting=4, build="5c1.a", sent_at="1970-01-01T00:00:00.000Z")
    row = Presence.objects.get()
    assert (row.tablet, row.device, row.by, row.waiting, row.build) == (
        tablet.name,
        tablet.device,
        None,
        3,
        "5c1.a",
    )
    assert row.clock_off_s < -(50 * 365 * 24 * 3600) // 10 and said["clock_off_s"] < -1_000_000_000
    assert Turn.objects.count() == 1


def test_a_server_that_lost_its_last_moments_says_so_and_gets_them_again() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    items = [turn("1 =E 25", 0), turn("2 =6 18", 1), turn("1 =6 12", 2)]
    tablet.send(*items)
    tablet.known = {"1": 3}
    Turn.objects.filter(sequence__gt=1).delete()
    Game.objects.update(sequence=1)
    assert tablet.beat()["book"]["games"][0]["sequence"] == 1
    assert verdicts(tablet.send(*items)) == ["repeated", "stored", "stored"]
    assert [row[3] for row in scene.log(match)] == ["1 =E 25", "2 =6 18", "1 =6 12"]


# ---- what is kept ----


def test_a_turn_that_the_rules_refuse_is_told_with_its_rule_and_is_no_dispute() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    said = tablet.send(turn("1 =E 25", 0), turn("2 xP", 1), turn("1 =6 18", 2))
    assert verdicts(said) == ["stored", "cross-forbidden", "sequence-ahead"]
    assert said["outcomes"][1]["rule"] == "4.3" and said["outcomes"][1]["sentence"]
    assert not Refusal.objects.filter(is_open=True).exists()
    assert [each["id"] for each in said["book"]["refusals"]]


def test_a_late_turn_of_a_closed_match_waits_for_a_decision() -> None:
    """TAB-11."""
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0))
    by = makers.organizer_of(match.stage.category.tournament)
    results.walkover(match=match, by=by, absent=[2])
    late = turn("2 =6 18", 1, at_device="2026-11-30T14:03:00.000Z")
    (out,) = tablet.send(late)["outcomes"]
    assert (out["code"], out["open"]) == ("match-closed", True)
    kept = Refusal.objects.get()
    assert (kept.is_open, kept.line, kept.device) == (True, "2 =6 18", tablet.device)
    assert kept.at_device is not None and Turn.objects.count() == 1
    tablet.send(late)
    assert Refusal.objects.count() == 1


@pytest.mark.parametrize("who", [sending.stranger, lambda match: sending.person(match, makers.user())])
def test_who_has_no_right_gets_a_sentence_and_writes_nothing(who: Callable[[Any], sending.Tablet]) -> None:
    """TAB-15."""
    match = scene.ready()
    answer = who(match).post(turn("1 =E 25", 0))
    assert answer.status_code == 403 and answer.json()["error"]["sentence"]
    assert not Turn.objects.exists() and not Refusal.objects.exists() and not Presence.objects.exists()


def test_a_batch_for_another_match_is_kept_and_changes_nothing() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    said = tablet.send(turn("1 =E 25", 0), card(1), match="elsewhere")
    assert verdicts(said) == ["other-match", "other-match"]
    assert Refusal.objects.count() == 2 and not Turn.objects.exists() and not Card.objects.exists()


def test_an_item_that_nobody_can_read_stands_in_the_way_of_none() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    odd = {"kind": "dance", "client_id": "dance-0001", "steps": "\x00\ud800"}
    said = tablet.send(turn("1 =E 25", 0), odd, turn("2 =6 18", 1), turn("1 =F 30", -1), card(1, "blue"))
    assert verdicts(said) == ["stored", "unknown-item", "stored", "out-of-range", "unknown-choice"]
    kept = Refusal.objects.get(client_id="dance-0001")
    assert kept.is_open and "dance" in kept.payload["sent"]
    assert Refusal.objects.filter(is_open=True).count() == 3 and Turn.objects.count() == 2


def test_a_turn_of_another_game_is_kept_and_told() -> None:
    match = scene.final()
    tablet = sending.paired(match)
    tablet.send(turn("1 dormida", 0))
    early, late = turn("1 =E 25", 0) | {"game_number": 3}, turn("2 =E 25", 1)
    for item, code, is_open in ((early, "no-such-game", False), (late, "game-closed", True)):
        (out,) = tablet.send(item)["outcomes"]
        assert (out["code"], out["open"]) == (code, is_open)


def test_the_journal_tells_of_cards_calls_and_taking_back() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    first, asked = turn("1 =E 25", 0), call()
    tablet.send(
        first, cancel(first["client_id"], 1, reason="wrong box"), card(2), asked, uncall(asked["client_id"])
    )
    verbs = list(Entry.objects.filter(verb__startswith="play.").order_by("pk").values_list("verb", flat=True))
    assert [verb for verb in verbs if "device" not in verb] == [
        "play.game.started",
        "play.turn.cancelled",
        "play.card.shown",
        "play.call.opened",
        "play.call.taken-back",
    ]
    assert tablet.device is not None
    assert set(Entry.objects.filter(verb="play.card.shown").values_list("device", flat=True)) == {
        tablet.device.label
    }


def test_a_tablet_of_the_first_version_is_answered_as_before_beside_one_of_the_second() -> None:
    match = scene.ready()
    tablet = sending.paired(match)
    tablet.send(turn("1 =E 25", 0))
    old = {"version": 1, "turns": [turn("2 =6 18", 1, "old-tab-0001")]}
    answer = tablet.client.post(f"/play/m/{match.token}/sync/", old, content_type="application/json").json()
    assert answer["version"] == 1 and answer["state"]["match"] and "book" not in answer
    assert turns.append(match=match, batch=[], by=scene.referee_of(match)) == []
    assert [row["line"] for row in tablet.beat()["book"]["games"][0]["log"]] == ["1 =E 25", "2 =6 18"]

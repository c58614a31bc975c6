"""The last turn taken back: a new row, an open game, an open match, as long as nothing later stands on it."""

import pytest
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.errors import Impossible as NotNow
from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import paper, turns
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Turn
from cacho_tournaments.play.wire import WireError
from tests import makers
from tests.play import scene

pytestmark = pytest.mark.django_db


def test_taking_back_adds_a_row_and_changes_none() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =E 20", "2 =6 6"]), by=by)
    out = turns.cancel_last(match=match, client_id="undo-0001", by=by, reason="wrong box")
    assert (out.verdict, out.sequence) == ("cancelled", 3)
    assert scene.log(match) == [(1, 1, "turn", "1 =E 20"), (1, 2, "turn", "2 =6 6"), (1, 3, "cancel", "")]
    (game,) = queries.match_page(match.token).games
    assert (game.to_move, game.sequence, game.totals) == (2, 3, (20, 0))
    assert [(turn.cancelled, turn.cancels) for turn in game.log] == [(False, None), (True, None), (False, 2)]
    entry = Entry.objects.filter(verb="play.turn.cancelled").get()
    assert (entry.actor, entry.facts["line"], entry.facts["reason"]) == (by, "2 =6 6", "wrong box")


def test_the_turn_before_is_taken_back_next_and_the_log_goes_on() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =E 20", "2 =6 6"]), by=by)
    turns.cancel_last(match=match, client_id="undo-0001", by=by)
    turns.cancel_last(match=match, client_id="undo-0002", by=by)
    (out,) = scene.append(match, scene.sent("1 =E 25", 4), by=by)
    assert (out.verdict, out.sequence) == ("stored", 5)
    turns.cancel_last(match=match, client_id="undo-0003", by=by)
    with pytest.raises(Impossible, match="nothing-to-cancel"):
        turns.cancel_last(match=match, client_id="undo-0004", by=by)


def test_taking_back_sent_again_takes_back_once() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =E 20", "2 =6 6"]), by=by)
    first = turns.cancel_last(match=match, client_id="undo-0001", by=by)
    again = turns.cancel_last(match=match, client_id="undo-0001", by=by)
    assert (again.verdict, again.sequence) == (first.verdict, first.sequence)
    assert Turn.objects.filter(kind="cancel").count() == 1


def test_two_who_press_together_take_back_one_turn() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =E 20", "2 =6 6"]), by=by)
    turns.cancel_last(match=match, client_id="undo-0001", by=by, base_sequence=2)
    with pytest.raises(Impossible, match="old-sequence"):
        turns.cancel_last(match=match, client_id="undo-0002", by=by, base_sequence=2)
    assert Turn.objects.filter(kind="cancel").count() == 1


def test_a_turn_that_was_taken_back_and_comes_again_is_told_so() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    turn = scene.sent("1 =E 20", 0)
    scene.append(match, turn, by=by)
    turns.cancel_last(match=match, client_id="undo-0001", by=by)
    (out,) = scene.append(match, turn, by=by)
    assert (out.verdict, out.is_kept) == ("cancelled", True)
    assert queries.match_page(match.token).games[0].totals == (0, 0)


def test_the_id_of_a_turn_is_no_id_for_taking_back() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 =E 20", 0, client_id="turn-zero"), by=by)
    with pytest.raises(Impossible, match="known-id-other-turn"):
        turns.cancel_last(match=match, client_id="turn-zero", by=by)


def test_an_id_that_is_none_and_a_long_reason_do_no_harm() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 =E 20", 0), by=by)
    for name in ("", "short", "x" * 65, "undo\x000001"):
        with pytest.raises(WireError, match="bad-client-id"):
            turns.cancel_last(match=match, client_id=name, by=by)
    turns.cancel_last(match=match, client_id="undo-0001", by=by, reason="wrong\nbox " * 60)
    reason = Turn.objects.get(kind="cancel").reason
    assert reason.startswith("wrong box wrong box") and len(reason) == 200


def test_a_match_whose_last_turn_is_taken_back_is_open_again_and_ends_anew() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    lines = scene.lines_of()
    scene.append(match, *scene.batch(lines), by=by)
    turns.cancel_last(match=match, client_id="undo-0001", by=by, reason="x for 50")
    assert scene.anew(match).state == "playing"
    assert not Result.objects.filter(match=match, is_current=True).exists()
    (out,) = scene.append(match, scene.sent("2 =G 50", len(lines) + 1), by=by)
    assert out.verdict == "stored"
    rows = Result.objects.filter(match=match).order_by("id")
    assert [row.is_current for row in rows] == [False, True]
    assert [line.points for line in rows[1].lines.order_by("seat__position")] == [203, 137 + 50]


def test_a_wrong_turn_that_ended_a_game_is_taken_back_after_the_next_has_begun() -> None:
    """TAB-21: the next game's turns stay in the log, cancelled."""
    match = scene.final(best_of=3)
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =1 1", "2 =1 1", "1 dormida"]), by=by)
    scene.append(match, scene.sent("2 =E 20", 0, number=2), by=by)
    turns.cancel_last(match=match, client_id="undo-0001", by=by)
    turns.cancel_last(match=match, client_id="undo-0002", by=by)
    page = queries.match_page(match.token)
    assert page.current == 1 and not page.games[0].over
    scene.append(match, *scene.batch(["1 =2 2", "2 dormida"], base=4), by=by)
    scene.append(match, scene.sent("2 dormida", 2, number=2), by=by)
    result = queries.match_page(match.token).result
    assert result is not None and result.winners == (2,)


def semi_finals() -> tuple[Match, Match, Match]:
    one = scene.ready(4, plan="knockout", best_of_late=1)
    two = one.stage.matches.filter(round=one.round).exclude(pk=one.pk).get()
    final = one.stage.matches.filter(round=one.round + 1).exclude(bracket="third-place").get()
    return one, two, final


def test_after_a_result_the_winner_leaves_the_later_seat_again() -> None:
    one, two, final = semi_finals()
    by = scene.referee_of(one)
    for match in (one, two):
        scene.append(match, scene.sent("1 dormida", 0), by=by)
    assert scene.anew(final).state == "ready"
    turns.cancel_last(match=one, client_id="undo-0001", by=by)
    assert scene.anew(final).state == "waiting"
    scene.append(one, *scene.batch(["1 =1 1", "2 dormida"], base=2), by=by)
    assert scene.anew(final).state == "ready"
    winner = one.seats.get(position=2).entrant
    assert winner in {seat.entrant for seat in final.seats.all()}


def test_nothing_is_taken_back_once_the_later_match_has_begun() -> None:
    one, two, final = semi_finals()
    by = scene.referee_of(one)
    for match in (one, two):
        scene.append(match, scene.sent("1 dormida", 0), by=by)
    scene.append(final, scene.sent("1 =E 20", 0), by=by)
    before = scene.log(one)
    with pytest.raises(NotNow, match="later-match-begun"):
        turns.cancel_last(match=one, client_id="undo-0001", by=by)
    assert scene.log(one) == before and scene.anew(one).state == "finished"
    assert queries.match_page(one.token).games[0].over


def test_a_walkover_is_not_taken_back_through_the_log() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 =E 20", 0), by=by)
    results.walkover(match=scene.anew(match), by=by, absent=[2])
    with pytest.raises(Impossible, match="closed-without-turns"):
        turns.cancel_last(match=match, client_id="undo-0001", by=by)
    assert scene.anew(match).state == "finished" and Turn.objects.count() == 1


def test_a_game_from_paper_is_not_taken_back_turn_by_turn() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    paper.enter(match=match, by=by, sheets=[scene.FIRST, scene.SECOND])
    with pytest.raises(Impossible, match="paper-is-corrected-whole"):
        turns.cancel_last(match=match, client_id="undo-0001", by=by)


def test_a_tablet_takes_back_at_its_own_table() -> None:
    match = scene.ready()
    tablet = scene.tablet_of(match)
    turns.append(match=match, batch=scene.batch(["1 =E 20"]), device=tablet)
    turns.cancel_last(match=match, client_id="undo-0001", device=tablet)
    entry = Entry.objects.get(verb="play.turn.cancelled")
    assert (entry.device, entry.actor) == (tablet.label, None)


def test_a_stranger_takes_nothing_back() -> None:
    match = scene.ready()
    scene.append(match, scene.sent("1 =E 20", 0), by=scene.referee_of(match))
    for by in (makers.user(), None):
        with pytest.raises(PermissionDenied):
            turns.cancel_last(match=match, client_id="undo-0001", by=by)
    assert Turn.objects.count() == 1

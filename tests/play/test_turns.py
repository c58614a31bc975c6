"""Turns that come in: stored, repeated, refused, late; games and matches that they end."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.models import Result, Stage
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from cacho_tournaments.play import queries
from cacho_tournaments.play.models import Game, Refusal, Turn
from tests import makers
from tests.play import scene

pytestmark = pytest.mark.django_db


def test_a_turn_is_stored_with_its_verdict_and_starts_the_match() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    (outcome,) = scene.append(match, scene.sent("1 35661 66+214 1>6 =6 18", 0), by=by)
    assert (outcome.verdict, outcome.sequence, outcome.box, outcome.points) == ("stored", 1, "6", 18)
    row = Turn.objects.get()
    assert (row.line, row.side, row.box, row.points, row.by) == ("1 35661 66+214 1>6 =6 18", 1, "6", 18, by)
    game = row.game
    assert (game.number, game.sequence, game.game, game.preset) == (1, 1, "cacho-alalay", "cochabamba")
    assert game.options["throws"] == "2" and game.ruleset == "1"
    assert scene.anew(match).state == "playing"
    assert list(Entry.objects.order_by("id").values_list("verb", flat=True))[-2:] == [
        "competition.match.started",
        "play.game.started",
    ]


def test_the_rules_are_frozen_at_the_first_turn() -> None:
    """A category edited afterwards does not change how a game begun is judged."""
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 =6 18", 0), by=by)
    category = match.stage.category
    category.options = {"crossing": "free"}
    category.save()
    (outcome,) = scene.append(match, scene.sent("2 xP", 1), by=by)
    assert (outcome.verdict, outcome.code, outcome.rule) == ("refused", "cross-forbidden", "4.3")


def test_a_refused_turn_changes_nothing_and_is_kept_whole() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    bad = scene.sent("1 13555 555+25 2>6 =G", 0)
    (outcome,) = scene.append(match, bad, by=by)
    assert (outcome.verdict, outcome.code, outcome.rule) == ("refused", "not-opposite", "3.1")
    kept = Refusal.objects.get()
    assert (kept.client_id, kept.line, kept.code, kept.rule, kept.by) == (
        bad.client_id,
        bad.line,
        "not-opposite",
        "3.1",
        by,
    )
    assert kept.facts["before"] == "2" and kept.facts["game"] == "cacho-alalay"
    assert kept.payload["base_sequence"] == 0
    assert not Turn.objects.exists() and scene.anew(match).state == "ready"
    # The same side is still to move: the corrected turn is taken.
    (again,) = scene.append(match, scene.sent("1 13555 555+25 2>5 =G", 0), by=by)
    assert (again.verdict, again.points) == ("stored", 50)


@pytest.mark.parametrize("line", ["", "1", "1 =", "1 18", "1 35661 66+214 1>6"])
def test_a_turn_without_a_box_is_refused_never_guessed(line: str) -> None:
    """RUL-05."""
    match = scene.ready()
    (outcome,) = scene.append(match, scene.sent(line, 0), by=scene.referee_of(match))
    assert (outcome.verdict, outcome.code) == ("refused", "bad-notation")
    assert not Turn.objects.exists()


def test_points_that_a_browser_invents_are_refused_and_stay_in_the_log() -> None:
    """RUL-13."""
    match = scene.ready()
    by = scene.referee_of(match)
    out = scene.append(match, scene.sent("1 =F 500", 0), scene.sent("1 22233 =F 40", 0), by=by)
    assert [each.code for each in out] == ["impossible-points", "wrong-points"]
    assert Refusal.objects.count() == 2


def test_a_turn_sent_again_is_answered_as_success_and_stored_once() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    turn = scene.sent("1 =E 25", 0)
    (first,) = scene.append(match, turn, by=by)
    scene.append(match, scene.sent("2 =6 6", 1), by=by)
    (again,) = scene.append(match, turn, by=by)
    assert (again.verdict, again.sequence, again.points, again.mark) == ("repeated", 1, 25, first.mark)
    assert first.mark == "de-mano"
    assert Turn.objects.count() == 2 and not Refusal.objects.exists()


def test_a_turn_twice_in_one_batch_is_stored_once() -> None:
    match = scene.ready()
    turn = scene.sent("1 =E 25", 0)
    out = scene.append(match, turn, turn, by=scene.referee_of(match))
    assert [each.verdict for each in out] == ["stored", "repeated"]
    assert Turn.objects.count() == 1


def test_a_known_id_with_another_turn_is_refused_and_shown() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 =E 20", 0, client_id="t1-00002"), by=by)
    (out,) = scene.append(match, scene.sent("1 =E 25", 0, client_id="t1-00002"), by=by)
    assert (out.verdict, out.code) == ("refused", "known-id-other-turn")
    assert Turn.objects.get().points == 20
    assert Refusal.objects.get().line == "1 =E 25"


def test_a_known_id_of_another_match_is_refused() -> None:
    one, other = scene.ready(), scene.ready()
    scene.append(one, scene.sent("1 =E 20", 0, client_id="t1-00002"), by=scene.referee_of(one))
    (out,) = scene.append(other, scene.sent("1 =E 20", 0, client_id="t1-00002"), by=scene.referee_of(other))
    assert (out.verdict, out.code) == ("refused", "known-id-other-turn")
    assert Turn.objects.count() == 1


def test_a_turn_that_names_another_match_is_refused_and_kept() -> None:
    match = scene.ready()
    (out,) = scene.append(match, scene.sent("1 =E 20", 0, match="elsewhere"), by=scene.referee_of(match))
    assert (out.verdict, out.code) == ("refused", "other-match")
    assert not Turn.objects.exists() and Refusal.objects.get().code == "other-match"
    (good,) = scene.append(match, scene.sent("1 =E 20", 0, match=match.token), by=scene.referee_of(match))
    assert good.verdict == "stored"


def test_an_old_sequence_is_refused_and_overwrites_nothing() -> None:
    """TAB-03: of two tablets on one match, the second learns that the first has written."""
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 =E 20", 0), scene.sent("2 =6 6", 1), by=by)
    (out,) = scene.append(match, scene.sent("2 =5 5", 1), by=by)
    assert (out.verdict, out.code) == ("refused", "old-sequence")
    assert out.facts["sequence"] == 2
    assert [row.line for row in Turn.objects.all()] == ["1 =E 20", "2 =6 6"]


def test_a_turn_whose_forerunner_is_missing_waits_and_is_taken_later() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    third = scene.sent("1 =5 5", 2)
    scene.append(match, scene.sent("1 =E 20", 0), by=by)
    (early,) = scene.append(match, third, by=by)
    assert (early.verdict, early.code) == ("refused", "sequence-ahead")
    scene.append(match, scene.sent("2 =6 6", 1), by=by)
    (taken,) = scene.append(match, third, by=by)
    assert (taken.verdict, taken.sequence) == ("stored", 3)


def test_the_same_refusal_sent_again_is_kept_once() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    bad = scene.sent("1 xP", 0)
    scene.append(match, bad, by=by)
    scene.append(match, bad, bad, by=by)
    assert Refusal.objects.count() == 1


def test_a_batch_out_of_order_is_taken_in_order_and_answered_as_sent() -> None:
    match = scene.ready()
    shuffled = [scene.sent("1 =5 5", 2), scene.sent("1 =E 20", 0), scene.sent("2 =6 6", 1)]
    out = scene.append(match, *shuffled, by=scene.referee_of(match))
    assert [each.sequence for each in out] == [3, 1, 2]
    assert [each.client_id for each in out] == [each.client_id for each in shuffled]


def test_after_a_refusal_the_rest_of_a_batch_waits() -> None:
    match = scene.ready()
    out = scene.append(match, *scene.batch(["1 =E 20", "2 xP", "1 =6 6"]), by=scene.referee_of(match))
    assert [each.code for each in out] == [None, "cross-forbidden", "sequence-ahead"]


def test_a_clock_of_1970_is_kept_as_sent_and_flagged() -> None:
    match = scene.ready()
    wrong = datetime(1970, 1, 1, tzinfo=UTC)
    (out,) = scene.append(match, scene.sent("1 =E 20", 0, at_device=wrong), by=scene.referee_of(match))
    assert out.verdict == "stored"
    (row,) = queries.match_page(match.token).games[0].log
    assert row.at_device == wrong and row.clock_off


def test_a_game_ends_its_match_and_the_result_is_the_sheets() -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    version = match.stage.results_version
    out = scene.append(match, *scene.batch(scene.lines_of()), by=by)
    assert {each.verdict for each in out} == {"stored"}
    result = Result.objects.get(match=match, is_current=True)
    assert (result.kind, result.ending, result.recorded_by) == ("played", "full-sheets", by)
    lines = list(result.lines.order_by("seat__position"))
    assert [(line.place, line.games_won, line.points) for line in lines] == [
        (1, 1, scene.FIRST_TOTAL),
        (2, 0, scene.SECOND_TOTAL),
    ]
    assert scene.anew(match).state == "finished"
    assert Stage.objects.get(pk=match.stage_id).results_version > version
    game = Game.objects.get()
    assert game.is_over and game.finished_at is not None
    verbs = list(Entry.objects.order_by("id").values_list("verb", flat=True))
    assert verbs.count("play.game.finished") == 1 and verbs.count("competition.result.recorded") == 1


def test_a_dormida_wins_whatever_the_totals_say() -> None:
    """RUL-09, rule 4.1: the winner trails and stands first; empty boxes stay empty."""
    match = scene.ready()
    lines = ["1 =1 1", "2 =G 50", "1 66666 dormida"]
    scene.append(match, *scene.batch(lines), by=scene.referee_of(match))
    page = queries.match_page(match.token)
    assert page.result is not None and page.result.ending == "dormida"
    assert [(line.place, line.points, line.instant) for line in page.result.lines] == [
        (1, 1, True),
        (2, 50, False),
    ]
    (game,) = page.games
    assert game.over and game.instant and game.form is None
    assert sum(cell.points is None for cell in game.sheets[0].cells) == 10


def test_a_turn_for_a_closed_match_is_kept_as_late() -> None:
    """TAB-11: played in good faith without network, while the organizer closed the match."""
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 =E 20", 0), by=by)
    results.walkover(match=scene.anew(match), by=by, absent=[2])
    late = scene.sent("2 =6 6", 1)
    (out,) = scene.append(match, late, by=by)
    assert (out.verdict, out.code) == ("refused", "match-closed")
    assert Refusal.objects.get().client_id == late.client_id
    assert Turn.objects.count() == 1
    assert queries.match_page(match.token).refusals[0].code == "match-closed"


def test_a_match_that_waits_for_its_sides_takes_no_turn() -> None:
    match = scene.ready(4, plan="knockout")
    waiting = match.stage.matches.filter(state="waiting").first()
    assert waiting is not None
    (out,) = scene.append(waiting, scene.sent("1 =E 20", 0), by=scene.referee_of(match))
    assert out.code == "match-waiting"


def test_a_match_of_a_draft_takes_no_turn() -> None:
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    stage = makers.drawn(category, released=False)
    match = stage.matches.first()
    assert match is not None
    (out,) = scene.append(match, scene.sent("1 =E 20", 0), by=makers.referee(category.tournament))
    assert (out.verdict, out.code) == ("refused", "match-not-released")
    assert not Game.objects.exists()


def test_best_of_three_opens_game_after_game_with_the_other_side_first() -> None:
    match = scene.final(best_of=3)
    by = scene.referee_of(match)
    assert match.best_of == 3
    scene.append(match, scene.sent("1 dormida", 0), by=by)
    assert scene.anew(match).state == "playing"
    page = queries.match_page(match.token)
    assert (page.current, [game.sequence for game in page.games]) == (2, [1, 0])
    assert page.games[1].to_move == 2
    wrong = scene.append(match, scene.sent("1 dormida", 1), scene.sent("2 dormida", 0, number=3), by=by)
    assert [each.code for each in wrong] == ["game-closed", "no-such-game"]
    scene.append(match, scene.sent("2 dormida", 0, number=2), by=by)
    assert queries.match_page(match.token).current == 3
    scene.append(match, scene.sent("1 dormida", 0, number=3), by=by)
    result = queries.match_page(match.token).result
    assert result is not None
    assert [(line.place, line.games_won) for line in result.lines] == [(1, 2), (2, 1)]


def test_best_of_three_ends_when_nobody_can_catch_up() -> None:
    match = scene.final(best_of=3)
    by = scene.referee_of(match)
    out = scene.append(
        match,
        *[scene.sent("1 dormida", 0, number=1), *scene.batch(["2 =1 1", "1 dormida"], number=2)],
        scene.sent("1 dormida", 0, number=3),
        by=by,
    )
    assert [each.code for each in out] == [None, None, None, "match-closed"]
    assert scene.anew(match).state == "finished"


def test_a_tie_in_a_knock_out_asks_for_one_more_game() -> None:
    match = scene.final(best_of=1)
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(scene.lines_of(scene.FIRST, scene.FIRST)), by=by)
    assert scene.anew(match).state == "playing"
    page = queries.match_page(match.token)
    assert (page.current, page.games[0].winners, page.games[0].ranking) == (2, (1, 2), ((1, 2),))
    scene.append(match, *scene.batch(["2 =1 1", "1 dormida"], number=2), by=by)
    result = queries.match_page(match.token).result
    assert result is not None
    assert [(line.place, line.games_won) for line in result.lines] == [(1, 1), (2, 0)]


def test_a_tie_in_a_group_is_shared() -> None:
    match = scene.ready()
    scene.append(match, *scene.batch(scene.lines_of(scene.FIRST, scene.FIRST)), by=scene.referee_of(match))
    result = queries.match_page(match.token).result
    assert result is not None
    assert [(line.place, line.games_won, line.points) for line in result.lines] == [(1, 0, 203), (1, 0, 203)]


def test_pairs_leave_a_play_pending_and_write_one_of_the_two() -> None:
    """Rules 6.3 and 6.4 on one line of the log."""
    match = scene.ready(kind="pair")
    by = scene.referee_of(match)
    out = scene.append(
        match,
        *scene.batch(["1 35661 66+214 1>6 ~6 / 22233 =F", "2 12346 1234+6 2>5 ~E / sobre", "1 13456 =E / -"]),
        by=by,
    )
    assert [(each.box, each.points, each.mark) for each in out[:2]] == [
        ("F", 35, "de-mano"),
        ("E", 20, "de-huevo"),
    ]
    page = queries.match_page(match.token)
    assert page.games[0].preset == "cochabamba-pairs"
    assert page.games[0].totals[:2] == (35 + (out[2].points or 0), 20)


def test_a_concession_ends_the_game() -> None:
    match = scene.ready()
    scene.append(match, *scene.batch(["1 =E 20", "2 concede"]), by=scene.referee_of(match))
    result = queries.match_page(match.token).result
    assert result is not None and (result.ending, result.winners) == ("concession", (1,))


def test_what_a_turn_costs_does_not_grow_with_other_games() -> None:
    """PER-07: the statements of one stored turn, few and always the same."""

    def cost() -> int:
        match = scene.ready()
        by = scene.referee_of(match)
        scene.append(match, scene.sent("1 =E 20", 0), by=by)
        with CaptureQueriesContext(connection) as captured:
            scene.append(match, scene.sent("2 =E 20", 1), by=User.objects.get(pk=by.pk))
        return sum(
            not query["sql"].startswith(("SAVEPOINT", "RELEASE")) for query in captured.captured_queries
        )

    first = cost()
    for _ in range(3):
        scene.append(busy := scene.ready(), *scene.batch(scene.lines_of()), by=scene.referee_of(busy))
    assert cost() == first <= 8

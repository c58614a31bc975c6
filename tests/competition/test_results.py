"""Results: recorded, corrected, taken back; walkovers; how winners and losers move through a bracket."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection

from cacho_tournaments.competition.actions import draws, entries, leaving, results
from cacho_tournaments.competition.actions.results import SideResult
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Match, Result, ResultLine, Stage
from cacho_tournaments.competition.queries import brackets, events, matches, stages
from cacho_tournaments.competition.queries.next_steps import next_step
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from tests import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


@pytest.fixture
def eight() -> Category:
    """A released knock-out of eight, drawn by seeds: 1-8, 4-5, 2-7, 3-6."""
    category = makers.category(plan="knockout")
    makers.entrants(category, 8, seeds=8)
    makers.drawn(category)
    return category


def _by(category: Category) -> User:
    return makers.organizer_of(category.tournament)


def _match(category: Category, code: str, order: int = 1) -> Match:
    return makers.stage(category, order).matches.get(code=code)


def _seats(category: Category, code: str) -> list[int | None]:
    match = _match(category, code)
    return [seat.entrant.number if seat.entrant else None for seat in match.seats.select_related("entrant")]


def _wins(category: Category, code: str, number: int, **said: Any) -> Result:
    """Record that the side with that number won."""
    return makers.result(
        _match(category, code), *(200 if side == number else 100 for side in _seats(category, code)), **said
    )


def _absent(category: Category, code: str, *numbers: int) -> Result:
    positions = [_seats(category, code).index(number) + 1 for number in numbers]
    return results.walkover(match=_match(category, code), by=_by(category), absent=positions)


def _quarters(category: Category) -> None:
    for place in range(1, 5):
        code = f"CF-{place}"
        _wins(category, code, min(number for number in _seats(category, code) if number))


def _everything(category: Category) -> list[tuple[str, str, list[int | None]]]:
    stage = makers.stage(category)
    return [(match.code, match.state, _seats(category, match.code)) for match in stage.matches.all()]


def test_a_result_ends_its_match_and_keeps_every_figure_of_the_sides():
    category = makers.groups(4)
    match = _match(category, "A-1-1")
    version = makers.stage(category).results_version
    result = makers.result(match, 231, 198, ending="dormida")
    match.refresh_from_db()
    assert match.state == Match.State.FINISHED
    assert match.finished_at is not None
    assert [(line.place, line.points, line.games_won) for line in result.lines.all()] == [
        (1, 231, 1),
        (2, 198, 0),
    ]
    assert result.ending == "dormida"
    assert makers.stage(category).results_version == version + 1


def test_winners_and_losers_take_the_seats_that_wait_for_them(eight: Category):
    _quarters(eight)
    assert _seats(eight, "SF-1") == [1, 4]
    assert sorted(_seats(eight, "SF-2")) == [2, 3]
    assert _match(eight, "SF-1").state == Match.State.READY
    assert _match(eight, "F").state == Match.State.WAITING
    _wins(eight, "SF-1", 1)
    _wins(eight, "SF-2", 2)
    assert _seats(eight, "F") == [1, 2]
    assert _seats(eight, "3P") == [4, 3]
    _wins(eight, "F", 2)
    _wins(eight, "3P", 4)
    podium = brackets.bracket(makers.stage(eight)).podium
    assert [(one.place, one.number) for one in podium] == [(1, 2), (2, 1), (3, 4), (4, 3)]


def test_a_bracket_follows_its_corrections():
    """PAI-13 and its sequence: before the next match a correction moves the right one on; after it, it is refused."""
    category = makers.category(plan="knockout")
    makers.entrants(category, 8, seeds=8)
    makers.drawn(category)
    _wins(category, "CF-1", 1)
    _wins(category, "CF-2", 4)
    assert _seats(category, "SF-1") == [1, 4]
    _wins(category, "CF-1", 8)
    assert _seats(category, "SF-1") == [8, 4]
    assert _match(category, "CF-1").results.count() == 2
    _wins(category, "SF-1", 8)
    before = _everything(category)
    with pytest.raises(Impossible) as refused:
        _wins(category, "CF-2", 5)
    assert refused.value.code == "later-match-begun"
    assert refused.value.facts["match"] == "SF-1"
    assert _everything(category) == before
    makers.result(_match(category, "CF-1"), 90, 91)  # the same side wins by other figures
    assert _seats(category, "SF-1") == [8, 4]
    assert _everything(category) == before


def test_two_put_out_by_mistake_come_back_exactly(eight: Category):
    """PAI-13: both out, taken back, then given to one: the bracket is as it was and the right one moves on."""
    _wins(eight, "CF-2", 4)
    before = _everything(eight)
    _absent(eight, "CF-1", 1, 8)
    assert _match(eight, "SF-1").state == Match.State.FINISHED
    results.revoke(match=_match(eight, "CF-1"), by=_by(eight), reason="they were at the bar")
    assert _everything(eight) == before
    _wins(eight, "CF-1", 8)
    assert _seats(eight, "SF-1") == [8, 4]
    assert _match(eight, "SF-1").state == Match.State.READY


def test_nobody_from_a_quarter_final_gives_the_other_side_a_free_place(eight: Category):
    """PAI-15: both out, the other side gets a free place."""
    _absent(eight, "CF-1", 1, 8)
    assert _match(eight, "SF-1").state == Match.State.WAITING
    card = matches.match_card(_match(eight, "SF-1"))
    assert [(side.is_vacant, side.waiting_for) for side in card.sides] == [
        (True, ""),
        (False, "winner of CF-2"),
    ]
    _wins(eight, "CF-2", 4)
    semi = _match(eight, "SF-1")
    assert semi.state == Match.State.FINISHED
    free = semi.results.get(is_current=True)
    assert (free.kind, free.ending) == ("walkover", "free-place")
    assert _seats(eight, "F")[0] == 4
    _wins(eight, "CF-3", 2)
    _wins(eight, "CF-4", 3)
    _wins(eight, "SF-2", 2)
    third = brackets.bracket(makers.stage(eight)).third_place
    assert third.is_over
    assert third.winner.number == 3  # nobody came to play it for the third place
    with pytest.raises(Impossible, match="free-place-stands"):
        results.revoke(match=semi, by=_by(eight), reason="why")
    with pytest.raises(Impossible, match="later-match-begun"):
        results.start(match=_match(eight, "F"), by=_by(eight))
        _wins(eight, "CF-2", 5)


def test_a_free_place_follows_a_correction_of_the_match_it_came_from(eight: Category):
    _absent(eight, "CF-1", 1, 8)
    _wins(eight, "CF-2", 4)
    assert _seats(eight, "F")[0] == 4
    _wins(eight, "CF-2", 5)
    assert _seats(eight, "SF-1") == [None, 5]
    assert _seats(eight, "F")[0] == 5
    _wins(eight, "CF-1", 1)
    assert _seats(eight, "SF-1") == [1, 5]
    assert _match(eight, "SF-1").state == Match.State.READY
    assert _seats(eight, "F") == [None, None]


def test_nobody_in_the_final_makes_no_champion(eight: Category):
    """PAI-15: double no-show in the final: no invented champion."""
    _quarters(eight)
    _wins(eight, "SF-1", 1)
    _wins(eight, "SF-2", 2)
    _absent(eight, "F", 1, 2)
    _wins(eight, "3P", 3)
    bracket = brackets.bracket(makers.stage(eight))
    assert bracket.champion is None
    assert [(one.place, one.number) for one in bracket.podium] == [(2, 1), (2, 2), (3, 3), (4, 4)]
    assert draws.close(stage=makers.stage(eight), by=_by(eight)).state == Stage.State.CLOSED
    step = next_step(events.category_page(eight), tournament_slug=eight.tournament.slug)
    assert step.state == "Everything is played. Nobody has won."


def test_the_place_of_who_is_disqualified_stays_empty(eight: Category):
    """A prize is not handed to somebody who was put out of the event for what was done, whenever that was."""
    _quarters(eight)
    _wins(eight, "SF-1", 1)
    _wins(eight, "SF-2", 2)
    _wins(eight, "3P", 3)
    leaving.disqualify(entrant=eight.entrants.get(number=2), by=_by(eight), reason="loaded dice")
    bracket = brackets.bracket(makers.stage(eight))
    assert bracket.champion.number == 1
    assert [(one.place, one.number) for one in bracket.podium] == [(1, 1), (3, 3), (4, 4)]


def test_a_whole_empty_half_leaves_the_final_to_the_other(eight: Category):
    _absent(eight, "CF-1", 1, 8)
    _absent(eight, "CF-2", 4, 5)
    assert _match(eight, "SF-1").results.get(is_current=True).kind == "both-absent"
    _wins(eight, "CF-3", 2)
    _wins(eight, "CF-4", 3)
    _wins(eight, "SF-2", 3)
    bracket = brackets.bracket(makers.stage(eight))
    assert bracket.champion.number == 3
    assert bracket.third_place.winner.number == 2


def test_a_walkover_is_a_win_without_box_points():
    """STA-13: a kind of result, never a number."""
    category = makers.groups(4)
    match = _match(category, "A-1-1")
    absent = match.seats.get(position=2).entrant.number
    result = _absent(category, "A-1-1", absent)
    assert result.kind == "walkover"
    assert [(line.place, line.points, line.games_won) for line in result.lines.all()] == [
        (1, None, 1),
        (2, None, 0),
    ]
    table = stages.stage_tables(makers.stage(category))[0]
    by_number = {row.number: row.values for row in table.rows}
    winner = match.seats.get(position=1).entrant.number
    assert (by_number[winner]["points"], by_number[winner]["difference"]) == (2, 0)
    assert (by_number[absent]["points"], by_number[absent]["played"]) == (0, 1)


def test_a_walkover_in_a_match_of_three_games_gives_the_two_that_win_it(eight: Category):
    _quarters(eight)
    result = _absent(eight, "SF-1", 4)
    assert result.lines.get(place=1).games_won == 2
    assert _seats(eight, "3P") == [4, None]  # who came too late once may play for the third place


def test_who_is_disqualified_does_not_play_for_the_third_place(eight: Category):
    _quarters(eight)
    results.disqualify(match=_match(eight, "SF-1"), by=_by(eight), positions=[2], reason="loaded dice")
    _wins(eight, "SF-2", 2)
    bracket = brackets.bracket(makers.stage(eight))
    assert bracket.third_place.winner.number == 3
    assert _seats(eight, "F") == [1, 2]


def test_a_loser_who_has_left_the_event_does_not_play_for_the_third_place(eight: Category):
    _quarters(eight)
    gone = eight.entrants.get(number=4)
    entries.set_state(entrant=gone, by=_by(eight), state="withdrawn", reason="flight")
    _wins(eight, "SF-2", 2)
    assert brackets.bracket(makers.stage(eight)).third_place.winner.number == 3


def test_a_tie_is_shared_in_groups_and_refused_in_a_bracket(eight: Category):
    category = makers.groups(4)
    result = makers.result(_match(category, "A-1-1"), 200, 200)
    assert [line.place for line in result.lines.all()] == [1, 1]
    card = matches.match_card(_match(category, "A-1-1"))
    assert card.winner is None
    with pytest.raises(Impossible, match="tie-in-knockout"):
        makers.result(_match(eight, "CF-1"), 200, 200)


def test_a_result_for_a_side_that_is_not_seated_is_refused(eight: Category):
    match = _match(eight, "CF-1")
    for positions, code in (
        ([1, 3], "seat-not-seated"),
        ([1], "result-incomplete"),
        ([1, 1], "result-incomplete"),
    ):
        lines = [SideResult(position=position, place=place) for place, position in enumerate(positions, 1)]
        with pytest.raises(Impossible) as refused:
            results.record(match=match, by=_by(eight), kind="played", lines=lines)
        assert refused.value.code == code
    with pytest.raises(Impossible, match="seat-not-seated"):
        results.walkover(match=match, by=_by(eight), absent=[3])
    assert not Result.objects.exists()


def test_results_that_cannot_be_are_refused(eight: Category):
    by = _by(eight)
    fair = [SideResult(1, 1), SideResult(2, 2)]
    refusals = {
        "match-not-ready": lambda: results.record(match=_match(eight, "F"), by=by, kind="played", lines=fair),
        "unknown-result-kind": lambda: results.record(
            match=_match(eight, "CF-1"), by=by, kind="guessed", lines=fair
        ),
        "bad-places": lambda: results.record(
            match=_match(eight, "CF-1"), by=by, kind="played", lines=[SideResult(1, 1), SideResult(2, 3)]
        ),
        "bad-places ": lambda: results.record(
            match=_match(eight, "CF-1"), by=by, kind="walkover", lines=[SideResult(1, 1), SideResult(2, 1)]
        ),
        "nobody-absent": lambda: results.walkover(match=_match(eight, "CF-1"), by=by, absent=[]),
        "no-result": lambda: results.revoke(match=_match(eight, "CF-1"), by=by, reason="x"),
        "reason-needed": lambda: results.disqualify(
            match=_match(eight, "CF-1"), by=by, positions=[1], reason=""
        ),
    }
    for code, act in refusals.items():
        with pytest.raises(Impossible) as refused:
            act()
        assert refused.value.code == code.strip()
    assert not Result.objects.exists()


def test_a_draft_takes_no_result():
    category = makers.category()
    makers.entrants(category, 4)
    stage = makers.drawn(category, released=False)
    with pytest.raises(Impossible, match="draw-not-released"):
        makers.result(stage.matches.first(), 1, 2)
    with pytest.raises(Impossible, match="draw-not-released"):
        results.start(match=stage.matches.first(), by=_by(category))


def test_a_match_begins_once_and_ends_once(eight: Category):
    by, match = _by(eight), _match(eight, "CF-1")
    started = results.start(match=match, by=by).started_at
    assert results.start(match=match, by=by).started_at == started
    assert Entry.objects.filter(verb="competition.match.started").count() == 1
    _wins(eight, "CF-1", 1)
    with pytest.raises(Impossible, match="match-finished"):
        results.start(match=match, by=by)
    with pytest.raises(Impossible, match="match-finished"):
        results.walkover(match=match, by=by, absent=[1])
    with pytest.raises(Impossible, match="match-not-ready"):
        results.start(match=_match(eight, "F"), by=by)


def test_a_result_taken_back_leaves_its_match_where_it_was(eight: Category):
    by = _by(eight)
    results.start(match=_match(eight, "CF-1"), by=by)
    _wins(eight, "CF-1", 1)
    _wins(eight, "CF-2", 4)
    results.revoke(match=_match(eight, "CF-1"), by=by, reason="wrong sheet")
    assert _match(eight, "CF-1").state == Match.State.PLAYING
    assert _seats(eight, "SF-1") == [None, 4]
    assert _match(eight, "SF-1").state == Match.State.WAITING
    assert _match(eight, "CF-1").results.get().is_current is False
    results.revoke(match=_match(eight, "CF-2"), by=by, reason="wrong sheet")
    assert _match(eight, "CF-2").state == Match.State.READY


def test_a_correction_keeps_the_earlier_result_and_its_lines(eight: Category):
    _wins(eight, "CF-1", 1)
    _wins(eight, "CF-1", 8, reason="sheets mixed up")
    kept = list(_match(eight, "CF-1").results.order_by("pk"))
    assert [row.is_current for row in kept] == [False, True]
    assert [row.lines.get(place=1).entrant.number for row in kept] == [1, 8]
    assert Entry.objects.first().verb == "competition.result.corrected"


def test_a_tablet_records_by_its_label_and_nameless_ones_do_not(eight: Category):
    fair = [SideResult(1, 1, 1, 210), SideResult(2, 2, 0, 190)]
    with pytest.raises(PermissionDenied):
        results.record(match=_match(eight, "CF-1"), by=None, kind="played", lines=fair)
    results.start(match=_match(eight, "CF-1"), by=None, device="Mesa 7")
    result = results.record(match=_match(eight, "CF-1"), by=None, device="Mesa 7", kind="played", lines=fair)
    assert (result.device, result.recorded_by) == ("Mesa 7", None)
    assert Entry.objects.first().device == "Mesa 7"


def test_a_result_that_breaks_half_way_leaves_nothing(eight: Category):
    """PAI-09: all or nothing. The database itself refuses the second line."""
    before = _everything(eight)
    entries_before = Entry.objects.count()
    version = makers.stage(eight).results_version
    too_much = [SideResult(1, 1, 1, 210), SideResult(2, 2, 0, 2**70)]
    with pytest.raises((DatabaseError, OverflowError)):
        results.record(match=_match(eight, "CF-1"), by=_by(eight), kind="played", lines=too_much)
    assert not connection.needs_rollback
    assert not Result.objects.exists()
    assert not ResultLine.objects.exists()
    assert Entry.objects.count() == entries_before
    assert makers.stage(eight).results_version == version
    assert _everything(eight) == before

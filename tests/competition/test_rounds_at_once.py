"""Results that come in while their round is cancelled, corrected or drawn again: one of the two waits, neither breaks
off (PAI-05)."""

from collections.abc import Callable

import pytest

from cacho_tournaments.competition.actions import arriving, corrections, draws, leaving, results, rounds
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Match, Seat
from tests import makers
from tests.competition.test_at_once import _at_once, _by
from tests.competition.test_leaving import drawn, entrant, play_round

pytestmark = pytest.mark.django_db(transaction=True)


def _second_round(entrants: int) -> tuple[Category, list[Match]]:
    """Return a Swiss stage whose second round is released, and the matches of that round."""
    category = drawn("swiss", entrants)
    play_round(category, 1)
    makers.drawn(category)
    found = makers.stage(category).matches.filter(round=2).select_related("stage__category__tournament")
    return category, list(found.order_by("pk"))


def _ending(match: Match) -> Callable[[], object]:
    by = makers.organizer_of(match.stage.category.tournament)
    return lambda: makers.result(match, 200, 100, by=by)


def _only_refused(answers: list[object]) -> None:
    broken = [each for each in answers if isinstance(each, Exception) and not isinstance(each, Impossible)]
    assert broken == []


def _stands_soundly(category: Category) -> None:
    """Assert that nobody sits twice in a round, and that exactly the matches which are over have a result."""
    stage = makers.stage(category)
    for number in stage.matches.values_list("round", flat=True).distinct():
        seats = Seat.objects.filter(stage=stage, round=number, entrant__isnull=False)
        sitting = list(seats.values_list("entrant", flat=True))
        sitting += stage.byes.filter(round=number).values_list("entrant", flat=True)
        assert len(sitting) == len(set(sitting))
    for match in stage.matches.all():
        assert match.results.filter(is_current=True).count() == (match.state == "finished")


def test_a_round_is_cancelled_while_its_results_come_in():
    category, matches = _second_round(8)
    by = _by(category)
    answers = _at_once(
        lambda: rounds.cancel(stage=makers.stage(category), by=by, number=2, reason="wrong list"),
        *(_ending(match) for match in matches),
    )
    _only_refused(answers)
    assert not makers.stage(category).matches.filter(round=2).exists()
    _stands_soundly(category)


def test_a_result_of_a_match_taken_back_meanwhile_is_refused():
    category, (match, *_rest) = _second_round(4)
    rounds.cancel(stage=makers.stage(category), by=_by(category), number=2, reason="wrong list")
    for act in (_ending(match), lambda: results.start(match=match, by=_by(category))):
        with pytest.raises(Impossible, match="match-gone"):
            act()


def test_a_result_is_corrected_while_those_of_the_next_round_come_in():
    category, matches = _second_round(8)
    by = _by(category)
    first = makers.stage(category).matches.select_related("stage__category__tournament").get(code="1-1")
    answers = _at_once(
        lambda: corrections.apply(
            category=category,
            by=by,
            verb="result",
            reason="wrong",
            do=lambda rulings: makers.result(first, 10, 200, rulings=rulings),
            decisions={"round 1.2": "replay"},
        ),
        *(_ending(match) for match in matches),
    )
    _only_refused(answers)
    _stands_soundly(category)


def test_a_round_is_repaired_and_let_out_while_its_other_matches_are_played():
    category, matches = _second_round(9)
    by = _by(category)
    last = matches[-1]
    gone = last.seats.select_related("entrant").first()
    assert gone is not None and gone.entrant is not None
    leaving.withdraw(entrant=entrant(category, gone.entrant.number), by=by)
    _only_refused(
        _at_once(
            *(lambda: rounds.repair(stage=makers.stage(category), by=by, number=2) for _press in range(2)),
            *(_ending(match) for match in matches[:-1]),
        )
    )
    _stands_soundly(category)
    _only_refused(
        _at_once(
            *(lambda: draws.release(stage=makers.stage(category), by=by) for _press in range(2)),
            lambda: results.start(match=last, by=by),
        )
    )
    _stands_soundly(category)


def test_somebody_comes_late_and_somebody_leaves_while_a_group_is_played():
    category = makers.groups(6, kind="single")
    by, late = _by(category), makers.player(_by(category))
    matches = makers.stage(category).matches.select_related("stage__category__tournament").order_by("pk")
    answers = _at_once(
        lambda: arriving.enter_late(category=category, by=by, players=[late]),
        lambda: leaving.withdraw(entrant=entrant(category, 1), by=by),
        lambda: draws.take_back(stage=makers.stage(category), by=by, reason="too early"),
        *(_ending(match) for match in matches[:3]),
    )
    _only_refused(answers)
    _stands_soundly(category)

"""Two at one moment: somebody leaves while a match ends, while a round is drawn, while the same somebody leaves; two
come late (PAI-05)."""

import pytest

from cacho_tournaments.competition.actions import arriving, draws, leaving, merging, results
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Draw, Entrant, Match, Result
from cacho_tournaments.journal.models import Entry
from tests import makers
from tests.competition.test_at_once import _at_once, _by, _refused
from tests.competition.test_leaving import between, drawn, entrant, play_round

pytestmark = pytest.mark.django_db(transaction=True)


def _sound(answers: list[object]) -> bool:
    return not any(isinstance(each, Exception) and not isinstance(each, Impossible) for each in answers)


def test_who_leaves_twice_at_one_moment_gives_each_match_away_once():
    category = makers.groups(4, kind="single")
    by = [_by(category), _by(category)]
    answers = _at_once(
        *(lambda at=at: leaving.withdraw(entrant=entrant(category, 1), by=by[at]) for at in (0, 1))
    )
    assert _sound(answers)
    assert _refused(answers) == ["left-already"]
    assert Result.objects.count() == 3
    assert Entry.objects.filter(verb="competition.entrant.left").count() == 1


def test_two_opponents_that_leave_at_one_moment_leave_no_match_open():
    category = makers.groups(4, kind="single")
    by = [_by(category), _by(category)]
    answers = _at_once(
        lambda: leaving.withdraw(entrant=entrant(category, 1), by=by[0]),
        lambda: leaving.disqualify(entrant=entrant(category, 2), by=by[1], reason="loaded dice"),
    )
    assert all(isinstance(each, Entrant) for each in answers), answers
    open_now = makers.stage(category).matches.exclude(state="finished")
    assert [match.pk for match in open_now] == [between(category, 3, 4).pk]
    assert Result.objects.filter(is_current=True).count() == 5


def test_a_match_that_ends_as_one_side_leaves_ends_once():
    category = makers.groups(4, kind="single")
    match = between(category, 1, 2)
    results.start(match=match, by=_by(category))
    by = [_by(category), _by(category)]
    answers = _at_once(
        lambda: makers.result(match, 200, 100, by=by[0]),
        lambda: leaving.withdraw(entrant=entrant(category, 1), by=by[1]),
    )
    assert _sound(answers)
    assert match.results.filter(is_current=True).count() == 1
    assert between(category, 1, 3).state == "finished"


def test_who_leaves_as_the_next_round_is_let_out_is_not_sent_to_a_table():
    category = drawn("swiss", 6)
    play_round(category, 1)
    draws.propose(stage=makers.stage(category), by=_by(category))
    by = [_by(category), _by(category)]
    answers = _at_once(
        lambda: draws.release(stage=makers.stage(category), by=by[0]),
        lambda: leaving.withdraw(entrant=entrant(category, 1), by=by[1]),
    )
    assert _sound(answers)
    seated = Match.objects.filter(round=2, seats__entrant__number=1).exists()
    if seated:  # let out first: then its match is offered to be drawn again
        entry = Entry.objects.get(verb="competition.entrant.left")
        assert entry.facts["redrawn"] or makers.stage(category).byes.filter(entrant__number=1).exists()
    else:
        assert _refused(answers) in (["draw-out-of-date"], [])


def test_two_that_come_late_at_one_moment_get_two_numbers_and_meet_everybody():
    category = makers.groups(4, kind="single")
    by = [_by(category), _by(category)]
    players = [makers.player(by[0]), makers.player(by[0])]
    answers = _at_once(
        *(
            lambda at=at: arriving.enter_late(category=category, by=by[at], players=[players[at]])
            for at in (0, 1)
        )
    )
    assert sorted(each.number for each in answers if isinstance(each, Entrant)) == [5, 6]
    stage = makers.stage(category)
    assert stage.matches.count() == 15
    assert stage.matches.values_list("code", flat=True).distinct().count() == 15


def test_who_comes_late_as_the_next_round_is_drawn_is_in_it_or_waits():
    category = drawn("swiss", 6)
    play_round(category, 1)
    by = [_by(category), _by(category)]
    player = makers.player(by[0])
    answers = _at_once(
        lambda: arriving.enter_late(category=category, by=by[0], players=[player]),
        lambda: draws.propose(stage=makers.stage(category), by=by[1]),
    )
    assert _sound(answers)
    (draft,) = Draw.objects.filter(round=2, state="draft")
    came = category.entrants.filter(number=7).exists()
    assert came == ("7" in {side["id"] for side in draft.entrants})
    assert came or _refused(answers) == ["draft-stands"]


def test_two_entrants_are_made_one_once():
    category = makers.category(kind="single")
    makers.entrants(category, 3)
    by = [_by(category), _by(category)]
    pairs = ((1, 2), (2, 1))
    answers = _at_once(
        *(
            lambda at=at: merging.merge(
                keep=entrant(category, pairs[at][0]),
                other=entrant(category, pairs[at][1]),
                by=by[at],
                reason="one person",
            )
            for at in (0, 1)
        )
    )
    assert _refused(answers) == ["merged-already"]
    assert category.entrants.filter(merged_into=None).count() == 2

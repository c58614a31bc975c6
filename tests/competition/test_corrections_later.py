"""What a correction brings about in later stages and rounds: what has not begun follows, what has asks."""

from collections.abc import Callable
from typing import Any

import pytest

from cacho_tournaments.competition.actions import corrections, draws, ledger, results
from cacho_tournaments.competition.actions.results import SideResult
from cacho_tournaments.competition.actions.rulings import Rulings
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Correction, Draw, Match, Stage
from cacho_tournaments.competition.queries.corrections import changes, picture
from tests import makers
from tests.competition.test_corrections import by, corrected, match, seats, stands, tried

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def says(category: Category, code: str, *points: int, order: int = 1) -> Callable[[Rulings], Any]:
    """Return the act that says so many points for the seats of a match."""
    lines = [
        SideResult(at, 1 + sum(other > mine for other in points), int(mine == max(points)), mine)
        for at, mine in enumerate(points, start=1)
    ]
    who = by(category)
    return lambda rulings: results.record(
        match=match(category, code, order), by=who, kind="played", lines=lines, rulings=rulings
    )


def turned(
    category: Category, first: int, second: int, order: int = 1
) -> tuple[str, Callable[[Rulings], Any]]:
    """Return the match of two and the act by which the one with the higher number wins it after all."""
    found = makers.stage(category, order).matches.filter(seats__entrant__number=first)
    code = found.get(seats__entrant__number=second).code
    points = [10 if side == min(first, second) else 250 for side in seats(category, code, order)]
    return code, says(category, code, *points, order=order)


def finalists(category: Category) -> set[int]:
    rows = makers.stage(category, 2).matches.values_list("seats__entrant__number", flat=True)
    return {number for number in rows if number}


@pytest.fixture
def two_stages() -> Category:
    """Two groups of four played, the lower number always winning, and the knock-out of the first two of each
    released."""
    category = makers.groups(8)
    makers.played_out(category)
    makers.drawn(category, order=2)
    return category


def group_of(category: Category, number: int) -> list[int]:
    """Return the numbers of somebody's group, best first as they were played."""
    stage = makers.stage(category)
    group = stage.groups.get(places__entrant__number=number, places__is_standing=True)
    return sorted(group.places.values_list("entrant__number", flat=True))


def test_a_later_stage_that_has_not_begun_is_drawn_again_by_itself(two_stages: Category):
    first, second, third, _last = group_of(two_stages, 1)
    assert {first, second} <= finalists(two_stages)
    old = Draw.objects.get(stage=makers.stage(two_stages, 2), state="released")
    rows = ledger.read(two_stages)
    code, do = turned(two_stages, second, third)
    expected = tried(two_stages, do)
    names = picture(two_stages).names
    assert [(one.comes, one.falls_out, one.is_drawn) for one in expected.goes_on] == [
        ((names[third],), (names[second],), True)
    ]
    assert expected.drawn_again == ((2, 0),)
    before = picture(two_stages)
    made = corrected(two_stages, do, seal=expected.seal)
    assert changes(before, picture(two_stages), {}) == expected
    assert third in finalists(two_stages)
    assert second not in finalists(two_stages)
    new = Draw.objects.get(stage=makers.stage(two_stages, 2), state="released")
    assert (new.pk != old.pk, new.seed) == (True, old.seed)
    assert makers.stage(two_stages).state == Stage.State.CLOSED
    corrections.undo(correction=made, by=by(two_stages), reason="it was right")
    assert stands(ledger.read(two_stages), rows) == rows
    assert Draw.objects.get(stage=makers.stage(two_stages, 2), state="released").pk == old.pk
    assert match(two_stages, code).results.filter(is_current=True).count() == 1


def test_figures_that_change_nobody_who_goes_on_leave_the_next_stage_alone(two_stages: Category):
    _first, _second, third, last = group_of(two_stages, 1)
    found = makers.stage(two_stages).matches.filter(seats__entrant__number=third)
    code = found.get(seats__entrant__number=last).code
    points = [290 if side == third else 40 for side in seats(two_stages, code)]
    seen = makers.stage(two_stages, 2).matches.values_list("token", flat=True)
    tokens = list(seen)
    corrected(two_stages, says(two_stages, code, *points))
    assert list(seen.all()) == tokens


def _began(category: Category) -> Match:
    begun = makers.stage(category, 2).matches.select_related("stage__category__tournament").first()
    assert begun is not None
    makers.result(begun, 200, 100)
    return begun


def test_a_later_stage_that_has_begun_asks_and_is_kept(two_stages: Category):
    _first, second, third, _last = group_of(two_stages, 1)
    _began(two_stages)
    _code, do = turned(two_stages, second, third)
    with pytest.raises(Impossible) as refused:
        corrected(two_stages, do)
    assert (refused.value.code, refused.value.facts["about"]) == ("decision-needed", ["stage 2"])
    corrected(two_stages, do, {"stage 2": "keep"})
    assert second in finalists(two_stages)
    assert third not in finalists(two_stages)


@pytest.mark.parametrize(("decision", "state"), [("replay", "released"), ("void", "planned")])
def test_a_later_stage_that_has_begun_is_played_again_or_taken_back(
    two_stages: Category, decision: str, state: str
):
    _first, second, third, _last = group_of(two_stages, 1)
    begun = _began(two_stages)
    rows = ledger.read(two_stages)
    made = corrected(two_stages, turned(two_stages, second, third)[1], {"stage 2": decision})
    assert makers.stage(two_stages, 2).state == state
    assert not Match.objects.filter(pk=begun.pk).exists()
    assert Match.ever.get(pk=begun.pk).results.count() == 1
    assert (third in finalists(two_stages)) == (decision == "replay")
    corrections.undo(correction=made, by=by(two_stages), reason="no")
    assert stands(ledger.read(two_stages), rows) == rows
    assert Match.objects.filter(pk=begun.pk).exists()


def test_a_result_taken_back_takes_back_the_next_stage_and_opens_its_own(two_stages: Category):
    code = makers.stage(two_stages).matches.first().code
    who = by(two_stages)
    rows = ledger.read(two_stages)

    def do(rulings: Rulings) -> object:
        return results.revoke(match=match(two_stages, code), by=who, reason="wrong", rulings=rulings)

    assert tried(two_stages, do).goes_on[0].is_open
    made = corrected(two_stages, do)
    assert makers.stage(two_stages).state == Stage.State.RELEASED
    assert makers.stage(two_stages, 2).state == Stage.State.PLANNED
    makers.result(match(two_stages, code), 250, 10)
    makers.drawn(two_stages, order=2)
    with pytest.raises(Impossible) as refused:
        corrections.undo(correction=made, by=who, reason="no")
    assert refused.value.code == "drawn-since"
    assert rows != ledger.read(two_stages)


# -- rounds ---------------------------------------------------------------------------------------------------


@pytest.fixture
def swiss() -> Category:
    """Eight in Swiss rounds: the first played, the lower number winning, the second released."""
    category = makers.category(plan="swiss")
    makers.entrants(category, 8, seeds=8)
    makers.drawn(category)
    makers.played_out(category)
    makers.drawn(category)
    return category


def pairs(category: Category, round_: int) -> set[frozenset[int]]:
    found = makers.stage(category).matches.filter(round=round_)
    return {frozenset(filter(None, seats(category, each.code))) for each in found}


def flipped(category: Category, code: str) -> Callable[[Rulings], Any]:
    """Return the act by which the side that lost has won."""
    lines = list(match(category, code).results.get(is_current=True).lines.order_by("seat__position"))
    points = [300 - (line.points or 0) + 100 * (line.place - 1) for line in lines]
    return says(category, code, *points)


def test_a_later_round_that_has_not_begun_is_drawn_again(swiss: Category):
    before, rows = pairs(swiss, 2), ledger.read(swiss)
    expected = tried(swiss, flipped(swiss, "1-1"))
    assert expected.drawn_again == ((1, 2),)
    made = corrected(swiss, flipped(swiss, "1-1"), seal=expected.seal)
    assert pairs(swiss, 2) != before
    corrections.undo(correction=made, by=by(swiss), reason="no")
    assert pairs(swiss, 2) == before
    assert stands(ledger.read(swiss), rows) == rows


def test_a_round_that_would_fall_the_same_keeps_its_sheets(swiss: Category):
    tokens = set(makers.stage(swiss).matches.filter(round=2).values_list("token", flat=True))
    high = [(line.points or 0) + 1 for line in match(swiss, "1-1").results.get(is_current=True).lines.all()]
    corrected(swiss, says(swiss, "1-1", *high))
    assert set(makers.stage(swiss).matches.filter(round=2).values_list("token", flat=True)) == tokens


def test_a_later_round_that_has_begun_is_kept_unless_something_else_is_decided(swiss: Category):
    before = pairs(swiss, 2)
    begun = makers.stage(swiss).matches.filter(round=2).select_related("stage__category__tournament").first()
    makers.result(begun, 200, 100)
    do = flipped(swiss, "1-1")
    assert [(one.about, one.kind, one.number) for one in tried(swiss, do).questions] == [
        ("round 1.2", "round", "2")
    ]
    made = corrected(swiss, do)
    assert pairs(swiss, 2) == before
    corrections.undo(correction=made, by=by(swiss), reason="no")
    rows = ledger.read(swiss)
    again = corrected(swiss, do, {"round 1.2": "replay"})
    assert pairs(swiss, 2) != before
    assert not makers.stage(swiss).matches.filter(round=2, state="finished").exists()
    corrections.undo(correction=again, by=by(swiss), reason="no")
    assert stands(ledger.read(swiss), rows) == rows


def test_a_round_made_by_hand_is_not_drawn_over_without_a_decision():
    category = makers.category(plan="swiss")
    sides = makers.entrants(category, 8, seeds=8)
    makers.drawn(category)
    makers.played_out(category)
    makers.drawn(category, released=False)
    draws.swap(stage=makers.stage(category), by=by(category), first=sides[0], second=sides[7])
    draws.release(stage=makers.stage(category), by=by(category))
    before = pairs(category, 2)
    found = tried(category, flipped(category, "1-1"))
    assert [one.about for one in found.questions] == ["round 1.2"]
    made: Correction = corrected(category, flipped(category, "1-1"))
    assert pairs(category, 2) == before
    assert [one["decision"] for one in made.facts["told"]["questions"]] == ["keep"]

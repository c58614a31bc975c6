"""All against all: the Berger tables and what they promise (FORMATS.md, chapter 2)."""

from collections import Counter
from itertools import groupby
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacho_tournaments.formats import round_robin
from cacho_tournaments.formats.base import Entrant
from cacho_tournaments.formats.errors import NoValidDraw

# http://c.w.fox.tripod.com/chess/berger.html
PUBLISHED = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: (
        "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / "
        "3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1"
    ),
}


def numbers(count: int) -> list[str]:
    return [str(number) for number in range(1, count + 1)]


def written(rounds: tuple[round_robin.Round, ...]) -> str:
    return " / ".join(" ".join(f"{first}-{second}" for first, second in pairs) for pairs in rounds)


@pytest.mark.parametrize("count", PUBLISHED)
def test_the_published_berger_tables_come_out(count):
    assert written(round_robin.rounds(numbers(count))) == PUBLISHED[count]


def test_an_odd_number_gives_a_free_round_to_who_would_meet_the_highest():
    free = [pair[0] for pairs in round_robin.rounds(numbers(5)) for pair in pairs if pair[1] is None]
    assert free == ["1", "4", "2", "5", "3"]


def test_three_sides_have_one_free_round_each():
    # slashinfty/tournament-organizer issue 35
    free = [pair[0] for pairs in round_robin.rounds(numbers(3)) for pair in pairs if pair[1] is None]
    assert sorted(free) == ["1", "2", "3"]


@given(st.integers(2, 40), st.integers(1, 3))
def test_everybody_meets_everybody_once_a_leg_and_sits_once_a_round(count, legs):
    members = numbers(count)
    rounds = round_robin.rounds(members, legs)
    assert len(rounds) == legs * (count - 1 + count % 2)
    for pairs in rounds:
        assert Counter(side for pair in pairs for side in pair if side) == Counter(members)
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if pair[1])
    assert set(met.values()) == {legs}
    assert len(met) == count * (count - 1) // 2


@given(st.integers(2, 30))
def test_nobody_throws_first_more_than_once_oftener_than_second(count):
    # flamontagne/rrschedule issue 5; mnito/round-robin issue 4
    first: Counter[str] = Counter()
    for pairs in round_robin.rounds(numbers(count)):
        for one, other in pairs:
            if other:
                first.update({one: 1, other: -1})
    assert all(abs(lead) <= 1 for lead in first.values())


@given(st.integers(2, 12).map(lambda half: 2 * half))
def test_over_two_legs_order_is_even_and_nobody_is_first_three_times_running(count):
    rounds = round_robin.rounds(numbers(count), 2)
    for side in numbers(count):
        order = [pair[0] == side for pairs in rounds for pair in pairs if side in pair]
        assert order.count(True) == order.count(False)
        assert max(len(list(run)) for _, run in groupby(order)) <= 2


def test_the_return_leg_is_the_table_with_sides_turned():
    # Drarig29/brackets-manager.js pull 249
    back = round_robin.rounds(numbers(6), 2)[5:]
    assert [[pair[::-1] for pair in pairs] for pairs in back] == [
        list(pairs) for pairs in round_robin.rounds(numbers(6))
    ]


def test_a_league_numbers_its_seeds_first_and_the_rest_by_lot():
    field = [Entrant(str(number), seed={7: 1, 3: 2}.get(number)) for number in range(1, 9)]
    orders = {round_robin.draw(field, rng=Random(seed)).groups[0].members for seed in range(20)}
    assert {order[:2] for order in orders} == {("7", "3")}
    assert len(orders) > 15


def test_one_side_alone_is_refused_with_the_least_number_that_works():
    with pytest.raises(NoValidDraw) as refusal:
        round_robin.rounds(["1"])
    assert (refusal.value.code, refusal.value.facts["nearest"]) == ("too-few-entrants", 2)


def test_a_side_named_twice_is_refused():
    with pytest.raises(NoValidDraw, match="entrant-twice"):
        round_robin.rounds(["1", "2", "1"])

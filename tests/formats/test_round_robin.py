"""All against all: the Berger tables and what they promise (FORMATS.md, chapter 2)."""

from collections import Counter
from itertools import groupby, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacho_tournaments.formats import round_robin
from cacho_tournaments.formats.base import Entrant, Group, Match
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


# -- who joins a group that is drawn (rules 2.6 to 2.8) -----------------------------------------------------------


def _group(count: int, legs: int = 1) -> tuple[Match, ...]:
    return round_robin.fixtures(Group("A", tuple(numbers(count))), legs)


def _meetings(matches: tuple[Match, ...]) -> str:
    return " ".join(f"{match.round}:{'-'.join(map(str, match.seats))}" for match in matches)


def test_who_joins_three_plays_whoever_sits_out():
    # 1 sits out of round 1, 3 of round 2, 2 of round 3: nothing is appended.
    joined = round_robin.join(numbers(3), _group(3), "4")
    assert _meetings(joined) == "1:4-1 2:3-4 3:4-2"
    assert [match.id for match in joined] == ["A-r1m2", "A-r2m2", "A-r3m2"]
    assert {match.group for match in joined} == {"A"}


def test_who_joins_four_plays_behind_them_because_nobody_is_free():
    assert [match.round for match in round_robin.join(numbers(4), _group(4), "9")] == [4, 5, 6, 7]


def test_rounds_that_have_begun_take_nobody_in():
    joined = round_robin.join(numbers(3), _group(3), "4", begun={1, 2})
    assert [match.round for match in joined] == [3, 4, 5]
    assert "2" in joined[0].seats


def test_a_second_who_joins_finds_room_beside_the_first():
    first = round_robin.join(numbers(4), _group(4), "5")
    second = round_robin.join(numbers(5), (*_group(4), *first), "6")
    # The two newcomers are both free in round 1.
    assert _meetings(second) == "1:6-5 4:3-6 5:6-4 6:2-6 7:6-1"


def test_nobody_joins_the_own_group_or_an_empty_one():
    with pytest.raises(NoValidDraw, match="entrant-twice"):
        round_robin.join(numbers(4), _group(4), "4")
    with pytest.raises(NoValidDraw, match="too-few-entrants"):
        round_robin.join([], (), "4")


@given(st.integers(2, 12), st.integers(1, 3), st.sets(st.integers(1, 12)), st.integers(1, 3))
def test_whoever_joins_meets_everybody_once_a_leg_and_nothing_moves(count, legs, begun, newcomers):
    matches = _group(count, legs)
    for number in range(count + 1, count + newcomers + 1):
        before = {match.round for match in matches}
        joined = round_robin.join(numbers(number - 1), matches, str(number), legs=legs, begun=begun)
        assert not {match.round for match in joined} & begun & before
        matches = (*matches, *joined)
        own = [match for match in matches if str(number) in match.seats]
        met = Counter(side for match in own for side in match.seats if side != str(number))
        assert met == dict.fromkeys(numbers(number - 1), legs)
        sat = Counter((match.round, side) for match in matches for side in match.seats)
        assert set(sat.values()) == {1}
        assert len({match.id for match in matches}) == len(matches)
        for other in numbers(number - 1):
            order = [match.seats[0] == other for match in own if other in match.seats]
            assert all(one != following for one, following in pairwise(order))


@given(st.integers(2, 20), st.integers(1, 2), st.integers(0, 40))
def test_a_league_that_kept_to_the_tables_goes_on_by_them(count, legs, played):
    """Rule 2.9."""
    members = numbers(count)
    whole = round_robin.fixtures(Group("A", tuple(members)), legs)
    last = whole[-1].round
    standing = [match for match in whole if match.round <= min(played, last)]
    found = round_robin.remaining(members, standing, legs=legs)
    rest = [(match.round, frozenset(match.seats)) for match in whole if match.round > min(played, last)]
    assert sorted((match.round, sorted(match.seats)) for match in found) == sorted(
        (number, sorted(sides)) for number, sides in rest
    )


@given(st.integers(2, 12), st.integers(1, 2), st.randoms(use_true_random=False))
def test_a_league_begun_in_any_order_is_played_to_its_end(count, legs, rng):
    """Rule 2.9: everybody meets everybody once a leg, nobody sits twice in a round, sides change order by leg."""
    members = numbers(count)
    order = rng.sample(members, count)
    whole = round_robin.fixtures(Group("A", tuple(order)), legs)
    standing = [match for match in whole if match.round <= whole[-1].round // 2]
    found = round_robin.remaining(members, standing, legs=legs)
    everything = [*standing, *found]
    assert set(Counter(frozenset(match.seats) for match in everything).values()) == {legs}
    assert len(everything) == legs * count * (count - 1) // 2
    seated = Counter((match.round, side) for match in everything for side in match.seats)
    assert set(seated.values()) == {1}
    if legs == 2:
        assert set(Counter(match.seats for match in everything).values()) == {1}


def test_who_has_left_a_league_made_elsewhere_meets_nobody_more():
    """Rule 2.9."""
    played = [Match("A-r1m1", ("1", "2"), round=1)]
    found = round_robin.remaining(numbers(4), played, gone=("2",))
    assert {frozenset(match.seats) for match in found} == {
        frozenset(pair) for pair in (("3", "4"), ("1", "3"), ("1", "4"))
    }

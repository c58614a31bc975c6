"""Rounds at tables of three to six: sizes, who meets whom, seats (FORMATS.md, 11.1 to 11.11)."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacho_tournaments.formats import tables
from cacho_tournaments.formats.base import Bye, Entrant, Match, Note, Points, Result
from cacho_tournaments.formats.errors import NoValidDraw
from tests.formats.table_rounds import ended, field, met, stage


def scored(points: Sequence[int]) -> tuple[list[Entrant], list[Bye]]:
    """Return entrants that have these points each, for a round in which all sat out."""
    sides = field(len(points))
    return sides, [Bye(side.id, 1, "late", own) for side, own in zip(sides, points, strict=True)]


# -- sizes


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (5, 4)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (13, (5, 4, 4)),
        (14, (4, 4, 3, 3)),
        (500, (4,) * 125),
    ],
)
def test_tables_of_four_come_first_then_two_of_three_then_one_of_five(count, sizes):
    assert tables.sizes(count) == sizes


@pytest.mark.parametrize(("count", "nearest", "allow"), [(5, 4, (5,))])
def test_five_at_tables_of_three_and_four_are_refused_with_what_would_do(count, nearest, allow):
    with pytest.raises(NoValidDraw) as refusal:
        tables.sizes(count, allowed=(3, 4))
    assert refusal.value.code == "impossible-sizes"
    assert refusal.value.facts["entrants"] == count
    assert refusal.value.facts["allowed"] == (3, 4)
    assert (refusal.value.facts["nearest"], refusal.value.facts["allow"]) == (nearest, allow)


def test_with_tables_of_three_and_four_only_one_two_and_five_cannot_sit():  # phase-rs/phase issue 7718
    refused = []
    for count in range(1, 131):
        try:
            assert sum(tables.sizes(count, allowed=(3, 4))) == count
        except NoValidDraw:
            refused.append(count)
    assert refused == [1, 2, 5]
    assert tables.sizes(9, allowed=(3, 4)) == (3, 3, 3)


@pytest.mark.parametrize(
    ("count", "allowed", "code", "nearest"),
    [
        (2, (3, 4, 5), "too-few-entrants", 3),
        (7, (6,), "impossible-sizes", 6),
        (8, (3, 7), "impossible-sizes", 8),
        (8, (1, 4), "impossible-sizes", 8),
        (8, (), "impossible-sizes", 8),
    ],
)
def test_sizes_that_seat_nobody_are_refused(count, allowed, code, nearest):
    with pytest.raises(NoValidDraw) as refusal:
        tables.sizes(count, allowed=allowed)
    assert (refusal.value.code, refusal.value.facts["nearest"]) == (code, nearest)


@given(st.integers(1, 130), st.sets(st.integers(2, 6), min_size=1), st.integers(3, 6))
def test_sizes_seat_everybody_or_the_refusal_names_what_works(count, allowed, wish):
    try:
        sizes = tables.sizes(count, allowed=allowed, wish=wish)
    except NoValidDraw as refusal:
        assert tables.sizes(refusal.facts["nearest"], allowed=allowed, wish=wish)
        if refusal.code == "impossible-sizes":
            assert tables.sizes(count, allowed={*allowed, *refusal.facts["allow"]}, wish=wish)
        return
    assert sum(sizes) == count
    assert set(sizes) <= allowed
    if {3, 4, 5} <= allowed and wish == 4 and count > 2:
        assert 2 not in sizes
        assert sizes.count(3) <= 2
        assert sizes.count(5) <= 1


# -- who meets whom


@pytest.mark.parametrize(
    ("points", "rooms"),
    [  # TabbycatDebate/tabbycat, draw/tests/test_bphungarian_parts.py: rooms of four by points
        ((3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0), ["3 3 2 2", "2 2 1 1", "1 1 0 0"]),
        (
            (4, 4, 4, *[3] * 5, *[2] * 11, *[1] * 4, 0),
            ["4 4 4 3", "3 3 3 3", "2 2 2 2", "2 2 2 2", "2 2 2 1", "1 1 1 0"],
        ),
        ((4, 3, *[2] * 6, *[0] * 4), ["4 3 2 2", "2 2 2 2", "0 0 0 0"]),
        ((*[7] * 11, *[6] * 5), ["7 7 7 7", "7 7 7 7", "7 7 7 6", "6 6 6 6"]),
    ],
)
def test_the_best_sit_together_and_the_best_table_is_the_first(points, rooms):
    sides, byes = scored(points)
    drawn = tables.draw(sides, [], byes, round=2, seed=5)
    own = {side.id: mine for side, mine in zip(sides, points, strict=True)}
    by_table = [sorted((own[side] for side in match.seats), reverse=True) for match in drawn.matches]
    assert [" ".join(map(str, table)) for table in by_table] == rooms
    assert [match.table for match in drawn.matches] == list(range(1, len(rooms) + 1))


@pytest.mark.parametrize("seed", range(5))
def test_sixteen_have_a_third_round_without_repeats(seed):
    # MahjongPantheon, Mimir/tests/helpers/SeatingTest.php: rows and columns of a square have been played
    square = [[str(4 * row + column + 1) for column in range(4)] for row in range(4)]
    rng = Random(seed)
    played = [
        ended(Match(f"r{number}m{place}", tuple(sides), round=number), rng)
        for number, lines in ((1, square), (2, list(zip(*square, strict=True))))
        for place, sides in enumerate(lines, start=1)
    ]
    drawn = tables.draw(field(16), played, [], round=3, seed=seed)
    assert not met(drawn.matches).keys() & met(played).keys()
    assert drawn.notes == ()


@pytest.mark.parametrize(("count", "rounds"), [(40, 6), (64, 6)])
def test_nobody_meets_anybody_twice_while_there_are_enough(count, rounds):
    drawn = [one for one, _ in stage(field(count), rounds)]
    assert set(met([match for one in drawn for match in one.matches]).values()) == {1}
    assert all(one.notes == () for one in drawn)


@pytest.mark.parametrize(("count", "size", "rounds"), [(16, 4, 5), (25, 5, 6), (15, 3, 7), (28, 4, 7)])
def test_the_few_seatings_without_repeats_are_found(count, size, rounds):
    *_, (last, before) = stage(field(count), rounds - 1, mode="design", size=size)
    played = [*before, *(ended(match, Random(1)) for match in last.matches)]
    for mode in ("swiss", "random"):
        drawn = tables.draw(
            field(count), played, [], round=rounds, rounds=rounds + 1, size=size, mode=mode, seed=3
        )
        assert not met(drawn.matches).keys() & met(played).keys()


@pytest.mark.parametrize(
    ("count", "rounds", "seed"),
    [(20, 4, 9), (24, 5, 4), (28, 6, 0), (28, 6, 3), (32, 7, 8), (40, 9, 0), (40, 9, 3)],
)
def test_a_repeat_is_not_called_unavoidable_where_trying_all_finds_a_round_without(count, rounds, seed):
    *_, (drawn, before) = stage(field(count), rounds, seed)
    assert drawn.notes == ()
    assert set(met([*before, *drawn.matches]).values()) == {1}


def test_two_that_must_meet_again_are_named_with_their_table_and_round():
    first, second = (drawn for drawn, _ in stage(field(8), 2))
    assert second.notes == tuple(
        Note("repeat-unavoidable", {"table": match.table, "entrants": pair, "round": 1})
        for match in second.matches
        for pair in combinations(match.seats, 2)
        if frozenset(pair) in met(first.matches)
    )
    assert len(second.notes) == 4  # no fewer can be: each of the two tables has two of each


def test_who_met_twice_is_spared_rather_than_who_met_once():
    sides = field(8)
    rounds = [["1 2 3 4", "5 6 7 8"], ["1 2 5 6", "3 4 7 8"], ["1 2 7 8", "3 4 5 6"]]
    played = [
        ended(Match(f"r{number}m{place}", tuple(seats.split()), round=number), Random(number))
        for number, lines in enumerate(rounds, start=1)
        for place, seats in enumerate(lines, start=1)
    ]
    drawn = tables.draw(sides, played, [], round=4, seed=2, mode="random")
    times = met(played)
    assert max(times[pair] for pair in met(drawn.matches)) == 1


def at_twos(rounds: str, kinds: str) -> list[Match]:
    """Return rounds at tables of two: ``at_twos("12 34/13 24", "walkover played")``."""
    return [
        Match(f"r{number}m{place}", tuple(pair), Result(kind, (1, 2)), number)
        for number, (line, kind) in enumerate(zip(rounds.split("/"), kinds.split(), strict=True), start=1)
        for place, pair in enumerate(line.split(), start=1)
    ]


@pytest.mark.parametrize("mode", ["swiss", "random"])
def test_who_was_kept_from_meeting_by_a_forfeit_meets_again_first(mode):
    played = at_twos("12 34/13 24/14 23", "played walkover played")
    drawn = tables.draw(field(4), played, [], round=4, size=2, allowed=(2,), seed=1, mode=mode)
    assert met(drawn.matches).keys() == {frozenset("13"), frozenset("24")}


def test_a_club_shares_a_table_rather_than_that_anybody_meets_again():
    sides = [Entrant(name, club="Los Senas" if name in "14" else None) for name in "1234"]
    played = at_twos("12 34/13 24", "played played")
    drawn = tables.draw(sides, played, [], round=3, size=2, allowed=(2,), seed=1)
    assert met(drawn.matches).keys() == {frozenset("14"), frozenset("23")}
    assert [(note.code, set(note.facts["entrants"])) for note in drawn.notes] == [
        ("club-together", {"1", "4"})
    ]


def test_clubs_sit_apart_as_far_as_numbers_allow():
    # algorithms of the house: 25 of one club at 16 tables share one at least nine times
    sides = [Entrant(str(number), club="Los Senas" if number <= 25 else None) for number in range(1, 65)]
    for drawn, _ in stage(sides, 3):
        clubs = [note for note in drawn.notes if note.code == "club-together"]
        assert len(clubs) == 9
        assert all(note.facts["club"] == "Los Senas" and len(note.facts["entrants"]) == 2 for note in clubs)
        assert [note for note in drawn.notes if note.code != "club-together"] == []
        for note in clubs:
            seats = next(match.seats for match in drawn.matches if match.table == note.facts["table"])
            assert set(note.facts["entrants"]) <= set(seats)


def test_repeats_and_clubs_are_avoided_together_where_they_can_be():
    square = [[str(4 * row + column) for column in range(4)] for row in range(4)]
    sides = [Entrant(str(number), club=f"column {number % 4}") for number in range(16)]
    played = [Match(f"r1m{place}", tuple(line), None, 1) for place, line in enumerate(square)]
    drawn = tables.draw(sides, played, [], round=2, seed=1)
    assert not met(drawn.matches).keys() & met(played).keys()
    assert drawn.notes == ()


def test_in_round_one_the_seeded_are_dealt_out():
    sides = [Entrant(str(number), seed=number if number <= 8 else None) for number in range(1, 17)]
    for seed in range(5):
        drawn = tables.draw(sides, [], [], round=1, seed=seed)
        for pot in ({"1", "2", "3", "4"}, {"5", "6", "7", "8"}):
            assert all(len(pot & set(match.seats)) == 1 for match in drawn.matches)


def test_tables_of_odd_size_are_the_last_ones():  # eVen-gits/EDH_matchmaker issue 2
    sides, byes = scored((5, 5, 5, 3, 3, 3, 3, 1, 1, 1))
    drawn = tables.draw(sides, [], byes, round=2, seed=1)
    assert [len(match.seats) for match in drawn.matches] == [4, 3, 3]
    assert {"1", "2", "3"} < set(drawn.matches[0].seats)


def test_whoever_sat_at_a_table_of_three_sits_at_one_of_four_next():
    for mode in ("random", "swiss"):
        three: Counter[str] = Counter()
        for drawn, _ in stage(field(27), 4, mode=mode, points=Points(places={4: (0,), 3: (0,)})):
            three.update(side for match in drawn.matches if len(match.seats) == 3 for side in match.seats)
        assert set(three.values()) == {1}
        assert len(three) == 12


def test_seats_are_evened_out():
    sat: Counter[tuple[str, int]] = Counter()
    for drawn, _ in stage(field(64), 4):
        for match in drawn.matches:
            taken = sum(sat[side, seat] for seat, side in enumerate(match.seats))
            orders = permutations(match.seats)
            assert taken == min(sum(sat[side, seat] for seat, side in enumerate(order)) for order in orders)
        sat.update((side, seat) for match in drawn.matches for seat, side in enumerate(match.seats))
    assert max(sat.values()) <= 2

"""Designs: rounds at tables known beforehand (FORMATS.md, 11.12 and 11.13)."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacho_tournaments.formats import designs


def meetings(points: int, size: int) -> Counter[frozenset[int]]:
    """Count who meets whom over all rounds of a design, and see that each seats everybody once."""
    met: Counter[frozenset[int]] = Counter()
    for number in range(1, designs.length(points, size) + 1):
        tables = designs.tables(points, size, number)
        assert sorted(point for table in tables for point in table) == list(range(points))
        assert {len(table) for table in tables} == {size}
        met.update(frozenset(two) for table in tables for two in combinations(table, 2))
    return met


@pytest.mark.parametrize(
    ("points", "size", "rounds"),
    [
        (9, 3, 4),  # AG(2,3)
        (16, 4, 5),  # AG(2,4): each of the 120 pairs once
        (25, 5, 6),  # AG(2,5)
        (49, 7, 8),  # AG(2,7)
        (15, 3, 7),  # Kirkman's schoolgirls
        (27, 3, 13),
        (64, 4, 21),
    ],
)
def test_in_a_complete_design_everybody_meets_everybody_once(points, size, rounds):
    assert designs.length(points, size) == rounds
    met = meetings(points, size)
    assert set(met.values()) == {1}
    assert len(met) == points * (points - 1) // 2


@pytest.mark.parametrize(
    ("points", "rounds"),
    [(20, 5), (28, 7), (44, 11), (52, 13), (100, 25)],  # riichi.wiki, "Tournament blocks": m, m prime to 6
)
def test_tables_of_four_have_the_rounds_of_the_cyclic_formula(points, rounds):
    assert designs.length(points, 4) == rounds
    assert set(meetings(points, 4).values()) == {1}


@pytest.mark.parametrize(
    ("points", "size", "rounds"), [(32, 4, 9), (36, 4, 9), (24, 3, 8), (12, 3, 4), (36, 6, 1)]
)
def test_fields_give_rounds_where_counting_round_a_ring_does_not(points, size, rounds):
    assert designs.length(points, size) == rounds
    assert set(meetings(points, size).values()) == {1}


@given(st.integers(3, 6), st.integers(1, 30))
def test_no_two_meet_twice_in_any_design(size, tables):
    points = size * tables
    rounds = designs.length(points, size)
    assert 1 <= rounds <= (points - 1) // (size - 1)
    assert set(meetings(points, size).values()) == {1}


@given(st.integers(3, 6), st.integers(1, 60))
def test_round_one_has_the_points_in_their_order(size, tables):
    drawn = designs.tables(size * tables, size, 1)
    assert [point for table in drawn for point in table] == list(range(size * tables))


@pytest.mark.parametrize(("points", "size"), [(17, 4), (2, 2), (10, 2), (3, 4), (0, 4)])
def test_where_the_size_does_not_fit_there_is_no_design(points, size):
    assert designs.length(points, size) == 0


def test_a_round_beyond_the_design_is_not_made_up():
    with pytest.raises(ValueError, match="no round 6"):
        designs.tables(16, 4, 6)

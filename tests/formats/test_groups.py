"""Groups: sizes, seeds and clubs apart, the lot (FORMATS.md, chapter 3)."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.formats import checker, groups
from cacho_tournaments.formats.base import Entrant
from cacho_tournaments.formats.errors import NoValidDraw

FIELDS = st.integers(3, 40).flatmap(
    lambda count: st.builds(
        lambda clubs, seeded: [
            Entrant(str(number), seed=number if number <= seeded else None, club=club)
            for number, club in enumerate(clubs, start=1)
        ],
        st.lists(
            st.sampled_from([None, "Senas", "Senas", "Balas", "Trenes"]), min_size=count, max_size=count
        ),
        st.integers(0, count),
    )
)


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
        (14, (4, 4, 3, 3)),  # Drarig29/brackets-manager.js pull 249
        (64, (4,) * 16),
    ],
)
def test_groups_of_four_have_three_or_five_where_numbers_demand(count, sizes):
    assert groups.sizes(count) == sizes


@given(st.integers(3, 200), st.integers(3, 8))
def test_sizes_hold_everybody_and_differ_by_one_at_most(count, size):
    sizes = groups.sizes(count, size)
    assert sum(sizes) == count
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 3
    assert list(sizes) == sorted(sizes, reverse=True)


@pytest.mark.parametrize(
    ("count", "size", "code", "nearest"),
    [(2, 4, "too-few-entrants", 3), (20, 2, "impossible-sizes", 3), (20, 9, "impossible-sizes", 8)],
)
def test_what_makes_no_groups_is_refused_with_what_would(count, size, code, nearest):
    field = [Entrant(str(number)) for number in range(count)]
    with pytest.raises(NoValidDraw) as refusal:
        groups.draw(field, size=size, rng=Random(1))
    assert (refusal.value.code, refusal.value.facts["nearest"]) == (code, nearest)


@given(FIELDS, st.integers(3, 6), st.integers(0, 10**6))
def test_every_draw_keeps_seeds_and_clubs_apart_as_far_as_numbers_allow(field, size, seed):
    draw = groups.draw(field, size=size, rng=Random(seed))
    assert tuple(len(group.members) for group in draw.groups) == groups.sizes(len(field), size)
    assert checker.groups_faults(draw, field) == []
    assert sorted(side for side, _ in draw.steps) == sorted(one.id for one in field)
    assert dict(draw.steps) == {side: group.label for group in draw.groups for side in group.members}


def test_a_long_run_of_draws_never_ends_dead():
    rng = Random(3)
    for seed in range(150):
        field = [
            Entrant(
                str(number), seed=number if number <= 30 else None, club=f"club {int(rng.random() ** 2 * 9)}"
            )
            for number in range(1, 65 + seed % 64)
        ]
        assert checker.groups_faults(groups.draw(field, rng=Random(seed)), field) == []


@settings(max_examples=40)
@given(FIELDS, st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_order_of_entry_does_not_matter_and_renaming_renames(field, seed, rng):
    draw = groups.draw(field, rng=Random(seed))
    mixed = list(field)
    rng.shuffle(mixed)
    assert groups.draw(mixed, rng=Random(seed)) == draw
    renamed = groups.draw([replace(one, id=f"pair {one.id}") for one in field], rng=Random(seed))
    assert [group.members for group in renamed.groups] == [
        tuple(f"pair {side}" for side in group.members) for group in draw.groups
    ]


def test_another_seed_gives_another_draw_and_every_group_is_open_to_all():
    field = [Entrant(str(number)) for number in range(1, 13)]
    draws = [groups.draw(field, rng=Random(seed)) for seed in range(60)]
    assert len({draw.groups for draw in draws}) == 60
    where = Counter(group.label for draw in draws for group in draw.groups if "7" in group.members)
    assert set(where) == {"A", "B", "C"}


def test_only_entrants_who_are_in_are_drawn():
    field = [Entrant(str(number), state="withdrawn" if number == 5 else "in") for number in range(1, 9)]
    draw = groups.draw(field, rng=Random(2))
    assert "5" not in [side for side, _ in draw.steps]
    assert [len(group.members) for group in draw.groups] == [4, 3]


def test_one_club_too_many_is_said_with_its_numbers():
    field = [Entrant(str(number), club="Los Senas" if number <= 3 else None) for number in range(1, 9)]
    (note,) = groups.draw(field, rng=Random(4)).notes
    assert note.code == "club-together"
    assert note.facts["club"] == "Los Senas"
    assert len(note.facts["entrants"]) == 2
    assert (note.facts["members"], note.facts["groups"]) == (3, 2)


def test_matches_come_round_by_round_with_ids_of_their_group():
    draw = groups.draw([Entrant(str(number)) for number in range(1, 8)], rng=Random(1))
    assert [match.round for match in draw.matches] == sorted(match.round for match in draw.matches)
    assert [match.id for match in draw.matches if match.group == "B"] == ["B-r1m1", "B-r2m1", "B-r3m1"]
    assert len({match.id for match in draw.matches}) == 6 + 3


def test_groups_changed_by_hand_get_their_matches_and_notes_anew():
    field = [Entrant(str(number), seed=number if number <= 2 else None) for number in range(1, 9)]
    draw = groups.draw(field, rng=Random(6))
    first = next(group for group in draw.groups if "1" in group.members)
    other = next(side for side in first.members if side != "1")
    swapped = groups.arranged(groups.exchanged(draw.groups, other, "2"), field)
    assert [note.code for note in swapped.notes] == ["seeds-together"]
    assert (
        checker.fixtures_faults(swapped.groups[0], [one for one in swapped.matches if one.group == "A"]) == []
    )
    assert groups.arranged(groups.exchanged(swapped.groups, other, "2"), field).groups == draw.groups


def test_two_legs_play_every_pair_twice():
    field = [Entrant(str(number)) for number in range(1, 11)]
    draw = groups.draw(field, rng=Random(1), legs=2)
    assert checker.groups_faults(draw, field, legs=2) == []

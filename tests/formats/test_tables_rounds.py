"""Rounds at tables by design, with somebody away, repaired; and what is true of all (FORMATS.md, chapter 11)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.formats import tables
from cacho_tournaments.formats.base import Bye, Entrant, Match, Note
from cacho_tournaments.formats.errors import BadStage, NoValidDraw
from tests.formats.table_rounds import ended, field, met, stage

# -- designs


@pytest.mark.parametrize("mode", ["random", "design"])
def test_sixteen_meet_everybody_once_in_five_rounds_and_then_again(mode):
    rounds = [drawn for drawn, _ in stage(field(16), 10, mode=mode, planned=10)]
    assert set(met([match for one in rounds[:5] for match in one.matches]).values()) == {1}
    assert set(met([match for one in rounds for match in one.matches]).values()) == {2}
    assert rounds[4].notes == ()


def test_a_design_is_taken_by_lot_only_if_it_lasts():
    five = [drawn for drawn, _ in stage(field(20), 5, mode="random", planned=5)]
    assert set(met([match for one in five for match in one.matches]).values()) == {1}
    six = [drawn for drawn, _ in stage(field(20), 6, mode="random", planned=6)]
    assert sum(times - 1 for times in met([match for one in six for match in one.matches]).values()) > 0


def test_a_design_holds_over_rounds_drawn_from_other_seeds():
    rng = Random(8)
    played: list[Match] = []
    for number in range(1, 6):
        drawn = tables.draw(field(16), played, [], round=number, seed=int(rng.random() * 1000), mode="design")
        played.extend(ended(match, rng) for match in drawn.matches)
    assert set(met(played).values()) == {1}


def test_clubs_that_fit_never_meet_while_the_design_lasts():
    sides = [Entrant(str(number), club=f"club {number % 4}") for number in range(20)]
    for drawn, _ in stage(sides, 5, mode="design"):
        assert drawn.notes == ()


def test_no_design_is_refused_with_the_nearest_number_that_has_one():
    with pytest.raises(NoValidDraw) as refusal:
        tables.draw(field(24), [], [], round=1, seed=1, mode="design")
    assert (refusal.value.code, refusal.value.facts["nearest"]) == ("no-design", 20)


def test_when_somebody_leaves_a_design_the_rounds_are_searched_and_it_is_said():
    sides = field(16)
    (_, _), (second, played) = stage(sides, 2, mode="design")
    played += [ended(match, Random(1)) for match in second.matches]
    left = [replace(one, state="withdrawn", left_after_round=2) if one.id == "7" else one for one in sides]
    drawn = tables.draw(left, played, [], round=3, seed=1, mode="design")
    assert Note("design-left", {"round": 3}) in drawn.notes
    assert "7" not in [side for match in drawn.matches for side in match.seats]
    assert not met(drawn.matches).keys() & met(played).keys()


# -- late, away, gone, repaired


def test_only_those_are_drawn_who_are_there():
    sides = [
        *field(8),
        Entrant("9", since_round=2),
        Entrant("10", state="withdrawn"),
        Entrant("11", left_after_round=1),
        Entrant("12", since_round=3),
        Entrant("13", state="disqualified"),
    ]
    drawn = tables.draw(sides, [], [], round=2, seed=1, absent=("8",), given_byes=[Bye("7", 2)])
    assert sorted((side for match in drawn.matches for side in match.seats), key=int) == list("1234569")
    assert drawn.byes == (Bye("7", 2), Bye("8", 2, "absent"))


def test_who_has_had_a_bye_and_is_given_another_is_named():
    drawn = tables.draw(field(5), [], [Bye("5", 1)], round=2, seed=1, given_byes=[Bye("5", 2)])
    assert drawn.notes == (Note("second-bye", {"entrant": "5", "byes": 1}),)


def test_what_stands_of_a_round_stays_and_the_rest_is_drawn_round_it():
    sides = field(12)
    drawn = tables.draw(sides, [], [], round=1, seed=1)
    standing = drawn.matches[1]
    left = [replace(one, state="withdrawn") if one.id == drawn.matches[0].seats[0] else one for one in sides]
    again = tables.draw(left, [], [], round=1, seed=2, fixed=[standing])
    assert standing in again.matches
    assert [match.table for match in again.matches] == [1, 2, 3]
    assert len({match.id for match in again.matches}) == 3
    assert sorted(len(match.seats) for match in again.matches) == [3, 4, 4]
    seats = [side for match in again.matches for side in match.seats]
    assert len(seats) == len(set(seats)) == 11


def test_a_round_in_which_all_stands_is_the_same_again():
    drawn = tables.draw(field(8), [], [], round=1, seed=1)
    assert tables.draw(field(8), [], [], round=1, seed=9, fixed=drawn.matches) == drawn


@pytest.mark.parametrize(
    ("sides", "options", "code"),
    [
        (field(8, state="withdrawn"), {}, "nobody-left"),  # lichess-org/lila issue 10812
        ([], {}, "too-few-entrants"),  # nobody came yet: nobody left
        (field(2), {}, "too-few-entrants"),
        (field(4), {"absent": ("1", "2")}, "too-few-entrants"),
        (field(5), {"allowed": (3, 4)}, "impossible-sizes"),
        (field(8), {"round": 4, "rounds": 3}, "stage-over"),
        ([*field(8), Entrant("3")], {}, "entrant-twice"),
        (field(8, seed=1), {}, "seed-given-twice"),
    ],
)
def test_where_nothing_can_be_drawn_it_is_refused(sides, options, code):
    with pytest.raises(NoValidDraw) as refusal:
        tables.draw(sides, [], [], **{"round": 1, "seed": 1, **options})
    assert refusal.value.code == code


@pytest.mark.parametrize("options", [{"absent": ("99",)}, {"given_byes": (Bye("99", 1),)}])
def test_somebody_unknown_is_refused(options):
    with pytest.raises(BadStage) as refusal:
        tables.draw(field(8), [], [], round=1, seed=1, **options)
    assert (refusal.value.code, refusal.value.facts["entrant"]) == ("unknown-entrant", "99")


def test_there_are_three_modes():
    with pytest.raises(ValueError, match="no mode danish"):
        tables.draw(field(8), [], [], round=1, seed=1, mode="danish")


def test_a_round_changed_by_hand_says_what_it_brings():
    sides = [Entrant(str(number), club="Los Senas" if number in (3, 4) else None) for number in range(1, 10)]
    before = [Match("r1m1", ("1", "2", "5"), None, 1), Match("r1m2", ("3", "6", "7"), None, 1)]
    changed = [
        Match("r2m1", ("1", "2", "8"), None, 2, None, 1),
        Match("r2m2", ("3", "4", "5"), None, 2, None, 2),
    ]
    found = tables.notes(
        changed, [Bye("9", 2), Bye("6", 2, "absent")], sides, before, [Bye("9", 1), Bye("6", 1)]
    )
    assert found == (
        Note("repeat", {"table": 1, "entrants": ("1", "2"), "round": 1}),
        Note("club-together", {"table": 2, "entrants": ("3", "4"), "club": "Los Senas"}),
        Note("second-bye", {"entrant": "9", "byes": 1}),
    )


# -- properties


@settings(max_examples=25, deadline=None)
@given(
    st.integers(3, 40),
    st.sampled_from([(4, (3, 4, 5)), (3, (3, 4, 5)), (5, (4, 5, 6, 3)), (6, (3, 4, 5, 6)), (4, (2, 3, 4))]),
    st.sampled_from(tables.MODES[:2]),
    st.integers(0, 10**6),
)
def test_whatever_is_drawn_seats_everybody_once(count, shape, mode, seed):
    size, allowed = shape
    clubs = [Entrant(str(number), club=f"club {number % 7}") for number in range(count)]
    for drawn, before in stage(clubs, 3, seed, size=size, allowed=allowed, mode=mode):
        seats = [side for match in drawn.matches for side in match.seats]
        assert sorted(seats) == sorted(one.id for one in clubs)
        assert sorted(len(match.seats) for match in drawn.matches) == sorted(
            tables.sizes(count, allowed=allowed, wish=size)
        )
        again = {frozenset(note.facts["entrants"]) for note in drawn.notes if note.code.startswith("repeat")}
        assert again == met(drawn.matches).keys() & met(before).keys()


@settings(max_examples=25, deadline=None)
@given(
    st.integers(6, 30),
    st.sampled_from(tables.MODES[:2]),
    st.integers(0, 10**6),
    st.randoms(use_true_random=False),
)
def test_the_order_of_what_is_handed_in_does_not_matter_and_renaming_renames(count, mode, seed, rng):
    sides = [Entrant(str(number), seed=number if number < 5 else None) for number in range(1, count + 1)]
    *_, (drawn, before) = stage(sides, 3, seed, mode=mode)
    mixed, shuffled = list(sides), list(before)
    rng.shuffle(mixed)
    rng.shuffle(shuffled)
    assert tables.draw(mixed, shuffled, [], round=3, seed=seed, mode=mode) == drawn
    named = [replace(one, id=f"pair {one.id}") for one in sides]
    history = [replace(match, seats=tuple(f"pair {side}" for side in match.seats)) for match in before]
    renamed = tables.draw(named, history, [], round=3, seed=seed, mode=mode)
    assert [match.seats for match in renamed.matches] == [
        tuple(f"pair {side}" for side in match.seats) for match in drawn.matches
    ]


@settings(max_examples=15, deadline=None)
@given(st.integers(6, 9), st.integers(0, 10**6))
def test_no_fewer_repeats_are_possible_in_a_small_field(count, seed):
    *_, (drawn, before) = stage(field(count), 3, seed, mode="random")
    times = met(before)
    shape = tables.sizes(count)
    ids = [str(number) for number in range(1, count + 1)]
    assert sum(times[pair] for pair in met(drawn.matches)) == fewest(ids, shape, times)


def fewest(ids: Sequence[str], shape: Sequence[int], times: Counter[frozenset[str]]) -> int:
    """Try every seating, and return the least number of meetings again."""
    if not shape:
        return 0
    found = []
    for members in combinations(ids, shape[0]):
        left = [one for one in ids if one not in members]
        found.append(
            sum(times[frozenset(pair)] for pair in combinations(members, 2)) + fewest(left, shape[1:], times)
        )
    return min(found)


def test_another_seed_gives_another_draw():
    draws = [tables.draw(field(16), [], [], round=1, seed=seed) for seed in range(30)]
    assert len({frozenset(frozenset(match.seats) for match in drawn.matches) for drawn in draws}) == 30


def test_a_draw_is_the_same_years_later():
    first, second = (drawn for drawn, _ in stage(field(17), 2, 20261212))
    assert [" ".join(str(side) for side in match.seats) for match in (*first.matches, *second.matches)] == [
        "10 2 8 1",
        "5 11 17 4",
        "13 3 7 12",
        "9 15 6 14 16",
        "14 17 12 2",
        "8 13 4 6",
        "16 10 3 11",
        "7 9 5 15 1",
    ]

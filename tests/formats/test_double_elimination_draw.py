"""The draw of a double elimination: who crosses with whom, what is said and checked (FORMATS.md, 12.3 to 12.5)."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.formats import brackets, checker, double_elimination, seeding
from cacho_tournaments.formats.base import Node, Qualifier, Result, Source
from tests.formats.test_double_elimination import FIRST, SECOND, drawn, seeded
from tests.formats.test_knockout import from_groups

# The default orders of losers of brackets-manager.js (after the tl.net thread 202139), written as masks by the
# number of rounds: natural, reverse, half shift, reverse half shift.
PUBLISHED = {2: (0, 0), 3: (0, 1, 0), 4: (0, 1, 1, 0), 5: (0, 7, 2, 0, 0), 6: (0, 15, 4, 3, 0, 0)}


# -- who meets again, and when --------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", range(1, 9))
def test_losers_cross_by_one_rule_at_every_size(rounds):
    # teijo/jquery-bracket issues 97, 122, 180
    masks = double_elimination.crossing(rounds)
    assert len(masks) == rounds
    assert masks[0] == masks[-1] == 0
    assert all(mask < 1 << (rounds - number) for number, mask in enumerate(masks[1:], start=2))
    # From four rounds on the first three masks begin alike: not turned, all turned, turned but for the first bit.
    if rounds >= 4:
        assert masks[1] == (1 << (rounds - 2)) - 1
        assert masks[2] == masks[1] >> 2


@pytest.mark.parametrize("rounds", sorted(PUBLISHED))
def test_the_first_second_meeting_comes_no_earlier_than_by_the_published_orders(rounds):
    # brackets-manager.js, default orders of losers; the same for 4 and 8
    ours, theirs = (_first_again(masks) for masks in (double_elimination.crossing(rounds), PUBLISHED[rounds]))
    assert ours >= theirs
    if rounds < 4:
        assert double_elimination.crossing(rounds) == PUBLISHED[rounds]


@pytest.mark.parametrize(
    ("count", "earliest"),
    [(3, 2), (4, 2), (5, 3), (7, 3), (8, 3), (9, 4), (12, 4), (16, 4), (27, 5), (32, 5), (64, 7), (128, 8)],
)
def test_nobody_meets_again_before_that_losers_round(count, earliest):
    # tournament-js/duel issue 10; brackets-manager.js issue 122
    tree = drawn(count)
    assert _first_again(double_elimination.crossing(tree.rounds)) == earliest
    rng = Random(count)
    for _ in range(1500 // count):
        met: set[frozenset[str | None]] = set()
        results: dict[str, Result] = {}
        for node in tree.nodes[: 2 * count - 3]:
            results[node.id] = FIRST if rng.random() < 0.5 else SECOND
        seats = brackets.advance(tree, results)
        for node in tree.nodes[: 2 * count - 3]:
            pair = frozenset(seats[node.id])
            assert not (pair in met and node.bracket == "losers" and node.round < earliest)
            met.add(pair)


def _first_again(masks: tuple[int, ...]) -> int:
    """Return the first losers' round in which two can meet again, by following places through the rounds."""
    rounds = len(masks)
    firsts: list[int] = [2 * rounds - 2]
    for late in range(2, rounds + 1):
        for early in range(1, late):
            # Who lost match 0 of the late round beat somebody who lost match 0 of the early one.
            place, other = masks[late - 1], masks[early - 1] >> (late - early)
            number = 2 * (late - 1)
            while place != other:
                place, other, number = place >> 1, other >> 1, number + (1 if number % 2 == 0 else 2)
            firsts.append(number)
    return min(firsts)


# -- the draw -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [4, 8, 16, 12])
def test_seeds_stand_as_in_a_knock_out_and_the_best_have_the_byes(count):
    tree = drawn(count)
    order = seeding.bracket_order(tree.size)
    at = brackets.positions(tree)
    assert tree.byes == tuple(str(rank) for rank in order if rank <= tree.size - count)
    for slot, rank in enumerate(order):
        if rank <= count and str(rank) not in tree.byes:
            assert at[str(rank)] == slot


def test_mates_of_a_group_stand_in_different_halves_of_the_winners():
    tree = double_elimination.draw(from_groups(8, 2), rng=Random(3))
    at = brackets.positions(tree)
    assert all((at[f"{group}-1"] ^ at[f"{group}-2"]) >= 8 for group in range(8))
    assert tree.notes == ()


def test_what_the_draw_could_not_avoid_is_said():
    field = [Qualifier(str(number), club="Senas" if number <= 5 else None) for number in range(1, 9)]
    notes = double_elimination.draw(field, rng=Random(1)).notes
    assert [(note.code, note.facts["club"]) for note in notes] == [("club-together", "Senas")]


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 40), st.integers(0, 999), st.randoms(use_true_random=False))
def test_the_order_of_entry_does_not_matter_and_renaming_renames(count, seed, rng):
    field = [Qualifier(str(number), club=f"club {number % 5}") for number in range(1, count + 1)]
    tree = double_elimination.draw(field, rng=Random(seed))
    mixed = list(field)
    rng.shuffle(mixed)
    assert double_elimination.draw(mixed, rng=Random(seed)) == tree
    renamed = [Qualifier(f"pair {one.id}", club=one.club) for one in field]
    assert [node.seats for node in double_elimination.draw(renamed, rng=Random(seed)).nodes] == [
        tuple(side and f"pair {side}" for side in node.seats) for node in tree.nodes
    ]


@pytest.mark.parametrize("reset", [True, False])
@pytest.mark.parametrize("count", [2, 3, 6, 13, 16])
def test_a_tree_kept_as_its_matches_is_put_together_again(count, reset):
    tree = drawn(count, reset=reset)
    nodes = list(tree.nodes)
    Random(count).shuffle(nodes)
    assert brackets.gathered(nodes, [one.id for one in seeded(count)]) == tree


def test_sides_exchanged_by_hand_change_nothing_but_names():
    tree = drawn(6)
    changed = brackets.exchanged(tree, "1", "6")
    assert changed.byes == ("6", "2")
    assert checker.tree_faults(changed, seeded(6)) == []
    assert brackets.exchanged(changed, "6", "1") == tree


def test_a_loser_with_a_life_too_many_or_too_few_is_named():
    tree, field = drawn(8), seeded(8)

    def codes(**changes: Node) -> set[str]:
        nodes = tuple(changes.get(node.id, node) for node in tree.nodes)
        return {note.code for note in checker.tree_faults(replace(tree, nodes=nodes), field)}

    nodes = {node.id: node for node in tree.nodes}
    third_life = replace(nodes["l3m1"], sources=(Source("l2m1", "winner"), Source("l2m1", "loser")))
    assert codes(l3m1=third_life) == {"lives", "loose-ends"}
    from_behind = replace(nodes["r2m1"], sources=(Source("r1m1", "winner"), Source("l1m1", "winner")))
    assert "order" in codes(r2m1=from_behind)
    assert codes() == set()
    without = replace(tree, nodes=tuple(node for node in tree.nodes if node.id != "l1m2"))
    assert "match-count" in {note.code for note in checker.tree_faults(without, field)}


def test_a_tree_of_another_kind_than_was_kept_is_named():
    tree = drawn(8)
    again = checker.tree_differs(tree, seeded(8), seed=1, format="double-elimination", reset=False)
    assert [(note.code, note.facts["match"]) for note in again] == [("match-differs", "final2")]

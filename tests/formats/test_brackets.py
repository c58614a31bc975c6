"""Trees walked with results: who goes on, who does not, who ends where (FORMATS.md, 4.6 to 4.10)."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacho_tournaments.formats import brackets
from cacho_tournaments.formats.base import Result, Source, Tree
from cacho_tournaments.formats.simulate import result_of

FIRST, SECOND = Result("played", (1, 2), (200, 100)), Result("played", (2, 1), (100, 200))
TIE, NOBODY = Result("played", (1, 1), (150, 150)), Result("both-absent", (2, 2))
OUT = Result("disqualified", (2, 2))
THIRD = "third-place"


def eight() -> Tree:
    return brackets.plant(["1", "8", "4", "5", "2", "7", "3", "6"])


QUARTERS = {"r1m1": FIRST, "r1m2": FIRST, "r1m3": FIRST, "r1m4": FIRST}


def test_a_tree_names_its_rounds_seats_and_sources():
    tree = eight()
    assert [(node.id, node.round, node.bracket, node.slot) for node in tree.nodes[4:]] == [
        ("r2m1", 2, "winners", 0),
        ("r2m2", 2, "winners", 1),
        ("r3m1", 3, "final", 0),
        (THIRD, 3, THIRD, 1),
    ]
    assert tree.nodes[4].sources == (Source("r1m1", "winner"), Source("r1m2", "winner"))
    assert tree.nodes[7].sources == (Source("r2m1", "loser"), Source("r2m2", "loser"))


def test_byes_make_no_match_however_many_follow_each_other():
    # teijo/jquery-bracket issue 134; 5stackgg/5stack-panel issue 497; Drarig29/brackets-manager.js issue 50
    tree = brackets.plant(["1", None, None, None, "2", "3", "4", None])
    assert [(node.id, node.seats, node.sources) for node in tree.nodes] == [
        ("r1m3", ("2", "3"), (None, None)),
        ("r2m2", (None, "4"), (Source("r1m3", "winner"), None)),
        ("r3m1", ("1", None), (None, Source("r2m2", "winner"))),
    ]
    assert tree.byes == ("1", "4")


def test_a_corrected_quarter_final_moves_the_right_side_on():
    # PAI-13, file bracket-edit-sequence.json
    tree = eight()
    results = {"r1m1": FIRST, "r1m2": FIRST}
    assert brackets.advance(tree, results)["r2m1"] == ("1", "4")
    assert brackets.advance(tree, {**results, "r1m1": SECOND})["r2m1"] == ("8", "4")
    assert brackets.affected(tree, results, {**results, "r1m1": SECOND}) == ("r2m1",)


def test_a_correction_names_what_it_would_change_and_one_of_points_alone_changes_nothing():
    # PAI-13
    tree = eight()
    results = {"r1m3": FIRST, "r1m4": SECOND, "r2m2": SECOND}
    assert brackets.advance(tree, results)["r3m1"] == (None, "6")
    corrected = {**results, "r1m3": SECOND}
    assert brackets.affected(tree, results, corrected) == ("r2m2", THIRD)
    assert brackets.affected(tree, results, {**results, "r2m2": Result("played", (2, 1), (99, 300))}) == ()


def test_a_double_disqualification_taken_back_leaves_nothing_behind():
    # PAI-13
    tree = eight()
    results = {**QUARTERS, "r2m2": FIRST}
    fallen = {**results, "r2m1": OUT}
    assert brackets.vacancies(tree, fallen) == {("r3m1", 0), (THIRD, 0)}
    assert brackets.advance(tree, fallen)["r3m1"] == (None, "2")
    undone = {**results, "r2m1": SECOND}
    assert brackets.advance(tree, undone)["r3m1"] == ("4", "2")
    assert brackets.vacancies(tree, undone) == frozenset()


def test_when_nobody_comes_the_next_opponent_is_free():
    # PAI-15; CourtHive/competition-factory issue 3847
    tree = eight()
    results = {**QUARTERS, "r1m1": NOBODY}
    assert brackets.vacancies(tree, results) == {("r2m1", 0), (THIRD, 0)}
    assert brackets.advance(tree, results)["r3m1"] == ("4", None)


def test_when_nobody_comes_to_both_matches_the_one_after_them_is_empty_too():
    # CourtHive/competition-factory issue 3847
    tree = eight()
    results = {**QUARTERS, "r1m1": NOBODY, "r1m2": NOBODY, "r2m2": FIRST}
    assert ("r3m1", 0) in brackets.vacancies(tree, results)
    assert brackets.placings(tree, results)[0] == (1, "2")


def test_a_final_that_nobody_came_to_has_no_champion():
    # PAI-15
    tree = eight()
    results = {**QUARTERS, "r2m1": FIRST, "r2m2": FIRST, "r3m1": NOBODY, THIRD: FIRST}
    assert brackets.placings(tree, results) == (
        (2, "1"),
        (2, "2"),
        (3, "4"),
        (4, "3"),
        (5, "5"),
        (5, "6"),
        (5, "7"),
        (5, "8"),
    )


def test_a_tie_moves_nobody_on():
    tree = eight()
    assert brackets.advance(tree, {**QUARTERS, "r2m1": TIE})["r3m1"] == (None, None)
    assert brackets.vacancies(tree, {**QUARTERS, "r2m1": TIE}) == frozenset()


def test_a_walkover_moves_on_who_was_there_and_the_absent_may_play_for_third():
    tree = eight()
    results = {**QUARTERS, "r2m1": Result("walkover", (2, 1)), "r2m2": FIRST}
    assert brackets.advance(tree, results)["r3m1"] == ("4", "2")
    assert brackets.advance(tree, results)[THIRD] == ("1", "3")


def test_who_is_disqualified_in_a_semi_final_does_not_play_for_third():
    tree = eight()
    results = {**QUARTERS, "r2m1": Result("disqualified", (1, 2)), "r2m2": FIRST, "r3m1": FIRST}
    assert brackets.vacancies(tree, results) == {(THIRD, 0)}
    assert brackets.placings(tree, results)[:4] == ((1, "1"), (2, "2"), (3, "3"), (4, "4"))


def test_without_a_match_for_third_the_beaten_semi_finalists_share_it():
    tree = brackets.plant(["1", "4", "2", "3"], third_place=False)
    results = {"r1m1": FIRST, "r1m2": FIRST, "r2m1": SECOND}
    assert brackets.placings(tree, results) == ((1, "2"), (2, "1"), (3, "3"), (3, "4"))


def test_places_are_named_only_when_they_are_decided():
    tree = eight()
    assert brackets.placings(tree, {"r1m1": FIRST}) == ((5, "8"),)
    results = {**QUARTERS, "r2m1": FIRST, "r2m2": FIRST}
    assert [place for place, _ in brackets.placings(tree, results)] == [5, 5, 5, 5]


def test_a_result_of_a_match_whose_sides_are_unknown_counts_for_nothing():
    assert brackets.advance(eight(), {"r2m1": FIRST, "r3m1": FIRST})["r3m1"] == (None, None)


def test_two_sides_change_places_by_hand_byes_included():
    tree = brackets.plant(["1", None, "2", "3"])
    swapped = brackets.exchanged(tree, "1", "3")
    assert (swapped.byes, swapped.nodes[0].seats) == (("3",), ("2", "1"))
    assert brackets.exchanged(swapped, "1", "3") == tree


def test_a_tree_is_walked_alike_in_whatever_order_its_matches_are_kept():
    tree = eight()
    results = {**QUARTERS, "r2m1": SECOND, "r2m2": FIRST, "r3m1": FIRST, THIRD: SECOND}
    turned = replace(tree, nodes=tree.nodes[::-1])
    assert brackets.advance(turned, results) == brackets.advance(tree, results)
    assert brackets.placings(turned, results) == brackets.placings(tree, results)
    assert brackets.gathered(turned.nodes, [str(number) for number in range(1, 9)]) == tree


def test_who_is_left_last_is_the_champion():
    tree = eight()
    results = {**QUARTERS, "r2m1": FIRST, "r2m2": FIRST}
    assert brackets.last_left(tree, results) == ()
    assert brackets.last_left(tree, {**results, "r3m1": SECOND}) == ("2",)
    assert brackets.last_left(tree, {**results, "r3m1": NOBODY}) == ()


def test_the_beaten_share_the_best_place_left_to_them_in_a_tree_laid_out_by_hand():
    tree = brackets.plant(["1", None, None, None, "2", "3", "4", None], third_place=False)
    results = {"r1m3": FIRST, "r2m2": FIRST, "r3m1": FIRST}
    assert brackets.placings(tree, results) == ((1, "1"), (2, "2"), (3, "4"), (4, "3"))


@given(st.integers(2, 40), st.integers(0, 999))
def test_any_tournament_played_to_the_end_places_everybody_once(count, seed):
    size = 1 << (count - 1).bit_length()
    slots = [None] * size
    for number in range(count):
        slots[(number * 2) % size + (number * 2) // size] = str(number)
    tree = brackets.plant(slots)
    rng, results = Random(seed), {}
    for node in tree.nodes:
        if None not in brackets.advance(tree, results)[node.id]:
            results[node.id] = result_of(rng, ties=False)
    placed = brackets.placings(tree, results)
    assert sorted(side for _, side in placed) == sorted(str(number) for number in range(count))
    firsts = [place for place, _ in placed].count(1)
    assert firsts <= 1


@pytest.mark.parametrize("third", [True, False])
def test_two_sides_play_a_final_alone(third):
    tree = brackets.plant(["1", "2"], third_place=third)
    assert [(node.id, node.bracket) for node in tree.nodes] == [("r1m1", "final")]
    assert brackets.placings(tree, {"r1m1": SECOND}) == ((1, "2"), (2, "1"))

"""Consolations and brackets that end before the final (FORMATS.md, 12.1 and 12.2)."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.formats import brackets, checker, knockout
from cacho_tournaments.formats.base import Qualifier, Result, Tree
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.formats.simulate import result_of

FIRST, SECOND = Result("played", (1, 2), (200, 100)), Result("played", (2, 1), (100, 200))
NOBODY, OUT = Result("both-absent", (2, 2)), Result("disqualified", (1, 2))


def seeded(count: int) -> list[Qualifier]:
    return [Qualifier(str(seed), seed=seed) for seed in range(1, count + 1)]


def drawn(count: int, *, third_place: bool = False, consolation: bool = True, until: int = 1) -> Tree:
    return knockout.draw(
        seeded(count), rng=Random(1), third_place=third_place, consolation=consolation, until=until
    )


def comforts(tree: Tree) -> dict[str, tuple[str, ...]]:
    """Return the consolation's matches with whom they wait for: ``-r1m1`` is its loser, ``+c1m1`` its winner."""
    return {
        node.id: tuple(("-" if one.take == "loser" else "+") + one.match for one in node.sources if one)
        for node in tree.nodes
        if node.bracket == "consolation"
    }


def by_lot(tree: Tree, seed: int) -> dict[str, Result]:
    rng, results = Random(seed), {}
    for node in tree.nodes:
        if None not in brackets.advance(tree, results)[node.id]:
            results[node.id] = result_of(rng, ties=False)
    return results


# -- the consolation ------------------------------------------------------------------------------------------


def test_the_losers_of_round_one_play_a_bracket_of_their_own():
    tree = drawn(8)
    assert comforts(tree) == {
        "c1m1": ("-r1m1", "-r1m2"),
        "c1m2": ("-r1m3", "-r1m4"),
        "c2m1": ("+c1m1", "+c1m2"),
    }
    results = dict.fromkeys(("r1m1", "r1m2", "r1m3", "r1m4", "c1m1", "c1m2"), FIRST)
    assert brackets.advance(tree, results)["c1m1"] == ("8", "5")
    assert brackets.advance(tree, results)["c2m1"] == ("8", "7")
    assert brackets.consolation_placings(tree, {**results, "c2m1": SECOND})[:2] == ((1, "7"), (2, "8"))


@pytest.mark.parametrize("count", range(2, 131))
@pytest.mark.parametrize("third_place", [True, False])
def test_every_size_is_laid_out_soundly(count, third_place):
    tree = drawn(count, third_place=third_place)
    assert checker.tree_faults(tree, seeded(count)) == []
    options = {"third_place": third_place, "consolation": True}
    assert checker.tree_differs(tree, seeded(count), seed=1, **options) == []
    rounds = [node.round for node in tree.nodes if node.bracket == "consolation"]
    assert not rounds or min(rounds) == 1
    # The bracket itself does not change because of it.
    plain = drawn(count, third_place=third_place or 3 <= count <= 4, consolation=False)
    assert tuple(node for node in tree.nodes if node.bracket != "consolation") == plain.nodes


def test_who_had_a_bye_and_loses_at_once_comes_too():
    tree = drawn(12)
    assert comforts(tree)["c1m1"] == ("-r2m1", "-r1m2")
    results = {"r1m2": FIRST, "r2m1": SECOND}
    # 1 had a bye and lost to 8, who had beaten 9: 1 and 9 meet.
    assert brackets.advance(tree, results)["c1m1"] == ("1", "9")


def test_who_had_won_before_does_not_come_and_the_other_is_free():
    tree = drawn(12)
    results = {"r1m2": FIRST, "r2m1": FIRST}
    assert brackets.vacancies(tree, results) >= {("c1m1", 0)}
    assert brackets.advance(tree, results)["c2m1"] == ("9", None)


def test_of_two_who_had_byes_one_comes():
    tree = drawn(9)
    assert comforts(tree) == {
        "c1m1": ("-r2m1", "-r1m2"),
        "c2m1": ("+c1m1", "-r2m2"),
        "c2m2": ("-r2m3", "-r2m4"),
        "c3m1": ("+c2m1", "+c2m2"),
    }


def test_before_the_match_is_over_nobody_knows_whether_its_loser_comes():
    tree = drawn(12)
    assert brackets.vacancies(tree, {"r1m2": FIRST}) == frozenset()
    assert brackets.advance(tree, {"r1m2": FIRST})["c1m1"] == (None, "9")


def test_who_may_play_for_third_place_does_not_come():
    # Of five, 2 and 3 sit out round 1 and meet in a semi-final.
    assert comforts(drawn(5, third_place=False)) == {"c1m1": ("-r2m1", "-r1m2"), "c2m1": ("+c1m1", "-r2m2")}
    assert comforts(drawn(5, third_place=True)) == {}
    assert comforts(drawn(6, third_place=True)) == {"c1m1": ("-r1m2", "-r1m4")}


@pytest.mark.parametrize("third_place", [True, False])
def test_in_a_bracket_of_four_the_consolation_is_the_match_for_third(third_place):
    tree = drawn(4, third_place=third_place)
    assert [node.id for node in tree.nodes] == ["r1m1", "r1m2", "r2m1", "third-place"]


def test_two_matches_that_nobody_came_to_leave_the_match_after_them_empty():
    # CourtHive/competition-factory issue 3847: the next opponent of the consolation goes on
    tree = drawn(16)
    results = {f"r1m{number}": FIRST for number in range(3, 9)} | {
        "r1m1": NOBODY,
        "r1m2": NOBODY,
        "c1m2": FIRST,
    }
    assert brackets.vacancies(tree, results) >= {("c1m1", 0), ("c1m1", 1), ("c2m1", 0)}
    winner = brackets.advance(tree, results)["c1m2"][0]
    assert brackets.advance(tree, results)["c3m1"] == (winner, None)


def test_the_bye_of_the_draw_yields_to_whoever_loses_onto_its_place():
    # CourtHive/competition-factory pull 4834: of every four slots one is a bye, whose holder may still lose at once
    tree = drawn(12)
    beaten = {"r1m2": FIRST, "r2m1": SECOND}
    assert None not in brackets.advance(tree, beaten)["c1m1"]
    assert not {("c1m1", 0), ("c1m1", 1)} & brackets.vacancies(tree, beaten)


def test_who_is_disqualified_does_not_come():
    tree = drawn(8)
    assert brackets.vacancies(tree, {"r1m1": OUT, "r1m2": FIRST}) == {("c1m1", 0)}


def test_a_correction_names_the_consolations_match_as_well():
    tree = drawn(8)
    before = {"r1m1": FIRST, "r1m2": FIRST}
    assert brackets.affected(tree, before, {**before, "r1m1": SECOND}) == ("r2m1", "c1m1")


def test_places_of_the_bracket_stay_and_the_consolation_has_its_own():
    tree = drawn(8, third_place=True)
    results = dict.fromkeys((node.id for node in tree.nodes), FIRST)
    assert [place for place, _ in brackets.placings(tree, results)] == [1, 2, 3, 4, 5, 5, 5, 5]
    assert [place for place, _ in brackets.consolation_placings(tree, results)] == [1, 2, 3, 3]
    nobody = brackets.consolation_placings(tree, {**results, "c2m1": NOBODY})
    assert [place for place, _ in nobody] == [2, 2, 3, 3]
    assert brackets.consolation_placings(tree, {"r1m1": FIRST}) == ()


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), st.booleans(), st.integers(0, 999))
def test_a_consolation_holds_whoever_lost_the_first_match_and_nobody_meets_again(count, third_place, seed):
    tree = drawn(count, third_place=third_place)
    results = by_lot(tree, seed)
    seats = brackets.advance(tree, results)
    comforted = {name for name in comforts(tree) if name in results}
    met = Counter(frozenset(seats[name]) for name in results)
    assert all(times == 1 for times in met.values())
    for name in comforted:
        for side in seats[name]:
            played = [other for other in results if side in seats[other] and other not in comforted]
            assert len(played) == 1
            assert results[played[0]].places[seats[played[0]].index(side)] > 1
    assert {side for _, side in brackets.placings(tree, results)} == {one.id for one in seeded(count)}


# -- brackets that end with more than one -----------------------------------------------------------------------


def test_a_bracket_can_end_with_so_many_sides_left():
    tree = drawn(16, until=4)
    assert (tree.size, tree.rounds, len(tree.nodes)) == (16, 2, 12)
    assert {node.bracket for node in tree.nodes} == {"winners"}
    results = dict.fromkeys((node.id for node in tree.nodes), FIRST)
    assert brackets.last_left(tree, results) == ("1", "4", "2", "3")
    places = [place for place, _ in brackets.placings(tree, results)]
    assert places == [1] * 4 + [5] * 4 + [9] * 8


def test_who_has_a_bye_in_the_only_round_is_left_without_a_match():
    tree = drawn(6, until=4)
    assert [node.id for node in tree.nodes] == ["r1m2", "r1m4"]
    assert tree.byes == ("1", "2")
    assert brackets.last_left(tree, {}) == ("1", "2")
    assert brackets.last_left(tree, {"r1m2": SECOND, "r1m4": FIRST}) == ("1", "5", "2", "3")
    assert [place for place, _ in brackets.placings(tree, {"r1m2": SECOND, "r1m4": FIRST})] == [
        1,
        1,
        1,
        1,
        5,
        5,
    ]
    assert brackets.last_left(tree, {"r1m2": NOBODY, "r1m4": FIRST}) == ("1", "2", "3")


@pytest.mark.parametrize("until", [2, 4, 8, 16])
@pytest.mark.parametrize("count", [17, 20, 31, 32, 33, 64, 100])
def test_as_many_are_left_as_were_asked_for_at_every_size(count, until):
    tree = drawn(count, until=until)
    assert checker.tree_faults(tree, seeded(count)) == []
    assert checker.tree_differs(tree, seeded(count), seed=1, until=until) == []
    assert len(tree.nodes) == count - until
    results = dict.fromkeys((node.id for node in tree.nodes), SECOND)
    assert len(brackets.last_left(tree, results)) == until
    assert len(brackets.placings(tree, results)) == count


def test_sides_are_drawn_as_if_the_bracket_went_on_to_its_end():
    whole, cut = drawn(20, consolation=False), drawn(20, until=4)
    assert brackets.positions(cut) == brackets.positions(whole)
    assert [node.seats for node in cut.nodes if node.round == 1] == [
        node.seats for node in whole.nodes if node.round == 1
    ]


@pytest.mark.parametrize(("until", "nearest"), [(3, 2), (6, 4), (0, 1)])
def test_a_number_that_halving_does_not_reach_is_refused(until, nearest):
    with pytest.raises(NoValidDraw) as refusal:
        drawn(16, until=until)
    assert (refusal.value.code, refusal.value.facts["nearest"]) == ("impossible-cut", nearest)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_bracket_needs_more_sides_than_it_leaves(count):
    with pytest.raises(NoValidDraw) as refusal:
        drawn(count, until=4)
    assert (refusal.value.code, refusal.value.facts["nearest"]) == ("too-few-entrants", 5)
    assert refusal.value.facts["until"] == 4


@pytest.mark.parametrize("options", [{}, {"until": 4}, {"third_place": True, "consolation": False}])
@pytest.mark.parametrize("count", [5, 6, 9, 13, 32])
def test_a_tree_kept_as_its_matches_is_put_together_again(count, options):
    tree = drawn(count, **options)
    nodes = list(tree.nodes)
    Random(count).shuffle(nodes)
    assert brackets.gathered(nodes, [one.id for one in seeded(count)]) == tree


def test_who_has_no_match_can_be_exchanged_by_hand_too():
    tree = drawn(6, until=4)
    changed = brackets.exchanged(tree, "1", "5")
    assert changed.byes == ("5", "2")
    assert brackets.last_left(changed, {}) == ("5", "2")
    assert checker.tree_faults(changed, seeded(6)) == []

"""Double elimination: who drops where, crosses with whom, and ends at which place (FORMATS.md, chapter 12)."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.formats import brackets, checker, double_elimination
from cacho_tournaments.formats.base import Qualifier, Result, Source, Tree
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.formats.simulate import result_of

FIRST, SECOND = Result("played", (1, 2), (200, 100)), Result("played", (2, 1), (100, 200))
NOBODY, OUT = Result("both-absent", (2, 2)), Result("disqualified", (1, 2))


def seeded(count: int) -> list[Qualifier]:
    return [Qualifier(str(seed), seed=seed) for seed in range(1, count + 1)]


def drawn(count: int, *, reset: bool = True) -> Tree:
    return double_elimination.draw(seeded(count), rng=Random(1), reset=reset)


def losers(tree: Tree) -> list[int]:
    """Return how many matches each losers' round has."""
    count = Counter(node.round for node in tree.nodes if node.bracket == "losers")
    return [count[number] for number in range(1, max(count, default=0) + 1)]


def by_seed(tree: Tree, upsets: dict[str, int] | None = None) -> dict[str, Result]:
    """Return results in which the better seed wins; ``upsets`` names the seat that wins elsewhere."""
    results: dict[str, Result] = {}
    for node in tree.nodes:
        first, second = brackets.advance(tree, results)[node.id]
        if first is None or second is None:
            continue
        won = (upsets or {}).get(node.id, 0 if int(first) < int(second) else 1)
        results[node.id] = SECOND if won else FIRST
    return results


def by_lot(tree: Tree, rng: Random) -> dict[str, Result]:
    """Play the tree to its end, always a match whose sides are known, in an order drawn by lot."""
    results: dict[str, Result] = {}
    while True:
        seats = brackets.advance(tree, results)
        ready = [name for name in seats if name not in results and None not in seats[name]]
        if not ready:
            return results
        name = rng.choice(ready)
        # What comes of a match depends on who meets where, not on when it is played.
        results[name] = result_of(Random(f"{name} {seats[name]}"), ties=False)


@pytest.mark.parametrize(
    ("size", "matches"),
    [
        (4, [1, 1]),
        (8, [2, 2, 1, 1]),
        (16, [4, 4, 2, 2, 1, 1]),
        (32, [8, 8, 4, 4, 2, 2, 1, 1]),
        (64, [16, 16, 8, 8, 4, 4, 2, 2, 1, 1]),
        (128, [32, 32, 16, 16, 8, 8, 4, 4, 2, 2, 1, 1]),
    ],
)
def test_losers_rounds_and_their_matches(size, matches):
    # haugstrup/TournamentUtils, its tests: losers' rounds 2, 4, 6, 8, 10, 12; matches of sixteen 4 4 2 2 1 1
    assert losers(drawn(size)) == matches


@pytest.mark.parametrize("count", range(2, 131))
def test_every_size_is_laid_out_soundly_with_and_without_a_second_final(count):
    for reset in (True, False):
        tree = drawn(count, reset=reset)
        assert checker.tree_faults(tree, seeded(count)) == []
        assert len(tree.nodes) == 2 * count - 2 + reset
        options = {"format": "double-elimination", "reset": reset}
        assert checker.tree_differs(tree, seeded(count)[::-1], seed=1, **options) == []


def test_eight_sides_drop_as_the_rules_say():
    # tournament-js/duel issue 10; brackets-manager.js issues 122, 138: who loses r1m2 goes to one seat and no other
    tree = drawn(8)
    sources = {node.id: node.sources for node in tree.nodes if node.bracket in ("losers", "final")}
    won, lost = (lambda name: Source(name, "winner")), (lambda name: Source(name, "loser"))
    assert sources == {
        "l1m1": (lost("r1m1"), lost("r1m2")),
        "l1m2": (lost("r1m3"), lost("r1m4")),
        "l2m1": (lost("r2m2"), won("l1m1")),
        "l2m2": (lost("r2m1"), won("l1m2")),
        "l3m1": (won("l2m1"), won("l2m2")),
        "l4m1": (lost("r3m1"), won("l3m1")),
        "final": (won("r3m1"), won("l4m1")),
        "final2": (won("final"), lost("final")),
    }
    assert [node.id for node in tree.nodes if node.only_if_beaten] == ["final2"]
    played = brackets.advance(tree, {"r1m2": FIRST})
    assert [(name, seats) for name, seats in played.items() if "5" in seats and name[0] == "l"] == [
        ("l1m1", (None, "5"))
    ]


def test_one_bye_lets_the_loser_beside_it_pass_the_empty_match():
    # Drarig29/brackets-manager.js issue 54
    tree = drawn(7)
    assert losers(tree) == [1, 2, 1, 1]
    passing = next(node for node in tree.nodes if Source("r1m2", "loser") in node.sources)
    assert (passing.id, passing.round) == ("l2m1", 2)


def test_one_alone_goes_through_both_brackets():
    # brackets-manager.js test/*.spec.js: one entrant in a double elimination of four
    tree = double_elimination.plant(["1", None, None, None])
    assert (tree.nodes, tree.byes) == ((), ("1",))
    assert brackets.last_left(tree, {}) == ("1",)


def test_who_is_left_of_four_goes_through_both_brackets_without_a_match():
    tree = drawn(4)
    results = {"r1m1": Result("walkover", (1, 2)), "r1m2": NOBODY, "l1m1": NOBODY}
    # 2 and 3 are out; 1 is free in the winners' final, and 4 among the losers.
    assert brackets.advance(tree, results)["final"] == ("1", "4")
    assert brackets.placings(tree, {**results, "final": FIRST})[:2] == ((1, "1"), (2, "4"))


def test_two_sides_meet_until_one_has_lost_twice():
    tree = drawn(2)
    assert [node.id for node in tree.nodes] == ["r1m1", "final", "final2"]
    assert brackets.placings(tree, {"r1m1": FIRST}) == ()
    assert brackets.placings(tree, {"r1m1": FIRST, "final": FIRST}) == ((1, "1"), (2, "2"))
    beaten = {"r1m1": FIRST, "final": SECOND}
    assert brackets.advance(tree, beaten)["final2"] == ("2", "1")
    assert brackets.placings(tree, {**beaten, "final2": FIRST}) == ((1, "2"), (2, "1"))
    assert brackets.placings(tree, {"r1m1": NOBODY}) == ((2, "1"), (2, "2"))


def test_one_side_alone_is_refused():
    with pytest.raises(NoValidDraw) as refusal:
        double_elimination.draw(seeded(1), rng=Random(1))
    assert (refusal.value.code, refusal.value.facts["nearest"]) == ("too-few-entrants", 2)


# -- the final and the second final ---------------------------------------------------------------------------


def test_an_unbeaten_side_that_loses_the_final_plays_a_second_one():
    # online-go/online-go.com issues 1046 and 1488: the runner-up has silver
    tree = drawn(8)
    results = by_seed(tree, {"final": 1, "final2": 0})
    assert brackets.advance(tree, results)["final"] == ("1", "2")
    assert brackets.advance(tree, results)["final2"] == ("2", "1")
    assert brackets.placings(tree, results)[:3] == ((1, "2"), (2, "1"), (3, "3"))
    assert brackets.placings(tree, {**results, "final2": SECOND})[:3] == ((1, "1"), (2, "2"), (3, "3"))
    del results["final2"]
    assert brackets.placings(tree, results)[0] == (3, "3")
    assert brackets.last_left(tree, results) == ()


def test_when_the_unbeaten_side_wins_the_final_no_second_one_appears():
    # Null-Signal-Games/cobra issue 12
    tree = drawn(8)
    results = by_seed(tree)
    assert "final2" not in results
    assert brackets.advance(tree, results)["final2"] == (None, None)
    assert brackets.vacancies(tree, results) == {("final2", 0), ("final2", 1)}
    assert brackets.placings(tree, results)[:3] == ((1, "1"), (2, "2"), (3, "3"))
    assert brackets.last_left(tree, results) == ("1",)


def test_before_the_final_nobody_knows_whether_there_is_a_second_one():
    tree = drawn(4)
    results = by_seed(tree)
    del results["final"]
    assert brackets.vacancies(tree, results) == frozenset()
    assert brackets.affected(tree, results, {**results, "final": SECOND}) == ("final2",)
    assert brackets.affected(tree, results, {**results, "final": FIRST}) == ("final2",)


def test_a_final_corrected_takes_the_second_one_back():
    tree = drawn(8)
    results = by_seed(tree, {"final": 1, "final2": 0})
    corrected = {**results, "final": FIRST}
    assert brackets.affected(tree, results, corrected) == ("final2",)
    # What was played in a second final that is no more counts for nothing.
    assert brackets.placings(tree, corrected)[:2] == ((1, "1"), (2, "2"))


def test_without_a_second_final_an_unbeaten_loser_is_second():
    tree = drawn(8, reset=False)
    results = by_seed(tree, {"final": 1})
    assert brackets.placings(tree, results)[:2] == ((1, "2"), (2, "1"))


def test_an_absent_unbeaten_side_has_its_second_final_and_a_disqualified_one_has_not():
    tree = drawn(4)
    results = by_seed(tree)
    stayed_away = {**results, "final": Result("walkover", (2, 1))}
    assert brackets.advance(tree, stayed_away)["final2"] == ("2", "1")
    put_out = {**results, "final": Result("disqualified", (2, 1))}
    assert brackets.vacancies(tree, put_out) >= {("final2", 0), ("final2", 1)}
    assert brackets.placings(tree, put_out)[:2] == ((1, "2"), (2, "1"))


@pytest.mark.parametrize("last", ["final", "final2"])
def test_a_final_that_nobody_came_to_has_no_champion(last):
    # PAI-15
    tree = drawn(4)
    results = {**by_seed(tree, {"final": 1}), last: NOBODY}
    assert brackets.placings(tree, results)[:3] == ((2, "1"), (2, "2"), (3, "3"))
    assert brackets.last_left(tree, results) == ()


# -- places, absences, corrections ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "places"),
    [
        (4, [1, 2, 3, 4]),
        (6, [1, 2, 3, 4, 5, 5]),
        (8, [1, 2, 3, 4, 5, 5, 7, 7]),
        (13, [1, 2, 3, 4, 5, 5, 7, 7, 9, 9, 9, 9, 13]),
        (16, [1, 2, 3, 4, 5, 5, 7, 7, 9, 9, 9, 9, 13, 13, 13, 13]),
    ],
)
def test_losers_of_the_same_losers_round_share_their_place(count, places):
    tree = drawn(count)
    assert [place for place, _ in brackets.placings(tree, by_seed(tree))] == places


def test_who_lost_once_has_no_place_yet():
    tree = drawn(8)
    assert brackets.placings(tree, {"r1m1": FIRST, "r1m2": FIRST}) == ()
    assert brackets.placings(tree, {"r1m1": FIRST, "r1m2": FIRST, "l1m1": FIRST}) == ((7, "5"),)


def test_when_nobody_comes_to_two_matches_the_losers_match_is_empty_too():
    # CourtHive/competition-factory issue 3847
    tree = drawn(8)
    results = by_seed(tree)
    fallen = {**results, "r1m1": NOBODY, "r1m2": NOBODY}
    gone = brackets.vacancies(tree, fallen)
    assert gone >= {("l1m1", 0), ("l1m1", 1), ("l2m1", 1), ("r2m1", 0), ("r2m1", 1), ("r3m1", 0), ("l2m2", 0)}
    # 2 beat 3 in r2m2: 3 finds nobody at l2m1 and is free there; so is whoever comes out of l1m2.
    del fallen["l3m1"]
    assert brackets.advance(tree, fallen)["l3m1"] == ("3", "6")
    absent = {side: place for place, side in brackets.placings(tree, fallen) if side in ("1", "8", "4", "5")}
    assert absent == {"1": 7, "8": 7, "4": 7, "5": 7}


def test_a_double_disqualification_taken_back_leaves_nothing_behind():
    # PAI-13, file bracket-edit-sequence.json, with a second life
    tree = drawn(8)
    results = by_seed(tree)
    fallen = {**results, "r2m1": Result("disqualified", (2, 2))}
    assert {("r3m1", 0), ("l2m2", 0)} <= brackets.vacancies(tree, fallen)
    assert {(5, "1"), (5, "4")} <= set(brackets.placings(tree, fallen))
    undone = {**fallen, "r2m1": results["r2m1"]}
    assert brackets.advance(tree, undone) == brackets.advance(tree, results)
    assert brackets.placings(tree, undone) == brackets.placings(tree, results)


def test_who_is_disqualified_among_the_winners_has_no_second_life():
    tree = drawn(4)
    results = {"r1m1": OUT, "r1m2": FIRST}
    assert brackets.vacancies(tree, results) == {("l1m1", 0)}
    assert brackets.placings(tree, results) == ((4, "4"),)
    assert brackets.advance(tree, {**results, "r2m1": FIRST})["l2m1"] == ("2", "3")


def test_a_correction_names_the_matches_it_would_change_on_both_ways():
    tree = drawn(8)
    results = {"r1m1": FIRST, "r1m2": FIRST}
    assert brackets.affected(tree, results, {**results, "r1m1": SECOND}) == ("r2m1", "l1m1")


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), st.booleans(), st.integers(0, 999))
def test_in_whatever_order_it_is_played_everybody_is_out_after_two_defeats(count, reset, seed):
    tree = drawn(count, reset=reset)
    results = by_lot(tree, Random(seed))
    assert results == by_lot(tree, Random(seed + 1))
    seats = brackets.advance(tree, results)
    gone = brackets.vacancies(tree, results)
    for name, sides in seats.items():
        assert name in results or all(side or (name, seat) in gone for seat, side in enumerate(sides))
    defeats = Counter(
        side for name, sides in seats.items() for side in sides if _lost(results, name, sides, side)
    )
    placed = brackets.placings(tree, results)
    assert sorted(side for _, side in placed) == sorted(one.id for one in seeded(count))
    assert max(defeats.values()) <= 2
    champion = brackets.last_left(tree, results)
    assert champion == tuple(side for place, side in placed if place == 1)
    # A champion was never beaten twice; without a second final the unbeaten may lose to it and be second.
    assert all(defeats[side] <= 1 for side in champion)


def _lost(results: dict[str, Result], name: str, sides: tuple[str | None, ...], side: str | None) -> bool:
    if name not in results or side is None:
        return False
    places = results[name].places
    return places[sides.index(side)] > 1 or results[name].kind == "both-absent"

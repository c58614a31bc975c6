"""Knock-out draws (FORMATS.md, chapter 4)."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.formats import brackets, checker, knockout
from cacho_tournaments.formats.base import Qualifier, Tree
from cacho_tournaments.formats.errors import NoValidDraw


def from_groups(
    groups: int, per_group: int, thirds: int = 0, *, clubs: int = 0, seed: int = 0
) -> list[Qualifier]:
    """Return so many of each group, with seeds earned by lot inside each place."""
    rng = Random(seed)
    found: list[Qualifier] = []
    for place in range(1, per_group + 2):
        order = sorted(range(groups), key=lambda _: rng.random())
        for group in order if place <= per_group else order[:thirds]:
            club = f"club {rng.randrange(clubs)}" if clubs else None
            found.append(Qualifier(f"{group}-{place}", f"G{group}", place, club, len(found) + 1))
    return found


def meeting_round(tree: Tree, one: str, other: str) -> int:
    at = brackets.positions(tree)
    return (at[one] ^ at[other]).bit_length()


def first_round(tree: Tree) -> list[tuple[str | None, str | None]]:
    return [node.seats for node in tree.nodes if node.round == 1 and node.bracket != "third-place"]


@pytest.mark.parametrize(
    ("count", "pairs"),
    [
        (4, "1-4 2-3"),
        (8, "1-8 4-5 2-7 3-6"),
        (16, "1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11"),
        (12, "8-9 5-12 7-10 6-11"),
    ],
)
def test_seeds_stand_at_the_usual_slots_and_the_best_have_the_byes(count, pairs):
    field = [Qualifier(str(seed), seed=seed) for seed in range(1, count + 1)]
    tree = knockout.draw(field, rng=Random(1))
    assert " ".join(f"{one}-{other}" for one, other in first_round(tree)) == pairs
    assert sorted(tree.byes, key=int) == [str(seed) for seed in range(1, tree.size - count + 1)]


@settings(max_examples=60)
@given(st.integers(2, 70), st.integers(0, 70), st.booleans(), st.integers(0, 999))
def test_n_sides_play_n_less_one_matches_and_one_for_third(count, seeded, third, seed):
    field = [
        Qualifier(str(number), seed=number if number <= seeded else None) for number in range(1, count + 1)
    ]
    tree = knockout.draw(field, rng=Random(seed), third_place=third)
    assert checker.tree_faults(tree, field) == []
    extra = [node for node in tree.nodes if node.bracket == "third-place"]
    assert len(extra) == (1 if third and count >= 4 else 0)
    assert len(tree.nodes) == count - 1 + len(extra)


@pytest.mark.parametrize("groups", range(2, 65))
def test_two_of_each_group_meet_again_in_the_final_only(groups):
    field = from_groups(groups, 2, seed=groups)
    tree = knockout.draw(field, rng=Random(groups))
    assert checker.tree_faults(tree, field) == []
    assert tree.notes == ()
    assert all(meeting_round(tree, f"{group}-1", f"{group}-2") == tree.rounds for group in range(groups))
    winners = {one.id for one in field if one.place == 1}
    assert not any(set(pair) <= winners for pair in first_round(tree))
    assert set(tree.byes) == {one.id for one in field[: tree.size - len(field)]}


def test_with_a_full_bracket_every_winner_meets_a_second_of_another_group():
    # CourtHive/competition-factory pull 4736: four groups, two of each
    for seed in range(40):
        tree = knockout.draw(from_groups(4, 2, clubs=3, seed=seed), rng=Random(seed))
        for winner, second in first_round(tree):
            assert (winner[-1], second[-1]) == ("1", "2")
            assert winner[0] != second[0]


def test_four_of_each_group_stand_one_in_every_quarter():
    # sendou-ink/sendou.ink issue 2607
    tree = knockout.draw(from_groups(4, 4), rng=Random(5))
    at = brackets.positions(tree)
    for group in range(4):
        assert sorted(at[f"{group}-{place}"] // 4 for place in range(1, 5)) == [0, 1, 2, 3]


@pytest.mark.parametrize("groups", range(3, 33))
def test_best_thirds_that_fill_the_bracket_keep_mates_apart(groups):
    thirds = (1 << (2 * groups - 1).bit_length()) - 2 * groups
    if thirds > groups:
        thirds = groups
    field = from_groups(groups, 2, thirds, seed=groups)
    tree = knockout.draw(field, rng=Random(groups))
    assert checker.tree_faults(tree, field) == []
    assert not [note for note in tree.notes if note.code == "group-mates-close"]
    for group in range(groups):
        mates = [one.id for one in field if one.group == f"G{group}"]
        soonest = tree.rounds if len(mates) == 2 else tree.rounds - 1
        meetings = [meeting_round(tree, one, other) for one in mates for other in mates if one < other]
        assert min(meetings) >= soonest


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 20), st.integers(1, 4), st.integers(0, 20), st.integers(0, 4), st.integers(0, 999))
def test_a_draw_from_groups_never_ends_dead(groups, per_group, thirds, clubs, seed):
    field = from_groups(groups, per_group, min(thirds, groups), clubs=clubs, seed=seed)
    if len(field) < 2:
        return
    tree = knockout.draw(field, rng=Random(seed))
    assert checker.tree_faults(tree, field) == []
    winners = {one.id for one in field if one.place == 1}
    beaten = len(winners) <= tree.size // 2
    assert not (beaten and any(set(pair) <= winners for pair in first_round(tree)))
    assert set(tree.byes) <= winners or winners <= set(tree.byes)


def test_a_rank_that_would_make_mates_meet_at_once_is_bent_and_said():
    # Five sides: the lesser of the two seconds plays the third in round 1. By rank that is A2, but A3 is its mate.
    field = [
        Qualifier("A1", "A", 1, seed=1),
        Qualifier("B1", "B", 1, seed=2),
        Qualifier("B2", "B", 2, seed=3),
    ]
    field += [Qualifier("A2", "A", 2, seed=4), Qualifier("A3", "A", 3, seed=5)]
    tree = knockout.draw(field, rng=Random(1))
    assert [note.code for note in tree.notes] == ["earned-order-bent"]
    assert set(first_round(tree)[0]) == {"B2", "A3"}


def test_mates_brought_together_by_hand_are_named():
    field = [
        Qualifier("A1", "A", 1),
        Qualifier("B1", "B", 1),
        Qualifier("A2", "A", 2),
        Qualifier("B2", "B", 2),
    ]
    tree = knockout.draw(field, rng=Random(1))
    changed = brackets.exchanged(tree, "A2", "B2")
    assert checker.tree_faults(changed, field) == []
    notes = {(note.code, note.facts["group"], note.facts["round"]) for note in knockout.notes(changed, field)}
    assert notes == {("group-mates-close", "A", 1), ("group-mates-close", "B", 1)}
    assert knockout.notes(tree, field) == ()


def test_mates_that_cannot_but_meet_at_once_are_named():
    # Nine sides: only the eighth winner and the one second play in round 1, and they come from one group.
    field = [Qualifier(f"{group}1", group, 1, seed=seed) for seed, group in enumerate("ABCDEFGH", start=1)]
    tree = knockout.draw([*field, Qualifier("H2", "H", 2, seed=9)], rng=Random(1))
    assert first_round(tree) == [("H1", "H2")]
    assert [(note.code, note.facts) for note in tree.notes] == [
        ("group-mates-close", {"group": "H", "entrants": ("H1", "H2"), "round": 1})
    ]


def test_clubs_meet_in_round_one_no_oftener_than_they_must():
    """Against every draw that the rules allow for four groups, written out by hand."""
    for seed in range(60):
        field = from_groups(4, 2, clubs=2 + seed % 3, seed=seed)
        tree = knockout.draw(field, rng=Random(seed))
        together = sum(1 for note in tree.notes if note.code == "club-together")
        assert together == min(_clubs_together(field))


def _clubs_together(field: list[Qualifier]) -> list[int]:
    """Return, for every allowed draw, how many pairs of round 1 are of one club."""
    winners, seconds = field[:4], field[4:]
    counts: list[int] = []
    for top in ({0, 2}, {0, 3}):
        home = {winners[number].group: number in top for number in range(4)}
        for order in permutations(seconds):
            pairs = list(zip(winners, order, strict=True))
            if all(home[second.group] != home[winner.group] for winner, second in pairs):
                counts.append(sum(1 for winner, second in pairs if winner.club == second.club))
    return counts


@pytest.mark.parametrize("groups", [8, 16, 32])
def test_with_room_enough_no_club_meets_itself_in_round_one(groups):
    for seed in range(5):
        tree = knockout.draw(from_groups(groups, 2, clubs=4, seed=seed), rng=Random(seed))
        assert tree.notes == ()


def test_sides_without_seeds_are_moved_for_their_clubs():
    field = [Qualifier(str(number), club="Senas" if number <= 8 else "Balas") for number in range(1, 17)]
    for seed in range(20):
        assert knockout.draw(field, rng=Random(seed)).notes == ()


def test_a_club_with_more_members_than_pairs_is_said():
    field = [Qualifier(str(number), club="Senas" if number <= 5 else None) for number in range(1, 9)]
    notes = knockout.draw(field, rng=Random(1)).notes
    assert [(note.code, note.facts["club"]) for note in notes] == [("club-together", "Senas")]


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 12), st.integers(0, 3), st.integers(0, 999), st.randoms(use_true_random=False))
def test_the_order_of_entry_does_not_matter_and_renaming_renames(groups, clubs, seed, rng):
    field = from_groups(groups, 2, clubs=clubs, seed=seed)
    tree = knockout.draw(field, rng=Random(seed))
    mixed = list(field)
    rng.shuffle(mixed)
    assert knockout.draw(mixed, rng=Random(seed)) == tree
    renamed = knockout.draw([replace(one, id=f"pair {one.id}") for one in field], rng=Random(seed))
    assert [node.seats for node in renamed.nodes] == [
        tuple(side and f"pair {side}" for side in node.seats) for node in tree.nodes
    ]


def test_by_lot_every_second_of_another_group_can_be_met():
    met = Counter(
        pair[1]
        for seed in range(80)
        for pair in first_round(knockout.draw(from_groups(4, 2), rng=Random(seed)))
        if pair[0] == "0-1"
    )
    assert set(met) == {"1-2", "2-2", "3-2"}


@pytest.mark.parametrize("groups", [3, 8])
def test_the_third_best_winner_falls_into_either_half_by_lot(groups):
    field = from_groups(groups, 2)
    trees = [knockout.draw(field, rng=Random(seed)) for seed in range(60)]
    lower = sum(brackets.positions(tree)[field[2].id] >= tree.size // 2 for tree in trees)
    assert 15 < lower < 45


def test_one_side_alone_is_refused():
    with pytest.raises(NoValidDraw) as refusal:
        knockout.draw([Qualifier("1")], rng=Random(1))
    assert (refusal.value.code, refusal.value.facts["nearest"]) == ("too-few-entrants", 2)


@pytest.mark.parametrize("count", [3, 5, 7])
def test_odd_fields_have_byes_to_the_best(count):
    # kosmotive/tournaments issue 13
    tree = knockout.draw([Qualifier(str(seed), seed=seed) for seed in range(1, count + 1)], rng=Random(1))
    assert len(tree.byes) == {3: 1, 5: 3, 7: 1}[count]
    assert "1" in tree.byes

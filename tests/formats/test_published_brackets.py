"""Brackets and groups against what others published, where no test of a single rule says it (FORMATS.md, chapters 3,
4 and 12)."""

from itertools import combinations
from random import Random

import pytest

from cacho_tournaments.formats import brackets, groups, knockout, seeding
from cacho_tournaments.formats.base import Entrant, Group, Qualifier
from tests.formats.test_knockout import first_round, from_groups, meeting_round

# brackets-manager.js, test/*.spec.js: sixteen dealt into four groups, in a snake and for a bracket that follows
SNAKE = ["1 8 9 16", "2 7 10 15", "3 6 11 14", "4 5 12 13"]
FOR_A_BRACKET = ["1 7 12 14", "2 8 11 13", "3 5 10 16", "4 6 9 15"]


@pytest.mark.parametrize("dealt", [SNAKE, FOR_A_BRACKET])
def test_the_published_dealings_into_groups_are_draws_that_the_pots_allow(dealt):
    field = [Entrant(str(seed), seed=seed) for seed in range(1, 17)]
    given = [Group(seeding.label(number), tuple(text.split())) for number, text in enumerate(dealt)]
    assert groups.arranged(given, field).notes == ()
    # One seed too many in the wrong group is told, so that silence above means something.
    first, second = given[0].members, given[1].members
    moved = [Group("A", (*first[:3], second[0])), Group("B", (first[3], *second[1:])), *given[2:]]
    assert "seeds-together" in {note.code for note in groups.arranged(moved, field).notes}


@pytest.mark.parametrize("seed", range(10))
def test_sixteen_seeds_are_dealt_pot_by_pot_as_in_a_snake(seed):
    drawn = groups.draw([Entrant(str(n), seed=n) for n in range(1, 17)], size=4, rng=Random(seed))
    pots = [sorted((int(side) - 1) // 4 for side in group.members) for group in drawn.groups]
    assert (
        pots
        == [sorted((int(side) - 1) // 4 for side in text.split()) for text in SNAKE]
        == [[0, 1, 2, 3]] * 4
    )


# -- seeds and byes ---------------------------------------------------------------------------------------------


def test_seeds_spread_over_thirty_two_as_in_tennis():
    """CourtHive/competition-factory: 1 at the top, 2 at the bottom, 3–4 at 9 and 24, 5–8 at 5, 13, 20 and 28, 9–16 at
    3, 7, 11, 15, 18, 22, 26, 30. Ours stand in the other order in some blocks, which changes no meeting: of so many
    best there is one in every block of equal length, in both."""
    tennis = [1, 32, 9, 24, 5, 13, 20, 28, 3, 7, 11, 15, 18, 22, 26, 30]
    order = seeding.bracket_order(32)
    ours = [order.index(seed) + 1 for seed in range(1, 17)]
    for best in (2, 4, 8, 16):
        blocks = list(range(best))
        for places in (tennis, ours):
            assert sorted((place - 1) // (32 // best) for place in places[:best]) == blocks


def test_badminton_puts_the_first_seeds_so_that_they_meet_last():
    """USA rules and BWF 12.9: 1 and 2 in different halves, 3 and 4 in the quarters that are free, 5–8 in the free
    eighths. http://www.badmintoncentral.com/forums/showthread.php/111823"""
    field = [Qualifier(str(number), seed=number if number <= 8 else None) for number in range(1, 33)]
    tree = knockout.draw(field, rng=Random(3))
    for best, soonest in ((2, 5), (4, 4), (8, 3)):
        seeds = [str(number) for number in range(1, best + 1)]
        assert min(meeting_round(tree, *pair) for pair in combinations(seeds, 2)) == soonest


@pytest.mark.parametrize(
    ("sides", "seeds", "with_byes"), [(13, 4, 3), (29, 8, 3), (27, 5, 5), (27, 8, 5), (26, 5, 5), (26, 8, 6)]
)
def test_seeds_have_the_byes_before_anybody_else(sides, seeds, with_byes):
    """CourtHive/competition-factory: 13 in 16 and 29 in 32 give them to 1–3, 27 to 1–5; of 26 with five seeds these
    have five of the six."""
    field = [
        Qualifier(str(number), seed=number if number <= seeds else None) for number in range(1, sides + 1)
    ]
    for lot in range(5):
        byes = knockout.draw(field, rng=Random(lot)).byes
        assert len(byes) == (1 << (sides - 1).bit_length()) - sides
        assert {str(number) for number in range(1, with_byes + 1)} <= set(byes)


@pytest.mark.parametrize(
    ("slots", "free"),
    [
        ("1 2 3 4 5 6 7 8 9 - 10 - 11 - 12 -", 4),
        ("1 - 2 - 3 - 4 - 5 - 6 - 7 - 8 -", 8),
        ("1 - 2 - 3 - 4 - 5 - 6 - 7 - - -", 7),
    ],
)
def test_byes_spread_by_others_make_no_match_and_none_meets_another(slots, free):
    """brackets-manager.js, test/*.spec.js: twelve, eight and seven in a draw of sixteen."""
    sides = [None if name == "-" else name for name in slots.split()]
    tree = brackets.plant(sides, third_place=False)
    assert len(tree.byes) == free
    assert len(tree.nodes) == len([side for side in sides if side]) - 1
    assert all(None not in pair for pair in first_round(tree))


@pytest.mark.parametrize("count", range(3, 65))
def test_no_bye_of_a_draw_meets_another_while_that_can_be_avoided(count):
    """brackets-manager.js issue 50 and its tests; rule 4.6: more sides than half of the slots, so it always can."""
    field = [Qualifier(str(number), seed=number if number % 3 else None) for number in range(1, count + 1)]
    tree = knockout.draw(field, rng=Random(count))
    at = brackets.positions(tree)
    assert len({at[side] // 2 for side in tree.byes}) == len(tree.byes) == tree.size - count


# -- who comes from groups --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_a_clean_quarter_final_of_four_groups_always_exists_and_is_found(seed):
    """CourtHive/competition-factory pull 4736: a swap for the club's sake put mates of a group together, or the other
    way round. Both are looked at after the swap: no pair of a group, winners against seconds, no club if it can be."""
    rng = Random(seed)
    clubs = [f"club {number}" for number in (1, 1, 2, 2, 3, 3, 4, 4)]
    rng.shuffle(clubs)
    field = [
        Qualifier(f"{group}-{place}", f"G{group}", place, clubs.pop(), group + 1 + 4 * (place - 1))
        for place in (1, 2)
        for group in range(4)
    ]
    tree = knockout.draw(field, rng=Random(seed))
    of = {one.id: one for one in field}
    for one, other in ((of[pair[0]], of[pair[1]]) for pair in first_round(tree)):
        assert one.group != other.group
        assert one.club != other.club
        assert {one.place, other.place} == {1, 2}
    assert tree.notes == ()


@pytest.mark.parametrize("seed", range(10))
def test_four_of_each_of_four_groups_meet_in_the_semi_finals_at_the_soonest(seed):
    """sendou-ink/sendou.ink issue 2607 and pull 3288: of g mates no two in one block of the bracket's g-th part; plain
    seeding put only two groups in the top half."""
    tree = knockout.draw(from_groups(4, 4, seed=seed), rng=Random(seed))
    at = brackets.positions(tree)
    for group in range(4):
        mates = [f"{group}-{place}" for place in range(1, 5)]
        assert min(meeting_round(tree, *pair) for pair in combinations(mates, 2)) >= 3
    top = {side[0] for side, slot in at.items() if slot < 8}
    assert top == {"0", "1", "2", "3"}

"""The checker sees faults: each test breaks something sound and looks whether it is named."""

from dataclasses import replace
from random import Random

import pytest

from cacho_tournaments.formats import brackets, checker, groups, knockout, standings
from cacho_tournaments.formats.base import Entrant, Points, Qualifier
from tests.formats.makers import played, sides

FIELD = [
    Entrant(str(number), seed=number if number <= 4 else None, club="Senas" if number > 8 else None)
    for number in range(1, 13)
]
DRAW = groups.draw(FIELD, rng=Random(11))
SIDES = [Qualifier(str(number), seed=number) for number in range(1, 7)]
TREE = knockout.draw(SIDES, rng=Random(1))


def codes(notes: list[checker.Note]) -> set[str]:
    return {note.code for note in notes}


def test_a_sound_draw_has_no_fault_and_can_be_made_again():
    assert checker.groups_faults(DRAW, FIELD) == []
    assert checker.groups_differ(DRAW, FIELD, seed=11) == []
    assert checker.tree_faults(TREE, SIDES) == []
    assert checker.tree_differs(TREE, SIDES, seed=1) == []


def test_a_draw_that_is_not_the_seeds_is_named():
    assert codes(checker.groups_differ(DRAW, FIELD, seed=12)) == {"group-differs", "match-differs"}
    unseeded = [replace(one, seed=None) for one in SIDES]
    lot = knockout.draw(unseeded, rng=Random(1))
    assert codes(checker.tree_differs(lot, unseeded, seed=2)) == {"match-differs"}


def test_somebody_left_out_or_strange_is_named():
    assert "not-once" in codes(checker.groups_faults(DRAW, [*FIELD, Entrant("13")]))
    assert "stranger" in codes(checker.groups_faults(DRAW, FIELD[:-1]))


def test_seeds_and_clubs_that_stand_together_are_named():
    home = {side: group for group in DRAW.groups for side in group.members}
    loose = next(side for side in home["1"].members if side not in {"1", "2", "3", "4"})
    together = groups.arranged(groups.exchanged(DRAW.groups, loose, "2"), FIELD)
    assert "seeds" in codes(checker.groups_faults(together, FIELD))
    senas = {"9", "10", "11", "12"}
    full = next(group for group in DRAW.groups if len(senas & set(group.members)) == 2)
    guest = next(side for side in full.members if side not in senas)
    more = next(side for side in sorted(senas) if side not in full.members)
    crowded = groups.arranged(groups.exchanged(DRAW.groups, guest, more), FIELD)
    assert "club" in codes(checker.groups_faults(crowded, FIELD))


def test_a_match_too_many_or_too_few_is_named():
    twice = replace(DRAW, matches=(*DRAW.matches, replace(DRAW.matches[0], id="again")))
    assert {"pair-count", "round-twice"} <= codes(checker.groups_faults(twice, FIELD))
    assert codes(checker.groups_faults(replace(DRAW, matches=DRAW.matches[1:]), FIELD)) == {"pair-count"}


def test_a_bracket_that_loses_somebody_is_named():
    assert {"match-count", "loose-ends"} <= codes(
        checker.tree_faults(replace(TREE, nodes=TREE.nodes[1:]), SIDES)
    )
    doubled = brackets.exchanged(TREE, "6", "1")
    nodes = tuple(replace(one, seats=("1", "1")) if None not in one.seats else one for one in doubled.nodes)
    assert "not-once" in codes(checker.tree_faults(replace(TREE, nodes=nodes), SIDES))
    assert "bye-count" in codes(checker.tree_faults(replace(TREE, byes=()), SIDES))


@pytest.mark.parametrize(
    ("change", "code"),
    [({"place": 3}, "place"), ({"reason": None}, "reason"), ({"values": {"points": 7}}, "points")],
)
def test_a_table_with_a_wrong_place_sum_or_reason_is_named(change, code):
    matches = [played("A-B", 200, 100), played("B-C", 200, 100, number=2)]
    rows = standings.table(sides("A B C"), matches, criteria=("points", "difference"), lot_seed=1)
    assert checker.table_faults(rows, matches, Points()) == []
    assert code in codes(checker.table_faults([replace(rows[0], **change), *rows[1:]], matches, Points()))

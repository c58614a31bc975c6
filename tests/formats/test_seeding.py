"""Order and chance (FORMATS.md, chapter 1; bracket order of 4.2)."""

from random import Random

import pytest

from cacho_tournaments.formats import seeding
from cacho_tournaments.formats.base import Entrant
from cacho_tournaments.formats.errors import NoValidDraw

# brackets-manager.js, test/*.spec.js
ORDERS = {
    4: "1 4 2 3",
    8: "1 8 4 5 2 7 3 6",
    16: "1 16 8 9 4 13 5 12 2 15 7 10 3 14 6 11",
    32: "1 32 16 17 8 25 9 24 4 29 13 20 5 28 12 21 2 31 15 18 7 26 10 23 3 30 14 19 6 27 11 22",
}


@pytest.mark.parametrize("size", ORDERS)
def test_ranks_stand_at_the_published_slots(size):
    assert " ".join(str(rank) for rank in seeding.bracket_order(size)) == ORDERS[size]


def test_a_snake_deals_to_and_fro():
    # brackets-manager.js, test/*.spec.js
    assert seeding.snake(range(1, 17), 4) == ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
    assert seeding.snake(range(1, 9), 2) == ((1, 4, 5, 8), (2, 3, 6, 7))


def test_labels_go_on_after_z():
    assert [seeding.label(number) for number in (0, 25, 26, 51, 52, 701, 702)] == (
        ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
    )
    assert sorted(["AA", "Z", "B"], key=seeding.by_label) == ["B", "Z", "AA"]


def test_ids_stand_in_natural_order():
    assert sorted(["p10", "12", "p9", "7"], key=seeding.natural) == ["7", "12", "p9", "p10"]


@pytest.mark.parametrize(("sides", "size"), [(1, 1), (2, 2), (3, 4), (4, 4), (5, 8), (64, 64), (65, 128)])
def test_a_bracket_holds_all_sides(sides, size):
    assert seeding.bracket_size(sides) == size


def test_the_lot_is_the_same_in_any_order_and_for_renamed_ids():
    names = [str(number) for number in range(1, 30)]
    lots = seeding.lots(names, 7)
    assert sorted(lots.values()) == list(range(1, 30))
    assert seeding.lots(reversed(names), 7) == lots
    assert seeding.lots([f"pair {name}" for name in names], 7) == {
        f"pair {name}": lots[name] for name in names
    }
    assert seeding.lots(names, 8) != lots


def test_a_kept_seed_gives_the_lot_that_it_always_gave():
    # Worked out once and kept: a change here means that old draws can no longer be checked.
    assert "".join(seeding.shuffled("ABCDEFGH", Random(20261212))) == "FBDGEAHC"


def test_all_orders_are_equally_likely():
    rng = Random(1)
    seen: dict[str, int] = {}
    for _ in range(6000):
        order = "".join(seeding.shuffled("ABC", rng))
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 6
    # Six standard deviations of 1,000 expected: the generator's seed is fixed, so this never varies.
    assert all(abs(count - 1000) < 175 for count in seen.values())


@pytest.mark.parametrize(
    ("field", "code"),
    [
        ([Entrant("1", seed=1), Entrant("2", seed=1)], "seed-given-twice"),
        (
            [Entrant("1"), Entrant("2"), Entrant("1", seed=3)],
            "entrant-twice",
        ),  # woogles-io/liwords issue 1200
    ],
)
def test_a_seed_or_an_entrant_that_stands_twice_is_refused(field, code):
    with pytest.raises(NoValidDraw, match=code):
        seeding.ranked(field, Random(1))

"""Who goes on (FORMATS.md, chapter 8)."""

from fractions import Fraction

import pytest

from cacho_tournaments.formats import cuts, standings
from cacho_tournaments.formats.base import Match, Qualifier, Row
from cacho_tournaments.formats.errors import NoValidDraw
from tests.formats.makers import played, sides


def group(
    letter: str, scores: list[tuple[int, int]], criteria: tuple[str, ...] = ("points", "difference", "lot")
):
    """Return the table of a group in which 1 beats all, 2 all after it, and so on, with these scores."""
    size = next(count for count in range(2, 9) if count * (count - 1) // 2 == len(scores))
    pairs = [(one, other) for one in range(1, size) for other in range(one + 1, size + 1)]
    matches: list[Match] = [
        played(f"{letter}{one}-{letter}{other}", *score, number=number)
        for number, ((one, other), score) in enumerate(zip(pairs, scores, strict=True), start=1)
    ]
    names = " ".join(f"{letter}{number}" for number in range(1, size + 1))
    return standings.table(sides(names), matches, criteria=criteria, lot_seed=1)


# In the order of 1-2, 1-3, (1-4,) 2-3, (2-4, 3-4).
THREE_WIDE = group("A", [(200, 100), (200, 100), (200, 190)])
FOUR = group("B", [(200, 150), (200, 150), (200, 150), (200, 150), (200, 150), (200, 150)])
FOUR_NARROW = group("C", [(200, 190), (200, 190), (200, 190), (200, 190), (200, 100), (200, 190)])
TABLES = {"A": THREE_WIDE, "B": FOUR, "C": FOUR_NARROW}
ASKED = ("points", "difference", "lot")


def ids(found: tuple[Qualifier, ...]) -> str:
    return " ".join(one.id for one in found)


def test_two_of_each_group_go_on_winners_first_by_means_a_match():
    # Winners: all 2 points a match; differences a match 100, 50, 10. Seconds: A2 1 point a match, B2 and C2 4/3;
    # C2 has (-10 + 10 + 100) / 3, B2 (-50 + 50 + 50) / 3.
    found = cuts.qualifiers(TABLES, criteria=ASKED)
    assert ids(found) == "A1 B1 C1 C2 B2 A2"
    assert [(one.group, one.place, one.seed) for one in found] == [
        ("A", 1, 1),
        ("B", 1, 2),
        ("C", 1, 3),
        ("C", 2, 4),
        ("B", 2, 5),
        ("A", 2, 6),
    ]


def test_sums_of_a_longer_group_bring_no_advantage():
    # B1 has 6 points of three matches, A1 4 of two: the mean is the same, the difference a match decides.
    best = cuts.across(TABLES, 1, criteria=ASKED)[0]
    assert (best.row.entrant, best.figures["points"], best.figures["difference"]) == ("A1", Fraction(2), 100)


def test_best_thirds_go_on_in_the_number_set():
    # Thirds: A3 0 points; B3 (-50 - 50 + 50) / 3, C3 (-10 - 10 + 10) / 3, both 2/3 a match.
    assert ids(cuts.qualifiers(TABLES, best_thirds=1, criteria=ASKED)).split()[6:] == ["C3"]
    found = cuts.qualifiers(TABLES, best_thirds=2, criteria=ASKED)
    assert [(one.id, one.place, one.seed) for one in found[6:]] == [("C3", 3, 7), ("B3", 3, 8)]


def test_fill_takes_what_brings_the_bracket_to_a_power_of_two():
    assert ids(cuts.qualifiers(TABLES, best_thirds="fill", criteria=ASKED)).split()[6:] == ["C3", "B3"]
    two = {"B": FOUR, "C": FOUR_NARROW}
    assert len(cuts.qualifiers(two, best_thirds="fill", criteria=ASKED)) == 4


def test_fill_takes_all_where_there_are_too_few():
    five = {letter: group(letter, [(200, 150)] * 6) for letter in "ABCDE"}
    assert len(cuts.qualifiers(five, best_thirds="fill", criteria=ASKED)) == 15


def test_who_cannot_go_on_is_passed_over_and_the_next_moves_up():
    found = cuts.qualifiers(TABLES, out={"B1"}, criteria=ASKED, clubs={"B2": "Los Senas"})
    moved = {one.id: one for one in found if one.group == "B"}
    assert {one.id: one.place for one in moved.values()} == {"B2": 1, "B3": 2}
    assert moved["B2"].club == "Los Senas"


def test_a_group_whose_others_have_all_left_sends_who_is_there():
    assert len(cuts.qualifiers(TABLES, out={"A2", "A3"}, criteria=ASKED)) == 5


def test_level_sides_over_groups_are_ordered_by_a_lot_that_can_be_repeated():
    tables = {letter: group(letter, [(200, 150)] * 6) for letter in "ABCD"}
    orders = {ids(cuts.qualifiers(tables, per_group=1, criteria=ASKED, lot_seed=seed)) for seed in range(40)}
    assert len(orders) > 15
    turned = dict(reversed(tables.items()))
    assert cuts.qualifiers(turned, criteria=ASKED, lot_seed=4) == cuts.qualifiers(
        tables, criteria=ASKED, lot_seed=4
    )


def test_what_only_the_tied_of_a_group_are_asked_is_not_asked_over_groups():
    ranked = cuts.across(TABLES, 1, criteria=("points", "among-tied", "difference"))
    assert [list(one.figures) for one in ranked] == [["points", "difference"]] * 3


@pytest.mark.parametrize(
    ("asked", "facts"),
    [
        ({"per_group": 4}, {"group": "A", "members": 3, "nearest": 3}),
        ({"per_group": 0}, {"nearest": 1}),
        ({"best_thirds": 4}, {"thirds": 3, "nearest": 3}),
        ({"best_thirds": -1}, {"nearest": 0}),
    ],
)
def test_a_cut_that_the_groups_cannot_fill_is_refused_with_the_nearest_that_they_can(asked, facts):
    with pytest.raises(NoValidDraw) as refusal:
        cuts.qualifiers(TABLES, criteria=ASKED, **asked)
    assert refusal.value.code == "impossible-cut"
    assert facts.items() <= refusal.value.facts.items()


def test_a_shared_place_at_the_cut_is_refused_and_names_the_sides():
    # softwaremagico/KendoTournamentManager issue 273
    tied = standings.table(sides("D1 D2 D3"), [], criteria=("points",), lot_seed=1)
    with pytest.raises(NoValidDraw) as refusal:
        cuts.qualifiers({"D": tied}, per_group=2, criteria=("points",))
    assert refusal.value.code == "cut-undecided"
    assert refusal.value.facts["entrants"] == ("D1", "D2", "D3")


def rows(*places: int) -> list[Row]:
    return [
        Row(place, f"E{number}", {"points": 0, "played": 3}) for number, place in enumerate(places, start=1)
    ]


@pytest.mark.parametrize("places", [(1, 1, 3, 4), (1, 2, 2, 4)])
def test_a_shared_place_that_says_who_wins_the_group_or_who_goes_on_is_refused(places):
    with pytest.raises(NoValidDraw, match="cut-undecided"):
        cuts.qualifiers({"E": rows(*places)}, criteria=("points",))


def test_a_shared_place_below_the_cut_does_not_matter_unless_thirds_go_on():
    assert ids(cuts.qualifiers({"E": rows(1, 2, 3, 3)}, criteria=("points",))) == "E1 E2"
    with pytest.raises(NoValidDraw, match="cut-undecided"):
        cuts.qualifiers({"E": rows(1, 2, 3, 3)}, best_thirds=1, criteria=("points",))


def test_thirds_that_nothing_parts_are_refused_where_the_lot_is_no_criterion():
    criteria = ("points", "difference")
    tables = {letter: group(letter, [(200, 150)] * 6, criteria) for letter in "ABC"}
    with pytest.raises(NoValidDraw) as refusal:
        cuts.qualifiers(tables, best_thirds=2, criteria=criteria)
    assert set(refusal.value.facts["entrants"]) == {"A3", "B3", "C3"}
    assert len(cuts.qualifiers(tables, best_thirds=3, criteria=criteria)) == 9


def test_the_first_of_one_table_go_on_and_who_is_out_is_passed_over():
    table = group("A", [(200, 150)] * 6)
    found = cuts.top(table, 3, out={"A2"}, clubs={"A3": "Los Senas"})
    assert [(one.id, one.group, one.place, one.seed, one.club) for one in found] == [
        ("A1", None, 1, 1, None),
        ("A3", None, 2, 2, "Los Senas"),
        ("A4", None, 3, 3, None),
    ]
    assert ids(cuts.top(table, 4, out={"A1"})) == "A2 A3 A4"


@pytest.mark.parametrize(("asked", "nearest"), [(5, 4), (0, 1), (-2, 1)])
def test_more_or_fewer_than_a_table_has_cannot_go_on(asked, nearest):
    places = [(1, "a"), (2, "b"), (3, "c"), (3, "d")]
    for refused in (lambda: cuts.top(rows(1, 2, 3, 4), asked), lambda: cuts.top_of_places(places, asked)):
        with pytest.raises(NoValidDraw) as refusal:
            refused()
        assert refusal.value.code == "impossible-cut"
        assert refusal.value.facts["nearest"] == nearest


def test_a_shared_place_in_one_table_is_refused_where_it_counts():
    assert ids(cuts.top(rows(1, 2, 3, 3), 2)) == "E1 E2"
    for places in ((1, 2, 2, 4), (1, 1, 3, 4)):
        with pytest.raises(NoValidDraw) as refusal:
            cuts.top(rows(*places), 2)
        assert refusal.value.code == "cut-undecided"
        assert len(refusal.value.facts["entrants"]) == 2


BRACKET = [(1, "a"), (2, "b"), (3, "c"), (4, "d"), (5, "e"), (5, "f"), (5, "g"), (5, "h")]


def test_the_first_of_a_bracket_go_on_and_who_shares_a_place_is_seeded_by_lot():
    assert ids(cuts.top_of_places(BRACKET, 4)) == "a b c d"
    found = cuts.top_of_places(BRACKET, 8, lot_seed=3, clubs={"e": "Los Senas"})
    assert [one.seed for one in found] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [one.place for one in found] == [1, 2, 3, 4, 5, 5, 5, 5]
    assert next(one.club for one in found if one.id == "e") == "Los Senas"
    assert cuts.top_of_places(BRACKET[::-1], 8, lot_seed=3, clubs={"e": "Los Senas"}) == found
    assert len({ids(cuts.top_of_places(BRACKET, 8, lot_seed=seed)) for seed in range(60)}) > 15


def test_a_cut_through_a_shared_place_of_a_bracket_is_refused():
    with pytest.raises(NoValidDraw) as refusal:
        cuts.top_of_places(BRACKET, 6)
    assert refusal.value.code == "cut-undecided"
    assert set(refusal.value.facts["entrants"]) == set("efgh")
    assert refusal.value.facts["place"] == 5
    # With two of them out the other two both go on.
    assert ids(cuts.top_of_places(BRACKET, 6, out={"e", "h"})).split()[:4] == ["a", "b", "c", "d"]


def test_over_groups_means_of_matches_are_taken_as_they_are_and_the_lower_place_is_better():
    criteria = ("average-place", "share")
    tables = {"A": group("A", [(200, 100)] * 3, criteria), "B": group("B", [(200, 150)] * 6, criteria)}
    ranked = cuts.across(tables, 2, criteria=criteria)
    # A2 won and lost one each: 3/2 on the average; B2 won two of three: 4/3.
    assert [(one.row.entrant, one.figures["average-place"]) for one in ranked] == [
        ("B2", Fraction(4, 3)),
        ("A2", Fraction(3, 2)),
    ]
    assert ranked[1].figures["share"] == 1

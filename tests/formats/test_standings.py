"""Tables: figures, order, reasons (FORMATS.md, chapters 5 and 6)."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.formats import checker, round_robin, standings
from cacho_tournaments.formats.base import Entrant, Group, Match, Points, Reason, Result, Row
from cacho_tournaments.formats.errors import BadStage, NoValidDraw
from cacho_tournaments.formats.simulate import result_of
from tests.formats.makers import forfeit, order, played, sides, unplayed

UEFA = ("points", "among-tied", "among-tied-difference", "among-tied-for", "difference", "for")


def table(
    names: str, matches: list[Match], criteria: str | tuple[str, ...] = "points", seed: int = 1
) -> tuple[Row, ...]:
    order = tuple(criteria.split()) if isinstance(criteria, str) else criteria
    return standings.table(sides(names), matches, criteria=order, lot_seed=seed)


SIX = [
    played("A-B", 200, 150, number=1),
    played("C-D", 180, 160, number=1),
    played("E-F", 170, 120, number=1),
    played("A-C", 210, 140, number=2),
    played("B-E", 190, 130, number=2),
    played("D-F", 175, 165, number=2),
    played("A-D", 205, 145, number=3),
    played("C-E", 155, 150, number=3),
    played("B-F", 185, 180, number=3),
]


def test_shared_places_count_in_the_next_place():
    # STA-01, file standings-ties.csv; UEWBot/dipvis issue 182
    assert order(table("A B C D E F", SIX, "wins")) == "1A 2B 2C 4D 4E 6F"


def test_another_order_of_criteria_gives_another_table():
    # STA-11: D and E have one win each; the difference puts E first, the points for put D first
    assert order(table("A B C D E F", SIX, "wins difference")) == "1A 2B 3C 4E 5D 6F"
    assert order(table("A B C D E F", SIX, "wins for")) == "1A 2B 3C 4D 5E 6F"


def test_figures_stand_in_the_order_in_which_criteria_are_applied():
    # STA-11
    row = table("A B C D E F", SIX, "wins difference for lot")[1]
    assert list(row.values)[:4] == ["wins", "difference", "for", "lot"]
    assert (row.values["difference"], row.values["for"], row.values["against"]) == (15, 525, 510)
    assert row.applied == ("wins", "difference")


def test_euro_2004_group_c():
    # https://en.wikipedia.org/wiki/UEFA_Euro_2004_Group_C
    matches = [
        played("Denmark-Italy", 0, 0),
        played("Sweden-Bulgaria", 5, 0),
        played("Bulgaria-Denmark", 0, 2, number=2),
        played("Italy-Sweden", 1, 1, number=2),
        played("Italy-Bulgaria", 2, 1, number=3),
        played("Denmark-Sweden", 2, 2, number=3),
    ]
    field = sides("Denmark Italy Sweden Bulgaria")
    rows = standings.table(field, matches, points=Points(3, 1, 0), criteria=UEFA, lot_seed=1)
    assert order(rows) == "1Sweden 2Denmark 3Italy 4Bulgaria"
    assert [row.values["among-tied-for"] for row in rows[:3]] == [3, 2, 1]
    assert rows[0].reason == Reason(
        over="Denmark",
        criterion="among-tied-for",
        mine=3,
        theirs=2,
        among=("Denmark", "Italy", "Sweden"),
        matches=("Denmark-Italy 1", "Italy-Sweden 2", "Denmark-Sweden 3"),
    )


RING = [played("A-B", 2, 0), played("B-C", 3, 0, number=2), played("C-A", 1, 0, number=3)]


def test_a_ring_of_three_is_ordered_as_a_set_and_never_two_by_two():
    # Differences +1 +1 -2, points for 2 3 1: B, A, C. Cutting C off first and asking A and B again would give A, B, C.
    criteria = "points among-tied among-tied-difference among-tied-for"
    assert order(table("A B C", RING, criteria)) == "1B 2A 3C"


def test_a_ring_that_nothing_parts_shares_the_place():
    assert order(table("A B C", RING, "points wins among-tied")) == "1A 1B 1C"
    assert [row.reason for row in table("A B C", RING, "points wins among-tied")] == [None, None, None]


# Three at two wins to one with differences +3 +2 0, and one who lost all.
THREE_LEVEL = [
    played("A-B", 11, 10),
    played("C-D", 10, 9),
    played("B-C", 12, 10, number=2),
    played("A-D", 13, 10, number=2),
    played("C-A", 12, 11, number=3),
    played("B-D", 11, 10, number=3),
]


def test_three_level_sides_are_parted_by_difference():
    # sivert-io/matchzy-auto-tournament issue 225
    rows = table("A B C D", THREE_LEVEL, "points among-tied difference")
    assert order(rows) == "1A 2B 3C 4D"
    assert [row.values["difference"] for row in rows] == [3, 2, 0, -5]


def test_three_level_sides_share_the_place_and_the_next_is_fourth():
    # sivert-io/matchzy-auto-tournament issue 225
    assert order(table("A B C D", THREE_LEVEL, "points among-tied")) == "1A 1B 1C 4D"


def test_those_still_tied_have_a_mini_table_of_their_own():
    # A, B, C, D have 4 points each. Among the four: A 4, B 4, C 3, D 1. Between A and B: A won.
    matches = [
        *(played(pair, 9, 5) for pair in ("A-B", "C-A", "A-D", "B-C", "B-D")),
        played("C-D", 5, 5),
        *(played(pair, 9, 5, number=2) for pair in ("E-A", "E-B", "F-A", "F-B", "F-C", "D-F")),
        *(played(pair, 5, 5, number=3) for pair in ("E-C", "E-D", "E-F")),
    ]
    rows = table("A B C D E F", matches, "points among-tied")
    assert order(rows) == "1E 1F 3A 4B 5C 6D"
    between = [row.reason for row in rows[2:4]]
    assert [(one.over, one.mine, one.theirs, one.among) for one in between if one] == [
        ("B", 2, 0, ("A", "B")),
        ("C", 4, 3, ("A", "B", "C", "D")),
    ]


def test_a_forfeit_counts_in_the_matches_of_the_tied():
    # ozfortress/citadel issue 515
    matches = [
        played("A-C", 200, 100),
        forfeit("B-A", "walkover", 1, 2, number=2),
        played("C-B", 200, 100, number=3),
        played("A-D", 200, 100, number=3),
        played("B-D", 200, 100, number=1),
        played("D-C", 200, 100, number=2),
    ]
    rows = table("A B C D", matches, "points among-tied")
    assert order(rows)[:5] == "1B 2A"
    assert rows[0].reason is not None
    assert (rows[0].reason.criterion, rows[0].reason.matches) == ("among-tied", ("B-A 2",))


def test_two_who_beat_each_other_once_stay_tied():
    # Sharly-Chess/sharly-chess issue 1656
    matches = [played("A-B", 200, 100), played("B-A", 150, 100, number=2)]
    assert order(table("A B", matches, "points among-tied")) == "1A 1B"
    assert order(table("A B", matches, "points among-tied among-tied-difference")) == "1A 2B"


def test_with_matches_among_the_tied_missing_only_a_sure_first_is_placed():
    # A beat both others, who have not met; whatever they do, A stays first of the three.
    matches = [
        played("A-B", 200, 100),
        played("A-C", 200, 100, number=2),
        played("D-A", 200, 100, number=3),
        played("B-D", 200, 100, number=2),
        played("C-D", 200, 100, number=1),
        unplayed("B-C", 3),
    ]
    extra = [played("E-A", 9, 1, number=4), played("B-E", 9, 1, number=5), played("C-E", 9, 1, number=6)]
    rows = table("A B C D E", [*matches, *extra], "wins among-tied")
    assert order(rows) == "1A 2B 2C 4D 4E"
    assert rows[0].reason is not None
    assert (rows[0].reason.among, rows[0].reason.mine, rows[0].reason.theirs) == (("A", "B", "C"), 4, 0)


def test_a_result_missing_between_two_tied_sides_parts_nobody():
    matches = [played("A-C", 200, 100), played("B-C", 200, 100, number=2), unplayed("A-B", 3)]
    assert order(table("A B C", matches, "points among-tied")) == "1A 1B 3C"


def test_who_could_still_be_overtaken_is_not_placed_first():
    # A beat B, but C has met neither and could pass both: nobody is first yet.
    open_ones = [unplayed("A-C", 2), unplayed("B-C", 3)]
    others = [played("B-D", 9, 5, number=2), played("C-D", 9, 5)]
    assert (
        order(table("A B C D", [played("A-B", 9, 5), *others, *open_ones], "points among-tied"))
        == "1A 1B 1C 4D"
    )
    # A beat B and drew with C, who could draw level by beating B: level is not first. D and E even the totals out.
    level = [played("A-B", 9, 5), played("A-C", 5, 5, number=2), unplayed("B-C", 3)]
    evened = [played("B-D", 9, 5, number=2), played("B-E", 5, 5, number=4), played("C-D", 9, 5, number=4)]
    assert order(table("A B C D E", [*level, *evened], "points among-tied")) == "1A 1B 1C 4E 5D"


def test_unended_matches_are_left_out_of_every_figure():
    # Liquipedia/Lua-Modules pull 6772; STA-15
    rows = table("A B C", [played("A-B", 200, 100), unplayed("B-C", 2)], "points")
    assert {row.entrant: row.values["played"] for row in rows} == {"A": 1, "B": 1, "C": 0}


def test_a_walkover_is_a_win_without_box_points():
    # STA-13; Liquipedia/Lua-Modules issue 8045
    (first, second) = table("A B", [forfeit("A-B", "walkover", 2, 1)], "points games-won wins difference for")
    assert (first.entrant, dict(first.values)) == (
        "B",
        {
            "points": 2,
            "games-won": 1,
            "wins": 1,
            "difference": 0,
            "for": 0,
            "played": 1,
            "ties": 0,
            "losses": 0,
            "against": 0,
        },
    )
    assert (second.values["losses"], second.values["points"], second.values["for"]) == (1, 0, 0)


@pytest.mark.parametrize("kind", ["both-absent", "disqualified"])
def test_a_match_that_both_sides_lose_is_a_loss_for_both(kind):
    rows = table("A B", [forfeit("A-B", kind, 2, 2)], "points")
    assert order(rows) == "1A 1B"
    assert [row.values["losses"] for row in rows] == [1, 1]


def test_box_points_written_beside_a_walkover_do_not_count():
    match = Match("m", ("A", "B"), Result("walkover", (1, 2), (300, 0)))
    assert table("A B", [match], "difference")[0].values["difference"] == 0


def test_points_of_the_stage_are_used_for_every_kind_of_result():
    matches = [
        played("A-B", 9, 5),
        played("A-C", 5, 5, number=2),
        forfeit("B-C", "walkover", 1, 2, number=3),
    ]
    points = Points(win=3, tie=1, loss=1, walkover_loss=-1)
    rows = standings.table(sides("A B C"), matches, points=points, criteria=("points",), lot_seed=1)
    assert {row.entrant: row.values["points"] for row in rows} == {"A": 4, "B": 4, "C": 0}


def test_games_won_are_counted_as_given_and_else_one_a_win():
    series = Match("m1", ("A", "B"), Result("played", (1, 2), (300, 310), (2, 1)))
    walkover = Match("m2", ("B", "C"), Result("walkover", (1, 2), games=(2, 0)), round=2)
    single = played("C-A", 9, 5, number=3)
    rows = table("A B C", [series, walkover, single], "games-won")
    assert {row.entrant: row.values["games-won"] for row in rows} == {"A": 2, "B": 3, "C": 1}


def test_an_instant_win_counts_though_the_totals_say_otherwise():
    # RUL-09
    rows = table("A B", [played("A-B", 180, 240, instant=0)], "points instant-wins difference")
    assert order(rows) == "1A 2B"
    assert (rows[0].values["instant-wins"], rows[0].values["difference"]) == (1, -60)


def test_a_free_round_brings_its_points_and_nothing_else():
    # STA-09
    free = Match("free", ("A",), Result("bye", (1,)))
    rows = standings.table(
        sides("A B"), [free], points=Points(bye=1), criteria=("points", "wins"), lot_seed=1
    )
    assert (rows[0].entrant, rows[0].values["points"], rows[0].values["wins"]) == ("A", 1, 0)
    assert rows[0].values["played"] == 0


def test_the_lot_parts_the_last_tied_the_same_way_each_time():
    # STA-17, STA-19
    rows = table("A B C", RING, "points lot", seed=5)
    assert [row.place for row in rows] == [1, 2, 3]
    assert [row.values["lot"] for row in rows] == [1, 2, 3]
    assert table("C B A", RING[::-1], "points lot", seed=5) == rows
    reason = rows[0].reason
    assert reason is not None
    assert (reason.criterion, reason.mine, reason.theirs, reason.matches) == ("lot", 1, 2, ())
    assert len({order(table("A B C", RING, "points lot", seed=seed)) for seed in range(40)}) == 6


def test_every_neighbour_can_be_explained():
    rows = table("A B C D", THREE_LEVEL, "points among-tied difference")
    reason = standings.explain(rows, "C", "B")
    assert reason is rows[1].reason
    assert reason is not None
    assert (reason.over, reason.criterion, reason.mine, reason.theirs) == ("C", "difference", 2, 0)
    assert reason.matches == ("A-B 1", "C-D 1", "B-C 2", "B-D 3", "C-A 3")
    with pytest.raises(ValueError, match="neighbours"):
        standings.explain(rows, "A", "C")
    assert standings.explain(table("A B", [], "points"), "A", "B") is None


@pytest.mark.parametrize(
    ("names", "match", "criteria", "code"),
    [
        ("A B", played("A-C", 1, 0), "points", "unknown-entrant"),
        ("A B", Match("m", ("A",), Result("played", (1,))), "points", "seats-not-two"),
        ("A B", played("A-B", 1, 0), "points beauty", "unknown-criterion"),
    ],
)
def test_what_makes_no_table_is_refused_with_its_place(names, match, criteria, code):
    with pytest.raises(BadStage) as refusal:
        table(names, [match], criteria)
    assert refusal.value.code == code
    assert refusal.value.path


def test_an_entrant_who_stands_twice_is_refused():
    with pytest.raises(NoValidDraw, match="entrant-twice"):
        table("A A", [], "points")


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.integers(0, 9999), st.integers(0, 40), st.randoms(use_true_random=False))
def test_any_table_agrees_with_a_second_sum_and_knows_no_order_of_results(count, seed, ended, rng):
    # STA-03
    field = [Entrant(str(number)) for number in range(1, count + 1)]
    results = Random(seed)
    matches = [
        replace(match, result=result_of(results)) if number < ended else match
        for number, match in enumerate(round_robin.fixtures(Group("A", tuple(one.id for one in field)), 2))
    ]
    rows = standings.table(field, matches, criteria=("points", "among-tied", "difference"), lot_seed=seed)
    assert checker.table_faults(rows, matches, Points()) == []
    rng.shuffle(field)
    rng.shuffle(matches)
    again = standings.table(field, matches, criteria=("points", "among-tied", "difference"), lot_seed=seed)
    assert again == rows


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 8), st.integers(0, 9999))
def test_renaming_the_sides_renames_the_table(count, seed):
    field = [Entrant(str(number)) for number in range(1, count + 1)]
    results = Random(seed)
    fixtures = round_robin.fixtures(Group("A", tuple(one.id for one in field)))
    matches = [replace(match, result=result_of(results)) for match in fixtures]
    rows = standings.table(field, matches, lot_seed=seed)
    renamed = standings.table(
        [Entrant(f"pair {one.id}") for one in field],
        [replace(match, seats=tuple(f"pair {side}" for side in match.seats)) for match in matches],
        lot_seed=seed,
    )
    assert [row.entrant for row in renamed] == [f"pair {row.entrant}" for row in rows]
    assert [row.values for row in renamed] == [row.values for row in rows]

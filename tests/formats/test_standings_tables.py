"""Tables of stages that are played at tables of three to six (FORMATS.md, chapter 13), worked by hand."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.formats import checker, standings
from cacho_tournaments.formats.base import Bye, Entrant, Match, Points, Result, Row
from tests.formats.makers import order, played, sides


def at(
    seats: str,
    places: tuple[int, ...],
    scores: tuple[int | None, ...] = (),
    *,
    number: int = 1,
    kind: str = "played",
) -> Match:
    """Return a match at a table: ``at("A B C", (1, 2, 3))``."""
    return Match(f"{seats} {number}", tuple(seats.split()), Result(kind, places, scores), round=number)


def table(
    names: str, matches: list[Match], criteria: str = "points", byes: tuple[Bye, ...] = (), **more
) -> tuple[Row, ...]:
    return standings.table(
        sides(names),
        matches,
        criteria=tuple(criteria.split()),
        lot_seed=1,
        byes=byes,
        format="tables",
        **more,
    )


def values(rows: tuple[Row, ...], *criteria: str) -> dict[str, tuple]:
    return {row.entrant: tuple(row.values[one] for one in criteria) for row in rows}


def test_places_bring_points_evenly_and_those_who_share_a_place_share_them():
    four = table("A B C D", [at("A B C D", (1, 2, 3, 4))])
    assert values(four, "points") == {"A": (2,), "B": (Fraction(4, 3),), "C": (Fraction(2, 3),), "D": (0,)}
    shared = table("A B C D", [at("A B C D", (1, 2, 2, 4))])
    assert values(shared, "points") == {"A": (2,), "B": (1,), "C": (1,), "D": (0,)}
    assert order(shared) == "1A 2B 2C 4D"
    assert values(table("A B C", [at("A B C", (2, 1, 3))]), "points") == {"A": (1,), "B": (2,), "C": (0,)}


def test_points_of_places_can_be_named_by_size_of_table():
    points = Points(places={4: (3, 2, 1, 0), 3: (3, 1, 0)})
    rows = table("A B C D E F G", [at("A B C D", (1, 2, 2, 4)), at("E F G", (1, 1, 3))], points=points)
    half = Fraction(3, 2)
    assert values(rows, "points") == {
        "A": (3,),
        "B": (half,),
        "C": (half,),
        "D": (0,),
        "E": (2,),
        "F": (2,),
        "G": (0,),
    }


def test_a_match_of_two_among_tables_has_the_points_of_a_match_of_two():
    points = Points(win=3, tie=1, loss=0, places={3: (5, 2, 0)})
    rows = table("A B C D E", [at("A B C", (1, 2, 3)), played("D-E", 5, 5)], points=points)
    assert values(rows, "points") == {"A": (5,), "B": (2,), "C": (0,), "D": (1,), "E": (1,)}


def test_only_who_is_first_alone_has_won():
    rows = table("A B C D E F G", [at("A B C D", (1, 1, 3, 4)), at("E F G", (1, 2, 2))])
    assert values(rows, "wins", "ties", "losses") == {
        "A": (0, 1, 0),
        "B": (0, 1, 0),
        "C": (0, 0, 1),
        "D": (0, 0, 1),
        "E": (1, 0, 0),
        "F": (0, 0, 1),
        "G": (0, 0, 1),
    }


def test_box_points_against_are_the_mean_of_the_others_at_the_table():
    rows = table("A B C D", [at("A B C D", (1, 2, 2, 4), (210, 150, 150, 90))], "points difference for")
    assert values(rows, "for", "against", "difference") == {
        "A": (210, 130, 80),
        "B": (150, 150, 0),
        "C": (150, 150, 0),
        "D": (90, 170, -80),
    }
    thirds = table("A B C D", [at("A B C D", (1, 2, 3, 4), (200, 150, 100, 0))], "difference")
    assert values(thirds, "difference")["A"] == (200 - Fraction(250, 3),)


def test_games_given_at_a_table_are_won_and_lost_as_they_stand():
    result = Result("played", (1, 2, 2), games=(2, 1, 0))
    rows = table("A B C", [Match("m", ("A", "B", "C"), result)], "games-won games-difference")
    assert values(rows, "games-won", "games-difference") == {"A": (2, 1), "B": (1, -1), "C": (0, -3)}
    without = table("A B C", [at("A B C", (1, 2, 3))], "games-won games-difference")
    assert values(without, "games-won", "games-difference") == {"A": (1, 1), "B": (0, -1), "C": (0, -1)}


def test_a_seat_that_nobody_took_makes_the_table_smaller():
    match = Match("m", ("A", None, "B", "C"), Result("played", (1, 4, 2, 3), (200, None, 150, 100)))
    rows = table("A B C", [match], "points difference average-place")
    assert values(rows, "points", "difference", "average-place") == {
        "A": (2, 75, 1),
        "B": (1, 0, 2),
        "C": (0, -75, 3),
    }


def test_who_did_not_come_to_a_table_is_last_and_the_others_share():
    # STA-13: a walkover is a kind of result; the points that it brings are a setting
    points = Points(walkover_loss=-1)
    rows = table(
        "A B C D", [at("A B C D", (1, 1, 1, 4), kind="walkover")], "points average-place", points=points
    )
    assert values(rows, "points", "average-place", "for", "losses") == {
        "A": (Fraction(4, 3), 2, 0, 0),
        "B": (Fraction(4, 3), 2, 0, 0),
        "C": (Fraction(4, 3), 2, 0, 0),
        "D": (-1, 4, 0, 1),
    }
    alone = table("A B C", [at("A B C", (1, 2, 2), kind="walkover")], "points")
    assert values(alone, "points", "wins") == {"A": (2, 1), "B": (0, 0), "C": (0, 0)}


@pytest.mark.parametrize("kind", ["both-absent", "disqualified"])
def test_a_table_to_which_nobody_came_is_lost_by_all(kind):
    rows = table(
        "A B C", [at("A B C", (1, 1, 1), kind=kind)], "points average-place", points=Points(walkover_loss=-1)
    )
    assert set(values(rows, "points", "losses", "average-place").values()) == {(-1, 1, 3)}


def test_the_share_of_the_points_is_comparable_over_sizes():
    # Rule 13.8: seats times own points over all points, the mean of the tables; an even share is 1
    matches = [
        at("A B C D", (1, 2, 2, 4), (210, 150, 150, 90)),
        at("A E B", (3, 2, 1), (100, 100, 100), number=2),
        at("C D E", (1, 1, 1), (0, 0, 0), number=2),
        at("E F", (2, 1), kind="walkover", number=3),
    ]
    rows = table("A B C D E F", matches, "share")
    assert values(rows, "share") == {
        "A": ((Fraction(7, 5) + 1) / 2,),
        "B": (1,),
        "C": (1,),
        "D": ((Fraction(3, 5) + 1) / 2,),
        "E": (1,),
        "F": (0,),
    }
    assert order(rows) == "1A 2B 2C 2E 5D 6F"


def test_the_lowest_average_place_is_first_and_who_sat_nowhere_is_last_at_the_largest_table():
    matches = [at("A B C D", (1, 2, 2, 4)), at("A B C", (3, 1, 2), number=2)]
    rows = table("A B C D E", matches, "average-place")
    assert values(rows, "average-place") == {
        "A": (2,),
        "B": (Fraction(7, 4),),
        "C": (Fraction(9, 4),),
        "D": (4,),
        "E": (4,),
    }
    assert order(rows) == "1B 2A 3C 4D 4E"
    reason = rows[0].reason
    assert reason is not None
    assert (reason.mine, reason.theirs) == (Fraction(7, 4), 2)


SEVEN = [
    at("A B C D", (1, 2, 3, 4)),
    at("E F G", (1, 2, 3)),
    at("A E B", (1, 2, 3), number=2),
    at("C F D G", (1, 2, 3, 4), number=2),
]


def test_buchholz_at_tables_is_the_mean_of_those_at_the_table():
    # Scores: A 4, B 4/3, C 8/3, D 2/3, E 3, F 7/3, G 0.
    rows = table("A B C D E F G", SEVEN, "points buchholz sonneborn-berger")
    found = values(rows, "points", "buchholz", "sonneborn-berger")
    assert found["A"] == (4, Fraction(14, 9) + Fraction(13, 6), Fraction(14, 9) + Fraction(13, 6))
    assert found["B"] == (Fraction(4, 3), Fraction(22, 9) + Fraction(7, 2), Fraction(10, 9))
    assert found["G"] == (0, Fraction(8, 3) + Fraction(17, 9), 0)


def test_points_named_for_places_leave_tables_of_every_size_the_same_weight_in_buchholz():
    # Rule 13.10: a first place brings 3 here, so everything is one and a half times as much as above.
    points = Points(places={4: (3, 2, 1, 0), 3: (3, 0, 0)})
    even = values(table("A B C D E F G", SEVEN, "buchholz sonneborn-berger"), "buchholz", "sonneborn-berger")
    named = values(
        table("A B C D E F G", SEVEN, "buchholz sonneborn-berger", points=points),
        "buchholz",
        "sonneborn-berger",
    )
    assert named == {side: tuple(Fraction(3, 2) * one for one in both) for side, both in even.items()}


def test_a_free_round_at_tables_counts_at_most_half_of_the_rounds():
    # G has the free round and then wins: 4 points, of which 2 rounds count at most half, 2; E and F have 1 and 0.
    matches = [at("A B C", (1, 2, 3)), at("D E F", (1, 2, 3)), at("G E F", (1, 2, 3), number=2)]
    rows = table("A B C D E F G", matches, "points buchholz", (Bye("G", 1),))
    assert values(rows, "points", "buchholz")["G"] == (4, 2 + Fraction(2 + 0, 2))


def test_a_table_at_which_all_the_tied_sat_together_orders_them():
    tied = [at("A B C", (2, 1, 3)), at("A B D", (1, 3, 2), number=2), at("A C D", (2, 1, 3), number=3)]
    points = Points(places={3: (2, 1, 0)})
    free = (Bye("B", 3, points=2), Bye("C", 2, points=2))
    rows = table("A B C D", tied, "points among-tied", free, points=points)
    assert values(rows, "points") == {"A": (4,), "B": (4,), "C": (4,), "D": (1,)}
    # All three sat together in round 1 only: B 4 of the duels there, A 2, C 0. The other tables are not asked.
    assert order(rows) == "1B 2A 3C 4D"
    assert rows[0].reason is not None
    assert (rows[0].reason.mine, rows[0].reason.theirs, rows[0].reason.matches) == (4, 2, ("A B C 1",))


def test_two_who_were_ahead_of_each_other_once_stay_tied():
    matches = [at("A B C", (1, 2, 3), (200, 150, 100)), at("A B C", (2, 1, 3), (150, 160, 100), number=2)]
    assert order(table("A B C", matches, "points among-tied")) == "1A 1B 3C"
    rows = table("A B C", matches, "points among-tied among-tied-difference")
    assert order(rows) == "1A 2B 3C"
    assert rows[0].reason is not None
    assert (rows[0].reason.mine, rows[0].reason.theirs) == (20, -20)


def test_of_tied_who_did_not_all_meet_only_a_sure_first_is_placed():
    # Points A 4, B 4, C 4. A was ahead of B and of C, who have not met.
    matches = [
        at("A B D", (1, 2, 3)),
        at("A C D", (1, 2, 3), number=2),
        at("B E F", (1, 2, 3), number=2),
        at("C E F", (1, 2, 3), number=1),
        at("A E F", (3, 2, 1), number=3),
        at("B D G", (2, 1, 3), number=3),
        at("C G H", (2, 1, 3), number=4),
    ]
    rows = table("A B C D E F G H", matches, "points among-tied")
    assert values(rows, "points")["A"] == values(rows, "points")["B"] == values(rows, "points")["C"] == (4,)
    assert order(rows)[:8] == "1A 2B 2C"


def test_who_left_tables_keeps_the_results():
    field = [*sides("A B C"), Entrant("X", state="withdrawn", left_after_round=1)]
    matches = [at("X A B", (1, 2, 3)), at("A B C", (1, 2, 3), number=2), at("A B C", (1, 2, 3), number=3)]
    rows = standings.table(field, matches, criteria=("points",), lot_seed=1, format="tables")
    assert values(rows, "points", "played") == {"A": (5, 3), "X": (2, 1), "B": (2, 3), "C": (0, 2)}
    assert order(rows) == "1A 2B 2X 4C"


def rounds_at_tables(count: int, rounds: int, rng: Random) -> tuple[list[Match], list[Bye]]:
    """Return rounds at tables of three and four by lot; who is over sits out."""
    matches: list[Match] = []
    byes: list[Bye] = []
    for number in range(1, rounds + 1):
        here = [str(side) for side in range(1, count + 1)]
        rng.shuffle(here)
        if rng.random() < 0.5:
            byes.append(Bye(here.pop(), number, rng.choice(("bye", "absent")), rng.choice((None, 1))))
        while here:
            size = len(here) if len(here) < 6 else rng.choice((3, 4))
            seats, here = here[:size], here[size:]
            if size < 2:
                byes.append(Bye(seats[0], number))
                continue
            boxes = [rng.randrange(4) * 50 for _ in seats]
            places = tuple(1 + sum(1 for other in boxes if other > own) for own in boxes)
            kind = (
                "played" if rng.random() < 0.85 else rng.choice(("walkover", "both-absent", "disqualified"))
            )
            matches.append(at(" ".join(seats), places, tuple(boxes), number=number, kind=kind))
    return matches, byes


ALL = "points among-tied buchholz buchholz-cut-1 buchholz-median sonneborn-berger share average-place difference lot"


@settings(max_examples=60, deadline=None)
@given(
    st.integers(3, 20),
    st.integers(1, 6),
    st.integers(0, 9999),
    st.sampled_from([Points(), Points(3, 1, 0, -1, 2, 1, {4: (5, 3, 1, 0), 3: (4, 1, 0)})]),
)
def test_any_table_of_tables_agrees_with_a_second_sum_and_knows_no_order(count, rounds, seed, points):
    # STA-03
    rng = Random(seed)
    matches, byes = rounds_at_tables(count, rounds, rng)
    names = [str(number) for number in range(1, count + 1)]
    rows = table(" ".join(names), matches, ALL, tuple(byes), points=points)
    assert checker.table_faults(rows, matches, points, byes) == []
    for each in (names, matches, byes):
        rng.shuffle(each)
    assert table(" ".join(names), matches, ALL, tuple(byes), points=points) == rows
    assert all(
        not isinstance(one, Fraction) or one.denominator > 1 for row in rows for one in row.values.values()
    )


def test_the_second_sum_finds_a_wrong_total_of_a_table_and_of_a_free_round():
    matches, byes = [at("A B C", (1, 2, 2))], [Bye("D", 1)]
    rows = table("A B C D", matches, "points", tuple(byes))
    assert checker.table_faults(rows, matches, Points(), byes) == []
    assert [note.code for note in checker.table_faults(rows, matches, Points())] == ["points"]
    assert {
        note.facts["entrant"] for note in checker.table_faults(rows, matches, Points(win=4), byes)
    } == set("ABC")

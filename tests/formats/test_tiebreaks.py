"""What opponents did, free rounds and the tied among themselves in Swiss rounds (FORMATS.md, chapter 13).

A win is 2 points here and a tie 1, so published figures, in which a win is 1, stand doubled.
"""

from fractions import Fraction

import pytest

from cacho_tournaments.formats import standings
from cacho_tournaments.formats.base import Bye, Entrant, Match, Points, Result, Row
from cacho_tournaments.formats.errors import BadStage
from tests.formats.makers import forfeit, order, played, sides, unplayed

OPPONENTS = ("buchholz", "buchholz-cut-1", "buchholz-median", "sonneborn-berger")


def swiss(
    names: str, matches: list[Match], criteria: str, byes: tuple[Bye, ...] = (), **more
) -> tuple[Row, ...]:
    return standings.table(
        sides(names), matches, criteria=tuple(criteria.split()), lot_seed=1, byes=byes, format="swiss", **more
    )


def values(rows: tuple[Row, ...], *criteria: str) -> dict[str, tuple]:
    return {row.entrant: tuple(row.values[one] for one in criteria) for row in rows}


FIVE = [
    played("A-B", 9, 5, number=1),
    played("C-D", 9, 5, number=1),
    played("A-C", 5, 5, number=2),
    played("B-E", 5, 9, number=2),
    played("A-D", 5, 9, number=3),
    played("B-C", 9, 5, number=3),
    played("A-E", 9, 5, number=4),
    played("B-D", 5, 5, number=4),
    played("C-E", 5, 5, number=5),
    played("D-E", 9, 5, number=5),
]


def test_five_players_as_scalachess_counts_them():
    # lichess-org/scalachess test-kit/src/test/scala/tiebreak/TiebreakTest.scala: A has 2½, Buchholz 7.5, cut-1 6,
    # median-1 3.5, Sonneborn-Berger 4. Everybody met everybody, so that no round is missing in a league.
    rows = standings.table(
        sides("A B C D E"), FIVE, criteria=("points", *OPPONENTS), lot_seed=1, format="league"
    )
    assert values(rows, "points")["A"] == (5,)
    assert values(rows, *OPPONENTS)["A"] == (15, 12, 7, 8)


# UzChess Cup 2025, ten players, nine rounds: first against second, ">" won, "=" tied, "<" lost.
CUP = """
C=P Y<E M=R N<S A>V
P>V S=A R=N E=M C<Y
Y=P M=C N=E A>R V=S
P>S R=V E=A C=N Y<M
M>P N=Y A>C V<E S>R
P<R E=S C=V Y>A M=N
N=P A>M V=Y S>C R=E
P>E C<R Y=S M<V N=A
A<P V>N S=M R=Y E=C
"""


@pytest.mark.parametrize("format", ["league", "swiss"])
def test_a_real_event_of_ten_as_scalachess_counts_it(format):
    # lichess-org/scalachess test-kit/src/test/resources/uzchesscup.pgn and snapshot/tiebreak/uzchesscup.txt:
    # score, direct encounter, Sonneborn-Berger, wins
    scores = {">": (9, 5), "=": (5, 5), "<": (5, 9)}
    matches = [
        played(f"{game[0]}-{game[2]}", *scores[game[1]], number=number)
        for number, line in enumerate(CUP.split("\n")[1:-1], start=1)
        for game in line.split()
    ]
    criteria = ("points", "among-tied", "sonneborn-berger", "wins")
    rows = standings.table(
        sides("P A S E M R Y V N C"), matches, criteria=criteria, lot_seed=1, format=format
    )
    published = [
        ("P", 5.5, 2.0, 25.25, 4),
        ("A", 5.5, 0.5, 22.5, 4),
        ("S", 5.5, 0.5, 22.25, 3),
        ("E", 5.0, 0.0, 21.5, 2),
        ("M", 4.5, 1.5, 20.5, 2),
        ("R", 4.5, 1.0, 18.75, 2),
        ("Y", 4.5, 0.5, 19.5, 2),
        ("V", 4.0, 0.0, 16.5, 2),
        ("N", 3.5, 0.0, 16.0, 0),
        ("C", 2.5, 0.0, 11.25, 0),
    ]
    assert [(row.entrant, *(row.values[one] for one in criteria)) for row in rows] == [
        (name, 2 * score, 2 * direct, 2 * Fraction(against), wins)
        for name, score, direct, against, wins in published
    ]


@pytest.mark.parametrize(
    ("matches", "points", "against"),
    [
        ([played("A-B", 9, 5)], {"A": (2,), "B": (0,)}, {"A": (0,), "B": (0,)}),
        ([played("A-B", 5, 5)], {"A": (1,), "B": (1,)}, {"A": (Fraction(1, 2),), "B": (Fraction(1, 2),)}),
        (
            [played("A-B", 9, 5), played("B-A", 5, 5, number=2)],
            {"A": (3,), "B": (1,)},
            {"A": (Fraction(3, 2),), "B": (Fraction(3, 2),)},
        ),
    ],
)
def test_two_players_as_lila_counts_them(matches, points, against):
    # lichess-org/lila modules/swiss/src/test/SwissScoringTest.scala: (1, 0)/(0, 0); (½, ¼) both; (1½, ¾)/(½, ¾)
    rows = swiss("A B", matches, "points sonneborn-berger")
    assert values(rows, "points") == points
    assert values(rows, "sonneborn-berger") == against


def test_a_tie_counts_half_against_an_opponent_whatever_the_points_of_a_tie():
    rows = swiss("A B", [played("A-B", 5, 5)], "sonneborn-berger", points=Points(win=3, tie=1))
    assert values(rows, "sonneborn-berger") == {"A": (Fraction(1, 2),), "B": (Fraction(1, 2),)}


# E has the free round, then does not come against B; D asks to be away in round 2; C leaves after it.
WITH_GAPS = [
    played("A-B", 9, 5),
    played("C-D", 9, 5),
    played("A-C", 9, 5, number=2),
    forfeit("B-E", "walkover", 1, 2, number=2),
    played("A-E", 9, 5, number=3),
    played("B-D", 9, 5, number=3),
]
GAPS = (Bye("E", 1), Bye("D", 2, "absent"))


def test_rounds_not_played_count_by_the_capped_rule():
    # FIDE C.07, 2026, articles 16.2 to 16.5, worked by hand. Scores: A 6, B 4, C 2, D 0, E 2; for others C has 3,
    # since the round after it left counts as a tie. A round missed counts at most half of three rounds: 3.
    rows = swiss("A B C D E", WITH_GAPS, "points buchholz", GAPS)
    assert values(rows, "points") == {"A": (6,), "B": (4,), "C": (2,), "D": (0,), "E": (2,)}
    full = values(swiss("A B C D E", WITH_GAPS, " ".join(OPPONENTS), GAPS), *OPPONENTS)
    assert full == {
        "A": (9, 7, 3, 9),  # 4 + 3 + 2
        "B": (8, 8, 2, 2),  # 6 + min(4, 2) for the forfeit won + 0
        "C": (
            8,
            6,
            0,
            0,
        ),  # 0 + 6 + min(2, 3): the round missed by choice is left out first, though 0 is less
        "D": (7, 7, 3, 0),  # 3 + min(0, 3) + 4
        "E": (10, 8, 2, 2),  # min(2, 3) for the free round + min(2, 4) for the forfeit lost + 6
    }


def test_a_free_round_counts_no_more_than_half_of_the_rounds():
    # Three players in a ring, each with one free round: 4 points each; the free round counts min(4, 3).
    ring = [played("A-B", 9, 5), played("B-C", 9, 5, number=2), played("C-A", 9, 5, number=3)]
    free = (Bye("C", 1), Bye("A", 2), Bye("B", 3))
    rows = swiss("A B C", ring, "points sonneborn-berger", free)
    assert set(values(rows, "points", "sonneborn-berger").values()) == {(4, 7)}
    longer = swiss("A B C", ring, "points sonneborn-berger", free, rounds=9)
    assert set(values(longer, "sonneborn-berger").values()) == {(8,)}


def test_an_absence_before_coming_back_counts_as_it_was_awarded():
    back = [played("A-B", 9, 5), played("A-C", 9, 5, number=2), played("B-C", 9, 5, number=3)]
    away = (Bye("C", 1, "absent"), Bye("B", 2), Bye("A", 3))
    # C was away first and came back: it has 0 for A and B. B has 4, A 6.
    assert values(swiss("A B C", back, "buchholz", away), "buchholz")["A"] == (4 + 0 + 3,)
    # Nobody knows that B and C will come back after the last round: for A it is a tie for both of them.
    gone = (Bye("C", 1), Bye("B", 2), Bye("A", 3), Bye("B", 3, "absent"), Bye("C", 3, "absent"))
    early = [played("A-B", 9, 5), played("A-C", 9, 5, number=2)]
    assert values(swiss("A B C", early, "points buchholz", gone), "points", "buchholz")["A"] == (6, 3 + 3 + 3)


def test_an_absence_that_brings_as_much_as_a_win_counts_as_a_bye():
    # Rule 13.12: B was away in the last round and had a win for it: it has 2 for A too, not a tie besides, and the
    # round is not left out as one missed by choice. C had the free round of round 1.
    early = [played("A-B", 9, 5), played("A-C", 9, 5, number=2)]

    def of(points: int) -> dict[str, tuple]:
        rows = swiss("A B C", early, " ".join(OPPONENTS), (Bye("C", 1), Bye("B", 2, "absent", points)))
        return values(rows, "buchholz", "buchholz-cut-1")

    assert of(1)["A"] == (1 + 2, 2)  # of the absence a tie, which is 1
    assert of(2)["A"] == (2 + 2, 2)
    assert of(3)["A"] == (3 + 2, 3)
    assert of(3)["B"] == (4 + 2, 4)


def test_a_forfeit_is_a_match_like_others_where_all_are_planned_beforehand():
    # Rule 13.14: in a league C beat A, and A lost to C; in rounds it is a round not played, for both.
    ring = [played("A-B", 9, 5), forfeit("C-A", "walkover", 1, 2, number=2), played("B-C", 9, 5, number=3)]

    def of(format: str) -> dict[str, tuple]:
        rows = standings.table(sides("A B C"), ring, criteria=OPPONENTS, lot_seed=1, format=format)
        return values(rows, *OPPONENTS, "buchholz-unplayed")

    assert set(of("league").values()) == {(4, 2, 4, 2, 0)}  # everybody beat one of two who have 2 points
    assert {side: figures[-1] for side, figures in of("swiss").items()} == {"A": 4, "B": 2, "C": 4}


def test_late_rounds_count_by_what_the_organizer_gives_for_an_absence():
    late = (Bye("C", 1, "late"), Bye("C", 2, "late", points=1))
    matches = [played("A-B", 9, 5), played("B-A", 9, 5, number=2), played("C-A", 9, 5, number=3)]
    rows = standings.table(
        sides("A B C"),
        matches,
        points=Points(absent=1),
        criteria=("points",),
        lot_seed=1,
        byes=late,
        format="swiss",
    )
    assert values(rows, "points", "absences", "from-byes")["C"] == (4, 2, 2)


def test_the_table_says_where_points_of_a_free_round_come_from():
    # STA-09; lichess-org/lila issue 6602: set to one half, later changed to one
    def of(points: Points) -> dict[str, tuple]:
        free = (Bye("C", 1), Bye("A", 2, points=2))
        rows = standings.table(
            sides("A B C"),
            [played("A-B", 9, 5), played("B-C", 9, 5, number=2)],
            points=points,
            criteria=("points",),
            lot_seed=1,
            byes=free,
            format="swiss",
        )
        return values(rows, "points", "played", "byes", "absences", "from-byes")

    assert of(Points(bye=1)) == {"A": (4, 1, 1, 0, 2), "B": (2, 2, 0, 0, 0), "C": (1, 1, 1, 0, 1)}
    assert of(Points(bye=2))["C"] == (2, 1, 1, 0, 2)


def test_a_free_round_handed_in_twice_brings_its_points_once():
    # phase-rs/phase issue 6349
    rows = swiss("A B C", [played("A-B", 9, 5)], "points", (Bye("C", 1), Bye("C", 1)))
    assert values(rows, "points", "byes")["C"] == (2, 1)


def test_a_free_round_of_somebody_else_is_refused():
    with pytest.raises(BadStage) as refusal:
        swiss("A B", [played("A-B", 9, 5)], "points", (Bye("Z", 1),))
    assert (refusal.value.code, refusal.value.facts["entrant"]) == ("unknown-entrant", "Z")


def test_a_format_without_a_table_is_refused():
    with pytest.raises(BadStage, match="unknown-format"):
        standings.table(sides("A B"), [], lot_seed=1, format="knockout")


def test_nothing_of_a_round_under_way_counts_for_who_plays_in_it():
    # Who is drawn again has come back: the absence of B before is no departure.
    matches = [played("A-B", 9, 5), played("A-C", 9, 5, number=2), unplayed("A-D", 3), unplayed("B-C", 3)]
    free = (Bye("C", 1), Bye("D", 1), Bye("B", 2, "absent"), Bye("D", 2))
    assert values(swiss("A B C D", matches, "buchholz", free), "buchholz")["A"] == (0 + 2,)
    without = swiss("A B C D", matches[:2], "buchholz", free)
    assert values(without, "buchholz")["A"] == (1 + 2,)


def test_who_left_keeps_results_in_rounds_and_not_in_a_league():
    # sendou-ink/sendou.ink issue 2934: one policy, stated. Rules 7.1 and 13.20.
    matches = [
        played("X-A", 9, 5),
        played("B-C", 9, 5),
        unplayed("X-B", 2),
        unplayed("A-C", 2),
        unplayed("X-C", 3),
    ]
    field = [*sides("A B C"), Entrant("X", state="withdrawn", left_after_round=1)]

    def points(format: str) -> dict[str, tuple]:
        return values(
            standings.table(field, matches, criteria=("points",), lot_seed=1, format=format),
            "points",
            "played",
        )

    assert points("swiss")["X"] == (2, 1)
    assert points("swiss")["A"] == (0, 1)
    assert points("league")["X"] == (0, 0)
    assert points("league")["A"] == (0, 0)


def test_who_is_disqualified_from_rounds_stands_last_and_the_results_stay():
    field = [*sides("A B C"), Entrant("X", state="disqualified")]
    matches = [played("X-A", 9, 5), played("B-C", 9, 5), played("X-B", 9, 5, number=2)]
    rows = standings.table(field, matches, criteria=("points",), lot_seed=1, format="swiss")
    assert order(rows) == "1B 2A 2C 4X"
    assert values(rows, "points")["X"] == (4,)


def test_a_forfeit_is_no_meeting_of_the_tied_in_rounds_but_one_in_a_league():
    # Rules 6.3 and 13.19; ozfortress/citadel issue 515: policy stated
    matches = [
        played("A-C", 9, 5),
        forfeit("B-A", "walkover", 1, 2, number=2),
        played("C-B", 9, 5, number=3),
        played("A-D", 9, 5, number=3),
        played("B-D", 9, 5, number=1),
        played("D-C", 9, 5, number=2),
    ]

    def table(format: str) -> str:
        return order(
            standings.table(
                sides("A B C D"), matches, criteria=("points", "among-tied"), lot_seed=1, format=format
            )
        )

    assert table("league")[:5] == "1B 2A"
    assert table("swiss")[:5] == "1A 1B"


def test_two_who_beat_each_other_once_stay_tied_in_rounds_too():
    # Sharly-Chess/sharly-chess issue 1656
    matches = [played("A-B", 9, 5), played("B-A", 7, 5, number=2)]
    assert order(swiss("A B", matches, "points among-tied")) == "1A 1B"
    assert order(swiss("A B", matches, "points among-tied among-tied-difference")) == "1A 2B"


def test_a_second_meeting_of_two_makes_no_meeting_of_others_missing():
    # A and B met twice, A won both; everybody met: A 2, B 1 (beat C), C 0 among the tied, by means a pair.
    matches = [
        played("A-B", 9, 5),
        played("A-B", 9, 5, number=2),
        played("A-C", 9, 5, number=3),
        played("B-C", 9, 5, number=4),
        *(played(f"D-{side}", 5, 9, number=number) for side, number in (("B", 5), ("C", 6))),
        *(played(f"E-{side}", 5, 9, number=number) for side, number in (("B", 7), ("C", 8), ("C", 9))),
    ]
    rows = swiss("A B C D E", matches, "points among-tied")
    assert order(rows)[:8] == "1A 2B 3C"
    assert [(row.reason.mine, row.reason.theirs) for row in rows[:2] if row.reason] == [(4, 2), (2, 0)]


def test_a_reason_by_opponents_names_the_matches_of_both_sides():
    more = [
        *FIVE[:2],
        played("B-D", 9, 5, number=2),
        played("A-C", 5, 5, number=2),
        played("D-C", 9, 5, number=3),
    ]
    rows = swiss("A B C D", more, "points buchholz", (Bye("A", 3, "absent"), Bye("B", 3, "absent")))
    first = next(row for row in rows if row.reason and row.reason.criterion == "buchholz")
    assert first.reason is not None
    assert set(first.reason.matches) == {
        match.id for match in more if {first.entrant, first.reason.over} & set(match.seats)
    }


def test_a_share_is_of_the_points_of_both_and_an_even_one_is_one():
    rows = swiss("A B C", [played("A-B", 150, 50), played("C-A", 0, 0, number=2)], "share average-place")
    assert values(rows, "share", "average-place") == {
        "A": (Fraction(5, 4), Fraction(5, 4)),
        "B": (Fraction(1, 2), 2),
        "C": (1, Fraction(3, 2)),
    }


def test_a_result_of_both_absent_brings_nothing_against_anybody():
    absent = Match("m", ("A", "B"), Result("both-absent", (1, 1)), round=2)
    matches = [played("A-C", 9, 5), played("B-D", 9, 5), absent]
    rows = standings.table(
        sides("A B C D"), matches, criteria=("points", "sonneborn-berger"), lot_seed=1, format="league"
    )
    assert values(rows, "points", "sonneborn-berger")["A"] == (2, 0)

"""Tables against what others published or reported, where no test of a single rule says it (FORMATS.md, chapters 5, 6
and 13). A win is 2 points here, so published figures, in which a win is 1, stand doubled."""

import pytest

from cacho_tournaments.formats import opponents, standings
from cacho_tournaments.formats.base import Bye, Entrant, Match, Points, Result
from tests.formats.makers import forfeit, order, played, sides, unplayed
from tests.formats.test_tiebreaks import GAPS, WITH_GAPS, swiss, values


def test_three_players_with_a_free_round_each_have_the_points_that_lila_gives_and_one_figure_of_opponents():
    """lichess-org/lila modules/swiss/src/test/SwissScoringTest.scala: 2 points each; Sonneborn-Berger 3, 2½, 3 by an
    older rule, in which the virtual opponent depends on the round. By the rule of 2026 the round does not matter, and
    three who did the same have the same: 2 for the one beaten, 1½ (half of three rounds) for the free round."""
    ring = [played("A-B", 9, 5), played("B-C", 9, 5, number=2), played("C-A", 9, 5, number=3)]
    free = (Bye("C", 1), Bye("A", 2), Bye("B", 3))
    rows = swiss("A B C", ring, "points sonneborn-berger", free)
    assert set(values(rows, "points", "sonneborn-berger").values()) == {(2 * 2, 2 * 3.5)}


def test_the_table_says_what_rounds_not_played_brought_to_buchholz_and_sonneborn_berger():
    """lichess-org/lila issue 13694: the table said 26.5, by hand it was 21; the rest came from byes, shown nowhere.
    Rule 13.24."""
    rows = swiss("A B C D E", WITH_GAPS, "points buchholz-cut-1 sonneborn-berger", GAPS)
    told = values(rows, "buchholz-unplayed", "sonneborn-berger-unplayed")
    # By hand, as in the test of the capped rule: B's forfeit won counts 2, D's absence 0, E's free round and forfeit 2
    # each, of which only the free round was worth a win; C missed the last round.
    assert told == {"A": (0, 0), "B": (2, 2), "C": (2, 0), "D": (0, 0), "E": (4, 2)}
    full = values(swiss("A B C D E", WITH_GAPS, "buchholz", GAPS), "buchholz", "buchholz-unplayed")
    # A has 6, B 4, D 0, E 2; C counts 3 for others, since it left.
    met = {"A": 4 + 3 + 2, "B": 6 + 0, "C": 0 + 6, "D": 3 + 4, "E": 6}
    assert {side: both - part for side, (both, part) in full.items()} == met


def test_no_part_of_rounds_not_played_is_told_where_no_criterion_asks_for_opponents():
    (row, *_) = swiss("A B", [played("A-B", 9, 5)], "points")
    assert not set(opponents.UNPLAYED.values()) & row.values.keys()


def test_a_round_half_played_parts_nobody_by_results_among_the_tied():
    """sendou-ink/sendou.ink issues 1989 and 2040: "losses to tied" was shown in the middle of a round, and a side with
    three wins and three losses was charged with a loss to somebody who had dropped out with three and two."""
    first = [played("A-B", 9, 5), played("C-D", 9, 5)]
    half = [*first, played("D-A", 9, 5, number=2), unplayed("B-C", 2)]
    rows = standings.table(
        sides("A B C D"), half, criteria=("points", "among-tied"), lot_seed=1, format="swiss"
    )
    assert order(rows) == "1A 1C 1D 4B"
    assert rows[0].reason is None


@pytest.mark.parametrize(("format", "place"), [("league", "1A 2B 3C 4X"), ("swiss", "1A 2X 3B 4C")])
def test_who_dropped_out_is_among_the_tied_only_where_its_results_stay(format, place):
    """sendou-ink/sendou.ink issue 2040; rules 7.1 and 13.20. X beat B and left before half of its matches."""
    matches = [
        played("X-B", 9, 5),
        played("A-C", 9, 5),
        played("A-B", 9, 5, number=2),
        unplayed("X-C", 2),
        played("B-C", 9, 5, number=3),
        unplayed("X-A", 3),
    ]
    field = [*sides("A B C"), Entrant("X", state="withdrawn", left_after_round=1)]
    rows = standings.table(field, matches, criteria=("points", "among-tied"), lot_seed=1, format=format)
    assert order(rows) == place


def test_a_tie_for_second_is_parted_as_one_for_first():
    """softwaremagico/KendoTournamentManager issue 273."""
    second = [
        *(played(f"A-{side}", 9, 5, number=number) for number, side in enumerate("BCD", start=1)),
        played("C-B", 9, 5, number=3),
        played("B-D", 9, 5, number=2),
        played("D-C", 9, 7),
    ]
    criteria = ("points", "among-tied", "among-tied-difference")
    rows = standings.table(sides("A B C D"), second, criteria=criteria, lot_seed=1)
    assert order(rows) == "1A 2C 3B 4D"
    # The same ring for the first place: A, who lost to all, comes last.
    first = [
        *(played(f"{side}-A", 9, 5, number=number) for number, side in enumerate("BCD", start=1)),
        *second[3:],
    ]
    assert order(standings.table(sides("A B C D"), first, criteria=criteria, lot_seed=1)) == "1C 2B 3D 4A"


def test_a_bye_is_no_match_no_win_no_duel_and_no_share():
    """Rule 13.6."""
    matches = [played("A-B", 150, 50), played("C-B", 100, 100, number=2)]
    asked = "share average-place wins among-tied for"
    without = values(swiss("A B C", matches, asked), *asked.split(), "played")
    with_bye = values(swiss("A B C", matches, asked, (Bye("A", 2), Bye("C", 1))), *asked.split(), "played")
    assert with_bye == without


@pytest.mark.parametrize("format", ["league", "groups", "swiss", "tables"])
@pytest.mark.parametrize(("kind", "places"), [("walkover", (2, 1)), ("disqualified", (2, 1))])
def test_a_no_show_is_a_kind_of_result_in_every_format_and_never_a_number(format, kind, places):
    """STA-13: walkovers stored as minus one spoiled the sums. Scores written beside one do not count either."""
    written = Match("m", ("A", "B"), Result(kind, places, scores=(-1, 0)), round=1)
    rows = standings.table(
        sides("A B C D"),
        [written, played("C-D", 9, 5)],
        criteria=("points", "difference", "for"),
        lot_seed=1,
        format=format,
        points=Points(walkover_loss=-1),
    )
    assert values(rows, "points", "difference", "for", "wins", "losses")["B"] == (2, 0, 0, 1, 0)
    assert values(rows, "points", "difference", "for", "wins", "losses")["A"] == (-1, 0, 0, 0, 1)


def test_a_swiss_table_that_is_over_does_not_move_when_somebody_withdraws_later():
    """sendou-ink/sendou.ink issue 2869; rules 7.3 and 13.20."""
    matches = [
        played("A-B", 9, 5),
        played("C-D", 9, 5),
        played("A-C", 9, 5, number=2),
        played("B-D", 9, 5, number=2),
    ]
    criteria = ("points", "buchholz-cut-1", "buchholz", "sonneborn-berger", "among-tied", "lot")
    gone = [Entrant(name, state="withdrawn", left_after_round=2) for name in "AB"] + sides("C D")
    before, after = (
        standings.table(field, matches, criteria=criteria, lot_seed=1, format="swiss", rounds=2)
        for field in (sides("A B C D"), gone)
    )
    assert after == before


def test_one_criterion_cuts_one_round_and_none_where_there_is_one_only():
    """Rules 13.15 and 13.16: with fewer than three rounds the median leaves out nothing."""
    one = swiss("A B", [played("A-B", 9, 5)], "buchholz-cut-1 buchholz-median")
    assert values(one, "buchholz-cut-1", "buchholz-median") == {"A": (0, 0), "B": (2, 2)}
    two = [played("A-B", 9, 5), played("B-C", 9, 5, number=2), forfeit("C-A", "walkover", 1, 2, number=3)]
    rows = swiss("A B C", two, "points buchholz buchholz-cut-1 buchholz-median", rounds=3)
    found = values(rows, "points", "buchholz", "buchholz-cut-1", "buchholz-median")
    # All have 2. C and B missed a round each of which nothing is known; B's absence is after its last match: a tie.
    assert {side: figures[0] for side, figures in found.items()} == {"A": 2, "B": 2, "C": 2}
    assert all(full >= cut >= middle for _, full, cut, middle in found.values())

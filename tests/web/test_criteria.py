"""Criteria of tables have their names and their sentences, and figures are shown as far as they differ."""

from fractions import Fraction

import pytest
from django.utils import translation

from cacho_tournaments.formats import tiebreaks
from cacho_tournaments.web import figures, reason_words, words


@pytest.mark.parametrize("criterion", tiebreaks.CRITERIA)
def test_every_criterion_that_a_table_can_have_is_named_and_explained(criterion: str) -> None:
    # STA-11: criteria are columns, and printed under the table
    with translation.override("en"):
        assert words.criterion_name(criterion) != criterion or criterion in (
            "points",
            "wins",
            "shutouts",
            "for",
            "lot",
        )
        assert words.criterion_short(criterion) not in (criterion, words.criterion_name(criterion))
        ahead = reason_words.ahead(criterion, other="Los Perros", mine=3, theirs=1, tied=("Uno", "Otro"))
        behind = reason_words.behind(criterion, other="Los Perros", mine=3, theirs=1, tied=("Uno", "Otro"))
    assert ahead.startswith("Ahead of Los Perros by")
    assert behind.startswith("Behind Los Perros by")
    assert ("3 to 1" in ahead, "1 to 3" in behind) == ((False, False) if criterion == "lot" else (True, True))


def test_no_two_criteria_have_one_sentence_or_one_name() -> None:
    with translation.override("en"):
        said = [reason_words.ahead(one, other="X", mine=3, theirs=1) for one in tiebreaks.CRITERIA]
        assert len(set(said)) == len(said)
        for named in (words.criterion_name, words.criterion_short):
            assert len({str(named(one)) for one in tiebreaks.CRITERIA}) == len(tiebreaks.CRITERIA)


def test_figures_that_part_two_rows_are_shown_as_far_as_they_differ() -> None:
    with translation.override("en"):
        assert figures.both(Fraction(22, 3), Fraction(7)) == ("7.33", "7")
        assert figures.both(Fraction(7331, 1000), Fraction(7334, 1000)) == ("7.331", "7.334")
        assert figures.both(Fraction(20001, 10000), 2) == ("2.0001", "2")
        assert figures.both(-3, "in") == ("−3", "in")
    with translation.override("es"):
        assert figures.both(Fraction(-5, 2), Fraction(-22, 3)) == ("−2,5", "−7,33")

"""Two people correct at one moment: one correction, one undoing, and nobody else's result swept along."""

import pytest

from cacho_tournaments.competition.actions import corrections, ledger
from cacho_tournaments.competition.models import Category, Correction
from tests import makers
from tests.competition.test_at_once import _at_once, _refused
from tests.competition.test_corrections import by, corrected, quarters, seats, stands, tried, winning, wins

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def eight() -> Category:
    category = makers.category(plan="knockout", kind="single")
    makers.entrants(category, 8, seeds=8)
    makers.drawn(category)
    quarters(category)
    return category


def test_one_preview_confirmed_twice_at_one_moment_is_made_once(eight: Category):
    """DAT-09: the second waits, then finds that something else would happen."""
    do = winning(eight, "CF-1", 8)
    seal = tried(eight, do).seal
    answers = _at_once(*(lambda: corrected(eight, do, seal=seal) for _press in range(2)))
    assert _refused(answers) == ["preview-out-of-date"]
    assert Correction.objects.count() == 1
    assert seats(eight, "SF-1") == [8, 4]


def test_a_correction_is_undone_once_at_one_moment(eight: Category):
    rows = ledger.read(eight)
    made = corrected(eight, winning(eight, "CF-1", 8))
    users = [by(eight), by(eight)]
    answers = _at_once(
        *(lambda user=user: corrections.undo(correction=made, by=user, reason="no") for user in users)
    )
    assert _refused(answers) == ["already-undone"]
    assert stands(ledger.read(eight), rows) == rows


def test_a_result_recorded_at_the_same_moment_is_no_part_of_a_correction(eight: Category):
    do = winning(eight, "CF-1", 8)
    answers = _at_once(lambda: corrected(eight, do), lambda: wins(eight, "SF-2", 2))
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    made = Correction.objects.get()
    corrections.undo(correction=made, by=by(eight), reason="no")
    assert seats(eight, "SF-1") == [1, 4]
    assert 2 in seats(eight, "F")

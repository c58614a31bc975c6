"""One person who stood twice: what goes over, and what keeps two entrants apart."""

import pytest
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition.actions import draws, entries, leaving, merging, stages
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Bye, Category, ResultLine
from cacho_tournaments.competition.queries import draw_checks
from cacho_tournaments.competition.queries import stages as stage_queries
from cacho_tournaments.journal.models import Entry
from tests import makers
from tests.competition.test_leaving import between, by, drawn, drawn_in, entrant, next_round, play_round
from tests.competition.test_leaving_arriving import byes, late

pytestmark = pytest.mark.django_db


def merge(category: Category, keep: int, other: int) -> None:
    merging.merge(
        keep=entrant(category, keep), other=entrant(category, other), by=by(category), reason="one person"
    )


def points(category: Category) -> dict[int, int]:
    (table,) = stage_queries.stage_tables(makers.stage(category))
    return {row.number: row.values["points"] for row in table.rows}


@pytest.fixture
def twice() -> Category:
    """Swiss rounds in which no. 1 played round 1 and left; it was entered again late, as no. 7, and played round 2."""
    category = drawn("swiss", 6)
    play_round(category, 1)
    leaving.withdraw(entrant=entrant(category, 1), by=by(category), reason="phoned to say so")
    late(category)
    next_round(category)
    play_round(category, 2)
    return category


def test_who_stood_twice_has_everything_under_one_number(twice):
    before = points(twice)
    leaving.come_back(entrant=entrant(twice, 1), by=by(twice), reason="it was the same person")
    merge(twice, 1, 7)
    after = points(twice)
    assert after == {number: before[number] + (before[7] if number == 1 else 0) for number in range(1, 7)}
    assert 1 in drawn_in(twice, 2)
    assert 7 not in drawn_in(twice, 1) | drawn_in(twice, 2)
    assert not ResultLine.objects.filter(entrant__number=7).exists()
    assert byes(twice, 1) == byes(twice, 7) == []
    gone = entrant(twice, 7)
    assert (gone.state, gone.merged_into) == ("withdrawn", entrant(twice, 1))
    assert makers.stage(twice).participants.get(entrant__number=1).since_round == 1
    assert not makers.stage(twice).participants.filter(entrant__number=7).exists()
    entry = Entry.objects.latest("pk")
    assert (entry.verb, entry.facts["other"], len(entry.facts["matches"])) == (
        "competition.entrant.merged",
        7,
        1,
    )
    next_round(twice)
    assert 1 in drawn_in(twice, 3)
    assert {check.verdict for check in draw_checks.checked()} == {"same"}


def test_it_can_be_kept_under_the_later_number_too(twice):
    """The one that left is taken back in on the way."""
    merge(twice, 7, 1)
    assert 7 in drawn_in(twice, 1)
    assert 7 in drawn_in(twice, 2)
    assert makers.stage(twice).participants.get(entrant__number=7).since_round == 1
    assert byes(twice, 7) == []
    assert entrant(twice, 1).merged_into == entrant(twice, 7)


def test_who_met_the_other_is_somebody_else():
    category = drawn("swiss", 6)
    match = makers.stage(category).matches.first()
    one, other = match.seats.values_list("entrant__number", flat=True)
    with pytest.raises(Impossible, match="met-each-other"):
        merge(category, one, other)


def test_two_that_sit_in_one_round_or_in_one_draw_are_not_made_one():
    category = drawn("swiss", 6)
    match = makers.stage(category).matches.first()
    one = match.seats.first().entrant.number
    apart = makers.stage(category).matches.last().seats.first().entrant.number
    with pytest.raises(Impossible, match="both-in-round"):
        merge(category, one, apart)
    groups = makers.groups(8, kind="single")
    first = [group.places.first().entrant.number for group in makers.stage(groups).groups.all()]
    with pytest.raises(Impossible, match="both-drawn"):
        merge(groups, *first)
    tree = drawn("knockout", 4, seeds=4)
    with pytest.raises(Impossible, match="both-drawn"):
        merge(tree, 1, 2)
    with pytest.raises(Impossible, match="met-each-other"):
        merge(tree, 1, 4)


def test_the_place_in_a_group_goes_over_to_one_that_holds_none():
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    extra = entries.enter(
        category=category, by=by(category), players=[makers.player(by(category))], state="checked-in"
    )
    entries.set_state(entrant=extra, by=by(category), state="withdrawn")
    makers.drawn(category)
    makers.result(between(category, 4, 1), 200, 100)
    with pytest.raises(Impossible, match="merge-out"):
        merge(category, 5, 4)
    # It cannot be taken back, having no place: the other is kept, and nothing moves.
    merge(category, 4, 5)
    assert entrant(category, 5).merged_into == entrant(category, 4)
    assert sorted(points(category)) == [1, 2, 3, 4]


def test_what_was_made_one_is_not_taken_apart_or_made_one_again(twice):
    merge(twice, 7, 1)
    for act in (
        lambda: merge(twice, 2, 1),
        lambda: leaving.come_back(entrant=entrant(twice, 1), by=by(twice)),
        lambda: entries.set_state(entrant=entrant(twice, 1), by=by(twice), state="checked-in"),
        lambda: leaving.disqualify(entrant=entrant(twice, 1), by=by(twice), reason="twice"),
        lambda: entries.set_states(entrants=[entrant(twice, 1)], by=by(twice), state="paid"),
    ):
        with pytest.raises(Impossible, match=r"merged-already|back-one-by-one"):
            act()
    with pytest.raises(Impossible, match="merge-same"):
        merge(twice, 2, 2)


def test_making_one_wants_an_organizer_and_a_reason(twice):
    with pytest.raises(PermissionDenied):
        merging.merge(
            keep=entrant(twice, 7),
            other=entrant(twice, 1),
            by=makers.desk(twice.tournament),
            reason="one person",
        )
    with pytest.raises(Impossible, match="reason-needed"):
        merging.merge(keep=entrant(twice, 7), other=entrant(twice, 1), by=by(twice), reason="")
    other = makers.category(kind="single")
    makers.entrants(other, 1)
    with pytest.raises(Impossible, match="several-categories"):
        merging.merge(keep=entrant(twice, 7), other=entrant(other, 1), by=by(twice), reason="one person")
    leaving.disqualify(entrant=entrant(twice, 2), by=by(twice), reason="loaded dice")
    with pytest.raises(Impossible, match="merge-out"):
        merge(twice, 7, 2)


def test_before_the_draw_the_extra_entry_just_goes():
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    stages.choose(stage=makers.stage(category, 2), by=by(category), numbers=[1, 2], reason="invited")
    merge(category, 3, 2)
    assert makers.stage(category, 2).chosen == [1, 3]
    makers.drawn(category)
    assert not entrant(category, 2).group_places.exists()


def test_a_draft_that_holds_the_extra_one_is_out_of_date():
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    makers.drawn(category, released=False)
    merge(category, 1, 2)
    with pytest.raises(Impossible, match="draw-out-of-date"):
        draws.release(stage=makers.stage(category), by=by(category))


def test_rounds_in_which_neither_played_are_missed():
    category = drawn("swiss", 6)
    play_round(category, 1)
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    next_round(category)
    play_round(category, 2)
    late(category)
    next_round(category)
    merge(category, 7, 1)
    assert byes(category, 7) == [(2, "absent")]
    assert Bye.objects.filter(entrant__number=1).count() == 0

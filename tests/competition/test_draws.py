"""Draws: proposed, changed, released, closed; what is refused and that a refusal leaves nothing."""

import pytest

from cacho_tournaments.competition.actions import drawing, draws, entries, tournaments
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Draw, Group, Match, Seat, Stage
from cacho_tournaments.competition.queries import stages
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.people.models import User
from tests import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def _by(category: Category) -> User:
    return makers.organizer_of(category.tournament)


def _drawn(stage: Stage) -> dict[str, list[int]]:
    return {
        group.label: [place.entrant.number for place in group.places.select_related("entrant")]
        for group in stage.groups.all()
    }


def test_a_draw_makes_groups_of_four_with_every_match_of_them():
    category = makers.category()
    makers.entrants(category, 10)
    stage = makers.drawn(category, released=False)
    assert stage.state == Stage.State.DRAFT
    assert sorted(len(members) for members in _drawn(stage).values()) == [3, 3, 4]
    assert sorted(number for members in _drawn(stage).values() for number in members) == list(range(1, 11))
    pairs = [frozenset(seat.entrant_id for seat in match.seats.all()) for match in stage.matches.all()]
    assert len(pairs) == len(set(pairs)) == 6 + 3 + 3
    assert all(len(pair) == 2 for pair in pairs)
    assert stage.matches.filter(code="A-1-1").exists()


def test_the_same_seed_draws_the_same_and_another_seed_does_not():
    category = makers.category()
    makers.entrants(category, 16)
    first = _drawn(makers.drawn(category, seed=11, released=False))
    draws.discard(stage=makers.stage(category), by=_by(category))
    again = _drawn(makers.drawn(category, seed=11, released=False))
    draws.discard(stage=makers.stage(category), by=_by(category))
    other = _drawn(makers.drawn(category, seed=12, released=False))
    assert first == again
    assert first != other


def test_a_draw_without_a_seed_takes_one_by_chance_and_keeps_it():
    category = makers.category()
    makers.entrants(category, 8)
    draw = draws.propose(stage=makers.stage(category), by=_by(category))
    assert Draw.objects.get(pk=draw.pk).seed == draw.seed
    told = _drawn(makers.stage(category))
    draws.discard(stage=makers.stage(category), by=_by(category))
    assert _drawn(makers.drawn(category, seed=draw.seed, released=False)) == told


def test_members_of_a_club_and_seeds_are_drawn_apart():
    category = makers.category()
    makers.entrants(category, 16, clubs=4, seeds=4)
    stage = makers.drawn(category, released=False)
    for group in stage.groups.all():
        members = [place.entrant for place in group.places.select_related("entrant")]
        assert len({member.club_id for member in members}) == 4
        assert sum(member.seed is not None for member in members) == 1
    assert stages.draw_page(stage).notes == ()


def test_a_club_too_large_to_be_kept_apart_is_named():
    category = makers.category()
    makers.entrants(category, 8, clubs=1)
    page = stages.draw_page(makers.drawn(category, released=False))
    assert len(page.notes) == 2
    assert category.entrants.first().club.name in page.notes[0]


def test_only_accepted_paid_and_present_entrants_are_drawn_and_the_absent_are_named():
    """PAI-25: whoever is out or only applied does not appear; whoever has not checked in is named."""
    category = makers.category()
    there = makers.entrants(category, 5)
    paid = makers.entrants(category, 1, state="paid")
    accepted = makers.entrants(category, 1, state="accepted")
    makers.entrants(category, 1, state="applied")
    entries.set_state(entrant=there[0], by=_by(category), state="no-show")
    entries.set_state(entrant=there[1], by=_by(category), state="withdrawn", reason="ill")
    stage = makers.drawn(category, released=False)
    drawn = sorted(number for members in _drawn(stage).values() for number in members)
    assert drawn == [3, 4, 5, paid[0].number, accepted[0].number]
    (note,) = stages.draw_page(stage).notes
    assert note.startswith("2 of 5")
    assert paid[0].name in note


@pytest.mark.parametrize("number", [0, 1, 2])
def test_too_few_entrants_are_refused_and_nothing_is_left(number: int):
    category = makers.category()
    makers.entrants(category, number)
    with pytest.raises(NoValidDraw, match="too-few-entrants"):
        draws.propose(stage=makers.stage(category), by=_by(category))
    assert not Draw.objects.exists()
    assert not Group.objects.exists()
    assert makers.stage(category).state == Stage.State.PLANNED


def test_a_second_draw_is_refused_and_says_who_drew_the_first():
    """PAI-05: pressed twice, the first draw stands."""
    category = makers.category()
    makers.entrants(category, 8)
    by = _by(category)
    before = _drawn(makers.drawn(category, released=False))
    with pytest.raises(Impossible) as refused:
        draws.propose(stage=makers.stage(category), by=by)
    assert refused.value.code == "draw-exists"
    assert refused.value.facts["who"] == str(by)
    assert _drawn(makers.stage(category)) == before


def test_a_named_draft_is_replaced_in_one_step_and_a_stale_name_is_refused():
    category = makers.category()
    makers.entrants(category, 8)
    by, stage = _by(category), makers.stage(category)
    first = draws.propose(stage=stage, by=by, seed=1)
    second = draws.propose(stage=stage, by=by, seed=2, replace=first.pk)
    with pytest.raises(Impossible, match="draw-changed"):
        draws.propose(stage=stage, by=by, seed=3, replace=first.pk)
    assert [draw.state for draw in Draw.objects.order_by("pk")] == ["discarded", "draft"]
    assert stages.draw_page(makers.stage(category)).key == second.pk
    assert stage.matches.count() == 12


def test_replacing_a_draft_that_cannot_be_drawn_again_keeps_the_draft():
    category = makers.category()
    sides = makers.entrants(category, 4)
    by = _by(category)
    first = draws.propose(stage=makers.stage(category), by=by, seed=1)
    for side in sides[:2]:
        entries.set_state(entrant=side, by=by, state="withdrawn")
    with pytest.raises(NoValidDraw):
        draws.propose(stage=makers.stage(category), by=by, replace=first.pk)
    assert Draw.objects.get().state == "draft"
    assert makers.stage(category).matches.count() == 6


def test_a_draft_that_was_discarded_meanwhile_cannot_be_replaced():
    category = makers.category()
    makers.entrants(category, 4)
    by, stage = _by(category), makers.stage(category)
    first = draws.propose(stage=stage, by=by)
    draws.discard(stage=stage, by=by)
    with pytest.raises(Impossible, match="draw-changed"):
        draws.propose(stage=stage, by=by, replace=first.pk)


@pytest.mark.parametrize("seed", [-1, drawing.LARGEST_SEED])
def test_a_seed_out_of_bounds_is_refused(seed: int):
    category = makers.category()
    makers.entrants(category, 4)
    with pytest.raises(Impossible, match="bad-draw-seed"):
        draws.propose(stage=makers.stage(category), by=_by(category), seed=seed)


def test_discarding_keeps_the_draw_on_record_and_takes_groups_and_matches():
    category = makers.category()
    makers.entrants(category, 8)
    makers.drawn(category, released=False)
    draws.discard(stage=makers.stage(category), by=_by(category))
    assert Draw.objects.get().state == "discarded"
    assert not Group.objects.exists()
    assert not Match.objects.exists()
    assert makers.stage(category).state == Stage.State.PLANNED
    with pytest.raises(Impossible, match="nothing-drawn"):
        draws.discard(stage=makers.stage(category), by=_by(category))


def test_a_released_draw_is_neither_drawn_again_nor_discarded_nor_changed():
    category = makers.groups(8)
    by, stage = _by(category), makers.stage(category)
    one, other = category.entrants.all()[:2]
    for act in (
        lambda: draws.propose(stage=stage, by=by),
        lambda: draws.propose(stage=stage, by=by, replace=stage.draws.get().pk),
        lambda: draws.discard(stage=stage, by=by),
        lambda: draws.swap(stage=stage, by=by, first=one, second=other),
        lambda: draws.release(stage=stage, by=by),
    ):
        with pytest.raises(Impossible, match="draw-released"):
            act()
    with pytest.raises(Impossible, match="settings-fixed"):
        tournaments.edit_stage(stage=stage, by=by, settings={"best_of": 3}, reason="time to spare")


def test_more_than_the_smallest_group_holds_cannot_go_on():
    category = makers.category()
    makers.entrants(category, 12)
    by = _by(category)
    tournaments.edit_stage(stage=makers.stage(category), by=by, settings={"group_size": 8, "go_on": 7})
    with pytest.raises(Impossible) as refused:
        draws.propose(stage=makers.stage(category), by=by)
    assert (refused.value.code, refused.value.facts["group_size"]) == ("all-would-go-on", 6)
    assert not Group.objects.exists()


def test_swapping_two_of_a_draft_exchanges_places_and_matches_and_leaves_a_mark():
    """PAI-19: what a change by hand brings about is named, and that it was one."""
    category = makers.category()
    makers.entrants(category, 8, clubs=2, seeds=2)
    stage = makers.drawn(category, released=False)
    before = _drawn(stage)
    one = category.entrants.get(number=before["A"][0])
    other = category.entrants.filter(number__in=before["B"]).exclude(club=one.club).first()
    draws.swap(stage=stage, by=_by(category), first=one, second=other)
    after = _drawn(stage)
    assert other.number in after["A"]
    assert one.number in after["B"]
    for label, members in after.items():
        seated = Seat.objects.filter(match__stage=stage, match__group__label=label)
        assert sorted(set(seated.values_list("entrant__number", flat=True))) == sorted(members)
    page = stages.draw_page(stage)
    assert any("by hand" in note and one.name in note for note in page.notes)
    assert any(one.club.name in note for note in page.notes)
    draws.swap(stage=stage, by=_by(category), first=one, second=other)
    assert _drawn(stage) == before


def test_only_two_different_entrants_of_the_draft_change_places():
    category = makers.category()
    one = makers.entrants(category, 4)[0]
    stage = makers.drawn(category, released=False)
    late = makers.entrants(category, 1)[0]
    with pytest.raises(Impossible, match="swap-same"):
        draws.swap(stage=stage, by=_by(category), first=one, second=one)
    with pytest.raises(Impossible, match="not-drawn"):
        draws.swap(stage=stage, by=_by(category), first=one, second=late)


def test_a_draft_is_not_released_when_somebody_came_or_went_since():
    category = makers.category()
    sides = makers.entrants(category, 6)
    stage = makers.drawn(category, released=False)
    late = makers.entrants(category, 1)[0]
    with pytest.raises(Impossible) as refused:
        draws.release(stage=stage, by=_by(category))
    assert refused.value.code == "draw-out-of-date"
    assert refused.value.facts["entrants"] == [late.name]
    entries.set_state(entrant=late, by=_by(category), state="withdrawn")
    entries.set_state(entrant=sides[0], by=_by(category), state="withdrawn")
    with pytest.raises(Impossible) as refused:
        draws.release(stage=stage, by=_by(category))
    assert refused.value.facts["entrants"] == [sides[0].name]
    entries.set_state(entrant=sides[0], by=_by(category), state="paid")
    assert draws.release(stage=stage, by=_by(category)).state == "released"


def test_a_release_gives_the_tables_in_order_and_closes_the_entries():
    event = makers.tournament(tables=3)
    category = makers.groups(8, event=event)
    first = [match.table.number for match in makers.stage(category).matches.filter(round=1)]
    assert first == [1, 2, 3, 1]
    assert not Category.objects.get(pk=category.pk).entries_open


def test_a_hall_without_tables_leaves_matches_without_one():
    category = makers.groups(4, event=makers.tournament(tables=0))
    assert not makers.stage(category).matches.filter(table__isnull=False).exists()


def test_tokens_of_matches_are_told_apart_and_hold_no_letter_that_is_misread():
    category = makers.groups(16)
    tokens = list(Match.objects.filter(stage__category=category).values_list("token", flat=True))
    assert len(set(tokens)) == 24
    assert not set("".join(tokens)) & set("01oilO")
    assert {len(token) for token in tokens} == {10}

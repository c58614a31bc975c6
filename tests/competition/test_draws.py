"""Draws: proposed, changed, released, closed; what is refused and that a refusal leaves nothing."""

import pytest

from cacho_tournaments.competition.actions import draws, entries, results, tournaments
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Draw, Group, Match, Seat, Stage
from cacho_tournaments.competition.queries import stages
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.journal.models import Entry
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


def _bracket(stage: Stage) -> list[tuple[str, list[int | None]]]:
    return [
        (match.code, [seat.entrant.number if seat.entrant else None for seat in match.seats.all()])
        for match in stage.matches.order_by("round", "pk")
    ]


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


@pytest.mark.parametrize("seed", [-1, draws.LARGEST_SEED])
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
    assert page.is_changed_by_hand
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


def test_the_knockout_waits_until_every_group_match_has_ended():
    category = makers.groups(8)
    by = _by(category)
    with pytest.raises(Impossible) as refused:
        draws.propose(stage=makers.stage(category, 2), by=by)
    assert refused.value.code == "stage-not-finished"
    assert refused.value.facts == {"open": 12, "matches": 12}
    with pytest.raises(Impossible, match="stage-not-finished"):
        draws.close(stage=makers.stage(category), by=by)
    makers.played_out(category)
    assert draws.propose(stage=makers.stage(category, 2), by=by).state == "draft"


def test_the_knockout_is_not_drawn_before_the_groups_are():
    category = makers.category()
    makers.entrants(category, 8)
    with pytest.raises(Impossible, match="stage-before-not-drawn"):
        draws.propose(stage=makers.stage(category, 2), by=_by(category))


def test_group_winners_meet_seconds_of_other_groups_and_mates_stand_in_opposite_halves():
    category = makers.groups(16)
    makers.played_out(category)
    tables = stages.stage_tables(makers.stage(category))
    place = {row.number: (table.label, row.place) for table in tables for row in table.rows}
    knockout = makers.drawn(category, order=2)
    quarters = [sides for code, sides in _bracket(knockout) if code.startswith("QF")]
    for one, other in quarters:
        assert {place[one][1], place[other][1]} == {1, 2}
        assert place[one][0] != place[other][0]
    upper = {place[number][0] for pair in quarters[:2] for number in pair}
    assert len(upper) == 4


def test_best_thirds_fill_the_bracket_to_a_power_of_two_when_the_setting_says_so():
    category = makers.category()
    makers.entrants(category, 12)
    tournaments.edit_stage(stage=makers.stage(category), by=_by(category), settings={"best_thirds": "fill"})
    makers.drawn(category)
    stage = makers.played_out(category)
    tables = stages.stage_tables(stage)
    assert sum(row.goes_on for table in tables for row in table.rows) == 8
    knockout = makers.drawn(category, order=2)
    assert knockout.matches.filter(round=1).count() == 4
    assert not any(sides.count(None) for code, sides in _bracket(knockout) if code.startswith("QF"))


def test_byes_go_to_the_best_group_winners_and_no_match_is_made_for_them():
    category = makers.groups(12)
    makers.played_out(category)
    knockout = makers.drawn(category, order=2)
    first = [number for code, sides in _bracket(knockout) if code.startswith("QF") for number in sides]
    assert len(first) == 4
    tables = stages.stage_tables(makers.stage(category))
    winners = {table.rows[0].number for table in tables}
    assert len(winners - set(first)) == 2


def test_who_withdrew_after_the_groups_does_not_go_on():
    category = makers.groups(8)
    stage = makers.played_out(category)
    table = stages.stage_tables(stage)[0]
    gone = category.entrants.get(number=table.rows[0].number)
    entries.set_state(entrant=gone, by=_by(category), state="withdrawn", reason="left the hall")
    knockout = makers.drawn(category, order=2)
    seated = set(knockout.matches.values_list("seats__entrant__number", flat=True))
    assert gone.number not in seated
    assert table.rows[2].number in seated


def test_a_closed_stage_does_not_move_when_somebody_leaves_later():
    category = makers.groups(8)
    makers.played_out(category)
    makers.drawn(category, order=2)
    stage = makers.stage(category)
    before = [[row.number for row in table.rows] for table in stages.stage_tables(stage)]
    winner = category.entrants.get(number=before[0][0])
    entries.set_state(entrant=winner, by=_by(category), state="disqualified", reason="loaded dice")
    assert [[row.number for row in table.rows] for table in stages.stage_tables(stage)] == before


def test_an_undecided_cut_is_refused_and_leaves_nothing():
    category = makers.category()
    makers.entrants(category, 3)
    by = _by(category)
    tournaments.edit_stage(stage=makers.stage(category), by=by, settings={"criteria": ["points"]})
    makers.drawn(category)
    makers.played_out(category, points=lambda match: (200, 200))
    with pytest.raises(NoValidDraw, match="cut-undecided"):
        draws.propose(stage=makers.stage(category, 2), by=by)
    assert makers.stage(category, 2).state == Stage.State.PLANNED
    assert not makers.stage(category, 2).draws.exists()
    tables = stages.stage_tables(makers.stage(category))
    assert [row.place for row in tables[0].rows] == [1, 1, 1]
    tournaments.edit_stage(
        stage=makers.stage(category),
        by=by,
        settings={"criteria": ["points", "lot"]},
        reason="all agreed to draw lots",
    )
    assert makers.drawn(category, order=2).matches.count() == 1


def test_how_results_count_can_be_changed_in_play_with_a_reason_and_is_written_down():
    """STA-17: a strong word beforehand, an entry in the log."""
    category = makers.groups(4)
    by, stage = _by(category), makers.stage(category)
    with pytest.raises(Impossible, match="reason-needed"):
        tournaments.edit_stage(stage=stage, by=by, settings={"criteria": ["points", "for", "lot"]})
    tournaments.edit_stage(
        stage=stage, by=by, settings={"criteria": ["points", "for", "lot"]}, reason="as printed"
    )
    entry = Entry.objects.first()
    assert entry.facts["changed"] == {"criteria": ["points", "for", "lot"]}
    assert entry.facts["reason"] == "as printed"
    assert makers.stage(category).results_version == stage.results_version + 1
    makers.played_out(category)
    makers.drawn(category, order=2, released=False)
    with pytest.raises(Impossible, match="next-stage-drawn"):
        tournaments.edit_stage(stage=stage, by=by, settings={"go_on": 1}, reason="too late")
    draws.discard(stage=makers.stage(category, 2), by=by)
    draws.close(stage=stage, by=by)
    with pytest.raises(Impossible, match="settings-fixed"):
        tournaments.edit_stage(stage=stage, by=by, settings={"go_on": 1}, reason="too late")


def test_a_category_may_begin_with_its_bracket():
    category = makers.category(plan="knockout")
    makers.entrants(category, 5, seeds=2)
    makers.drawn(category)
    stage = makers.played_out(category)
    assert stage.matches.filter(bracket__in=("winners", "final")).count() == 4
    assert stage.matches.get(code="F").results.get(is_current=True).lines.get(place=1).entrant.number == 1


def test_swapping_in_a_bracket_exchanges_the_two_and_keeps_the_later_seats_open():
    category = makers.groups(8)
    makers.played_out(category)
    stage = makers.drawn(category, order=2, released=False)
    before = dict(_bracket(stage))
    one = category.entrants.get(number=before["SF-1"][0])
    other = category.entrants.get(number=before["SF-2"][0])
    draws.swap(stage=stage, by=_by(category), first=one, second=other)
    after = dict(_bracket(stage))
    assert after["SF-1"] == [other.number, before["SF-1"][1]]
    assert after["SF-2"] == [one.number, before["SF-2"][1]]
    assert after["F"] == after["3P"] == [None, None]
    assert any("meet again" in note for note in stages.draw_page(stage).notes)


def test_closing_and_opening_a_stage_again():
    category = makers.groups(4)
    by = _by(category)
    makers.played_out(category)
    stage = draws.close(stage=makers.stage(category), by=by)
    match = stage.matches.first()
    with pytest.raises(Impossible, match="stage-closed"):
        makers.result(match, 10, 20)
    with pytest.raises(Impossible, match="stage-closed"):
        results.revoke(match=match, by=by, reason="wrong")
    with pytest.raises(Impossible, match="stage-not-in-play"):
        draws.close(stage=stage, by=by)
    with pytest.raises(Impossible, match="reason-needed"):
        draws.reopen(stage=stage, by=by, reason=" ")
    draws.reopen(stage=stage, by=by, reason="sides mixed up")
    makers.result(match, 10, 20)
    with pytest.raises(Impossible, match="stage-not-closed"):
        draws.reopen(stage=stage, by=by, reason="again")


def test_results_stay_while_something_is_drawn_from_them():
    category = makers.groups(8)
    by = _by(category)
    makers.played_out(category)
    match = makers.stage(category).matches.first()
    makers.drawn(category, order=2, released=False)
    with pytest.raises(Impossible, match="next-stage-drawn"):
        results.revoke(match=match, by=by, reason="wrong")
    with pytest.raises(Impossible, match="next-stage-drawn"):
        makers.result(match, 1, 2)
    draws.discard(stage=makers.stage(category, 2), by=by)
    makers.result(match, 1, 2)
    makers.drawn(category, order=2)
    with pytest.raises(Impossible, match="next-stage-drawn"):
        draws.reopen(stage=makers.stage(category), by=by, reason="late protest")


def test_tokens_of_matches_are_told_apart_and_hold_no_letter_that_is_misread():
    category = makers.groups(16)
    tokens = list(Match.objects.filter(stage__category=category).values_list("token", flat=True))
    assert len(set(tokens)) == 24
    assert not set("".join(tokens)) & set("01oilO")
    assert {len(token) for token in tokens} == {10}

"""From one stage to the next: who goes on, how the bracket is drawn, what stays once it is."""

import pytest

from cacho_tournaments.competition.actions import draws, entries, results, tournaments
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Stage
from cacho_tournaments.competition.queries import stages
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from tests import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def _by(category: Category) -> User:
    return makers.organizer_of(category.tournament)


def _bracket(stage: Stage) -> list[tuple[str, list[int | None]]]:
    return [
        (match.code, [seat.entrant.number if seat.entrant else None for seat in match.seats.all()])
        for match in stage.matches.order_by("round", "pk")
    ]


def _went_on(category: Category) -> set[int]:
    tables = stages.stage_tables(makers.stage(category))
    return {row.number for table in tables for row in table.rows if row.goes_on}


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
    """sendou-ink/sendou.ink issue 2645: the order that is shown is the one that seeds the bracket."""
    category = makers.groups(16)
    makers.played_out(category)
    tables = stages.stage_tables(makers.stage(category))
    place = {row.number: (table.label, row.place) for table in tables for row in table.rows}
    knockout = makers.drawn(category, order=2)
    quarters = [sides for code, sides in _bracket(knockout) if code.startswith("CF")]
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
    assert not any(sides.count(None) for code, sides in _bracket(knockout) if code.startswith("CF"))


def test_byes_go_to_the_best_group_winners_and_no_match_is_made_for_them():
    category = makers.groups(12)
    makers.played_out(category)
    knockout = makers.drawn(category, order=2)
    first = [number for code, sides in _bracket(knockout) if code.startswith("CF") for number in sides]
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


def test_who_went_on_stays_marked_when_it_leaves_in_the_knockout():
    category = makers.groups(8)
    makers.played_out(category)
    makers.drawn(category, order=2)
    before = _went_on(category)
    left = category.entrants.get(number=min(before))
    entries.set_state(entrant=left, by=_by(category), state="withdrawn", reason="ill")
    assert len(before) == 4
    assert _went_on(category) == before


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


def test_a_stage_is_not_closed_while_more_would_have_to_go_on_than_there_are():
    """Once it is closed nobody could change how many go on."""
    category = makers.category(kind="single", plan="swiss")
    makers.entrants(category, 6)
    by = _by(category)
    tournaments.edit_stage(stage=makers.stage(category), by=by, settings={"rounds": 1})
    makers.drawn(category)
    makers.played_out(category)
    with pytest.raises(NoValidDraw) as refused:
        draws.close(stage=makers.stage(category), by=by)
    assert (refused.value.code, refused.value.facts["nearest"]) == ("impossible-cut", 6)
    assert makers.stage(category).state == "released"
    tournaments.edit_stage(stage=makers.stage(category), by=by, settings={"go_on": 4}, reason="six came")
    assert draws.close(stage=makers.stage(category), by=by).state == "closed"


def test_more_than_a_table_seats_are_refused_at_a_final_table_with_the_number_that_can():
    category = makers.category(kind="single", plan="tables")
    makers.entrants(category, 8)
    by = _by(category)
    tournaments.edit_stage(stage=makers.stage(category), by=by, settings={"go_on": 7, "rounds": 1})
    makers.drawn(category)
    makers.played_out(category)
    with pytest.raises(NoValidDraw) as refused:
        draws.propose(stage=makers.stage(category, 2), by=by)
    assert refused.value.code == "beyond-one-table"
    assert (refused.value.facts["entrants"], refused.value.facts["nearest"]) == (7, 6)
    assert makers.stage(category, 2).state == "planned"


@pytest.mark.parametrize("plan", ["swiss", "tables"])
def test_nothing_is_drawn_from_a_stage_whose_rounds_are_not_all_drawn(plan: str):
    """Whoever means to stop early says so in the settings: nobody does it by a press too many."""
    category = makers.category(kind="single", plan=plan)
    makers.entrants(category, 8)
    by = _by(category)
    makers.drawn(category)
    makers.played_out(category)
    for act in (
        lambda: draws.close(stage=makers.stage(category), by=by),
        lambda: draws.propose(stage=makers.stage(category, 2), by=by),
    ):
        with pytest.raises(Impossible, match="rounds-to-come"):
            act()
    stage = makers.stage(category)
    tournaments.edit_stage(stage=stage, by=by, settings={"rounds": 1}, reason="the hall closes")
    assert draws.close(stage=makers.stage(category), by=by).state == "closed"


@pytest.mark.parametrize(("plan", "number"), [("swiss", 6), ("tables", 3), ("swiss", 8)])
def test_a_cut_beyond_the_field_is_said_when_the_first_round_is_drawn(plan: str, number: int):
    category = makers.category(kind="single", plan=plan)
    makers.entrants(category, number)
    draw = draws.propose(stage=makers.stage(category), by=_by(category), seed=3)
    said = [note["facts"] for note in draw.notes if note["code"] == "cut-beyond-field"]
    expected = {("swiss", 6): [{"go_on": 8, "sides": 6}], ("tables", 3): [{"go_on": 4, "sides": 3}]}
    assert said == expected.get((plan, number), [])

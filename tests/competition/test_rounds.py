"""Stages drawn round by round: each round from the results before, late comers, absences, cancelling, repair."""

from collections import Counter
from itertools import combinations

import pytest

from cacho_tournaments.competition.actions import arriving, draws, entries, rounds
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Bye, Category, Draw, Entrant, Match, Seat, Stage
from cacho_tournaments.competition.queries import drafts, stages
from cacho_tournaments.people.models import User
from tests import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def _by(category: Category) -> User:
    return makers.organizer_of(category.tournament)


def _category(plan: str, number: int, **fields: object) -> Category:
    made = makers.category(kind="single", plan=plan)
    makers.entrants(made, number, **fields)
    return made


def _settings(category: Category, **changed: object) -> None:
    stage = makers.stage(category)
    stage.settings |= changed
    stage.save()


def _round(category: Category, number: int) -> list[frozenset[int]]:
    found = makers.stage(category).matches.filter(round=number).order_by("pk")
    return [frozenset(row.seats.values_list("entrant__number", flat=True)) for row in found]


def _by_number(match: Match) -> tuple[int, ...]:
    return makers.better_number_wins(match)


def _next(category: Category, seed: int = 7) -> Draw:
    by = _by(category)
    draws.propose(stage=makers.stage(category), by=by, seed=seed)
    return draws.release(stage=makers.stage(category), by=by)


def _play(category: Category) -> None:
    makers.played_out(category, 1, _by_number)


def _entrant(category: Category, number: int) -> Entrant:
    return category.entrants.get(number=number)


@pytest.mark.parametrize(("plan", "number"), [("swiss", 11), ("tables", 13)])
def test_every_round_is_drawn_from_the_ones_before_and_nobody_meets_twice_while_that_can_be(
    plan: str, number: int
) -> None:
    """Rules 10.3, 10.5 and 11.4: byes differ by one at most."""
    category = _category(plan, number)
    last = makers.stage(category).settings["rounds"] if plan == "swiss" else 3
    met: Counter[frozenset[int]] = Counter()
    for at in range(1, last + 1):
        draw = _next(category, seed=at)
        assert (draw.round, draw.state) == (at, "released")
        tables = _round(category, at)
        byes = list(Bye.objects.filter(stage=makers.stage(category), round=at))
        seated = [side for table in tables for side in table]
        assert sorted(seated + [bye.entrant.number for bye in byes]) == list(range(1, number + 1))
        met.update(frozenset(pair) for table in tables for pair in combinations(table, 2))
        _play(category)
    if plan == "swiss":
        assert max(met.values()) == 1
        had = Counter(Bye.objects.values_list("entrant__number", flat=True))
        assert set(had.values()) == {1} and len(had) == last


def test_a_round_that_is_drawn_is_nobodys_match_before_it_is_released() -> None:
    category = _category("swiss", 8)
    makers.drawn(category)
    _play(category)
    draws.propose(stage=makers.stage(category), by=_by(category))
    assert makers.stage(category).state == Stage.State.RELEASED
    assert _round(category, 2) == []
    with pytest.raises(Impossible, match="draft-stands"):
        draws.close(stage=makers.stage(category), by=_by(category))
    draws.release(stage=makers.stage(category), by=_by(category))
    assert len(_round(category, 2)) == 4
    assert all(match.table for match in makers.stage(category).matches.filter(round=2))


def test_the_next_round_waits_until_the_last_match_is_over() -> None:
    category = _category("swiss", 6)
    stage = makers.drawn(category)
    for match in list(stage.matches.all())[1:]:
        makers.result(match, 200, 100)
    with pytest.raises(Impossible) as refused:
        draws.propose(stage=stage, by=_by(category))
    assert (refused.value.code, refused.value.facts["open"]) == ("stage-not-finished", 1)


def test_no_round_is_drawn_beyond_the_last() -> None:
    category = _category("swiss", 4)
    _settings(category, rounds=1, go_on=2)
    makers.drawn(category)
    _play(category)
    with pytest.raises(Impossible, match="rounds-over"):
        draws.propose(stage=makers.stage(category), by=_by(category))
    assert draws.close(stage=makers.stage(category), by=_by(category)).state == Stage.State.CLOSED


def test_whoever_said_to_be_away_is_not_drawn_and_stays() -> None:
    """PAI-18: a round that is missed is no bye, and the next one finds everybody again."""
    category = _category("swiss", 8)
    makers.drawn(category)
    by = _by(category)
    away = [_entrant(category, 3), _entrant(category, 4)]
    assert rounds.ask_away(stage=makers.stage(category), by=by, number=2, entrants=away) == 2
    rounds.ask_away(stage=makers.stage(category), by=by, number=2, entrants=away[:1])
    _play(category)
    _next(category)
    assert 3 not in {side for table in _round(category, 2) for side in table}
    sat = {bye.entrant.number: bye.kind for bye in Bye.objects.filter(stage=makers.stage(category), round=2)}
    assert sat.pop(3) == Bye.Kind.ABSENT
    assert list(sat.values()) == [Bye.Kind.BYE]  # seven are left
    _play(category)
    _next(category)
    assert 3 in {side for table in _round(category, 3) for side in table}
    with pytest.raises(Impossible, match="round-drawn"):
        rounds.ask_away(stage=makers.stage(category), by=by, number=3, entrants=away)
    (table,) = stages.stage_tables(makers.stage(category))
    assert next(row for row in table.rows if row.number == 3).values["absences"] == 1


def test_somebody_who_does_not_take_part_cannot_be_away() -> None:
    category = _category("swiss", 4)
    makers.drawn(category)
    other = makers.category(category.tournament, kind="single", name="Otra")
    (stranger,) = makers.entrants(other, 1)
    with pytest.raises(Impossible, match="not-taking-part"):
        rounds.ask_away(stage=makers.stage(category), by=_by(category), number=2, entrants=[stranger])


def test_a_late_comer_plays_from_the_next_round_on_and_is_named() -> None:
    """PAI-17: the rounds before are missed, not won."""
    category = _category("swiss", 7)
    makers.drawn(category)
    by = _by(category)
    arriving.enter_late(category=category, by=by, players=[makers.player(by)], state="checked-in")
    _play(category)
    draws.propose(stage=makers.stage(category), by=by, seed=1)
    page = stages.draw_page(makers.stage(category))
    assert any("from round 2 on" in note or "came later" in note for note in page.notes)
    draws.release(stage=makers.stage(category), by=by)
    assert 8 in {side for table in _round(category, 2) for side in table}
    (table,) = stages.stage_tables(makers.stage(category))
    row = next(row for row in table.rows if row.number == 8)
    assert (row.since_round, row.values["points"]) == (2, 0)


def test_a_cancelled_round_counts_no_more_and_can_be_drawn_again() -> None:
    """DAT-05: nothing is deleted."""
    category = _category("swiss", 6)
    makers.drawn(category)
    _play(category)
    first = {row.number: row.values["points"] for row in stages.stage_tables(makers.stage(category))[0].rows}
    _next(category, seed=5)
    drawn = _round(category, 2)
    _play(category)
    with pytest.raises(Impossible, match="reason-needed"):
        rounds.cancel(stage=makers.stage(category), by=_by(category), number=2, reason=" ")
    with pytest.raises(Impossible, match="not-the-last-round"):
        rounds.cancel(stage=makers.stage(category), by=_by(category), number=1, reason="wrong list")
    rounds.cancel(stage=makers.stage(category), by=_by(category), number=2, reason="wrong list")
    now = {row.number: row.values["points"] for row in stages.stage_tables(makers.stage(category))[0].rows}
    assert now == first
    assert _round(category, 2) == []
    assert Match.ever.filter(stage=makers.stage(category), round=2).count() == 3
    assert Seat.ever.filter(stage=makers.stage(category), round=2, is_standing=False).count() == 6
    _next(category, seed=5)
    assert _round(category, 2) == drawn


def test_cancelling_the_first_round_plans_the_stage_anew() -> None:
    category = _category("tables", 8)
    makers.drawn(category)
    rounds.cancel(stage=makers.stage(category), by=_by(category), number=1, reason="two were missing")
    assert makers.stage(category).state == Stage.State.PLANNED
    makers.drawn(category)
    assert len(_round(category, 1)) == 2


def test_a_round_is_repaired_where_somebody_left_and_nowhere_else() -> None:
    """PAI-18: who played stays; the two whose opponents left meet each other."""
    category = _category("swiss", 8)
    stage = makers.drawn(category)
    by = _by(category)
    found = list(stage.matches.order_by("pk"))
    makers.result(found[0], 200, 100)
    stays = [_sides(match) for match in found[:2]]
    leaving, left_over = [], set()
    for match in found[2:]:
        first, second = match.seats.all()
        leaving.append(first.entrant)
        left_over.add(second.entrant.number)
    for one in leaving:
        one.state = Entrant.State.WITHDRAWN
        one.save()
    (view,) = stages.round_views(makers.stage(category), stages.match_cards(makers.stage(category)))
    assert view.is_repairable and set(view.broken) == {match.code for match in found[2:]}
    draft = rounds.repair(stage=makers.stage(category), by=by, number=1, seed=3)
    assert (draft.part, len(_round(category, 1))) == (2, 4)  # the round stands until the draft is released
    page = stages.draw_page(makers.stage(category))
    assert {match.code for match in page.replaces} == set(view.broken)
    draws.release(stage=makers.stage(category), by=by)
    assert sorted(map(sorted, _round(category, 1))) == sorted(map(sorted, [*stays, left_over]))
    codes = list(makers.stage(category).matches.values_list("code", flat=True))
    assert "1-5" in codes and found[2].code not in codes  # no code is given twice
    with pytest.raises(Impossible, match="nothing-to-repair"):
        rounds.repair(stage=makers.stage(category), by=by, number=1)


def _sides(match: Match) -> frozenset[int]:
    return frozenset(match.seats.values_list("entrant__number", flat=True))


def test_a_repair_that_is_discarded_leaves_the_round_as_it_was() -> None:
    category = _category("swiss", 8)
    stage = makers.drawn(category)
    before = _round(category, 1)
    one = stage.matches.first().seats.first().entrant
    one.state = Entrant.State.WITHDRAWN
    one.save()
    rounds.repair(stage=makers.stage(category), by=_by(category), number=1)
    draws.discard(stage=makers.stage(category), by=_by(category))
    assert _round(category, 1) == before
    assert makers.stage(category).state == Stage.State.RELEASED


def test_a_late_comer_meets_whoever_has_the_free_round() -> None:
    category = _category("swiss", 7)
    makers.drawn(category)
    by = _by(category)
    free = Bye.objects.get(stage=makers.stage(category)).entrant.number
    arriving.enter_late(
        category=category, by=by, players=[makers.player(by)], state="checked-in", into_running_round=True
    )
    draws.release(stage=makers.stage(category), by=by)
    assert frozenset((free, 8)) in _round(category, 1)
    assert not Bye.objects.filter(stage=makers.stage(category)).exists()


def test_a_round_is_exchanged_by_hand_with_named_warnings_and_back_again() -> None:
    """PAI-19: a repeat is said, not forbidden; the exchange made once more leaves the lot's own draw."""
    category = _category("swiss", 4)
    _settings(category, rounds=2)
    makers.drawn(category)
    _play(category)
    by = _by(category)
    draw = draws.propose(stage=makers.stage(category), by=by)
    lot = draw.plan["matches"]
    first, second = lot[0][1], lot[1][0]
    met = _round(category, 1)
    if frozenset((int(lot[0][0]), int(second))) not in met:
        second = lot[1][1]
    one, other = _entrant(category, int(first)), _entrant(category, int(second))
    draws.swap(stage=makers.stage(category), by=by, first=one, second=other)
    page = stages.draw_page(makers.stage(category))
    assert page.is_by_hand
    assert any("met in round 1 already" in note for note in page.warnings)
    assert {number for number, _name in page.last_exchange} == {one.number, other.number}
    draws.swap(stage=makers.stage(category), by=by, first=one, second=other)
    page = stages.draw_page(makers.stage(category))
    assert (page.is_by_hand, page.hand, page.last_exchange) == (False, (), ())
    assert Draw.objects.get(pk=draw.pk).plan["matches"] == lot


@pytest.mark.parametrize("plan", ["cochabamba", "league", "swiss", "tables", "double-elimination"])
def test_all_places_of_a_draft_are_set_at_once(plan: str) -> None:
    category = _category(plan, 8)
    makers.drawn(category, released=False)
    stage, by = makers.stage(category), _by(category)
    places = drafts.places(stage)
    people = {row.number: row for row in category.entrants.all()}
    turned = [people[place.number] for place in reversed(places)]
    draws.arrange(stage=stage, by=by, order=turned)
    assert [place.number for place in drafts.places(makers.stage(category))] == [one.number for one in turned]
    assert stages.draw_page(makers.stage(category)).is_by_hand
    with pytest.raises(Impossible, match="arranged-twice"):
        draws.arrange(stage=stage, by=by, order=[turned[0], *turned[:-1]])
    with pytest.raises(Impossible, match="arranged-wrong"):
        draws.arrange(stage=stage, by=by, order=turned[1:])


def test_a_release_is_taken_back_until_something_is_played() -> None:
    category = makers.groups(6, kind="single")
    by = _by(category)
    assert makers.stage(category).matches.filter(table__isnull=False).exists()
    draws.take_back(stage=makers.stage(category), by=by, reason="somebody is missing")
    stage = makers.stage(category)
    assert (stage.state, stage.matches.filter(table__isnull=False).count()) == (Stage.State.DRAFT, 0)
    draws.release(stage=stage, by=by)
    makers.result(makers.stage(category).matches.first(), 200, 100)
    with pytest.raises(Impossible) as refused:
        draws.take_back(stage=makers.stage(category), by=by, reason="somebody is missing")
    assert (refused.value.code, len(refused.value.facts["matches"])) == ("draw-begun", 1)


def test_a_final_table_seats_all_who_went_on_at_one() -> None:
    category = _category("tables", 12)
    _settings(category, rounds=1)
    makers.drawn(category)
    _play(category)
    draws.close(stage=makers.stage(category), by=_by(category))
    makers.drawn(category, order=2)
    (table,) = makers.stage(category, 2).matches.all()
    assert table.seats.count() == 4


def test_somebody_who_leaves_between_draft_and_release_is_found() -> None:
    category = _category("swiss", 6)
    makers.drawn(category)
    _play(category)
    by = _by(category)
    draws.propose(stage=makers.stage(category), by=by)
    one = _entrant(category, 2)
    entries.set_state(entrant=one, by=by, state="withdrawn", reason="ill")
    with pytest.raises(Impossible, match="draw-out-of-date"):
        draws.release(stage=makers.stage(category), by=by)
    draft = Draw.objects.get(state="draft")
    draws.propose(stage=makers.stage(category), by=by, replace=draft.pk)
    draws.release(stage=makers.stage(category), by=by)
    assert 2 not in {side for table in _round(category, 2) for side in table}

"""``manage.py check_draws``: what stands is what the seed gives; what differs is named and fails the command."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cacho_tournaments.competition.actions import arriving, draws, entries, rounds
from cacho_tournaments.competition.models import Category, Draw, GroupPlace, Seat
from tests import makers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

PLANS = ["cochabamba", "league", "relampago", "double-elimination", "swiss", "tables"]


def _check(**options: Any) -> tuple[int, str]:
    """Return the exit code and what was printed."""
    out = StringIO()
    try:
        call_command("check_draws", stdout=out, **options)
    except SystemExit as left:
        return int(left.code or 0), out.getvalue()
    return 0, out.getvalue()


def _category(plan: str, number: int = 9) -> Category:
    category = makers.category(kind="single", plan=plan)
    makers.entrants(category, number, clubs=3, seeds=2)
    makers.drawn(category)
    return category


@pytest.mark.parametrize("plan", PLANS)
def test_a_draw_of_every_format_comes_out_the_same_again(plan: str) -> None:
    category = _category(plan)
    makers.played_out(category)
    if plan in ("swiss", "tables"):
        makers.drawn(category, seed=12)
    code, said = _check()
    assert (code, said.count("as its seed gives it")) == (0, Draw.objects.count())


def test_an_event_with_late_comers_absences_and_a_repair_comes_out_the_same() -> None:
    category = _category("swiss")
    by = makers.organizer_of(category.tournament)
    arriving.enter_late(category=category, by=by, players=[makers.player(by)])
    rounds.ask_away(stage=makers.stage(category), by=by, number=2, entrants=[category.entrants.get(number=3)])
    makers.played_out(category)
    makers.drawn(category, seed=4)
    for match in list(makers.stage(category).matches.filter(round=2))[:2]:
        entries.set_state(entrant=match.seats.first().entrant, by=by, state="withdrawn", reason="ill")
    rounds.repair(stage=makers.stage(category), by=by, number=2, seed=5)
    draws.release(stage=makers.stage(category), by=by)
    makers.played_out(category)
    makers.drawn(category, seed=6)
    code, said = _check()
    assert (code, said.count("as its seed gives it")) == (0, 4), said


@pytest.mark.parametrize("plan", ["cochabamba", "knockout"])
def test_a_draw_from_before_questions_were_kept_comes_out_the_same(plan: str) -> None:
    """Such a draw has who was drawn alone, in first stages with the state that each was in."""
    _category(plan)
    draw = Draw.objects.get()
    draw.entrants = [{**side, "state": "in", "since_round": 1} for side in draw.entrants]
    draw.question = {}
    draw.save()
    code, said = _check()
    assert (code, said.count("as its seed gives it")) == (0, 1), said


def test_groups_in_which_somebody_came_later_are_what_was_drawn() -> None:
    category = _category("cochabamba")
    by = makers.organizer_of(category.tournament)
    arriving.enter_late(category=category, by=by, players=[makers.player(by)])
    assert _check()[0] == 0


def test_a_change_by_hand_is_told_as_such() -> None:
    category = makers.category(kind="single")
    makers.entrants(category, 8)
    stage = makers.drawn(category, released=False)
    people = list(category.entrants.all())
    draws.swap(stage=stage, by=makers.organizer_of(category.tournament), first=people[0], second=people[1])
    code, said = _check()
    assert code == 0 and "changed by hand" in said


def test_a_place_that_was_changed_behind_the_draw_is_named() -> None:
    category = _category("cochabamba", 8)
    first, second = GroupPlace.objects.filter(stage=makers.stage(category), position=1)
    one, other = first.entrant, second.entrant
    GroupPlace.objects.filter(pk__in=(first.pk, second.pk)).update(is_standing=False)
    for row, entrant in ((first, other), (second, one)):
        row.pk, row.entrant, row.is_standing = None, entrant, True
        row.save()
    code, said = _check()
    assert code == 1 and "DIFFERS" in said and "A: kept" in said


@pytest.mark.parametrize("plan", ["relampago", "swiss"])
def test_seats_that_were_changed_behind_the_draw_are_named(plan: str) -> None:
    category = _category(plan, 8)
    first, second = (
        match.seats.get(position=1)
        for match in makers.stage(category).matches.filter(round=1).order_by("pk")[:2]
    )
    one, other = first.entrant_id, second.entrant_id
    Seat.objects.filter(pk=first.pk).update(entrant=None)
    Seat.objects.filter(pk=second.pk).update(entrant=one)
    Seat.objects.filter(pk=first.pk).update(entrant=other)
    code, said = _check()
    assert code == 1 and "1 differs" in said


def test_another_seed_is_found() -> None:
    category = _category("tables", 12)
    draw = Draw.objects.get(stage=makers.stage(category))
    draw.question = {**draw.question, "seed": 8}
    draw.save()
    assert _check()[0] == 1


def test_a_draw_made_before_questions_were_kept_is_drawn_from_who_was_in_it() -> None:
    _category("cochabamba", 10)
    Draw.objects.update(question={})
    code, said = _check()
    assert code == 0 and "as its seed gives it" in said


def test_one_event_or_one_stage_can_be_asked_for() -> None:
    first, second = _category("league", 5), _category("league", 5)
    makers.played_out(first)
    assert _check(tournament=first.tournament.slug)[1].count("seed 7") == 1
    assert _check()[1].count("seed 7") == 2
    assert _check(stage=2)[1].strip() == "0 draws checked; 0 differ."
    assert second.tournament.name not in _check(tournament=first.tournament.slug)[1]
    with pytest.raises(CommandError, match="no event"):
        _check(tournament="nowhere")

"""The sorteo: who sees it, step by step with and without script, and the file by which a draw is repeated."""

import json
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, expect

from cacho_tournaments.competition.actions import draws, rounds, tournaments
from cacho_tournaments.competition.models import Category, Draw
from cacho_tournaments.competition.queries import sorteo as queries
from cacho_tournaments.formats.__main__ import main
from tests import makers
from tests.browser import PHONE, overflow, screen
from tests.competition.walking import logged_in, said
from tests.web.budget import assert_budget

HALL = (1280, 720)


def _category(plan: str = "cochabamba", number: int = 8, *, released: bool = True, **fields: Any) -> Category:
    category = makers.category(kind="single", plan=plan)
    makers.entrants(category, number, **fields)
    makers.drawn(category, released=released)
    return category


def _url(category: Category, page: str = "sorteo") -> str:
    return reverse(f"draws:{page}", args=[category.tournament.slug, category.slug, 1])


def _shown(category: Category) -> queries.Sorteo:
    stage = makers.stage(category)
    draw = queries.shown_draw(stage, round=0, part=0, drafts=True)
    assert draw is not None
    return queries.sorteo(stage, draw)


@pytest.mark.django_db
def test_a_draft_is_the_organizers_alone_and_a_released_draw_everybodys() -> None:
    category = _category(released=False)
    organizer = logged_in(makers.organizer_of(category.tournament))
    everybody = [Client(), logged_in(makers.desk(category.tournament)), logged_in(makers.organizer())]
    for page in ("sorteo", "question"):
        assert organizer.get(_url(category, page)).status_code == HTTPStatus.OK
        answers = {client.get(_url(category, page)).status_code for client in everybody}
        assert answers == {HTTPStatus.NOT_FOUND}
    draws.release(stage=makers.stage(category), by=makers.organizer_of(category.tournament))
    for page in ("sorteo", "question"):
        assert {client.get(_url(category, page)).status_code for client in everybody} == {HTTPStatus.OK}
    tournaments.publish(
        tournament=category.tournament, by=makers.organizer_of(category.tournament), public=False
    )
    assert Client().get(_url(category)).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.django_db
def test_the_draft_of_a_round_is_not_shown_behind_the_released_one() -> None:
    category = _category("swiss", 6)
    makers.played_out(category)
    draws.propose(stage=makers.stage(category), by=makers.organizer_of(category.tournament))
    assert "Round 1" in said(Client(headers={"accept-language": "en"}).get(_url(category)))
    assert Client().get(f"{_url(category)}?round=2").status_code == HTTPStatus.NOT_FOUND
    organizer = logged_in(makers.organizer_of(category.tournament))
    assert "Round 2" in said(organizer.get(_url(category)))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "plan", ["cochabamba", "league", "knockout", "double-elimination", "swiss", "tables"]
)
def test_every_step_shows_whom_it_draws_and_the_last_one_everybody(plan: str) -> None:
    category = _category(plan, 9, seeds=2, released=False)
    page = _shown(category)
    drawn = [name for step in page.steps for name in step.names]
    assert sorted(drawn) == sorted(category.entrants.values_list("name", flat=True))
    assert sorted(ball.name for pot in page.pots for ball in pot.balls) == sorted(drawn)
    client = logged_in(makers.organizer_of(category.tournament))
    hidden = 'class="spot is-hidden"'
    whole = client.get(_url(category)).content.decode()
    assert hidden not in whole
    left = len(drawn)
    for step in page.steps:
        answer = client.get(f"{_url(category)}?step={step.number}").content.decode()
        left -= len(step.names)
        assert answer.count(hidden) == left
        assert all(name in answer for name in step.names)


@pytest.mark.django_db
def test_seeds_are_drawn_from_the_first_pot_one_for_each_group() -> None:
    """Rule 3.4: pots as large as there are groups."""
    page = _shown(_category(number=12, seeds=4))
    first, second, third, fourth = [len(pot.balls) for pot in page.pots], *page.pots[:3]
    assert first == [3, 3, 3, 3]
    assert {ball.number for ball in second.balls} == {1, 2, 3} and 4 in {ball.number for ball in third.balls}
    assert len({step.into for step in page.steps[:3]}) == 3 and fourth.name == "Pot 3"


@pytest.mark.django_db
def test_winners_of_groups_are_drawn_before_those_who_meet_them() -> None:
    category = makers.groups(8, kind="single")
    makers.played_out(category)
    makers.drawn(category, order=2)
    stage = makers.stage(category, 2)
    page = queries.sorteo(stage, stage.draws.get())
    heads, tails = page.pots
    assert (len(heads.balls), len(tails.balls)) == (2, 2)
    assert {step.names[0] for step in page.steps[:2]} == {ball.name for ball in heads.balls}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "plan", ["cochabamba", "league", "knockout", "double-elimination", "swiss", "tables"]
)
def test_the_file_gives_the_same_draw_at_the_door(
    plan: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rule 9.11: anybody repeats the draw from what was written down."""
    category = _category(plan, 9, seeds=2, clubs=3)
    file = tmp_path / "draw.json"
    file.write_bytes(Client().get(_url(category, "question")).content)
    assert main(["next", str(file)]) == 0
    answer = json.loads(capsys.readouterr().out)
    stage = makers.stage(category)
    if plan in ("swiss", "tables"):
        assert [match["seats"] for match in answer["matches"]] == Draw.objects.get().plan["matches"]
        return
    rows = stage.matches.filter(round=1).order_by("pk")
    kept = [
        [str(n) for n in row.seats.order_by("position").values_list("entrant__number", flat=True) if n]
        for row in rows
    ]
    again = [[side for side in match["seats"] if side] for match in answer["matches"] if match["round"] == 1]
    assert sorted(filter(None, kept)) == sorted(filter(None, again))


@pytest.mark.django_db
def test_the_file_of_a_later_round_and_of_a_repair_gives_them_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    category = _category("swiss", 9)
    by = makers.organizer_of(category.tournament)
    makers.played_out(category)
    absent = [category.entrants.get(number=2)]
    rounds.ask_away(stage=makers.stage(category), by=by, number=2, entrants=absent)
    draws.propose(stage=makers.stage(category), by=by)
    draws.release(stage=makers.stage(category), by=by)
    for match in list(makers.stage(category).matches.filter(round=2))[:2]:
        one = match.seats.first().entrant
        one.state = "withdrawn"
        one.save()
    rounds.repair(stage=makers.stage(category), by=by, number=2)
    draws.release(stage=makers.stage(category), by=by)
    for part in (1, 2):
        file = tmp_path / f"draw{part}.json"
        file.write_bytes(Client().get(f"{_url(category, 'question')}?round=2&part={part}").content)
        assert main(["next", str(file)]) == 0
        answer = json.loads(capsys.readouterr().out)
        drawn = [match["seats"] for match in answer["matches"] if not match.get("fixed")]
        assert drawn == Draw.objects.get(round=2, part=part).plan["matches"]


@pytest.mark.django_db
def test_a_draw_changed_by_hand_is_shown_as_it_stands_and_said_to_be_so() -> None:
    category = _category(released=False)
    by = makers.organizer_of(category.tournament)
    first, second = makers.stage(category).groups.all()
    one, other = first.places.first().entrant, second.places.first().entrant
    draws.swap(stage=makers.stage(category), by=by, first=one, second=other)
    page = _shown(category)
    assert page.is_by_hand
    assert next(step.into for step in page.steps if step.names == (one.name,)) == "serie B"
    answer = said(logged_in(by).get(_url(category)))
    assert "changed by hand" in answer and "before it was changed by hand" in answer


@pytest.mark.django_db
def test_the_sorteo_costs_the_same_however_many_are_drawn() -> None:
    for number in (6, 24):
        category = _category(number=number)
        assert_budget(Client(), _url(category), "draws:sorteo")


@pytest.mark.browser
@pytest.mark.usefixtures("english")
@pytest.mark.django_db(transaction=True)
def test_keys_buttons_and_time_lead_through_the_steps(browser: Browser, live_server: Any) -> None:
    category = _category(number=6)
    page_of = _shown(category)
    with screen(browser, live_server, size=HALL) as page:
        page.goto(_url(category))
        hidden = page.locator(".spot.is-hidden")
        expect(hidden).to_have_count(6)
        page.keyboard.press("Space")
        expect(page.locator("#now-name")).to_have_text(page_of.steps[0].names[0])
        expect(page.locator("#now-into")).to_have_text(page_of.steps[0].into)
        expect(hidden).to_have_count(5)
        page.get_by_role("link", name="Next").click()
        expect(hidden).to_have_count(4)
        page.keyboard.press("ArrowLeft")
        expect(hidden).to_have_count(5)
        page.reload()
        expect(hidden).to_have_count(5)
        page.locator("#pace").fill("1")
        page.get_by_role("button", name="By itself").click()
        expect(hidden).to_have_count(0, timeout=15000)
        expect(page.get_by_role("button", name="By itself")).to_have_attribute("aria-pressed", "false")
        page.get_by_role("link", name="From the start").click()
        expect(hidden).to_have_count(6)
        assert overflow(page) <= 0


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_without_script_links_lead_from_step_to_step(browser: Browser, live_server: Any) -> None:
    category = _category(number=6)
    with screen(browser, live_server, size=PHONE, java_script_enabled=False) as page:
        page.goto(_url(category))
        expect(page.locator(".spot.is-hidden")).to_have_count(0)
        page.get_by_role("link", name="From the start").click()
        expect(page.locator(".spot.is-hidden")).to_have_count(6)
        page.get_by_role("link", name="Next").click()
        expect(page.locator(".spot.is-hidden")).to_have_count(5)
        expect(page.locator(".spot.is-new")).to_have_count(1)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_whoever_wants_no_motion_sees_none(browser: Browser, live_server: Any) -> None:
    category = _category(number=6)
    with screen(browser, live_server, size=HALL, reduced_motion="reduce") as page:
        page.goto(_url(category))
        page.keyboard.press("Space")
        expect(page.locator(".spot.is-hidden")).to_have_count(5)
        assert page.evaluate("document.getAnimations().length") == 0

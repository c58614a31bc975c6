"""What the organizer's pages cost: queries against ``tests/budgets.json``, with a full category behind them."""

import pytest
from django.urls import reverse

from cacho_tournaments.competition.actions import draws
from cacho_tournaments.competition.models import Category, Match
from tests import makers
from tests.competition.walking import logged_in
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def pages(category: Category) -> dict[str, str]:
    event = category.tournament.slug
    own = [event, category.slug]
    match = Match.objects.filter(stage__category=category, stage__order=1).first()
    assert match is not None
    return {
        "tournaments": reverse("competition:tournaments"),
        "tournament": reverse("competition:tournament", args=[event]),
        "staff": reverse("competition:staff", args=[event]),
        "log": reverse("competition:log", args=[event]),
        "category": reverse("competition:category", args=own),
        "entrants": reverse("competition:entrants", args=own),
        "entrant_edit": reverse("competition:entrant_edit", args=[*own, 1]),
        "stage groups": reverse("competition:stage", args=[*own, 1]),
        "stage knockout": reverse("competition:stage", args=[*own, 2]),
        "match": reverse("competition:match", args=[match.token]),
    }


@pytest.mark.parametrize("sides", [6, 24])
def test_pages_cost_the_same_however_many_take_part(sides: int) -> None:
    category = makers.groups(sides, kind="single")
    makers.played_out(category, 1)
    makers.drawn(category, order=2)
    client = logged_in(makers.organizer_of(category.tournament))
    for name, url in pages(category).items():
        assert_budget(client, url, f"competition:{name}")


@pytest.mark.parametrize("sides", [6, 24])
def test_a_draft_costs_the_same_however_many_are_drawn(sides: int) -> None:
    category = makers.category(kind="single")
    makers.entrants(category, sides)
    makers.drawn(category, released=False)
    client = logged_in(makers.organizer_of(category.tournament))
    url = reverse("competition:stage", args=[category.tournament.slug, category.slug, 1])
    assert_budget(client, url, "competition:stage draft")


@pytest.mark.parametrize("sides", [6, 24])
@pytest.mark.parametrize("plan", ["league", "swiss", "tables", "double-elimination"])
def test_a_stage_of_every_format_costs_the_same_however_many_play_it(plan: str, sides: int) -> None:
    category = makers.category(kind="single", plan=plan)
    makers.entrants(category, sides, clubs=2)
    makers.drawn(category)
    makers.played_out(category)
    client = logged_in(makers.organizer_of(category.tournament))
    own = [category.tournament.slug, category.slug, 1]
    assert_budget(client, reverse("competition:stage", args=own), f"competition:stage {plan}")
    if plan in ("swiss", "tables"):
        makers.drawn(category, released=False)
        assert_budget(client, reverse("competition:stage", args=own), f"competition:stage {plan} draft")
        assert_budget(client, reverse("competition:draw_arrange", args=own), "competition:draw_arrange")
        draws.release(stage=makers.stage(category), by=makers.organizer_of(category.tournament))
        assert_budget(client, reverse("competition:stage", args=own), f"competition:stage {plan} round 2")
        assert_budget(client, reverse("competition:round_cancel", args=[*own, 2]), "competition:round_cancel")
        assert_budget(client, reverse("competition:round_away", args=[*own, 3]), "competition:round_away")

"""What the organizer's forms say when something cannot be, and that what was typed is still there."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.actions import draws
from cacho_tournaments.competition.models import Category, Tournament
from tests import makers
from tests.competition.walking import FACTS, PAIRS, logged_in, press, said

pytestmark = pytest.mark.django_db


def field(answer: Any, name: str) -> str:
    """Return the part of the page that belongs to a field: its box, its help, its errors."""
    found = re.search(
        rf'<div id="div_id_{name}".*?(?=<div id="div_id_|</form>)', answer.content.decode(), re.S
    )
    assert found, f"no field {name}"
    return found[0]


@pytest.fixture
def event() -> Tournament:
    return makers.tournament()


@pytest.fixture
def client(event: Tournament) -> Client:
    return logged_in(makers.organizer_of(event))


@pytest.mark.parametrize("slug", ["manage", "login", "new", "match"])
def test_an_address_that_leads_elsewhere_is_refused(client: Client, slug: str) -> None:
    page = press(client, "tournament_new", **FACTS, slug=slug)
    assert "kept for the site itself" in field(page, "slug")
    assert not Tournament.objects.filter(slug=slug).exists()


def test_an_address_that_is_taken_is_refused_beside_its_field(client: Client, event: Tournament) -> None:
    page = press(client, "tournament_new", **FACTS, slug=event.slug)
    assert "invalid-feedback" in field(page, "slug")
    assert 'value="Copa Valle Alto"' in field(page, "name"), "what was typed stays"


def test_the_last_day_does_not_come_before_the_first(client: Client) -> None:
    page = press(client, "tournament_new", **{**FACTS, "ends_on": "2026-12-01"})
    assert "The last day (Dec. 1, 2026) is before the first day" in field(page, "ends_on")


def test_facts_are_shown_as_they_stand_and_changed(client: Client, event: Tournament) -> None:
    url = reverse("competition:tournament_edit", args=[event.slug])
    assert f'value="{event.name}"' in client.get(url).content.decode()
    press(
        client, "tournament_edit", event.slug, **FACTS, slug=event.slug, regulation="Se juega con cubilete."
    )
    event.refresh_from_db()
    assert (event.name, event.regulation) == ("Copa Valle Alto", "Se juega con cubilete.")


def test_the_rules_chosen_fill_the_options_and_a_changed_option_is_kept(
    client: Client, event: Tournament
) -> None:
    shown = press(client, "category_new", event.slug, **{**PAIRS, "preset": "three-throws"}, show="1")
    assert "as in the rules: 3" in field(shown, "option_throws")
    assert not Category.objects.exists(), "looking at rules creates nothing"
    press(client, "category_new", event.slug, **PAIRS, option_dormida="first-throw")
    category = Category.objects.get()
    assert category.options == {"dormida": "first-throw"}
    page = client.get(reverse("competition:category", args=[event.slug, category.slug]))
    assert "Dormida wins the game in the first throw only" in said(page)


def test_single_players_get_the_rules_of_single_play(client: Client, event: Tournament) -> None:
    press(client, "category_new", event.slug, **{**PAIRS, "kind": "single"})
    assert Category.objects.get().preset == "cochabamba"


def test_every_option_of_the_game_can_be_chosen(client: Client, event: Tournament) -> None:
    from cacho_tournaments import games

    page = client.get(reverse("competition:category_new", args=[event.slug])).content.decode()
    for option in games.get("cacho-alalay").options:
        select = re.search(rf'<select name="option_{option.name}".*?</select>', page, re.S)
        assert select, option.name
        assert re.findall(r'<option value="([^"]*)"', select[0]) == ["", *option.values]


def test_the_kind_is_fixed_once_somebody_is_entered(client: Client, event: Tournament) -> None:
    category = makers.category(event)
    makers.entrants(category, 1)
    typed = {**PAIRS, "kind": "single", "slug": category.slug, "preset": "cochabamba"}
    page = press(client, "category_edit", event.slug, category.slug, **typed)
    assert "invalid-feedback" in field(page, "kind")
    category.refresh_from_db()
    assert category.kind == "pair"


def test_a_person_enters_a_category_once(client: Client, event: Tournament) -> None:
    category = makers.category(event, kind="single")
    person = makers.player(makers.organizer_of(event), "María Quispe")
    where = (event.slug, category.slug)
    press(client, "entrant_new", *where, player_1=f"María Quispe #{person.pk}", state="accepted")
    page = press(client, "entrant_new", *where, player_1=f"María Quispe #{person.pk}", state="accepted")
    assert "María Quispe" in field(page, "player_1") and "invalid-feedback" in field(page, "player_1")
    assert category.entrants.count() == 1


def test_a_seed_is_given_once(client: Client, event: Tournament) -> None:
    category = makers.category(event, kind="single")
    where = (event.slug, category.slug)
    press(client, "entrant_new", *where, player_1="Ana", seed="1", state="accepted")
    page = press(client, "entrant_new", *where, player_1="Luis", seed="1", state="accepted")
    assert "invalid-feedback" in field(page, "seed") and 'value="Luis"' in field(page, "player_1")


def test_a_refused_pair_leaves_no_half_behind(client: Client, event: Tournament) -> None:
    """REG-13: no person or club stays of an entry that was refused."""
    from cacho_tournaments.people.models import Club, Player

    category = makers.category(event, capacity=2)
    makers.entrants(category, 2)
    before = Player.objects.count(), Club.objects.count()
    typed = {"player_1": "Ana Nueva", "player_2": "Luis Nuevo", "club": "Club Nuevo", "state": "accepted"}
    page = press(client, "entrant_new", event.slug, category.slug, **typed)
    assert "alert" in page.content.decode(), "what belongs to no field is said at the top"
    assert (Player.objects.count(), Club.objects.count()) == before


def test_both_names_of_a_pair_are_wanted(client: Client, event: Tournament) -> None:
    category = makers.category(event)
    page = press(
        client, "entrant_new", event.slug, category.slug, player_1="Ana", player_2=" ", state="accepted"
    )
    assert "This field is required." in field(page, "player_2")
    assert category.entrants.count() == 0


def settings(category: Category, **changes: Any) -> dict[str, Any]:
    from cacho_tournaments.competition.forms.stages import GroupsForm

    return {**GroupsForm.settings_of(makers.stage(category).settings), **changes}


def test_the_settings_of_groups_are_shown_and_changed(client: Client, event: Tournament) -> None:
    category = makers.category(event)
    where = (event.slug, category.slug, 1)
    typed = settings(
        category, group_size="5", win="3", best_thirds="fill", criterion_2="difference", criterion_4=""
    )
    page = press(client, "stage_settings", *where, **typed)
    stored = makers.stage(category).settings
    assert (stored["group_size"], stored["best_thirds"], stored["points"]["win"]) == (5, "fill", 3)
    assert stored["criteria"] == ["points", "difference", "among-tied", "for", "instant-wins", "lot"]
    assert "win 3, tie 1, loss 0, not appearing 0" in said(page)


def test_a_criterion_stands_once(client: Client, event: Tournament) -> None:
    category = makers.category(event)
    typed = settings(category, criterion_3="points")
    page = press(client, "stage_settings", event.slug, category.slug, 1, **typed)
    assert "stands above already" in field(page, "criterion_3")


def test_all_of_a_group_cannot_go_on(client: Client, event: Tournament) -> None:
    category = makers.category(event)
    page = press(client, "stage_settings", event.slug, category.slug, 1, **settings(category, go_on="4"))
    assert "invalid-feedback" in field(page, "go_on")


def test_the_settings_of_a_knock_out_are_changed(client: Client, event: Tournament) -> None:
    category = makers.category(event)
    typed = {"best_of": "3", "best_of_from": "2", "best_of_late": "5", "until": "1", "go_on": "0"}
    press(client, "stage_settings", event.slug, category.slug, 2, **typed)
    stored = makers.stage(category, 2).settings
    assert (stored["best_of"], stored["best_of_from"], stored["best_of_late"]) == (3, 2, 5)
    assert stored["third_place"] is False


def test_in_play_how_results_count_is_changed_with_a_reason_and_nothing_else(client: Client) -> None:
    """STA-17: the organizer comes to it from the stage's page."""
    category = makers.groups(8)
    client = logged_in(makers.organizer_of(category.tournament))
    where = (category.tournament.slug, category.slug, 1)
    address = reverse("competition:stage_settings", args=where)
    assert address in client.get(reverse("competition:stage", args=where)).content.decode()
    assert 'name="group_size"' not in client.get(address).content.decode()
    typed = settings(category, win="3", group_size="5")
    page = press(client, "stage_settings", *where, **typed)
    assert "invalid-feedback" in field(page, "reason")
    press(client, "stage_settings", *where, **typed, reason="as the regulation says")
    stored = makers.stage(category).settings
    assert (stored["points"]["win"], stored["group_size"]) == (3, 4)


def test_settings_are_fixed_when_the_stage_is_closed(client: Client) -> None:
    category = makers.groups(8)
    client = logged_in(makers.organizer_of(category.tournament))
    makers.played_out(category)
    draws.close(stage=makers.stage(category), by=makers.organizer_of(category.tournament))
    where = (category.tournament.slug, category.slug, 1)
    address = reverse("competition:stage_settings", args=where)
    assert address not in client.get(reverse("competition:stage", args=where)).content.decode()
    page = press(client, "stage_settings", *where, **settings(category, win="3"))
    assert makers.stage(category).settings["points"]["win"] == 2
    assert "alert" in page.content.decode()


@pytest.mark.parametrize("seed", ["-1", str(10**12), "9" * 30])
def test_a_number_that_cannot_be_a_seed_is_refused_beside_its_field(
    client: Client, event: Tournament, seed: str
) -> None:
    category = makers.category(event)
    makers.entrants(category, 4)
    page = press(client, "draw", event.slug, category.slug, 1, seed=seed)
    assert "invalid-feedback" in field(page, "seed")
    assert makers.stage(category).state == "planned"


def test_too_few_to_draw_is_said_where_the_draw_is(client: Client, event: Tournament) -> None:
    category = makers.category(event)
    makers.entrants(category, 2)
    page = press(client, "draw", event.slug, category.slug, 1, seed="")
    assert page.status_code == HTTPStatus.OK
    assert "alert" in page.content.decode()
    assert makers.stage(category).state == "planned"


def test_more_tables_than_a_hall_holds_are_refused(client: Client, event: Tournament) -> None:
    page = press(client, "tables", event.slug, count="100000")
    assert "invalid-feedback" in field(page, "count")


def test_an_unknown_user_is_not_added(client: Client, event: Tournament) -> None:
    page = press(client, "staff", event.slug, **{"add-username": "nobody-here", "add-role": "referee"})
    assert "nobody-here" in field(page, "add-username") and "invalid-feedback" in field(page, "add-username")


@pytest.mark.parametrize("number", ["0", "x", "9" * 30, "\0"])
def test_a_bent_page_or_number_in_an_address_breaks_nothing(
    client: Client, event: Tournament, number: str
) -> None:
    category = makers.category(event)
    makers.entrants(category, 2)
    where = [event.slug, category.slug]
    assert (
        client.get(
            reverse("competition:entrants", args=where), {"page": number, "sort": "-nothing", "show": number}
        ).status_code
        == 200
    )
    assert client.get(reverse("competition:log", args=[event.slug]), {"page": number}).status_code == 200
    answer = client.post(
        reverse("competition:entrant_states", args=where), {"chosen": number, "bulk": "paid"}, follow=True
    )
    assert answer.status_code == 200
    assert (
        client.post(
            reverse("competition:stage_tables", args=[*where, 1]), {"round": number}, follow=True
        ).status_code
        == 200
    )

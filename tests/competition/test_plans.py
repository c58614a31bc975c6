"""Every plan for every game: made by the page, looked at, its settings changed by the page."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments import games
from cacho_tournaments.competition import presets
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.forms.stages import STAGE_FORMS
from cacho_tournaments.competition.models import Category, Stage, Tournament
from cacho_tournaments.competition.setting_words import setting_lines
from tests import makers
from tests.competition.walking import logged_in, press, said, see

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

TWO_SIDED = [code for code in games.codes() if games.get(code).max_sides < 3]
FITTING = [
    (plan, code)
    for plan in presets.PLANS
    for code in games.codes()
    if presets.plan_fits(plan, games.get(code))
]


@pytest.fixture
def event() -> Tournament:
    return makers.tournament()


@pytest.fixture
def client(event: Tournament) -> Client:
    return logged_in(makers.organizer_of(event))


def _typed(page: str) -> dict[str, Any]:
    """Return what a form would send if nothing in it were touched."""
    form = page[page.index("<main") : page.index("</main>")]
    typed: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if not name or 'type="submit"' in tag or name[1] == "csrfmiddlewaretoken":
            continue
        if "checkbox" in tag or "radio" in tag:
            if " checked" in tag:
                typed.setdefault(name[1], []).append(value[1] if value else "on")
        elif value:
            typed[name[1]] = unescape(value[1])
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)"[^>]* selected', options)
        typed[name] = chosen[1] if chosen else ""
    return typed


def _make(client: Client, event: Tournament, **typed: Any) -> Any:
    plain = {
        "name": "Abierto",
        "kind": "single",
        "walkover_minutes": "15",
        "preset": "",
        "confirmation": "tap",
    }
    return press(client, "category_new", event.slug, **{**plain, **typed})


@pytest.mark.parametrize(("plan", "code"), FITTING)
def test_every_plan_is_made_by_the_page_and_its_settings_are_saved_as_they_are_shown(
    client: Client, event: Tournament, plan: str, code: str
) -> None:
    _make(client, event, game=code, plan=plan)
    category = Category.objects.get()
    made = list(category.stages.order_by("order"))
    assert [stage.format for stage in made] == [format for format, _ in presets.PLANS[plan]]
    assert "Who plays" in see(client, "category", event.slug, category.slug)
    for stage in made:
        where = (event.slug, category.slug, stage.order)
        assert setting_lines(stage.settings), "a stage says how it is played"
        page = client.get(reverse("competition:stage_settings", args=where)).content.decode()
        answer = press(client, "stage_settings", *where, **_typed(page))
        assert "The settings are saved." in said(answer)
        kept = Stage.objects.get(pk=stage.pk).settings
        assert kept == stage.settings, "a form that nobody touched changes nothing"


@pytest.mark.parametrize("code", TWO_SIDED)
def test_a_game_of_two_sides_is_not_offered_tables_and_refused_them(
    client: Client, event: Tournament, code: str
) -> None:
    page = client.get(reverse("competition:category_new", args=[event.slug])).content.decode()
    assert 'value="tables"' in page
    shown = press(client, "category_new", event.slug, show="1", game=code, kind="single")
    assert 'value="tables"' not in shown.content.decode()
    answer = _make(client, event, game=code, plan="tables")
    assert "At most 2 sides play this game together" in said(answer)
    assert not Category.objects.exists()
    with pytest.raises(Impossible, match="tables-beyond-game"):
        presets.stages_of("tables", games.get(code))


@pytest.mark.parametrize("code", TWO_SIDED)
def test_a_category_with_tables_does_not_take_a_game_of_two_sides(
    client: Client, event: Tournament, code: str
) -> None:
    category = makers.category(event, plan="tables", kind="single")
    plain = {"name": category.name, "kind": "single", "walkover_minutes": "15", "preset": ""}
    typed = {**plain, "confirmation": "tap", "game": code}
    answer = press(client, "category_edit", event.slug, category.slug, **typed, slug=category.slug)
    assert "At most 2 sides play this game together" in said(answer)
    category.refresh_from_db()
    assert category.game != code


def test_every_plan_is_told_apart_in_a_line(client: Client, event: Tournament) -> None:
    page = see(client, "category_new", event.slug)
    assert "Swiss rounds, then a knock-out Five rounds in which those who stand level meet" in page
    assert "Relámpago: one evening A knock-out of single games" in page
    assert page.count("(our preset)") == 1


# -- settings typed in ----------------------------------------------------------------------------------------


def _settings(category: Category, order: int = 1, **changes: Any) -> dict[str, Any]:
    stage = makers.stage(category, order)
    shown = STAGE_FORMS[stage.format].settings_of(stage.settings)
    return {name: value for name, value in {**shown, **changes}.items() if value is not False}


def _save(client: Client, category: Category, order: int = 1, **changes: Any) -> str:
    where = (category.tournament.slug, category.slug, order)
    return said(press(client, "stage_settings", *where, **_settings(category, order, **changes)))


def test_points_of_places_are_typed_in_a_row(client: Client, event: Tournament) -> None:
    category = makers.category(event, plan="tables", kind="single")
    _save(client, category, places_4="5, 3, 1, 0", places_3="3 1 0", bye="2", allowed=["3", "4"], rounds="6")
    stored = makers.stage(category).settings
    assert (stored["places"]["4"], stored["places"]["3"]) == ([5, 3, 1, 0], [3, 1, 0])
    assert (stored["points"]["bye"], stored["allowed"], stored["rounds"]) == (2, [3, 4], 6)
    assert "Points at a table of 4 5, 3, 1, 0" in see(client, "category", event.slug, category.slug)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"places_4": "3 2 1"}, "A table of 4 needs 4 figures"),
        ({"places_4": "0 1 2 3"}, "must not rise from a better place to a worse one"),
        ({"places_4": "three 2 1 0"}, "Type whole numbers with blanks between them"),
        ({"allowed": ["3", "5"]}, "Tables of 4 are wished for but not allowed"),
        ({"bye": "9"}, "a free round (9) must not be worth more"),
        ({"rounds": "31"}, "less than or equal to 30"),
    ],
)
def test_tables_that_cannot_be_are_said_why(
    client: Client, event: Tournament, changes: dict[str, Any], sentence: str
) -> None:
    category = makers.category(event, plan="tables", kind="single")
    before = makers.stage(category).settings
    assert sentence in _save(client, category, **changes)
    assert makers.stage(category).settings == before


def test_who_does_not_fill_a_group_gets_no_second_chance(client: Client, event: Tournament) -> None:
    category = makers.category(event)
    assert "2 of each group go on and 3 more get a second chance" in _save(
        client, category, second_chance="3"
    )
    _save(client, category, second_chance="2", legs="2")
    stored = makers.stage(category).settings
    assert (stored["second_chance"], stored["legs"]) == (2, 2)
    assert "Second chance in each group the next 2 places" in see(
        client, "category", event.slug, category.slug
    )


def test_a_bracket_that_ends_early_has_no_third_place_and_no_consolation(
    client: Client, event: Tournament
) -> None:
    category = makers.category(event)
    _save(client, category, 2, until="4", consolation="on", third_place="on")
    stored = makers.stage(category, 2).settings
    assert (stored["until"], stored["consolation"], stored["third_place"]) == (4, False, False)


def test_a_free_round_is_worth_no_more_than_a_win(client: Client, event: Tournament) -> None:
    category = makers.category(event, plan="swiss")
    assert "a free round (5) must not be worth more than a win" in _save(client, category, bye="5")
    order = {f"criterion_{n}": "" for n in range(4, len(presets.CRITERIA["swiss"]) + 1)}
    _save(client, category, bye="1", absent="1", criterion_2="sonneborn-berger", criterion_3="lot", **order)
    stored = makers.stage(category).settings
    assert (stored["points"]["bye"], stored["points"]["absent"]) == (1, 1)
    assert stored["criteria"] == ["points", "sonneborn-berger", "lot"]


def test_a_longer_match_begins_as_late_in_every_kind_of_bracket() -> None:
    double = presets.DOUBLE
    assert [presets.sides_left(rounds, format=double) for rounds in (0, 1, 2, 3)] == [4, 4, 8, 16]
    assert [presets.sides_left(rounds, "losers", format=double) for rounds in range(4)] == [4, 4, 8, 8]
    assert presets.sides_left(0, "final", format=double) == 2
    assert [presets.sides_left(rounds, until=4) for rounds in (0, 1)] == [8, 16]
    values = presets.KNOCKOUT_DEFAULTS
    assert (presets.best_of(values, 4), presets.best_of(values, 2, "consolation")) == (3, 1)

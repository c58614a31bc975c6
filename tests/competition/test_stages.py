"""The chain of a category's stages: added, moved, removed, played by whom somebody chose; by actions and by pages."""

import re
from typing import Any

import pytest
from django.test import Client

from cacho_tournaments.competition.actions import draws, stages, tournaments
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Draw, Stage
from cacho_tournaments.competition.queries import stage_choice, stage_plans
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from tests import makers
from tests.competition.walking import logged_in, press, said, see

TICKED = re.compile(rb'name="numbers" value="\d+" checked')
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]


def _by(category: Category) -> User:
    return makers.organizer_of(category.tournament)


def _chain(category: Category) -> list[tuple[int, str]]:
    return list(category.stages.order_by("order").values_list("order", "format"))


def _refused(code: str, action: Any, **facts: Any) -> Impossible:
    with pytest.raises(Impossible) as refused:
        action(**facts)
    assert refused.value.code == code
    return refused.value


def test_a_stage_is_added_at_the_end_or_before_another():
    category = makers.category()
    assert stages.add(category=category, by=_by(category), format="league").order == 3
    assert stages.add(category=category, by=_by(category), format="swiss", position=2).order == 2
    assert _chain(category) == [(1, "groups"), (2, "swiss"), (3, "knockout"), (4, "league")]
    assert makers.stage(category, 2).settings["rounds"] == 5


def test_whoever_was_last_lets_the_usual_number_go_on_when_a_stage_follows():
    category = makers.category(plan="league")
    assert makers.stage(category).settings["go_on"] == 0
    stages.add(category=category, by=_by(category), format="knockout")
    assert makers.stage(category).settings["go_on"] == 4
    assert Entry.objects.latest("pk").facts["go_on_before"] == 4
    tournaments.edit_stage(stage=makers.stage(category), by=_by(category), settings={"go_on": 6})
    stages.add(category=category, by=_by(category), format="tables", position=2)
    assert makers.stage(category).settings["go_on"] == 6, "what somebody set stays"


def test_a_category_has_eight_stages_at_most():
    category = makers.category(plan="groups")
    for _ in range(7):
        stages.add(category=category, by=_by(category), format="league")
    refused = _refused("too-many-stages", stages.add, category=category, by=_by(category), format="league")
    assert (refused.facts["most"], category.stages.count()) == (8, 8)


def test_no_stage_of_an_unknown_format_or_beyond_the_game_is_added():
    category = makers.category(game="cuarenta")
    _refused("unknown-stage-format", stages.add, category=category, by=_by(category), format="lottery")
    refused = _refused("tables-beyond-game", stages.add, category=category, by=_by(category), format="tables")
    assert refused.facts["most"] == 2
    assert _chain(category) == [(1, "groups"), (2, "knockout")]


def test_planned_stages_change_places_and_drawn_ones_keep_theirs():
    category = makers.category(plan="mundial-40", kind="single")
    makers.entrants(category, 8)
    stages.move(stage=makers.stage(category, 3), by=_by(category), up=True)
    assert [row.settings["is_second_chance"] for row in category.stages.filter(order__gt=1)] == [False, True]
    stages.move(stage=makers.stage(category, 2), by=_by(category), up=False)
    assert [row.settings["is_second_chance"] for row in category.stages.filter(order__gt=1)] == [True, False]
    makers.drawn(category, released=False)
    for stage, up in ((makers.stage(category, 2), True), (makers.stage(category, 1), False)):
        _refused("stage-drawn", stages.move, stage=stage, by=_by(category), up=up)
    _refused("stage-drawn", stages.add, category=category, by=_by(category), format="league", position=1)
    _refused("stage-at-the-end", stages.move, stage=makers.stage(category, 3), by=_by(category), up=False)


def test_a_stage_that_others_depend_on_is_removed_only_when_that_is_confirmed():
    category = makers.category(plan="mundial-40")
    refused = _refused(
        "stage-has-followers", stages.remove, stage=makers.stage(category, 2), by=_by(category)
    )
    assert refused.facts["following"] == 1
    assert category.stages.count() == 3
    stages.remove(stage=makers.stage(category, 2), by=_by(category), confirmed=True)
    assert _chain(category) == [(1, "groups"), (2, "knockout")]
    stages.remove(stage=makers.stage(category, 2), by=_by(category))
    assert _chain(category) == [(1, "groups")]


def test_what_was_released_once_cannot_be_removed():
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    makers.drawn(category, released=False)
    _refused("stage-drawn", stages.remove, stage=makers.stage(category), by=_by(category), confirmed=True)
    draws.discard(stage=makers.stage(category), by=_by(category))
    Draw.objects.update(released_at=makers.timezone.now())
    _refused(
        "stage-was-played", stages.remove, stage=makers.stage(category), by=_by(category), confirmed=True
    )
    Draw.objects.update(released_at=None)
    stages.remove(stage=makers.stage(category), by=_by(category), confirmed=True)
    assert _chain(category) == [(1, "knockout")], "a draft that nobody saw holds nothing back"


def test_who_plays_a_stage_is_chosen_by_hand_with_a_reason_and_drawn_so():
    category = makers.groups(8, kind="single")
    makers.played_out(category)
    knockout, by = makers.stage(category, 2), _by(category)
    _refused("reason-needed", stages.choose, stage=knockout, by=by, numbers=[1, 2])
    _refused("too-few-chosen", stages.choose, stage=knockout, by=by, numbers=[3], reason="alone")
    refused = _refused("not-in-play", stages.choose, stage=knockout, by=by, numbers=[1, 99], reason="who?")
    assert refused.facts["entrants"] == ["99"]
    stages.choose(stage=knockout, by=by, numbers=[8, 3, 5, 3], reason="invited")
    assert makers.stage(category, 2).chosen == [8, 3, 5]
    drawn = makers.drawn(category, order=2, released=False)
    assert {side["id"] for side in drawn.draws.get(state=Draw.State.DRAFT).entrants} == {"8", "3", "5"}
    _refused("stage-drawn", stages.choose, stage=drawn, by=by, numbers=[1, 2], reason="late")


def test_the_first_stage_is_played_by_everybody():
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    _refused(
        "first-stage-takes-all",
        stages.choose,
        stage=makers.stage(category),
        by=_by(category),
        numbers=[1, 2],
        reason="why not",
    )


def test_whatever_changes_the_chain_forgets_who_was_chosen_behind_it():
    category = makers.category(kind="single")
    makers.entrants(category, 6)
    knockout = makers.stage(category, 2)
    stages.choose(stage=knockout, by=_by(category), numbers=[1, 2], reason="invited")
    stages.add(category=category, by=_by(category), format="league", position=2)
    assert makers.stage(category, 3).chosen is None


def test_the_page_proposes_whom_the_rule_lets_go_on_best_first():
    category = makers.groups(8, kind="single")
    makers.played_out(category)
    page = stage_choice.choice(makers.stage(category, 2))
    ticked = [row for row in page.candidates if row.is_ticked]
    assert (len(ticked), page.proposed, len(page.candidates)) == (4, 4, 8)
    assert [row.seed for row in ticked] == [1, 2, 3, 4]
    assert ticked[0].origin == "group A, place 1"
    assert not page.obstacle


def test_a_setting_that_only_later_rounds_follow_is_changed_in_play():
    category = makers.category(plan="tables", kind="single")
    makers.entrants(category, 8)
    stage, by = makers.drawn(category), _by(category)
    tournaments.edit_stage(stage=stage, by=by, settings={"rounds": 2, "allowed": [3, 4, 5, 6]}, reason="late")
    assert makers.stage(category).settings["rounds"] == 2
    _refused(
        "settings-fixed", tournaments.edit_stage, stage=stage, by=by, settings={"mode": "random"}, reason="no"
    )
    makers.played_out(category)
    makers.drawn(category, released=False)
    refused = _refused(
        "rounds-drawn", tournaments.edit_stage, stage=stage, by=by, settings={"rounds": 1}, reason="short"
    )
    assert refused.facts["drawn"] == 2
    _refused(
        "settings-need-new-draw",
        tournaments.edit_stage,
        stage=stage,
        by=by,
        settings={"table_size": 3},
        reason="small",
    )


@pytest.mark.parametrize(
    ("plan", "settings"),
    [
        ("double-elimination", {"best_of_from": 8, "best_of_late": 5}),
        ("knockout", {"best_of_from": 8, "best_of_late": 5, "consolation": True}),
        ("knockout", {"best_of_from": 8, "best_of_late": 7, "until": 4}),
    ],
)
def test_a_draft_whose_matches_are_made_longer_is_as_if_drawn_so(plan: str, settings: dict[str, Any]):
    lengths = []
    for late in (False, True):
        category = makers.category(plan=plan, kind="single")
        makers.entrants(category, 16)
        longer = {name: settings[name] for name in ("best_of_from", "best_of_late")}
        now = settings if not late else {**settings, "best_of_from": 0}
        tournaments.edit_stage(stage=makers.stage(category), by=_by(category), settings=now)
        stage = makers.drawn(category, released=False)
        if late:
            tournaments.edit_stage(stage=stage, by=_by(category), settings=longer)
        lengths.append(dict(stage.matches.values_list("code", "best_of")))
    assert lengths[0] == lengths[1]
    assert set(lengths[0].values()) == {1, settings["best_of_late"]}


# -- pages ----------------------------------------------------------------------------------------------------


@pytest.fixture
def category() -> Category:
    made = makers.category(kind="single", plan="mundial-40")
    makers.entrants(made, 8)
    return made


@pytest.fixture
def client(category: Category) -> Client:
    return logged_in(_by(category))


def _at(category: Category, *more: Any) -> tuple[Any, ...]:
    return (category.tournament.slug, category.slug, *more)


def test_the_category_page_says_who_plays_each_stage(client: Client, category: Category) -> None:
    page = see(client, "category", *_at(category))
    assert "Everybody in play" in page
    assert "The next 2 of each group below those who go on" in page
    assert "The first of each group. From the second chance: The last 4 of the bracket" in page
    tournaments.edit_stage(stage=makers.stage(category), by=_by(category), settings={"second_chance": 0})
    assert "the stage before gives no second chance" in see(client, "category", *_at(category))


def test_a_stage_is_added_by_its_page_and_its_settings_come_next(client: Client, category: Category) -> None:
    page = see(client, "stage_add", *_at(category))
    assert "Swiss rounds A set number of rounds" in page and "before stage 2: Second chance" in page
    answer = press(client, "stage_add", *_at(category), format="swiss", position="2")
    assert answer.redirect_chain[-1][0].endswith("/stage/2/settings/")
    assert [format for _, format in _chain(category)] == ["groups", "swiss", "knockout", "knockout"]
    assert "This field is required" in said(press(client, "stage_add", *_at(category), position="1"))


def test_the_add_page_offers_only_what_the_game_and_the_draws_allow() -> None:
    category = makers.category(game="cuarenta", kind="single")
    makers.entrants(category, 4)
    makers.drawn(category, released=False)
    page = see(logged_in(_by(category)), "stage_add", *_at(category))
    assert "Rounds at tables" not in page
    assert "before stage 1" not in page and "before stage 2" in page


def test_a_stage_moves_by_its_buttons(client: Client, category: Category) -> None:
    press(client, "stage_move", *_at(category, 3), way="up")
    assert makers.stage(category, 3).settings["is_second_chance"] is True
    press(client, "stage_move", *_at(category, 2), way="down")
    assert makers.stage(category, 2).settings["is_second_chance"] is True
    answer = press(client, "stage_move", *_at(category, 1), way="up")
    assert "cannot be moved further" in said(answer)


def test_removing_is_asked_first_and_says_who_plays_the_next_stage_then(
    client: Client, category: Category
) -> None:
    page = see(client, "stage_remove", *_at(category, 2))
    assert "Remove stage 2, Second chance?" in page
    assert "Knock-out, without this stage The first of each group" in page
    assert category.stages.count() == 3, "a look removes nothing"
    assert "Confirm that they are to be fed" in said(press(client, "stage_remove", *_at(category, 2)))
    assert "The stage is removed." in said(press(client, "stage_remove", *_at(category, 2), confirmed="1"))
    assert _chain(category) == [(1, "groups"), (2, "knockout")]


def test_those_ticked_on_the_page_play_and_the_rule_comes_back(client: Client, category: Category) -> None:
    assert "The stage before this one is not played yet" in see(client, "stage_choose", *_at(category, 2))
    answer = press(client, "stage_choose", *_at(category, 2), numbers=["3", "4", "7"])
    assert "This field is required" in said(answer) and len(TICKED.findall(answer.content)) == 3
    answer = press(client, "stage_choose", *_at(category, 2), numbers=["3", "4", "7"], reason="invited")
    assert "3 chosen by hand" in said(answer)
    assert makers.stage(category, 2).chosen == [3, 4, 7]
    assert "Somebody chose by hand" in see(client, "stage_choose", *_at(category, 2))
    press(client, "stage_by_rule", *_at(category, 2))
    assert makers.stage(category, 2).chosen is None


def test_the_first_stage_has_nobody_to_choose(client: Client, category: Category) -> None:
    assert "played by everybody who is in play" in see(client, "stage_choose", *_at(category, 1))


def test_a_category_without_stages_says_what_to_do(client: Client, category: Category) -> None:
    category.stages.all().delete()
    assert "Add the one that is played first" in see(client, "category", *_at(category))
    assert stage_plans.positions(category) == ((1, "at the end"),)
    assert stages.add(category=category, by=_by(category), format="league").state == Stage.State.PLANNED

"""A paper sheet typed in by HTTP: all boxes at once, refused beside the box, corrected with a reason."""

from collections.abc import Mapping

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.play.models import Turn
from tests import makers
from tests.play import scene
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return scene.ready()


@pytest.fixture
def desk(match: Match) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(makers.desk(match.stage.category.tournament))
    return client


def address(match: Match) -> str:
    return reverse("play:paper", args=[match.token])


def fields(*sheets: Mapping[str, str], **more: str) -> dict[str, str]:
    """Return the form as it is typed; the places of the grandes are two fields."""
    typed = {"game_number": "1", "instant": "", **more}
    for side, sheet in enumerate(sheets, start=1):
        for box, values in sheet.items():
            places = values.split(",")
            for place, value in enumerate(places, start=1):
                typed[f"s{side}-{box}{f'-{place}' if box == 'G' else ''}"] = value
    return typed


def test_the_page_has_a_field_for_every_box_of_every_side(desk: Client, match: Match) -> None:
    page = desk.get(address(match)).content.decode()
    for side in (1, 2):
        for box in ("1", "2", "3", "4", "5", "6", "E", "F", "P", "G-1", "G-2"):
            assert f'name="s{side}-{box}"' in page
    assert_budget(desk, address(match), "play:paper")


def test_two_full_sheets_close_the_match(desk: Client, match: Match) -> None:
    answer = desk.post(address(match), fields(scene.FIRST, scene.SECOND))
    assert answer["Location"] == reverse("play:match", args=[match.token])
    match.refresh_from_db()
    assert match.state == "finished"
    result = Result.objects.get(match=match, is_current=True)
    assert result.kind == "paper"
    assert [line.points for line in result.lines.all()] == [scene.FIRST_TOTAL, scene.SECOND_TOTAL]


@pytest.mark.parametrize("cross", ["x", "X", "×", "-", "х"])
def test_a_cross_may_be_typed_in_more_than_one_way(desk: Client, match: Match, cross: str) -> None:
    crossed = {**scene.FIRST, "1": cross}
    desk.post(address(match), fields(crossed, scene.SECOND))
    assert Turn.objects.get(side=1, box="1").mark == "crossed"


def test_a_figure_that_no_dice_make_is_refused_beside_its_box(desk: Client, match: Match) -> None:
    answer = desk.post(address(match), fields({**scene.FIRST, "6": "17"}, scene.SECOND))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "17 points are not possible for senas" in page
    assert 'value="17"' in page and page.count("is-wrong") == 1
    assert page.index("17 points") < page.index('name="s2-1"'), "beside the first side's sheet"
    assert not Turn.objects.exists()


def test_a_box_left_empty_is_named(desk: Client, match: Match) -> None:
    sheet = {box: value for box, value in scene.SECOND.items() if box != "4"}
    page = desk.post(address(match), fields(scene.FIRST, sheet)).content.decode()
    assert "is empty" in page
    assert not Turn.objects.exists()


def test_sheets_that_no_game_leaves_are_refused_and_never_called_entered(desk: Client, match: Match) -> None:
    answer = desk.post(address(match), fields(scene.FIRST, scene.SECOND, instant="1"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "cannot belong to one finished game" in page
    assert 'value="3"' in page, "what was typed stands"
    assert not Turn.objects.exists()


@pytest.mark.parametrize(
    ("field", "spoiled", "said"),
    [
        ("game_number", "abc", "This page came back incomplete"),
        ("instant", "7", "7 is not one of the available choices"),
        ("s1-E", "99", "escalera: Select a valid choice. 99"),
    ],
)
def test_no_refusal_of_the_page_is_silent(
    desk: Client, match: Match, field: str, spoiled: str, said: str
) -> None:
    """ADM-09: the error of a field that nobody sees stands in words where it is seen."""
    typed = {**fields(scene.FIRST, scene.SECOND), field: spoiled}
    answer = desk.post(address(match), typed)
    assert answer.status_code == 422 and said in answer.content.decode()
    assert not Turn.objects.exists()


@pytest.mark.parametrize(("typed", "found"), [("abc", "abc"), ("9" * 5000, "99999999…")])
def test_what_is_no_figure_is_said_in_words_of_paper(
    desk: Client, match: Match, typed: str, found: str
) -> None:
    page = desk.post(address(match), fields({**scene.FIRST, "1": typed}, scene.SECOND)).content.decode()
    assert f"“{found}” in the box balas is neither points nor a cross" in page
    assert not Turn.objects.exists()


def test_a_dormida_ends_sheets_that_are_not_full(desk: Client, match: Match) -> None:
    desk.post(address(match), fields({"1": "3", "2": "4"}, {"E": "25"}, instant="2"))
    match.refresh_from_db()
    assert match.state == "finished"
    assert Result.objects.get(match=match).ending == "dormida"


def test_a_sheet_is_corrected_with_a_reason_and_the_old_one_stays_in_the_log(
    desk: Client, match: Match
) -> None:
    desk.post(address(match), fields(scene.SECOND, scene.FIRST))
    assert "Reason of the correction" in desk.get(address(match)).content.decode()
    without = desk.post(address(match), fields(scene.FIRST, scene.SECOND)).content.decode()
    assert "Give a reason" in without
    desk.post(address(match), fields(scene.FIRST, scene.SECOND, reason="sides mixed up"))
    result = Result.objects.get(match=match, is_current=True)
    assert [line.points for line in result.lines.all()] == [scene.FIRST_TOTAL, scene.SECOND_TOTAL]
    assert Turn.objects.filter(kind="cancel", reason="sides mixed up").count() == 22


def test_the_game_of_a_match_of_three_is_chosen(desk: Client) -> None:
    match = scene.final()
    client = Client(headers={"accept-language": "en"})
    client.force_login(makers.desk(match.stage.category.tournament))
    client.post(address(match), fields(scene.FIRST, scene.SECOND))
    page = client.get(address(match)).content.decode()
    assert 'name="game_number" value="2"' in page
    assert 'href="?game=1"' in page
    assert client.get(f"{address(match)}?game=7").status_code == 404
    assert client.get(f"{address(match)}?game=x").status_code == 404
    assert client.get(f"{address(match)}?game={'9' * 5000}").status_code == 404


def test_a_referee_types_sheets_and_a_stranger_or_a_tablet_alone_does_not(match: Match) -> None:
    device = scene.tablet_of(match)
    client = Client()
    assert client.get(address(match)).status_code == 302
    client.post(reverse("play:open", args=[device.token]), {"pin": device.pin})
    assert client.post(address(match), fields(scene.FIRST, scene.SECOND)).status_code == 302
    stranger = Client()
    stranger.force_login(makers.user())
    assert stranger.post(address(match), fields(scene.FIRST, scene.SECOND)).status_code == 403
    assert not Turn.objects.exists()

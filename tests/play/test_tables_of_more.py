"""Matches of three to six sides, from the first turn to the places: tablet's door, plain page, paper."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.models import Match, Result, ResultLine
from cacho_tournaments.games import record as records
from cacho_tournaments.games import replay
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import paper
from cacho_tournaments.play.errors import SheetRefused
from cacho_tournaments.play.models import Game, Turn
from cacho_tournaments.play.views import board
from tests.play import scene

pytestmark = pytest.mark.django_db

# Sums by hand: 203 and 137 as in the scene; THIRD: 3+6+9+12+15+18 + 20+30+40 + 0+0 = 153.
THIRD = {**scene.FIRST, "G": "x,x"}
THIRD_TOTAL = 153
# Five turns of somebody who then gives up: 18 + 40 + 30 + 20 + 50 = 158.
LEFT = {"6": "18", "P": "40", "F": "30", "E": "20", "G": "50"}
LEFT_TOTAL = 158


def referee(match: Match) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(scene.referee_of(match))
    return client


def sync(client: Client, match: Match, lines: list[str], *, number: int = 1, base: int = 0) -> dict[str, Any]:
    """Send lines as a tablet does; return the answer."""
    turns = [
        {
            "client_id": f"{match.token}-{number}-{at:04}",
            "game_number": number,
            "base_sequence": at,
            "line": line,
        }
        for at, line in enumerate(lines, start=base)
    ]
    url = reverse("play:sync", args=[match.token])
    answer = client.post(url, json.dumps({"turns": turns}), content_type="application/json")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def placed(match: Match) -> list[tuple[int, int | None]]:
    """Return place and points of every seat by the standing result."""
    lines = ResultLine.objects.filter(result__match=match, result__is_current=True).order_by("seat__position")
    return [(line.place, line.points) for line in lines]


def in_turn(*sheets: list[str]) -> list[str]:
    """Return lines of all sides in turn, side 1 first."""
    return [f"{side} {line}" for each in zip(*sheets, strict=True) for side, line in enumerate(each, start=1)]


def entries(sheet: dict[str, str]) -> list[str]:
    plays = [(box, value) for box, values in sheet.items() for value in values.split(",")]
    plays.sort(key=lambda play: play[1] == "x")
    return [f"x{box}" if value == "x" else f"={box} {value}" for box, value in plays]


@pytest.mark.parametrize(
    ("game", "sides"),
    [("cacho-alalay", 4), ("cacho-alalay", 6), ("generala", 3), ("dice-poker", 5), ("dice-poker-fences", 3)],
)
def test_a_table_is_played_to_its_end_through_the_door_of_the_tablet(game: str, sides: int) -> None:
    match = scene.table_of(sides, game=game)
    client = referee(match)
    answer = sync(client, match, scene.thrown_game(match, seed=sides))
    assert {each["verdict"] for each in answer["outcomes"]} == {"stored"}
    assert answer["state"]["match"]["finished"]
    totals = [side["total"] for side in answer["state"]["sides"]]
    assert placed(match) == [(1 + sum(other > mine for other in totals), mine) for mine in totals]
    (each,) = records.parse(client.get(reverse("api:record", args=[match.token])).content.decode())
    again = replay.replay(each.setup, each.lines)
    assert again.status.over and list(again.status.totals) == totals and not again.refused


def test_pairs_at_a_table_of_four_throw_both_attempts_in_a_turn() -> None:
    match = scene.table_of(4, kind="pair")
    answer = sync(referee(match), match, scene.thrown_game(match, seed=2))
    assert answer["state"]["match"]["finished"] and len(placed(match)) == 4
    assert Game.objects.get(match=match).players == 2


def test_the_turn_goes_round_the_table_and_nobody_throws_twice() -> None:
    match = scene.table_of(3)
    client = referee(match)
    answer = sync(client, match, ["1 =6 18", "2 =6 12", "3 =6 6"])
    assert answer["state"]["form"]["to_move"] == 1
    answer = sync(client, match, ["3 =5 15"], base=3)
    assert answer["outcomes"][0]["code"] == "not-your-turn"
    assert Turn.objects.filter(game__match=match).count() == 3


def test_another_side_opens_each_game_and_games_then_points_make_the_places() -> None:
    match = scene.table_of(3, best_of=3, tie="extra-game")
    client = referee(match)
    best, middle, least = entries(scene.FIRST), entries(THIRD), entries(scene.SECOND)
    answer = sync(client, match, in_turn(best, middle, least))
    assert answer["state"]["ended"]["title"].startswith("Game 1:")
    assert [row["place"] for row in answer["state"]["ended"]["places"]] == [1, 2, 3]
    second = [
        f"{side} {lines[at]}" for at in range(11) for side, lines in ((2, middle), (3, least), (1, best))
    ]
    answer = sync(client, match, second, number=2)
    assert answer["state"]["match"]["finished"]
    assert placed(match) == [(1, 406), (2, 306), (3, 274)]
    assert [game.to_move for game in Game.objects.filter(match=match).order_by("number")] == [1, 2]


def test_whoever_gives_up_is_placed_behind_those_who_play_on() -> None:
    """Rule 5.5 of cacho alalay: the others play on."""
    match = scene.table_of(3)
    client = referee(match)
    opening = [f"{side} {line}" for line in entries(LEFT) for side in (1, 2, 3)]
    answer = sync(client, match, [*opening, "2 concede"])
    assert not answer["state"]["form"]["over"] and answer["state"]["form"]["to_move"] == 1
    rest = ["=1 1", "=2 2", "=3 3", "=4 4", "=5 5", "xG"]
    lines = [f"{side} {line}" for line in rest for side in (1, 3)]
    answer = sync(client, match, lines, base=len(opening) + 1)
    assert placed(match) == [(1, LEFT_TOTAL + 15), (3, LEFT_TOTAL), (1, LEFT_TOTAL + 15)]
    ended = answer["state"]["ended"]
    assert ended["title"].startswith("First place shared: ") and not ended["winner"]
    assert [row["place"] for row in ended["places"]] == [1, 1, 3]


def test_once_one_alone_is_left_it_has_won() -> None:
    match = scene.table_of(4)
    answer = sync(
        referee(match),
        match,
        ["1 =6 18", "2 =6 12", "3 =6 6", "4 =6 6", "1 concede", "3 concede", "4 concede"],
    )
    assert answer["state"]["match"]["finished"]
    assert placed(match)[1] == (1, 12)


def test_a_shared_place_in_the_middle_leaves_the_next_one_empty() -> None:
    match = scene.table_of(4)
    best, middle, least = entries(scene.FIRST), entries(THIRD), entries(scene.SECOND)
    answer = sync(referee(match), match, in_turn(middle, best, middle, least))
    assert placed(match) == [
        (2, THIRD_TOTAL),
        (1, scene.FIRST_TOTAL),
        (2, THIRD_TOTAL),
        (4, scene.SECOND_TOTAL),
    ]
    assert [side["place"] for side in answer["state"]["sides"]] == [2, 1, 2, 4]


def test_the_last_turn_taken_back_opens_the_table_again() -> None:
    match = scene.table_of(3)
    client = referee(match)
    sync(client, match, in_turn(entries(scene.FIRST), entries(THIRD), entries(scene.SECOND)))
    undone = client.post(
        reverse("play:undo", args=[match.token]), {"client_id": "undo-the-end", "base_sequence": "33"}
    )
    assert undone.status_code in (200, 302)
    page = queries.match_page(match.token)
    assert page.is_open and page.shown is not None and page.shown.to_move == 3
    assert placed(match) == []


def test_a_turn_of_the_third_side_is_written_without_script() -> None:
    match = scene.table_of(3)
    client = referee(match)
    sync(client, match, ["1 =6 18", "2 =6 12"])
    html = client.get(reverse("play:match", args=[match.token])).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', html))
    assert hidden["side"] == "3"
    hidden.pop("csrfmiddlewaretoken", None)
    hidden |= {"box": "5", "points": "15", "part": "box", "client_id": "by-hand-000003", "base_sequence": "2"}
    answer = client.post(reverse("play:quick", args=[match.token]), hidden)
    assert answer.status_code == 302, answer.content.decode()
    assert Turn.objects.get(game__match=match, sequence=3).line == "3 =5 15"


def test_the_end_is_told_place_by_place_without_script_too() -> None:
    match = scene.table_of(3)
    client = referee(match)
    sync(client, match, in_turn(entries(THIRD), entries(scene.SECOND), entries(scene.FIRST)))
    html = client.get(reverse("play:match", args=[match.token])).content.decode()
    shown = re.search(r'<ol class="plain-places">(.*?)</ol>', html, re.S)
    assert shown is not None
    assert re.findall(r"<b>(\d+)</b>", shown[1]) == ["203", "153", "137"]


def test_the_table_stands_with_all_its_names_among_the_tables_to_be_played() -> None:
    match = scene.table_of(6)
    (card,) = queries.referee_tables(user=scene.referee_of(match))
    assert card.now is not None and len(card.now.names) == 6


# ---- paper ----


def typed(*sheets: dict[str, str], **more: Any) -> dict[str, Any]:
    """Return sheets as the paper page sends them."""
    found: dict[str, Any] = {"game_number": "1", **more}
    for side, sheet in enumerate(sheets, start=1):
        for box, values in sheet.items():
            places = values.split(",")
            names = [f"s{side}-{box}-{at}" for at in (1, 2)] if box == "G" else [f"s{side}-{box}"]
            found |= dict(zip(names, places, strict=False))
    return found


def test_four_paper_sheets_typed_at_once_end_the_match() -> None:
    match = scene.table_of(4)
    client = referee(match)
    url = reverse("play:paper", args=[match.token])
    assert client.get(url).content.decode().count("gave up before the end") == 4
    answer = client.post(url, typed(scene.SECOND, THIRD, scene.FIRST, scene.SECOND))
    assert answer.status_code == 302, answer.content.decode()
    assert placed(match) == [(3, 137), (2, 153), (1, 203), (3, 137)]
    assert Result.objects.get(match=match, is_current=True).kind == "paper"


def test_what_is_wrong_on_the_third_sheet_is_said_there() -> None:
    match = scene.table_of(3)
    answer = referee(match).post(
        reverse("play:paper", args=[match.token]), typed(scene.FIRST, THIRD, {**scene.SECOND, "5": "11"})
    )
    assert answer.status_code == 422
    html = answer.content.decode()
    third = html[html.index('data-side="3"') :]
    assert "11" in third and "invalid-feedback" in third
    assert "invalid-feedback" not in html[: html.index('data-side="3"')]
    assert not Turn.objects.filter(game__match=match).exists()


def test_a_forgotten_box_is_named_with_its_side() -> None:
    match = scene.table_of(3)
    short = {box: value for box, value in THIRD.items() if box != "4"}
    with pytest.raises(SheetRefused) as refusal:
        paper.enter(match=match, by=scene.referee_of(match), sheets=[scene.FIRST, short, scene.SECOND])
    assert (refusal.value.code, refusal.value.side, refusal.value.box) == ("sheet-not-full", 2, "4")


def test_a_dormida_of_the_third_side_ends_the_sheets_of_all() -> None:
    """Two full rounds, and side 3 wins at once in the third: sides 1 and 2 have one entry more."""
    match = scene.table_of(3)
    sheets = [{"6": "18", "5": "15", "4": "12"}, {"6": "12", "5": "10", "4": "8"}, {"1": "1", "2": "2"}]
    paper.enter(match=match, by=scene.referee_of(match), sheets=sheets, instant=3)
    assert [place for place, _points in placed(match)] == [2, 3, 1]
    assert Result.objects.get(match=match, is_current=True).ending == scene.DORMIDA


def test_a_sheet_that_ends_where_its_side_gave_up_can_be_typed() -> None:
    match = scene.table_of(3)
    client = referee(match)
    answer = client.post(
        reverse("play:paper", args=[match.token]), typed(scene.SECOND, LEFT, THIRD, gave_up=["2"])
    )
    assert answer.status_code == 302, answer.content.decode()
    assert placed(match) == [(2, 137), (3, LEFT_TOTAL), (1, 153)]
    assert Turn.objects.filter(game__match=match, line="2 concede").count() == 1
    again = client.get(reverse("play:paper", args=[match.token])).content.decode()
    assert re.findall(r'name="gave_up" value="(\d)" checked', again) == ["2"]


@pytest.mark.parametrize("gave_up", [[2], [1], [1, 3], [2, 3]])
def test_those_who_gave_up_may_sit_anywhere_and_be_several(gave_up: list[int]) -> None:
    match = scene.table_of(4)
    sheets = [LEFT if side in gave_up else THIRD for side in (1, 2, 3, 4)]
    paper.enter(match=match, by=scene.referee_of(match), sheets=sheets, gave_up=gave_up)
    last = 4 - len(gave_up) + 1
    assert placed(match) == [
        (last, LEFT_TOTAL) if side in gave_up else (1, THIRD_TOTAL) for side in (1, 2, 3, 4)
    ]


def test_of_two_the_one_who_gave_up_has_lost_however_many_points_it_had() -> None:
    match = scene.ready()
    paper.enter(match=match, by=scene.referee_of(match), sheets=[LEFT, {**LEFT, "P": "45"}], gave_up=[2])
    assert placed(match) == [(1, LEFT_TOTAL), (2, LEFT_TOTAL + 5)]


def test_who_did_not_give_up_has_a_full_sheet() -> None:
    match = scene.table_of(3)
    with pytest.raises(SheetRefused) as refusal:
        paper.enter(match=match, by=scene.referee_of(match), sheets=[LEFT, LEFT, LEFT], gave_up=[2])
    assert (refusal.value.code, refusal.value.side) == ("sheet-not-full", 1)
    with pytest.raises(SheetRefused) as refusal:
        paper.enter(match=match, by=scene.referee_of(match), sheets=[THIRD, LEFT, LEFT], gave_up=[2])
    assert (refusal.value.code, refusal.value.side) == ("sheet-not-full", 3)


# ---- what readers see ----


def test_the_public_page_lists_the_sides_by_place_once_it_is_over() -> None:
    match = scene.table_of(4)
    client = referee(match)
    page = reverse("live:match", args=[match.token])
    names = [side.name for side in queries.match_page(match.token).sides]
    best, middle, least = entries(scene.FIRST), entries(THIRD), entries(scene.SECOND)
    lines = in_turn(middle, least, middle, best)
    sync(client, match, lines[:1])
    assert _heads(client.get(page).content.decode()) == names
    sync(client, match, lines[1:], base=1)
    html = client.get(page).content.decode()
    assert _heads(html) == [names[at] for at in (3, 0, 2, 1)]
    assert re.findall(r"Place (\d):", html) == ["1", "2", "2", "4"]
    assert 'aria-label="winner"' not in html


def test_a_shared_first_place_is_said_and_nobody_is_called_the_winner() -> None:
    match = scene.table_of(3)
    client = referee(match)
    best, least = entries(scene.FIRST), entries(scene.SECOND)
    sync(client, match, in_turn(least, best, best))
    category = match.stage.category
    html = client.get(
        reverse("live:matches", args=[category.tournament.slug, category.slug])
    ).content.decode()
    assert "first place shared" in html and re.findall(r"Place (\d):", html) == ["1", "1", "3"]
    ended = board.ended(queries.match_page(match.token))
    assert ended is not None and ended["sides"][0]["place"] == 3


def _heads(html: str) -> list[str]:
    return [
        name.replace("\xa0", " ")
        for name in re.findall(r'class="duel-name"><a href="[^"]*">([^<]*)</a>', html)
    ]

"""Paper sheets of every shape typed in by HTTP: a list, columns of stages, a line a hand."""

import html
import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments import games
from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.games.base import Sheet
from cacho_tournaments.games.replay import made_up
from cacho_tournaments.play import bridge, queries
from cacho_tournaments.play.models import Turn
from tests import makers
from tests.play import scene

pytestmark = pytest.mark.django_db


def desk(match: Match) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(makers.desk(match.stage.category.tournament))
    return client


def address(match: Match) -> str:
    return reverse("play:paper", args=[match.token])


def enter(match: Match, *sheets: Mapping[str, str], client: Client | None = None, **more: str) -> Any:
    """Type fields of both sides, named by their box and, where it has several places, the number of the place."""
    typed = {
        f"s{side}-{name}": value for side, sheet in enumerate(sheets, 1) for name, value in sheet.items()
    }
    return (client or desk(match)).post(address(match), {"game_number": "1", **typed, **more})


def said(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def as_typed(sheet: Sheet) -> dict[str, str]:
    """Return a sheet as somebody copies it from paper."""
    cells = [cell for cell in sheet.in_order() if cell.typed]
    places: dict[str, int] = {}
    typed = {}
    for cell in cells:
        places[cell.box] = places.get(cell.box, 0) + 1
        several = sum(each.box == cell.box for each in cells) > 1
        name = f"{cell.box}-{places[cell.box]}" if several else cell.box
        if cell.points is not None:
            typed[name] = "x" if cell.mark == "crossed" else str(cell.points)
    return typed


@pytest.mark.parametrize("game", [code for code in games.codes() if code != "cuarenta"])
def test_a_game_played_on_a_tablet_can_be_typed_from_its_sheets(game: str) -> None:
    """Whatever a legal player leaves on the sheets is a game, and comes to the same figures."""
    on_tablet, on_paper = scene.ready(played={"game": game}), scene.ready(played={"game": game})
    folded = bridge.blank(bridge.setup_of(on_tablet))
    moves = list(made_up(folded.rules, folded.state, Random(11)))
    rules, state = folded.rules, moves[-1][1]
    lines = [line for line, _state in moves]
    scene.append(on_tablet, *scene.batch(lines), by=scene.referee_of(on_tablet))
    winner = rules.status(state).winners[0] if rules.status(state).instant else ""
    answer = enter(on_paper, *(as_typed(rules.sheet(state, side)) for side in (1, 2)), instant=str(winner))
    assert answer.status_code == 302, said(answer)
    played, typed = (queries.match_page(each.token).result for each in (on_tablet, on_paper))
    assert played is not None and typed is not None
    assert (typed.kind, typed.ending) == ("paper", played.ending)
    assert typed.lines == played.lines


@pytest.mark.parametrize("game", [code for code in games.codes() if code != "cuarenta"])
def test_a_correction_begins_with_what_stands_and_changes_only_what_is_typed(game: str) -> None:
    match = scene.ready(played={"game": game})
    scene.append(match, *scene.batch(scene.thrown_game(match, seed=11)), by=scene.referee_of(match))
    client = desk(match)
    before = queries.match_page(match.token).result
    again = {**stands(client, match), "reason": "compared with the paper"}
    answer = client.post(address(match), again)
    assert answer.status_code == 302, said(answer)
    after = queries.match_page(match.token).result
    assert before is not None and after is not None
    assert (after.kind, after.ending, after.lines) == ("paper", before.ending, before.lines)


def test_a_correction_of_hands_begins_with_what_stands() -> None:
    match = scene.ready(played={"game": "cuarenta"}, best_of=1)
    typed = (ONE | {"cards-3": "24"}, TWO | {"cards-3": "16"})
    client = desk(match)
    assert enter(match, *typed, client=client).status_code == 302
    again = stands(client, match)
    shown = {name: value for name, value in again.items() if value not in ("", "0") and name[:1] == "s"}
    assert shown == {
        f"s{side}-{name}": value for side, sheet in enumerate(typed, 1) for name, value in sheet.items()
    }
    assert client.post(address(match), {**again, "reason": "looked at again"}).status_code == 302


def stands(client: Client, match: Match) -> dict[str, str]:
    """Return what the fields of the page hold before anybody types."""
    form = client.get(address(match)).context["form"]
    return {field.name: str(value) for field in form if (value := field.value())}


@pytest.mark.parametrize("game", games.codes())
def test_who_won_is_asked_for_only_where_a_throw_or_the_order_may_have_done_it(game: str) -> None:
    match = scene.ready(played={"game": game})
    page = desk(match).get(address(match)).content.decode()
    blank = bridge.blank(bridge.setup_of(match))
    offered = bool(blank.rules.form(blank.state).get("instant"))
    asked = bool(blank.rules.table(blank.setup.options).get("asks_winner"))
    assert ('name="instant"' in page) == (offered or asked)


# ---- columns ----

# By hand: the mountain −2, the rest 189.
STAGE = {
    "1": "-2",
    "2": "0",
    "3": "-3",
    "4": "-8",
    "5": "5",
    "6": "6",
    "pair": "10",
    "two-pairs": "20",
    "three": "15",
    "small": "15",
    "large": "x",
    "full": "16",
    "four": "20",
    "chance": "18",
    "poker": "75",
}
STAGE_TOTAL = -2 + 189


def columns(stage: Mapping[str, str], **changed: str) -> dict[str, str]:
    """Return a sheet whose three stages are alike but for what was changed."""
    alike = {f"{box}-{number}": value for box, value in stage.items() for number in (1, 2, 3)}
    return alike | {name.replace("_", "-"): value for name, value in changed.items()}


def test_three_stages_are_typed_side_by_side_with_figures_below_nothing() -> None:
    match = scene.ready(played={"game": "dice-poker-fences"})
    assert enter(match, columns(STAGE), columns(STAGE, pair_2="x", four_3="−8")).status_code == 422
    answer = enter(match, columns(STAGE), columns(STAGE, pair_2="x", **{"4-3": "−4"}))
    assert answer.status_code == 302, said(answer)
    lines = Result.objects.get(match=match, is_current=True).lines.order_by("seat__position")
    assert [line.points for line in lines] == [3 * STAGE_TOTAL, 3 * STAGE_TOTAL - 10 + 4]
    assert Turn.objects.count() == 90


def test_a_figure_that_cannot_be_stands_beside_its_box_and_a_forgotten_one_is_named() -> None:
    match = scene.ready(played={"game": "dice-poker-fences"})
    answer = enter(match, columns(STAGE, **{"6-1": "7"}), columns(STAGE))
    assert answer.status_code == 422 and "7 points are not possible for sixes" in said(answer)
    assert said(answer).count("is-wrong") == 1
    answer = enter(match, columns(STAGE), columns(STAGE, full_3=""))
    assert answer.status_code == 422 and re.search("The box full house of side .+ is empty", said(answer))
    assert not Turn.objects.exists()


def test_a_mountain_is_not_crossed_out_on_paper_either() -> None:
    match = scene.ready(played={"game": "dice-poker-fences"})
    answer = enter(match, columns(STAGE, **{"4-2": "x"}), columns(STAGE))
    assert answer.status_code == 422
    assert "belongs to the mountain and is never crossed out" in said(answer)
    assert list(answer.context["form"].errors) == ["s1-4-2"], "beside the place of its stage"
    forgotten = enter(match, columns(STAGE), columns(STAGE, full_3=""))
    assert list(forgotten.context["form"].errors) == ["s2-full-3"]
    assert not Turn.objects.exists()


# ---- a line a hand ----

# Hand 1: three caídas and 21 cards are 6 + 8 for side 1, a limpia 2 for side 2. Hand 2: 28 cards are 14: 28 to 2.
ONE = {"dealer-1": "x", "caida-1": "3", "cards-1": "21", "cards-2": "28", "limpia-3": "1", "dealer-3": "x"}
TWO = {"limpia-1": "1", "cards-1": "19", "dealer-2": "x", "cards-2": "12"}


def test_a_chica_is_typed_line_by_line() -> None:
    match = scene.ready(played={"game": "cuarenta"}, best_of=1)
    # Hand 3: a limpia and 24 cards are 2 + 10: 40.
    one = ONE | {"cards-3": "24"}
    two = TWO | {"cards-3": "16"}
    answer = enter(match, one, two)
    assert answer.status_code == 302, said(answer)
    result = Result.objects.get(match=match, is_current=True)
    assert (result.kind, result.ending) == ("paper", "forty")
    assert [line.points for line in result.lines.order_by("seat__position")] == [40, 2]


def test_lines_that_do_not_end_the_chica_are_told_so() -> None:
    match = scene.ready(played={"game": "cuarenta"})
    answer = enter(match, ONE | {"limpia-3": "", "dealer-3": ""}, TWO)
    assert answer.status_code == 422 and "the game is not over (28 : 2)" in said(answer)
    assert not Turn.objects.exists()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("caida-1", "many", "“many” in the box caída"),
        # A comma would part it into two places, and every hand behind it would move.
        ("caida-1", "1,1", "“1,1” in the box caída"),
        ("caida-1", "9" * 5000, "“99999999…” in the box caída"),
        ("cards-2", "13", "cannot be right"),
        ("penalty-2", "3", "Scores stay even"),
    ],
)
def test_what_is_wrong_in_a_line_stands_beside_its_place(name: str, value: str, words: str) -> None:
    match = scene.ready(played={"game": "cuarenta"})
    page = said(enter(match, ONE, TWO | {name: value}))
    assert words in page
    cells = re.findall(r'<td class="paper-cell([^"]*)"><input[^>]*name="([^"]+)"', page)
    wrong = [each for classes, each in cells if classes]
    together = name == "cards-2"  # both sides' cards are wrong together
    assert wrong == (["s1-cards-2", "s2-cards-2"] if together else [f"s2-{name}"])
    assert page.count(words) == 1
    assert 'class="rule-number"' in page or name == "caida-1"
    assert not Turn.objects.exists()


def test_a_hand_whose_order_decides_is_taken_from_paper_only_with_who_won() -> None:
    """Both sides come to 40 by their limpias and a penalty of 34: no sheet tells who was there first."""
    match = scene.ready(played={"game": "cuarenta"})
    one = {"dealer-1": "x", "penalty-1": "34", "limpia-1": "3"}
    answer = enter(match, one, {"penalty-1": "34", "limpia-1": "3"})
    page = said(answer)
    assert answer.status_code == 422
    assert "do not tell who scored first" in page and "#r4.1" in page
    assert "Who won, where the sheets leave it open" in page
    cells = re.findall(r'<td class="paper-cell is-wrong"><input[^>]*name="([^"]+)"', page)
    assert cells and all(each.endswith("-1") for each in cells), "the hand that is meant"
    assert not Turn.objects.exists() and scene.anew(match).state == "ready"
    answer = enter(match, one, {"penalty-1": "34", "limpia-1": "3"}, instant="2")
    assert answer.status_code == 302, said(answer)
    assert queries.match_page(match.token).games[0].winners == (2,)


def test_a_hand_without_its_cards_is_named() -> None:
    match = scene.ready(played={"game": "cuarenta"})
    page = said(enter(match, ONE | {"cards-1": ""}, TWO))
    assert "nothing under “cards” in hand 1" in page


def test_a_line_sheet_leaves_out_what_is_worked_out() -> None:
    match = scene.ready(played={"game": "cuarenta"})
    page = desk(match).get(address(match)).content.decode()
    assert 'name="s1-caida-12"' in page and 'name="s2-cards-1"' in page
    assert 'name="s1-score-1"' not in page and 'name="s1-points-1"' not in page
    assert "paper-total" not in page

"""One match: sheets of every side, whose turn it is, the log with what was taken back, how it ended."""

import re

import pytest
from django.test import Client

from cacho_tournaments.competition.actions import results, superseding
from cacho_tournaments.play import queries as play
from cacho_tournaments.play.views import board
from tests import makers
from tests.live import reading
from tests.play import scene
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def _boxes(html: str) -> list[dict[str, str]]:
    """Return what stands in the boxes of each sheet of the page."""
    sheets = re.findall(r'<table class="score-grid.*?</table>', html, re.DOTALL)
    cells = re.compile(r'data-box="(\w)".*?<span class="grid-value">(.*?)</span>\s*</(?:td|div)>', re.DOTALL)
    return [{box: reading.text(value) for box, value in cells.findall(sheet)} for sheet in sheets]


def test_before_it_begins_the_page_says_who_where_and_that_it_waits(reader: Client) -> None:
    match = scene.ready(kind="pair")
    said = reading.words(reader, f"/m/{match.token}/")
    for seat in match.seats.select_related("entrant"):
        assert seat.entrant and seat.entrant.name in said
    assert f"Table {match.table}" in said and "to be played" in said and "Not begun yet" in said


def test_the_sheets_follow_the_game_and_say_whose_turn_it_is(reader: Client) -> None:
    """Escalera de huevo 20, two senas 12, three quinas 15: 35 to 12, the second side throws (rule 1.3, 1.8)."""
    match = scene.ready()
    scene.append(match, *scene.batch(["1 =E 20", "2 =6 12", "1 =5 15"]), by=scene.referee_of(match))
    html = reading.page(reader, f"/m/{match.token}/")
    first, second = _boxes(html)
    assert (first["E"], first["5"], first["6"]) == ("20", "15", "")
    assert (second["6"], second["E"]) == ("12", "")
    names = [seat.entrant.name for seat in match.seats.order_by("position") if seat.entrant]
    assert re.search(rf"{names[0]}.*35.*{names[1]}.*to throw 12", reading.text(html))


def test_a_crossed_box_shows_a_cross_and_never_a_zero(reader: Client) -> None:
    """Rule 1.9: a zero would be read as an egg."""
    match = scene.ready()
    scene.append(match, *scene.batch(scene.lines_of()), by=scene.referee_of(match))
    html = reading.page(reader, f"/m/{match.token}/")
    assert html.count("grid-cell is-crossed") == 3 and html.count('aria-label="crossed out"') == 3
    assert _boxes(html)[1]["G"] == ""


# By hand: 91.
LEVEL = ["=pair 12", "=two-pairs 20", "=small 15", "=large 20", "=full 24"]


@pytest.mark.parametrize(("tie", "said"), [("box-order", True), ("shared", False)])
def test_a_winner_with_no_more_points_than_the_other_is_explained(
    reader: Client, tie: str, said: bool
) -> None:
    """Rule 8 of dice poker: 12 + 24 + 25 and 15 + 16 + 30 are 61 besides; the higher poker wins."""
    match = scene.ready(played={"game": "dice-poker", "options": {"tie": tie}})
    ends = [["=three 12", "=four 24", "=poker 25"], ["=three 15", "=four 16", "=poker 30"]]
    turns = [
        f"{side + 1} {line}"
        for both in zip(*([*LEVEL, *end] for end in ends), strict=True)
        for side, line in enumerate(both)
    ]
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(turns), by=by)
    assert ("the higher poker decides" in reading.words(reader, f"/m/{match.token}/")) == said
    ended = board.ended(play.match_page(match.token))
    assert ended is not None and ended["winner"] == said
    assert ("152 : 152. Between equal sums the higher poker decides" in ended["sentence"]) == said


def test_a_turn_taken_back_stays_in_the_log_struck_through(reader: Client) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =E 20", "2 =6 12"]), by=by)
    scene.turns.cancel_last(match=scene.anew(match), client_id="undo-0001", by=by, reason="wrong box")
    html = reading.page(reader, f"/m/{match.token}/")
    assert "Line 2 was taken back." in reading.text(html)
    assert html.count('class="is-cancelled"') == 1
    assert _boxes(html)[1]["6"] == ""


def test_refusals_and_names_of_referees_are_not_told(reader: Client) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =E 20", "1 =E 99"]), by=by)
    html = reading.page(reader, f"/m/{match.token}/")
    assert "99" not in reading.text(html) and by.username not in html


def test_a_finished_match_shows_its_result_and_the_way_to_its_record(reader: Client) -> None:
    """The sums by hand: 203 and 137."""
    match = scene.ready()
    scene.append(match, *scene.batch(scene.lines_of()), by=scene.referee_of(match))
    html = reading.page(reader, f"/m/{match.token}/")
    said = reading.text(html)
    names = [seat.entrant.name for seat in match.seats.order_by("position") if seat.entrant]
    assert "finished" in said and re.search(rf"{names[0]} 203.*{names[1]} 137", said)
    assert f'href="/api/m/{match.token}.cacho"' in html


def test_an_instant_win_is_named_whatever_the_totals(reader: Client) -> None:
    """RUL-09: the reason stands beside the result."""
    match = scene.ready()
    scene.append(match, *scene.batch(["1 =P 45", "2 dormida"]), by=scene.referee_of(match))
    html = reading.page(reader, f"/m/{match.token}/")
    assert "Dormida" in reading.text(html)
    assert "is-winner" in html.split("duel-side")[2]


def test_best_of_three_shows_games_won_and_every_game(reader: Client) -> None:
    match = scene.final(best_of=3)
    by = scene.referee_of(match)
    for number, line in ((1, "1 dormida"), (2, "2 dormida")):
        scene.append(match, scene.sent(line, 0, number=number), by=by)
    said = reading.words(reader, f"/m/{match.token}/")
    names = [seat.entrant.name for seat in match.seats.order_by("position") if seat.entrant]
    assert re.search(rf"{names[0]} 1 {names[1]} 1", said)
    assert "Game 1" in said and "Game 2" in said and "best of 3" in said


def test_a_walkover_is_said_and_no_sheet_is_promised(reader: Client) -> None:
    match = scene.ready()
    results.walkover(match=match, by=makers.organizer_of(match.stage.category.tournament), absent=[2])
    html = reading.page(reader, f"/m/{match.token}/")
    assert "Walkover" in reading.text(html) and "Not begun yet" not in html and not _boxes(html)


def test_strangers_do_not_find_a_match_that_is_not_published(reader: Client) -> None:
    match = scene.ready()
    event = match.stage.category.tournament
    event.is_public = False
    event.save()
    assert reader.get(f"/m/{match.token}/").status_code == 404
    reader.force_login(makers.referee(event))
    assert reader.get(f"/m/{match.token}/").status_code == 200


def test_the_sheet_of_a_match_that_is_played_again_leads_to_the_one_that_stands(reader: Client) -> None:
    match = scene.ready(kind="pair")
    old = match.token
    new = superseding.fresh(match)
    answer = reader.get(f"/m/{old}/")
    assert answer.status_code == 302
    assert answer.url == f"/m/{new.token}/"
    assert new.token != old
    assert reader.get(answer.url).status_code == 200


def test_an_open_seat_says_for_whom_it_waits(reader: Client) -> None:
    match = scene.ready(4, plan="knockout")
    final = match.stage.matches.get(code="F")
    assert "Winner of SF-1" in reading.words(reader, f"/m/{final.token}/")


def test_a_match_costs_the_same_whatever_was_played(reader: Client) -> None:
    match = scene.final(best_of=3)
    by = scene.referee_of(match)
    scene.append(match, scene.sent("1 =1 1", 0), by=by)
    assert_budget(reader, f"/m/{match.token}/", "live:match")
    scene.append(match, *scene.batch(["2 =1 1", "1 dormida"], base=1), by=by)
    scene.append(match, *scene.batch(["2 =1 1", "1 =2 2"], number=2), by=by)
    assert_budget(reader, f"/m/{match.token}/", "live:match")


def test_a_plain_win_says_nothing_of_its_end_and_a_shutout_does(reader: Client) -> None:
    """Rules 4.2 and 4.4 of cuarenta."""
    match = scene.final(best_of=3, kind="pair", game="cuarenta")
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 penalty 40 : example"]), by=by)
    assert "40 points" not in reading.words(reader, f"/m/{match.token}/")
    assert "zapatería" in reading.words(reader, f"/m/{match.token}/")
    match = scene.final(best_of=3, kind="pair", game="cuarenta")
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["2 penalty 12 : example", "1 penalty 40 : example"]), by=by)
    said = reading.words(reader, f"/m/{match.token}/")
    assert "40 points" not in said and "zapatería" not in said


def test_the_log_says_what_was_taken_with_a_doubt(reader: Client) -> None:
    """Rule 6.8 of cuarenta."""
    match = scene.final(best_of=3, kind="pair", game="cuarenta")
    scene.append(match, *scene.batch(["1 hand", "1 deal", "1 count 21 19"]), by=scene.referee_of(match))
    assert "All 40 cards were captured" in reading.words(reader, f"/m/{match.token}/")

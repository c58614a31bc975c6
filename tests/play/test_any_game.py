"""Every game that there is, carried by play alone: whole matches through the tablet's door, and what stays frozen."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from cacho_tournaments import games
from cacho_tournaments.competition.models import Entrant, Match, Result
from cacho_tournaments.games import record as records
from cacho_tournaments.games import replay
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import turns
from cacho_tournaments.play.models import Game, Refusal
from cacho_tournaments.play.views import board, log
from tests.play import scene

pytestmark = pytest.mark.django_db

EVERY = pytest.mark.parametrize("game", games.codes())


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
    answer = client.post(
        reverse("play:sync", args=[match.token]),
        json.dumps({"turns": turns}),
        content_type="application/json",
    )
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def played_out(client: Client, match: Match) -> int:
    """Play a match to its end by a legal player; return how many games that took."""
    for number in range(1, 10):
        answer = sync(client, match, scene.thrown_game(match, seed=number, number=number), number=number)
        assert {each["verdict"] for each in answer["outcomes"]} == {"stored"}, answer["outcomes"][-1]
        if answer["state"]["match"]["finished"]:
            return number
    raise AssertionError("no end of games")


@EVERY
@pytest.mark.parametrize("kind", ["single", "pair"])
def test_a_match_is_played_to_its_end_through_the_door_of_the_tablet(game: str, kind: str) -> None:
    match = scene.ready(kind=kind, played={"game": game})
    client = referee(match)
    count = played_out(client, match)
    result = Result.objects.get(match=match, is_current=True)
    assert (result.kind, result.lines.count()) == ("played", 2)
    assert Game.objects.filter(match=match, is_over=True).count() == count
    assert not Refusal.objects.exists()
    assert {row.players for row in Game.objects.all()} == {2 if kind == "pair" else 1}
    record = client.get(reverse("api:record", args=[match.token])).content.decode()
    assert record.count(f"game: {game}") == count
    for each in records.parse(record):
        again = replay.replay(each.setup, each.lines)
        assert again.status.over and not again.refused


# A chica of 40 to 8: the loser has fewer than ten.
ZAPATERIA = ["1 penalty 38 : late", "2 penalty 8 : late", "1 hand", "1 caida"]


def test_a_zapateria_in_the_first_chica_ends_the_match() -> None:
    """Rule 4.4; one of two chicas is not played, and the result tells the shutout."""
    match = scene.final(best_of=3, game="cuarenta")
    answer = sync(referee(match), match, ZAPATERIA)
    assert answer["state"]["match"]["finished"]
    result = Result.objects.get(match=match, is_current=True)
    lines = list(result.lines.order_by("seat__position"))
    assert [(line.place, line.games_won, line.points, line.shutouts, line.is_out) for line in lines] == [
        (1, 1, 40, 1, False),
        (2, 0, 8, 0, False),
    ]
    late = sync(referee(match), match, ["2 hand"], number=2)
    assert late["outcomes"][0]["code"] == "match-closed"


def test_a_plain_chica_leaves_the_match_open() -> None:
    match = scene.final(best_of=3, game="cuarenta")
    answer = sync(referee(match), match, ["1 penalty 38 : late", "2 penalty 10 : late", "1 hand", "1 caida"])
    assert not answer["state"]["match"]["finished"]
    assert (answer["state"]["game"]["number"], answer["state"]["form"]["dealer"]) == (2, 2)


def test_a_zapateria_may_put_the_side_out_of_the_event_and_taking_the_turn_back_lets_it_in_again() -> None:
    match = scene.ready(kind="pair", played={"game": "cuarenta", "options": {"zapatero": "tournament"}})
    by = scene.referee_of(match)
    loser = match.seats.get(position=2).entrant
    assert loser is not None
    before = loser.state
    scene.append(match, *scene.batch(ZAPATERIA), by=by)
    loser.refresh_from_db()
    assert loser.state == Entrant.State.ELIMINATED
    turns.cancel_last(match=match, client_id="undo-0001", by=by)
    loser.refresh_from_db()
    assert (loser.state, scene.anew(match).state) == (before, "playing")
    assert queries.match_page(match.token).games[0].totals == (38, 8)


def test_a_turn_taken_with_a_doubt_says_so_wherever_it_is_read() -> None:
    """Rule 6.8: forty cards without a clearing caída."""
    match = scene.ready(played={"game": "cuarenta"})
    client = referee(match)
    answer = sync(client, match, ["1 hand", "1 deal", "1 deal", "1 deal", "1 count 20 20"])
    assert [each["warning"] for each in answer["outcomes"]] == [None] * 4 + ["unmatched-40"]
    said = answer["state"]["log"][0]["warning"]
    assert said.startswith("All 40 cards were captured")
    assert said in client.get(reverse("play:match", args=[match.token])).content.decode()


def test_the_state_for_the_script_names_what_stands_on_every_sheet() -> None:
    match = scene.ready(played={"game": "dice-poker-fences"})
    state = sync(referee(match), match, ["1 22255 t1 =full", "2 41235 t3 =4", "1 66661 t2 =6"])["state"]
    one, two = state["sides"]
    assert [head["code"] for head in one["heads"]] == ["stage-1", "stage-2", "stage-3"]
    assert (one["counters"][0]["value"], one["sums"], two["sums"]) == (3, [54, 0, 0], [-8, 0, 0])
    full = next(cell for cell in one["cells"] if cell["box"] == "full" and cell["column"] == 0)
    assert (full["points"], full["mark"]) == (48, "first-throw")
    assert full["mark_name"] and full["sign"]
    later = next(cell for cell in one["cells"] if cell["box"] == "full" and cell["column"] == 1)
    assert (later["ref"], later["points"]) == ("full@2", None)
    assert (state["form"]["max_throws"], state["game"]["entry"]) == (3, "throws")


def test_the_end_of_a_match_says_the_shutout_and_who_is_out_of_the_event() -> None:
    """Rule 4.4 of cuarenta: a shutout in the first game ends the match, and may put the loser out."""
    match = scene.final(best_of=3, kind="pair", game="cuarenta", options={"zapatero": "tournament"})
    scene.append(match, *scene.batch(["1 penalty 40 : example"]), by=scene.referee_of(match))
    with translation.override("en"):
        state = board.state(queries.match_page(match.token))
    assert state["ended"]["sentence"] == "40 : 0, zapatería. Games won: 1 : 0."
    assert [side["note"] for side in state["sides"]] == [
        "Winner",
        "Out of the event by the rules of the game",
    ]


def test_a_usual_end_is_not_said() -> None:
    match = scene.final(best_of=3, kind="pair", game="cuarenta")
    lines = ["2 penalty 12 : example", "1 penalty 40 : example"]
    scene.append(match, *scene.batch(lines), by=scene.referee_of(match))
    with translation.override("en"):
        state = board.state(queries.match_page(match.token))
    assert state["ended"]["sentence"] == "40 : 12. Games won: 1 : 0."


def test_the_log_says_whose_slip_gave_the_points_and_prints_a_real_minus() -> None:
    """Rule 5 of cuarenta: what one side misdealt is the other's."""
    match = scene.final(best_of=3, kind="pair", game="cuarenta")
    scene.append(match, *scene.batch(["1 hand", "1 misdeal"]), by=scene.referee_of(match))
    page = queries.match_page(match.token)
    with translation.override("en"):
        newest = log.rows(page)[0]
    assert (newest["name"], newest["what"]) == (page.sides[1].name, f"misdeal 10 ({page.sides[0].name})")
    match = scene.final(kind="single", game="dice-poker-fences")
    scene.append(match, *scene.batch(["1 =1 -3"]), by=scene.referee_of(match))
    with translation.override("en"):
        assert log.rows(queries.match_page(match.token))[0]["what"].endswith(" −3")


def test_a_match_that_is_given_away_while_it_is_played_says_why() -> None:
    """Rule 4.4 of cuarenta: whoever the rules put out plays no more, and the match that was open is the other's."""
    match = scene.ready(kind="pair", played={"game": "cuarenta", "options": {"zapatero": "tournament"}})
    by = scene.referee_of(match)
    loser = match.seats.get(position=1).entrant_id
    other = Match.objects.filter(seats__entrant=loser).exclude(pk=match.pk).first()
    assert other is not None
    scene.append(match, *scene.batch(["2 hand", "2 deal", "2 count 20 20"]), by=by)
    place = other.seats.get(entrant=loser).position
    scene.append(other, *scene.batch([f"{3 - place} penalty 40 : example"]), by=by)
    page = queries.match_page(match.token)
    with translation.override("en"):
        state = board.state(page)
    assert state["ended"]["title"] == f"{page.sides[1].name} wins"
    assert state["ended"]["sentence"] == "The other side is out of the event by the rules"
    assert [side["note"] for side in state["sides"]] == ["Out of the event by the rules of the game", ""]

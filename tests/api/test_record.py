"""The record of a match as text: what the engine replays to the same end, and nothing that is not public."""

import pytest
from django.test import Client

from cacho_tournaments.competition.models import Match
from cacho_tournaments.games import record, replay
from tests import makers
from tests.play import scene

pytestmark = pytest.mark.django_db


def _records(match: Match, client: Client) -> tuple[record.Record, ...]:
    answer = client.get(f"/api/m/{match.token}.cacho")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    return record.parse(answer.content.decode())


def test_the_record_replays_to_the_result_of_the_match(client: Client) -> None:
    """The sums by hand: 203 and 137."""
    match = scene.ready()
    scene.append(match, *scene.batch(scene.lines_of()), by=scene.referee_of(match))
    (game,) = _records(match, client)
    played = replay.replay(game.setup, game.lines)
    assert played.refused == () and played.status.over
    assert played.status.totals == (203, 137)
    names = [seat.entrant.name for seat in match.seats.order_by("position") if seat.entrant]
    assert list(game.sides) == names
    headers = dict(game.other)
    assert headers["event"] == match.stage.category.tournament.name
    assert (headers["match"], headers["table"]) == (match.code, str(match.table))


def test_turns_taken_back_are_left_out(client: Client) -> None:
    match = scene.ready()
    by = scene.referee_of(match)
    scene.append(match, *scene.batch(["1 =E 20", "2 =6 12"]), by=by)
    scene.turns.cancel_last(match=scene.anew(match), client_id="undo-0001", by=by)
    scene.append(scene.anew(match), scene.sent("2 =5 15", 3), by=by)
    (game,) = _records(match, client)
    assert [line.text for line in game.lines] == ["1 =E 20", "2 =5 15"]


def test_every_game_of_a_longer_match_is_in_the_file(client: Client) -> None:
    """The second game is begun by the other side; the file says so."""
    match = scene.final(best_of=3)
    by = scene.referee_of(match)
    for number, line in ((1, "1 dormida"), (2, "2 dormida"), (3, "1 dormida")):
        scene.append(match, scene.sent(line, 0, number=number), by=by)
    games = _records(match, client)
    assert [game.to_move for game in games] == [1, 2, 1]
    ends = [replay.replay(game.setup, game.lines).status.winners for game in games]
    assert ends == [(1,), (2,), (1,)]


def test_the_rules_of_the_game_travel_with_it(client: Client) -> None:
    match = scene.ready(kind="pair")
    category = match.stage.category
    category.options = {"throws": "3"}
    category.save()
    lines = scene.thrown_game(scene.anew(match), seed=5)
    scene.append(scene.anew(match), *scene.batch(lines), by=scene.referee_of(match))
    (game,) = _records(match, client)
    assert (game.rules, dict(game.options)) == ("cochabamba-pairs", {"throws": "3"})
    assert replay.replay(game.setup, game.lines).refused == ()
    assert len(record.side_name(game.sides[0]).members) == 2


def test_a_name_with_the_records_own_signs_stays_one_header(client: Client) -> None:
    match = scene.ready()
    entrant = match.seats.get(position=1).entrant
    assert entrant
    entrant.name = "Los = Tigres; + Cía"
    entrant.save()
    scene.append(match, scene.sent("1 =E 20", 0), by=scene.referee_of(match))
    (game,) = _records(match, client)
    assert game.sides[0] == "Los - Tigres, - Cía"


def test_before_the_first_turn_the_file_says_so_and_holds_no_game(client: Client) -> None:
    match = scene.ready()
    answer = client.get(f"/api/m/{match.token}.cacho")
    assert answer.content.decode() == "; no game of this match has begun\n"


def test_strangers_get_no_record_of_what_is_not_published(client: Client) -> None:
    match = scene.ready()
    event = match.stage.category.tournament
    event.is_public = False
    event.save()
    assert client.get(f"/api/m/{match.token}.cacho").status_code == 404
    assert client.get("/api/m/nothing.cacho").status_code == 404
    client.force_login(makers.referee(event))
    assert client.get(f"/api/m/{match.token}.cacho").status_code == 200

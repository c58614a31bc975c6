"""The entry page by HTTP: its forms without script, its door for the script, who is let in."""

import json
import re
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.models import Match
from cacho_tournaments.play import wire
from cacho_tournaments.play.models import Refusal, Turn
from tests import makers
from tests.play import scene
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db

FULL_TURN = "35661 66+214 1>6 =6 18"


@pytest.fixture
def match() -> Match:
    return scene.ready()


@pytest.fixture
def referee(match: Match) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(scene.referee_of(match))
    return client


def address(match: Match, name: str = "match") -> str:
    return reverse(f"play:{name}", args=[match.token])


def seed(html: str) -> dict[str, Any]:
    found = re.search(r'<script id="pad-seed" type="application/json">(.*?)</script>', html, re.S)
    assert found is not None
    return dict(json.loads(found[1]))


def hidden(html: str, form: str = "quick") -> dict[str, str]:
    """Return the hidden fields of one of the page's forms, as a browser would send them."""
    body = re.search(rf'<form[^>]*/{form}/[#\w]*"[^>]*>(.*?)</form>', html, re.S)
    assert body is not None
    fields = re.findall(r"<input[^>]*type=\"hidden\"[^>]*>", body[1])
    pairs = [(re.search(r'name="([^"]+)"', each), re.search(r'value="([^"]*)"', each)) for each in fields]
    return {name[1]: value[1] for name, value in pairs if name and value}


def write(client: Client, match: Match, **typed: str) -> Any:
    """Open the page and send its quick form with what was typed."""
    page = client.get(address(match)).content.decode()
    return client.post(address(match, "quick"), {**hidden(page), **typed})


def sync(client: Client, match: Match, *lines: str, base: int = 0, number: int = 1) -> Any:
    sent = [
        {
            "client_id": f"tablet-{base + at:04}",
            "game_number": number,
            "base_sequence": base + at,
            "line": line,
        }
        for at, line in enumerate(lines)
    ]
    body = {"version": 1, "match": match.token, "turns": sent}
    return client.post(address(match, "sync"), json.dumps(body), content_type="application/json")


# ---- what the page shows ----


def test_the_page_shows_every_side_its_sheet_and_whose_turn_it_is(referee: Client, match: Match) -> None:
    page = referee.get(address(match)).content.decode()
    for seat in match.seats.select_related("entrant"):
        assert seat.entrant is not None
        assert page.count(seat.entrant.name) >= 2
    assert page.count("score-grid-tic-tac-toe") == 2
    assert "Throws now" in page
    assert f"Table {match.table} · Group A, round 1" in page


def test_the_script_gets_tables_words_and_the_book_to_go_on_from(referee: Client, match: Match) -> None:
    given = seed(referee.get(address(match)).content.decode())
    assert given["rules"]["table"]["dice"]["22255"]["hand"]["F"] == 35
    assert given["rules"]["names"]["P"] == "póker"
    assert given["rules"]["refusals"]["flip-required"].startswith("A die has to be flipped")
    assert given["book"]["games"] == [] and given["book"]["next"]["to_move"] == 1
    assert given["tablet"]["who"] and given["tablet"]["who_name"].startswith("referee")
    assert given["urls"]["rules"].endswith("/rules/")


def test_the_same_page_answers_a_script_with_the_state_alone(referee: Client, match: Match) -> None:
    answer = referee.get(address(match), headers={"accept": "application/json"})
    assert answer["Content-Type"] == "application/json"
    assert answer.json()["game"]["sequence"] == 0
    assert "no-store" in answer["Cache-Control"]


def test_the_page_costs_the_same_queries_however_long_the_log_is(referee: Client, match: Match) -> None:
    assert_budget(referee, address(match), "play:match")
    lines, by = scene.lines_of(), scene.referee_of(match)
    for begin, end in ((0, 2), (2, 12)):
        scene.append(match, *scene.batch(lines[begin:end], base=begin), by=by)
        assert_budget(referee, address(match), "play:match played")


def test_a_match_that_waits_for_its_sides_says_so() -> None:
    first = scene.ready(4, plan="knockout")
    final = Match.objects.filter(stage=first.stage, state="waiting").latest("round")
    client = Client(headers={"accept-language": "en"})
    client.force_login(scene.referee_of(first))
    page = client.get(address(final))
    assert page.status_code == 200
    assert "still waits for its sides" in page.content.decode()


# ---- without script ----


def test_a_turn_is_written_by_box_and_points(referee: Client, match: Match) -> None:
    answer = write(referee, match, box="E", points="25")
    assert answer.status_code == 302
    assert scene.log(match) == [(1, 1, "turn", "1 =E 25")]
    assert 'aria-label="de mano"' in referee.get(address(match)).content.decode()


def test_a_turn_is_written_as_a_record_line_with_or_without_its_side(referee: Client, match: Match) -> None:
    write(referee, match, line=FULL_TURN)
    write(referee, match, line="2 11222 =F")
    assert [line for *_rest, line in scene.log(match)] == [f"1 {FULL_TURN}", "2 11222 =F"]


def test_a_dormida_is_written_without_points_and_ends_the_match(referee: Client, match: Match) -> None:
    write(referee, match, box="dormida")
    match.refresh_from_db()
    assert match.state == "finished"
    page = referee.get(address(match)).content.decode()
    assert "wins" in page and "dormida" in page
    assert "plain-form" not in page


def test_a_refused_turn_comes_back_with_its_reason_its_rule_and_what_was_typed(
    referee: Client, match: Match
) -> None:
    answer = write(referee, match, box="P", points="30")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "30 points are not possible for póker" in page
    assert re.search(r'href="[^"]*/rules/#r[\d.]+"', page)
    assert 'value="P" checked' in page or re.search(r'value="P"[^>]*checked', page)
    assert re.search(r'name="points" value="30"', page)
    assert not Turn.objects.exists()
    assert Refusal.objects.get().code == "impossible-points"


def test_a_cross_with_all_numbers_open_is_refused_by_the_rule(referee: Client, match: Match) -> None:
    page = write(referee, match, line="xP").content.decode()
    assert "Nothing may be crossed out" in page
    assert "#r4.3" in page or "#r8" in page


def test_half_a_turn_is_not_sent(referee: Client, match: Match) -> None:
    answer = write(referee, match, box="P", points="")
    assert answer.status_code == 422
    assert "Choose a box and its points" in answer.content.decode()
    assert not Refusal.objects.exists()


@pytest.mark.parametrize("field", ["client_id", "game_number", "base_sequence", "side"])
def test_a_spoiled_hidden_field_is_said_above_the_form(referee: Client, match: Match, field: str) -> None:
    """ADM-09."""
    typed = {**hidden(referee.get(address(match)).content.decode()), "box": "E", "points": "25", field: "?"}
    answer = referee.post(address(match, "quick"), typed)
    assert "This page came back incomplete" in answer.content.decode()
    assert not Turn.objects.exists()


def test_a_form_sent_twice_writes_one_turn(referee: Client, match: Match) -> None:
    fields = {**hidden(referee.get(address(match)).content.decode()), "box": "E", "points": "25"}
    for _press in range(2):
        assert referee.post(address(match, "quick"), fields).status_code == 302
    assert len(scene.log(match)) == 1


def test_a_form_from_an_old_page_is_told_that_somebody_wrote_meanwhile(referee: Client, match: Match) -> None:
    fields = {**hidden(referee.get(address(match)).content.decode()), "box": "E", "points": "25"}
    scene.append(match, scene.sent("1 =1 3", 0), by=scene.referee_of(match))
    answer = referee.post(address(match, "quick"), fields)
    assert "Somebody has written into this game meanwhile" in answer.content.decode()
    assert len(scene.log(match)) == 1


def test_the_last_turn_is_taken_back_and_stays_struck_in_the_log(referee: Client, match: Match) -> None:
    write(referee, match, box="E", points="25")
    page = referee.get(address(match)).content.decode()
    answer = referee.post(address(match, "undo"), hidden(page, "undo"))
    assert answer.status_code == 302
    page = referee.get(address(match)).content.decode()
    assert "<s>escalera 25 de mano</s>" in page
    assert "turn 1 taken back" in page
    assert [kind for _game, _at, kind, _line in scene.log(match)] == ["turn", "cancel"]


def test_without_script_it_is_said_what_was_taken_back_and_a_second_press_takes_back_nothing(
    referee: Client, match: Match
) -> None:
    sync(referee, match, "1 =E 25", "2 =E 25")
    fields = hidden(referee.get(address(match)).content.decode(), "undo")
    name = match.seats.get(position=2).entrant
    first = referee.post(address(match, "undo"), fields, follow=True).content.decode()
    assert f"Taken back: {name}: escalera 25 de mano" in first
    second = referee.post(address(match, "undo"), fields, follow=True).content.decode()
    assert "This form had been sent already" in second and f"Taken back: {name}" not in second
    assert [kind for _game, _at, kind, _line in scene.log(match)] == ["turn", "turn", "cancel"]


def test_a_side_whose_sheet_is_full_has_no_turn_to_come(referee: Client, match: Match) -> None:
    """Eleven boxes, eleven turns (rule 5.4)."""
    lines, by = scene.lines_of(), scene.referee_of(match)
    scene.append(match, *scene.batch(lines[:20]), by=by)
    first, second = sync(referee, match).json()["state"]["sides"]
    assert (first["note"], second["note"], second["turn"]) == ("Throws now", "Turn 11", 11)
    first, second = sync(referee, match, lines[20], base=20).json()["state"]["sides"]
    assert (first["note"], first["turn"], second["note"]) == ("Turn 11", 11, "Throws now")


def test_taking_back_what_ended_the_match_opens_it_again(referee: Client, match: Match) -> None:
    write(referee, match, box="dormida")
    page = referee.get(address(match)).content.decode()
    referee.post(address(match, "undo"), hidden(page, "undo"))
    match.refresh_from_db()
    assert match.state == "playing"
    assert "plain-form" in referee.get(address(match)).content.decode()


def test_an_undo_with_nothing_to_take_back_is_a_sentence(referee: Client, match: Match) -> None:
    fields = {"client_id": "undo-00000001", "base_sequence": "0"}
    answer = referee.post(address(match, "undo"), fields, follow=True)
    assert "There is no turn to take back" in answer.content.decode()


# ---- the script's door ----


def test_a_batch_is_answered_with_outcomes_and_the_state_to_show(referee: Client, match: Match) -> None:
    answer = sync(referee, match, f"1 {FULL_TURN}", "2 =E 25").json()
    assert [each["verdict"] for each in answer["outcomes"]] == ["stored", "stored"]
    assert [side["total"] for side in answer["state"]["sides"]] == [18, 25]
    assert answer["state"]["form"]["to_move"] == 1
    assert answer["state"]["log"][0]["what"] == "escalera 25 de mano"


def test_a_refused_turn_of_a_batch_has_its_sentence_and_rule(referee: Client, match: Match) -> None:
    answer = sync(referee, match, "1 24446 444+44 =G").json()
    (outcome,) = answer["outcomes"]
    assert (outcome["verdict"], outcome["code"], outcome["rule"]) == ("refused", "flip-required", "3.2")
    assert outcome["sentence"].startswith("A die has to be flipped")
    assert answer["state"]["refusals"][0]["line"] == "1 24446 444+44 =G"


def test_a_repeated_batch_changes_nothing(referee: Client, match: Match) -> None:
    sync(referee, match, "1 =E 25")
    again = sync(referee, match, "1 =E 25").json()
    assert again["outcomes"][0]["verdict"] == "repeated"
    assert len(scene.log(match)) == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"no json", 400, "batch-not-json"),
        (b"[]", 400, "batch-wrong-type"),
        (b"{" + b" " * wire.MAX_BYTES + b"}", 413, "too-large"),
        (b"x" * 5_000_000, 413, "too-large"),
    ],
)
def test_a_body_that_is_no_batch_is_answered_by_a_sentence(
    referee: Client, match: Match, body: bytes, status: int, code: str
) -> None:
    answer = referee.post(address(match, "sync"), body, content_type="application/json")
    assert answer.status_code == status
    assert answer.json()["error"]["code"] == code
    assert answer.json()["error"]["sentence"]


def test_an_undo_by_script_is_answered_with_the_state(referee: Client, match: Match) -> None:
    state = sync(referee, match, "1 =E 25").json()["state"]
    assert state["undo"]["sentence"].endswith("escalera 25 de mano")
    fields = {"client_id": "undo-00000001", "base_sequence": state["undo"]["sequence"]}
    answer = referee.post(address(match, "undo"), fields, headers={"accept": "application/json"})
    assert answer.json()["sides"][0]["total"] == 0
    assert answer.json()["undo"] is None


def test_an_undo_that_saw_an_older_log_is_refused(referee: Client, match: Match) -> None:
    sync(referee, match, "1 =E 25", "2 =E 25")
    fields = {"client_id": "undo-00000001", "base_sequence": 1}
    answer = referee.post(address(match, "undo"), fields, headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "old-sequence")


def test_the_end_of_a_game_of_three_is_shown_until_the_next_begins() -> None:
    match = scene.final()
    client = Client(headers={"accept-language": "en"})
    client.force_login(scene.referee_of(match))
    state = sync(client, match, "1 dormida").json()["state"]
    assert (state["ended"]["number"], state["ended"]["title"]) == (1, f"Game 1: {state['sides'][0]['name']}")
    assert state["ended"]["sides"][0]["place"] == 1
    assert (state["game"]["number"], state["game"]["sequence"]) == (2, 0)
    assert state["form"]["to_move"] == 2, "the side that opens changes from game to game"
    assert "game 2 of 3" in state["game"]["title"]
    scene.append(match, scene.sent("2 =1 3", 0, number=2), by=scene.referee_of(match))
    later = client.get(address(match), headers={"accept": "application/json"}).json()
    assert later["ended"] is None
    last = sync(client, match, "1 dormida", base=1, number=2).json()["state"]["ended"]
    assert last["title"] == f"{state['sides'][0]['name']} wins", "the match is decided, not just a game"


def test_a_walkover_is_said_on_the_page(referee: Client, match: Match) -> None:
    by = makers.organizer_of(match.stage.category.tournament)
    results.walkover(match=match, by=by, absent=[2])
    page = referee.get(address(match)).content.decode()
    assert "Walkover" in page
    assert "plain-form" not in page


# ---- who is let in ----


def test_nobody_unknown_sees_the_page_or_writes(match: Match) -> None:
    client = Client(headers={"accept-language": "en"})
    answer = client.get(address(match))
    assert answer.status_code == 302 and answer["Location"].startswith(reverse("web:login"))
    assert client.post(address(match, "quick"), {}).status_code == 302
    refused = sync(client, match, "1 =E 25")
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "not-let-in")
    assert not Turn.objects.exists()


@pytest.mark.parametrize("who", ["stranger", "other event"])
def test_no_post_in_this_event_no_page(match: Match, who: str) -> None:
    client = Client()
    client.force_login(makers.user() if who == "stranger" else makers.referee(makers.tournament()))
    for answer in (client.get(address(match)), client.post(address(match, "quick"), {})):
        assert answer.status_code == 403
    assert sync(client, match, "1 =E 25").status_code == 403


def test_a_tablet_writes_under_its_own_name(match: Match) -> None:
    device = scene.tablet_of(match)
    client = Client()
    client.post(reverse("play:open", args=[device.token]), {"pin": device.pin})
    assert sync(client, match, "1 =E 25").json()["outcomes"][0]["verdict"] == "stored"
    turn = Turn.objects.get()
    assert (turn.device, turn.by) == (device, None)


def test_a_tablet_of_another_table_is_told_so(match: Match) -> None:
    other = match.stage.category.tournament.tables.exclude(pk=match.table_id).first()
    assert other is not None
    device = scene.tablet_of(match, tables=[other])
    client = Client(headers={"accept-language": "en"})
    client.post(reverse("play:open", args=[device.token]), {"pin": device.pin})
    answer = client.get(address(match))
    assert answer.status_code == 409
    assert "has not been given the table" in answer.content.decode()
    assert sync(client, match, "1 =E 25").json()["error"]["code"] == "not-your-table"


def test_a_referee_at_a_tablet_of_another_table_still_writes(match: Match) -> None:
    other = match.stage.category.tournament.tables.exclude(pk=match.table_id).first()
    assert other is not None
    device = scene.tablet_of(match, tables=[other])
    client = Client()
    client.post(reverse("play:open", args=[device.token]), {"pin": device.pin})
    client.force_login(scene.referee_of(match))
    assert sync(client, match, "1 =E 25").json()["outcomes"][0]["verdict"] == "stored"
    assert Turn.objects.get().device is None


def test_an_unknown_match_is_not_found(referee: Client) -> None:
    assert referee.get(reverse("play:match", args=["nothing-here"])).status_code == 404


def test_a_turn_of_somebody_logged_out_is_said_to_be_lost_and_leads_back_to_the_match() -> None:
    match = scene.ready()
    answer = Client(headers={"accept-language": "en"}).post(reverse("play:quick", args=[match.token]), {})
    assert answer["Location"] == f"{reverse('web:login')}?next={reverse('play:match', args=[match.token])}"
    assert ["Nothing was written; log in" in str(each) for each in get_messages(answer.wsgi_request)] == [
        True
    ]

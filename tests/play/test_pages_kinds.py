"""The entry page without script for every kind of game: dice and boxes, events, a whole hand by its counts."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments import games
from cacho_tournaments.competition.models import Match
from cacho_tournaments.play import bridge, queries
from cacho_tournaments.play.models import Refusal, Turn
from tests.play import scene
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def address(match: Match, name: str = "match") -> str:
    return reverse(f"play:{name}", args=[match.token])


def referee(match: Match) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(scene.referee_of(match))
    return client


def shown(client: Client, match: Match) -> str:
    return html.unescape(client.get(address(match)).content.decode())


def forms(page: str, part: str) -> list[str]:
    """Return the page's forms of that part, one or several."""
    found = re.findall(r"<form[^>]*/quick/[^>]*>(.*?)</form>", page, re.S)
    return [each for each in found if f'name="part" value="{part}"' in each]


def write(client: Client, match: Match, part: str, **typed: str) -> Any:
    """Open the page, fill one of its forms and send it."""
    body = forms(shown(client, match), part)[0]
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', body))
    return client.post(address(match, "quick"), {**hidden, **typed})


def look_and_write(client: Client, match: Match, part: str, **typed: str) -> str:
    """Send a form whose worth is shown first, and send it again as it came back; return what was shown."""
    seen = write(client, match, part, **typed)
    page = html.unescape(seen.content.decode())
    assert seen.status_code == 200 and not page.count("banner-error")
    body = next(each for each in forms(page, part) if "plain-looked" in each)
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', body))
    assert client.post(address(match, "quick"), {**hidden, **typed}).status_code == 302
    return page


def lines(match: Match) -> list[str]:
    return [line for _game, _sequence, _kind, line in scene.log(match)]


@pytest.mark.parametrize("game", games.codes())
def test_every_game_has_its_page_with_an_example_that_is_a_line_of_the_game(game: str) -> None:
    match = scene.ready(played={"game": game})
    client = referee(match)
    page = shown(client, match)
    found = re.search(r"For example: (.*?)<", page)
    assert found is not None
    line = found[1] if found[1][:2] in ("1 ", "2 ") and game == "cuarenta" else f"1 {found[1]}"
    rules = bridge.engine(game)
    assert rules.write(rules.parse(line)) == line
    assert page.count('class="plain-total"') == 2
    assert_budget(client, address(match), "play:match")


# ---- dice, throws and a box ----


@pytest.fixture
def fences() -> Match:
    return scene.ready(played={"game": "dice-poker-fences"})


def test_a_turn_of_thrown_dice_is_typed_with_its_throws(fences: Match) -> None:
    client = referee(fences)
    write(client, fences, "throw", box="full", dice="2 2 2 5 5", throws="1")
    write(client, fences, "throw", box="4", dice="41235", throws="3", points="-8")
    assert lines(fences) == ["1 22255 t1 =full", "2 41235 t3 =4 -8"]
    assert [turn.points for turn in Turn.objects.order_by("sequence")] == [48, -8]


def test_the_page_tells_the_bank_and_the_throws_that_it_allows(fences: Match) -> None:
    client = referee(fences)
    assert "Up to 3 throws" in shown(client, fences)
    scene.append(fences, *scene.batch(["1 22255 t1 =full", "2 41235 t3 =4"]), by=scene.referee_of(fences))
    page = shown(client, fences)
    assert "Fences: 2" in page and "Up to 5 throws" in page
    assert '<option value="5">' in page and '<option value="6">' not in page
    refused = write(client, fences, "throw", box="poker", dice="55555", throws="6")
    assert refused.status_code == 422 and not Refusal.objects.exists()


def test_an_eighth_throw_is_refused_by_its_rule(fences: Match) -> None:
    page = html.unescape(write(referee(fences), fences, "throw", line="55555 t8 =poker").content.decode())
    assert Refusal.objects.get().code == "too-many-throws"
    assert "#r6" in page


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"box": "full", "dice": "22255"}, "Say how many throws these dice took."),
        ({"box": "full", "throws": "2"}, "The throws used count only with the dice"),
        ({"box": "full", "dice": "22257", "throws": "2"}, "Type the five dice as they lie"),
        ({"box": "full", "dice": "2225", "throws": "2"}, "Type the five dice as they lie"),
        ({"box": "full"}, "Choose a box with its points, or with its dice and throws"),
        ({"points": "16"}, "Choose a box with its points, or with its dice and throws"),
        ({"box": "full", "points": "a lot"}, "Enter a whole number"),
        ({"box": "7", "points": "16"}, "7 is not one of the available choices"),
    ],
)
def test_half_a_turn_is_not_sent_and_what_was_typed_stays(
    fences: Match, typed: dict[str, str], said: str
) -> None:
    answer = write(referee(fences), fences, "throw", **typed)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422 and said in page
    assert not Turn.objects.exists() and not Refusal.objects.exists()
    if "dice" in typed:
        assert f'value="{typed["dice"]}"' in page


@pytest.mark.parametrize("minus", ["-", "−", "–"])
def test_points_below_nothing_are_typed_with_any_minus(fences: Match, minus: str) -> None:
    write(referee(fences), fences, "throw", box="4", points=f"{minus}8")
    assert lines(fences) == ["1 =4 -8"]


def test_a_box_is_struck_with_or_without_its_dice(fences: Match) -> None:
    client = referee(fences)
    write(client, fences, "throw", box="poker", strike="on")
    write(client, fences, "throw", box="four", strike="on", dice="12346", throws="2")
    assert lines(fences) == ["1 xpoker", "2 12346 t2 xfour"]


def test_a_refused_turn_comes_back_with_dice_and_throws_as_typed(fences: Match) -> None:
    answer = write(referee(fences), fences, "throw", box="full", dice="22235", throws="2")
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 409
    assert Refusal.objects.get().code == "dice-do-not-make-it"
    assert 'value="22235"' in page and '<option value="2" selected>' in page
    assert re.search(r'value="full"[^>]*checked', page)


def test_stages_played_freely_are_told_apart() -> None:
    match = scene.ready(played={"game": "dice-poker-fences", "options": {"stages": "free"}})
    client = referee(match)
    stages = re.findall(r'<details class="plain-stage".*?</details>', shown(client, match), re.S)
    assert [each.count('type="radio"') for each in stages] == [15, 15, 15]
    assert [" open" in each.partition(">")[0] for each in stages] == [True, False, False]
    assert "stage 2" in stages[1] and 'value="full@2"' in stages[1]
    write(client, match, "throw", box="full@2", points="16")
    assert lines(match) == ["1 =full@2 16"]
    refused = write(client, match, "throw", box="full@3", points="1").content.decode()
    stages = re.findall(r'<details class="plain-stage".*?</details>', refused, re.S)
    assert [" open" in each.partition(">")[0] for each in stages] == [False, False, True], (
        "where it was chosen"
    )


def test_a_win_at_once_is_one_choice_and_offered_only_where_it_can_be_won() -> None:
    match = scene.ready(played={"game": "generala"})
    client = referee(match)
    write(client, match, "throw", box="served-generala")
    assert scene.anew(match).state == "finished"
    assert lines(match) == ["1 t1 =generala"]
    other = scene.ready(played={"game": "dice-poker"})
    assert "served" not in forms(shown(referee(other), other), "throw")[0]


# ---- events ----


@pytest.fixture
def cuarenta() -> Match:
    return scene.ready(played={"game": "cuarenta"})


def moves(page: str) -> list[str]:
    return re.findall(r'name="move" value="([^"]*)"', page)


def test_only_what_is_legal_now_can_be_pressed(cuarenta: Match) -> None:
    client = referee(cuarenta)
    page = shown(client, cuarenta)
    assert {"1 hand", "2 hand"} <= set(moves(page)) and "1 caida" not in moves(page)
    assert "Between two hands" in page
    write(client, cuarenta, "event", move="2 hand")
    page = shown(client, cuarenta)
    assert {"1 caida", "2 ronda", "2 deal", "2 misdeal"} <= set(moves(page))
    assert not {"1 deal", "1 caida-ronda", "1 hand"} & set(moves(page))
    name = queries.match_page(cuarenta.token).sides[1].name
    assert "Hand 1, deal 1 of 4" in page and f"{name} deals" in page
    assert "In this deal the other side has announced no ronda" in page, "why a fall cannot be noted"
    write(client, cuarenta, "event", move="2 ronda")
    assert "1 caida-ronda" in moves(shown(client, cuarenta))


def test_an_event_is_one_press_and_its_points_stand_on_the_button(cuarenta: Match) -> None:
    client = referee(cuarenta)
    write(client, cuarenta, "event", move="1 hand")
    page = shown(client, cuarenta)
    assert re.search(r'value="2 caida"><span>caída</span> <b>\+2</b>', page)
    write(client, cuarenta, "event", move="2 caida")
    assert lines(cuarenta) == ["1 hand", "2 caida"]
    assert "caída 2" in shown(client, cuarenta)


def test_the_cards_are_counted_in_fields_and_bounded_by_the_captures(cuarenta: Match) -> None:
    client = referee(cuarenta)
    scene.append(
        cuarenta, *scene.batch(["1 hand", *["1 deal"] * 3, "1 limpia"]), by=scene.referee_of(cuarenta)
    )
    move = "1 count {1} {2}"
    half = write(client, cuarenta, "event", move=move, **{"gap-1": "21"})
    assert half.status_code == 422 and "This field is required" in half.content.decode()
    few = write(client, cuarenta, "event", move=move, **{"gap-1": "0", "gap-2": "21"})
    assert few.status_code == 409 and Refusal.objects.get().code == "impossible-count"
    names = [side.name for side in queries.match_page(cuarenta.token).sides]
    page = look_and_write(client, cuarenta, "event", move=move, **{"gap-1": "21", "gap-2": "19"})
    assert f"+8 for {names[0]}" in page and f"+0 for {names[1]}" in page
    assert lines(cuarenta)[-1] == "1 count 21 19"
    assert "count of the cards 8 (21–19)" in shown(client, cuarenta)


def test_nothing_is_written_before_what_it_scores_was_seen(cuarenta: Match) -> None:
    """Rules 3.1, 4.2 and 6.8: what was seen is written, other figures are seen first."""
    client = referee(cuarenta)
    begun = ["1 penalty 34 : late", "1 hand", *["1 deal"] * 3]
    scene.append(cuarenta, *scene.batch(begun), by=scene.referee_of(cuarenta))
    move = {"move": "1 count {1} {2}"}
    first = html.unescape(
        write(client, cuarenta, "event", **move, **{"gap-1": "21", "gap-2": "19"}).content.decode()
    )
    assert lines(cuarenta) == begun and not Refusal.objects.exists()
    name = queries.match_page(cuarenta.token).sides[0].name
    assert f"{name} wins" in first and "All 40 cards were captured" in first
    hidden = dict(
        re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', forms(first, "event")[-2])
    )
    other = {**hidden, **move, "gap-1": "19", "gap-2": "21"}
    assert client.post(address(cuarenta, "quick"), other).status_code == 200
    assert lines(cuarenta) == begun


def test_cards_that_cannot_be_come_back_with_the_rule(cuarenta: Match) -> None:
    client = referee(cuarenta)
    scene.append(cuarenta, *scene.batch(["1 hand", *["1 deal"] * 3]), by=scene.referee_of(cuarenta))
    answer = write(client, cuarenta, "event", move="1 count {1} {2}", **{"gap-1": "21", "gap-2": "20"})
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 409 and "#r6.7" in page
    assert 'value="21"' in page and 'value="20"' in page, "what was typed stands"


def test_a_penalty_says_its_reason(cuarenta: Match) -> None:
    client = referee(cuarenta)
    typed = {"gap-points": "2", "gap-reason": "late; twice"}
    write(client, cuarenta, "event", move="2 penalty {points} : {reason}", **typed)
    assert lines(cuarenta) == ["2 penalty 2 : late, twice"]
    without = write(client, cuarenta, "event", move="2 penalty {points} : {reason}", **{"gap-points": "2"})
    assert without.status_code == 422
    odd = write(
        client, cuarenta, "event", move="1 penalty {points} : {reason}", **typed | {"gap-points": "3"}
    )
    assert odd.status_code == 409 and Refusal.objects.get().code == "odd-points"


def test_what_is_kept_at_38_is_told(cuarenta: Match) -> None:
    client = referee(cuarenta)
    scene.append(cuarenta, *scene.batch(["1 penalty 38 : late", "2 hand"]), by=scene.referee_of(cuarenta))
    page = shown(client, cuarenta)
    assert "38 que no juega" in page
    assert re.search(r'value="1 limpia"><span>limpia</span> <b>\+0</b>', page)
    assert re.search(r'value="2 limpia"><span>limpia</span> <b>\+2</b>', page)
    counters = re.findall(r'data-counter="(\w+)".*?grid-figure">(\d+)<', page, re.S)
    assert counters[:2] == [("perros", "3"), ("tantos", "4")]


def test_pairs_say_who_announces() -> None:
    match = scene.ready(kind="pair", played={"game": "cuarenta"})
    client = referee(match)
    write(client, match, "event", move="1 hand")
    page = shown(client, match)
    assert "1 ronda p1" in moves(page) and "1 ronda p2" in moves(page)
    for name in queries.match_page(match.token).sides[0].members:
        assert f"<small>{name}</small>" in page


def test_giving_up_is_apart_from_the_events(cuarenta: Match) -> None:
    client = referee(cuarenta)
    body = forms(shown(client, cuarenta), "event")
    assert "concede" not in body[0]
    write(client, cuarenta, "event", move="2 concede")
    assert lines(cuarenta) == ["2 concede"]


def test_an_event_pressed_twice_is_written_once_and_said_so(cuarenta: Match) -> None:
    client = referee(cuarenta)
    body = forms(shown(client, cuarenta), "event")[0]
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', body))
    for _press in range(2):
        answer = client.post(address(cuarenta, "quick"), {**hidden, "move": "1 hand"})
        assert answer.status_code == 302
    assert lines(cuarenta) == ["1 hand"] and not Refusal.objects.exists()
    assert "This form had been sent already." in shown(client, cuarenta)


def test_a_move_that_is_none_is_not_sent(cuarenta: Match) -> None:
    answer = write(referee(cuarenta), cuarenta, "event", move="1 caida")
    assert answer.status_code == 422
    assert not Turn.objects.exists() and not Refusal.objects.exists()


def test_a_record_line_needs_its_side(cuarenta: Match) -> None:
    client = referee(cuarenta)
    write(client, cuarenta, "event", line="2 hand")
    refused = write(client, cuarenta, "event", line="caida")
    assert refused.status_code == 409 and Refusal.objects.get().code == "bad-notation"
    assert lines(cuarenta) == ["2 hand"]


# ---- a whole hand by its counts ----

HAND = {"dealer": "1", "n1-limpia": "1", "n2-caida": "2", "cards-1": "21", "cards-2": "19"}


def test_a_hand_is_written_by_its_counts(cuarenta: Match) -> None:
    client = referee(cuarenta)
    page = look_and_write(client, cuarenta, "tally", **HAND)
    assert "+10 for" in page and "+4 for" in page
    assert (lines(cuarenta)[0], lines(cuarenta)[-1]) == ("1 hand", "1 count 21 19")
    assert queries.match_page(cuarenta.token).games[0].totals == (10, 4)
    page = shown(client, cuarenta)
    assert "with all 8 rows that were entered together" in page


def test_a_hand_sent_twice_by_its_form_is_written_once(cuarenta: Match) -> None:
    client = referee(cuarenta)
    body = forms(html.unescape(write(client, cuarenta, "tally", **HAND).content.decode()), "tally")[0]
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', body))
    for _press in range(2):
        assert client.post(address(cuarenta, "quick"), {**hidden, **HAND}).status_code == 302
    assert Turn.objects.count() == 8 and not Refusal.objects.exists()


def test_a_hand_whose_order_could_matter_is_refused_with_the_rule(cuarenta: Match) -> None:
    client = referee(cuarenta)
    answer = write(client, cuarenta, "tally", **HAND | {"n1-caida": "19"})
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 409 and Refusal.objects.get().code == "order-hidden"
    assert "#r4.1" in page and 'value="19"' in page
    assert not Turn.objects.exists()


def test_a_hand_is_offered_by_its_counts_only_where_order_cannot_matter(cuarenta: Match) -> None:
    client, by = referee(cuarenta), scene.referee_of(cuarenta)
    scene.append(cuarenta, scene.sent("1 penalty 36 : late", 0), by=by)
    page = forms(shown(client, cuarenta), "tally")
    assert page and re.findall(r'<td class="soft">(\d+)</td>', page[0]) == ["0", "36"]
    scene.append(cuarenta, scene.sent("1 penalty 2 : late", 1), by=by)
    assert not forms(shown(client, cuarenta), "tally")


def test_a_hand_without_its_cards_is_not_sent(cuarenta: Match) -> None:
    client = referee(cuarenta)
    answer = write(client, cuarenta, "tally", **HAND | {"cards-2": ""})
    assert answer.status_code == 422
    assert "Type the cards that each side captured." in answer.content.decode()
    assert not Turn.objects.exists()

"""A match confirmed on the page without script: each side by its button or its typed name, a referee with a reason."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.play.models import Confirmation, Game, Refusal
from tests import makers
from tests.live.reading import text
from tests.play import scene
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def played_out(how: str, sides: int = 2) -> tuple[Match, Client]:
    match = (
        scene.table_of(sides, confirmation=how) if sides > 2 else scene.ready(played={"confirmation": how})
    )
    by = scene.referee_of(match)
    lines = scene.lines_of() if sides == 2 else scene.thrown_game(match, seed=1)
    scene.append(match, *scene.batch(lines), by=by)
    client = Client(headers={"accept-language": "en"})
    client.force_login(by)
    return match, client


def page(client: Client, match: Match, name: str = "match") -> str:
    return str(client.get(reverse(f"play:{name}", args=[match.token])).content.decode())


def forms(html: str, ending: str) -> list[dict[str, str]]:
    """Return the hidden fields of the page's forms with that address."""
    found = []
    for body in re.findall(rf'<form[^>]*/{ending}/"[^>]*>(.*?)</form>', html, re.S):
        fields = re.findall(r'<input[^>]*type="hidden"[^>]*>', body)
        pairs = ((re.search(r'name="([^"]+)"', each), re.search(r'value="([^"]*)"', each)) for each in fields)
        found.append({name[1]: value[1] for name, value in pairs if name and value})
    return found


def send(client: Client, match: Match, ending: str, typed: dict[str, str]) -> str:
    answer: Any = client.post(reverse(f"play:{ending}", args=[match.token]), typed, follow=True)
    assert answer.status_code == 200
    return text(answer.content.decode())


def of_undo(client: Client, match: Match) -> str:
    """Return what is said beside the button that takes the last turn back."""
    (body,) = re.findall(r'<form[^>]*/undo/"[^>]*>(.*?)</form>', page(client, match), re.S)
    return text(body)


def test_each_side_confirms_by_its_button_and_the_last_one_closes_the_match() -> None:
    match, client = played_out("tap")
    html = page(client, match)
    assert "Is this how the match ended?" in html and 'name="name"' not in html
    first, second = forms(html, "confirm")
    assert (first["side"], second["side"]) == ("1", "2")
    assert "Confirmed." in send(client, match, "confirm", second)
    (missing,) = forms(page(client, match), "confirm")
    assert missing["side"] == "1" and scene.anew(match).state == "playing"
    assert "The match is confirmed and closed." in send(client, match, "confirm", missing)
    assert scene.anew(match).state == "finished" and "Is this how" not in page(client, match)


def test_to_take_back_the_last_turn_of_a_final_match_says_what_becomes_of_its_confirmations() -> None:
    match, client = played_out("tap")
    said = "each side confirms its end anew"
    assert said not in of_undo(client, match)
    for form in forms(page(client, match), "confirm"):
        send(client, match, "confirm", form)
    assert said in of_undo(client, match)
    (form,) = forms(page(client, match), "undo")
    assert "Taken back:" in send(client, match, "undo", form) and scene.anew(match).state == "playing"
    assert said not in of_undo(client, match)


def test_where_nobody_confirms_nothing_is_said_of_it() -> None:
    match, client = played_out("none")
    assert scene.anew(match).state == "finished"
    said = of_undo(client, match)
    assert "It stays in the log, struck out." in said and "confirms its end anew" not in said


def test_a_button_pressed_twice_is_one_word() -> None:
    match, client = played_out("tap")
    first, _second = forms(page(client, match), "confirm")
    for _press in (1, 2):
        send(client, match, "confirm", first)
    assert Confirmation.objects.count() == 1 and not Refusal.objects.exists()


def test_where_sides_sign_the_name_is_typed() -> None:
    match, client = played_out("signature")
    first, second = forms(page(client, match), "confirm")
    assert "each side signs" in send(client, match, "confirm", {**first, "name": "  "})
    assert not Confirmation.objects.exists()
    for form, name in ((first, "Ana Quispe"), (second, "Luis Rojas")):
        send(client, match, "confirm", {**form, "name": name})
    assert scene.anew(match).state == "finished"
    signed = Confirmation.objects.order_by("side").values_list("how", "reason")
    assert list(signed) == [("signature", "Ana Quispe"), ("signature", "Luis Rojas")]


def test_a_table_of_six_has_six_buttons() -> None:
    match, client = played_out("tap", sides=6)
    for left in range(6, 0, -1):
        found = forms(page(client, match), "confirm")
        assert len(found) == left
        send(client, match, "confirm", found[0])
    assert scene.anew(match).state == "finished"


def test_a_page_from_before_a_change_confirms_nothing() -> None:
    match, client = played_out("tap")
    first, _second = forms(page(client, match), "confirm")
    by = scene.referee_of(match)
    scene.turns.cancel_last(match=match, client_id="undo-0001", by=by)
    assert "not decided yet" in send(client, match, "confirm", first)
    scene.append(match, scene.sent(scene.lines_of()[-1], 23), by=by)
    assert "Somebody has written into this game meanwhile" in send(client, match, "confirm", first)
    assert not Confirmation.objects.exists()


def test_a_referee_closes_with_a_reason_alone() -> None:
    match, client = played_out("tap")
    assert reverse("play:close", args=[match.token]) in page(client, match)
    first, _second = forms(page(client, match), "confirm")
    send(client, match, "confirm", first)
    html = page(client, match, "close")
    assert re.search("Confirmed.*has not confirmed", text(html))
    (form,) = forms(html, "close")
    said = send(client, match, "close", form)
    assert "needs a reason" in said and "Close without a side" in said
    assert scene.anew(match).state == "playing"
    for _press in (1, 2):
        assert "The match is closed." in send(client, match, "close", {**form, "reason": "side 2 left"})
    assert Result.objects.count() == 1 and Confirmation.objects.get(side=0).reason == "side 2 left"


@pytest.mark.parametrize("sides", [2, 6])
def test_to_close_costs_the_same_however_many_sit_at_the_table(sides: int) -> None:
    match, client = played_out("tap", sides)
    assert_budget(client, reverse("play:close", args=[match.token]), "play:close")


def test_what_is_not_played_out_or_closed_already_leads_back_to_the_match() -> None:
    match = scene.ready(played={"confirmation": "tap"})
    client = Client(headers={"accept-language": "en"})
    client.force_login(scene.referee_of(match))
    address = reverse("play:close", args=[match.token])
    assert client.get(address).headers["Location"] == reverse("play:match", args=[match.token])
    over, client = played_out("tap")
    (form,) = forms(page(client, over, "close"), "close")
    send(client, over, "close", {**form, "reason": "side 2 left"})
    address = reverse("play:close", args=[over.token])
    assert client.get(address).headers["Location"] == reverse("play:match", args=[over.token])
    other = {**form, "client_id": "another-press", "reason": "side 1 left"}
    assert "is closed" in send(client, over, "close", other)
    assert Confirmation.objects.count() == 1


@pytest.mark.parametrize(("at", "ending"), [("match", "confirm"), ("close", "close")])
def test_a_spoiled_field_is_said_and_writes_nothing(at: str, ending: str) -> None:
    match, client = played_out("tap")
    form = forms(page(client, match, at), ending)[0]
    said = send(client, match, ending, {**form, "base_sequence": "many", "reason": "late"})
    assert "came back incomplete" in said and not Confirmation.objects.exists()


@pytest.mark.parametrize(("at", "ending"), [("match", "confirm"), ("close", "close")])
def test_nobody_without_a_post_confirms(at: str, ending: str) -> None:
    match, client = played_out("tap")
    form = {**forms(page(client, match, at), ending)[0], "reason": "late"}
    address = reverse(f"play:{ending}", args=[match.token])
    assert Client().post(address, form).status_code == 302
    client.force_login(makers.user())
    assert client.post(address, form).status_code == 403
    assert not Confirmation.objects.exists() and Game.objects.get().review_from == 22

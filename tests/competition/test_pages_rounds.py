"""The organizer's pages of every format: drawn, looked over, played and closed through the pages alone."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.actions import arriving
from cacho_tournaments.competition.models import Bye, Category, Draw, Entrant, Stage
from tests import makers
from tests.competition.walking import logged_in, press, said, see

pytestmark = pytest.mark.django_db


def _made(plan: str, number: int, **fields: Any) -> tuple[Client, Category, tuple[str, str, int]]:
    category = makers.category(kind="single", plan=plan)
    makers.entrants(category, number, **fields)
    client = logged_in(makers.organizer_of(category.tournament))
    return client, category, (category.tournament.slug, category.slug, 1)


def _settings(category: Category, **changed: object) -> None:
    stage = makers.stage(category)
    stage.settings |= changed
    stage.save()


WORDS = {
    "league": ("Draw who meets whom", "Order of the draw", "Close the stage"),
    "swiss": ("Draw the first round", "Table 1", "Close the stage"),
    "tables": ("Draw the first round", "Table 1", "Close the stage"),
    "double-elimination": ("Draw the brackets", "Beaten once", "Close the double elimination"),
    "relampago": ("Draw the knock-out", "Consolation", "Close the knock-out"),
}


@pytest.mark.parametrize("plan", WORDS)
def test_a_stage_of_every_format_is_led_through_its_page(plan: str) -> None:
    draw, draft, close = WORDS[plan]
    client, category, own = _made(plan, 9)
    if plan in ("swiss", "tables"):
        _settings(category, rounds=1)
    assert draw in see(client, "stage", *own)
    page = said(press(client, "draw", *own, seed="7"))
    assert draft in page and "Group A" not in page
    page = said(press(client, "draw_release", *own))
    assert "The draw is released" in page and "Group A" not in page
    makers.played_out(category)
    page = see(client, "stage", *own)
    assert close in page
    press(client, "stage_close", *own)
    assert makers.stage(category).state == Stage.State.CLOSED


def test_swiss_rounds_are_played_to_the_end_through_the_pages() -> None:
    """With a late entry, an absence, a withdrawal and a round cancelled on the way."""
    client, category, own = _made("swiss", 9)
    _settings(category, rounds=3)
    press(client, "draw", *own, seed="1")
    press(client, "draw_release", *own)
    page = see(client, "stage", *own)
    assert "free round" in page and "It can be drawn when all matches of this round are finished" in page
    by = makers.organizer_of(category.tournament)
    arriving.enter_late(category=category, by=by, players=[makers.player(by)])
    page = see(client, "round_away", *own, 2)
    assert Entrant.objects.get(number=4).name in page
    page = said(press(client, "round_away", *own, 2, numbers=["4"], reason="his train"))
    assert "1 side is away in round 2" in page and f"Away: {Entrant.objects.get(number=4).name}" in page
    makers.played_out(category)
    page = see(client, "stage", *own)
    assert "Round 1 of 3 is finished. Draw the next one." in page and "Draw round 2" in page
    page = said(press(client, "draw", *own))
    assert "draft of round 2" in page and "Away in this round" in page and "came later" in page
    page = said(press(client, "draw_release", *own))
    assert "Round 2 is released" in page and "from round 2 on" in page and "absent" in page
    makers.played_out(category)
    page = see(client, "stage", *own)
    assert "Cancel round 2" in page and "Cancel round 1" not in page, "only the last round can be cancelled"
    page = see(client, "round_cancel", *own, 2)
    lost = makers.stage(category).matches.filter(round=2).count()
    assert f"These {lost} results count no more" in page
    assert "This field is required" in said(press(client, "round_cancel", *own, 2, reason=""))
    page = said(press(client, "round_cancel", *own, 2, reason="typed from the wrong list"))
    assert "Round 2 is cancelled" in page
    for number in (2, 3):
        press(client, "draw", *own)
        assert f"Release round {number}" in see(client, "stage", *own)
        press(client, "draw_release", *own)
        makers.played_out(category)
    page = see(client, "stage", *own)
    assert "Draw round 4" not in page and "Close the stage" in page
    assert "typed from the wrong list" in see(client, "log", category.tournament.slug)


def test_a_round_is_repaired_through_its_page() -> None:
    client, category, own = _made("swiss", 8)
    makers.drawn(category)
    assert "Draw anew what is touched" not in see(client, "stage", *own)
    for match in list(makers.stage(category).matches.all())[:2]:
        entrant = match.seats.first().entrant
        entrant.state = "withdrawn"
        entrant.save()
    assert "Sides have left matches 1-1, 1-2, which are not begun" in see(client, "stage", *own)
    page = said(press(client, "round_repair", *own, 1))
    assert "drawn anew of round 1" in page and "It takes the place of" in page and "New match 1" in page
    page = see(client, "draw_discard", *own)
    assert "The round stays as it was released" in page and "Discard it and draw again" not in page
    press(client, "draw_release", *own)
    codes = list(makers.stage(category).matches.order_by("code").values_list("code", flat=True))
    assert codes == ["1-3", "1-4", "1-5"]
    assert "Nothing of round 1 has to be drawn again" in said(press(client, "round_repair", *own, 1))


def test_the_search_among_those_who_may_be_away_keeps_whoever_is_away_already() -> None:
    client, category, own = _made("swiss", 6)
    makers.drawn(category)
    press(client, "round_away", *own, 2, numbers=["2"])
    names = {row.number: row.name for row in category.entrants.all()}
    page = see(client, "round_away", *own, 2, q=names[5])
    assert names[5] in page and names[2] in page and names[1] not in page
    assert "Round 1 is drawn already" in see(client, "round_away", *own, 1)


def test_the_desk_writes_down_who_is_away_and_draws_nothing() -> None:
    _client, category, own = _made("swiss", 6)
    makers.drawn(category)
    desk = logged_in(makers.desk(category.tournament))
    press(desk, "round_away", *own, 2, numbers=["2"])
    assert Bye.objects.get(round=2).entrant.number == 2
    makers.played_out(category)
    page = desk.get(reverse("competition:stage", args=own)).content.decode()
    for name in ("draw", "draw_release", "stage_close"):
        assert f'action="{reverse(f"competition:{name}", args=own)}"' not in page, name
    for name in ("round_repair", "round_cancel"):
        assert reverse(f"competition:{name}", args=[*own, 1]) not in page, name


def test_an_exchange_names_what_it_brings_and_is_undone_by_one_button() -> None:
    """PAI-19: two of one club in a group are said before anything is released."""
    client, category, own = _made("cochabamba", 8, clubs=4)
    makers.drawn(category, released=False)
    first, second = makers.stage(category).groups.all()
    one = first.places.get(position=1).entrant
    wanted = second.places.exclude(entrant__club=one.club).select_related("entrant")
    other = next(
        row.entrant
        for row in wanted
        if first.places.filter(entrant__club=row.entrant.club).exclude(entrant=one)
    )
    page = said(press(client, "draw_swap", *own, first=one.number, second=other.number))
    assert "The two have changed places." in page and f"more than one entrant of {other.club.name}" in page
    assert "Undo the exchange of" in page and "changed by hand" in page
    page = said(press(client, "draw_swap", *own, first=other.number, second=one.number))
    assert "Undo the exchange of" not in page and "changed by hand" not in page
    assert not Draw.objects.get().is_by_hand


def test_every_place_of_a_draft_is_set_on_one_page() -> None:
    client, category, own = _made("swiss", 5)
    makers.drawn(category, released=False)
    page = client.get(reverse("competition:draw_arrange", args=own)).content.decode()
    names = re.findall(r'<select[^>]* name="(place_\d)"', page)
    chosen = re.findall(r'<option value="(\d)" selected>', page)
    assert (len(names), sorted(chosen)) == (5, ["1", "2", "3", "4", "5"]) and "Free round" in page
    turned = dict(zip(names, [*chosen[1:], chosen[0]], strict=True))
    assert "The places are as you set them." in said(press(client, "draw_arrange", *own, **turned))
    plan = Draw.objects.get().plan
    assert [side for seats in plan["matches"] for side in seats] == [*chosen[1:]][:4]
    twice = said(press(client, "draw_arrange", *own, **{**turned, names[0]: turned[names[1]]}))
    assert "stands at two places" in twice


def test_a_release_is_taken_back_with_its_reason() -> None:
    client, category, own = _made("cochabamba", 6)
    makers.drawn(category)
    assert "The draw was released too early" in see(client, "stage", *own)
    page = said(press(client, "draw_take_back", *own, reason="one is missing"))
    assert "The draw is a draft again" in page
    press(client, "draw_release", *own)
    makers.result(makers.stage(category).matches.first(), 200, 100)
    assert "The draw was released too early" not in see(client, "stage", *own)
    assert "is being played or is over" in said(
        press(client, "draw_take_back", *own, reason="one is missing")
    )


def test_the_second_chance_is_called_so_and_those_who_play_it_are_marked() -> None:
    client, category, own = _made("mundial-40", 12)
    makers.drawn(category)
    makers.played_out(category)
    assert see(client, "stage", *own).count("second chance") == 6
    press(client, "stage_close", *own)
    assert "Draw the second chance" in see(client, "stage", *own[:2], 2)


def test_a_draw_asked_for_twice_says_who_drew_first() -> None:
    client, category, own = _made("swiss", 6)
    makers.drawn(category)
    makers.played_out(category)
    press(client, "draw", *own, seed="3")
    page = said(press(client, "draw", *own, seed="4"))
    assert "draft of round 2" in page and Draw.objects.filter(round=2).get().seed == 3
    assert str(makers.organizer_of(category.tournament)) in page


def test_of_many_places_each_is_typed_as_a_number() -> None:
    """A list of everybody at each of 300 places was a page of six megabytes."""
    client, category, own = _made("groups", 66)
    makers.drawn(category, released=False)
    url = reverse("competition:draw_arrange", args=own)
    page = client.get(url).content.decode()
    fields = dict(re.findall(r'<input[^>]* name="(place_\d+)" value="(\d+)"', page))
    assert len(fields) == 66 and page.count("<option") == 66 and "<select" not in page.split("<main")[1]
    assert category.entrants.get(number=int(fields["place_0"])).name in page
    wrong = said(press(client, "draw_arrange", *own, **{**fields, "place_0": "99"}))
    assert "Nobody of the draft has the number 99." in wrong
    turned = {**fields, "place_0": fields["place_65"], "place_65": fields["place_0"]}
    assert "The places are as you set them." in said(press(client, "draw_arrange", *own, **turned))
    again = client.get(url).content.decode()
    assert re.findall(r'<input[^>]* name="place_0" value="(\d+)"', again) == [fields["place_65"]]

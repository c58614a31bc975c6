"""The pages of who leaves, comes back, comes late, takes a place or stood twice: what each says before it is done."""

from http import HTTPStatus

import pytest
from django.urls import reverse

from cacho_tournaments.competition.actions import draws, leaving, results
from cacho_tournaments.competition.models import Category
from tests import makers
from tests.competition.test_leaving import between, by, drawn, entrant, next_round, play_round
from tests.competition.test_leaving_arriving import byes, late
from tests.competition.walking import logged_in, press, said, see

pytestmark = pytest.mark.django_db


def where(category: Category, *more: object) -> tuple[object, ...]:
    return (category.tournament.slug, category.slug, *more)


def leave(client, category: Category, number: int, state: str, **typed: str):
    url = reverse("competition:entrant_leave", args=where(category, number))
    return client.post(f"{url}?as={state}", typed, follow=True)


def test_the_page_says_which_match_goes_to_whom_before_anybody_leaves_a_group():
    category = makers.groups(4, kind="single")
    makers.result(between(category, 1, 2), 100, 200)
    client = logged_in(makers.desk(category.tournament))
    page = see(client, "entrant_edit", *where(category, 1))
    assert "Withdraws …" in page and "Comes back …" not in page
    page = see(client, "entrant_leave", *where(category, 1))
    assert "2 matches are given to the opponents at once" in page
    for other in (3, 4):
        assert f"{between(category, 1, other).code} {entrant(category, other).name}" in page
    assert "1 match that is over stays as it is." in page
    assert between(category, 1, 3).state == "ready"
    answer = leave(client, category, 1, "no-show", reason="nobody has seen them")
    assert "no-show" in said(answer)
    assert between(category, 1, 3).state == "finished"
    log = see(logged_in(by(category)), "log", category.tournament.slug)
    assert "did not appear now. Given to the opponents" in log
    assert "nobody has seen them" in log


def test_whoever_has_left_comes_back_by_a_page_that_says_to_what():
    category = drawn("swiss", 7)
    play_round(category, 1)
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    next_round(category)
    client = logged_in(by(category))
    listed = client.get(reverse("competition:entrants", args=where(category))).content.decode()
    assert reverse("competition:entrant_return", args=where(category, 1)) in listed
    page = see(client, "entrant_return", *where(category, 1))
    assert "It is withdrawn now, and will be checked in." in page
    assert "Stage 1, round 2 counts as an absence" in page
    answer = press(client, "entrant_return", *where(category, 1), reason="the bus came")
    assert "checked in" in said(answer)
    assert (2, "absent") in byes(category, 1)
    play_round(category, 2)
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    draws.propose(stage=makers.stage(category), by=by(category))
    assert "is drawn as a draft without it" in see(client, "entrant_return", *where(category, 1))
    answer = press(client, "entrant_return", *where(category, 1))
    assert "A round is drawn and not released." in said(answer)


def test_a_match_not_begun_is_drawn_again_or_given_away_as_the_form_says():
    category = drawn("swiss", 6)
    client = logged_in(by(category))
    first, second = (
        match.seats.get(position=1).entrant.number for match in makers.stage(category).matches.all()[:2]
    )
    page = see(client, "entrant_leave", *where(category, first))
    assert "Not begun: it can be drawn again for those who are left" in page
    leave(client, category, first, "withdrawn")
    assert makers.stage(category).matches.get(seats__entrant__number=first).state == "ready"
    leave(client, category, second, "withdrawn", open_matches="walkover")
    assert makers.stage(category).matches.get(seats__entrant__number=second).state == "finished"


def test_what_is_played_on_and_what_is_given_later_is_told_apart():
    tree = drawn("knockout", 4, seeds=4)
    makers.result(between(tree, 1, 4), *makers.better_number_wins(between(tree, 1, 4)))
    page = see(logged_in(by(tree)), "entrant_leave", *where(tree, 1))
    assert "Given as soon as the opponent is known F not known yet" in page
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    match = makers.table_match(category, (1, 2, 3, 4))
    results.start(match=match, by=by(category))
    page = see(logged_in(by(category)), "entrant_leave", *where(category, 1))
    assert "The others play on" in page and "being played" in page


def test_the_desk_disqualifies_and_merges_nobody():
    category = makers.groups(4)
    client = logged_in(makers.desk(category.tournament))
    assert leave(client, category, 1, "disqualified", reason="rude").status_code == HTTPStatus.FORBIDDEN
    assert leave(client, category, 1, "eliminated").status_code == HTTPStatus.NOT_FOUND
    page = see(client, "entrant_edit", *where(category, 1))
    assert "is an organizer's matter" in page and "Disqualify …" not in page
    chief = logged_in(by(category))
    answer = leave(chief, category, 1, "disqualified", reason="")
    assert "This field is required." in said(answer)
    answer = leave(chief, category, 1, "disqualified", reason="loaded dice")
    assert "disqualified" in said(answer)
    assert "Disqualify …" not in see(chief, "entrant_edit", *where(category, 1))
    url = reverse("competition:entrant_return", args=where(category, 1))
    assert client.post(url).status_code == HTTPStatus.FORBIDDEN


def test_a_draft_that_holds_whoever_leaves_is_named():
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    makers.drawn(category, released=False)
    page = see(logged_in(by(category)), "entrant_leave", *where(category, 1))
    assert "A draft of stage 1 holds this entrant." in page


def test_a_substitute_is_put_in_and_stands_on_the_entrant_s_page():
    category = makers.groups(4)
    client = logged_in(by(category))
    one = entrant(category, 1)
    leaves = one.members.first().player
    code = makers.stage(category).matches.filter(seats__entrant=one).order_by("round").first().code
    assert f"From match {code} on somebody else plays." in see(
        client, "entrant_substitute", *where(category, 1)
    )
    typed = {"leaves": str(leaves.pk), "comes": "Ana Rojas", "reason": "hurt a hand"}
    taken = entrant(category, 2).members.first().player
    answer = press(
        client, "entrant_substitute", *where(category, 1), **{**typed, "comes": f"{taken.name} #{taken.pk}"}
    )
    assert "plays in this category already" in said(answer)
    answer = press(client, "entrant_substitute", *where(category, 1), **typed)
    assert f"From match {code} on Ana Rojas plays in the place of {leaves.name}. hurt a hand" in said(answer)
    assert f"Ana Rojas plays in the place of {leaves.name}, from match {code} on" in see(
        client, "log", category.tournament.slug
    )


def test_one_person_that_stands_twice_is_made_one_after_a_look():
    category = drawn("swiss", 6)
    play_round(category, 1)
    leaving.withdraw(entrant=entrant(category, 1), by=by(category))
    late(category)
    next_round(category)
    client = logged_in(by(category))
    page = see(client, "entrant_merge", *where(category, 7))
    assert f"1 · {entrant(category, 1).name}" in page and "Make them one" not in page
    page = see(client, "entrant_merge", *where(category, 7), other="1")
    assert "with its result" in page and "It had left." in page
    opposite = makers.stage(category).matches.filter(round=2, seats__entrant__number=7).get()
    met = opposite.seats.exclude(entrant__number=7).get().entrant
    page = see(client, "entrant_merge", *where(category, 7), other=str(met.number))
    assert f"meet in match {opposite.code}" in page and "Make them one" not in page
    url = reverse("competition:entrant_merge", args=where(category, 7))
    assert client.get(url, {"other": "99"}).status_code == HTTPStatus.NOT_FOUND
    answer = client.post(f"{url}?other={met.number}", {"reason": "alike"}, follow=True)
    assert "so they are two persons" in said(answer)
    answer = client.post(f"{url}?other=1", {"reason": "he said so himself"}, follow=True)
    assert "is one with no. 7" in said(answer) and "No. 1 was the same person." in said(answer)
    page = see(client, "entrant_edit", *where(category, 1))
    assert "This was the same person as no. 7" in page and "Withdraws …" not in page
    assert "he said so himself" in see(client, "log", category.tournament.slug)


def test_somebody_comes_late_through_the_list_of_entrants():
    category = makers.groups(7, kind="single")
    client = logged_in(by(category))
    page = see(client, "entrants", *where(category))
    assert "Somebody comes late" in page and "the smallest" in page and "B (3)" in page
    assert "Draw into the running round" not in page
    answer = press(
        client, "entrant_late", *where(category), player_1="Ana Rojas", group="A", reason="late bus"
    )
    assert "No. 8, Ana Rojas, is entered late." in said(answer)
    assert entrant(category, 8).group_places.get().group.label == "A"
    answer = press(client, "entrant_late", *where(category), player_1="ana rojas", group="")
    assert "are entered already, as no. 8" in said(answer)
    answer = press(client, "entrant_late", *where(category), player_1="ana rojas", namesakes="on")
    assert "No. 9, ana rojas, is entered late." in said(answer)
    desk = see(logged_in(makers.desk(category.tournament)), "entrants", *where(category))
    assert "An organizer can enter somebody who comes late." in desk


def test_somebody_is_drawn_into_the_running_round_where_somebody_waits():
    category = drawn("swiss", 7)
    client = logged_in(by(category))
    page = see(client, "entrants", *where(category))
    assert "The newcomer plays from round 2 on" in page and "Draw into the running round" in page
    typed = {"player_1": "Ana Rojas", "into_running_round": "on"}
    press(client, "entrant_late", *where(category), **typed)
    assert makers.stage(category).draws.filter(state="draft", part=2).exists()


def test_a_round_names_who_came_later():
    category = drawn("swiss", 6)
    made = late(category)
    play_round(category, 1)
    next_round(category)
    page = see(logged_in(by(category)), "stage", *where(category, 1))
    assert f"{made.name} came later and takes part from round 2 on." in page


def test_a_released_bracket_says_why_nobody_can_come_late():
    category = drawn("knockout", 4)
    client = logged_in(by(category))
    assert "The bracket is released" in see(client, "entrants", *where(category))
    answer = press(client, "entrant_late", *where(category), player_1="Ana Rojas")
    assert category.entrants.count() == 4
    assert "The bracket is released" in said(answer)

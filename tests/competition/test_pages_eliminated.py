"""The organizer's pages of whoever the rules put out of the event: what they say, and the way back in."""

from http import HTTPStatus

import pytest
from django.urls import reverse

from cacho_tournaments.competition.models import Category
from cacho_tournaments.competition.queries.entrant_pages import entrants_page
from tests import makers
from tests.competition.walking import logged_in, press, said, see

pytestmark = pytest.mark.django_db


@pytest.fixture
def four() -> Category:
    """A group of four in which no. 2 was put out by no. 1."""
    category = makers.groups(4, fee=10)
    makers.put_out(category, 1, 2)
    return category


def _address(category: Category, *more: object) -> tuple[object, ...]:
    return (category.tournament.slug, category.slug, *more)


def test_an_organizer_lets_it_back_in_with_a_reason(four):
    client = logged_in(makers.organizer_of(four.tournament))
    page = see(client, "entrant_edit", *_address(four, 2))
    lost = makers.stage(four).matches.get(results__lines__is_out=True)
    assert f"The rules of the game put this entrant out of the event by a result: Match {lost.code}" in page
    assert "Leaves the category" not in page
    answer = press(client, "entrant_let_in", *_address(four, 2), **{"let-in-reason": ""})
    assert "This field is required" in said(answer)
    assert four.entrants.get(number=2).state == "eliminated"
    answer = press(client, "entrant_let_in", *_address(four, 2), **{"let-in-reason": "the jury decided so"})
    assert "is in the event again; its open matches are to be played." in said(answer)
    assert four.entrants.get(number=2).state == "checked-in"
    assert "the jury decided so" in see(client, "log", four.tournament.slug)


def test_who_is_let_in_twice_is_said_to_be_in(four):
    client = logged_in(makers.organizer_of(four.tournament))
    for _ in range(2):
        answer = press(
            client, "entrant_let_in", *_address(four, 2), **{"let-in-reason": "the jury decided so"}
        )
    assert "is not out of the event by the rules" in said(answer)


def test_the_desk_sees_it_and_cannot_let_it_in(four):
    client = logged_in(makers.desk(four.tournament))
    page = see(client, "entrant_edit", *_address(four, 2))
    assert "An organizer can let it back in." in page
    answer = client.post(
        reverse("competition:entrant_let_in", args=_address(four, 2)), {"let-in-reason": "why not"}
    )
    assert answer.status_code == HTTPStatus.FORBIDDEN
    # Nor does a button of the list, which has none for it.
    answer = press(client, "entrant_state", *_address(four, 2), state="checked-in")
    assert "Only the rules of the game put" in said(answer)
    assert four.entrants.get(number=2).state == "eliminated"


def test_the_lists_count_it_as_somebody_who_came_and_paid(four):
    client = logged_in(makers.organizer_of(four.tournament))
    page = entrants_page(four)
    assert (page.coming, page.checked_in, page.fees_taken) == (4, 4, 40)
    assert [line.steps for line in page.lines if line.state == "eliminated"] == [()]
    assert "eliminated 1" in see(client, "entrants", *_address(four))
    assert "entrants 4 checked in 4" in see(client, "category", *_address(four))
    stage = see(client, "stage", *_address(four, 1))
    assert f"{four.entrants.get(number=2).name} eliminated" in stage


def test_a_match_that_was_given_says_why_it_cannot_be_taken_back(four):
    client = logged_in(makers.organizer_of(four.tournament))
    given = makers.stage(four).matches.filter(results__ending="opponent-out").first()
    assert "It was given because one side is out of the event" in see(client, "match", given.token)
    answer = press(client, "match_revoke", given.token, reason="a mistake")
    assert "was decided because one side is out of the event." in said(answer)

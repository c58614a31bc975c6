"""Sides that do not come to a table of more than two: the others play, and the round is an absence for the missing."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.actions import at_table, results
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Bye, Category, Match, Seat
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.models import User
from tests import makers

pytestmark = pytest.mark.django_db


@pytest.fixture
def category() -> Category:
    made = makers.category(kind="single")
    makers.entrants(made, 5)
    return made


@pytest.fixture
def match(category: Category) -> Match:
    return makers.table_match(category, (1, 2, 3, 4, 5))


@pytest.fixture
def by(match: Match) -> User:
    return makers.organizer_of(match.stage.category.tournament)


def seated(match: Match) -> list[tuple[int, int]]:
    rows = match.seats.order_by("position").values_list("position", "entrant__number")
    return [(position, number) for position, number in rows]


def absences(match: Match) -> list[tuple[int, str]]:
    rows = Bye.objects.filter(stage=match.stage, round=match.round)
    return list(rows.order_by("entrant__number").values_list("entrant__number", "kind"))


def test_the_others_play_without_who_is_missing_and_are_numbered_through(match: Match, by: User) -> None:
    at_table.missing(match=match, by=by, absent=[2, 4], reason="flat tyre")
    assert seated(match) == [(1, 1), (2, 3), (3, 5)]
    assert absences(match) == [(2, "absent"), (4, "absent")]
    match.refresh_from_db()
    assert match.state == "ready"
    makers.result(match, 150, 210, 180)
    assert Entry.objects.filter(verb="competition.table.left", facts__reason="flat tyre").exists()


def test_a_seat_that_stays_empty_is_kept_on_record(match: Match, by: User) -> None:
    at_table.missing(match=match, by=by, absent=[1])
    rows = Seat.ever.filter(match=match).order_by("position")
    assert list(rows.values_list("entrant__number", "is_standing")) == [
        (2, True),
        (3, True),
        (4, True),
        (5, True),
        (1, False),
    ]


def test_whoever_comes_after_all_sits_down_behind_the_others(
    match: Match, by: User, category: Category
) -> None:
    at_table.missing(match=match, by=by, absent=[2])
    at_table.missing(match=match, by=by, absent=[1])
    at_table.come(match=match, by=by, entrant=category.entrants.get(number=2))
    assert seated(match) == [(1, 3), (2, 4), (3, 5), (4, 2)]
    assert absences(match) == [(1, "absent")]
    with pytest.raises(Impossible) as refusal:
        at_table.come(match=match, by=by, entrant=category.entrants.get(number=2))
    assert refusal.value.code == "not-missing"


def test_who_went_and_came_and_went_again_is_away_once(match: Match, by: User, category: Category) -> None:
    at_table.missing(match=match, by=by, absent=[5])
    at_table.come(match=match, by=by, entrant=category.entrants.get(number=5))
    at_table.missing(match=match, by=by, absent=[5])
    assert absences(match) == [(5, "absent")]


def test_where_one_alone_is_there_it_is_a_walkover(match: Match, by: User) -> None:
    at_table.missing(match=match, by=by, absent=[1, 2, 3, 5])
    result = match.results.get(is_current=True)
    assert result.kind == "walkover"
    assert {line.seat.position: line.place for line in result.lines.all()} == {1: 5, 2: 5, 3: 5, 4: 1, 5: 5}
    assert absences(match) == []


def test_where_nobody_came_nobody_wins(match: Match, by: User) -> None:
    at_table.missing(match=match, by=by, absent=[1, 2, 3, 4, 5])
    assert match.results.get(is_current=True).kind == "both-absent"


@pytest.mark.parametrize(("absent", "code"), [([], "nobody-absent"), ([7], "seat-not-seated")])
def test_what_cannot_be_meant_changes_nothing(match: Match, by: User, absent: list[int], code: str) -> None:
    before = seated(match)
    with pytest.raises(Impossible) as refusal:
        at_table.missing(match=match, by=by, absent=absent)
    assert (refusal.value.code, seated(match), absences(match)) == (code, before, [])


def test_once_a_match_has_begun_nobody_is_missing(match: Match, by: User) -> None:
    results.start(match=match, by=by)
    with pytest.raises(Impossible) as refusal:
        at_table.missing(match=match, by=by, absent=[2])
    assert refusal.value.code == "table-begun"


def test_one_side_of_five_is_not_decided_against_while_the_others_play_for_places(
    match: Match, by: User
) -> None:
    with pytest.raises(Impossible) as refusal:
        results.disqualify(match=match, by=by, positions=[2], reason="loaded dice")
    assert refusal.value.code == "table-goes-on"


def test_the_desk_says_who_is_missing_and_who_came_after_all(match: Match, by: User) -> None:
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(by)
    page = reverse("competition:match", args=[match.token])
    asked = desk.post(reverse("competition:match_walkover", args=[match.token]), {"absent": ["2", "4"]})
    assert b"Play without them?" in asked.content
    said: dict[str, Any] = {"absent": ["2", "4"], "confirmed": "1"}
    answer = desk.post(reverse("competition:match_walkover", args=[match.token]), said, follow=True)
    assert answer.redirect_chain and seated(match) == [(1, 1), (2, 3), (3, 5)]
    shown = desk.get(page).content.decode()
    assert shown.count('class="match-missing"') == 2 and shown.count("Came after all") == 2
    desk.post(reverse("competition:match_came", args=[match.token]), {"number": "4"})
    assert seated(match) == [(1, 1), (2, 3), (3, 5), (4, 4)]
    again = desk.post(reverse("competition:match_came", args=[match.token]), {"number": "4"}, follow=True)
    assert "is not missing at the table" in again.content.decode()

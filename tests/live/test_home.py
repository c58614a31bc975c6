"""The list of tournaments: what is on, what comes, what was; nothing that is not public."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from cacho_tournaments.live.queries import events
from tests import makers
from tests.live import reading
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def _event(name: str, first: int, last: int, *, public: bool = True) -> None:
    today = timezone.localdate()
    makers.tournament(
        name=name,
        starts_on=today + dt.timedelta(days=first),
        ends_on=today + dt.timedelta(days=last),
        public=public,
    )


def test_tournaments_stand_under_now_coming_and_played(reader: Client) -> None:
    _event("Gone Cup", -9, -8)
    _event("Near Cup", 3, 4)
    _event("Far Cup", 30, 31)
    _event("Today Cup", -1, 1)
    said = reading.words(reader, "/")
    places = [
        said.index(each)
        for each in ("Being played", "Today Cup", "Coming", "Near Cup", "Far Cup", "Played", "Gone Cup")
    ]
    assert places == sorted(places)


def test_an_unpublished_tournament_is_not_in_the_list(reader: Client) -> None:
    _event("Secret Cup", 0, 0, public=False)
    said = reading.words(reader, "/")
    assert "Secret Cup" not in said
    assert "No tournament has been announced yet" in said


def test_a_tournament_is_of_today_by_the_clock_of_its_hall(reader: Client) -> None:
    """At three in the morning of the 2nd in UTC it is still the 1st in La Paz (I18-05)."""
    makers.tournament(name="Night Cup", starts_on=dt.date(2026, 3, 1), ends_on=dt.date(2026, 3, 1))
    night = dt.datetime(2026, 3, 2, 3, 0, tzinfo=dt.UTC)
    assert [card.name for card in events.home(night).now] == ["Night Cup"]
    assert events.home(night + dt.timedelta(hours=2)).past


def test_the_list_costs_the_same_whatever_is_in_it(reader: Client) -> None:
    for number in range(3):
        event = makers.tournament(name=f"Cup {number}")
        makers.category(event, name="Pairs")
        makers.category(event, name="Single", kind="single")
    assert_budget(reader, "/", "live:home")

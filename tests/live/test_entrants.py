"""The list of entrants: searched, sorted, page by page, taken along as a file; and one entrant's page."""

import csv
import io

import pytest
from django.test import Client

from cacho_tournaments.competition.actions import entries
from cacho_tournaments.competition.models import Category, Entrant, Match
from cacho_tournaments.people.models import Club
from tests import makers
from tests.live import reading
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def _url(category: Category, page: str = "entrants/") -> str:
    return f"/{category.tournament.slug}/{category.slug}/{page}"


def _many(count: int) -> Category:
    """Return a category with many entrants; names and clubs repeat, so that most sort keys are shared."""
    category = makers.category(kind="single")
    clubs = [Club.objects.create(name=f"Club {n}", folded=f"club {n}") for n in range(3)]
    Entrant.objects.bulk_create(
        Entrant(
            category=category,
            number=number,
            name=f"Ana Quispe {number % 7}",
            folded=f"ana quispe {number % 7}",
            club=clubs[number % 3] if number % 4 else None,
            state=("accepted", "paid", "checked-in")[number % 3],
        )
        for number in range(1, count + 1)
    )
    return category


SORTS = ("", "number", "-number", "name", "-name", "club", "-club", "state", "-state", "seed", "-seed")


@pytest.mark.parametrize("sort", SORTS)
def test_each_of_300_stands_once_over_all_pages_in_every_order(reader: Client, sort: str) -> None:
    """PUB-09: rows with equal sort value go missing between pages."""
    category = _many(300)
    seen: list[int] = []
    for number in range(1, 7):
        asked = {"page": number, **({"sort": sort} if sort else {})}
        seen += reading.entrants_in(reading.page(reader, _url(category), **asked))
    assert len(seen) == 300
    assert sorted(seen) == list(range(1, 301))


def test_names_sort_as_spanish_does(reader: Client) -> None:
    category = makers.category(kind="single")
    by = makers.organizer_of(category.tournament)
    for name in ("Ñáñez", "Nogales", "Ávila", "Zurita", "Arce"):
        entries.enter(category=category, by=by, players=[makers.player(by, name)])
    html = reading.page(reader, _url(category), sort="name")
    order = [category.entrants.get(number=number).name for number in reading.entrants_in(html)]
    assert order == ["Arce", "Ávila", "Nogales", "Ñáñez", "Zurita"]


def test_a_page_beyond_the_last_shows_the_last(reader: Client) -> None:
    category = _many(60)
    assert len(reading.entrants_in(reading.page(reader, _url(category), page=99))) == 10


def test_the_list_is_searched_by_name_club_and_number(reader: Client) -> None:
    category = _many(20)
    by_club = reading.entrants_in(reading.page(reader, _url(category), q="CLUB 1"))
    assert by_club == [n for n in range(1, 21) if n % 3 == 1 and n % 4]
    assert 7 in reading.entrants_in(reading.page(reader, _url(category), q="7"))
    assert "Nobody found." in reading.words(reader, _url(category), q="zzz")


def test_an_empty_list_says_so(reader: Client) -> None:
    assert "Nobody is entered yet" in reading.words(reader, _url(makers.category()))


def test_contact_data_stays_with_the_organizers(reader: Client) -> None:
    category = makers.category(kind="single")
    by = makers.organizer_of(category.tournament)
    player = makers.player(by, "Ana Quispe")
    player.phone, player.email = "70712345", "ana@example.org"
    player.save()
    entries.enter(category=category, by=by, players=[player])
    for page in ("entrants/", "e/1/", "entrants/?format=csv"):
        answer = reader.get(_url(category, page)).content.decode()
        assert "Ana Quispe" in answer
        assert "70712345" not in answer and "ana@example.org" not in answer


def test_the_file_opens_in_a_spreadsheet_and_runs_nothing(reader: Client) -> None:
    """A name that looks like a formula is text there."""
    category = makers.category(kind="single")
    by = makers.organizer_of(category.tournament)
    for name in ("=HYPERLINK(1)", "@Ana", "Ñandú; de Sur"):
        entries.enter(category=category, by=by, players=[makers.player(by, name)])
    answer = reader.get(_url(category), {"format": "csv"})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert [row["Entrant"] for row in rows] == ["'=HYPERLINK(1)", "'@Ana", "Ñandú; de Sur"]
    in_spanish = Client(headers={"accept-language": "es"}).get(_url(category), {"format": "csv"})
    assert in_spanish.content.decode("utf-8-sig").splitlines()[0].count(";") == 6


def test_an_entrants_page_tells_table_opponent_place_and_reason(reader: Client) -> None:
    category = makers.groups(8)
    first = Match.objects.filter(stage__category=category).order_by("round", "pk").first()
    assert first is not None and first.table is not None
    seats = [seat.entrant for seat in first.seats.order_by("position")]
    assert seats[0] and seats[1]
    url = _url(category, f"e/{seats[0].number}/")
    said = reading.words(reader, url)
    assert f"Next match Table {first.table}" in said and seats[1].name in said
    makers.result(first, 250, 180)
    said = reading.words(reader, url)
    assert said.index("Played") < said.index("250") < said.index("180")
    assert f"Place 1 in group {first.group}" in said
    assert "by points: 2 to 0." in said


def test_after_the_last_match_nothing_is_promised(reader: Client) -> None:
    category = makers.groups(4, kind="single")
    makers.played_out(category)
    said = reading.words(reader, _url(category, "e/4/"))
    assert "Next match No match ahead" in said


def test_after_the_final_a_page_says_how_it_ended_and_promises_no_draw(reader: Client) -> None:
    category = makers.played_event(8)
    assert "Result Champion No match ahead" in reading.words(reader, _url(category, "e/1/"))
    ends = [reading.words(reader, _url(category, f"e/{number}/")) for number in range(1, 9)]
    assert sum("in the end" in each for each in ends) == 3, "four prizes, one of them the champion's"
    assert not any("Nothing to do until the next draw" in each for each in ends)


def test_before_the_draw_an_entrants_page_says_what_will_stand_there(reader: Client) -> None:
    category = makers.category()
    makers.entrants(category, 1)
    assert "After the draw, table and opponent stand here." in reading.words(reader, _url(category, "e/1/"))


def test_every_line_of_the_list_leads_to_a_page_that_is_there(reader: Client) -> None:
    category = makers.groups(4, kind="single")
    numbers = reading.entrants_in(reading.page(reader, _url(category)))
    assert numbers == [1, 2, 3, 4]
    for number in numbers:
        assert reader.get(_url(category, f"e/{number}/")).status_code == 200


def test_both_pages_cost_the_same_for_few_and_many(reader: Client) -> None:
    category = makers.groups(8)
    assert_budget(reader, _url(category), "live:entrants")
    assert_budget(reader, _url(category, "e/1/"), "live:entrant")

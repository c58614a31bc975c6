"""Groups and standings: places, reasons, who goes on; sorted each on its own; drafts are nowhere."""

import re

import pytest
from django.test import Client

from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.models import Category, GroupPlace, Match
from tests import makers
from tests.live import reading
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def _url(category: Category, page: str = "groups/") -> str:
    return f"/{category.tournament.slug}/{category.slug}/{page}"


def _table(html: str, label: str) -> list[int]:
    return reading.entrants_in(reading.part(html, f"group-{label}"))


def test_each_table_stands_in_its_order_with_those_who_go_on_marked(reader: Client) -> None:
    category = makers.groups(8)
    makers.played_out(category)
    html = reading.page(reader, _url(category))
    for label in ("A", "B"):
        numbers = _table(html, label)
        drawn = GroupPlace.objects.filter(group__label=label).values_list("entrant__number", flat=True)
        assert numbers == sorted(drawn)
        assert reading.part(html, f"group-{label}").count("goes-on") == 2


def test_each_place_tells_its_reason_without_script(reader: Client) -> None:
    """Four sides, the lower number always wins: six, four, two and no points."""
    category = makers.groups(4, kind="single")
    makers.played_out(category)
    names = {entrant.number: entrant.name for entrant in category.entrants.all()}
    html = reading.page(reader, _url(category))
    second = reading.text(re.findall(r'<details class="reason".*?</details>', html, re.DOTALL)[1])
    assert f"Behind {names[1]} by points: 4 to 6." in second
    assert f"Ahead of {names[3]} by points: 4 to 2." in second
    assert re.findall(r'<a href="/m/\w+/">', html)


def test_a_tie_on_points_is_parted_by_the_next_criterion_and_says_so(reader: Client) -> None:
    """1 and 2 both win twice and tie between them: equal points, games and each other; the difference parts them."""
    category = makers.groups(3, kind="single")
    names = {entrant.number: entrant.name for entrant in category.entrants.all()}

    def points(match: Match) -> tuple[int, ...]:
        numbers = [seat.entrant.number for seat in match.seats.order_by("position") if seat.entrant]
        if 3 in numbers:
            return tuple({1: 230, 2: 210, 3: 200}[number] for number in numbers)
        return 190, 190

    makers.played_out(category, points=points)
    said = reading.words(reader, _url(category))
    assert f"Ahead of {names[2]} by point difference: 30 to 10." in said
    assert "1–1–0" in said


def test_the_order_of_the_criteria_stands_below_each_table(reader: Client) -> None:
    said = reading.words(reader, _url(makers.groups(4, kind="single")))
    assert (
        "Order: points, games won, result among the tied, point difference, points for, instant wins, lot."
        in said
    )


def test_sorting_one_table_leaves_the_others(reader: Client) -> None:
    """PUB-13: two tables on one page shared the sort setting."""
    category = makers.groups(8)
    makers.played_out(category)
    plain = reading.page(reader, _url(category))
    html = reading.page(reader, _url(category), **{"a-sort": "-place"})
    assert _table(html, "A") == list(reversed(_table(plain, "A")))
    assert _table(html, "B") == _table(plain, "B")
    assert 'href="?b-sort=-place"' not in html and "a-sort=-place&amp;b-sort" in html


def test_one_group_can_be_sent_as_an_address(reader: Client) -> None:
    """PUB-11: the address of a group opens the same view; one that is not there shows all, not an error."""
    category = makers.groups(8)
    html = reading.page(reader, _url(category), group="b")
    assert 'id="group-B"' in html and 'id="group-A"' not in html
    html = reading.page(reader, _url(category), group="Z")
    assert 'id="group-B"' in html and 'id="group-A"' in html


def test_a_draft_is_seen_nowhere(reader: Client) -> None:
    """PUB-05: not on the page, not in the data address, not in totals, for nobody."""
    category = makers.category(kind="single")
    makers.entrants(category, 8)
    stage = makers.drawn(category, released=False)
    token = stage.matches.order_by("pk").first().token
    organizer = Client(headers={"accept-language": "en"})
    organizer.force_login(makers.organizer_of(category.tournament))
    for one in (reader, organizer):
        assert "Not drawn yet: Groups" in reading.words(one, _url(category))
        assert "No match is drawn yet" in reading.words(one, _url(category, "matches/"))
        assert "Not drawn yet" in reading.words(one, _url(category, "e/1/"))
        assert "0 of" not in reading.words(one, f"/{category.tournament.slug}/")
        assert one.get(f"/m/{token}/").status_code == 404
        assert one.get(f"/api/m/{token}.cacho").status_code == 404
        assert "A" not in one.get(_url(category), {"format": "csv"}).content.decode().splitlines()[1:]


def test_the_draft_of_the_knockout_hides_while_the_groups_stay(reader: Client) -> None:
    category = makers.groups(8)
    makers.played_out(category)
    drafted = makers.drawn(category, order=2, released=False)
    assert "Not drawn yet: Knock-out" in reading.words(reader, _url(category, "bracket/"))
    html = reading.page(reader, _url(category, "matches/"))
    assert not any(token in html for token in drafted.matches.values_list("token", flat=True))
    assert "Groups: finished. The draw comes next: Knock-out." in reading.words(
        reader, f"/{category.tournament.slug}/"
    )


def test_a_walkover_is_a_word_and_never_points(reader: Client) -> None:
    category = makers.groups(4, kind="single")
    match = Match.objects.filter(stage__category=category).order_by("pk").first()
    assert match is not None
    results.walkover(match=match, by=makers.organizer_of(category.tournament), absent=[2])
    card = re.search(
        rf'<a class="bracket-match[^>]*href="/m/{match.token}/".*?</a>',
        reading.page(reader, _url(category)),
        re.DOTALL,
    )
    assert card
    assert "walkover" in reading.text(card[0])
    assert not re.search(r'bracket-score">\d', card[0])


def test_the_file_has_every_line_of_every_table(reader: Client) -> None:
    category = makers.groups(8)
    makers.played_out(category)
    answer = reader.get(_url(category), {"format": "csv"})
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0] == (
        "Group,Place,No.,Entrant,Club,Played,points,games won,result among the tied,point difference,points for,"
        "instant wins,State"
    )
    assert len(lines) == 9
    assert lines[1].startswith("A,1,") and ",3,6,3," in lines[1]


def test_names_from_outside_are_text(reader: Client) -> None:
    category = makers.groups(4, kind="single")
    category.entrants.filter(number=1).update(name="<script>alert(1)</script>")
    assert "<script>alert" not in reading.page(reader, _url(category))
    assert "<script>alert(1)</script>" in reading.words(reader, _url(category))


def test_the_page_costs_the_same_for_two_groups_and_for_four(reader: Client) -> None:
    category = makers.groups(8)
    assert_budget(reader, _url(category), "live:groups")
    more = makers.groups(16, kind="single")
    makers.played_out(more)
    assert_budget(reader, _url(more), "live:groups")

"""Every stage of a category has its page: leagues, rounds, final tables, double eliminations, second chances."""

import re

import pytest
from django.test import Client

from cacho_tournaments.competition.actions import arriving, leaving, merging, results, rounds
from cacho_tournaments.competition.models import Category, Match
from tests import makers
from tests.live import reading
from tests.web.budget import assert_budget

pytestmark = pytest.mark.django_db


def _url(category: Category, page: str = "groups/") -> str:
    return f"/{category.tournament.slug}/{category.slug}/{page}"


def _by_rounds(plan: str, number: int, played: int, **fields: str) -> Category:
    """Make a category of rounds with so many entrants, so many rounds of it drawn and played."""
    category = makers.category(kind="single", plan=plan, **fields)
    makers.entrants(category, number)
    for _round in range(played):
        makers.drawn(category)
        makers.played_out(category)
    return category


def test_the_pages_of_a_category_are_called_after_its_stages(reader: Client) -> None:
    """Those to come are told apart by a word; an address leads to each."""
    category = _by_rounds("swiss", 9, 1)
    nav = re.search(r'<nav class="site-nav".*?</nav>', reading.page(reader, _url(category)), re.DOTALL)
    assert nav
    assert reading.text(nav[0]) == "Start Swiss rounds Knock-out to come Matches Entrants Rules"
    assert f'href="{_url(category)}" aria-current="page"' in nav[0]
    assert "Not drawn yet: Knock-out" in reading.words(reader, _url(category, "bracket/"))


def test_two_stages_of_one_kind_each_have_an_address(reader: Client) -> None:
    """PUB-11: the number of the stage is in the address; one that is not there shows the latest."""
    category = _by_rounds("tables", 8, 4)
    makers.drawn(category, order=2)
    said = reading.page(reader, _url(category))
    assert "<h1>Final table</h1>" in said
    assert "<h1>Rounds at tables</h1>" in reading.page(reader, _url(category), stage="1")
    assert "<h1>Final table</h1>" in reading.page(reader, _url(category), stage="7")
    assert f'href="{_url(category)}?stage=1"' in said and f'href="{_url(category)}?stage=2"' in said


def test_a_league_has_one_table_that_is_no_group(reader: Client) -> None:
    category = makers.category(kind="single", plan="league")
    makers.entrants(category, 4)
    makers.drawn(category)
    makers.played_out(category)
    html = reading.page(reader, _url(category))
    assert reading.entrants_in(reading.part(html, "group-all")) == [1, 2, 3, 4]
    assert "Group A" not in reading.text(html)
    assert "All against all: place 1" in reading.words(reader, _url(category, "e/1/"))
    first = reader.get(_url(category), {"format": "csv"}).content.decode("utf-8-sig").splitlines()[0]
    assert first.startswith("Place,No.,Entrant,Club,Played,points")


def test_a_total_says_what_a_free_round_brought(reader: Client) -> None:
    """STA-09: three entrants, so one sits out each round, with two points for it."""
    category = _by_rounds("swiss", 3, 1)
    free = makers.stage(category).byes.get()
    html = reading.page(reader, _url(category))
    row = next(part for part in html.split("<tr") if f"/e/{free.entrant.number}/" in part)
    assert "1 free round: +2" in reading.text(row)
    assert "Points: 2, of them 0 from 0 matches and 2 from 1 round not played." in reading.text(row)
    assert "Round 1 free round" in reading.text(row)


def test_a_round_not_played_and_one_lost_without_points_look_different(reader: Client) -> None:
    """STA-15: on screen and in the file."""
    category = _by_rounds("swiss", 5, 1)
    by = makers.organizer_of(category.tournament)
    away = category.entrants.get(number=5)
    rounds.ask_away(stage=makers.stage(category), by=by, number=2, entrants=[away])
    assert f"Away in round 2: {away.name}" in reading.words(reader, _url(category))
    makers.drawn(category)
    makers.played_out(category, points=lambda match: (0, 1))
    file = reader.get(_url(category), {"format": "csv"}).content.decode("utf-8-sig").splitlines()
    ends = {line.split(",")[1]: line.split(",")[-3] for line in file[1:]}
    assert file[0].endswith("Round 1,Round 2,Points from rounds not played,State")
    assert ends["5"] == "absent"
    assert sorted(ends.values()) == ["absent", "lost", "lost", "won", "won"]
    said = reading.words(reader, _url(category))
    assert "missed 1 round: +0" in said and "Round 2 lost" in said and "Round 2 absent" in said


def test_who_came_late_and_who_left_are_marked(reader: Client) -> None:
    category = _by_rounds("swiss", 6, 1)
    by = makers.organizer_of(category.tournament)
    arriving.enter_late(category=category, by=by, players=[makers.player(by)], stage=makers.stage(category))
    leaving.withdraw(entrant=category.entrants.get(number=6), by=by, reason="ill")
    makers.drawn(category)
    html = reading.page(reader, _url(category))
    rows = {number: part for number in (6, 7) for part in html.split("<tr") if f'/e/{number}/">' in part}
    assert "withdrawn" in reading.text(rows[6])
    assert "since round 2" in reading.text(rows[7])


def test_the_rounds_stand_below_the_table_the_current_one_first(reader: Client) -> None:
    """PUB-11: a round has its own address; one that is not there shows the nearest."""
    category = _by_rounds("swiss", 5, 2)
    html = reading.page(reader, _url(category))
    assert re.findall(r'id="round-(\d)"( open)?', html) == [("2", " open"), ("1", "")]
    assert html.index('id="group-all"') < html.index('id="round-2"')
    free = makers.stage(category).byes.get(round=1)
    first = reading.page(reader, _url(category), round="1")
    assert free.entrant.name in reading.text(reading.part(first, "round-1"))
    assert 'id="group-all"' not in first and 'id="round-2"' not in first
    assert 'id="round-2"' in reading.page(reader, _url(category), round="99")


def test_of_many_matches_only_the_last_round_stands_below_the_table(reader: Client) -> None:
    """300 pairs after seven rounds were a page of 1.4 MB; each round before has an address of its own."""
    category = _by_rounds("swiss", 102, 4)
    html = reading.page(reader, _url(category))
    assert re.findall(r'id="round-(\d)"( open)?', html) == [("4", " open")]
    assert re.findall(r'<p class="round-of-stage"><a href="\?round=(\d)">', html) == ["3", "2", "1"]
    first = reading.page(reader, _url(category), round="1")
    assert re.findall(r'id="round-(\d)"( open)?', first) == [("1", " open")]


def test_the_reason_of_a_place_by_buchholz_has_its_figures_and_matches(reader: Client) -> None:
    category = _by_rounds("swiss", 8, 3)
    html = reading.page(reader, _url(category))
    reasons = [
        reading.text(each) for each in re.findall(r'<details class="reason".*?</details>', html, re.DOTALL)
    ]
    by_buchholz = [each for each in reasons if "Buchholz" in each and "Matches behind it:" in each]
    assert by_buchholz


def test_tables_of_four_show_places_and_how_often_each_has_played(reader: Client) -> None:
    category = _by_rounds("tables", 8, 1)
    html = reading.page(reader, _url(category))
    assert '<th class="num" title="Played"' in html or 'title="Played"' in html
    assert "W–L" not in reading.text(html)
    assert html.count('class="place-mark is-first"') == 2
    assert "Round 1 place 1" in reading.text(html)


def test_a_double_elimination_has_three_trees_and_a_second_final_where_it_is_needed(reader: Client) -> None:
    category = makers.category(kind="single", plan="double-elimination")
    makers.entrants(category, 4)
    makers.drawn(category)
    html = reading.page(reader, _url(category, "bracket/"))
    assert re.findall(r'class="bracket-part" id="part-(\w+)"', html) == ["winners", "losers", "finals"]
    assert "second final" not in html.lower()
    stage = makers.stage(category)
    while ready := stage.matches.filter(state="ready", bracket__in=("winners", "losers")).first():
        makers.result(ready, *makers.better_number_wins(ready))
    final = stage.matches.get(bracket="final")
    makers.result(final, 100, 200)
    said = reading.words(reader, _url(category, "bracket/"))
    assert "Second final" in said and "Champion" not in said
    assert "Champion" not in reading.words(reader, f"/{category.tournament.slug}/")
    second = stage.matches.get(code="F2")
    makers.result(second, 100, 200)
    winner = second.seats.get(position=2).entrant
    assert winner
    assert f"Champion {winner.name}" in reading.words(reader, _url(category, "bracket/"))
    assert f"Champion {winner.name}" in reading.words(reader, f"/{category.tournament.slug}/")
    only = reading.page(reader, _url(category, "bracket/"), bracket="losers")
    assert re.findall(r'<section class="bracket-round" id="([\w-]+)-round-', only)[0] == "losers"
    assert 'id="part-winners"' not in only


def test_a_consolation_stands_below_the_knock_out(reader: Client) -> None:
    category = makers.category(kind="single", plan="relampago")
    makers.entrants(category, 8)
    makers.drawn(category)
    html = reading.page(reader, _url(category, "bracket/"))
    assert re.findall(r'class="bracket-part" id="part-(\w+)"', html) == ["winners", "consolation"]
    assert "loser of CF-1" in reading.text(html)


def test_the_first_of_a_final_table_is_the_champion(reader: Client) -> None:
    category = _by_rounds("tables", 8, 4)
    makers.drawn(category, order=2)
    assert "Final table: round 1 is being played." in reading.words(reader, f"/{category.tournament.slug}/")
    makers.played_out(category, order=2)
    names = {entrant.number: entrant.name for entrant in category.entrants.all()}
    match = Match.objects.get(stage=makers.stage(category, 2))
    first = min(seat.entrant.number for seat in match.seats.all() if seat.entrant)
    assert f"Champion {names[first]}" in reading.words(reader, f"/{category.tournament.slug}/")
    assert "Champion" in reading.words(reader, _url(category, f"e/{first}/"))


def test_a_final_table_at_which_nobody_was_has_no_champion(reader: Client) -> None:
    """PAI-15: the lot that orders equal sides hands out no prize."""
    category = _by_rounds("tables", 8, 4)
    makers.drawn(category, order=2)
    match = Match.objects.select_related("stage__category__tournament").get(stage=makers.stage(category, 2))
    seats = [seat.position for seat in match.seats.all()]
    results.walkover(match=match, by=makers.organizer_of(category.tournament), absent=seats)
    assert "all absent" in reading.words(reader, f"/m/{match.token}/").lower()
    assert "all absent" in reading.words(reader, _url(category, "matches/"))
    assert "Champion " not in reading.words(reader, f"/{category.tournament.slug}/")


def test_a_draw_has_its_seed_and_the_way_to_the_sorteo(reader: Client) -> None:
    category = _by_rounds("swiss", 6, 1)
    html = reading.page(reader, _url(category))
    assert "Seed of the draw: 7." in reading.text(html)
    address = f"/{category.tournament.slug}/{category.slug}/sorteo/1/?round=1"
    assert f'href="{address}"' in html
    assert reader.get(address).status_code == 200


def test_the_page_of_rounds_costs_the_same_for_few_and_for_many(reader: Client) -> None:
    assert_budget(reader, _url(_by_rounds("swiss", 6, 1)), "live:groups swiss")
    assert_budget(reader, _url(_by_rounds("swiss", 13, 3)), "live:groups swiss")


def test_a_substitute_is_named_on_the_page_of_the_pair_and_why_is_not(reader: Client) -> None:
    """STA-07: what the pair has won stays the pair's; the reason stands in the organizers' log alone."""
    category = makers.groups(4)
    by = makers.organizer_of(category.tournament)
    entrant = category.entrants.get(number=1)
    leaves = entrant.members.select_related("player")[0].player
    comes = makers.player(by, name="Zulma Nueva")
    arriving.substitute(entrant=entrant, by=by, leaves=leaves, comes=comes, reason="broke a leg")
    said = reading.words(reader, _url(category, "e/1/"))
    assert f"Zulma Nueva plays instead of {leaves.name}" in said
    assert "broke a leg" not in said


def test_the_number_of_who_was_found_to_be_somebody_else_leads_to_that_one(reader: Client) -> None:
    category = makers.category(kind="single")
    kept, other = makers.entrants(category, 2)
    by = makers.organizer_of(category.tournament)
    merging.merge(keep=kept, other=other, by=by, reason="the same person")
    answer = reader.get(_url(category, "e/2/"))
    assert answer.status_code == 302 and answer["Location"] == _url(category, "e/1/")


def test_rounds_of_two_stages_are_told_apart_in_the_list_of_matches(reader: Client) -> None:
    category = _by_rounds("tables", 8, 4)
    makers.drawn(category, order=2)
    html = reading.page(reader, _url(category, "matches/"))
    assert "Rounds at tables, round 1" in html and "Final table, round 1" in html
    assert ">round 2<" in html

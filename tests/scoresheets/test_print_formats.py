"""Paper of every format: one table of a league or of rounds, a round to hang up, trees of a double elimination."""

import pytest
from django.test import Client

from cacho_tournaments.competition.actions import entries, rounds
from cacho_tournaments.competition.models import Category
from tests import makers
from tests.scoresheets.paper import LONG, got, pages, rightmost, told, words

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.print]
PAPERS = {"a4": (210, 297, 12), "letter": (216, 279, 14), "oficio": (216, 330, 14)}


def _where(category: Category) -> tuple[str, str]:
    return category.tournament.slug, category.slug


def _long_names(category: Category, number: int) -> None:
    by = makers.organizer_of(category.tournament)
    for at in range(number):
        player = makers.player(by, name=f"{LONG} {at}", club=makers.club(by, f"Club {LONG} {at}"))
        entries.enter(category=category, by=by, players=[player], state="checked-in")


def _rounds(plan: str, number: int, played: int) -> Category:
    category = makers.category(kind="single", plan=plan)
    makers.entrants(category, number)
    for _round in range(played):
        makers.drawn(category)
        makers.played_out(category)
    return category


def test_rounds_print_one_table_with_its_criteria_below_it_in_their_order(client: Client) -> None:
    """STA-11: the criteria are printed under the table in the order in which they are applied."""
    category = _rounds("swiss", 6, 2)
    text = told(got(client, "standings", *_where(category)))
    assert "Swiss rounds" in text and "Group" not in text
    assert "Order: points, Buchholz, lowest left out, Buchholz, games won" in text


def test_a_round_lost_one_sat_out_and_one_missed_have_signs_of_their_own_on_paper(client: Client) -> None:
    """STA-15; the signs that were used are told below the table. STA-09: what a free round brought stands there."""
    category = _rounds("swiss", 5, 1)
    by = makers.organizer_of(category.tournament)
    away = category.entrants.get(number=4)
    rounds.ask_away(stage=makers.stage(category), by=by, number=2, entrants=[away])
    makers.drawn(category)
    makers.played_out(category, points=lambda match: (0, 1))
    text = told(got(client, "standings", *_where(category)))
    assert "L = lost; free = free round; abs. = absent" in text
    assert " abs. · " in text and "free L" in text
    assert "1 free round: +2" in text and "missed 1 round: +0" in text


def test_the_latest_stage_is_printed_unless_another_is_asked_for(client: Client) -> None:
    category = _rounds("tables", 8, 4)
    makers.drawn(category, order=2)
    assert "Final table" in told(got(client, "standings", *_where(category)))
    assert "Rounds at tables" in told(got(client, "standings", *_where(category), stage="1"))


def test_a_round_to_hang_up_names_tables_sides_and_who_sits_out(client: Client) -> None:
    category = _rounds("swiss", 5, 0)
    makers.drawn(category)
    stage = makers.stage(category)
    text = told(got(client, "pairings", *_where(category), 1, 1))
    assert "Swiss rounds, round 1 of 5" in text
    assert all(entrant.name in text for entrant in category.entrants.all())
    assert f"Free round: {stage.byes.get().entrant.name}" in text
    assert client.get(f"/print/{'/'.join(_where(category))}/stage/1/round/2/pairings.pdf").status_code == 404


@pytest.mark.parametrize("paper", PAPERS)
def test_the_longest_names_stay_on_the_paper_in_every_format(client: Client, paper: str) -> None:
    """PRT-07, PRT-15: tables with many criteria, rounds at tables, brackets of two trees, on every paper."""
    width, height, margin = PAPERS[paper]
    made = {}
    for plan in ("swiss", "tables", "double-elimination", "relampago"):
        category = makers.category(kind="single", plan=plan)
        _long_names(category, 9)
        makers.drawn(category)
        makers.played_out(category)
        pdfs = ["bracket"] if plan in ("double-elimination", "relampago") else ["standings", "groups"]
        made |= {(plan, each): got(client, each, *_where(category), paper=paper) for each in pdfs}
        if "groups" in pdfs:
            made[plan, "round"] = got(client, "pairings", *_where(category), 1, 1, paper=paper)
    for name, pdf in made.items():
        assert set(pages(pdf)) == {(width, height)}, name
        assert rightmost(pdf) <= width - margin, name


def test_a_double_elimination_prints_its_trees_and_a_consolation_stands_below(client: Client) -> None:
    category = makers.category(kind="single", plan="double-elimination")
    makers.entrants(category, 6)
    makers.drawn(category)
    text = told(got(client, "bracket", *_where(category)))
    assert text.index("Winners") < text.index("Losers") < text.index("Final")
    assert "loser of G3-1 winner of P3-1" in text and "F2" not in text
    other = makers.category(kind="single", plan="relampago")
    makers.entrants(other, 8)
    makers.drawn(other)
    text = told(got(client, "bracket", *_where(other)))
    assert text.index("Main bracket") < text.index("Consolation")


def test_a_long_table_begins_on_the_first_page_and_its_head_is_on_each(client: Client) -> None:
    """PRT-01, PRT-19: forty rows take two pages; none is lost."""
    category = _rounds("swiss", 40, 1)
    pdf = got(client, "standings", *_where(category))
    text = words(pdf)
    first = text.split("\f")[0]
    assert len(pages(pdf)) >= 2
    assert text.count("BH−1") == len(pages(pdf))
    assert sum(entrant.name in first for entrant in category.entrants.all()) > 12
    assert all(entrant.name in text for entrant in category.entrants.all())


def test_a_long_league_begins_under_its_head(client: Client) -> None:
    """Its table and matches are together more than a page: the first page must not be the head alone."""
    category = makers.category(kind="single", plan="league")
    _long_names(category, 9)
    makers.drawn(category)
    makers.played_out(category)
    first = words(got(client, "groups", *_where(category))).split("\f")[0]
    assert first.count("Fernández de Córdova") > 4

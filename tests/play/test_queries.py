"""What the pages read: the match whole, the tables of a referee or a tablet, in a constant number of queries."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cacho_tournaments.competition.actions import results, timetable
from cacho_tournaments.competition.models import Match
from cacho_tournaments.play import queries
from tests import makers
from tests.play import scene

pytestmark = pytest.mark.django_db


def test_a_match_not_begun_shows_blank_sheets_and_who_opens() -> None:
    match = scene.ready()
    page = queries.match_page(match.token)
    assert page.is_open and page.current == 1 and page.result is None and page.is_public
    (game,) = page.games
    assert (game.sequence, game.to_move, game.over, game.log, game.totals) == (0, 1, False, (), (0, 0))
    assert [len(sheet.cells) for sheet in game.sheets] == [11, 11]
    assert game.form is not None and game.form["to_move"] == 1
    assert [side.name for side in page.sides] == [
        seat.entrant.name for seat in match.seats.select_related("entrant") if seat.entrant
    ]
    assert not game.has_turns


def test_a_waiting_match_shows_its_open_seats_and_no_game() -> None:
    match = scene.ready(4, plan="knockout")
    waiting = match.stage.matches.filter(state="waiting").first()
    assert waiting is not None
    page = queries.match_page(waiting.token)
    assert not page.is_open and page.games == () and page.shown is None
    assert [(side.number, side.name) for side in page.sides] == [(None, ""), (None, "")]


def test_a_match_of_a_draft_is_not_public_and_takes_nothing() -> None:
    category = makers.category(kind="single")
    makers.entrants(category, 4)
    match = makers.drawn(category, released=False).matches.first()
    assert match is not None
    page = queries.match_page(match.token)
    assert not page.is_public and not page.is_open


def test_an_unknown_token_is_no_match() -> None:
    with pytest.raises(Match.DoesNotExist):
        queries.match_page("nothing")


def test_a_finished_match_shows_its_last_game() -> None:
    match = scene.final(best_of=3)
    by = scene.referee_of(match)
    for number, line in ((1, "1 dormida"), (2, "2 dormida"), (3, "1 dormida")):
        scene.append(match, scene.sent(line, 0, number=number), by=by)
    page = queries.match_page(match.token)
    assert page.current is None and page.shown is not None and page.shown.number == 3
    assert [side.games_won for side in page.sides] == [2, 1]
    assert [game.winners for game in page.games] == [(1,), (2,), (1,)]


def test_the_games_alone_are_the_games_of_the_page() -> None:
    match = scene.ready()
    scene.append(match, *scene.batch(["1 =E 20", "2 =6 12"]), by=scene.referee_of(match))
    assert queries.game_states(scene.anew(match)) == queries.match_page(match.token).games


def test_the_score_table_is_that_of_the_games_frozen_rules() -> None:
    match = scene.ready()
    page = queries.match_page(match.token)
    assert page.shown is not None
    table = queries.score_table(page.shown)
    assert len(table["dice"]) == 252 and table["throws"] == 2


def test_a_match_costs_the_same_queries_whatever_was_played() -> None:
    match = scene.final(best_of=3)
    by = scene.referee_of(match)

    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            queries.match_page(match.token)
        return len(captured)

    scene.append(match, scene.sent("1 =1 1", 0), by=by)
    begun = cost()
    scene.append(match, *scene.batch(["2 =1 1", "1 dormida"], base=1), scene.sent("9 x", 0, number=2), by=by)
    scene.append(match, *scene.batch(["2 =1 1", "1 =2 2", "2 dormida"], number=2), by=by)
    assert cost() == begun <= 9


def test_a_referee_sees_the_open_matches_of_the_events_with_a_post() -> None:
    match = scene.ready(4)
    scene.ready(4)
    by = scene.referee_of(match)
    cards = queries.referee_tables(user=by)
    tokens = {one.token for card in cards for one in card.matches}
    assert tokens == set(match.stage.matches.filter(state="ready").values_list("token", flat=True))
    assert {card.tournament_slug for card in cards} == {match.stage.category.tournament.slug}
    assert [card.number for card in cards] == sorted(card.number for card in cards)
    assert queries.referee_tables(user=makers.user()) == () == queries.referee_tables()


def test_what_is_being_played_comes_before_what_comes_next() -> None:
    match = scene.ready(4)
    event = match.stage.category.tournament
    by = scene.referee_of(match)
    last = match.stage.matches.order_by("-round", "-pk").first()
    assert last is not None and match.table is not None
    timetable.place(match=last, by=makers.organizer_of(event), table=match.table)
    scene.append(last, scene.sent("1 =E 20", 0), by=by)
    card = next(card for card in queries.referee_tables(user=by) if card.number == match.table.number)
    assert card.now is not None and (card.now.token, card.now.is_playing) == (last.token, True)
    assert card.next is not None and not card.next.is_playing


def test_a_match_given_to_a_referee_is_called_theirs() -> None:
    """ADM-11."""
    match = scene.ready(4)
    by = scene.referee_of(match)
    timetable.place(match=match, by=makers.organizer_of(match.stage.category.tournament), referee=by)
    mine = [one.token for card in queries.referee_tables(user=by) for one in card.matches if one.is_mine]
    assert mine == [match.token]


def test_a_tablet_sees_its_own_tables_alone() -> None:
    match = scene.ready(8)
    tablet = scene.tablet_of(match)
    (card,) = queries.referee_tables(device=tablet)
    assert match.table is not None and card.number == match.table.number
    assert match.token in {one.token for one in card.matches}


def test_a_finished_match_leaves_the_list_and_a_search_finds_by_name() -> None:
    match = scene.ready(4)
    by = scene.referee_of(match)
    seat = match.seats.select_related("entrant").first()
    assert seat is not None and seat.entrant is not None
    found = queries.referee_tables(user=by, search=seat.entrant.name.upper())
    assert found and all(seat.entrant.name in one.names for card in found for one in card.matches)
    results.walkover(match=match, by=by, absent=[1])
    assert match.token not in {one.token for card in queries.referee_tables(user=by) for one in card.matches}


def test_the_list_of_tables_costs_the_same_for_few_and_many_matches() -> None:
    def cost(entrants: int) -> int:
        by = scene.referee_of(scene.ready(entrants))
        with CaptureQueriesContext(connection) as captured:
            queries.referee_tables(user=by)
        return len(captured)

    assert cost(4) == cost(16) <= 3

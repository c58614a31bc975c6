"""Chicas make a match: two won, or the first one by a zapatería (rules 1 and 4.4)."""

import pytest

from cacho_tournaments.games.base import MatchRule
from tests.games.chica import CUARENTA, PAIRS, played

TWO_CHICAS = MatchRule(best_of=3)


def chica(one: int, two: int, **options):
    """Return a finished chica that ends with these scores, won by whoever is at forty."""
    winner = 1 if one >= 40 else 2
    start = {1: min(one, 38), 2: min(two, 38)}
    return played(f"1 hand, {winner} caida", start=start, **options).status


def folded(*chicas, rule=TWO_CHICAS, **options):
    return CUARENTA.match(chicas, sides=2, rule=rule, options=CUARENTA.resolve(None, options))


def test_a_final_of_three_chicas():
    """40-12, 14-40, 40-26: 2-1."""
    outcome = folded(chica(40, 12), chica(14, 40), chica(40, 26))

    assert (outcome.over, outcome.places, outcome.games_won) == (True, (1, 2), (2, 1))
    assert (outcome.points, outcome.shutouts, outcome.out) == ((94, 78), (0, 0), ())
    assert outcome.next_game is None


def test_two_chicas_won_end_the_match():
    outcome = folded(chica(20, 40), chica(8, 40))

    assert (outcome.over, outcome.places, outcome.games_won) == (True, (2, 1), (0, 2))
    assert outcome.shutouts == (0, 1)
    assert outcome.out == ()


@pytest.mark.parametrize(
    ("first", "over"),
    [((40, 8), True), ((40, 10), False), ((8, 40), True), ((0, 40), True)],
)
def test_a_zapateria_in_the_first_chica_ends_the_match(first, over):
    outcome = folded(chica(*first))

    assert outcome.over is over
    assert outcome.next_game == (None if over else 2)
    if over:
        assert outcome.places == ((1, 2) if first[0] == 40 else (2, 1))
        assert sum(outcome.games_won) == sum(outcome.shutouts) == 1


def test_a_zapateria_in_a_later_chica_is_a_chica_like_any_other():
    outcome = folded(chica(40, 12), chica(8, 40))

    assert (outcome.over, outcome.next_game, outcome.games_won) == (False, 3, (1, 1))
    assert outcome.shutouts == (0, 1)


@pytest.mark.parametrize(("zapatero", "out"), [("match", ()), ("tournament", (2,))])
def test_the_option_puts_the_side_out_of_the_event(zapatero, out):
    assert folded(chica(40, 8), zapatero=zapatero).out == out
    assert folded(chica(40, 12), chica(40, 8), zapatero=zapatero).out == ()
    assert folded(chica(8, 40), rule=MatchRule(), zapatero="tournament").out == (1,)


def test_a_chica_won_by_one_event_makes_no_zapatero():
    """Rule 4.3."""
    status = played("1 hand, 1 doble-ronda", "a-todo-rigor").status

    outcome = CUARENTA.match([status], sides=2, rule=TWO_CHICAS, options=CUARENTA.resolve("a-todo-rigor"))

    assert (outcome.over, outcome.games_won, outcome.shutouts) == (False, (1, 0), (0, 0))
    assert outcome.instant == (True, False)


def test_points_are_capped_at_40_a_chica_and_count_while_it_is_played():
    """At 36 a count of 22 cards makes 44."""
    raw = played("1 hand, 1 deal, 1 count 22 18", players=PAIRS, start={1: 36, 2: 20}).status
    begun = played("1 hand, 2 caida").status
    assert raw.totals == (44, 20)

    outcome = folded(raw, begun)

    assert (outcome.points, outcome.over, outcome.next_game) == ((40, 22), False, 2)


def test_a_match_that_has_not_begun_is_open():
    outcome = folded()

    assert (outcome.over, outcome.places, outcome.next_game, outcome.out) == (False, (1, 1), 1, ())


def test_a_match_may_be_one_chica():
    assert folded(chica(40, 20), rule=MatchRule()).places == (1, 2)
    assert folded(chica(40, 20), rule=MatchRule()).over

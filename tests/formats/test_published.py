"""Rounds against what others published or reported, where no test of a single rule says it (FORMATS.md, chapters 10
and 11)."""

from itertools import combinations
from random import Random

import pytest

from cacho_tournaments.formats import designs, swiss, tables
from cacho_tournaments.formats.base import Bye, Entrant, Match
from cacho_tournaments.formats.errors import NoValidDraw
from tests.formats.swiss_history import RESULTS, codes, drawn, history, pairs, seeded
from tests.formats.table_rounds import field, met, stage


def played_on(count: int, rounds: int, seed: int) -> tuple[list[Match], list[swiss.RoundDraw]]:
    """Draw and play rounds in which anybody may win."""
    rng = Random(seed)
    matches: list[Match] = []
    draws = []
    for number in range(1, rounds + 1):
        draw = swiss.draw(seeded(count), matches, [], round=number, seed=seed)
        draws.append(draw)
        matches += [Match(one.id, one.seats, RESULTS[rng.choice("<>")], number) for one in draw.matches]
    return matches, draws


# -- Swiss rounds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_of_sixteen_every_pool_of_round_three_is_paired_inside_without_a_repeat(seed):
    """ValveSoftware/counter-strike_rules_and_regs pull 26: among the eight with one win each, highest against lowest
    meets a repeat in some events. Each of the eight met two at most, so a round inside the pool always exists."""
    _, (_, _, third, fourth, fifth) = played_on(16, 5, seed)
    before, _ = played_on(16, 2, seed)
    wins = {str(side): 0 for side in range(1, 17)}
    for match in before:
        wins[match.seats[match.result.places.index(1)]] += 1
    assert all(wins[one] == wins[other] for one, other in (match.seats for match in third.matches))
    for draw in (third, fourth, fifth):
        assert codes(draw) == []


def test_sixty_play_fifteen_rounds_and_nobody_meets_again():
    """bbpPairings test issue_7: sixty sides, the fifteenth round."""
    matches, draws = played_on(60, 15, 7)
    assert set(met(matches).values()) == {1}
    assert all(len(draw.matches) == 30 and draw.notes == () for draw in draws)


def test_a_bye_handed_in_twice_bars_and_counts_once():
    """phase-rs/phase issues 6349 and pull 6351: three sides, the round asked for again; the bye was credited twice."""
    matches, byes = history("1>2 3.")
    once = swiss.draw(seeded(3), matches, byes, round=2, seed=1)
    assert swiss.draw(seeded(3), matches, [*byes, *byes], round=2, seed=1) == once
    matches, byes = history("1>2 3.", "3>1 2.", "2>3 1.")
    three = swiss.draw(seeded(3), matches, [*byes, *byes], round=4, seed=1)
    assert [dict(note.facts)["byes"] for note in three.notes if note.code == "second-bye-unavoidable"] == [1]


EDGES = "0-2 1-3 1-4 1-7 2-3 2-4 2-5 2-7 3-6 3-8 3-9 4-8 4-9 6-8 7-8 7-9"


def only(names: str, allowed: str) -> list[frozenset[str]]:
    """Return who must not meet, so that nothing is left but the pairs that are allowed."""
    may = {frozenset(pair.split("-")) for pair in allowed.split()}
    return [frozenset(pair) for pair in combinations(names, 2) if frozenset(pair) not in may]


def test_a_search_that_others_never_ended_ends_and_names_the_one_pair_too_many():
    """Yorkyer/edmonds-blossom issue 5: 0 and 5 know only 2, so four pairs at most are found, and one is lacking."""
    with pytest.raises(NoValidDraw) as refused:
        drawn([Entrant(name) for name in "0123456789"], apart=only("0123456789", EDGES))
    assert refused.value.code == "apart-unmeetable"
    assert len(refused.value.facts["nearest"]) == 1


def test_two_pairs_are_found_where_the_order_of_lines_led_others_into_a_loop():
    """boostorg/graph issues 223 and 436: lines ab, ac, bd, cd."""
    found = {
        pairs(drawn([Entrant(name) for name in order], apart=only("abcd", "a-b a-c b-d c-d"), seed=seed))
        for order in ("abcd", "dcba", "bdac")
        for seed in range(5)
    }
    assert found <= {"a-b c-d", "c-d a-b", "a-c b-d", "b-d a-c"}


def test_who_left_and_a_bye_by_hand_for_it_make_no_round_of_nobody():
    """PAI-11, slashinfty/tournament-organizer issue 10: nobody meets nobody."""
    entrants = [*seeded(4), Entrant("5", seed=5, state="withdrawn", left_after_round=1)]
    draw = swiss.draw(entrants, *history("1>2 3>4 5."), round=2, seed=1, given_byes=[Bye("5", 2)])
    assert draw.byes == ()
    assert sorted(side for match in draw.matches for side in match.seats) == ["1", "2", "3", "4"]


# -- tables and designs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "rounds"), [(24, 5), (32, 6), (20, 4)])
def test_rounds_at_tables_by_lot_do_not_repeat_where_a_search_round_by_round_need_not(count, rounds):
    """Twenty have four rounds that way, 24 five, 32 six; CP-SAT finds five for 20 and 24 with all rounds at once."""
    matches = [match for one, _ in stage(field(count), rounds, mode="random") for match in one.matches]
    assert set(met(matches).values()) == {1}


@pytest.mark.parametrize("size", range(3, 7))
def test_no_design_claims_more_rounds_than_there_are_others_to_meet(size):
    """https://www.csplib.org/Problems/prob010: of 32 at tables of four, ten rounds at most."""
    assert all(designs.length(count, size) * (size - 1) <= count - 1 for count in range(1, 151))
    assert designs.length(32, 4) <= 10


def test_a_plan_for_twenty_is_refused_when_twenty_four_are_entered():
    """MahjongPantheon/pantheon issue 784: the number is checked before anything is drawn."""
    assert len(tables.draw(field(20), [], [], round=1, mode="design", seed=1).matches) == 5
    with pytest.raises(NoValidDraw) as refused:
        tables.draw(field(24), [], [], round=1, mode="design", seed=1)
    assert (refused.value.code, refused.value.facts["nearest"]) == ("no-design", 20)


@pytest.mark.parametrize("mode", ["swiss", "random"])
def test_of_eight_entered_the_four_who_play_sit_at_one_table_and_no_other_is_made(mode):
    """MahjongPantheon/pantheon issues 300 and 309: the start is allowed, and there is no ghost table."""
    draw = tables.draw(field(8), [], [], round=1, mode=mode, seed=1, absent=("2", "4", "6", "8"))
    assert [sorted(match.seats) for match in draw.matches] == [["1", "3", "5", "7"]]
    assert [(bye.entrant, bye.kind) for bye in draw.byes] == [(side, "absent") for side in "2468"]
    gone = [Entrant(str(number), state="withdrawn" if number > 4 else "in") for number in range(1, 9)]
    assert len(tables.draw(gone, [], [], round=1, mode=mode, seed=1).matches) == 1


def test_the_lowest_sit_at_the_short_tables_and_the_best_at_full_ones():
    """eVen-gits/EDH_matchmaker issue 2: pods were built from a player by lot."""
    worth = [Bye(str(number), 1, "absent", 30 - number) for number in range(1, 12)]
    draw = tables.draw(field(11), [], worth, round=2, seed=4)
    assert [sorted(match.seats, key=int) for match in draw.matches] == [
        ["1", "2", "3", "4"],
        ["5", "6", "7", "8"],
        ["9", "10", "11"],
    ]

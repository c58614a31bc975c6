"""Cuarenta's whole hands: figures become lines that lead to the same score, unless their order is hidden."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.replay import begin, replay, resume
from tests.games.chica import CUARENTA, PAIRS, SINGLES, lines_of, opening, setup, state_after

EVENTS = ("ronda", "doble-ronda", "caida", "limpia", "caida-limpia", "caida-ronda")
CAIDAS = ("caida", "caida-limpia", "caida-ronda")
LIMPIAS = ("limpia", "caida-limpia")
CAPTURES = ("caida", "limpia", "caida-limpia", "caida-ronda")


def tally(dealer, one, two, cards) -> str:
    def said(events):
        return "".join(f"{code}={times} " for code, times in events.items() if times)

    return f"{dealer} tally {said(one)}/ {said(two)}/ {cards[0]} {cards[1]}"


def refused(line, state) -> Refused:
    with pytest.raises(Refused) as refusal:
        CUARENTA.unfold(state, line)
    return refusal.value


def test_a_hand_of_single_players_unfolds_over_four_deals():
    lines = CUARENTA.unfold(opening(), "1 tally caida=3 limpia=1 / ronda=1 / 21 19")

    assert lines[0] == "1 hand"
    assert lines[-1] == "1 count 21 19"
    assert sorted(lines[1:-1]) == sorted(["1 deal"] * 3 + ["1 caida"] * 3 + ["1 limpia"] + ["2 ronda"])
    assert replay(setup(), lines).status.totals == (16, 2)


def test_a_pair_announces_by_both_players():
    lines = CUARENTA.unfold(opening(players=PAIRS), "2 tally ronda=3 / caida-ronda=3 / 17 20")

    assert lines == (
        "2 hand",
        "1 ronda p1",
        "2 caida-ronda",
        "2 deal",
        "1 ronda p1",
        "1 ronda p2",
        "2 caida-ronda",
        "2 caida-ronda",
        "2 count 17 20",
    )


@pytest.mark.parametrize("players", [SINGLES, PAIRS])
@pytest.mark.parametrize("dealer", [1, 2])
@pytest.mark.parametrize(
    "cleared", ["limpia=1", "caida-limpia=1", "caida=6 limpia=1", "caida=4 caida-limpia=2"]
)
def test_a_hand_in_which_the_table_was_cleared_raises_no_doubt_about_its_cards(cleared, dealer, players):
    """Rule 6.8: in which deal it was is not told, and the last one accounts for all forty cards."""
    lines = CUARENTA.unfold(opening(players=players), f"{dealer} tally {cleared} / / 21 19")

    assert replay(setup(players=players), lines).turns[-1].verdict.warning is None


def test_a_hand_without_events_is_a_count_alone():
    assert CUARENTA.unfold(opening(players=PAIRS), "1 tally / / 20 20") == (
        "1 hand",
        "1 deal",
        "1 count 20 20",
    )


@pytest.mark.parametrize("line", ["1 caida", "1 hand", "what", "2 penalty 2 : tally", ""])
def test_a_plain_line_stands_for_itself(line):
    assert CUARENTA.unfold(opening(), line) == (line,)


@pytest.mark.parametrize(
    ("line", "start", "side"),
    [
        ("1 tally caida=2 / / 21 19", {1: 34}, 1),
        ("1 tally / limpia=1 / 21 19", {2: 36}, 2),
        ("1 tally / / 21 19", {2: 38}, 2),
    ],
)
def test_where_a_side_could_have_passed_36_the_order_is_hidden(line, start, side):
    """Rule 4.1."""
    refusal = refused(line, opening(start=start))

    assert (refusal.code, refusal.rule, refusal.facts["side"]) == ("order-hidden", "4.1", side)


def test_36_exactly_hides_nothing_and_the_cards_may_win():
    lines = CUARENTA.unfold(opening(start={1: 34}), "1 tally caida=1 / / 21 19")

    assert replay(setup(start={1: 34}), lines).status.totals == (44, 0)


def test_an_event_that_wins_the_chica_hides_what_came_before_it():
    for event in ("doble-ronda", "caida-ronda", "tres-caidas-limpia"):
        refusal = refused(f"1 tally {event}=1 caida=2 / ronda=1 / 21 19", opening("a-todo-rigor"))
        assert refusal.code == "order-hidden"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 tally tres-caidas-limpia=1 / / 21 19", "not-in-this-style"),
        ("1 tally ronda=5 / / 21 19", "announced-already"),
        ("1 tally ronda=3 doble-ronda=2 / / 21 19", "announced-already"),
        ("1 tally caida-ronda=2 / ronda=1 / 21 19", "no-ronda-to-fall"),
        ("1 tally / caida=17 / 0 40", "too-many-caidas"),
        ("1 tally caida=4 / / 6 30", "impossible-count"),
        ("1 tally / / 25 16", "impossible-count"),
    ],
)
def test_figures_that_no_order_allows_are_refused_by_the_rule_they_break(line, code):
    assert refused(line, opening()).code == code


@pytest.mark.parametrize(
    ("before", "line", "code"),
    [
        ("1 hand", "2 tally / / 21 19", "hand-open"),
        ("1 hand, 1 misdeal", "1 tally / / 21 19", "wrong-dealer"),
        ("1 concede", "1 tally / / 21 19", "game-over"),
    ],
)
def test_a_whole_hand_comes_between_two_hands_by_its_dealer(before, line, code):
    assert refused(line, state_after(before)).code == code


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("3 tally / / 21 19", 1),
        ("1 tally", 8),
        ("1 tally caida / / 21 19", 9),
        ("1 tally caida=1 caida=1 / / 21 19", 17),
        ("1 tally caida=100 / / 21 19", 9),
        ("1 tally golpe=1 / / 21 19", 9),
        ("1 tally caida=1 / 21 19", 19),
        ("1 tally / / 21", 15),
        ("1 tally / / 21 19 8", 19),
    ],
)
def test_a_tally_that_cannot_be_read_is_bad_notation_with_its_column(line, column):
    refusal = refused(line, opening())

    assert (refusal.code, refusal.facts["column"]) == ("bad-notation", column)


def bounds(one, two, *, dealer, players) -> bool:
    """Say whether any order can hold these events, by the sums of rules 6.3 to 6.7 over the whole hand."""
    deals, half = (4, 5) if players == SINGLES else (2, 10)
    other = two if dealer == 1 else one

    def count(events, kinds):
        return sum(events[kind] for kind in kinds)

    return (
        all(count(side, ("ronda", "doble-ronda")) <= players[0] * deals for side in (one, two))
        and one["caida-ronda"] <= two["ronda"]
        and two["caida-ronda"] <= one["ronda"]
        and count(one, CAIDAS) + count(two, CAIDAS) <= half * deals
        and count(one, LIMPIAS) + count(two, LIMPIAS) <= half * deals
        and count(other, CAIDAS) <= (half - 1) * deals
        and count(other, LIMPIAS) <= half * deals - 1
        and 2 * (count(one, CAPTURES) + count(two, CAPTURES)) <= 40
    )


def figures(most):
    return st.fixed_dictionaries({code: st.integers(0, most) for code in EVENTS})


@given(
    one=st.one_of(figures(2), figures(6)),
    two=st.one_of(figures(2), figures(6)),
    dealer=st.sampled_from([1, 2]),
    players=st.sampled_from([SINGLES, PAIRS]),
    preset=st.sampled_from(["quito", "cuenca"]),
    data=st.data(),
)
def test_figures_within_the_bounds_unfold_and_all_others_do_not(one, two, dealer, players, preset, data):
    worth = CUARENTA.table(CUARENTA.resolve(preset))["worth"]
    gains = [sum(worth[code] * times for code, times in side.items()) for side in (one, two)]
    assume(max(gains) <= 36)
    captures = [sum(side[code] for code in CAPTURES) for side in (one, two)]
    first = (
        data.draw(st.integers(min(2 * captures[0], 40), max(40 - 2 * captures[1], 0)))
        if (2 * sum(captures) <= 40)
        else 20
    )
    cards = (first, min(2 * captures[1] + data.draw(st.integers(0, 40)), 40 - first))
    assume(1 not in cards)
    state = opening(preset, players=players)
    line = tally(dealer, one, two, cards)

    if not bounds(one, two, dealer=dealer, players=players):
        assert refused(line, state).code in {
            "announced-already",
            "no-ronda-to-fall",
            "too-many-caidas",
            "too-many-limpias",
            "impossible-count",
        }
        return
    lines = CUARENTA.unfold(state, line)

    game = replay(setup(preset, players=players), lines)
    assert game.refused == ()
    for side, events in ((1, one), (2, two)):
        for code, times in events.items():
            written = [
                each for each in lines if each.startswith(f"{side} {code} ") or each == f"{side} {code}"
            ]
            assert len(written) == times
    scores = CUARENTA.status(resume(setup(), state, lines[:-1]).state).totals
    assert scores == tuple(gains)


FULLEST = [
    # What twenty captures, all that forty cards feed, can hold beside the bounds of a deal (rules 6.5 to 6.7).
    (SINGLES, 1, {"caida-limpia": 4}, {"caida-limpia": 16}),
    (SINGLES, 1, {"limpia": 2}, {"limpia": 18}),
    (SINGLES, 2, {"limpia": 18}, {"caida-limpia": 2}),
    (SINGLES, 1, {"caida": 4, "limpia": 1}, {"caida": 8, "limpia": 7}),
    (PAIRS, 1, {"caida-limpia": 2}, {"caida-limpia": 18}),
    (PAIRS, 1, {"caida-ronda": 1, "caida-limpia": 2}, {"ronda": 1, "caida-limpia": 17}),
    (PAIRS, 1, {"caida-limpia": 2}, {"limpia": 18}),
    (PAIRS, 2, {"caida-ronda": 4, "ronda": 4}, {"caida-ronda": 4, "ronda": 4, "caida-limpia": 6}),
]


@pytest.mark.parametrize(("players", "dealer", "one", "two"), FULLEST)
def test_the_fullest_hands_find_their_deals(players, dealer, one, two):
    cards = [2 * sum(side.get(code, 0) for code in CAPTURES) for side in (one, two)]

    lines = CUARENTA.unfold(opening(players=players), tally(dealer, one, two, cards))

    assert replay(setup(players=players), lines).refused == ()


def legal_orders(rng, players, dealer):
    """Play one hand at random and return its lines, with what it holds."""
    state = opening(players=players)
    lines = [f"{dealer} hand"]
    state, _ = CUARENTA.apply(state, CUARENTA.parse(lines[0]))
    while CUARENTA.form(state)["hand"]:
        turn = CUARENTA.random_turn(state, rng)
        if turn.play == "misdeal":
            continue
        lines.append(CUARENTA.write(turn))
        state, _ = CUARENTA.apply(state, turn)
    return lines, state


@given(
    seed=st.integers(0, 2**32),
    players=st.sampled_from([SINGLES, PAIRS]),
    dealer=st.sampled_from([1, 2]),
)
def test_a_hand_written_line_by_line_and_its_tally_lead_to_the_same_score(seed, players, dealer):
    lines, state = legal_orders(Random(seed), players, dealer)
    held = {1: dict.fromkeys(EVENTS, 0), 2: dict.fromkeys(EVENTS, 0)}
    for line in lines:
        side, play, *_ = line.split()
        if play in EVENTS:
            held[int(side)][play] += 1
    cards = lines_of([lines[-1]])[0].split()[2:]

    unfolded = CUARENTA.unfold(opening(players=players), tally(dealer, held[1], held[2], cards))

    _, start = begin(setup(players=players))
    again = resume(setup(players=players), start, unfolded)
    assert again.refused == ()
    assert again.status.totals == CUARENTA.status(state).totals
    assert CUARENTA.sheet(again.state, 1) == CUARENTA.sheet(state, 1)
    assert CUARENTA.sheet(again.state, 2) == CUARENTA.sheet(state, 2)

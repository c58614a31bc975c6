"""What holds in every chica of cuarenta, whoever plays it: generated chicas, lines and rulesets."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacho_tournaments.games.base import Refused, Setup
from cacho_tournaments.games.replay import begin, replay, resume, step
from tests.games.chica import CUARENTA, PAIRS, RULESETS, SINGLES, setup

rulesets = st.fixed_dictionaries({}, optional={o.name: st.sampled_from(o.values) for o in CUARENTA.options})
sides = st.sampled_from([SINGLES, PAIRS])
seeds = st.integers(0, 2**32)
MOST_LINES = 1000


def playout(begun: Setup, seed: int):
    """Play a chica to its end by the made-up judge; return its lines and the last state."""
    rng = Random(seed)
    game, state = begin(begun)
    lines = []
    while not game.status(state).over:
        turn = game.random_turn(state, rng)
        lines.append(game.write(turn))
        assert game.parse(lines[-1]) == turn
        before = game.status(state).totals
        state, verdict = game.apply(state, turn)
        after = game.status(state).totals
        gain = [0, 0]
        gain[verdict.side - 1] = verdict.points or 0
        assert [after[0] - before[0], after[1] - before[1]] == gain
        assert sum(after) % 2 == after[0] % 2 == 0
        assert verdict.play == turn.play
        assert len(lines) < MOST_LINES
    return lines, state


@given(overrides=rulesets, players=sides, seed=seeds)
def test_a_made_up_chica_is_legal_ends_and_replays_to_the_same_state(overrides, players, seed):
    begun = setup(None, players=players, **overrides)

    lines, state = playout(begun, seed)

    game = replay(begun, lines)
    assert game.refused == ()
    assert game.state == state
    status = game.status
    assert status.to_move is None
    (winner,) = status.winners
    assert status.ranking == ((winner,), (3 - winner,))
    assert sum(status.turns) == len(lines)
    assert status.instant == (status.ending != "forty")
    if status.ending == "forty":
        assert status.totals[winner - 1] >= 40
        assert status.totals[2 - winner] <= 38
        assert status.shutout == (status.totals[2 - winner] < 10)


@given(players=sides, seed=seeds, cut=st.floats(0, 1))
def test_a_chica_may_be_replayed_in_two_parts(players, seed, cut):
    begun = setup(players=players)
    lines, state = playout(begun, seed)
    at = int(len(lines) * cut)

    first = replay(begun, lines[:at])

    assert resume(begun, first.state, lines[at:]).state == state


@pytest.mark.parametrize("players", [SINGLES, PAIRS])
@pytest.mark.parametrize("preset", RULESETS)
def test_the_made_up_judge_sees_chicas_of_a_usual_length(preset, players):
    hands = []
    for seed in range(60):
        lines, _ = playout(setup(preset, players=players), seed)
        hands.append(sum(line.endswith("hand") for line in lines))

    assert 4 <= sum(hands) / len(hands) <= 7
    assert sum(2 <= count <= 10 for count in hands) >= 54


def test_the_same_seed_plays_the_same_chica():
    assert playout(setup(), 7) == playout(setup(), 7)


EVENTS = CUARENTA.table(CUARENTA.resolve("a-todo-rigor"))["events"]
PLAYS = ["hand", "deal", "misdeal", "count", "penalty", "concede", "tally", *EVENTS]
words = st.sampled_from(
    [*PLAYS, "p1", "p2", "0", "2", "4", "21", "19", "20", "40", ":", "late", "/", "caida=2", "ñ"]
)
loose_lines = st.builds(
    lambda side, found: " ".join([side, *found]), st.sampled_from("123"), st.lists(words, max_size=5)
)
likely_lines = st.sampled_from(
    [
        f"{side} {play}"
        for side in (1, 2)
        for play in (
            "hand",
            "deal",
            "deal",
            "misdeal",
            "ronda p1",
            "doble-ronda p2",
            "caida",
            "limpia 2",
            "caida-limpia",
            "caida-ronda",
            "tres-caidas-limpia",
            "count 21 19",
            "count 20 20",
            "count 8 12",
            "penalty 2 : late",
            "penalty 3 : late",
        )
    ]
)


@given(
    overrides=rulesets,
    players=sides,
    start=st.fixed_dictionaries({side: st.sampled_from([0, 20, 34, 36, 38]) for side in (1, 2)}),
    lines=st.lists(st.one_of(loose_lines, likely_lines, likely_lines, likely_lines), min_size=1, max_size=30),
)
def test_a_refused_line_changes_nothing_and_a_legal_one_keeps_scores_even(overrides, players, start, lines):
    game, state = begin(setup(None, players=players, start=start, **overrides))
    for line in lines:
        after, turn = step(game, state, line)
        before, now = game.status(state), game.status(after)
        if turn.refused is not None:
            assert after is state
            assert turn.refused.rule
        else:
            assert not before.over
            assert sum(now.turns) == sum(before.turns) + 1
            assert all(total % 2 == 0 for total in now.totals)
            assert all(new >= old for new, old in zip(now.totals, before.totals, strict=True))
            assert now.over or max(now.totals) <= 38
            if 38 in before.totals and turn.verdict.points:
                at = turn.verdict.side - 1
                caida = "caida" in turn.verdict.play or turn.verdict.play == "penalty"
                assert before.totals[at] != 38 or caida
        state = after


@given(
    line=st.one_of(
        loose_lines, likely_lines, st.text(max_size=30), st.text(max_size=12).map("1 penalty 2 : {}".format)
    )
)
def test_whatever_can_be_read_is_written_back_to_the_same_turn(line):
    try:
        turn = CUARENTA.parse(line)
    except Refused as refused:
        assert refused.code == "bad-notation"
        assert 1 <= refused.facts["column"] <= len(line) + 1
    else:
        written = CUARENTA.write(turn)
        assert CUARENTA.parse(written) == turn
        assert ";" not in written
        assert len(written.splitlines()) == 1


def test_refused_lines_between_the_others_leave_the_chica_as_it_would_have_been():
    begun = setup()
    lines, state = playout(begun, seed=7)

    noisy = [text for line in lines for text in ("1 count 25 16", "9 caida", "1 penalty 3 : no", line)]

    game = replay(begun, noisy)
    assert game.state == state
    assert [turn.text for turn in game.accepted] == lines


def test_a_chica_that_does_not_want_to_end_replays_whole_and_in_parts():
    """Rule 4.1: at 38 each nobody gets anything but by a caída; thousands of hands are no trouble."""
    lines = []
    for hand in range(3000):
        dealer = hand % 2 + 1
        lines += [f"{dealer} hand", f"{dealer} ronda p1", f"{dealer} deal", f"{dealer} count 20 18"]
    begun = setup(players=PAIRS, start={1: 38, 2: 38})

    whole = replay(begun, lines)

    assert whole.refused == ()
    assert whole.status.totals == (38, 38)
    assert len(CUARENTA.sheet(whole.state, 1).cells) == 3000 * 12
    assert resume(begun, replay(begun, lines[:6000]).state, lines[6000:]).state == whole.state

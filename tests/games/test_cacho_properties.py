"""What holds in every game of Cacho Alalay, whoever plays it: generated games, lines and rulesets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.replay import begin, replay, step
from tests.games.play import CACHO, playout, setup

PRESETS = sorted(CACHO.presets)
rulesets = st.fixed_dictionaries({}, optional={o.name: st.sampled_from(o.values) for o in CACHO.options})
seeds = st.integers(0, 2**32)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("sides", range(1, 7))
def test_the_made_up_player_plays_legally_to_the_end_and_replay_gives_the_same_state(preset, sides):
    begun = setup(preset, sides=sides)

    lines, state = playout(begun, seed=sides)

    game = replay(begun, lines)
    assert game.refused == ()
    assert game.state == state
    assert len(lines) <= 11 * sides
    assert sum(game.status.turns) == len(lines)


@given(overrides=rulesets, sides=st.integers(1, 3), seed=seeds)
def test_under_any_options_a_game_can_be_played_to_its_end(overrides, sides, seed):
    lines, state = playout(setup(None, sides=sides, **overrides), seed)

    status = CACHO.status(state)
    assert status.to_move is None
    assert sorted(side for place in status.ranking for side in place) == list(range(1, sides + 1))
    assert status.winners == status.ranking[0]
    assert status.instant == (status.ending in {"dormida", "panza-de-oro", "four-of-each"})
    if status.ending == "full-sheets":
        assert {status.totals[side - 1] for side in status.winners} == {max(status.totals)}
        assert len(lines) == sides * (9 + int(CACHO.resolve(None, overrides)["grandes"]))


@settings(max_examples=12)
@given(preset=st.sampled_from(PRESETS), seed=seeds)
def test_the_same_seed_plays_the_same_game(preset, seed):
    assert playout(setup(preset), seed) == playout(setup(preset), seed)


def test_the_made_up_player_scores_like_a_person():
    totals = []
    for seed in range(20):
        _, state = playout(setup(), seed)
        status = CACHO.status(state)
        totals += status.totals if status.ending == "full-sheets" else ()

    # Best play expects 207 with a spread of 40; a careless player would be far below.
    assert 180 < sum(totals) / len(totals) < 215


tokens = st.one_of(
    st.text("123456", min_size=1, max_size=6),
    st.from_regex(r"[1-6]{0,4}\+[1-6]{0,5}", fullmatch=True),
    st.from_regex(r"[1-6]>[1-6]", fullmatch=True),
    st.from_regex(r"(=|x|~|~x)[1-6EFPG]", fullmatch=True),
    st.sampled_from(["/", "sobre", "-", "dormida", "concede", "18", "25", "50", "0", "=", "ñ"]),
)
sides_to_move = st.sampled_from("12")
loose_lines = st.builds(
    lambda side, words: " ".join([side, *words]), sides_to_move, st.lists(tokens, max_size=9)
)


@st.composite
def likely_lines(draw):
    """Lines that are close to legal: dice that fit together, but flips, boxes and points as they come."""

    def attempt():
        words = [draw(st.text("123456", min_size=5, max_size=5))]
        for _ in range(draw(st.integers(0, 2))):
            lying = words[-1].replace("+", "")
            kept = "".join(draw(st.lists(st.sampled_from(lying), max_size=4)))
            words.append(f"{kept}+{draw(st.text('123456', min_size=5 - len(kept), max_size=5 - len(kept)))}")
        for face in draw(st.lists(st.sampled_from(words[-1].replace("+", "")), max_size=3)):
            words.append(f"{face}>{7 - int(face)}")
        words.append(draw(st.sampled_from("=x")) + draw(st.sampled_from("123456EFPG")))
        return words

    words = attempt()
    if draw(st.booleans()):
        words[-1] = words[-1].replace("=", draw(st.sampled_from("=~")))
        words += ["/", *attempt()]
    return " ".join([draw(sides_to_move), *words])


@given(
    preset=st.sampled_from(PRESETS),
    overrides=rulesets,
    lines=st.lists(st.one_of(loose_lines, likely_lines(), likely_lines()), min_size=1, max_size=12),
)
def test_a_refused_line_changes_nothing_and_a_legal_one_only_its_own_sheet(preset, overrides, lines):
    game, state = begin(setup(preset, **overrides))
    for line in lines:
        after, played = step(game, state, line)
        if played.refused is not None:
            assert after is state
            assert played.refused.code
        else:
            before, now = game.status(state), game.status(after)
            assert sum(now.turns) == sum(before.turns) + 1
            other = 2 - played.side
            assert now.totals[other] == before.totals[other]
            gain = sum(verdict.points or 0 for verdict in (played.verdict, *played.verdict.also))
            assert played.verdict.mark == "dormida" or now.totals[played.side - 1] == (
                before.totals[played.side - 1] + gain
            )
        state = after


@given(line=st.one_of(loose_lines, likely_lines(), st.text(max_size=30)))
def test_whatever_can_be_read_is_written_back_to_the_same_turn(line):
    try:
        turn = CACHO.parse(line)
    except Refused as refused:
        assert refused.code == "bad-notation"
        assert 1 <= refused.facts["column"] <= len(line) + 1
    else:
        assert CACHO.parse(CACHO.write(turn)) == turn


def test_refused_lines_between_the_turns_leave_the_game_as_it_would_have_been():
    begun = setup()
    lines, state = playout(begun, seed=7)

    noisy = [text for line in lines for text in ("1 35670 =E", "9 =6 18", line)]

    game = replay(begun, noisy)
    assert game.state == state
    assert [turn.text for turn in game.accepted] == lines

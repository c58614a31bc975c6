"""What holds in every game of throws and boxes, whoever plays it: generated games, lines and rulesets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.games import get
from cacho_tournaments.games.base import Refused, Setup
from cacho_tournaments.games.replay import replay, step
from tests.games.play import playout
from tests.games.throwing import CODES, FENCES, GENERALA, setup

seeds = st.integers(0, 2**32)
BOXES = {code: get(code).grammar.boxes for code in CODES}
TURNS = {"dice-poker": 8, "dice-poker-fences": 45, "generala": 10}


@st.composite
def setups(draw, *, most=3) -> Setup:
    """Any game under any options."""
    code = draw(st.sampled_from(CODES))
    options = {option.name: draw(st.sampled_from(option.values)) for option in get(code).options}
    sides = draw(st.integers(1, most))
    return setup(code, sides=sides, to_move=draw(st.integers(1, sides)), **options)


def turns_of_a_side(begun: Setup) -> int:
    return TURNS[begun.game] + (begun.options.get("double") == "on")


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("sides", range(1, 7))
def test_the_made_up_player_plays_legally_to_the_end_and_replay_gives_the_same_state(code, sides):
    begun = setup(code, sides=sides)

    lines, state = playout(begun, seed=sides)

    game = replay(begun, lines)
    assert game.refused == ()
    assert game.state == state
    assert sum(game.status.turns) == len(lines)
    assert len(lines) == TURNS[code] * sides


@settings(max_examples=60)
@given(begun=setups(), seed=seeds)
def test_under_any_options_a_game_can_be_played_to_its_end(begun, seed):
    lines, state = playout(begun, seed)

    status = get(begun.game).status(state)
    assert status.to_move is None
    assert sorted(side for place in status.ranking for side in place) == list(range(1, begun.sides + 1))
    assert status.winners == status.ranking[0]
    assert status.instant == (status.ending == "served-generala")
    if status.ending == "full-sheets":
        assert {status.totals[side - 1] for side in status.winners} == {max(status.totals)}
        assert len(lines) == begun.sides * turns_of_a_side(begun)
    assert replay(begun, lines).state == state


@given(seed=seeds)
def test_in_fences_the_bank_is_what_three_throws_a_turn_leave_of_those_made(seed):
    """Rule 6, counted from the lines alone."""
    begun = setup(FENCES, sides=1)
    lines, state = playout(begun, seed)
    saved = 0
    for line in lines:
        _side, _dice, throws, play = line.split()[:4]
        used = int(throws[1:])
        assert 1 <= used <= 3 + saved
        saved += 3 - used if play.startswith("=") else min(0, 3 - used)
    assert get(FENCES).status(state).more == {"banks": [saved]}


def test_the_made_up_player_strikes_now_and_then_and_scores_like_a_person():
    for code, between in (("dice-poker", (95, 150)), (FENCES, (250, 600)), (GENERALA, (105, 190))):
        totals, struck, lines = [], 0, []
        for seed in range(12):
            played, state = playout(setup(code), seed)
            totals += get(code).status(state).totals
            lines += played
        struck = sum(" x" in line for line in lines)
        assert between[0] < sum(totals) / len(totals) < between[1]
        assert 0 < struck < len(lines) / 2


@settings(max_examples=12)
@given(begun=setups(), seed=seeds)
def test_the_same_seed_plays_the_same_game(begun, seed):
    assert playout(begun, seed) == playout(begun, seed)


words = st.one_of(
    st.text("123456", min_size=1, max_size=6),
    st.from_regex(r"t[0-9]{1,2}", fullmatch=True),
    st.builds(
        lambda mark, box, stage: f"{mark}{box}{stage}",
        st.sampled_from("=x"),
        st.sampled_from(sorted({box for its in BOXES.values() for box in its})),
        st.sampled_from(["", "", "", "@1", "@2", "@4"]),
    ),
    st.integers(-20, 120).map(str),
    st.sampled_from(["concede", "=", "@", "x", "ñ"]),
)
loose_lines = st.builds(
    lambda side, rest: " ".join([side, *rest]), st.sampled_from("123"), st.lists(words, max_size=5)
)


@st.composite
def likely_lines(draw, code):
    """Lines that are close to legal: five dice, throws, a box and maybe points, as they come."""
    side = draw(st.sampled_from("12"))
    box = draw(st.sampled_from(BOXES[code]))
    stage = draw(st.sampled_from(["", "", "@1", "@2", "@3"])) if code == FENCES else ""
    if draw(st.booleans()):
        points = draw(st.integers(-18, 120)) if code == FENCES else draw(st.integers(0, 75))
        return draw(st.sampled_from([f"{side} ={box}{stage} {points}", f"{side} x{box}{stage}"]))
    dice = draw(st.text("123456", min_size=5, max_size=5))
    mark = draw(st.sampled_from("==x"))
    return f"{side} {dice} t{draw(st.integers(1, 6))} {mark}{box}{stage}"


@settings(max_examples=150)
@given(begun=setups(), seed=seeds, turns=st.integers(0, 60), draw=st.data())
def test_a_refused_line_changes_nothing_and_a_legal_one_only_its_own_sheet(begun, seed, turns, draw):
    _lines, state = playout(begun, seed, most=turns)
    game = get(begun.game)
    lines = draw.draw(
        st.lists(st.one_of(loose_lines, likely_lines(begun.game), likely_lines(begun.game)), max_size=6)
    )
    for line in lines:
        after, now = step(game, state, line)
        if now.refused is not None:
            assert after is state
            assert now.refused.code
        else:
            before, status = game.status(state), game.status(after)
            assert sum(status.turns) == sum(before.turns) + 1
            gain = list(before.totals)
            gain[now.side - 1] += now.verdict.points or 0
            assert status.totals == tuple(gain)
        state = after


@given(code=st.sampled_from(CODES), data=st.data())
def test_whatever_can_be_read_is_written_back_to_the_same_turn(code, data):
    line = data.draw(st.one_of(loose_lines, likely_lines(code), st.text(max_size=30)))
    game = get(code)
    try:
        turn = game.parse(line)
    except Refused as refused:
        assert refused.code == "bad-notation"
        assert 1 <= refused.facts["column"] <= len(line) + 1
    else:
        assert game.parse(game.write(turn)) == turn


def test_refused_lines_between_the_turns_leave_the_game_as_it_would_have_been():
    begun = setup(FENCES)
    lines, state = playout(begun, seed=7)

    noisy = [text for line in lines for text in ("1 35670 t1 =full", "9 =6 18", "1 55555 t99 =poker", line)]

    game = replay(begun, noisy)
    assert game.state == state
    assert [turn.text for turn in game.accepted] == lines


def accepts(game, state, line: str) -> bool:
    """Say whether the engine takes the line. A box that these options do not have cannot be read."""
    try:
        game.check(state, game.parse(line))
    except Refused:
        return False
    return True


@settings(max_examples=80)
@given(begun=setups(), seed=seeds, turns=st.integers(0, 140), data=st.data())
def test_the_form_and_the_table_offer_exactly_what_the_engine_accepts(begun, seed, turns, data):
    _lines, state = playout(begun, seed, most=turns)
    game = get(begun.game)
    form, table = game.form(state), game.table(begun.options)
    side = form["to_move"]
    if side is None:
        assert (form["quick"], form["cross"], form["instant"]) == ({}, [], [])
        return
    stages = ("@1", "@2", "@3") if begun.options.get("stages") == "free" else ("",)
    refs = [box + stage for box in BOXES[begun.game] for stage in stages]
    mine = form["sides"][side - 1]
    assert list(form["quick"]) == mine["open"]
    for ref in refs:
        accepted = [points for points in range(-18, 181) if accepts(game, state, f"{side} ={ref} {points}")]
        assert accepted == sorted(form["quick"].get(ref, []))
        assert accepts(game, state, f"{side} x{ref}") == (ref in form["cross"])
    dice = data.draw(st.text("123456", min_size=5, max_size=5))
    row = table["dice"]["".join(sorted(dice))]
    assert form["max_throws"] == table["throws"] + mine.get("bank", 0)
    for throws in (0, 1, 2, form["max_throws"], form["max_throws"] + 1):
        allowed = 1 <= throws <= form["max_throws"]
        pays = row["first" if throws == 1 else "later"]
        fits = any(ref.partition("@")[0] in pays for ref in mine["open"])
        may_strike = allowed and (table["strike"] == "free" or not fits)
        for ref in refs:
            offered = pays.get(ref.partition("@")[0], []) if ref in mine["open"] and allowed else []
            line = f"{side} {dice} t{throws} ={ref}"
            assert accepts(game, state, line) == bool(offered)
            assert all(accepts(game, state, f"{line} {points}") for points in offered)
            assert accepts(game, state, f"{side} {dice} t{throws} x{ref}") == (
                may_strike and ref in form["cross"]
            )
    for instant in form["instant"]:
        after, verdict = game.apply(state, game.parse(f"{side} {instant['line']}"))
        assert (verdict.mark, game.status(after).ending) == (instant["code"], instant["code"])
    assert bool(form["instant"]) == accepts(game, state, f"{side} t1 =generala")

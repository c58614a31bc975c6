"""Cuarenta's paper sheets typed in afterwards: lines that lead to what they say, or the hand whose order decides."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.replay import begin, replay
from tests.games.chica import CUARENTA, PAIRS, RULESETS, SINGLES, played, setup

MARKED = ("dealer", "misdeal")


def typed(state, side) -> dict[str, str]:
    """Return a side's sheet as it is typed from paper: nothing for an open cell, a cross for a mark."""
    columns: dict[str, list[str]] = {}
    for cell in CUARENTA.sheet(state, side).cells:
        if cell.typed:
            figure = (
                "" if cell.points is None or (cell.points == 0 and cell.box != "cards") else str(cell.points)
            )
            columns.setdefault(cell.box, []).append("x" if figure and cell.box in MARKED else figure)
    return {box: ",".join(found) for box, found in columns.items()}


def sheets_of(lines, preset="quito", **how):
    state = played(lines, preset, **how).state
    return [typed(state, 1), typed(state, 2)]


def transcribed(sheets, preset="quito", *, players=SINGLES, to_move=1, instant=None, **options):
    begun = setup(preset, players=players, **options)
    lines = CUARENTA.transcribe(
        begun.options, sheets=sheets, to_move=to_move, instant=instant, players=players
    )
    game = replay(begun, lines)
    assert game.refused == ()
    return game


def refused(sheets, preset="quito", **how) -> Refused:
    with pytest.raises(Refused) as refusal:
        transcribed(sheets, preset, **how)
    return refusal.value


BEGUN = [
    {"dealer": "x,", "caida": "3,1", "limpia": "1,", "cards": "23,17"},
    {"dealer": ",x", "caida": ",2", "ronda": "1,", "cards": "17,22"},
]


def test_two_hands_become_lines():
    game = transcribed(BEGUN)

    assert game.status.totals == (20, 14)
    assert [turn.text for turn in game.turns if "count" in turn.text] == ["1 count 23 17", "2 count 17 22"]


def test_blank_sheets_are_no_lines():
    assert transcribed([{}, {"cards": ",,,", "caida": "0,0"}]).turns == ()


def test_who_dealt_one_hand_tells_who_dealt_all_of_them():
    """Rule 6.2."""
    game = transcribed([{"cards": "20,20,20"}, {"cards": "20,20,20", "dealer": ",x,"}])

    assert [turn.text for turn in game.turns if "hand" in turn.text] == ["1 hand", "2 hand", "1 hand"]
    assert game.status.totals == (2, 4)


def test_nobody_is_marked_as_dealer_so_who_should_have_begun_did():
    sheets = [{"cards": "21,19"}, {"cards": "19,21"}]

    assert transcribed(sheets, to_move=2).turns[0].text == "2 hand"


def test_a_tie_needs_to_know_who_dealt():
    """Rule 3.2."""
    refusal = refused([{"cards": "21,18"}, {"cards": "19,18"}])

    assert (refusal.code, refusal.rule) == ("sheets-do-not-fit", "3.2")
    assert {name: refusal.facts[name] for name in ("because", "box", "hand")} == {
        "because": "box-open",
        "box": "dealer",
        "hand": 2,
    }


def test_dealers_who_do_not_alternate_do_not_fit():
    refusal = refused([{"cards": "21,21", "dealer": "x,x"}, {"cards": "19,19"}])

    assert (refusal.code, refusal.rule, refusal.facts["because"]) == (
        "sheets-do-not-fit",
        "6.2",
        "wrong-dealer",
    )
    assert (refusal.facts["side"], refusal.facts["hand"]) == (1, 2)


def test_a_misdeal_is_a_hand_without_cards_and_tells_its_dealer():
    """Rule 5."""
    game = transcribed([{"caida": "1", "cards": ",21"}, {"misdeal": "x,", "cards": ",19"}])

    assert game.status.totals == (20, 0)
    assert [turn.text for turn in game.turns if "hand" in turn.text] == ["2 hand", "1 hand"]


def test_a_hand_that_was_misdealt_has_no_cards():
    assert refused([{"misdeal": "x", "cards": "21"}, {"cards": "19"}]).facts["because"] == "misdeal-counted"


def test_a_penalty_is_written_without_its_reason():
    game = transcribed([{"cards": "21,21", "dealer": "x"}, {"cards": "19,19", "penalty": "4"}])

    assert game.status.totals == (16, 4)
    assert "2 penalty 4 : -" in [turn.text for turn in game.turns]


@pytest.mark.parametrize(
    ("sheets", "code", "facts"),
    [
        ([{"caida": "a"}, {}], "bad-notation", {"side": 1, "box": "caida", "hand": 1, "found": "a"}),
        ([{}, {"cards": "21,200"}], "bad-notation", {"side": 2, "box": "cards", "hand": 2}),
        ([{"dealer": "2"}, {}], "bad-notation", {"side": 1, "box": "dealer", "hand": 1}),
        ([{"score": "8"}, {}], "bad-notation", {"side": 1, "box": "score"}),
        ([{"tres-caidas-limpia": "1"}, {}], "not-in-this-style", {"event": "tres-caidas-limpia", "hand": 1}),
        ([{}, {"penalty": ",3"}], "odd-points", {"side": 2, "box": "penalty", "hand": 2, "points": 3}),
        ([{"cards": "25"}, {"cards": "16"}], "impossible-count", {"box": "cards", "hand": 1, "cards": 41}),
        (
            [{"cards": "6", "caida": "4"}, {"cards": "30"}],
            "impossible-count",
            {"side": 1, "box": "cards", "hand": 1, "captures": 4},
        ),
        (
            [{"cards": "21", "ronda": "5"}, {"cards": "19"}],
            "announced-already",
            {"side": 1, "box": "ronda", "hand": 1},
        ),
        (
            [{"cards": "21", "caida-ronda": "1"}, {"cards": "19"}],
            "no-ronda-to-fall",
            {"side": 1, "box": "caida-ronda", "hand": 1},
        ),
        ([{"cards": "21"}, {}], "sheets-do-not-fit", {"because": "box-open", "side": 2, "box": "cards"}),
        (
            [{"caida": "1,", "cards": ",21"}, {"cards": ",19"}],
            "sheets-do-not-fit",
            {"because": "box-open", "box": "cards", "hand": 1},
        ),
        ([{"caida": "1"}, {}], "sheets-do-not-fit", {"because": "box-open", "box": "cards", "hand": 1}),
        (
            [{"cards": "40,40,21"}, {"cards": "0,0,19"}],
            "sheets-do-not-fit",
            {"because": "game-over", "side": 1, "hand": 2},
        ),
        (
            [{"cards": "40", "caida": "12"}, {"cards": "0", "caida": "20"}],
            "impossible-count",
            {"side": 2, "box": "cards", "hand": 1},
        ),
        (
            [{"cards": "0"}, {"cards": "40", "caida-limpia": "20"}],
            "sheets-do-not-fit",
            {"because": "no-order", "side": 2, "hand": 1},
        ),
    ],
)
def test_what_cannot_have_been_is_refused_at_its_hand_and_column(sheets, code, facts):
    refusal = refused(sheets)

    assert refusal.code == code
    assert {name: refusal.facts[name] for name in facts} == facts


def at_36_each(last):
    """Return a chica of pairs whose fifth hand begins at 36 to 36, and its sheets."""
    hands = """1 hand, 1 deal, 1 limpia, 1 count 35 5, 2 hand, 2 deal, 2 limpia, 2 count 5 35
        1 hand, 1 deal, 1 count 25 15, 2 hand, 2 deal, 2 count 15 25, """
    game = played(hands + last, players=PAIRS)
    assert (game.status.over, max(game.status.totals)) == (True, 40)
    return game, [typed(game.state, 1), typed(game.state, 2)]


def test_the_last_hand_is_read_where_only_one_side_can_have_won():
    _, sheets = at_36_each("1 hand, 1 ronda p1, 2 caida, 1 limpia, 1 caida")

    again = transcribed(sheets, players=PAIRS)

    assert (again.status.winners, again.status.ending) == ((1,), "forty")
    assert [typed(again.state, side) for side in (1, 2)] == sheets


EITHER = "1 hand, 2 limpia, 1 caida, 1 limpia, 2 caida"  # the other way round side 1 would have won


def test_where_either_side_can_have_come_first_the_order_is_hidden():
    """Rule 4.1: both have what takes them to 40, and the sheet does not tell who was there first."""
    _, sheets = at_36_each(EITHER)

    refusal = refused(sheets, players=PAIRS)

    assert (refusal.code, refusal.rule, refusal.facts["hand"]) == ("order-hidden", "4.1", 5)
    assert refusal.facts["side"] in (1, 2)


def test_who_won_may_be_told_beside_the_sheets():
    game, sheets = at_36_each(EITHER)
    (winner,) = game.status.winners

    again = transcribed(sheets, players=PAIRS, instant=winner)

    assert again.status.winners == (winner,)
    assert [typed(again.state, side) for side in (1, 2)] == sheets


def test_a_chica_won_by_one_event_is_read_from_its_column():
    """Rule 4.3."""
    lines = "1 hand, 2 ronda p1, 1 caida, 1 limpia, 1 deal, 2 ronda p2, 1 caida-ronda"
    sheets = sheets_of(lines, "a-todo-rigor", players=PAIRS)

    game = transcribed(sheets, "a-todo-rigor", players=PAIRS)

    assert (game.status.ending, game.status.winners, game.status.totals) == ("caida-ronda", (1,), (4, 4))


def test_a_penalty_before_or_after_the_count_may_decide():
    """Rules 4.1, 6.11: 36 and a penalty of 2 make 38, where cards are kept; 2 for cards first, and the penalty wins."""
    sheets = [
        {"dealer": "x", "cards": "35,27,19", "penalty": ",,2"},
        {"cards": "5,13,17"},
    ]
    refusal = refused(sheets)
    assert (refusal.code, refusal.facts["hand"]) == ("order-hidden", 3)

    went_on = [{**sheets[0], "cards": "35,27,19,20", "caida": ",,,"}, {"cards": "5,13,17,18"}]
    game = transcribed(went_on)
    assert (game.status.over, game.status.totals) == (False, (38, 0))


made = st.builds(
    lambda preset, players, carton, seed: (preset, players, carton, seed),
    st.sampled_from(RULESETS),
    st.sampled_from([SINGLES, PAIRS]),
    st.sampled_from(["on", "off"]),
    st.integers(0, 2**32),
)


@given(made=made)
def test_the_sheets_of_a_made_up_chica_lead_back_to_it_or_hide_their_order(made):
    preset, players, carton, seed = made
    rng = Random(seed)
    begun = setup(preset, players=players, carton_from_30=carton)
    _, state = begin(begun)
    while not CUARENTA.status(state).over:
        turn = CUARENTA.random_turn(state, rng)
        if rng.random() < 0.01:
            turn = CUARENTA.parse(f"{rng.choice((1, 2))} penalty 2 : made up")
        state, _ = CUARENTA.apply(state, turn)
    sheets = [typed(state, 1), typed(state, 2)]

    try:
        again = transcribed(sheets, preset, players=players, carton_from_30=carton)
    except Refused as refusal:
        assert refusal.code == "order-hidden"
        winner = CUARENTA.status(state).winners[0]
        assert refusal.facts["hand"] <= 1 + max(cell.row for cell in CUARENTA.sheet(state, winner).cells)
        return
    was, now = CUARENTA.status(state), again.status
    assert (now.winners, now.ending, now.shutout) == (was.winners, was.ending, was.shutout)
    assert [min(total, 40) for total in now.totals] == [min(total, 40) for total in was.totals]
    assert [typed(again.state, side) for side in (1, 2)] == sheets

"""Cuarenta's entry page and sheet: what the form offers is legal, what it withholds is refused, figures fit."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cacho_tournaments.games.base import Refused
from tests.games.chica import CUARENTA, PAIRS, RULESETS, SINGLES, opening, played, refusal, setup, state_after

MOMENTS = [
    ("", {}),
    ("1 penalty 2 : late", {}),
    ("2 hand", {}),
    ("2 hand, 1 ronda p2, 2 caida-ronda", {"players": PAIRS}),
    ("1 hand, 1 ronda, 2 ronda", {}),
    ("1 hand, 1 deal, 1 caida, 1 caida", {"players": PAIRS}),
    ("1 hand, 1 misdeal", {}),
    ("1 hand, 1 deal, 1 caida", {"players": PAIRS, "start": {1: 36, 2: 38}}),
    ("1 hand" + ", 2 limpia" * 4, {}),
    ("2 hand", {"start": {1: 34}, "misdeal": "game", "carton_from_30": "off"}),
    ("1 concede", {}),
]


def filled(move, rng: Random) -> str:
    """Return the move's line, its gaps filled as the form allows."""
    values = {}
    for gap in move.get("gaps", ()):
        step = gap.get("step", 1)
        values[gap["name"]] = (
            "told" if gap.get("text") else rng.randrange(gap["least"], gap["most"] + 1, step)
        )
    if move["code"] == "count":
        # Together at most the pack, and nobody has one card: what the table of counts holds.
        values = {gap["name"]: gap["least"] for gap in move["gaps"]}
    line = move["line"]
    for name, value in values.items():
        line = line.replace(f"{{{name}}}", str(value))
    return line


def check_form(state):
    """Every move is legal and worth what it says; every other event of the style is refused as it says."""
    form = CUARENTA.form(state)
    rng = Random(1)
    for move in form["moves"]:
        turn = CUARENTA.parse(filled(move, rng))
        after, verdict = CUARENTA.apply(state, turn)
        assert turn.side == move["side"]
        if "points" in move:
            assert verdict.points == move["points"]
            assert CUARENTA.status(after).over == ("wins" in move)
    events = CUARENTA.table(CUARENTA.resolve(state.rules.style.replace("a-todo-dos", "quito")))["events"]
    for side in (1, 2):
        offered = {move["code"] for move in form["moves"] if move["side"] == side}
        withheld = form["blocked"][str(side)]
        assert set(withheld) == set(events) - offered
        for code, why in withheld.items():
            for player in range(1, form["players"] + 1):
                announced = code in ("ronda", "doble-ronda")
                with pytest.raises(Refused) as refused:
                    CUARENTA.check(
                        state, CUARENTA.parse(f"{side} {code} p{player}" if announced else f"{side} {code}")
                    )
            assert (refused.value.code, refused.value.rule) == (why["code"], why["rule"])
    for bare in ("hand", "deal", "misdeal", "concede"):
        for side in (1, 2):
            offered = any(move["code"] == bare and move["side"] == side for move in form["moves"])
            try:
                CUARENTA.check(state, CUARENTA.parse(f"{side} {bare}"))
            except Refused:
                assert not offered
            else:
                assert offered
    assert json.loads(json.dumps(form)) == form


@pytest.mark.parametrize(("lines", "how"), MOMENTS)
@pytest.mark.parametrize("preset", RULESETS)
def test_the_form_offers_what_is_legal_and_says_why_not(lines, how, preset):
    check_form(state_after(lines, preset, **how))


@given(
    preset=st.sampled_from(RULESETS), players=st.sampled_from([SINGLES, PAIRS]), seed=st.integers(0, 2**32)
)
def test_at_every_moment_of_a_chica_the_form_is_right(preset, players, seed):
    state = opening(preset, players=players)
    rng = Random(seed)
    for _ in range(rng.randrange(60)):
        if not CUARENTA.status(state).over:
            state, _ = CUARENTA.apply(state, CUARENTA.random_turn(state, rng))
    check_form(state)


def test_the_form_tells_the_hand_and_who_keeps_his_points():
    form = CUARENTA.form(state_after("2 hand, 2 deal, 1 limpia", start={1: 38, 2: 8}))

    assert form["hand"] == {
        "number": 1,
        "dealer": 2,
        "deal": 2,
        "deals": 4,
        "captures": {"1": 1, "2": 0},
    }
    assert (form["entry"], form["to_move"], form["over"], form["players"]) == ("events", None, False, 1)
    assert (form["kept"], form["uncounted"], form["dealer"]) == ([1], [1], 1)
    assert form["sides"][0]["counters"] == [{"code": "perros", "value": 3}, {"code": "tantos", "value": 4}]
    assert {
        move["code"]: move["points"] for move in form["moves"] if move["side"] == 1 and "points" in move
    } == {
        "caida": 2,
        "limpia": 0,
        "caida-limpia": 2,
    }
    assert form["blocked"]["1"]["caida-ronda"] == {
        "code": "no-ronda-to-fall",
        "rule": "6.4",
        "facts": {"side": 1},
    }
    assert form["blocked"]["1"]["ronda"]["code"] == "announcement-late"
    assert form["tally"] is None


def test_who_announces_in_a_pair_is_a_move_of_its_own():
    moves = CUARENTA.form(state_after("1 hand, 2 ronda p1", players=PAIRS))["moves"]

    rondas = [(move["line"], move["player"]) for move in moves if move["code"] == "ronda"]
    assert rondas == [("1 ronda p1", 1), ("1 ronda p2", 2), ("2 ronda p2", 2)]


def test_the_first_hand_is_free_and_the_side_to_begin_is_suggested():
    form = CUARENTA.form(opening(to_move=2))

    assert form["dealer"] == 2
    assert [move["line"] for move in form["moves"] if move["code"] == "hand"] == ["1 hand", "2 hand"]


def test_the_cards_of_a_count_keep_to_the_captures():
    form = CUARENTA.form(state_after("1 hand, 1 caida, 2 limpia, 2 limpia, 1 deal", players=PAIRS))

    (move,) = [move for move in form["moves"] if move["code"] == "count"]
    assert move["line"] == "1 count {1} {2}"
    assert move["gaps"] == [
        {"name": "1", "least": 2, "most": 36},
        {"name": "2", "least": 4, "most": 38},
    ]


def test_more_captures_than_the_pack_can_feed_leave_no_count_to_offer():
    """Twenty-one captures need 42 cards (rule 6.7); one of them has to be taken back first."""
    lines = ["1 hand", *["1 limpia"] * 10, "1 deal", *["1 limpia"] * 10]
    full = CUARENTA.form(state_after(lines, players=PAIRS, start={1: 38}))
    over = CUARENTA.form(state_after([*lines, "2 caida"], players=PAIRS, start={1: 38}))

    (count,) = [move for move in full["moves"] if move["code"] == "count"]
    assert [(gap["least"], gap["most"]) for gap in count["gaps"]] == [(40, 40), (0, 0)]
    assert "count" not in {move["code"] for move in over["moves"]}
    assert "misdeal" in {move["code"] for move in over["moves"]}


def test_a_whole_hand_may_be_entered_while_its_order_cannot_matter():
    """Rule 4.1."""
    assert CUARENTA.form(opening(start={1: 36, 2: 10}))["tally"] == {
        "columns": ["ronda", "doble-ronda", "caida", "limpia", "caida-limpia", "caida-ronda"],
        "room": {"1": 0, "2": 26},
        "worth": {
            "ronda": 2,
            "doble-ronda": 4,
            "caida": 2,
            "limpia": 2,
            "caida-limpia": 2,
            "caida-ronda": 4,
        },
    }
    rigor = CUARENTA.form(opening("a-todo-rigor"))["tally"]
    assert rigor["columns"] == ["ronda", "caida", "limpia", "caida-limpia"]
    assert CUARENTA.form(opening(start={2: 38}))["tally"] is None
    assert CUARENTA.form(state_after("1 hand"))["tally"] is None
    assert CUARENTA.form(state_after("1 concede"))["tally"] is None


def test_after_the_end_the_form_offers_nothing():
    form = CUARENTA.form(state_after("1 hand, 1 caida", start={1: 38}))

    assert (form["over"], form["moves"], form["hand"], form["kept"], form["dealer"]) == (
        True,
        [],
        None,
        [],
        None,
    )
    assert {why["code"] for why in form["blocked"]["2"].values()} == {"game-over"}
    conceded = CUARENTA.form(state_after("2 concede"))
    assert [side["out"] for side in conceded["sides"]] == [False, True]


def test_the_blank_sheet_has_twelve_open_lines():
    for side in (1, 2):
        sheet = CUARENTA.sheet(opening(), side)

        assert (sheet.shape, sheet.rows, sheet.columns, sheet.total, sheet.side) == ("lines", 12, 12, 0, side)
        assert sheet.heads == (
            "dealer",
            "ronda",
            "doble-ronda",
            "caida",
            "limpia",
            "caida-limpia",
            "caida-ronda",
            "misdeal",
            "penalty",
            "cards",
            "points",
            "score",
        )
        assert {cell.points for cell in sheet.cells} == {None}
        assert {cell.box for cell in sheet.cells if not cell.typed} == {"points", "score"}
        places = [(cell.row, cell.column) for cell in sheet.cells]
        assert len(places) == len(set(places)) == 12 * 12


def test_the_sheet_has_a_line_a_hand():
    state = state_after(
        """2 penalty 2 : late, 1 hand, 2 ronda p1, 1 caida-ronda, 1 deal, 1 caida, 1 limpia, 1 count 21 19
        2 hand, 2 misdeal, 2 penalty 4 : rude, 1 hand, 1 caida""",
        players=PAIRS,
        start={1: 4},
    )
    grid = {
        side: {
            row: {cell.box: cell.points for cell in CUARENTA.sheet(state, side).cells if cell.row == row}
            for row in range(4)
        }
        for side in (1, 2)
    }

    def said(side, row):
        return {box: points for box, points in grid[side][row].items() if points}

    assert said(1, 0) == {
        "dealer": 1,
        "caida": 1,
        "limpia": 1,
        "caida-ronda": 1,
        "cards": 21,
        "points": 16,
        "score": 20,
    }
    assert said(2, 0) == {"ronda": 1, "penalty": 2, "cards": 19, "points": 4, "score": 4}
    assert said(1, 1) == {"points": 10, "score": 30}
    assert said(2, 1) == {"dealer": 1, "misdeal": 1, "penalty": 4, "points": 4, "score": 8}
    assert said(1, 2) == {"dealer": 1, "caida": 1, "points": 2, "score": 32}
    assert (grid[1][1]["cards"], grid[1][2]["cards"], grid[1][2]["limpia"]) == (None, None, 0)
    assert set(grid[1][3].values()) == {None}
    marks = [(cell.row, cell.box) for cell in CUARENTA.sheet(state, 1).cells if cell.mark]
    assert marks == [(0, "dealer"), (2, "dealer")]


def test_a_long_chica_has_more_lines_than_the_paper():
    lines = []
    for hand in range(20):
        lines += [f"{hand % 2 + 1} hand", f"{hand % 2 + 1} deal", f"{hand % 2 + 1} count 24 10"]
    sheet = CUARENTA.sheet(state_after(lines, players=PAIRS, start={1: 38}), 1)

    assert sheet.rows == 20
    assert len(sheet.cells) == 20 * 12


def test_the_last_line_shows_40_and_its_points_in_full():
    state = state_after("1 hand, 1 deal, 1 count 22 18", players=PAIRS, start={1: 36})
    row = {cell.box: cell.points for cell in CUARENTA.sheet(state, 1).cells if cell.row == 0}

    assert (row["points"], row["score"]) == (8, 40)
    assert [counter.value for counter in CUARENTA.sheet(state, 1).counters] == [4, 0]


def test_the_game_is_for_two_sides_of_one_or_two():
    assert (CUARENTA.min_sides, CUARENTA.max_sides, CUARENTA.max_players, CUARENTA.match_games) == (
        2,
        2,
        2,
        3,
    )
    assert CUARENTA.tie_breaks == ("wins", "among-tied", "games-difference", "difference", "shutouts", "lot")
    assert 10 < CUARENTA.minutes(CUARENTA.resolve(), sides=2) < 60
    assert refusal("1 hand, 1 deal, 1 deal", players=PAIRS).code == "too-many-deals"
    assert played("1 hand, 1 deal, 1 deal, 1 deal").refused == ()
    assert setup().options == {
        "style": "a-todo-dos",
        "carton_from_30": "on",
        "zapatero": "match",
        "misdeal": "10",
    }

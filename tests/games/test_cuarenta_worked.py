"""Cuarenta: the worked examples of its rules and what follows from them, line by line."""

import json

import pytest

from cacho_tournaments.games.__main__ import main
from tests.games.chica import CUARENTA, PAIRS, played, refusal

LAST_DEAL = "1 hand, 1 deal, 1 limpia, 2 limpia, "  # both sides have two points, and the table was cleared


@pytest.mark.parametrize(
    ("cards", "gains"),
    [
        ("21 19", (8, 0)),
        ("23 17", (10, 0)),
        ("20 18", (6, 0)),
        ("20 20", (0, 2)),  # side 1 dealt
        ("19 17", (2, 0)),
        ("18 18", (0, 2)),
        ("19 21", (0, 8)),
        (
            "22 18",
            (8, 0),
        ),  # RUL-15: 19, 20, 21, 22 cards are 0, 6, 8, 8 where the other side has fewer than 20
    ],
)
def test_a_count_pays_one_side(cards, gains):
    """Rules 3.1 to 3.4."""
    game = played(f"{LAST_DEAL} 1 count {cards}", players=PAIRS)

    assert game.status.totals == tuple(2 + gain for gain in gains)
    verdict = game.turns[-1].verdict
    assert (verdict.points, verdict.side) == (sum(gains), 1 if gains[0] else 2)
    assert verdict.warning is None


def test_a_tie_goes_to_the_side_that_did_not_deal():
    """Rule 3.2."""
    game = played("2 hand, 2 deal, 2 count 18 18", players=PAIRS)

    assert game.status.totals == (2, 0)


@pytest.mark.parametrize("cards", ["25 16", "1 30", "41 0", "6 30"])
def test_cards_that_cannot_be_are_refused(cards):
    """Rule 6.7; four captures and six cards among them."""
    four_captures = "1 hand, 1 caida, 1 limpia, 1 deal, 1 caida, 1 caida-limpia, "

    refused = refusal(f"{four_captures} 1 count {cards}", players=PAIRS)

    assert (refused.code, refused.rule) == ("impossible-count", "6.7")


@pytest.mark.parametrize(("preset", "points"), [("quito", 2), ("a-todo-rigor", 4), ("cuenca", 4)])
def test_caida_y_limpia_is_worth_what_the_style_says(preset, points):
    """Rule 2."""
    assert played("1 hand, 1 caida-limpia", preset).status.totals == (points, 0)


def test_at_38_only_a_caida_plays():
    """Rule 4.1."""
    game = played(
        "1 hand, 1 ronda, 1 limpia, 1 deal, 1 deal, 1 deal, 1 count 24 16, 2 hand, 1 caida-limpia",
        start={1: 38, 2: 10},
    )

    worth = {turn.text: turn.verdict.points for turn in game.turns if turn.verdict.points is not None}
    assert worth == {"1 ronda": 0, "1 limpia": 0, "1 count 24 16": 0, "1 caida-limpia": 2}
    assert game.status.winners == (1,)
    assert game.status.ending == "forty"


def test_a_score_beyond_40_is_kept_raw_and_shown_as_40():
    """Rule 4.2."""
    game = played("1 hand, 1 deal, 1 count 22 16", players=PAIRS, start={1: 36, 2: 12})

    assert game.status.totals == (44, 12)
    assert CUARENTA.sheet(game.state, 1).total == 40
    assert CUARENTA.form(game.state)["sides"][0]["total"] == 40


@pytest.mark.parametrize(("other", "shutout"), [(8, True), (10, False)])
def test_below_ten_the_loser_is_shut_out(other, shutout):
    """Rule 1."""
    status = played("1 hand, 1 caida", start={1: 38, 2: other}).status

    assert (status.shutout, status.more) == (shutout, {})


def test_the_order_of_events_decides_and_nothing_follows_the_end():
    """RUL-17: 38 each, both fall in one deal."""
    first = played("1 hand, 1 caida", start={1: 38, 2: 38})
    assert first.status.winners == (1,)
    assert first.status.ranking == ((1,), (2,))

    refused = refusal("1 hand, 1 caida, 2 caida", start={1: 38, 2: 38})
    assert (refused.code, refused.rule) == ("game-over", "4.2")


@pytest.mark.parametrize("line", ["1 caida 500", "1 limpia 40", "1 ronda 3"])
def test_points_that_are_claimed_are_worked_out_anew(line):
    """RUL-13."""
    refused = refusal(f"1 hand, {line}")

    assert (refused.code, refused.rule) == ("wrong-points", "7")
    assert refused.facts["points"] == 2


@pytest.mark.parametrize("points", [1, 3, 39])
def test_odd_points_are_refused_everywhere(points):
    """RUL-15, rule 6.1."""
    refused = refusal(f"1 penalty {points} : loud")

    assert (refused.code, refused.rule) == ("odd-points", "6.1")


def test_what_wins_the_chica_at_once_leaves_the_scores_and_makes_no_zapatero():
    """Rule 4.3."""
    status = played("1 hand, 2 doble-ronda", "a-todo-rigor", start={1: 4}).status

    assert (status.over, status.winners, status.totals, status.shutout) == (True, (2,), (4, 0), False)
    assert status.instant
    assert status.ranking == ((2,), (1,))


@pytest.mark.parametrize(("misdeal", "totals"), [("10", (0, 10)), ("2", (0, 2))])
def test_a_misdeal_pays_the_other_side_and_passes_the_deal(misdeal, totals):
    """Rule 5."""
    game = played("1 hand, 1 misdeal, 2 hand", misdeal=misdeal)

    assert game.status.totals == totals
    assert game.turns[1].verdict.side == 2


def test_a_misdeal_may_lose_the_chica():
    status = played("1 hand, 1 misdeal", misdeal="game", start={1: 38, 2: 38}).status

    assert (status.ending, status.winners, status.totals) == ("misdeal", (2,), (38, 38))


def test_the_first_dealer_is_free_and_the_others_alternate():
    """Rule 6.2."""
    hand = "{0} hand, {0} deal, {0} count 21 19, "
    played(hand.format(1) + hand.format(2) + hand.format(1), players=PAIRS)
    played(hand.format(2) + hand.format(1) + hand.format(2), players=PAIRS)

    assert refusal(hand.format(2) + "2 hand", players=PAIRS).facts == {"side": 2, "dealer": 1}


def test_a_sum_of_40_without_a_clearing_capture_in_the_last_deal_is_warned_of():
    """Rule 6.8."""
    without = played("1 hand, 1 limpia, 1 deal, 2 caida, 1 count 21 19", players=PAIRS)
    cleared = played("1 hand, 1 deal, 2 caida-limpia, 1 count 21 19", players=PAIRS)
    left_over = played("1 hand, 1 deal, 1 count 21 18", players=PAIRS)

    assert [game.turns[-1].verdict.warning for game in (without, cleared, left_over)] == [
        "unmatched-40",
        None,
        None,
    ]


def test_the_command_line_answers_with_the_keys_of_the_record(tmp_path, capsys):
    file = tmp_path / "chica.cacho"
    file.write_text(
        """game: cuarenta
side: Los Cóndores = Ana Mora + Luis Vaca
side: Los Jaguares = Inés Paz + Raúl Ríos
start: 1 30
---
1 hand
2 ronda p2
1 caida-ronda
1 deal
1 caida
1 count 25 16
1 count 21 19
""",
        encoding="utf-8",
    )

    assert main(["check", "--json", str(file)]) == 1

    assert json.loads(capsys.readouterr().out) == {
        "game": "cuarenta",
        "rules": "quito",
        "turns": [
            {"line": 6, "side": 1, "verdict": "ok"},
            {"line": 7, "side": 2, "verdict": "ok", "points": 2},
            {"line": 8, "side": 1, "verdict": "ok", "points": 4},
            {"line": 9, "side": 1, "verdict": "ok"},
            {"line": 10, "side": 1, "verdict": "ok", "points": 2},
            {"line": 11, "side": 1, "verdict": "refused", "code": "impossible-count", "rule": "6.7"},
            {"line": 12, "side": 1, "verdict": "ok", "points": 8, "warning": "unmatched-40"},
        ],
        "totals": [44, 2],
        "over": True,
        "ending": "forty",
        "winners": [1],
        "ranking": [[1], [2]],
        "shutout": True,
    }


def test_what_wins_the_chica_wins_it_at_38_too():
    """Rules 4.1, 4.3 and 5: it is no matter of points, so nothing is kept."""
    game = played("2 hand, 1 doble-ronda", "a-todo-rigor", start={1: 38})
    assert (game.status.winners, game.status.ending) == ((1,), "doble-ronda")
    game = played("2 hand, 2 misdeal", misdeal="game", start={1: 38})
    assert (game.status.winners, game.status.ending) == ((1,), "misdeal")

"""Cuarenta: what is refused, in which order, with which facts and at which column."""

import pytest

from cacho_tournaments.games.base import Refused, SetupRefused
from cacho_tournaments.games.replay import replay
from tests.games.chica import CUARENTA, PAIRS, opening, refusal, setup

RIGOR = "a-todo-rigor"


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("", 1),
        ("3 hand", 1),
        ("hand", 1),
        ("1", 2),
        ("1 manos", 3),
        ("1 hand 2", 8),
        ("1 caida p1", 9),
        ("1 caida 2 2", 11),
        ("  1   ronda p3", 13),
        ("1 count 21", 11),
        ("1 count 21 x", 12),
        ("1 count 21 19 8", 15),
        ("1 count -1 20", 9),
        ("1 penalty", 10),
        ("1 penalty x : late", 11),
        ("1 penalty 0 : late", 11),
        ("1 penalty 42 : late", 11),
        ("1 penalty 2", 12),
        ("1 penalty 2 :", 14),
        ("1 penalty 2 late", 13),
        ("1 tally caida=1 / / 21 19", 3),
    ],
)
def test_what_cannot_be_read_is_bad_notation_with_its_column(line, column):
    with pytest.raises(Refused) as refused:
        CUARENTA.parse(line)

    assert (refused.value.code, refused.value.rule) == ("bad-notation", "7")
    assert refused.value.facts["column"] == column


@pytest.mark.parametrize(
    ("line", "how", "column"),
    [
        ("1 ronda", {"players": PAIRS}, 8),
        ("1 ronda 2", {"players": PAIRS}, 9),
        ("1 doble-ronda", {"players": PAIRS}, 14),
        ("1 ronda p2", {}, 9),
    ],
)
def test_who_announces_must_be_told_in_a_pair_and_must_exist(line, how, column):
    refused = refusal(f"1 hand, {line}", **how)

    assert (refused.code, refused.facts["column"], refused.facts["expected"]) == (
        "bad-notation",
        column,
        "player",
    )


@pytest.mark.parametrize(
    ("lines", "preset", "how", "code"),
    [
        # Each line breaks at least two rules; the code that comes first in the list of rule 7 is told.
        ("1 concede, 1 ronda", "quito", {"players": PAIRS}, "bad-notation"),
        ("1 concede, 1 caida", "quito", {}, "game-over"),
        ("1 concede, 2 hand", "quito", {}, "game-over"),
        ("1 tres-caidas-limpia", "quito", {}, "no-hand"),
        ("2 count 41 0", "quito", {}, "no-hand"),
        ("1 hand, 2 hand", "quito", {}, "hand-open"),
        ("1 hand, 1 deal, 2 deal", "quito", {"players": PAIRS}, "wrong-dealer"),
        ("1 hand, 2 count 41 0", "quito", {}, "wrong-dealer"),
        ("1 hand, 1 tres-caidas-limpia 7", "quito", {}, "not-in-this-style"),
        ("1 hand, 1 ronda, 1 caida, 1 ronda 7", "quito", {}, "announcement-late"),
        ("1 hand, 1 ronda, 1 ronda 7", "quito", {}, "announced-already"),
        ("1 hand" + ", 2 limpia" * 4 + ", 2 tres-caidas-limpia", RIGOR, {}, "not-three-caidas"),
        ("1 hand" + ", 2 caida" * 4 + ", 2 caida-ronda", "quito", {}, "no-ronda-to-fall"),
        (
            "1 hand" + ", 2 caida" * 4 + ", 2 caida-limpia 7",
            "quito",
            {},
            "too-many-caidas",
        ),
        ("1 hand" + ", 2 limpia" * 4 + ", 2 caida-limpia 7", "quito", {}, "too-many-limpias"),
        ("1 hand, 1 count 41 0", "quito", {}, "count-before-last-deal"),
        ("1 concede, 2 penalty 3 : late", "quito", {}, "game-over"),
    ],
)
def test_of_several_reasons_the_first_is_told(lines, preset, how, code):
    assert refusal(lines, preset, **how).code == code


@pytest.mark.parametrize(
    ("lines", "how", "facts"),
    [
        ("1 hand, 2 hand", {}, {"dealer": 1}),
        ("1 hand, 2 deal", {}, {"side": 2, "dealer": 1}),
        ("1 hand, 1 deal, 1 deal", {"players": PAIRS}, {"deals": 2}),
        ("1 hand, 1 count 21 19", {}, {"deal": 1, "deals": 4}),
        ("1 hand, 1 tres-caidas-limpia", {}, {"event": "tres-caidas-limpia", "style": "a-todo-dos"}),
        ("1 hand, 2 ronda p2, 2 ronda p2", {"players": PAIRS}, {"side": 2, "player": 2}),
        ("1 hand" + ", 2 caida" * 5, {}, {"side": 2, "most": 4, "together": 5}),
        ("1 hand, 1 deal" + ", 2 limpia" * 6, {}, {"side": 2, "most": 5, "together": 5}),
        ("1 hand, 1 deal, 2 caida, 1 count 39 0", {"players": PAIRS}, {"side": 2, "cards": 0, "captures": 1}),
        ("1 hand, 1 deal, 1 count 25 16", {"players": PAIRS}, {"side": None, "cards": 41}),
        ("1 hand, 1 caida 4", {}, {"event": "caida", "claimed": 4, "points": 2}),
    ],
)
def test_a_refusal_carries_the_facts_of_its_sentence(lines, how, facts):
    refused = refusal(lines, **how)

    assert {name: refused.facts[name] for name in facts} == facts


def test_a_penalty_and_a_concession_may_come_between_two_hands():
    """Rule 6.11: the chief judge is not bound to a hand."""
    lines = [
        "2 penalty 2 : late",
        "1 hand",
        "1 misdeal",
        "1 penalty 2 : rude",
        "2 hand",
        "2 misdeal",
        "2 concede",
    ]

    game = replay(setup(), lines)

    assert game.refused == ()
    assert game.status.totals == (12, 12)
    assert game.status.ending == "concession"


def test_a_refused_line_changes_nothing_and_may_be_corrected():
    game = replay(setup(), ["1 hand", "1 caida-ronda", "2 ronda", "1 caida-ronda"])

    assert [turn.ok for turn in game.turns] == [True, False, True, True]
    assert game.status.totals == (4, 2)
    assert game.status.turns == (2, 1)


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"sides": 1}, "too-few-sides"),
        ({"sides": 3}, "too-many-sides"),
        ({"players": (1, 2)}, "players-differ"),
        ({"players": (3, 3)}, "too-many-players"),
        ({"positions": {1: "3"}}, "impossible-start"),
        ({"positions": {1: "40"}}, "impossible-start"),
        ({"positions": {2: "three"}}, "impossible-start"),
        ({"positions": {3: "2"}}, "impossible-start"),
        ({"to_move": 3}, "impossible-start"),
    ],
)
def test_what_cannot_begin_is_refused(how, code):
    with pytest.raises(SetupRefused) as refused:
        CUARENTA.start(CUARENTA.resolve(), **{"sides": 2, **how})

    assert refused.value.code == code


def test_nobody_is_to_move_and_both_sides_begin_level():
    status = CUARENTA.status(opening())

    assert (status.to_move, status.over, status.totals, status.ranking) == (None, False, (0, 0), ((1, 2),))

"""Cuarenta counted: figures derived by hand or by a second way, against what the engine says."""

from math import comb

import pytest

from cacho_tournaments.games.base import Refused
from tests.games.chica import CUARENTA, PAIRS, SINGLES, opening, state_after

TABLE = CUARENTA.table(CUARENTA.resolve())["count"]


def carton() -> dict[int, int]:
    """Return what 20 to 40 cards pay, climbing from 20: every odd card opens the next two points."""
    paid = {20: 6}
    for cards in range(21, 41):
        paid[cards] = paid[cards - 1] + (2 if cards % 2 else 0)
    return paid


def test_the_carton_climbs_by_two_for_every_two_cards_begun():
    """Rule 3.1."""
    assert carton() == {
        20: 6,
        **dict.fromkeys((21, 22), 8),
        **dict.fromkeys((23, 24), 10),
        **dict.fromkeys((25, 26), 12),
        **dict.fromkeys((27, 28), 14),
        **dict.fromkeys((29, 30), 16),
        **dict.fromkeys((31, 32), 18),
        **dict.fromkeys((33, 34), 20),
        **dict.fromkeys((35, 36), 22),
        **dict.fromkeys((37, 38), 24),
        **dict.fromkeys((39, 40), 26),
    }


@pytest.mark.parametrize("dealer", [1, 2])
def test_every_pair_of_cards_is_judged_and_paid_as_derived(dealer):
    """Rules 3 and 6.7."""
    state = state_after(f"{dealer} hand, {dealer} deal", players=PAIRS)
    other = 3 - dealer
    accepted = 0
    for cards in [(one, two) for one in range(43) for two in range(43)]:
        possible = 1 not in cards and max(cards) <= 40 and sum(cards) <= 40
        turn = CUARENTA.parse(f"{dealer} count {cards[0]} {cards[1]}")
        if not possible:
            with pytest.raises(Refused) as refused:
                CUARENTA.check(state, turn)
            assert refused.value.code == "impossible-count"
            continue
        accepted += 1
        if cards[0] == cards[1]:
            side, points = other, 2
        else:
            side = 1 if cards[0] > cards[1] else 2
            points = carton().get(max(cards), 2)
        verdict = CUARENTA.check(state, turn)
        assert (verdict.side, verdict.points) == (side, points)
        offered = TABLE[f"{cards[dealer - 1]}-{cards[other - 1]}"]
        assert offered == {
            "dealer": points if side == dealer else 0,
            "other": points if side == other else 0,
        }
    # Pairs of sum 0 to 40, less those in which one side or the other has exactly one card.
    assert accepted == len(TABLE) == comb(42, 2) - 40 - 40 + 1


@pytest.mark.parametrize(
    ("players", "event", "deal", "dealing", "other"),
    [
        # Half of the cards of a deal: 10 between single players, 20 between pairs (6.5, 6.6).
        (SINGLES, "caida", 1, 5, 4),
        (SINGLES, "caida", 2, 5, 4),
        (SINGLES, "limpia", 1, 5, 4),
        (SINGLES, "limpia", 2, 5, 5),
        (SINGLES, "caida-limpia", 1, 5, 4),
        (SINGLES, "caida-limpia", 4, 5, 4),
        (PAIRS, "caida", 1, 10, 9),
        (PAIRS, "limpia", 1, 10, 9),
        (PAIRS, "limpia", 2, 10, 10),
    ],
)
def test_a_deal_holds_so_many_captures_and_no_more(players, event, deal, dealing, other):
    for side, most in ((1, dealing), (2, other)):
        state = state_after("1 hand" + ", 1 deal" * (deal - 1), players=players)
        count = 0
        while count < 20:
            try:
                state, _ = CUARENTA.apply(state, CUARENTA.parse(f"{side} {event}"))
            except Refused as refused:
                assert refused.code == ("too-many-limpias" if event == "limpia" else "too-many-caidas")
                break
            count += 1
        assert count == most


@pytest.mark.parametrize("score", range(0, 40, 2))
def test_counters_make_up_the_score(score):
    """Rule 7."""
    state = opening(start={2: score})
    counters = {counter.code: counter for counter in CUARENTA.sheet(state, 2).counters}

    assert counters["perros"].value * 10 + counters["tantos"].value * 2 == score
    assert all(counter.value <= counter.most for counter in counters.values())


def test_38_is_three_perros_and_four_tantos():
    counters = CUARENTA.sheet(opening(start={1: 38}), 1).counters

    assert [(counter.code, counter.value) for counter in counters] == [("perros", 3), ("tantos", 4)]


def test_the_table_tells_each_style_its_events():
    tables = {preset: CUARENTA.table(CUARENTA.resolve(preset)) for preset in CUARENTA.presets}

    assert {preset: table["worth"] for preset, table in tables.items()} == {
        "quito": {
            "ronda": 2,
            "doble-ronda": 4,
            "caida": 2,
            "limpia": 2,
            "caida-limpia": 2,
            "caida-ronda": 4,
        },
        "a-todo-rigor": {
            "ronda": 2,
            "doble-ronda": None,
            "caida": 2,
            "limpia": 2,
            "caida-limpia": 4,
            "caida-ronda": None,
            "tres-caidas-limpia": None,
        },
        "cuenca": {
            "ronda": 2,
            "doble-ronda": 4,
            "caida": 2,
            "limpia": 2,
            "caida-limpia": 4,
            "caida-ronda": 4,
        },
    }
    assert all(table["announcements"] == ["ronda", "doble-ronda"] for table in tables.values())

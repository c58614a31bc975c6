"""Tables that sides have left (FORMATS.md, chapter 7)."""

from cacho_tournaments.formats import standings
from cacho_tournaments.formats.base import Entrant, Reason, Row
from tests.formats.makers import forfeit, order, played, sides, unplayed


def leavers(state: str, ended: int) -> tuple[Row, ...]:
    """Return the table of four, all against all: X beat everybody, and left after so many matches."""
    own = [played("X-A", 200, 100), played("X-B", 200, 100, number=2), played("X-C", 200, 100, number=3)]
    own[ended:] = [
        unplayed(f"X-{name}", number) for number, name in enumerate("ABC"[ended:], start=ended + 1)
    ]
    others = [played("A-B", 200, 150, number=3), played("B-C", 200, 150), played("A-C", 200, 150, number=2)]
    field = [*sides("A B C"), Entrant("X", state=state)]
    return standings.table(field, [*own, *others], criteria=("points", "difference"), lot_seed=1)


def test_results_of_who_left_before_half_are_struck_for_all():
    # sendou-ink/sendou.ink issue 2934; Sharly-Chess/sharly-chess issue 2068
    rows = leavers("withdrawn", 1)
    assert order(rows) == "1A 2B 3C 4X"
    assert [row.values["played"] for row in rows] == [2, 2, 2, 0]
    assert rows[2].reason == Reason("X", "state", "in", "withdrawn")


def test_results_of_who_left_after_half_stay_for_all():
    rows = leavers("withdrawn", 2)
    assert order(rows) == "1X 2A 3B 4C"
    assert {row.entrant: row.values["played"] for row in rows} == {"A": 3, "B": 3, "C": 2, "X": 2}


def test_who_left_when_all_was_played_keeps_the_place():
    # sendou-ink/sendou.ink issue 2869: the table of a closed stage does not move
    assert leavers("withdrawn", 3) == leavers("in", 3)


def test_who_is_disqualified_stands_last_and_results_follow_the_same_half():
    assert order(leavers("disqualified", 3)) == "1A 2B 3C 4X"
    assert leavers("disqualified", 3)[0].values["played"] == 3
    assert leavers("disqualified", 1)[0].values["played"] == 2
    assert leavers("disqualified", 1)[3].values["points"] == 0


def test_the_disqualified_stand_below_those_whose_results_are_struck():
    field = [Entrant("A", state="disqualified"), Entrant("B", state="withdrawn"), Entrant("C"), Entrant("D")]
    rows = standings.table(field, [played("C-D", 9, 5), unplayed("A-B")], criteria=("points",), lot_seed=1)
    assert order(rows) == "1C 2D 3B 4A"
    assert rows[2].reason == Reason("A", "state", "withdrawn", "disqualified")


def test_a_walkover_won_counts_as_played_when_halves_are_counted():
    matches = [forfeit("X-A", "walkover", 1, 2), unplayed("X-B", 2)]
    field = [*sides("A B"), Entrant("X", state="withdrawn")]
    rows = standings.table(field, matches, criteria=("points",), lot_seed=1)
    assert next(row for row in rows if row.entrant == "X").values["points"] == 2
    lost = [forfeit("X-A", "walkover", 2, 1), unplayed("X-B", 2)]
    rows = standings.table(field, lost, criteria=("points",), lot_seed=1)
    assert {row.values["points"] for row in rows} == {0}


def test_when_everybody_left_there_is_still_a_table():
    # lichess-org/lila issue 10812
    field = [Entrant(name, state="withdrawn") for name in "AB"]
    assert order(standings.table(field, [unplayed("A-B")], lot_seed=1)) == "1A 1B"

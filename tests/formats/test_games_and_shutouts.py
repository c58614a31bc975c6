"""Tables by games won and lost and by shutouts: FORMATS.md 5.5, 5.8 and 6.2, on groups of four worked by hand.

The order is that of cuarenta's championships: matches won, the results among the tied, chicas won less lost, points
for less against (no chica counts more than 40), zapaterías given, lot. A match is two chicas won, or one by zapatería.
"""

import json

import pytest

from cacho_tournaments.formats import standings
from cacho_tournaments.formats.__main__ import main
from cacho_tournaments.formats.base import Match, Result, Row
from tests.formats.makers import forfeit, sides

CUARENTA = ("wins", "among-tied", "games-difference", "difference", "shutouts", "lot")


def match(pair: str, *chicas: tuple[int, int], shutout: bool = False) -> Match:
    """Return a match by its chicas; the first side won it."""
    won = [sum(mine > theirs for mine, theirs in chicas), sum(theirs > mine for mine, theirs in chicas)]
    scores = tuple(sum(side) for side in zip(*chicas, strict=True))
    result = Result("played", (1, 2), scores, tuple(won), shutouts=(int(shutout), 0))
    return Match(pair, tuple(pair.split("-")), result)


def order(rows: tuple[Row, ...]) -> str:
    return " ".join(f"{row.place}{row.entrant}" for row in rows)


def parted_by(rows: tuple[Row, ...]) -> list[tuple[str, int | str, int | str]]:
    return [(row.reason.criterion, row.reason.mine, row.reason.theirs) for row in rows if row.reason]


def table(matches: list[Match], seed: int = 1) -> tuple[Row, ...]:
    return standings.table(sides("A B C D"), matches, criteria=CUARENTA, lot_seed=seed)


def test_matches_won_come_first_and_the_results_among_the_tied_second():
    # A and B won two each, C and D one each. B has the better chicas and points, but A beat B; C beat D.
    rows = table(
        [
            match("A-B", (40, 38), (30, 40), (40, 38)),
            match("A-C", (40, 38), (38, 40), (40, 38)),
            match("D-A", (40, 12), (40, 14)),
            match("B-C", (40, 12), (40, 12)),
            match("B-D", (40, 12), (40, 12)),
            match("C-D", (40, 12), (40, 12)),
        ]
    )
    assert order(rows) == "1A 2B 3C 4D"
    assert parted_by(rows) == [("among-tied", 2, 0), ("wins", 2, 1), ("among-tied", 2, 0)]
    assert rows[1].values["games-difference"] > rows[0].values["games-difference"]


# A beat B, B beat C, C beat A, and all three beat D.
RING = [
    match("A-B", (40, 30), (40, 30)),
    match("B-C", (40, 20), (20, 40), (40, 20)),
    match("C-A", (40, 20), (20, 40), (40, 30)),
    match("A-D", (40, 20), (40, 20)),
    match("B-D", (40, 20), (40, 20)),
    match("C-D", (40, 10), (30, 40), (40, 20)),
]


def test_a_ring_is_parted_by_chicas_won_less_lost_and_then_by_points():
    # Chicas: A +2 -1 +2, B -2 +1 +2, C +1 -1 +1. Points: B -20 +20 +40, C -20 +10 +40.
    rows = table(RING)
    assert order(rows) == "1A 2B 3C 4D"
    assert parted_by(rows) == [("games-difference", 3, 1), ("difference", 40, 30), ("wins", 2, 0)]
    assert [row.values["games-difference"] for row in rows] == [3, 1, 1, -5]
    assert rows[0].applied == ("wins", "among-tied", "games-difference")


# The same ring: chicas A +1 -1 +2, B -1 +1 +2, C -1 +1 +2, points A +32 -20 +30, B -32 +30 +44, C -30 +20 +52.
LEVEL = [
    match("A-B", (40, 8), shutout=True),
    match("B-C", (40, 20), (30, 40), (40, 20)),
    match("C-A", (40, 20), (20, 40), (40, 20)),
    match("A-D", (40, 24), (40, 26)),
    match("B-D", (40, 18), (40, 18)),
    match("C-D", (40, 14), (40, 14)),
]


def test_what_points_do_not_part_zapaterias_do_and_the_lot_comes_last():
    for seed in range(6):
        rows = table(LEVEL, seed)
        assert {row.values["games-difference"] for row in rows[:3]} == {2}
        assert {row.values["difference"] for row in rows[:3]} == {42}
        assert (rows[0].entrant, rows[3].entrant) == ("A", "D")
        assert parted_by(rows)[0] == ("shutouts", 1, 0)
        assert parted_by(rows)[1][0] == "lot"
        assert rows[1].values["lot"] < rows[2].values["lot"]
    assert {order(table(LEVEL, seed)) for seed in range(12)} == {"1A 2B 3C 4D", "1A 2C 3B 4D"}


def test_a_reason_names_the_matches_behind_a_shutout():
    reason = table(LEVEL)[0].reason
    assert reason is not None
    assert "A-B" in reason.matches


@pytest.mark.parametrize(
    ("games", "difference"),
    [((2, 0), {"A": 2, "B": -2}), ((), {"A": 1, "B": -1})],
    ids=["as they are given", "one a match where none are given"],
)
def test_games_of_a_walkover_are_won_and_lost(games, difference):
    walkover = Match("m", ("A", "B"), Result("walkover", (1, 2), games=games))
    rows = standings.table(sides("A B"), [walkover], criteria=("games-difference",), lot_seed=1)
    assert {row.entrant: row.values["games-difference"] for row in rows} == difference


def test_both_absent_have_lost_no_game_to_each_other():
    rows = standings.table(
        sides("A B"), [forfeit("A-B", "both-absent", 2, 2)], criteria=("games-difference",), lot_seed=1
    )
    assert [row.values["games-difference"] for row in rows] == [0, 0]


def test_nobody_makes_a_shutout_by_a_walkover():
    walkover = Match("m", ("A", "B"), Result("walkover", (1, 2), games=(2, 0), shutouts=(1, 0)))
    rows = standings.table(sides("A B"), [walkover], criteria=("shutouts",), lot_seed=1)
    assert [row.values["shutouts"] for row in rows] == [0, 0]


def test_the_door_reads_shutouts_and_offers_the_criteria(tmp_path, capsys):
    assert main(["formats"]) == 0
    assert {"games-difference", "shutouts"} <= set(json.loads(capsys.readouterr().out)["criteria"])
    rounds = [
        {
            "seats": list(one.seats),
            "result": {
                "kind": "played",
                "places": [1, 2],
                "scores": list(one.result.scores),
                "games": list(one.result.games),
                "shutouts": list(one.result.shutouts),
            },
        }
        for one in LEVEL
        if one.result
    ]
    stage = {
        "format": "league",
        "criteria": list(CUARENTA),
        "seed": 1,
        "entrants": [{"id": name} for name in "ABCD"],
        "rounds": [{"matches": [each]} for each in rounds],
    }
    file = tmp_path / "stage.json"
    file.write_text(json.dumps(stage))
    assert main(["standings", str(file)]) == 0
    first = json.loads(capsys.readouterr().out)["rows"][0]
    assert (first["entrant"], first["values"]["shutouts"], first["reason"]["criterion"]) == (
        "A",
        1,
        "shutouts",
    )


def test_the_door_takes_points_below_nothing(tmp_path, capsys):
    # In some games a side can end with less than nothing.
    result = {"kind": "played", "places": [1, 2], "scores": [12, -7]}
    stage = {
        "format": "league",
        "criteria": ["difference"],
        "entrants": [{"id": "A"}, {"id": "B"}],
        "rounds": [{"matches": [{"seats": ["A", "B"], "result": result}]}],
    }
    file = tmp_path / "stage.json"
    file.write_text(json.dumps(stage))
    assert main(["standings", str(file)]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["values"]["difference"] for row in rows] == [19, -19]


def test_the_door_takes_no_shutouts_below_none(tmp_path, capsys):
    result = {"kind": "played", "places": [1, 2], "shutouts": [-1, 0]}
    stage = {
        "format": "league",
        "entrants": [{"id": "A"}, {"id": "B"}],
        "rounds": [{"matches": [{"seats": ["A", "B"], "result": result}]}],
    }
    file = tmp_path / "stage.json"
    file.write_text(json.dumps(stage))
    assert main(["standings", str(file)]) == 2
    assert json.loads(capsys.readouterr().out)["path"] == "rounds[0].matches[0].result.shutouts[0]"

"""A stage is written as TRF(x), so that other programs read the same event (FORMATS.md, chapter 14)."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from py4swiss.trf import TrfParser

from cacho_tournaments.formats import answers, stage, trf
from cacho_tournaments.formats.errors import BadStage
from tests.formats.test_trf import GOOD

WON, LOST, TIED = (
    {"kind": "played", "places": [1, 2]},
    {"kind": "paper", "places": [2, 1]},
    {"kind": "played", "places": [1, 1]},
)


def swiss(**more: Any) -> dict[str, Any]:
    """Return a stage of five with every way to sit out, and matches that nobody played."""
    return {
        "format": "swiss",
        "options": {"rounds": 4},
        "entrants": [{"id": name, "seed": number} for number, name in enumerate("EDCBA", start=1)],
        "rounds": [
            {
                "matches": [{"seats": ["E", "D"], "result": WON}, {"seats": ["B", "C"], "result": TIED}],
                "byes": [{"entrant": "A"}],
            },
            {
                "matches": [{"seats": ["C", "E"], "result": {"kind": "walkover", "places": [2, 1]}}],
                "byes": [
                    {"entrant": "D", "points": 1, "kind": "absent"},
                    {"entrant": "A", "points": 2, "kind": "absent"},
                ],
                "absent": ["B"],
            },
            {
                "matches": [
                    {"seats": ["A", "B"], "result": {"kind": "both-absent"}},
                    {"seats": ["D", "C"], "result": {"kind": "disqualified", "places": [2, 1]}},
                ],
                "byes": [{"entrant": "E"}],
            },
        ],
        **more,
    }


def cells(text: str) -> list[str]:
    return [line[91:].rstrip() for line in text.splitlines() if line.startswith("001")]


def test_every_round_has_its_letter_and_the_first_seat_is_white() -> None:
    """PAI-23; lichess-org/lila issues 6619 and 6669: a bye that the draw gave is U, never F."""
    assert cells(trf.write(swiss())) == [
        "   2 w 1     3 b +  0000 - U",
        "   1 b 0  0000 - H     3 w -",
        "   4 b =     1 w -     2 b +",
        "   3 w =  0000 - Z     5 b -",
        "0000 - U  0000 - F     4 w -",
    ]


def test_what_is_written_is_read_back_as_the_same_event() -> None:
    read = trf.read(GOOD)
    written = trf.write(read, title=trf.title(GOOD), names=trf.names(GOOD))
    assert cells(written) == cells(GOOD)
    assert trf.read(written) == read
    assert (trf.title(written), trf.names(written)) == (trf.title(GOOD), trf.names(GOOD))
    again = trf.write(trf.read(trf.write(swiss())))
    assert cells(again) == cells(trf.write(swiss()))


@pytest.mark.parametrize(
    "points", [{}, {"win": 3, "tie": 1}, {"win": 4, "tie": 2, "loss": 1, "bye": 3}, {"bye": 1, "absent": 1}]
)
def test_another_program_reads_the_same_points(points: dict[str, int], tmp_path: Path) -> None:
    """py4swiss' parser checks totals, results and opponents on its own."""
    made = swiss(points=points)
    for played in made["rounds"]:
        played["byes"] = [
            {**one, **({"points": points["win"]} if one.get("points") == 2 and "win" in points else {})}
            for one in played["byes"]
        ]
        if "tie" in points:
            played["byes"] = [
                one if one.get("points") != 1 else {**one, "points": points["tie"]} for one in played["byes"]
            ]
    text = trf.write(made)
    path = tmp_path / "event.trf"
    path.write_text(text, encoding="utf-8", newline="")
    parsed = TrfParser.parse(path)
    mine = {row["entrant"]: row["values"]["points"] for row in answers.table(stage.read(made))["rows"]}
    by = 5 if (points.get("win", 2), points.get("tie", 1)) == (2, 1) else 10
    assert [one.points_times_ten for one in parsed.player_sections] == [mine[name] * by for name in "EDCBA"]
    assert parsed.x_section.number_of_rounds == 4
    assert answers.table(stage.read(trf.read(text)))["rows"][0]["values"]["points"] == max(mine.values())


def test_a_file_of_another_program_keeps_its_meaning_for_it(tmp_path: Path) -> None:
    path = tmp_path / "event.trf"
    # It reads no line of dates with years of two digits.
    dateless = "\n".join(line for line in GOOD.splitlines() if not line.startswith("132"))
    path.write_text(dateless, encoding="utf-8")
    before = TrfParser.parse(path)
    path.write_text(trf.write(trf.read(GOOD)), encoding="utf-8", newline="")
    after = TrfParser.parse(path)
    assert [one.results for one in after.player_sections] == [one.results for one in before.player_sections]


def test_who_left_is_away_to_the_end_and_who_is_away_next_stands_in_the_coming_round() -> None:
    made = swiss()
    made["entrants"][4] |= {"state": "withdrawn", "left_after_round": 3}
    assert cells(trf.write(made))[4].endswith("0000 - Z")
    made["rounds"].append({"absent": ["C"]})
    text = trf.write(made)
    assert cells(text)[2].endswith("   2 b +  0000 - Z")
    coming = trf.write({**made, "options": {"rounds": 6}})
    assert trf.read(coming)["rounds"][3] == {"absent": ["3"]}
    assert trf.read(coming)["entrants"][4]["left_after_round"] == 3


def test_sides_that_must_not_meet_and_a_match_without_result_are_written() -> None:
    made = swiss(apart=[["A", "C", "E"]])
    made["rounds"][2]["matches"][0]["result"] = None
    text = trf.write(made)
    assert [line for line in text.splitlines() if line.startswith("XXP")] == ["XXP 1 3", "XXP 1 5", "XXP 3 5"]
    assert cells(text)[3].endswith("   5 b")
    assert trf.read(text)["rounds"][2]["matches"][1]["result"] is None


def test_names_and_titles_stay_on_their_line() -> None:
    text = trf.write(swiss(), title={"name": "One\nXXR 99"}, names={"A": "Ñandú\t" + "x" * 60})
    assert trf.title(text)["name"] == "One XXR 99"
    assert trf.names(text)["5"] == "Ñandú " + "x" * 27
    assert all(line.endswith("\r\n") for line in text.splitlines(keepends=True))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"format": "knockout", "options": {}, "rounds": []}, "kind-not-in-trf"),
        ({"format": "league", "options": {"legs": 3}}, "kind-not-in-trf"),
        ({"points": {"walkover_loss": -1}}, "points-not-in-trf"),
        ({"points": {"win": 90}}, "points-not-in-trf"),
        ({"points": {"win": 5}}, "bye-not-in-trf"),
    ],
)
def test_what_a_file_cannot_say_is_refused(change: dict[str, Any], code: str) -> None:
    with pytest.raises(BadStage) as refused:
        trf.write(swiss(**change))
    assert refused.value.code == code


@pytest.mark.parametrize("seed", range(12))
def test_events_by_lot_survive_the_way_out_and_back(seed: int) -> None:
    rng = Random(seed)
    made: dict[str, Any] = {
        "format": "swiss",
        "seed": seed,
        "options": {"rounds": 5},
        "entrants": [{"id": str(number), "seed": number} for number in range(1, 8 + seed)],
        "rounds": [],
    }
    for _ in range(5):
        answer = answers.next_round(stage.read(made))
        for match in answer["matches"]:
            match["result"] = rng.choice(
                [WON, LOST, TIED, {"kind": "walkover", "places": [2, 1]}, {"kind": "both-absent"}]
            )
        made["rounds"].append({"matches": answer["matches"], "byes": answer["byes"]})
    made |= {"seed": 0, "criteria": ["points", "buchholz", "wins", "lot"]}
    text = trf.write(made)
    read = {**trf.read(text), "criteria": made["criteria"]}
    assert trf.write(read) == text
    mine, theirs = (answers.table(stage.read(one))["rows"] for one in (made, read))
    assert [(one["place"], one["entrant"], one["values"]) for one in mine] == [
        (one["place"], one["entrant"], one["values"]) for one in theirs
    ]

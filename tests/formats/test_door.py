"""The formats' own door: JSON in, JSON out, exit codes (FORMATS.md, chapter 9).

A file in ``golden`` is a stage with the command, the exit code and what the answer must say; the answer may say more.
"""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cacho_tournaments.formats.__main__ import main

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
GOLDEN = sorted((HERE / "golden").glob("*.json"))


def ask(capsys, monkeypatch, command: str, stage: Any) -> tuple[int, Any]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(stage if isinstance(stage, str) else json.dumps(stage)))
    code = main([command, "-"])
    return code, json.loads(capsys.readouterr().out)


def missing(expected: Any, answer: Any, path: str = "") -> list[str]:
    """Return the paths at which the answer does not say what is expected. Lists are compared whole."""
    if isinstance(expected, dict) and isinstance(answer, dict):
        return [
            found
            for key, value in expected.items()
            for found in (
                [f"{path}.{key} is missing"]
                if key not in answer
                else missing(value, answer[key], f"{path}.{key}")
            )
        ]
    if isinstance(expected, list) and isinstance(answer, list) and len(expected) == len(answer):
        return [
            found
            for number, (one, other) in enumerate(zip(expected, answer, strict=True))
            for found in missing(one, other, f"{path}[{number}]")
        ]
    return [] if expected == answer else [f"{path}: {answer!r} instead of {expected!r}"]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_kept_stage_gets_the_answer_it_should(path, capsys, monkeypatch):
    case = json.loads(path.read_text(encoding="utf-8"))
    code, answer = ask(capsys, monkeypatch, case["command"], case["stage"])
    assert missing(case["expect"], answer) == []
    assert code == case["exit"]


FIELD = [{"id": str(number), "club": f"club {number % 3}"} for number in range(1, 14)]


@pytest.mark.parametrize("name", ["league", "groups", "knockout", "double-elimination", "swiss", "tables"])
def test_the_order_of_entrants_and_keys_does_not_matter(name, capsys, monkeypatch):
    stage = {"format": name, "seed": 20261212, "entrants": FIELD}
    turned = {
        "entrants": [dict(reversed(one.items())) for one in reversed(FIELD)],
        "seed": 20261212,
        "format": name,
    }
    assert ask(capsys, monkeypatch, "next", stage) == ask(capsys, monkeypatch, "next", turned)


def test_rounds_of_a_stage_come_one_after_the_other_and_the_first_brings_the_groups(capsys, monkeypatch):
    stage: dict[str, Any] = {"format": "groups", "seed": 5, "entrants": FIELD, "rounds": []}
    met = []
    for number in range(1, 6):
        code, answer = ask(capsys, monkeypatch, "next", stage)
        assert (code, answer["round"]) == (0, number)
        met += [frozenset(match["seats"]) for match in answer["matches"]]
        if number == 1:
            groups = answer["groups"]
        stage["rounds"].append({"matches": answer["matches"]})
    assert [len(group["members"]) for group in groups] == [5, 4, 4]
    assert len(met) == len(set(met)) == 10 + 6 + 6
    assert ask(capsys, monkeypatch, "next", stage)[1]["code"] == "stage-over"
    assert ask(capsys, monkeypatch, "next", {**stage, "rounds": [], "groups": groups})[1]["groups"] == groups


def test_who_left_after_the_draw_does_not_change_what_was_drawn(capsys, monkeypatch):
    stage = {"format": "groups", "seed": 5, "entrants": FIELD}
    before = ask(capsys, monkeypatch, "next", stage)[1]
    gone = [
        {**one, "state": "withdrawn", "left_after_round": 0} if one["id"] == "3" else one for one in FIELD
    ]
    after = ask(capsys, monkeypatch, "next", {**stage, "entrants": gone})[1]
    assert after["groups"] == before["groups"]
    assert "3" not in [side for match in after["matches"] for side in match["seats"]]


def test_who_leaves_after_a_round_plays_it_and_none_after_it(capsys, monkeypatch):
    # Rule 9.4
    field = [
        {"id": name, **({"state": "withdrawn", "left_after_round": 1} if name == "2" else {})}
        for name in "1234"
    ]
    stage: dict[str, Any] = {"format": "league", "seed": 1, "entrants": field, "rounds": []}
    there = []
    for _ in range(3):
        answer = ask(capsys, monkeypatch, "next", stage)[1]
        there.append("2" in [side for match in answer["matches"] for side in match["seats"]])
        stage["rounds"].append({"matches": answer["matches"]})
    assert there == [True, False, False]


@pytest.mark.parametrize(("name", "brought"), [("league", 0), ("groups", 0), ("swiss", 2)])
def test_who_sits_out_all_against_all_has_nothing_for_it_unless_points_are_given(
    name, brought, capsys, monkeypatch
):
    # Rule 9.8: the answer of `next` is handed in again as it came
    stage: dict[str, Any] = {"format": name, "seed": 1, "entrants": FIELD[:3], "rounds": []}
    answer = ask(capsys, monkeypatch, "next", stage)[1]
    (free,) = answer["byes"]
    for points in (None, 1):
        bye = {"entrant": free["entrant"], **({"points": points} if points else {})}
        stage["rounds"] = [{"matches": answer["matches"], "byes": [bye]}]
        table = ask(capsys, monkeypatch, "standings", stage)[1]
        rows = table["groups"][0]["rows"] if name == "groups" else table["rows"]
        own = next(row["values"] for row in rows if row["entrant"] == free["entrant"])
        assert (own["points"], own["byes"]) == (points or brought, 1)


MATCH = {"seats": ["1", "2"]}
WALKOVER = {"kind": "walkover", "places": [1, 1]}


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"format": "ladder"}, "unknown-format", "format"),
        ({"format": 7}, "wrong-type", "format"),
        ({"entrants": [{"seed": 1}]}, "missing", "entrants[0].id"),
        ({"entrants": [{"id": "1", "seed": True}]}, "wrong-type", "entrants[0].seed"),
        ({"entrants": [{"id": "1", "state": "late"}]}, "unknown-value", "entrants[0].state"),
        ({"entrants": [{"id": ""}]}, "unknown-value", "entrants[0].id"),
        ({"criteria": ["points", "beauty"]}, "unknown-criterion", "criteria[1]"),
        ({"options": {"size": 9}}, "unknown-value", "options.size"),
        ({"options": {"colour": 1}}, "unknown-value", "options.colour"),
        ({"points": {"win": "2"}}, "wrong-type", "points.win"),
        ({"points": {"draw": 1}}, "unknown-value", "points.draw"),
        ({"seed": "x"}, "wrong-type", "seed"),
        ({"rounds": [{"matches": [{}]}]}, "missing", "rounds[0].matches[0].seats"),
        (
            {"rounds": [{"matches": [{"seats": ["1", "99"]}]}]},
            "unknown-entrant",
            "rounds[0].matches[0].seats[1]",
        ),
        ({"rounds": [{"matches": [{"seats": ["1", "1"]}]}]}, "seats-not-two", "rounds[0].matches[0].seats"),
        ({"rounds": [{"matches": [MATCH, MATCH]}]}, "side-twice", "rounds[0].matches"),
        (
            {"rounds": [{"matches": [{**MATCH, "id": "m"}]}, {"matches": [{**MATCH, "id": "m"}]}]},
            "match-twice",
            "rounds[1].matches",
        ),
        (
            {"rounds": [{"matches": [{**MATCH, "result": {"kind": "won"}}]}]},
            "unknown-value",
            "rounds[0].matches[0].result.kind",
        ),
        (
            {"rounds": [{"matches": [{**MATCH, "result": WALKOVER}]}]},
            "unknown-value",
            "rounds[0].matches[0].result.places",
        ),
        (
            {"rounds": [{"matches": [{**MATCH, "result": {"kind": "played", "places": [1]}}]}]},
            "wrong-type",
            "rounds[0].matches[0].result.places",
        ),
    ],
)
def test_wrong_input_is_refused_with_the_path_of_the_fault(change, code, path, capsys, monkeypatch):
    stage = {"format": "groups", "entrants": FIELD, **change}
    exit_code, answer = ask(capsys, monkeypatch, "next", stage)
    assert (exit_code, answer["code"], answer["path"]) == (2, code, path)


@pytest.mark.parametrize("text", ["", "{", "[1]", '"groups"', "null"])
def test_what_is_no_stage_at_all_is_refused(text, capsys, monkeypatch):
    assert ask(capsys, monkeypatch, "standings", text)[0] == 2


def test_a_missing_file_is_wrong_input(capsys):
    assert main(["next", "no-such-file.json"]) == 2
    assert json.loads(capsys.readouterr().out)["code"] == "unreadable"


def test_an_entrant_or_a_seed_that_stands_twice_makes_no_draw(capsys, monkeypatch):
    # woogles-io/liwords issue 1200
    stage = {"format": "league", "entrants": [{"id": "1"}, {"id": "1"}]}
    code, answer = ask(capsys, monkeypatch, "next", stage)
    assert (code, answer["code"]) == (1, "entrant-twice")


def test_instant_wins_are_read_as_a_truth_value_or_a_seat_each(capsys, monkeypatch):
    for instant in (True, [False, True]):
        result = {"kind": "played", "places": [2, 1], "scores": [240, 180], "instant": instant}
        stage = {
            "format": "league",
            "entrants": [{"id": "1"}, {"id": "2"}],
            "criteria": ["instant-wins"],
            "rounds": [{"matches": [{"seats": ["1", "2"], "result": result}]}],
        }
        rows = ask(capsys, monkeypatch, "standings", stage)[1]["rows"]
        assert [(row["entrant"], row["values"]["instant-wins"]) for row in rows] == [("2", 1), ("1", 0)]


def test_the_door_lists_formats_options_and_presets(capsys):
    assert main(["formats"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer["formats"]) == {
        "league",
        "groups",
        "knockout",
        "double-elimination",
        "swiss",
        "tables",
    }
    assert answer["formats"]["groups"]["size"][0] == 4
    assert answer["presets"]["cochabamba"]["criteria"][0] == "points"


def test_the_door_opens_without_django():
    code = "import sys; import cacho_tournaments.formats.__main__; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_the_command_reads_standard_input_and_prints_one_answer():
    stage = json.dumps({"format": "league", "entrants": FIELD, "seed": 1})
    command = [sys.executable, "-m", "cacho_tournaments.formats", "next", "-"]
    run = subprocess.run(
        command, cwd=ROOT, env={**os.environ}, input=stage, capture_output=True, text=True, check=True
    )
    assert len(json.loads(run.stdout)["matches"]) == 6

"""What the door promises of every format alike: order, names, reasons, exit codes (FORMATS.md, chapter 9)."""

import copy
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cacho_tournaments.formats import answers
from cacho_tournaments.formats.__main__ import main
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.formats.stage import read

Value = dict[str, Any]
OPTIONS: dict[str, Value] = {
    "league": {"legs": 2},
    "groups": {"size": 4},
    "knockout": {"consolation": True},
    "double-elimination": {},
    "swiss": {"rounds": 6, "bye_points": 1},
    "tables": {"rounds": 6},
}
FIELD = [
    {"id": str(number), "seed": number if number < 5 else None, "club": f"club {number % 4}", "state": "in"}
    for number in range(1, 12)
]
CRITERIA = "points buchholz-cut-1 buchholz sonneborn-berger among-tied share average-place difference"


def result(seats: list[str], rng: Random) -> Value:
    """Return a result by lot: mostly played, some who did not come or were put out."""
    order = sorted(seats, key=lambda _: rng.random())
    kind = rng.choice(["played"] * 7 + ["walkover", "both-absent", "disqualified"])
    return {
        "kind": kind,
        "places": [1 + order.index(side) for side in seats],
        "scores": [100 + rng.randrange(50) for _ in seats],
        "games": [int(side == order[0]) for side in seats],
        "instant": rng.random() < 0.1,
    }


def stage(name: str, rounds: int, seed: int) -> Value:
    """Play a stage by lot, as the door draws it."""
    rng = Random(f"{name} {seed}")
    made: Value = {
        "format": name,
        "options": OPTIONS[name],
        "points": {"win": 3, "tie": 1, "loss": 0, "places": {"4": [5, 3, 1, 0]}},
        "seed": seed,
        "criteria": CRITERIA.split(),
        "entrants": copy.deepcopy(FIELD),
        "rounds": [],
    }
    for number in range(rounds):
        answer = answers.next_round(read(made))
        ready = [one for one in answer["matches"] if None not in one["seats"]]
        for match in ready:
            match["result"] = result(match["seats"], rng)
        made["rounds"].append({"matches": ready, "byes": answer["byes"], "absent": answer.get("absent", [])})
        if number == 0 and name in ("swiss", "tables"):
            made["entrants"].append({"id": "12", "since_round": 2})
            made["entrants"][3] |= {"state": "withdrawn", "left_after_round": 1}
    return made


def asked(made: Value) -> list[Value]:
    """Return what the door says to a stage: the next round, or why there is none, and the table."""
    read_once = read(json.loads(json.dumps(made)))
    try:
        coming = answers.next_round(read_once)
    except NoValidDraw as refusal:
        coming = {"code": refusal.code}
    return json.loads(json.dumps([coming, answers.table(read_once)]))


def turned(value: Any) -> Any:
    """Return the value with every object's keys the other way round."""
    if isinstance(value, dict):
        return {key: turned(value[key]) for key in reversed(value)}
    return [turned(one) for one in value] if isinstance(value, list) else value


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Return the value with every entrant called otherwise."""
    if isinstance(value, dict):
        return {key: renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_no_order_of_keys_entrants_matches_or_byes_changes_an_answer(name: str, rounds: int) -> None:
    made = stage(name, rounds, 5)
    mixed = turned(made)
    rng = Random(1)
    rng.shuffle(mixed["entrants"])
    for one in mixed["rounds"]:
        for key in ("matches", "byes", "absent"):
            rng.shuffle(one[key])
    assert asked(mixed) == asked(made)


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_other_ids_in_the_same_order_rename_every_answer_and_change_nothing_else(
    name: str, rounds: int
) -> None:
    made = stage(name, rounds, 5)
    names = {one["id"]: f"pair {one['id']}" for one in made["entrants"]}
    assert asked(renamed(made, names)) == renamed(asked(made), names)


@pytest.mark.parametrize("name", OPTIONS)
def test_another_seed_gives_another_draw(name: str) -> None:
    drawn = {json.dumps(answers.next_round(read(stage(name, 0, seed)))["matches"]) for seed in range(6)}
    assert len(drawn) > 1


def tables_of(answer: Value) -> list[list[Value]]:
    return [answer["rows"]] if "rows" in answer else [group["rows"] for group in answer["groups"]]


@pytest.mark.parametrize("name", ["league", "groups", "swiss", "tables"])
@pytest.mark.parametrize("seed", range(4))
def test_a_reason_says_what_parts_a_row_from_the_next_and_is_null_where_nothing_does(
    name: str, seed: int
) -> None:
    made = stage(name, 3, seed)
    made["criteria"] = ["points", "wins"]
    answer = asked(made)[1]
    assert answer["after_round"] == 3
    for rows in tables_of(answer):
        assert [row["place"] for row in rows] == [
            1 + sum(1 for other in rows if other["place"] < row["place"]) for row in rows
        ]
        for row, lower in zip(rows, [*rows[1:], None], strict=True):
            reason = row["reason"]
            assert list(row["values"])[:2] == ["points", "wins"]
            if lower is None or lower["place"] == row["place"]:
                assert reason is None
                continue
            assert set(reason) == {"over", "criterion", "mine", "theirs", "among", "matches"}
            assert (reason["over"], reason["criterion"] in ("points", "wins", "state")) == (
                lower["entrant"],
                True,
            )
            if reason["criterion"] != "state":
                assert reason["mine"] == row["values"][reason["criterion"]]
                assert reason["theirs"] == lower["values"][reason["criterion"]]


@pytest.mark.parametrize("name", ["knockout", "double-elimination"])
def test_an_empty_slot_is_null_and_says_which_match_and_whether_winner_or_loser_comes(name: str) -> None:
    matches = answers.next_round(read(stage(name, 0, 3)))["matches"]
    ids = {match["id"] for match in matches}
    for match in matches:
        assert {"id", "round", "bracket", "seats", "from"} <= set(match)
        for side, source in zip(match["seats"], match["from"], strict=True):
            assert (side is None) != (source is None)
            if source:
                assert set(source) == {"match", "take"}
                assert (source["match"] in ids, source["take"] in ("winner", "loser")) == (True, True)
    assert {"winners", "final"} <= {match["bracket"] for match in matches}


# -- the command ------------------------------------------------------------------------------------------------


def run(capsys, *arguments: str) -> tuple[int, Any]:
    code = main(arguments)
    return code, json.loads(capsys.readouterr().out)


def test_the_exit_code_is_nought_for_an_answer_one_for_no_draw_and_two_for_wrong_input(
    tmp_path: Path, capsys, monkeypatch
) -> None:
    file = tmp_path / "stage.json"
    file.write_text(json.dumps(stage("swiss", 2, 1)), encoding="utf-8")
    assert run(capsys, "next", str(file))[0] == run(capsys, "standings", str(file))[0] == 0
    file.write_text(json.dumps({"format": "swiss", "entrants": FIELD[:1]}), encoding="utf-8")
    code, answer = run(capsys, "next", str(file))
    assert (code, answer["error"], answer["code"]) == (1, "no-valid-draw", "too-few-entrants")
    assert set(answer) == {"error", "code", "facts"}
    file.write_text(json.dumps({"format": "swiss", "entrants": [{"id": 7}]}), encoding="utf-8")
    code, answer = run(capsys, "standings", str(file))
    assert (code, answer["error"], answer["code"], answer["path"]) == (
        2,
        "bad-stage",
        "wrong-type",
        "entrants[0].id",
    )
    file.write_text(json.dumps({"format": "swiss", "entrants": [{"id": ["7"]}]}), encoding="utf-8")
    code, answer = run(capsys, "trf", "--write", str(file))
    assert (code, answer["code"], answer["path"]) == (2, "wrong-type", "entrants[0].id")
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(stage("league", 0, 1))))
    assert run(capsys, "next", "-")[0] == 0
    assert run(capsys, "simulate", "--format", "ladder", "--entrants", "8", "--seed", "1")[0] == 2
    code, answer = run(
        capsys, "simulate", "--format", "swiss", "--entrants", "8", "--rounds", "3", "--seed", "1"
    )
    assert (code, answer["faults"]) == (0, [])


JUNK = [None, True, 0, -1, 7, 10**30, 1.5, "", "7", [], {}, [None], {"a": 1}, ["1"], "bye", "withdrawn"]


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield (*path, key)
        yield from paths(one, (*path, key))


STAGES = [stage(name, rounds, 2) for name in OPTIONS for rounds in (0, 2)]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(STAGES), st.data(), st.sampled_from(["next", "standings", "check", "trf --write"]))
def test_whatever_is_wrong_with_a_stage_the_answer_is_an_exit_code_and_never_a_break(
    made: Value, data: st.DataObject, command: str
) -> None:
    value = copy.deepcopy(made)
    for path in data.draw(st.lists(st.sampled_from(list(paths(made))), min_size=1, max_size=2)):
        there = value
        try:
            for key in path[:-1]:
                there = there[key]
            if data.draw(st.booleans()):
                there[path[-1]] = copy.deepcopy(data.draw(st.sampled_from(JUNK)))
            else:
                del there[path[-1]]
        except (KeyError, IndexError, TypeError):
            continue  # an earlier damage took the place away
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(json.dumps(value)))
        patch.setattr(sys, "stdout", io.StringIO())
        assert main([*command.split(), "-"]) in (0, 1, 2)

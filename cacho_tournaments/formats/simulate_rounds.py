"""Plays rounds drawn one by one, by lot and through the door's own JSON, with people who come late, stay away or
leave; and has every draw and table checked.

Knows: the door's stage and answers, how seldom somebody stays away.
Does not know: how a round is drawn, the checks themselves.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from random import Random
from typing import Any

from cacho_tournaments.formats import answers, checker, checker_rounds, seeding
from cacho_tournaments.formats.base import Entrant, Note, RoundDraw
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.formats.lots import Account, result_of, table_result
from cacho_tournaments.formats.stage import Stage, read

Value = dict[str, Any]
LATE, LEAVES, AWAY, GIVEN, APART = 0.04, 0.02, 0.03, 0.01, 0.1  # how often, of one
CRITERIA = {
    "swiss": ["points", "among-tied", "buchholz-cut-1", "buchholz", "sonneborn-berger", "lot"],
    "tables": ["points", "share", "average-place", "wins", "lot"],
}


def play(
    name: str, sides: Sequence[Entrant], seed: int, rounds: int | None, rng: Random, account: Account
) -> None:
    """Play a stage of Swiss rounds, or of rounds at tables. Raises: NoValidDraw if not even the first round can
    be drawn; a later one that cannot is counted and ends the stage."""
    wanted = rounds or 3 + int(rng.random() * 5)
    value: Value = {
        "format": name,
        "seed": seed,
        "options": {"rounds": wanted, **(_table_options(rng) if name == "tables" else {})},
        "criteria": CRITERIA[name],
        "entrants": [_entrant(one, wanted, rng) for one in sides],
        "rounds": [],
    }
    if name == "swiss" and rng.random() < APART and len(sides) > 3:
        value["apart"] = [seeding.shuffled([one.id for one in sides], rng)[:2]]
    said: set[str] = set()
    for number in range(1, wanted + 1):
        _leave(value, number, rng)
        coming = _sitting_out(value, number, rng)
        try:
            stage, made = _drawn(value, coming, account)
        except NoValidDraw as refusal:
            if number == 1:
                raise
            account.refused[refusal.code] += 1
            break
        said |= {note.code for note in made.notes}
        answer = answers.told(stage, made)
        for match in answer["matches"]:
            match["result"] = _result(len(match["seats"]), rng)
        account.matches += len(answer["matches"])
        value["rounds"].append({key: answer[key] for key in ("matches", "byes", "absent")})
    _check(value, said, account)


def _drawn(value: Value, coming: Value, account: Account) -> tuple[Stage, RoundDraw]:
    stage = read({**value, "rounds": [*value["rounds"], coming]})
    made = answers.drawn(stage)
    account.notes.update(note.code for note in made.notes)
    account.faults += checker_rounds.round_faults(
        made,
        stage.entrants,
        stage.matches,
        stage.byes,
        sizes=stage.options.get("allowed", (2,)),
        given={one.entrant for one in stage.coming.byes},
        apart=stage.apart,
        points=stage.points,
    )
    return stage, made


def _check(value: Value, said: set[str], account: Account) -> None:
    """Check the table, and draw everything again under other names, handed in the other way round."""
    stage, other = read(value), read(_turned(value))
    rows = answers.round_rows(stage)
    account.faults += checker.table_faults(rows, stage.matches, stage.points, stage.byes)
    mine = [(row.place, f"s{row.entrant}", row.values) for row in rows]
    if mine != [(row.place, row.entrant, row.values) for row in answers.round_rows(other)]:
        account.faults.append(Note("order-matters", {"entrants": len(rows)}))
    account.faults += checker_rounds.differs(_turned(value))
    had = Counter(one.entrant for one in stage.byes if one.kind == "bye")
    away = {one.entrant for one in stage.byes if one.kind != "bye"} | {
        one["entrant"] for played in value["rounds"] for one in played["byes"] if one.get("given")
    }
    always = [one.id for one in stage.entrants if one.state == "in" and one.id not in away]
    counts = [had[side] for side in always] or [0]
    if max(counts) - min(counts) > 1 and "second-bye-unavoidable" not in said:
        account.faults.append(Note("byes-uneven", {"least": min(counts), "most": max(counts)}))


def _turned(value: Value) -> Value:
    """Return the stage with every list the other way round and every id renamed, their order kept."""

    def name(side: str) -> str:
        return f"s{side}"

    def turned(played: Value) -> Value:
        return {
            "matches": [{**one, "seats": [name(side) for side in one["seats"]]} for one in played["matches"]][
                ::-1
            ],
            "byes": [{**one, "entrant": name(one["entrant"])} for one in played["byes"]][::-1],
            "absent": [name(side) for side in played["absent"]][::-1],
        }

    return {
        **value,
        "entrants": [{**one, "id": name(one["id"])} for one in value["entrants"]][::-1],
        "apart": [[name(side) for side in few][::-1] for few in value.get("apart", [])],
        "rounds": [turned(one) for one in value["rounds"]],
    }


def _entrant(one: Entrant, rounds: int, rng: Random) -> Value:
    found = {key: value for key, value in asdict(one).items() if key in ("id", "seed", "club") and value}
    if rounds > 1 and rng.random() < LATE:
        found["since_round"] = 2 + int(rng.random() * (rounds - 1))
    return found


def _leave(value: Value, number: int, rng: Random) -> None:
    for one in value["entrants"]:
        if number > 1 and "state" not in one and rng.random() < LEAVES:
            one |= {
                "state": "withdrawn" if rng.random() < 0.8 else "disqualified",
                "left_after_round": number - 1,
            }


def _sitting_out(value: Value, number: int, rng: Random) -> Value:
    there = [
        one["id"] for one in value["entrants"] if "state" not in one and one.get("since_round", 1) <= number
    ]
    absent = [side for side in there if rng.random() < AWAY]
    half = [side for side in absent if rng.random() < 0.3]
    given = [side for side in there if side not in absent and rng.random() < GIVEN][:1]
    return {
        "absent": [side for side in absent if side not in half],
        "byes": [{"entrant": side, "kind": "absent", "points": 1} for side in half]
        + [{"entrant": side} for side in given],
    }


def _table_options(rng: Random) -> Value:
    chance = rng.random()
    return {
        "size": 3 + int(rng.random() * 3),
        "allowed": [3, 4, 5] if rng.random() < 0.8 else [3, 4],
        "mode": "swiss" if chance < 0.6 else "random" if chance < 0.9 else "design",
    }


def _result(seats: int, rng: Random) -> Value:
    made = asdict(result_of(rng) if seats == 2 else table_result(seats, rng))
    kept = ("kind", "places", "scores", "instant")
    return {
        key: list(each) if isinstance(each, tuple) else each
        for key, each in made.items()
        if key in kept and each
    }

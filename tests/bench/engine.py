"""The rules engine: full-dice turns checked a second, beside reading the same turns as JSON."""

import json
from functools import partial
from random import Random
from typing import Any

from cacho_tournaments import games
from tests.bench.clock import cpu

GAMES = 60


def _played(preset: str) -> list[tuple[Any, str]]:
    """Return (state, line) of every turn of some games played by a random legal player."""
    rules = games.get("cacho-alalay")
    rng = Random(20261212)
    met = []
    for _ in range(GAMES):
        state: Any = rules.start(rules.resolve(preset), sides=2)
        while not rules.status(state).over:
            line = rules.write(rules.random_turn(state, rng))
            met.append((state, line))
            state, _verdict = rules.apply(state, rules.parse(line))
    return met


def measure() -> list[str]:
    said = [
        "Engine: a line of the record read and checked, full dice (asked for: 20,000 turns a second on one core);",
        "a line of pairs mostly holds two attempts, each thrown, flipped and checked like a turn of its own",
    ]
    for preset in ("cochabamba", "cochabamba-pairs"):
        met = _played(preset)
        wires = [json.dumps({"line": line, "client_id": "x" * 16, "sequence": 7}) for _state, line in met]
        checked = cpu(partial(_check, met))
        read = cpu(partial(_read, wires))
        said.append(
            f"  {preset:18} {len(met) / checked:9,.0f} turns a second"
            f"   ({checked / read:.1f} times reading the same turns as JSON)"
        )
    return said


def _check(met: list[tuple[Any, str]]) -> None:
    rules = games.get("cacho-alalay")
    for state, line in met:
        rules.check(state, rules.parse(line))


def _read(wires: list[str]) -> None:
    for wire in wires:
        json.loads(wire)

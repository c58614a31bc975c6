"""The rules engines: lines of the record read and checked a second, beside reading the same lines as JSON."""

import json
from functools import partial
from random import Random
from typing import Any

from cacho_tournaments import games
from cacho_tournaments.games.base import Setup
from cacho_tournaments.games.replay import made_up, replay
from tests.bench.clock import cpu

GAMES = 60


def _played(rules: Any, preset: str) -> list[tuple[Any, str]]:
    """Return (state, line) of every turn of some games played by a random legal player."""
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
    """Return what each engine checks a second, and how the replay of a game grows with its length."""
    said = [
        "Engines: a line of the record read and checked, full dice (asked for: 20,000 a second on one core);",
        "a line of pairs mostly holds two attempts, each thrown, flipped and checked like a turn of its own",
    ]
    for code in games.codes():
        rules = games.get(code)
        for preset in rules.presets:
            said.append(_line(rules, preset))
    said.append("Whole games replayed, beside their first halves alone (linear: 2.0 times)")
    said += [f"  {code:34} {_growth(code):9.2f} times" for code in games.codes()]
    return said


def _line(rules: Any, preset: str) -> str:
    met = _played(rules, preset)
    wires = [json.dumps({"line": line, "client_id": "x" * 16, "sequence": 7}) for _state, line in met]
    checked = cpu(partial(_check, rules, met))
    read = cpu(partial(_read, wires))
    return (
        f"  {rules.code + ', ' + preset:34} {len(met) / checked:9,.0f} lines a second"
        f"   ({checked / read:.1f} times reading the same lines as JSON)"
    )


def _growth(code: str) -> float:
    """Return how much longer whole games take than their first halves."""
    rules = games.get(code)
    setup = Setup(code, rules.resolve(), 2)
    rng = Random(20261212)
    whole = [_lines(rules, setup, rng) for _ in range(GAMES)]
    halves = [lines[: len(lines) // 2] for lines in whole]
    return cpu(partial(_replay, setup, whole)) / cpu(partial(_replay, setup, halves))


def _lines(rules: Any, setup: Setup, rng: Random) -> list[str]:
    return [line for line, _state in made_up(rules, setup.begin(rules), rng)]


def _replay(setup: Setup, played: list[list[str]]) -> None:
    for lines in played:
        replay(setup, lines)


def _check(rules: Any, met: list[tuple[Any, str]]) -> None:
    for state, line in met:
        rules.check(state, rules.parse(line))


def _read(wires: list[str]) -> None:
    for wire in wires:
        json.loads(wire)

"""The formats' own door: a stage in, an answer out, both JSON.

    python -m cacho_tournaments.formats next FILE        the next round of a stage, or the first
    python -m cacho_tournaments.formats standings FILE   the table of a stage, with reasons
    python -m cacho_tournaments.formats simulate --format F --entrants N --seed S [--rounds R] [--runs K]
    python -m cacho_tournaments.formats formats          formats, options and their values, presets

``-`` reads standard input. Exit 0; 1 where no valid draw exists or a simulation finds a fault; 2 where the
input is wrong, with the JSON path of the fault.

Knows: files, arguments, exit codes.
Does not know: any format.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cacho_tournaments.errors import CachoError
from cacho_tournaments.formats import answers, simulate
from cacho_tournaments.formats.errors import BadStage, NoValidDraw
from cacho_tournaments.formats.stage import OPTIONS, At, read

DONE, NO_DRAW, WRONG_INPUT = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command, print its answer, return the exit code."""
    chosen = _parser().parse_args(arguments)
    try:
        answer = _answer(chosen)
    except NoValidDraw as refusal:
        _print(_refusal("no-valid-draw", refusal))
        return NO_DRAW
    except BadStage as refusal:
        _print({**_refusal("bad-stage", refusal), "path": refusal.path})
        return WRONG_INPUT
    _print(answer)
    return NO_DRAW if answer.get("faults") else DONE


def _answer(chosen: argparse.Namespace) -> dict[str, Any]:
    if chosen.command == "formats":
        return answers.known_formats()
    if chosen.command == "simulate":
        name = At(chosen.format, "format").text()
        if name not in OPTIONS:
            raise BadStage("unknown-format", path="format", value=name, known=tuple(OPTIONS))
        return simulate.run(
            name, entrants=chosen.entrants, seed=chosen.seed, rounds=chosen.rounds, runs=chosen.runs
        )
    stage = read(_json(chosen.file))
    return answers.next_round(stage) if chosen.command == "next" else answers.table(stage)


def _json(name: str) -> Any:
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        return json.loads(text)
    except (OSError, UnicodeDecodeError) as fault:
        raise BadStage("unreadable", path="", file=name, fault=str(fault)) from fault
    except (ValueError, RecursionError) as fault:
        raise BadStage("not-json", path="", file=name, fault=str(fault)) from fault


def _refusal(name: str, refusal: CachoError) -> dict[str, Any]:
    facts = {key: value for key, value in refusal.facts.items() if key != "path"}
    return {"error": name, "code": refusal.code, "facts": facts}


def _print(answer: dict[str, Any]) -> None:
    print(json.dumps(answer, ensure_ascii=False, indent=1))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m cacho_tournaments.formats", description="Draws and tables."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, tells in (("next", "the next round of a stage"), ("standings", "the table of a stage")):
        command = commands.add_parser(name, help=tells)
        command.add_argument("file", help="a stage as JSON, or - for standard input")
    played = commands.add_parser("simulate", help="plays a format by lot and checks every draw and table")
    played.add_argument("--format", required=True, help="; ".join(OPTIONS))
    played.add_argument("--entrants", type=int, required=True)
    played.add_argument("--seed", type=int, required=True)
    played.add_argument("--rounds", type=int, help="play only so many rounds")
    played.add_argument("--runs", type=int, default=1)
    commands.add_parser("formats", help="formats, options and their values, presets")
    return parser


if __name__ == "__main__":
    sys.exit(main())

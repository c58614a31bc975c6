"""The formats' own door: a stage in, an answer out, both JSON.

    python -m cacho_tournaments.formats next FILE        the next round of a stage, or the first
    python -m cacho_tournaments.formats standings FILE   the table of a stage, with reasons
    python -m cacho_tournaments.formats simulate --format F --entrants N|N-M --seed S [--rounds R] [--runs K]
    python -m cacho_tournaments.formats trf FILE.trf     reads TRF(x), prints the stage
    python -m cacho_tournaments.formats trf --write FILE prints a stage as TRF(x)
    python -m cacho_tournaments.formats check FILE       draws every round of a stage again and names what differs
    python -m cacho_tournaments.formats formats          formats, options and their values, presets

``-`` reads standard input. Exit 0; 1 where no valid draw exists, or a simulation or a check finds a fault; 2
where the input is wrong, with the JSON path of the fault.

Knows: files, arguments, exit codes.
Does not know: any format.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cacho_tournaments.errors import CachoError
from cacho_tournaments.formats import answers, checker_rounds, simulate, trf
from cacho_tournaments.formats.at import At
from cacho_tournaments.formats.errors import BadStage, NoValidDraw
from cacho_tournaments.formats.options import OPTIONS
from cacho_tournaments.formats.stage import read

DONE, NO_DRAW, WRONG_INPUT = 0, 1, 2
_OF_A_STAGE = {
    "next": "the next round of a stage",
    "standings": "the table of a stage",
    "check": "draws every round again and names what differs",
}


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
    if isinstance(answer, str):
        sys.stdout.write(answer)
        return DONE
    _print(answer)
    return NO_DRAW if answer.get("faults") else DONE


def _answer(chosen: argparse.Namespace) -> dict[str, Any] | str:
    if chosen.command == "formats":
        return answers.known_formats()
    if chosen.command == "simulate":
        name = At(chosen.format, "format").text()
        if name not in OPTIONS:
            raise BadStage("unknown-format", path="format", value=name, known=tuple(OPTIONS))
        return simulate.run(
            name, entrants=chosen.entrants, seed=chosen.seed, rounds=chosen.rounds, runs=chosen.runs
        )
    if chosen.command == "trf":
        return _written(_json(chosen.file)) if chosen.write else trf.read(trf.decoded(_raw(chosen.file)))
    value = _json(chosen.file)
    if chosen.command == "check":
        return {"faults": [asdict(one) for one in checker_rounds.differs(value)]}
    stage = read(value)
    return answers.next_round(stage) if chosen.command == "next" else answers.table(stage)


def _written(value: Any) -> str:
    """Return a stage as TRF(x); its ``title`` and the ``name`` of an entrant may stand in it too."""
    entrants = At(value).get("entrants", []).each()
    named = [(one.get("id").value, one.get("name").value) for one in entrants]
    title = At(value).get("title", {}).of(dict, "object")
    return trf.write(
        value,
        title={key: text for key, text in title.items() if isinstance(text, str)},
        names={key: text for key, text in named if isinstance(key, str) and isinstance(text, str)},
    )


def _raw(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as fault:
        raise BadStage("unreadable", path="", file=name, fault=str(fault)) from fault


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadStage("unreadable", path="", file=name, fault=str(fault)) from fault


def _json(name: str) -> Any:
    try:
        return json.loads(_text(name))
    except (ValueError, RecursionError) as fault:
        raise BadStage("not-json", path="", file=name, fault=str(fault)) from fault


def _sizes(text: str) -> int | tuple[int, int]:
    least, _, most = text.partition("-")
    return (int(least), int(most)) if most else int(least)


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
    for name, tells in _OF_A_STAGE.items():
        command = commands.add_parser(name, help=tells)
        command.add_argument("file", help="a stage as JSON, or - for standard input")
    played = commands.add_parser("simulate", help="plays a format by lot and checks every draw and table")
    played.add_argument("--format", required=True, help="; ".join(OPTIONS))
    played.add_argument(
        "--entrants", type=_sizes, required=True, help="so many, or 2-130: by lot, every run anew"
    )
    played.add_argument("--seed", type=int, required=True)
    played.add_argument("--rounds", type=int, help="play only so many rounds")
    played.add_argument("--runs", type=int, default=1)
    carried = commands.add_parser("trf", help="reads a TRF(x) file, prints the stage")
    carried.add_argument("file", help="a TRF(x) file, or - for standard input")
    carried.add_argument("--write", action="store_true", help="reads a stage as JSON, prints TRF(x)")
    commands.add_parser("formats", help="formats, options and their values, presets")
    return parser


if __name__ == "__main__":
    sys.exit(main())

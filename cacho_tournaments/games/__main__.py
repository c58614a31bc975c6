"""The command line: ``python -m cacho_tournaments.games check [--json] FILE...``, ``... games``, ``... script DIR``.

Knows: files, standard input, what is printed, the exit codes (0 all legal, 1 a line refused, 2 unreadable).
Does not know: rules, settings, any framework.
"""

import argparse
import json
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cacho_tournaments.errors import CachoError
from cacho_tournaments.games import codes, get
from cacho_tournaments.games.base import Verdict
from cacho_tournaments.games.record import Record, RecordError, decode, parse
from cacho_tournaments.games.replay import Played, Replay, replay
from cacho_tournaments.games.script import Untranslatable, scripts

LEGAL, REFUSED, UNREADABLE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m cacho_tournaments.games", description="Check game records."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="replay every game of the files")
    check.add_argument("--json", action="store_true", help="print one JSON object a game")
    check.add_argument("files", nargs="+", metavar="FILE", help="a record; - reads standard input")
    commands.add_parser("games", help="list games, presets and options")
    script = commands.add_parser("script", help="write the rules as JavaScript for the tablet")
    script.add_argument("folder", type=Path, metavar="DIR", help="where the files go, one a game")
    chosen = parser.parse_args(arguments)
    # The answer is UTF-8 wherever it is printed, as the record itself is.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8")
    if chosen.command == "games":
        return _list_games()
    if chosen.command == "script":
        return _write_scripts(chosen.folder)
    return max(_check(name, as_json=chosen.json) for name in chosen.files)


def _list_games() -> int:
    for code in codes():
        game = get(code)
        print(f"{code} (version {game.version}, {game.min_sides} to {game.max_sides} sides)")
        for name, differs in game.presets.items():
            default = " (default)" if name == game.default_preset else ""
            changes = " ".join(f"{option}={value}" for option, value in differs.items())
            print(f"  preset {name}{default}{': ' + changes if changes else ''}")
        for option in game.options:
            print(f"  option {option.name} (rule {option.rule}): {', '.join(option.values)}")
    return LEGAL


def _write_scripts(folder: Path) -> int:
    try:
        for name, text in scripts().items():
            (folder / name).write_text(text, encoding="utf-8")
            print(folder / name)
    except Untranslatable as error:
        print(f"cannot be translated: {error}", file=sys.stderr)
        return REFUSED
    except OSError as error:
        print(f"{folder}: cannot be written: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    return LEGAL


def _check(name: str, *, as_json: bool) -> int:
    shown = "<stdin>" if name == "-" else name
    try:
        content = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        records = parse(decode(content))
    except OSError as error:
        print(f"{shown}: cannot be read: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    except RecordError as error:
        print(f"{shown}:{error.line}:{error.column}: {_described(error)}", file=sys.stderr)
        return UNREADABLE
    worst = LEGAL
    for number, record in enumerate(records, start=1):
        played = replay(record.setup, record.lines)
        if played.refused:
            worst = REFUSED
        if as_json:
            print(json.dumps(_as_json(record, played), ensure_ascii=False))
        else:
            _print_game(shown, number, record, played)
    return worst


def _as_json(record: Record, played: Replay) -> dict[str, Any]:
    status = played.status
    return {
        "game": record.game,
        "rules": record.preset,
        "turns": [_turn_as_json(turn) for turn in played.turns],
        "totals": list(status.totals),
        "over": status.over,
        "ending": status.ending,
        "winners": list(status.winners),
        "ranking": [list(place) for place in status.ranking],
        **({"shutout": True} if status.shutout else {}),
        **status.more,
    }


def _turn_as_json(turn: Played) -> dict[str, Any]:
    answer: dict[str, Any] = {"line": turn.line, "side": turn.side}
    if turn.refused is not None:
        answer |= {"verdict": "refused", "code": turn.refused.code}
        if turn.refused.rule:
            answer["rule"] = turn.refused.rule
    if turn.verdict is not None:
        answer |= {"verdict": "ok", **_worth(turn.verdict)}
        if turn.verdict.also:
            answer["also"] = [_worth(verdict) for verdict in turn.verdict.also]
    return answer


def _worth(verdict: Verdict) -> dict[str, Any]:
    facts = {"box": verdict.box, "points": verdict.points, "mark": verdict.mark, "warning": verdict.warning}
    return {name: value for name, value in facts.items() if value is not None}


def _print_game(shown: str, number: int, record: Record, played: Replay) -> None:
    print(f"{shown}: game {number}: {record.game}, {record.preset}")
    for turn in played.turns:
        if turn.refused is not None:
            column = turn.refused.facts.get("column")
            place = f"{shown}:{turn.line}" + (f":{column}" if column else "")
            print(f"{place}: refused: {_described(turn.refused)}: {turn.text}")
    status = played.status
    for name, total in zip(record.sides, status.totals, strict=True):
        print(f"  {total:>4}  {name}")
    if status.over:
        winners = ", ".join(record.sides[side - 1] for side in status.winners) or "nobody"
        print(f"  over: {status.ending}; won by {winners}")
    elif status.to_move is None:
        print("  open")
    else:
        print(f"  open; to move: {record.sides[status.to_move - 1]}")


def _described(error: CachoError) -> str:
    """Return code, rule and facts without the place, which stands before it."""
    rule = f" (rule {error.rule})" if error.rule else ""
    facts = [f"{name} {_plain(fact)}" for name, fact in error.facts.items() if name not in ("line", "column")]
    return f"{error.code}{rule}" + (f" [{', '.join(facts)}]" if facts else "")


def _plain(fact: object) -> str:
    if isinstance(fact, (tuple, list)):
        return " ".join(str(part) for part in fact)
    return "none" if fact is None else str(fact) or '""'


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads may stop early, as ``head`` does
    sys.exit(main())

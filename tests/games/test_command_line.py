"""``python -m cacho_tournaments.games``: as a person runs it, with its output and its exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.test_record import EXAMPLE

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden" / "cacho-alalay"

ANSWER = {
    "game": "cacho-alalay",
    "rules": "cochabamba",
    "turns": [
        {"line": 10, "side": 2, "verdict": "ok", "box": "6", "points": 18},
        {"line": 11, "side": 1, "verdict": "ok", "box": "F", "points": 35, "mark": "de-mano"},
        {"line": 12, "side": 2, "verdict": "refused", "code": "second-throw-required", "rule": "2.4"},
    ],
    "totals": [78, 18],
    "over": False,
    "ending": None,
    "winners": [],
    "ranking": [[1], [2]],
}


def run(*arguments, given=b""):
    return subprocess.run(
        [sys.executable, "-m", "cacho_tournaments.games", *map(str, arguments)],
        cwd=ROOT,
        input=given,
        capture_output=True,
        check=False,
    )


def test_the_example_is_answered_in_json_to_the_letter(tmp_path):
    file = tmp_path / "example.cacho"
    file.write_text(EXAMPLE, encoding="utf-8")

    answer = run("check", "--json", file)

    assert answer.returncode == 1
    (line,) = answer.stdout.decode().splitlines()
    assert line == json.dumps(ANSWER)


def test_a_record_comes_by_standard_input_with_one_object_a_game():
    answer = run("check", "--json", "-", given=(EXAMPLE + "===\n" + EXAMPLE).encode())

    first, second = (json.loads(line) for line in answer.stdout.decode().splitlines())
    assert first == ANSWER
    assert [turn["line"] for turn in second["turns"]] == [23, 24, 25]


def test_a_legal_file_exits_with_0_and_a_won_game_says_by_what():
    answer = run("check", "--json", GOLDEN / "dormida-beats-the-sum.cacho")

    assert answer.returncode == 0
    game = json.loads(answer.stdout)
    assert game["turns"][-1] == {"line": 15, "side": 2, "verdict": "ok", "mark": "dormida"}
    assert (game["over"], game["ending"], game["winners"]) == (True, "dormida", [2])
    assert (game["totals"], game["ranking"]) == ([75, 1], [[2], [1]])


def test_in_words_a_refusal_stands_with_file_line_code_and_rule(tmp_path):
    file = tmp_path / "example.cacho"
    file.write_text(EXAMPLE, encoding="utf-8")

    answer = run("check", file)

    assert answer.returncode == 1
    assert f"{file}:12: refused: second-throw-required (rule 2.4)" in answer.stdout.decode()


def test_a_line_that_cannot_be_read_is_a_refused_line_with_its_column():
    given = b"game: cacho-alalay\nside: A\n---\n1 35661 66-214 =6\nwhat\n1 =6 18\n"

    answer = run("check", "--json", "-", given=given)

    assert answer.returncode == 1
    turns = json.loads(answer.stdout)["turns"]
    assert turns[0] == {"line": 4, "side": 1, "verdict": "refused", "code": "bad-notation", "rule": "8"}
    assert (turns[1]["side"], turns[1]["code"]) == (None, "bad-notation")
    assert turns[2]["verdict"] == "ok"
    # For people the column is told too; the JSON has the keys of the record's own page and no others.
    assert b"<stdin>:4:9: refused: bad-notation" in run("check", "-", given=given).stdout


@pytest.mark.parametrize(
    ("given", "place"),
    [
        (b"", "<stdin>:1:1: no-header"),
        (b"game: cacho-alalay\noption: throws=9\nside: A\n---\n", "<stdin>:2:9: unknown-value"),
        (b"game: cacho-alalay\nside: Bego\xf1a\n---\n", "<stdin>:2:11: bad-encoding"),
    ],
)
def test_a_useless_file_exits_with_2_and_names_file_line_and_column(given, place):
    answer = run("check", "-", given=given)

    assert answer.returncode == 2
    assert answer.stderr.decode().startswith(place)


def test_one_unreadable_file_does_not_hide_the_others():
    answer = run("check", "no/such/file", GOLDEN / "worked-01.cacho")

    assert answer.returncode == 2
    assert "no/such/file: cannot be read" in answer.stderr.decode()
    assert "Ana Quispe" in answer.stdout.decode()


def test_the_games_are_listed_with_presets_options_and_values():
    answer = run("games")

    assert answer.returncode == 0
    printed = answer.stdout.decode()
    assert "cacho-alalay" in printed
    assert "preset la-tupicena: first_throw_stop=any-with-flip" in printed
    assert "option crossing (rule 4.3): final-dice, best-case, free" in printed


def test_a_reader_that_stops_early_gets_no_traceback():
    golden = [str(path) for path in sorted((ROOT / "tests/games/golden").rglob("*.cacho"))]
    command = [sys.executable, "-m", "cacho_tournaments.games", "check", "--json", *golden * 40]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""


def test_the_pure_rooms_import_without_django():
    program = (
        "import sys, cacho_tournaments.games.__main__, cacho_tournaments.games.rules, cacho_tournaments.formats\n"
        "from cacho_tournaments import games\n"
        "[games.get(code) for code in games.codes()]\n"
        "sys.exit(1 if any(name.partition('.')[0] == 'django' for name in sys.modules) else 0)"
    )

    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0

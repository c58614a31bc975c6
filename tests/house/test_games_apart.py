"""A game is added by its own package and one line in the list: nothing above the games names any of them."""

import re
from pathlib import Path

import pytest

from cacho_tournaments import games
from cacho_tournaments.games.script import scripts
from tests.house.test_house import PACKAGE, ROOT, TRACKED

ABOVE = ("web", "journal", "people", "competition", "play", "live", "api", "scoresheets")
TEXT = {".py", ".html", ".js", ".css", ".txt", ".svg"}
# What an event that says nothing plays: a column's default has to be written out.
DEFAULT = re.compile(r'game = models\.CharField\(.*default="([\w-]+)"\)')


def _above_the_games() -> list[Path]:
    translated = {ROOT / "static" / "tablet" / "rules" / name for name in scripts()}
    rooms = tuple(PACKAGE / room for room in ABOVE)
    pages = (ROOT / "templates", ROOT / "static")
    return [
        path
        for path in TRACKED
        if path.suffix in TEXT
        and any(place in path.parents for place in (*rooms, *pages))
        and path not in translated
        and not {"vendor", "migrations"} & set(path.parts)
    ]


@pytest.mark.parametrize("code", games.codes())
def test_no_room_above_the_games_names_a_game(code: str) -> None:
    package = games.package_of(code).rpartition(".")[2]
    named = re.compile(rf"(?<![\w-])(?:{re.escape(code)}|{package})(?![\w-])")
    paths = _above_the_games()
    assert len(paths) > 200
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in paths
        for line in path.read_text(encoding="utf-8").splitlines()
        if named.search(line) and not DEFAULT.search(line)
    ]
    assert found == []


def test_an_event_that_says_nothing_plays_the_first_game_of_the_list() -> None:
    model = (PACKAGE / "competition" / "models" / "events.py").read_text(encoding="utf-8")
    assert DEFAULT.findall(model) == [games.codes()[0]]

"""A small hall in a bad network, with a server that is killed: no turn is lost, none doubled.

The same as ``make soak``, short enough to run with every change.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).parents[2]


def soak(*words: str) -> str:
    """Play by a process of its own, at the kind of database that the tests run on; return what it prints."""
    is_sqlite = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
    database = "sqlite" if is_sqlite else os.environ["DATABASE_URL"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak", "--database", database, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    return done.stdout


def figure(printed: str, name: str) -> int:
    """Return a figure of what was printed."""
    return next(int(line.split()[-1]) for line in printed.splitlines() if line.startswith(name))


@pytest.mark.both
@pytest.mark.xdist_group("soak")
def test_turns_of_every_game_stand_once_and_in_order_whatever_the_network_does():
    printed = soak("--tablets", "10", "--browsers", "0", "--matches", "1", "--minutes", "0.7")

    assert figure(printed, "rows in the logs") > 200
    assert figure(printed, "server killed (-9)") >= 1
    for name in ("lost", "doubled", "out of order", "not recorded by anybody", "refused"):
        assert figure(printed, name) == 0, printed
    for fault in ("request lost", "answer lost", "delivered twice", "delivered after later ones"):
        assert figure(printed, fault) > 0, printed


@pytest.mark.both
@pytest.mark.browser
@pytest.mark.xdist_group("soak")
def test_turns_that_are_tapped_in_a_browser_stand_once_and_in_order():
    printed = soak("--tablets", "2", "--browsers", "1", "--matches", "1", "--minutes", "0.7")

    assert figure(printed, "turns recorded") > 20
    assert figure(printed, "doubled") == figure(printed, "lost") == 0, printed

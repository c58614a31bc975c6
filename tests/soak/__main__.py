"""Play a hall of tablets through a bad network and a server that is killed; print what became of every turn.

``python -m tests.soak --minutes 10``; without a database of its own it makes one of each kind, one after the other.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.soak import databases

RESULT = Path(__file__).parent / "RESULT.txt"


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    words.add_argument("--database", help="sqlite, postgresql, or the address of a PostgreSQL server")
    words.add_argument("--tablets", type=int, default=30, help="tablets without a screen")
    words.add_argument("--browsers", type=int, default=2, help="tablets in real Chromium")
    words.add_argument("--minutes", type=float, default=5, help="how long to play, at each database")
    words.add_argument(
        "--matches", type=int, default=0, help="matches of a tablet; 0: as many as there is time"
    )
    words.add_argument("--seed", type=int, default=0, help="0: drawn by lot and printed")
    given = words.parse_args()
    if given.database:
        return _one(given)
    # A process can have one database only, so each kind is a run of its own.
    status, printed = 0, []
    for kind in databases.KINDS:
        command = [sys.executable, "-m", "tests.soak", *sys.argv[1:], "--database", kind]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        print(done.stdout, flush=True)
        status |= done.returncode
        printed.append(done.stdout)
    RESULT.write_text("\n".join(printed), encoding="utf-8")
    return status


def _one(given: argparse.Namespace) -> int:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cacho-soak-")))
        os.environ["DATABASE_URL"] = stack.enter_context(_database(given.database, folder))
        os.environ["VAR_DIR"] = str(folder)
        os.environ["DJANGO_SETTINGS_MODULE"] = "cacho_tournaments.settings"
        os.environ["DEBUG"] = "0"
        import django

        django.setup()
        from tests.soak import run

        return run.run(given, folder)


@contextmanager
def _database(name: str, folder: Path) -> Iterator[str]:
    if name == "sqlite":
        with databases.sqlite(folder) as url:
            yield url
    elif name == "postgresql":
        with databases.postgresql() as server, databases.beside(server) as url:
            yield url
    else:
        with databases.beside(name) as url:
            yield url


if __name__ == "__main__":
    sys.exit(main())

"""Measure what the house promises, and write it down: ``make bench``.

Every figure stands beside one taken in the same run on the same machine, so that the ratio means something on
another. CPU time of this process is used where it is the honest measure, wall time where the disk takes part.
"""

import os
import platform
import sys
import tempfile
from pathlib import Path

FOLDER = tempfile.TemporaryDirectory(prefix="cacho-bench-")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cacho_tournaments.settings")
os.environ["VAR_DIR"] = FOLDER.name
os.environ.setdefault("SECRET_KEY", "only-for-measuring")
RESULT = Path(__file__).parent / "RESULT.txt"


def main() -> None:
    import django

    django.setup()
    from tests.bench import engine, events, load, rounds, standings, tables, tap, turns

    lines = [
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores; database: SQLite",
        "",
        *engine.measure(),
        "",
        *rounds.measure(),
        "",
        *tables.measure(),
        "",
        *standings.measure(),
        "",
        *turns.measure(),
        "",
        *events.measure(),
        "",
        *tap.measure(),
        "",
        *load.measure(),
    ]
    text = "\n".join(lines) + "\n"
    RESULT.write_text(text, encoding="utf-8")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()

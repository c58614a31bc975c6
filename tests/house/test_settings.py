"""What the settings make of an empty environment."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ASK = "from cacho_tournaments import settings as s; print(s.SECRET_KEY, s.DEBUG, s.DATABASES['default']['ENGINE'])"


def asked(folder: Path, **environment: str) -> subprocess.Popen[str]:
    """Start a process that prints the settings it begins with; what it keeps, it keeps in ``folder``."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if name not in ("SECRET_KEY", "DATABASE_URL", "DEBUG")
    }
    return subprocess.Popen(
        [sys.executable, "-c", ASK],
        cwd=ROOT,
        env={**plain, "VAR_DIR": str(folder), **environment},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_processes_that_start_together_agree_on_one_key_that_others_cannot_read(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    answers = {process.communicate()[0] for process in [asked(folder) for _ in range(4)]}
    (answer,) = answers
    key, debug, engine = answer.split()
    assert len(key) > 60
    assert (debug, engine) == ("False", "django.db.backends.sqlite3")
    (kept,) = folder.iterdir()
    assert kept.read_text() == key
    assert kept.stat().st_mode & 0o077 == 0


def test_what_is_set_to_nothing_is_not_set(tmp_path: Path) -> None:
    answer = asked(tmp_path, DATABASE_URL="", SECRET_KEY="").communicate()[0]
    assert answer.split()[1:] == ["False", "django.db.backends.sqlite3"]

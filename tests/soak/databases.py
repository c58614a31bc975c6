"""A database of its own for a run: a SQLite file, or one of a PostgreSQL cluster that is started for it.

Knows: where Debian keeps PostgreSQL, how a cluster is made and stopped. Does not know: what is stored.
"""

import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

POSTGRES = Path("/usr/lib/postgresql")
KINDS = ("sqlite", "postgresql")


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def sqlite(folder: Path) -> Iterator[str]:
    """Yield the address of a SQLite file in the folder."""
    yield f"sqlite:///{folder / 'soak.sqlite3'}"


@contextmanager
def beside(url: str) -> Iterator[str]:
    """Yield the address of a new database in the PostgreSQL server of that address; it is dropped afterwards."""
    import psycopg

    name = f"soak_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    try:
        yield urlunsplit(urlsplit(url)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(url, autocommit=True) as server:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def postgresql() -> Iterator[str]:
    """Start a cluster with the safety of a real one (it writes to the disk) and yield its address; then remove it."""
    binaries = max(POSTGRES.glob("*/bin"), key=lambda each: int(each.parent.name), default=None)
    if binaries is None:
        raise SystemExit(f"PostgreSQL is not installed: nothing under {POSTGRES}")
    home = Path(tempfile.mkdtemp(prefix="cacho-postgres-"))
    port = free_port()
    options = f"-p {port} -k {home} -c listen_addresses=127.0.0.1 -c max_connections=60"
    if os.getuid() == 0:
        shutil.chown(home, "postgres")
    try:
        _as_postgres(home, binaries / "initdb", "-D", "data", "-U", "cacho", "-A", "trust", "-E", "UTF8")
        _as_postgres(
            home, binaries / "pg_ctl", "-D", "data", "-w", "-l", str(home / "log"), "-o", options, "start"
        )
        yield f"postgres://cacho@127.0.0.1:{port}/postgres"
    finally:
        _as_postgres(home, binaries / "pg_ctl", "-D", "data", "-m", "immediate", "stop")
        shutil.rmtree(home, ignore_errors=True)


def _as_postgres(home: Path, *command: str | Path) -> None:
    words: Sequence[str | Path] = command
    if os.getuid() == 0:  # PostgreSQL refuses to run as root
        words = ("runuser", "-u", "postgres", "--", *command)
    subprocess.run([str(word) for word in words], cwd=home, check=True, stdout=subprocess.DEVNULL)

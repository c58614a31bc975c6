"""The site as it runs in a hall: gunicorn with two workers, killed without warning and started again.

Knows: processes. Does not know: tablets, faults of the network.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
STARTS_WITHIN_S = 60


class Server:
    """A server that can be killed; it always comes back at the same port."""

    def __init__(self, port: int, folder: Path) -> None:
        self.port = port
        self.kills = 0
        self._log = (folder / "server.log").open("ab")
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        """What the server wrote, from the start of the run."""
        return (self._folder / "server.log").read_text(errors="replace")

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [sys.executable, "-m", "gunicorn", "cacho_tournaments.wsgi:application"]
        command += ["--bind", f"127.0.0.1:{self.port}", "--workers", "2", "--threads", "4", "--preload"]
        self._process = subprocess.Popen(
            [*command, "--log-level", "warning"],
            cwd=ROOT,
            env=os.environ,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,  # a process group of its own, so that all of it can be killed at once
        )
        end = time.monotonic() + STARTS_WITHIN_S
        while time.monotonic() < end:
            if self._process.poll() is not None:
                raise SystemExit(f"the server ended while starting:\n{self.log[-3000:]}")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise SystemExit("the server did not start in time")

    def kill(self) -> None:
        """Kill the server and its workers in the middle of whatever they do."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self.kills += 1

    def stop(self) -> None:
        """Stop the server in good order."""
        if self._process is None or self._process.poll() is not None:
            return
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

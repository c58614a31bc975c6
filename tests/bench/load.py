"""A hall of 200 tablets, a turn each 20 seconds: how long does a tablet wait for its answer?

Knows: the soak's tablets and server, without any fault. Does not know: rules, pages.
Each database is measured by a process of its own (``python -m tests.bench.load sqlite``).
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random

from tests.soak import databases

TABLETS = 200
PAUSE_S = 20.0
WARM_S = 25.0  # every tablet has begun by then
MEASURED_S = 60.0


def measure() -> list[str]:
    """Return a line for each database."""
    lines = [
        f"{TABLETS} tablets, a turn each {PAUSE_S:.0f} s, gunicorn with two workers, wall time of an answer"
    ]
    for kind in databases.KINDS:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.load", kind], capture_output=True, text=True, check=False
        )
        lines.append(done.stdout.strip() or f"  {kind}: not measured: {done.stderr.strip()[-300:]}")
    return lines


def main(kind: str) -> None:
    """Measure one database and print its line."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cacho-load-")))
        make = {"sqlite": lambda: databases.sqlite(folder), "postgresql": databases.postgresql}[kind]
        os.environ["DATABASE_URL"] = stack.enter_context(make())
        os.environ["VAR_DIR"] = str(folder)
        os.environ["DJANGO_SETTINGS_MODULE"] = "cacho_tournaments.settings"
        import django

        django.setup()
        print(_line(kind, folder, stack))


def _line(kind: str, folder: Path, stack: ExitStack) -> str:
    from django.core.management import call_command

    from tests.soak import events
    from tests.soak.playing import shared_out
    from tests.soak.server import Server
    from tests.soak.tablets import Tablet, Tally

    call_command("migrate", verbosity=0)
    event = events.made(matches=TABLETS)
    server = Server(databases.free_port(), folder)
    server.start()
    stack.callback(server.stop)
    tally, rng = Tally(), Random(1)
    mine = zip(event.sessions(TABLETS), shared_out(event.matches, TABLETS), strict=True)
    tablets = [
        Tablet(
            port=server.port,
            session=session,
            matches=matches,
            seed=rng.randrange(10**9),
            tally=tally,
            pause_s=PAUSE_S,
        )
        for session, matches in mine
    ]
    threading.stack_size(256 * 1024)
    for tablet in tablets:
        tablet.start()
    time.sleep(WARM_S)
    begun = len(tally.latencies_s)
    time.sleep(MEASURED_S)
    answers = sorted(tally.latencies_s[begun:])
    for tablet in tablets:
        tablet.hurry.set()
    for tablet in tablets:
        tablet.join(60)
    errors = {tablet.error for tablet in tablets if tablet.error} | {str(each) for each in tally.refused}
    median, late = (answers[int(len(answers) * part)] * 1000 for part in (0.5, 0.99))
    said = f"  {kind:<11} {len(answers)} turns: median {median:.1f} ms, 99th percentile {late:.1f} ms"
    return said + (f"; faults: {sorted(errors)[:3]}" if errors else "")


if __name__ == "__main__":
    main(sys.argv[1])

"""One run: the event, the server, the bad network, the tablets; and the figures in the end.

Knows: what belongs to a run and in which order it begins and ends. Does not know: how each part works.
"""

import argparse
import secrets
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from django.conf import settings
from django.core.management import call_command

from tests.soak import checking, databases, events
from tests.soak.faults import HELD_S, BadNetwork
from tests.soak.playing import shared_out
from tests.soak.screens import Screens
from tests.soak.server import Server
from tests.soak.tablets import Tablet, Tally

KILL_AFTER_S = (3.0, 9.0)
DOWN_S = (0.2, 2.5)
MATCHES_A_MINUTE = 8  # more than a tablet can play
DRAINS_WITHIN_S = 180
REST_S = 0.05


def run(given: argparse.Namespace, folder: Path) -> int:
    """Play, and print what became of every turn; return 0 where each stands once and in order."""
    seed = given.seed or secrets.randbelow(10**6)
    rng = Random(seed)
    call_command("migrate", verbosity=0)
    if given.browsers:
        call_command("collectstatic", interactive=False, verbosity=0)
    many = given.matches or int(MATCHES_A_MINUTE * given.minutes) + 1
    event = events.made(matches=many * given.tablets, screens=given.browsers, of_a_screen=many)
    server = Server(databases.free_port(), folder)
    network = BadNetwork(databases.free_port(), server.port, seed)
    server.start()
    network.start()
    tally = Tally()
    mine = shared_out(event.matches, given.tablets)
    tablets = [
        Tablet(port=network.port, session=session, matches=each, seed=rng.randrange(10**9), tally=tally)
        for session, each in zip(event.sessions(given.tablets), mine, strict=True)
    ]
    began = time.monotonic()
    try:
        with Screens(network.port, event.sessions(given.browsers), event.screens, rng) as screens:
            for tablet in tablets:
                tablet.start()
            with _killing(server, Random(seed)):
                _play(tablets, screens, until=time.monotonic() + given.minutes * 60)
            for tablet in tablets:
                tablet.hurry.set()
            network.is_calm = True
            _drain(tablets)
            screens.finish()
        time.sleep(HELD_S[1] + 1)  # what was held back arrives
    finally:
        network.stop()
        server.stop()
    found = checking.compare([played for tablet in tablets for played in tablet.played])
    checking.compare_taps(screens.tapped, found)
    errors = [tablet.error for tablet in tablets if tablet.error]
    errors += [f"tablet {at}: not done" for at, tablet in enumerate(tablets) if tablet.is_alive()]
    _print(given, seed, time.monotonic() - began, tally, network, server, screens, found, errors)
    return 0 if found.is_clean and not errors and not tally.refused else 1


def _play(tablets: list[Tablet], screens: Screens, *, until: float) -> None:
    """Tap the screens, and let the tablets play, until the time is over or everything is played."""
    while time.monotonic() < until:
        if not screens.tap():
            if not any(tablet.is_alive() for tablet in tablets):
                break
            time.sleep(REST_S)


@contextmanager
def _killing(server: Server, rng: Random) -> Iterator[None]:
    """Meanwhile kill the server again and again, and start it again after a while."""
    enough = threading.Event()

    def kill() -> None:
        while not enough.wait(rng.uniform(*KILL_AFTER_S)):
            server.kill()
            time.sleep(rng.uniform(*DOWN_S))
            server.start()

    killing = threading.Thread(target=kill, daemon=True)
    killing.start()
    try:
        yield
    finally:
        enough.set()
        killing.join()


def _drain(tablets: list[Tablet]) -> None:
    end = time.monotonic() + DRAINS_WITHIN_S
    for tablet in tablets:
        tablet.join(max(end - time.monotonic(), 0.1))


def _print(
    given: argparse.Namespace,
    seed: int,
    seconds: float,
    tally: Tally,
    network: BadNetwork,
    server: Server,
    screens: Screens,
    found: checking.Found,
    errors: Sequence[str],
) -> None:
    kind = settings.DATABASES["default"]["ENGINE"].rpartition(".")[2]
    lines = [
        f"{kind}, seed {seed}, {seconds:.0f} s",
        f"tablets                     {given.tablets:>8}  and {given.browsers} in Chromium",
        f"matches                     {found.matches:>8}",
        f"turns recorded              {tally.turns + screens.turns:>8}",
        f"rows in the logs            {found.rows:>8}",
        f"requests                    {network.requests:>8}",
        f"items sent again            {tally.resent:>8}",
        f"came before what they build on {tally.out_of_order:>5}",
        *(f"{fault:<27} {many:>8}" for fault, many in sorted(network.faults.items())),
        f"server killed (-9)          {server.kills:>8}",
        f"lost                        {found.lost:>8}",
        f"doubled                     {found.doubled:>8}",
        f"out of order                {found.out_of_order:>8}",
        f"not recorded by anybody     {found.strangers:>8}",
        f"refused                     {len(tally.refused):>8}",
        f"ended and not closed        {found.open_matches:>8}",
    ]
    if tally.latencies_s:
        lines.append(f"median answer               {statistics.median(tally.latencies_s) * 1000:>8.0f} ms")
    lines += [f"! {fault}" for fault in (*found.faults, *errors, *map(str, tally.refused[:5]))]
    print("\n".join(lines), flush=True)

"""``manage.py demo_tournament``: believable events, made and played through the actions that people use.

Knows: the console, the demo's log-ins. Does not know: how an event is run (``staging``).

The log-ins are made once, with passwords by lot, and kept in ``var/demo-log-ins.json`` for ``--log-ins`` to print:
a site in a hall's network must not be open to whoever has read the source.
"""

import json
import secrets
import time
from argparse import ArgumentParser
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from cacho_tournaments import games
from cacho_tournaments.competition.actions import accounts, tournaments
from cacho_tournaments.competition.models import Staff, Tournament
from cacho_tournaments.people.models import User
from cacho_tournaments.play.actions import devices
from cacho_tournaments.play.management import cast
from cacho_tournaments.play.management.staging import KINDS, PLAYS, Demo, Part, suiting_kind
from cacho_tournaments.play.models import Device

USER_NAMES = {"organizer": "organizador", "referee": "arbitro", "desk": "mesa"}
SCENES = (cast.VALLEY, cast.COUSINS)
MAIN, *OTHERS = games.codes()
# What `make run` shows: a large event of the first game, and one that has all others, some played out, some not.
LARGE = (
    Part(MAIN, "pairs", 16, "some"),
    Part(MAIN, "single", 12, "groups"),
    Part(MAIN, "single", 12, "some", plan="swiss", called="Sistema suizo"),
    Part(MAIN, "single", 13, "groups", plan="tables", called="Mesas de cuatro"),
    Part(MAIN, "single", 8, "all", plan="double-elimination", called="Doble eliminación"),
)
SMALL = tuple(
    Part(game, suiting_kind(game), entrants, play, is_called_by_game=True)
    for game, (entrants, play) in zip(
        OTHERS, cycle([(8, "all"), (8, "some"), (10, "groups"), (12, "some")]), strict=False
    )
)


class Command(BaseCommand):
    help = "Make a demo event with invented names and play it with a random but legal player."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--entrants", type=int, default=16, metavar="N", help="pairs or players (default 16)"
        )
        parser.add_argument("--category", choices=tuple(KINDS), help="default: pairs, or what suits --game")
        parser.add_argument(
            "--game", choices=games.codes(), metavar="CODE", help=f"one of {', '.join(games.codes())}"
        )
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed, the same event")
        parser.add_argument(
            "--play",
            choices=PLAYS,
            default="some",
            help="all: to the end; groups: the groups, and the knock-out drawn; some: until the last round of the "
            "groups, with matches half played; none: drawn only (default some)",
        )
        parser.add_argument(
            "--if-empty",
            action="store_true",
            help="make the events of `make run`, if there is no event at all; log-ins are printed by --log-ins",
        )
        parser.add_argument(
            "--log-ins", action="store_true", help="only print the demo's log-ins and tablet links"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["log_ins"]:
            self._print_log_ins()
            return
        loud = options["verbosity"] > 0
        if options["if_empty"]:
            if not Tournament.objects.exists():
                self._make(cast.VALLEY, LARGE, seed=options["seed"], loud=loud)
                self._make(cast.COUSINS, SMALL, seed=options["seed"], loud=loud)
            return
        if not 3 <= options["entrants"] <= 512:
            raise CommandError("--entrants is a number from 3 to 512")
        game = options["game"] or MAIN
        kind = options["category"] or ("pairs" if game == MAIN else suiting_kind(game))
        part = Part(game, kind, options["entrants"], options["play"], is_called_by_game=game != MAIN)
        self._make(cast.VALLEY if game == MAIN else cast.COUSINS, (part,), seed=options["seed"], loud=loud)
        if loud:
            self._print_log_ins()

    def _make(self, scene: cast.Scene, parts: tuple[Part, ...], *, seed: int, loud: bool) -> None:
        began = time.monotonic()
        organizer = _organizer()
        rng = Random(seed)

        def say(text: str) -> None:
            if loud:
                self.stdout.write(f"  {time.monotonic() - began:5.1f} s  {text}")
                self.stdout.flush()

        demo = Demo(scene=scene, organizer=organizer, referee=organizer, rng=rng, say=say)
        event = demo.call(
            slug=_free_slug(scene.slug), tables=max(4, sum(part.entrants for part in parts) // 3)
        )
        demo.referee = _helper(event, organizer, Staff.Role.REFEREE)
        _helper(event, organizer, Staff.Role.DESK)
        devices.add(
            tournament=event, by=organizer, label="Mesa 1", tables=list(event.tables.filter(number=1))
        )
        for part in parts:
            demo.run(part)
        say(f"{event.name}: {demo.matches} matches, {demo.turns} turns; it stands at /{event.slug}/")

    def _print_log_ins(self) -> None:
        known = _log_ins()
        for role, username in USER_NAMES.items():
            user = User.objects.filter(username=username).first()
            password = known.get(username)
            if user is None or password is None:
                continue
            if not user.check_password(password):
                password = "(changed since)"
            self.stdout.write(f"  log in as {role:9}  {username:12} {password}")
        for scene in SCENES:
            tablets = Device.objects.filter(
                tournament__slug__startswith=scene.slug, label="Mesa 1", revoked_at__isnull=True
            )
            tablet = tablets.select_related("tournament").order_by("-pk").first()
            if tablet is not None:
                link = f"{settings.PUBLIC_URL}/play/d/{tablet.token}/"
                self.stdout.write(
                    f"  tablet of table 1    {link}  PIN {tablet.pin}  ({tablet.tournament.name})"
                )


def _organizer() -> User:
    """Return the demo's organizer. The first account of a site has nobody who could make it: it is made here."""
    username = USER_NAMES["organizer"]
    user = User.objects.filter(username=username).first()
    if user is not None:
        return user
    first, last = cast.HELPERS["organizer"].split()
    password = "-".join(secrets.token_hex(2) for _ in range(3))
    user = User.objects.create_user(
        username=username, password=password, first_name=first, last_name=last, may_organize=True
    )
    _remember(username, password)
    return user


def _helper(event: Tournament, organizer: User, role: str) -> User:
    username = USER_NAMES[role]
    user = User.objects.filter(username=username).first()
    if user is not None:
        tournaments.add_staff(tournament=event, by=organizer, user=user, role=role)
        return user
    opened = accounts.open_account(
        tournament=event, by=organizer, name=cast.HELPERS[role], role=role, username=username
    )
    _remember(username, opened.password)
    return User.objects.get(username=username)


def _free_slug(stem: str) -> str:
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    number = 1
    while (slug := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    return slug


def _file() -> Path:
    return Path(settings.VAR_DIR) / "demo-log-ins.json"


def _log_ins() -> dict[str, str]:
    try:
        known: dict[str, str] = json.loads(_file().read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return known


def _remember(username: str, password: str) -> None:
    path = _file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(json.dumps(_log_ins() | {username: password}, indent=1), encoding="utf-8")

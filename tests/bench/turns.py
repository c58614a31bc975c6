"""A turn stored through the action, beside the same number of bare inserts and selects in a transaction."""

import secrets
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cacho_tournaments import games
from cacho_tournaments.competition.models import Match
from cacho_tournaments.people.models import User
from cacho_tournaments.play.actions import turns
from cacho_tournaments.play.models import Game, Turn
from cacho_tournaments.play.wire import SentTurn
from tests import makers

PRESET = "cochabamba-pairs"


@dataclass(slots=True)
class Spent:
    """What turns cost: seconds each, and the statements that read and wrote."""

    seconds: list[float] = field(default_factory=list)
    selects: int = 0
    writes: int = 0


def measure() -> list[str]:
    call_command("migrate", verbosity=0)
    matches = list(Match.objects.filter(stage__category=makers.groups(16)).order_by("pk"))
    said = ["A turn stored through the action (asked for: at most 4 times bare inserts and selects)"]
    said.append(_line("no other game", matches[:6]))
    call_command("demo_tournament", entrants=100, category="pairs", seed=3, play="groups", verbosity=0)
    played = Match.objects.filter(state="finished").count()
    said.append(_line(f"{played} other matches played", matches[6:12]))
    return said


def _line(name: str, matches: Sequence[Match]) -> str:
    by = makers.organizer_of(matches[0].stage.category.tournament)
    spent = Spent()
    for match in matches[1:]:
        play(match, by, spent)
    counted = Spent()
    with CaptureQueriesContext(connection) as captured:
        play(matches[0], by, counted)
    for query in captured.captured_queries:
        words = query["sql"].split()[:1]
        counted.selects += words == ["SELECT"]
        counted.writes += words in (["INSERT"], ["UPDATE"])
    selects, writes = counted.selects / len(counted.seconds), counted.writes / len(counted.seconds)
    floor = bare(Game.objects.latest("pk"), by, selects=selects, writes=writes)
    turn = statistics.mean(_without_outliers(spent.seconds))
    return (
        f"  {name:26} {1000 * turn:5.2f} ms a turn ({selects:.1f} selects, {writes:.1f} writes);"
        f" bare {1000 * floor:.2f} ms; ratio {turn / floor:.2f}"
    )


def play(match: Match, by: User, spent: Spent) -> None:
    """Play a match to its end, every turn a batch of its own, as a tablet with a network sends them."""
    rules = games.get("cacho-alalay")
    rng = Random(match.pk)
    state = rules.start(rules.resolve(PRESET), sides=2)
    while not rules.status(state).over:
        turn = rules.random_turn(state, rng)
        line = rules.write(turn)
        sequence = sum(rules.status(state).turns)
        began = time.perf_counter()
        (outcome,) = turns.append(match=match, batch=[_sent(sequence, line)], by=by)
        spent.seconds.append(time.perf_counter() - began)
        assert outcome.verdict == "stored", outcome
        state, _verdict = rules.apply(state, turn)


def _sent(sequence: int, line: str) -> SentTurn:
    return SentTurn(
        client_id=secrets.token_hex(12), game_number=1, base_sequence=sequence, line=line, at_device=None
    )


def bare(game: Game, by: User, *, selects: float, writes: float, rounds: int = 200) -> float:
    """Return seconds for so many selects of a row and inserts of a turn, in one transaction, by the same ORM.

    The figures are averages: a half is one statement more in every second round.
    """
    spent = []
    for number in range(rounds):
        began = time.perf_counter()
        with transaction.atomic():
            for _ in range(_share(selects, number)):
                Game.objects.get(pk=game.pk)
            for at in range(_share(writes, number)):
                Turn.objects.create(
                    game=game,
                    sequence=1000 + 10 * number + at,
                    client_id=secrets.token_hex(12),
                    side=1,
                    line="1 =6 18",
                    by=by,
                    at_server=timezone.now(),
                )
        spent.append(time.perf_counter() - began)
    Turn.objects.filter(game=game, sequence__gte=1000).delete()
    return statistics.mean(_without_outliers(spent))


def _share(average: float, number: int) -> int:
    return int(average * (number + 1)) - int(average * number)


def _without_outliers(times: list[float]) -> list[float]:
    """Leave out the tenth at either end: a machine that is busy for a moment must not decide a ratio."""
    return sorted(times)[len(times) // 10 : -len(times) // 10]

"""What the tests of play stand on: matches ready to be played, turns as a tablet sends them, games known by hand.

Knows: the makers and the form of a sent turn. Does not know: what any test asserts.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from random import Random
from typing import Any

from django.test import Client

from cacho_tournaments.competition.actions import tournaments
from cacho_tournaments.competition.models import Match, Table
from cacho_tournaments.games.replay import made_up
from cacho_tournaments.people.models import User
from cacho_tournaments.play import bridge, wire
from cacho_tournaments.play.actions import devices, turns
from cacho_tournaments.play.models import Device, Turn
from tests import makers, numbering

# Sums by hand. FIRST: 3+6+9+12+15+18 + 20+30+40 + 50+0 = 203. SECOND: 2+4+6+8+10+12 + 25+30+40 + 0+0 = 137.
FIRST = {
    "1": "3",
    "2": "6",
    "3": "9",
    "4": "12",
    "5": "15",
    "6": "18",
    "E": "20",
    "F": "30",
    "P": "40",
    "G": "50,x",
}
SECOND = {
    "1": "2",
    "2": "4",
    "3": "6",
    "4": "8",
    "5": "10",
    "6": "12",
    "E": "25",
    "F": "30",
    "P": "40",
    "G": "x,x",
}
FIRST_TOTAL, SECOND_TOTAL = 203, 137
DORMIDA = "dormida"


def ready(
    entrants: int = 4,
    *,
    kind: str = "single",
    plan: str = "cochabamba",
    played: Mapping[str, Any] | None = None,
    **settings: object,
) -> Match:
    """Return the first match of a released stage. ``played`` says by which game and rules, ``settings`` are the
    stage's."""
    category = makers.category(kind=kind, plan=plan, **(played or {}))
    makers.entrants(category, entrants)
    if settings:
        by = makers.organizer_of(category.tournament)
        tournaments.edit_stage(stage=makers.stage(category), by=by, settings=settings)
    makers.drawn(category)
    match = Match.objects.filter(stage__category=category, state="ready").order_by("round", "pk").first()
    assert match is not None
    return anew(match)


def to_confirm(how: str, **kind: Any) -> tuple[Match, User]:
    """Return a match that has been played to its end and waits for its sides' word, and its referee."""
    match = ready(played={"confirmation": how}, **kind)
    by = referee_of(match)
    append(match, *batch(lines_of()), by=by)
    return match, by


def final(*, best_of: int = 3, kind: str = "single", **played: Any) -> Match:
    """Return the final of two, best of so many games; a tie asks for one more. ``played`` is the category's game."""
    return ready(2, kind=kind, plan="knockout", played=played, best_of_late=best_of)


def table_of(
    sides: int, *, kind: str = "single", best_of: int = 1, tie: str = "shared", **played: Any
) -> Match:
    """Return a match of so many sides at one table; ``played`` is the category's game."""
    category = makers.category(kind=kind, **played)
    makers.entrants(category, sides, clubs=2)
    return makers.table_match(category, range(1, sides + 1), best_of=best_of, tie=tie)


def anew(match: Match) -> Match:
    """Return the match as it stands in the database now."""
    return Match.objects.select_related("stage__category__tournament", "table").get(pk=match.pk)


def referee_of(match: Match) -> User:
    """Return a new referee of the match's event."""
    return makers.referee(match.stage.category.tournament)


def someone(user: User) -> Client:
    """Return the browser of somebody who is logged in and reads English."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    return client


def chief(match: Match) -> Client:
    """Return the browser of a new chief referee of the match's event."""
    return someone(makers.staff(match.stage.category.tournament, "chief"))


def tablet_of(match: Match, *, tables: Sequence[Table] | None = None) -> Device:
    """Return a tablet that was given the match's table (or those named)."""
    event = match.stage.category.tournament
    assert match.table is not None
    given = [match.table] if tables is None else tables
    return devices.add(
        tournament=event, by=makers.organizer_of(event), label=f"Mesa {numbering.following()}", tables=given
    )


def sent(
    line: str,
    base: int,
    *,
    number: int = 1,
    client_id: str = "",
    at_device: datetime | None = None,
    match: str = "",
) -> wire.SentTurn:
    """Return a turn as the tablet's envelope gives it."""
    return wire.SentTurn(
        client_id=client_id or f"turn-{numbering.following():06}",
        game_number=number,
        base_sequence=base,
        line=line,
        at_device=at_device,
        match=match,
    )


def batch(lines: Iterable[str], *, base: int = 0, number: int = 1) -> list[wire.SentTurn]:
    """Return lines as one batch, each building on the one before."""
    return [sent(line, at, number=number) for at, line in enumerate(lines, start=base)]


def lines_of(
    first: Mapping[str, str] = FIRST, second: Mapping[str, str] = SECOND, *, opens: int = 1
) -> list[str]:
    """Return two sheets as result-only lines in turn, crosses last, side ``opens`` first."""
    sides = {1: _entries(first), 2: _entries(second)}
    order = (1, 2) if opens == 1 else (2, 1)
    return [f"{side} {sides[side][at]}" for at in range(11) for side in order]


def _entries(sheet: Mapping[str, str]) -> list[str]:
    plays = [(box, value) for box, values in sheet.items() for value in values.split(",")]
    plays.sort(key=lambda play: play[1] == "x")
    return [f"x{box}" if value == "x" else f"={box} {value}" for box, value in plays]


def thrown_game(match: Match, *, seed: int, number: int = 1) -> list[str]:
    """Return a whole game with dice, thrown by a legal player of that seed."""
    folded = bridge.blank(bridge.setup_of(match, number=number))
    return [line for line, _state in made_up(folded.rules, folded.state, Random(seed))]


def append(match: Match, *batch: wire.SentTurn, by: User) -> list[wire.Outcome]:
    """Send turns as the referee."""
    return turns.append(match=match, batch=batch, by=by)


def log(match: Match) -> list[tuple[int, int, str, str]]:
    """Return the match's log as (game, sequence, kind, line)."""
    rows = Turn.objects.filter(game__match=match).order_by("game__number", "sequence")
    return [(row.game.number, row.sequence, row.kind, row.line) for row in rows.select_related("game")]

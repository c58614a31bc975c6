"""The record of a match, from the rows of its games; a stage as a file of the form that others read.

Knows: which matches a stranger may read, the order of turns, which were taken back, the record's headers.
Does not know: rules (lines stand in the log as they were accepted), requests.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch
from django.utils import timezone

from cacho_tournaments import games
from cacho_tournaments.competition.bridge.carrying import as_trf
from cacho_tournaments.competition.models import Entrant, Match, Stage
from cacho_tournaments.games import record
from cacho_tournaments.people.models import User
from cacho_tournaments.play.models import Game, Turn
from cacho_tournaments.play.queries.agreed import counted


@dataclass(frozen=True, slots=True)
class MatchRecord:
    name: str
    text: str


def match_record(token: str, user: User | AnonymousUser) -> MatchRecord | None:
    """Return all games of the match as text, or None where the match is not there for this reader."""
    match = (
        Match.objects.filter(token=token, stage__state__in=Stage.SHOWN)
        .select_related("stage__category__tournament", "table")
        .prefetch_related(
            "seats__entrant__members__player",
            Prefetch("games", Game.objects.order_by("number")),
        )
        .first()
    )
    if match is None:
        return None
    event = match.stage.category.tournament
    if not (event.is_public or user.has_perm("competition.work", event)):
        return None
    rows = list(match.games.all())
    lines: dict[int, list[Turn]] = {game.pk: [] for game in rows}
    for turn in counted(match, rows):
        lines[turn.game_id].append(turn)
    records = [_record(match, game, lines[game.pk]) for game in rows]
    text = record.write(records) if records else "; no game of this match has begun\n"
    return MatchRecord(name=f"{event.slug}-{match.code}", text=text)


def stage_trf(slug: str, category: str, order: int, user: User | AnonymousUser) -> str | None:
    """Return a stage as a TRF file, or None where it is not there for this reader. Raises: BadStage."""
    stages = Stage.objects.select_related("category__tournament").filter(state__in=Stage.SHOWN, order=order)
    stage = stages.filter(category__slug=category, category__tournament__slug=slug).first()
    if stage is None:
        return None
    event = stage.category.tournament
    if not (event.is_public or user.has_perm("competition.work", event)):
        return None
    return as_trf(stage)


def _record(match: Match, game: Game, turns: Sequence[Turn]) -> record.Record:
    event = match.stage.category.tournament
    usual = games.get(game.game).resolve(game.preset)
    began = timezone.localdate(game.started_at, ZoneInfo(event.time_zone))
    other = [("event", event.name), ("match", match.code), ("date", began.isoformat())]
    if match.table:
        other.insert(2, ("table", str(match.table)))
    return record.Record(
        game=game.game,
        rules=game.preset,
        options={name: value for name, value in game.options.items() if usual.get(name) != value},
        sides=tuple(_side(seat.entrant) for seat in match.seats.all()),
        to_move=game.to_move,
        other=(*other, ("ruleset", game.ruleset)),
        lines=tuple(record.Line(turn.sequence, turn.line) for turn in turns),
    )


def _side(entrant: Entrant | None) -> str:
    """Return the side's header: a player's name, or ``Los Tigres = Ana Quispe + Luis Mamani``."""
    if entrant is None:
        return "?"
    players = [_plain(member.player.name) for member in entrant.members.all()]
    name = _plain(entrant.name)
    return name if len(players) < 2 else f"{name} = {' + '.join(players)}"


def _plain(text: str) -> str:
    """Take out what a side's header reads as its own signs."""
    return " ".join(text.translate(str.maketrans("=+", "--")).split())

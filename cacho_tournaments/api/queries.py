"""The record of a match, from the rows of its games.

Knows: which matches a stranger may read, the order of turns, which were taken back, the record's headers.
Does not know: rules (lines stand in the log as they were accepted), requests.
"""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Prefetch
from django.utils import timezone

from cacho_tournaments.competition.models import Entrant, Match, Stage
from cacho_tournaments.people.models import User
from cacho_tournaments.play.models import Game, Turn

SHOWN_STAGES = (Stage.State.RELEASED, Stage.State.CLOSED)


@dataclass(frozen=True, slots=True)
class MatchRecord:
    name: str
    text: str


def match_record(token: str, user: User | AnonymousUser) -> MatchRecord | None:
    """Return all games of the match as text, or None where the match is not there for this reader."""
    live_turns = Turn.objects.filter(kind=Turn.Kind.TURN, cancelled_by__isnull=True).order_by("sequence")
    match = (
        Match.objects.filter(token=token, stage__state__in=SHOWN_STAGES)
        .select_related("stage__category__tournament", "table")
        .prefetch_related(
            "seats__entrant__members__player",
            Prefetch("games", Game.objects.order_by("number")),
            Prefetch("games__turns", live_turns),
        )
        .first()
    )
    if match is None:
        return None
    event = match.stage.category.tournament
    if not (event.is_public or user.has_perm("competition.work", event)):
        return None
    games = [_game_text(match, game) for game in match.games.all()]
    text = "===\n".join(games) if games else "; no game of this match has begun\n"
    return MatchRecord(name=f"{event.slug}-{match.code}", text=text)


def _game_text(match: Match, game: Game) -> str:
    event = match.stage.category.tournament
    lines = [f"game: {game.game}", f"rules: {game.preset}"]
    lines += [f"option: {name}={value}" for name, value in sorted(game.options.items())]
    lines += [f"side: {_side(seat.entrant)}" for seat in match.seats.all()]
    if game.to_move != 1:
        lines.append(f"to-move: {game.to_move}")
    lines += [f"event: {_plain(event.name)}", f"match: {match.code}"]
    if match.table:
        lines.append(f"table: {_plain(str(match.table))}")
    lines.append(f"date: {timezone.localdate(game.started_at, ZoneInfo(event.time_zone)).isoformat()}")
    lines.append("---")
    lines += [turn.line for turn in game.turns.all()]
    return "\n".join(lines) + "\n"


def _side(entrant: Entrant | None) -> str:
    """Return the side's header: a player's name, or ``Los Tigres = Ana Quispe + Luis Mamani``."""
    if entrant is None:
        return "?"
    players = [_plain(member.player.name) for member in entrant.members.all()]
    name = _plain(entrant.name)
    return name if len(players) < 2 else f"{name} = {' + '.join(players)}"


def _plain(text: str) -> str:
    """Take out what the record reads as its own signs: a comment's ``;``, the ``=`` and ``+`` of a side."""
    return " ".join(text.translate(str.maketrans(";=+", ",--")).split())

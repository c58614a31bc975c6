"""A match as the server holds it, row by row: the book that a tablet works its own state out from.

Knows: which rows a tablet must have to go on without a network, and how they are written as JSON. Does not know:
what they come to (``board`` here, the tablet's own fold there), requests.
"""

from functools import cache
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils import timezone

from cacho_tournaments.play import queries
from cacho_tournaments.play.queries import AtTable, GameView, MatchPage, TurnView
from cacho_tournaments.play.queries.contact import mark
from cacho_tournaments.play.views import board, log

_BUILD_DIGITS = 12


def book(page: MatchPage) -> dict[str, Any]:
    """Return the match as rows, ready for JSON.

    ``match``, ``sides``: what is known of them before any turn. ``games``: those begun, each with how it began and
    every row of its ``log`` (``id``: what was sent as one item bears one; ``at``: when, in milliseconds; ``time``:
    the same as the clock in the hall has it). ``next``: how the game after them begins, where none is open; None once
    the match is decided. ``opens``: the side that opens games 1, 2 and so on, over and over again.
    ``closed``: the end of a match that no turns can stand behind, in words; ``fixed``: the places that the chief
    referee has set. ``playable``: turns may be written and taken back, unless the match is over.
    ``others``: the ids of what was stored beside the logs, also of what stands no more: a card that was taken back, a
    call that is closed. ``turn_since``: when the last row came. ``mark``: by which a tablet tells which book it has.
    """
    zone = ZoneInfo(page.time_zone)
    now = timezone.now()
    extra = queries.at_table(page.token)
    begun = [game for game in page.games if game.started_at is not None]
    blank = next((game for game in page.games if game.started_at is None), None)
    last = max((turn.at_server for game in begun for turn in game.log), default=None)
    return {
        "match": _match(page),
        "sides": [
            {
                "side": side.position,
                "name": side.name,
                "club": side.club,
                "players": list(side.members),
                "is_out": side.is_out,
            }
            for side in page.sides
        ],
        "games": [
            {
                **_beginning(page, game),
                "sequence": game.sequence,
                "is_paper": game.is_paper,
                "log": _log(game, zone),
            }
            for game in begun
        ],
        "next": _beginning(page, blank) if blank else None,
        "opens": [queries.opening_side(number, len(page.sides)) for number in range(1, len(page.sides) + 1)],
        "closed": _closed(page),
        "fixed": _fixed(page),
        "playable": page.is_playable,
        "confirmations": _confirmations(page, extra, zone),
        "cards": [
            {
                "id": card.item,
                "side": card.side,
                "kind": card.kind,
                "reason": card.reason,
                "time": log.clock(card.at_server, zone),
                "who": card.who,
            }
            for card in extra.cards
        ],
        "call": call(extra, zone),
        "others": list(extra.items),
        "refusals": _refusals(page),
        "turn_since": last.isoformat() if last else None,
        "now": now.isoformat(),
        "time": log.clock(now, zone),
        "build": build(),
        "mark": mark(page.token),
    }


@cache
def build() -> str:
    """Return the name of the scripts and styles that pages are made of now: another one means another page."""
    names = getattr(staticfiles_storage, "hashed_files", {})
    mine = sorted(f"{path}={name}" for path, name in names.items() if path.startswith(("tablet/", "css/")))
    return sha256("\n".join(mine).encode()).hexdigest()[:_BUILD_DIGITS] if mine else "unnamed"


def call(extra: AtTable, zone: ZoneInfo) -> dict[str, Any] | None:
    """Return the open call of the chief referee."""
    found = extra.call
    if found is None:
        return None
    return {
        "id": found.item,
        "reason": found.reason,
        "time": log.clock(found.at_server, zone),
        "coming": found.coming,
        "who": found.who,
    }


def _match(page: MatchPage) -> dict[str, Any]:
    return {
        "token": page.token,
        "code": page.code,
        "event": page.tournament,
        "best_of": page.best_of,
        "tie": page.tie,
        "finished": page.result is not None,
        "confirmation": page.confirmation,
    }


def _beginning(page: MatchPage, game: GameView) -> dict[str, Any]:
    return {
        "number": game.number,
        "game": game.game,
        "options": dict(game.options),
        "sides": len(page.sides),
        "to_move": game.opened_by,
        "players": [game.players] * len(page.sides),
    }


def _log(game: GameView, zone: ZoneInfo) -> list[dict[str, Any]]:
    return [
        {
            "sequence": turn.sequence,
            "kind": turn.kind,
            "id": turn.item,
            "side": turn.side,
            "line": turn.line,
            "box": turn.box,
            "points": turn.points,
            "mark": turn.mark,
            "warning": turn.warning,
            "cancels": turn.cancels,
            "reason": turn.reason,
            "at": _milliseconds(turn),
            "time": log.clock(turn.at_server, zone),
            "who": turn.who,
        }
        for turn in game.log
    ]


def _milliseconds(turn: TurnView) -> int:
    return round(turn.at_server.timestamp() * 1000)


def _closed(page: MatchPage) -> dict[str, Any] | None:
    if page.result is None or page.result.is_of_turns:
        return None
    end = board.closed_otherwise(page, page.result)
    return {key: value for key, value in end.items() if key != "sides"}  # the tablet has their sheets itself


def _fixed(page: MatchPage) -> list[dict[str, Any]] | None:
    if page.result is None or not (page.result.is_decision or not page.result.is_of_turns):
        return None
    return [{"side": line.position, "place": line.place, "points": line.points} for line in page.result.lines]


def _confirmations(page: MatchPage, extra: AtTable, zone: ZoneInfo) -> list[dict[str, Any]]:
    game = page.last_game
    now = (game.number, game.sequence) if game else None
    return [
        {
            "side": each.side,
            "how": each.how,
            "time": log.clock(each.at_server, zone),
            "stands": (each.game_number, each.sequence) == now,
        }
        for each in extra.confirmations
    ]


def _refusals(page: MatchPage) -> list[dict[str, Any]]:
    told = log.refusals(page)
    return [
        {"id": row.item, **said, "open": row.is_open, "settlement": row.settlement}
        for row, said in zip(page.refusals, told, strict=True)
    ]

"""A match as the tablet's script shows it: the page's value, ready for JSON.

Knows: which facts the entry page redraws after each answer. Does not know: rows, sentences.
"""

from typing import Any

from cacho_tournaments.play import wire
from cacho_tournaments.play.queries.values import GameView, MatchPage, TurnView

LOG_ROWS = 12


def state_of(page: MatchPage) -> dict[str, Any]:
    """Return the match's state for the tablet; ``game`` is the one being played, else the last that was.

    ``game.sequence`` is what the next turn builds on.
    """
    return {
        "match": page.token,
        "code": page.code,
        "match_state": page.state,
        "best_of": page.best_of,
        "current": page.current,
        "sides": [
            {
                "position": side.position,
                "number": side.number,
                "name": side.name,
                "club": side.club,
                "games_won": side.games_won,
            }
            for side in page.sides
        ],
        "game": _game(page.shown) if page.shown else None,
        "result": _result(page),
    }


def _game(game: GameView) -> dict[str, Any]:
    return {
        "number": game.number,
        "sequence": game.sequence,
        "to_move": game.to_move,
        "over": game.over,
        "instant": game.instant,
        "ending": game.ending,
        "winners": list(game.winners),
        "totals": list(game.totals),
        "turns_played": list(game.turns_played),
        "sheets": wire.sheets(game.sheets),
        "form": game.form,
        "log": [_turn(turn) for turn in game.log[-LOG_ROWS:]],
    }


def _turn(turn: TurnView) -> dict[str, Any]:
    return {
        "sequence": turn.sequence,
        "kind": turn.kind,
        "side": turn.side,
        "line": turn.line,
        "box": turn.box,
        "points": turn.points,
        "mark": turn.mark,
        "cancelled": turn.cancelled,
        "cancels": turn.cancels,
        "at": turn.at_server.isoformat(),
    }


def _result(page: MatchPage) -> dict[str, Any] | None:
    result = page.result
    if result is None:
        return None
    return {
        "kind": result.kind,
        "ending": result.ending,
        "winners": list(result.winners),
        "lines": [
            {
                "position": line.position,
                "place": line.place,
                "games_won": line.games_won,
                "points": line.points,
                "instant": line.instant,
            }
            for line in result.lines
        ],
    }

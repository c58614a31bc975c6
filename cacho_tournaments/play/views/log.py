"""The log of a match in words: its rows, what an undo would take back, what was not taken.

Knows: how a turn, its taking back and a refusal are said. Does not know: rows of the database, sheets, requests.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cacho_tournaments.play.queries import GameView, MatchPage, TurnView
from cacho_tournaments.web import explain, words
from cacho_tournaments.web.figures import figure

MOST_ROWS = 200


def undo(page: MatchPage) -> dict[str, Any] | None:
    """Return what an undo would take back: ``id`` of what was sent, ``game``, ``sequence`` of its log as it
    was seen, ``sentence``; None where there is nothing, or only a sheet that is corrected whole."""
    game = page.last_game
    turn = game.last_turn if game else None
    if game is None or turn is None or game.is_paper:
        return None
    if page.result and (page.result.is_decision or not page.result.is_of_turns):
        return None
    count = sum(each.item == turn.item and not each.cancelled for each in game.log)
    said = {"name": _name(page, turn), "what": what(page, game, turn), "count": count}
    found = {"id": turn.item, "game": game.number, "sequence": game.sequence}
    if count == 1:
        return {**found, "sentence": _("%(name)s: %(what)s") % said}
    sentence = ngettext(
        "%(name)s: %(what)s, with the %(count)s row that was entered together",
        "%(name)s: %(what)s, with all %(count)s rows that were entered together",
        count,
    )
    return {**found, "sentence": sentence % said}


def rows(page: MatchPage) -> list[dict[str, Any]]:
    """Return the log's rows, newest first; a cancelled turn stays, struck.

    Each: ``id`` of what was sent, ``kind`` (turn, cancel), ``name`` of the side, ``what`` in words, ``line`` of the
    record, ``cancelled``, ``quiet`` (worth nothing by itself: a hand dealt), ``warning`` (a sentence, mostly empty),
    ``game``, ``time``, ``who``.
    """
    zone = ZoneInfo(page.time_zone)
    found = [
        {
            "id": turns[0].item,
            "kind": turns[0].kind,
            "name": _name(page, turns[0]),
            "what": _taken_back(turns) if len(turns) > 1 else what(page, game, turns[0]),
            "line": turns[0].line,
            "cancelled": turns[0].cancelled,
            "quiet": turns[0].kind == "turn" and bool(turns[0].box) and turns[0].points is None,
            "warning": _warning(game, turns[0]),
            "game": game.number,
            "time": clock(turns[0].at_server, zone),
            "who": turns[0].who,
        }
        for game in page.games
        for turns in _told_together(game.log)
    ]
    return found[::-1][:MOST_ROWS]


def _told_together(log: Sequence[TurnView]) -> Iterator[list[TurnView]]:
    """Yield the rows one by one, but as one those that were taken back at one moment: a whole hand, a whole sheet."""
    for (_moment, kind), rows in groupby(log, key=lambda turn: (turn.at_server, turn.kind)):
        if kind == "cancel":
            yield list(rows)
        else:
            yield from ([turn] for turn in rows)


def _taken_back(turns: Sequence[TurnView]) -> str:
    numbers = sorted(turn.cancels or 0 for turn in turns)
    said = _("turns %(first)s to %(last)s taken back") % {"first": numbers[0], "last": numbers[-1]}
    return _with_reason(said, turns[0].reason)


def _with_reason(said: str, reason: str) -> str:
    return _("%(what)s: %(reason)s") % {"what": said, "reason": reason} if reason else said


def _warning(game: GameView, turn: TurnView) -> str:
    return str(words.warning_name(turn.warning, game.game)) if turn.warning else ""


def _name(page: MatchPage, turn: TurnView) -> str:
    return page.sides[turn.side - 1].name if turn.side else ""


def what(page: MatchPage, game: GameView, turn: TurnView) -> str:
    """Return what a row of the log says: ``póker 40 de huevo``, ``cartón 8 (21–19)``, ``mal reparto 10 (La Ronda)``."""
    if turn.kind == "cancel":
        return _with_reason(_("turn %(number)s taken back") % {"number": turn.cancels}, turn.reason)
    mark = words.mark_name(turn.mark, game.game) if turn.mark else ""
    if not turn.box:
        return str(mark or words.ending_name("concession", game.game))
    box = words.box_name(game.game, turn.box)
    more = turn.figures or (page.sides[turn.caused_by - 1].name if turn.caused_by else "")
    parts = {"box": box, "points": figure(turn.points), "mark": mark, "figures": more}
    if turn.mark == "crossed":
        return _("%(box)s crossed out") % parts
    if turn.points is None:
        return str(box)
    if mark and str(mark) != str(box):
        return _("%(box)s %(points)s %(mark)s") % parts
    if more:
        return _("%(box)s %(points)s (%(figures)s)") % parts
    return _("%(box)s %(points)s") % parts


def refusals(page: MatchPage) -> list[dict[str, Any]]:
    """Return what was sent and not taken, with the reason."""
    zone = ZoneInfo(page.time_zone)
    return [
        {
            "line": refusal.line,
            "sentence": explain.sentence_of(refusal.code, page.named(refusal.facts)),
            "rule": refusal.rule,
            "time": clock(refusal.at_server, zone),
        }
        for refusal in page.refusals
    ]


def clock(at: dt.datetime, zone: ZoneInfo) -> str:
    return at.astimezone(zone).strftime("%H:%M")

"""A match as the entry page shows it: the values of ``queries`` with the page's words, ready for JSON and templates.

Knows: how sheets and an end are put into words. Does not know: rows, rules, requests.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cacho_tournaments.games.base import Cell, Sheet
from cacho_tournaments.play.queries import GameView, MatchPage, ResultView, SideView
from cacho_tournaments.play.views import log
from cacho_tournaments.web import words
from cacho_tournaments.web.figures import figure
from cacho_tournaments.web.small_print import level_said


def state(page: MatchPage) -> dict[str, Any]:
    """Return what the page draws anew after every answer, whatever the game.

    ``match``: ``token``, ``finished``, ``best_of``. ``game``: ``number``, ``sequence``, ``title``, ``entry`` (the kind
    of entry page); None where nothing can be played or shown. ``form``: what may be entered (the game's own ``form``);
    with ``over`` true where nothing may. Open means not ``over``; ``to_move`` is None in a game without turns.
    ``sides``: for each

    - ``side``, ``name``, ``club``, ``players``, ``games_won``, ``total``, ``turn``, ``place`` (once the game is over;
      shared where sides are level: 1, 2, 2, 4),
      ``note`` (whose turn, who deals), ``kept`` (that points are kept back from it, in the game's words; mostly
      empty), ``fresh`` (the box or event that was written last, where it is this side's),
    - ``shape``, ``rows``, ``columns``, ``heads`` (each ``code``, ``name``; one a column), ``sums`` (one a column),
    - ``counters``: each ``code``, ``name``, ``value``, ``most`` (strokes that a sheet has room for; 0: a number),
    - ``cells``: each ``box``, ``ref`` (how a record line names this very place), ``name``, ``row``, ``column``,
      ``points`` (None: open), ``mark``, ``mark_name``, ``sign`` (the symbol that stands for the mark), ``pending``,
      ``typed`` (False: worked out from others). Lines not begun are left out.

    ``ended``: see below; ``undo``, ``log``, ``refusals``: see ``log``.
    """
    game = page.shown
    return {
        "match": {"token": page.token, "finished": page.result is not None, "best_of": page.best_of},
        "game": _game(page, game) if game else None,
        "form": game.form
        if game and game.form and page.is_open
        else {"to_move": None, "over": True, "sides": []},
        "sides": sides(page, game) if game else [],
        "ended": ended(page),
        "undo": log.undo(page),
        "log": log.rows(page),
        "refusals": log.refusals(page),
    }


def _game(page: MatchPage, game: GameView) -> dict[str, Any]:
    return {
        "number": game.number,
        "sequence": game.sequence,
        "title": game_title(page, game),
        "entry": (game.form or {}).get("entry", ""),
    }


def title(page: MatchPage) -> str:
    """Return what the top of the page says: where, and which match."""
    if page.group:
        where = _("Group %(group)s, round %(round)s") % {"group": page.group, "round": page.round}
    else:
        where = _("Match %(code)s") % {"code": page.code}
    return _("Table %(table)s · %(match)s") % {"table": page.table, "match": where} if page.table else where


def game_title(page: MatchPage, game: GameView | None) -> str:
    """Return the second line: the event, and which game of how many."""
    if game is None:
        return page.tournament
    return _("%(event)s · game %(number)s of %(best_of)s") % {
        "event": page.tournament,
        "number": game.number,
        "best_of": max(page.best_of, game.number),
    }


def sides(page: MatchPage, game: GameView) -> list[dict[str, Any]]:
    """Return every side with its sheet; ``place`` stands once the game is over."""
    places = game.places
    fresh = game.last_turn
    return [
        {
            "side": side.position,
            "name": side.name,
            "club": side.club,
            "players": list(side.members),
            "games_won": side.games_won,
            "total": sheet.total,
            "turn": _turn(sheet, played),
            "place": places[side.position - 1] if game.over else None,
            "note": _note(page, game, side, played),
            "kept": _kept(game, side.position),
            "fresh": fresh.box if fresh and fresh.side == side.position else None,
            **_sheet(game.game, sheet),
        }
        for side, sheet, played in zip(page.sides, game.sheets, _turns(game), strict=True)
    ]


def _turns(game: GameView) -> Sequence[int]:
    return game.turns_played or (0,) * len(game.sheets)


def _turn(sheet: Sheet, played: int) -> int:
    """Return which turn of its side comes next; where its sheet is full, which was its last."""
    is_full = not sheet.is_lines and all(cell.points is not None for cell in sheet.cells if cell.typed)
    return played if is_full else played + 1


def _note(page: MatchPage, game: GameView, side: SideView, played: int) -> str:
    position = side.position
    if game.over and position in game.winners:
        return _("Winner")
    if side.is_out:
        return _("Out of the event by the rules of the game")
    if page.result is not None and not game.over:
        return ""
    if game.over:
        # Where a sheet has a line for each part of the game, nobody counts turns.
        counts = not game.sheets[position - 1].is_lines
        return ngettext("%(count)s turn", "%(count)s turns", played) % {"count": played} if counts else ""
    if game.to_move is None:
        return _event_note(game, position)
    if game.to_move == position:
        return _("Throws now")
    return _("Turn %(number)s") % {"number": _turn(game.sheets[position - 1], played)}


def _event_note(game: GameView, side: int) -> str:
    """Return what is to be known of a side where nobody has the turn: that it deals."""
    form = game.form or {}
    hand = form.get("hand")
    if hand:
        return _("Deals this hand") if hand["dealer"] == side else ""
    return _("Deals the next hand") if form.get("dealer") == side else ""


def _kept(game: GameView, side: int) -> str:
    kept = side in (game.form or {}).get("kept", ())
    return str(words.mark_name("kept", game.game)) if kept else ""


def _sheet(game: str, sheet: Sheet) -> dict[str, Any]:
    return {
        "shape": sheet.shape,
        "rows": sheet.rows,
        "columns": sheet.columns,
        "heads": [{"code": code, "name": str(words.box_name(game, code))} for code in sheet.heads],
        "sums": list(sheet.sums),
        "counters": [
            {
                "code": counter.code,
                "name": str(words.box_name(game, counter.code)),
                "value": counter.value,
                "most": counter.most,
            }
            for counter in sheet.counters
        ],
        "cells": [_cell(game, cell) for cell in sheet.in_order() if not _is_blank_line(sheet, cell)],
    }


def _is_blank_line(sheet: Sheet, cell: Cell) -> bool:
    """Tell whether the cell is only a rule on paper: of a sheet of lines a tablet shows what was written."""
    return sheet.is_lines and cell.points is None


def _cell(game: str, cell: Cell) -> dict[str, Any]:
    mark = cell.mark or ""
    return {
        "box": cell.box,
        "ref": cell.ref or cell.box,
        "name": str(words.box_name(game, cell.box)),
        "row": cell.row,
        "column": cell.column,
        "points": cell.points,
        "mark": cell.mark,
        "mark_name": str(words.mark_name(mark, game)) if mark else "",
        "sign": words.sign_of(mark, game) if mark else "",
        "pending": cell.pending,
        "typed": cell.typed,
    }


# ---- the end of a game ----


def ended(page: MatchPage) -> dict[str, Any] | None:
    """Return the end of the last game, until the next has begun; of the match's, for good.

    ``places``: of more than two sides, best first, each ``place``, ``name``, ``total``, ``games_won``.
    """
    game = page.last_game
    if page.result is not None and not page.result.is_of_turns:
        return closed_otherwise(page, page.result)
    if game is None or not game.over:
        return None
    return {
        "number": game.number,
        "winner": len(game.winners) == 1,
        "title": _winner_title(page, game),
        "sentence": _end_sentence(page, game),
        "places": _places(page, game),
        "sides": sides(page, game),
    }


def _places(page: MatchPage, game: GameView) -> list[dict[str, Any]]:
    """Return who came in where at a table of more than two: in the match once it is decided, before in the game."""
    if len(page.sides) == 2:
        return []
    if page.end is not None:
        found = {line.position: (line.place, line.points) for line in page.end.lines}
    else:
        places = zip(game.places, game.totals, strict=True)
        found = dict(enumerate(places, start=1))
    rows = [
        {
            "place": found[side.position][0],
            "name": side.name,
            "total": figure(found[side.position][1]),
            "games_won": side.games_won if page.best_of > 1 else None,
        }
        for side in page.sides
    ]
    return sorted(rows, key=lambda row: row["place"])


def closed_otherwise(page: MatchPage, result: ResultView) -> dict[str, Any]:
    names = [side.name for side in page.sides if side.position in result.winners]
    title = str(words.result_kind_name(result.kind, result.ending, sides=len(page.sides))).capitalize()
    sentence = result.reason or _and(names)
    if result.is_given and len(names) == 1:
        title = _("%(names)s wins") % {"names": names[0]}
        sentence = str(capfirst(str(words.ending_name(result.ending))))
    return {
        "number": 0,
        "winner": len(names) == 1,
        "title": title,
        "sentence": sentence,
        "places": [],
        "sides": sides(page, game) if (game := page.shown) else [],
    }


def _winner_title(page: MatchPage, game: GameView) -> str:
    # Once the match is decided its winner matters; before, the game's.
    winners = page.end.winners if page.end is not None else game.winners
    names = [page.sides[side - 1].name for side in winners]
    if page.best_of > 1 and page.end is None:
        said = {"names": _and(names), "number": game.number}
        if len(names) == 1:
            return _("Game %(number)s: %(names)s") % said
        return _("Game %(number)s is shared: %(names)s") % said
    if len(names) == 1:
        return _("%(names)s wins") % {"names": names[0]}
    # At a table of more than two another place may be shared just as well.
    shared = _("Shared: %(names)s") if len(page.sides) == 2 else _("First place shared: %(names)s")
    return shared % {"names": _and(names)}


def _end_sentence(page: MatchPage, game: GameView) -> str:
    ending = words.ending_said(game.ending, game.game, shutout=game.shutout)
    if len(page.sides) > 2:  # the figures stand beside the places
        level = level_said(game.game, game.options) if game.is_level and not ending else ""
        return level or str(capfirst(ending))
    totals = " : ".join(figure(total) for total in game.totals)
    games = " : ".join(str(side.games_won) for side in page.sides)
    said = {"totals": totals, "ending": ending, "games": games}
    if page.best_of == 1:
        sentence = _("%(totals)s, %(ending)s.") % said if ending else f"{totals}."
    else:
        sentence = (
            _("%(totals)s, %(ending)s. Games won: %(games)s.")
            if ending
            else _("%(totals)s. Games won: %(games)s.")
        ) % said
    # A winner with no more points than the other is a figure that nobody can explain.
    return f"{sentence} {level_said(game.game, game.options)}" if game.is_level and not ending else sentence


def _and(names: Sequence[str]) -> str:
    return ", ".join(names)

"""A paper sheet typed in afterwards: a whole game at once, all or nothing.

Knows: sheets as box → value, one a side. Does not know: how the page is laid out, rules (``games`` puts the
values into an order that could have been played, and the replay decides).
"""

import secrets
from collections.abc import Collection

from django.db import transaction

from cacho_tournaments.competition.models import Match
from cacho_tournaments.games.base import Refused
from cacho_tournaments.journal.transactions import again_after_deadlock
from cacho_tournaments.people.models import User
from cacho_tournaments.play import bridge
from cacho_tournaments.play.actions import paper_order
from cacho_tournaments.play.actions.book import Book
from cacho_tournaments.play.actions.open_game import OpenGame
from cacho_tournaments.play.actions.paper_order import Sheets
from cacho_tournaments.play.actions.sender import Sender
from cacho_tournaments.play.errors import Impossible, SheetRefused
from cacho_tournaments.play.models import Game, Turn


@again_after_deadlock
def enter(
    *,
    match: Match,
    by: User,
    sheets: Sheets,
    instant: int | None = None,
    gave_up: Collection[int] = (),
    game_number: int | None = None,
    reason: str = "",
) -> Game:
    """Type in the sheets of one game; the game ends, and with it the match where it is decided.

    ``sheets`` holds one mapping a side, box to value as in a ``start`` line (``25``, ``x``, ``50,x``);
    ``instant`` is the side that won by a throw, ``gave_up`` are those who did so before the end. ``game_number`` left
    out means the game to be played next.
    A game that has turns already is replaced only with a ``reason``: they are cancelled, and stay in the log.
    Raises: PermissionDenied; SheetRefused with side and box; Impossible ``match-closed``, ``match-waiting``,
    ``match-not-released``, ``no-such-game``, ``game-has-turns``, ``game-already-entered``, ``later-game-begun``,
    ``closed-without-turns``, ``wrong-number-of-sheets``; and ``later-match-begun`` from the results.
    """
    reason = " ".join(reason.split())[:200]
    with transaction.atomic():
        book = Book(match, Sender(by))
        number = _number(book, game_number)
        _clear(book, number, reason)
        book.require_playable()
        book.require_game(number)
        row = book.game().row
        if len(sheets) != row.sides:
            raise Impossible("wrong-number-of-sheets", sheets=len(sheets), sides=row.sides)
        row.is_paper = True
        _write(book, sheets, instant, gave_up)
        book.close()
    return row


def _number(book: Book, wanted: int | None) -> int:
    """Return the game that is meant: the one named, else the one to be played, else the last of a decided match."""
    if wanted is not None:
        return wanted
    if book.rows and (book.match.state == Match.State.FINISHED or book.waits):
        return book.rows[-1].number
    return book.current_number


def _clear(book: Book, number: int, reason: str) -> None:
    """Cancel what the game's log holds, where a reason is given for it."""
    row = next((row for row in book.rows if row.number == number), None)
    live = bridge.live_turns(Turn.objects.filter(game=row)) if row is not None else []
    if row is None or not live:
        return
    if not reason:
        raise Impossible("game-already-entered" if row.is_over else "game-has-turns", number=number)
    book.reopen(reason=reason)
    book.cancel([(turn, _client_id()) for turn in live], row=row, reason=reason)
    book.say("play.game.cleared", row, turns=len(live), reason=reason)


def _write(book: Book, sheets: Sheets, instant: int | None, gave_up: Collection[int]) -> None:
    """Put the sheets into the log as result-only turns. Raises: SheetRefused where the rules do not allow it."""
    game = book.game()
    try:
        lines = _lines(game, sheets, instant, gave_up)
    except Refused as error:
        raise _refused(error, game=game.row.game) from error
    for line in lines:
        side = int(line.split()[0])
        if game.folded.status.over:
            raise SheetRefused("sheet-goes-on", side=side, ending=game.folded.status.ending)
        try:
            rows = book.play(line)
        except Refused as error:
            raise _refused(error, game=game.row.game, side=side, line=line) from error
        book.add(client_id=_client_id(), rows=rows)
    if not game.folded.status.over:
        raise _not_full(book, sheets, gave_up)


def _lines(game: OpenGame, sheets: Sheets, instant: int | None, gave_up: Collection[int]) -> list[str]:
    """Return the sheets as lines. Raises: Refused.

    No sheet tells who threw first, yet a win at once tells it by the number of turns: where the sheets do not fit
    the side that should have opened, another one did.
    """
    rules, row = game.folded.rules, game.row
    refusal: Refused | None = None
    for opens in sorted(range(1, row.sides + 1), key=lambda side: (side != row.to_move, side)):
        game.open_with(opens)
        try:
            if gave_up:
                return paper_order.lines(game.folded, sheets, instant=instant, gave_up=gave_up)
            return rules.transcribe(
                row.options,
                sheets=sheets,
                to_move=opens,
                instant=instant,
                players=game.folded.setup.players,
            )
        except Refused as error:
            refusal = refusal or error
    assert refusal is not None
    raise refusal


def _not_full(book: Book, sheets: Sheets, gave_up: Collection[int]) -> SheetRefused:
    """Name the first place that a sheet leaves open; where a sheet has lines to spare, only that the game goes on."""
    folded = book.game().folded
    for side in (each for each in range(1, len(sheets) + 1) if each not in gave_up):
        sheet = folded.rules.sheet(folded.state, side)
        if sheet.is_lines:
            totals = " : ".join(str(total) for total in folded.status.totals)
            return SheetRefused("game-not-over", totals=totals)
        for cell in sorted(sheet.cells, key=lambda cell: (cell.column if sheet.heads else 0, cell.row)):
            if cell.typed and cell.points is None and not cell.pending:
                before = [each for each in sheet.cells if each.box == cell.box and each.place < cell.place]
                return SheetRefused(
                    "sheet-not-full", side=side, box=cell.box, place=len(before) + 1, game=folded.rules.code
                )
    return SheetRefused("sheet-not-full")


def _refused(error: Refused, *, game: str, side: int | None = None, line: str = "") -> SheetRefused:
    facts = dict(error.facts)
    named, box = facts.pop("side", None), facts.pop("box", None)
    # Which of a box's places: the part of the game (a hand, a stage) that the refusal names.
    place = facts.get("hand", facts.get("stage"))
    facts.update(line=line, game=game)
    code, rule = error.code, error.rule
    if facts.get("because") == "box-open":
        code, rule = "sheet-not-full", None
    elif code == "bad-notation" and box:
        code, rule = "box-unreadable", None
    return SheetRefused(
        code,
        rule=rule,
        side=named if isinstance(named, int) else side,
        box=str(box or ""),
        place=place if isinstance(place, int) else None,
        **facts,
    )


def _client_id() -> str:
    return f"paper-{secrets.token_hex(8)}"

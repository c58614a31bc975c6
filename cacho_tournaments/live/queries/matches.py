"""One match as readers see it: both scores, every sheet, whose turn it is, every turn.

Knows: what play tells of a match, the words of boxes and marks. Does not know: requests, who may see it.
What tablets sent and was refused, and who sent what, is for referees and not told here.
"""

import datetime as dt
from dataclasses import dataclass

from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.competition.queries.matches import match_cards
from cacho_tournaments.competition.queries.values import MatchCard, SideCard
from cacho_tournaments.games.base import Sheet
from cacho_tournaments.play import queries as play
from cacho_tournaments.play.queries import GameView, MatchPage, TurnView
from cacho_tournaments.web import words
from cacho_tournaments.web.small_print import level_said


@dataclass(frozen=True, slots=True)
class DuelSide:
    """A side at the head of the page. ``score`` is games won where more than one is played, else points; who ``is_out``
    was put out of the event by the rules of the game; ``card`` is the same side of the match as a card."""

    position: int
    number: int | None
    name: str
    club: str
    members: tuple[str, ...]
    score: int | None
    is_winner: bool
    is_to_move: bool
    waiting_for: str
    is_vacant: bool
    is_out: bool
    card: SideCard


@dataclass(frozen=True, slots=True)
class SheetOf:
    name: str
    sheet: Sheet
    is_to_move: bool
    last: str  # the box written last in the game, where it is this side's


@dataclass(frozen=True, slots=True)
class LogRow:
    """A row of the log: a turn, struck through where it was taken back, or the taking back itself. ``caused_by`` is the
    side whose slip gave the points to ``name``."""

    sequence: int
    name: str
    box: words.Word
    points: int | None
    mark: words.Word
    line: str
    is_cancelled: bool
    cancels: int | None
    reason: str
    warning: words.Word
    caused_by: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class GameBlock:
    number: int
    game: str
    is_over: bool
    ending: words.Word
    winners: tuple[str, ...]
    sheets: tuple[SheetOf, ...]
    log: tuple[LogRow, ...]
    is_paper: bool


@dataclass(frozen=True, slots=True)
class MatchView:
    page: MatchPage
    card: MatchCard
    sides: tuple[DuelSide, ...]
    games: tuple[GameBlock, ...]
    ending: words.Word
    kind: words.Word

    @property
    def is_confirmed_now(self) -> bool:
        """Whether it is played out, and its end is being confirmed at the table."""
        return self.page.decided is not None

    @property
    def has_record(self) -> bool:
        return any(game.log for game in self.games)


def match(token: str) -> MatchView:
    """Return the match of the token. Raises: Match.DoesNotExist."""
    page = play.match_page(token, agreed=True)
    (card,) = match_cards(Match.objects.filter(token=token))
    games = tuple(_block(page, game) for game in page.games if game.has_turns)
    return MatchView(
        page=page,
        card=card,
        sides=tuple(_side(page, card, card.sides.index(side)) for side in card.ranked),
        games=games,
        ending=_ending(page, card),
        kind=""
        if card.kind in ("", "played") or card.ending in (Result.OPPONENT_OUT, *words.RESULT_NAMES_BY_ENDING)
        else words.result_kind_name(card.kind, sides=len(card.sides)),
    )


def _ending(page: MatchPage, card: MatchCard) -> words.Word:
    """Return how the match ended: as its last game did, or by what was recorded without one."""
    last = page.last_game
    if last is None or card.ending != last.ending:
        return words.ending_name(card.ending) if card.ending else ""
    return _said(last)


def _said(game: GameView) -> str:
    """Return what is worth saying of a game's end; of equal sums with one winner, what parted them."""
    ending = words.ending_said(game.ending, game.game, shutout=game.shutout)
    return level_said(game.game, game.options) if game.is_level and not ending else ending


def _side(page: MatchPage, card: MatchCard, at: int) -> DuelSide:
    side, seat = page.sides[at], card.sides[at]
    shown = page.shown
    running = shown.totals[at] if shown and shown.has_turns else None
    score = seat.games_won if page.best_of > 1 and page.games else seat.points if card.kind else running
    if page.best_of > 1 and not card.kind:
        score = side.games_won if page.last_game else None
    return DuelSide(
        position=side.position,
        number=side.number,
        name=side.name,
        club=side.club,
        members=() if side.members == (side.name,) else side.members,
        score=score,
        is_winner=seat.is_winner,
        is_to_move=bool(page.is_open and shown and shown.has_turns and shown.to_move == side.position),
        waiting_for=seat.waiting_for,
        is_vacant=seat.is_vacant,
        is_out=side.is_out,
        card=seat,
    )


def _block(page: MatchPage, game: GameView) -> GameBlock:
    names = {side.position: side.name for side in page.sides}
    newest = None if game.over else game.last_turn
    return GameBlock(
        number=game.number,
        game=game.game,
        is_over=game.over,
        ending=_said(game),
        winners=tuple(names[side] for side in game.winners),
        sheets=tuple(
            SheetOf(
                name=names[sheet.side],
                sheet=sheet,
                is_to_move=game.to_move == sheet.side and page.is_open,
                last=newest.box if newest and newest.side == sheet.side else "",
            )
            for sheet in game.sheets
        ),
        log=tuple(_log_row(turn, game.game, names) for turn in reversed(game.log)),
        is_paper=game.is_paper,
    )


def _log_row(turn: TurnView, game: str, names: dict[int, str]) -> LogRow:
    return LogRow(
        sequence=turn.sequence,
        name=names.get(turn.side or 0, ""),
        box=words.box_name(game, turn.box) if turn.box else "",
        points=turn.points,
        mark=words.mark_name(turn.mark, game) if turn.mark else "",
        line=turn.line,
        is_cancelled=turn.cancelled,
        cancels=turn.cancels,
        reason=turn.reason,
        warning=words.warning_name(turn.warning, game) if turn.warning else "",
        caused_by=names[turn.caused_by] if turn.caused_by else "",
        at=turn.at_server,
    )

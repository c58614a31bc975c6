"""What the chief referee has to decide about one match: its call, what was sent and not taken, its tablets, its log.

Knows: rows, and what the rules make of a line now. Does not know: writing, requests, how a turn is put into words.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cacho_tournaments.competition.models import Match
from cacho_tournaments.games.base import Refused
from cacho_tournaments.play import bridge
from cacho_tournaments.play.models import Call, Confirmation, Game, Refusal, Turn, writer_name
from cacho_tournaments.play.queries.hall import hall_match
from cacho_tournaments.play.queries.hall_values import HallTable
from cacho_tournaments.play.queries.matches import match_page
from cacho_tournaments.play.queries.values import MatchPage, TurnView
from cacho_tournaments.play.wire import clock_is_off
from cacho_tournaments.web import explain
from cacho_tournaments.web.words import Word

_SETTLED_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Dispute:
    """Something a tablet sent that was not taken. ``kind`` is turn, cancel, confirm, card, call or uncall, or
    ``unreadable``; ``turn`` is what a line meant where it was thrown, or the turn to be taken back, None where that
    cannot be told; ``side`` and ``text`` are what else was sent with it. ``refused_now`` says why the rules
    refuse it as the log stands; empty where they would take it (``fits``), or where nobody can say."""

    key: int
    kind: str
    game: int
    line: str
    turn: TurnView | None
    side: str
    text: str
    sentence: str
    rule: str
    who: str
    at_device: dt.datetime | None
    at_server: dt.datetime
    clock_off: bool
    fits: bool
    refused_now: str

    @property
    def may_be_written(self) -> bool:
        """Whether it says something that can be done after all."""
        return self.kind not in ("unreadable", "uncall")


@dataclass(frozen=True, slots=True)
class Settled:
    """A dispute that was decided."""

    line: str
    how: Word
    reason: str
    by: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class ClosedCall:
    """A call of the chief referee that is over, and what came of it."""

    at: dt.datetime
    reason: str
    outcome: str
    by: str
    closed_at: dt.datetime


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A side's word on the end, or the referee's (by ``name``) for it, with the ``reason``; of a signature that is the
    name that was typed. It ``stands`` while the log is the one it was given on."""

    name: str
    how: Word
    at: dt.datetime
    reason: str
    stands: bool


@dataclass(frozen=True, slots=True)
class Incidents:
    """A match as the chief referee's page shows it."""

    card: HallTable
    page: MatchPage
    disputes: tuple[Dispute, ...]
    settled: tuple[Settled, ...]
    calls: tuple[ClosedCall, ...]
    confirmed: tuple[Confirmed, ...]
    is_standing: bool

    @property
    def waits_for_sides(self) -> bool:
        """Whether it is played out and only its sides' word is missing."""
        return self.is_standing and bool(self.card.match and self.card.match.is_to_confirm)


def incidents(match: Match, *, now: dt.datetime) -> Incidents:
    """Return all of it. Which match may be seen is for the caller to know."""
    page = match_page(match.token)
    games = list(Game.objects.filter(match=match).order_by("number"))
    turns = list(Turn.objects.filter(game__in=games).order_by("sequence"))
    refused = list(
        Refusal.objects.filter(match=match)
        .select_related("by", "device", "game", "settled_by")
        .order_by("pk")
    )
    words = Confirmation.objects.filter(match=match).select_related("by", "device")
    closed = Call.objects.filter(match=match, closed_at__isnull=False).select_related("closed_by")
    return Incidents(
        card=hall_match(match, now=now),
        page=page,
        disputes=tuple(_dispute(row, page, games, turns) for row in refused if row.is_open),
        settled=tuple(_settled(row) for row in refused if row.settled_at)[-_SETTLED_SHOWN:],
        calls=tuple(_closed(row) for row in closed),
        confirmed=tuple(_confirmed(row, page) for row in words),
        is_standing=match.is_standing,
    )


def _dispute(row: Refusal, page: MatchPage, games: Iterable[Game], turns: Iterable[Turn]) -> Dispute:
    sent: Mapping[str, Any] = row.payload if isinstance(row.payload, dict) else {}
    number = row.game.number if row.game else int(sent.get("game_number") or 0)
    game = next((each for each in games if each.number == number), None)
    log = [turn for turn in turns if game and turn.game_id == game.pk]
    base = int(sent.get("base_sequence") or 0)
    fits, refused_now = _judged(row, page, game, log)
    return Dispute(
        key=row.pk,
        kind=str(sent.get("kind") or "turn"),
        game=number,
        line=row.line,
        turn=_meant(row, game, [turn for turn in log if turn.sequence <= base])
        or _to_cancel(sent, page, number),
        side=next((side.name for side in page.sides if side.position == sent.get("side")), ""),
        text=str(sent.get("reason") or sent.get("sent") or ""),
        sentence=explain.sentence_of(row.code, page.named(row.facts)),
        rule=row.rule,
        who=writer_name(row.device, row.by),
        at_device=row.at_device,
        at_server=row.at_server,
        clock_off=clock_is_off(row.at_device, row.at_server),
        fits=fits,
        refused_now=refused_now,
    )


def _judged(row: Refusal, page: MatchPage, game: Game | None, log: Iterable[Turn]) -> tuple[bool, str]:
    """Return whether the rules would take the line as the log stands now, else why not where that can be told."""
    if row.line and game is not None and game.is_over:
        return False, explain.sentence_of("game-over-already", {"number": game.number})
    if not row.line or game is None or game.number != page.current:
        return False, ""
    try:
        bridge.fold(game, log).played(row.line)
    except Refused as error:
        return False, explain.sentence_of(error.code, page.named({"game": game.game, **error.facts}))
    return True, ""


def _meant(row: Refusal, game: Game | None, log: Iterable[Turn]) -> TurnView | None:
    """Return what the line meant where it was thrown: after the rows that its tablet then knew."""
    if not row.line or game is None:
        return None
    try:
        played, after = bridge.fold(game, log).played(row.line)
    except Refused:
        return None
    verdict, line = played[-1].verdict, played[-1].line
    return TurnView(
        sequence=0,
        kind="turn",
        side=verdict.side,
        line=line,
        box=verdict.box or verdict.play or "",
        points=verdict.points,
        mark=verdict.mark or "",
        figures="–".join(map(str, after.rules.counted(line))),
        warning=verdict.warning or "",
        item=row.client_id,
        cancelled=False,
        cancels=None,
        reason="",
        who="",
        at_server=row.at_server,
        at_device=row.at_device,
        clock_off=False,
    )


def _to_cancel(sent: Mapping[str, Any], page: MatchPage, number: int) -> TurnView | None:
    game, item = page.game(number), sent.get("cancels")
    return next((turn for turn in game.log if item and turn.item == item), None) if game else None


def _settled(row: Refusal) -> Settled:
    return Settled(
        line=row.line,
        how=Refusal.Settlement(row.settlement).label,
        reason=row.settled_reason,
        by=str(row.settled_by or ""),
        at=row.settled_at or row.at_server,
    )


def _closed(row: Call) -> ClosedCall:
    return ClosedCall(
        at=row.at_server,
        reason=row.reason,
        outcome=row.outcome,
        by=str(row.closed_by or ""),
        closed_at=row.closed_at or row.at_server,
    )


def _confirmed(row: Confirmation, page: MatchPage) -> Confirmed:
    game = page.last_game
    return Confirmed(
        name=next((side.name for side in page.sides if side.position == row.side), "")
        or writer_name(row.device, row.by),  # the referee is no side
        how=Confirmation.How(row.how).label,
        at=row.at_server,
        reason=row.reason,
        stands=bool(game and (row.game_number, row.sequence) == (game.number, game.sequence)),
    )

"""What stands corrected from the side of play: a result typed anew, any turn of a log, and a log set back.

Knows: what the turns of a match come to, how a log is rewritten by new rows. Does not know: what a correction changes
elsewhere and how it is tried (``competition.actions.corrections``, whose acts these are), pages.

Rows of a log are added, never changed: the turn that was wrong and those after it are cancelled by new rows, and
written again with the right one among them. Turns that were right keep who wrote them, on which tablet and when.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.dateparse import parse_datetime

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.actions import results
from cacho_tournaments.competition.actions.results import SideResult
from cacho_tournaments.competition.actions.rulings import Rulings
from cacho_tournaments.competition.models import Match, Result
from cacho_tournaments.games.base import Refused
from cacho_tournaments.people.models import User
from cacho_tournaments.play import bridge
from cacho_tournaments.play.actions.book import Book
from cacho_tournaments.play.actions.facts import facts_of
from cacho_tournaments.play.actions.sender import Sender
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Game, Turn
from cacho_tournaments.play.wire import MAX_LINE


def rows_of(match: Match) -> tuple[QuerySet[Game], QuerySet[Turn]]:
    """Return the rows of this room that correcting the match's turns may touch."""
    return Game.objects.filter(match=match), Turn.objects.filter(game__match=match)


def type_in(
    *,
    match: Match,
    by: User,
    lines: Sequence[SideResult],
    reason: str,
    by_decision: bool = False,
    rulings: Rulings | None = None,
) -> Result:
    """Set a result as it was typed. One that contradicts the turns of the match needs a decision of the chief referee.

    Raises: Impossible ``contradicts-turns``, and as ``results.record``.
    """
    if by_decision:
        return results.decide(match=match, by=by, lines=lines, reason=reason, rulings=rulings)
    permissions.require("competition.referee", by, match.stage.category.tournament)
    with transaction.atomic():
        _refuse_contradiction(match, lines)
        now = Result.objects.filter(match=match, is_current=True, kind__in=Result.CONTESTED).first()
        kind = now.kind if now is not None else Result.Kind.PAPER
        return results.record(match=match, by=by, kind=kind, lines=lines, reason=reason, rulings=rulings)


def correct_turn(
    *,
    match: Match,
    by: User,
    number: int,
    sequence: int,
    line: str,
    reason: str,
    rulings: Rulings | None = None,
) -> Game:
    """Write another line in the place of one of a game's log; everything after it is played again by the rules.

    Raises: Refused as the rules refuse the line; Impossible ``no-such-turn``, ``later-turn-refused``,
    ``paper-is-corrected-whole``, ``closed-without-turns``, ``decision-stands``, ``game-would-go-on``,
    ``later-game-begun``; and as ``results.record``.
    """
    with transaction.atomic():
        book = Book(match, Sender(by), rulings, " ".join(reason.split())[:200])
        book.require_of_turns()
        row, live = _log(book.rows, number)
        at = next((at for at, turn in enumerate(live) if turn.sequence == sequence), None)
        if at is None:
            raise Impossible("no-such-turn", number=sequence, game_number=number)
        if row.is_paper:
            raise Impossible("paper-is-corrected-whole", number=number)
        said = book.match.stage.category.game
        written, folded = _replayed(row, live, at, line, game=said)
        book.cancel([(turn, _id()) for turn in reversed(live[at:])], row=row, reason=book.reason)
        turns = [_again(book, row, played, old) for played, old in written]
        book.rewrite(row, folded, turns)
        facts = {"before": live[at].line, "after": turns[0].line, "sequence": sequence}
        book.say("play.turn.corrected", row, reason=book.reason, **facts)
        book.close()
    return row


def put_back(*, match: Match, by: User, changes: Sequence[Mapping[str, Any]]) -> None:
    """Set the logs of a match back to what they said before a correction, by new rows; results are set back with it.

    Raises: Impossible ``turns-changed-since``.
    """
    added = {change["row"][1] for change in changes if change["row"][0] == Turn._meta.label_lower}
    with transaction.atomic():
        book = Book(match, Sender(by))
        for change in changes:
            row = next((row for row in book.rows if change["row"] == [Game._meta.label_lower, row.pk]), None)
            if row is not None:
                _put_back(book, row, change, added)
        book.close()


def _put_back(book: Book, row: Game, change: Mapping[str, Any], added: Collection[int]) -> None:
    if row.sequence != change["after"]["sequence"]:
        raise Impossible("turns-changed-since", match=book.match.code)
    log = list(Turn.objects.filter(game=row).order_by("sequence"))
    gone = {turn.cancels_id for turn in log if turn.pk in added}
    right = [turn for turn in log if turn.pk in gone]
    wrong = [turn for turn in bridge.live_turns(log) if turn.pk in added]
    ended = change["before"].get("finished_at", row.finished_at)
    book.cancel([(turn, _id()) for turn in reversed(wrong)], row=row, reason="")
    for turn in right:
        row.sequence += 1
        turn.pk, turn.sequence, turn.client_id, turn.at_server = None, row.sequence, _id(), book.now
    Turn.objects.bulk_create(right)
    row.is_over = bridge.fold(row, Turn.objects.filter(game=row)).status.over
    row.finished_at = (parse_datetime(ended) if isinstance(ended, str) else ended) if row.is_over else None
    row.save(update_fields=["sequence", "is_over", "finished_at"])
    book.say("play.turn.put-back", row, turns=len(right))


def _log(rows: Sequence[Game], number: int) -> tuple[Game, list[Turn]]:
    row = next((row for row in rows if row.number == number), None)
    if row is None:
        raise Impossible("no-such-turn", number=0, game_number=number)
    return row, bridge.live_turns(Turn.objects.filter(game=row))


def _replayed(
    row: Game, live: Sequence[Turn], at: int, line: str, *, game: str
) -> tuple[list[tuple[bridge.Played, Turn | None]], bridge.Folded]:
    """Return the lines from the corrected one on, each with the turn it repeats, and the game after them."""
    folded = bridge.fold(row, live[:at])
    try:
        rows, folded = folded.played(line)
    except Refused as error:
        raise Impossible(error.code, rule=error.rule, **facts_of(error, game=game)) from error
    written: list[tuple[bridge.Played, Turn | None]] = [(played, None) for played in rows]
    for turn in live[at + 1 :]:
        try:
            again, folded = folded.played(turn.line)
        except Refused as error:
            raise Impossible(
                "later-turn-refused", rule=error.rule, number=turn.sequence, line=turn.line
            ) from error
        written += [(played, turn) for played in again]
    longest = max(len(played.line) for played, _old in written)
    if longest > MAX_LINE:
        raise Impossible("line-too-long", path="line", length=longest, limit=MAX_LINE)
    return written, folded


def _again(book: Book, row: Game, played: bridge.Played, old: Turn | None) -> Turn:
    """Return the row of a line that is written, or written again."""
    row.sequence += 1
    verdict = played.verdict
    return Turn(
        game=row,
        sequence=row.sequence,
        client_id=_id(),
        side=verdict.side,
        line=played.line,
        box=verdict.box or verdict.play or "",
        points=verdict.points,
        mark=verdict.mark or "",
        warning=verdict.warning or "",
        by=old.by if old else book.sender.by,
        device=old.device if old else None,
        at_device=old.at_device if old else None,
        at_server=book.now,
    )


def _refuse_contradiction(match: Match, lines: Sequence[SideResult]) -> None:
    """Raises: Impossible ``contradicts-turns`` where the match's games are decided and say otherwise."""
    rows = list(Game.objects.filter(match=match).order_by("number"))
    turns = list(Turn.objects.filter(game__in=rows))
    played = [
        bridge.fold(row, log)
        for row in rows
        if bridge.live_turns(log := [turn for turn in turns if turn.game_id == row.pk])
    ]
    if not played:
        return
    outcome = bridge.outcome_of(match, played)
    told = [
        (line.place, line.games_won, line.points) for line in sorted(lines, key=lambda each: each.position)
    ]
    said = list(zip(outcome.places, outcome.games_won, outcome.points, strict=True))
    if not outcome.over or told != said:
        raise Impossible("contradicts-turns", match=match.code, said=" : ".join(map(str, outcome.points)))


def _id() -> str:
    return f"correction-{secrets.token_hex(8)}"

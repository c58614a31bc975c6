"""What a table sent and was not taken: kept whole, and settled by the chief referee.

Knows: how an item is stored and read back, how it is written after all. Does not know: who shows it, in which words.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.models import Match
from cacho_tournaments.errors import CachoError
from cacho_tournaments.journal.transactions import again_after_deadlock
from cacho_tournaments.people.models import User
from cacho_tournaments.play import wire
from cacho_tournaments.play.actions import aside, calls, cards, confirming, turns
from cacho_tournaments.play.actions.book import Book
from cacho_tournaments.play.actions.sender import Sender, locked
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device, Game, Presence, Refusal, Turn

MAX_REASON = 200


def keep(
    *, match: Match, refused: Sequence[tuple[wire.Item, CachoError]], sender: Sender
) -> list[wire.Outcome]:
    """Keep items that were not taken, within the transaction of whoever refused them; return what to answer."""
    games = list(Game.objects.filter(match=match)) if refused else []
    rows = [aside.refused(match, item, error, sender=sender, games=games) for item, error in refused]
    aside.keep(rows)
    return [aside.outcome_of(row) for row in rows]


def turn_away(*, match: Match, batch: wire.Batch, device: Device, error: CachoError) -> list[wire.Outcome]:
    """Keep everything that came from a tablet without the right to this match (shut out, another table): nothing that
    was recorded at a table of the event is lost. Sent again, it is kept once; it waits in that tablet no more.

    Raises: the error itself for a tablet of another event.
    """
    if device.tournament_id != match.stage.category.tournament_id:
        raise error
    with transaction.atomic():
        held = Presence.objects.filter(match=match, tablet=batch.tablet, device=device)
        held.update(waiting=max(0, batch.waiting - len(batch.items)))
        kept = Impossible(error.code, rule=error.rule, kept=True, **error.facts)
        return keep(match=match, refused=[(item, kept) for item in batch.items], sender=Sender(None, device))


@again_after_deadlock
def settle(*, refusal: Refusal, by: User, how: str, reason: str = "") -> Refusal:
    """Decide about what was kept: ``written`` after all, as it was sent and at the end of the log as it is now, in the
    name of whoever decides; or set ``aside``, with a reason. Doing the same twice changes nothing.

    What is written keeps its id, so that a tablet that sends it again is told that it is there.
    Raises: PermissionDenied; Refused as the rules refuse it; Impossible ``settled-already``, ``reason-needed``,
    ``cannot-be-written``, ``game-over-already``, and what refuses such a thing when it comes in.
    """
    reason = " ".join(reason.split())[:MAX_REASON]
    with transaction.atomic():
        match = locked(refusal.match_id)
        permissions.require("competition.decide", by, match.stage.category.tournament)
        row = Refusal.objects.select_for_update(of=("self",)).get(pk=refusal.pk)
        if row.settlement:
            if row.settlement != how:
                raise Impossible("settled-already")
            return row
        if how == Refusal.Settlement.ASIDE and not reason:
            raise Impossible("reason-needed", name=match.code)
        if how == Refusal.Settlement.WRITTEN:
            _write(match, row, by, reason)
        row.is_open, row.settlement, row.settled_reason = False, how, reason
        row.settled_by, row.settled_at = by, timezone.now()
        row.save(update_fields=["is_open", "settlement", "settled_reason", "settled_by", "settled_at"])
        verb = "play.refusal.written" if how == Refusal.Settlement.WRITTEN else "play.refusal.set-aside"
        Sender(by).say(verb, match, line=row.line, code=row.code, reason=reason)
    return row


def _write(match: Match, row: Refusal, by: User, reason: str) -> None:
    """Do what the item wanted. Raises: as ``settle``."""
    kind = row.payload.get("kind", "turn")
    if kind not in _WRITERS:
        raise Impossible("cannot-be-written")
    _WRITERS[kind](match, row, by, reason)


def _turn(match: Match, row: Refusal, by: User, reason: str) -> None:
    item = _free_id(row)
    if item is None:
        return  # it came in since, by another way
    book = Book(match, Sender(by))
    book.reopen(reason=reason)
    book.require_playable()
    number = int(row.payload.get("game_number", book.current_number))
    if number < book.current_number:
        raise Impossible("game-over-already", number=number)
    book.require_game(number)
    book.game(Turn.objects.filter(game__match=match, game__is_over=False).order_by("sequence"))
    book.add(client_id=item, rows=book.play(row.line), at_device=row.at_device)
    book.close()


def _free_id(row: Refusal) -> str | None:
    """Return an id under which the turn can be stored: its own, unless another turn has that; None where the log has
    this very turn under it."""
    found = Turn.objects.filter(client_id=row.client_id).first()
    if found is None:
        return row.client_id
    return None if row.code != "known-id-other-turn" else f"settled-{row.pk:08}"


def _cancel(match: Match, row: Refusal, by: User, reason: str) -> None:
    now = Game.objects.filter(match=match, sequence__gt=0).order_by("-number").first()
    number, sequence = (now.number, now.sequence) if now else (1, 0)
    sent = wire.SentCancel(**_sent(row))
    sent = replace(sent, game_number=number, base_sequence=sequence, reason=reason or sent.reason)
    turns.cancel_item(match=match, sent=sent, by=by)


def _card(match: Match, row: Refusal, by: User, reason: str) -> None:
    sent = wire.SentCard(**_sent(row))
    cards.show(match=match, sent=replace(sent, reason=sent.reason or reason), by=by)


def _call(match: Match, row: Refusal, by: User, reason: str) -> None:
    calls.call(match=match, sent=wire.SentCall(**_sent(row)), by=by)


def _confirm(match: Match, row: Refusal, by: User, reason: str) -> None:
    confirming.confirm(match=match, sent=wire.SentConfirm(**_sent(row)), by=by)


def _sent(row: Refusal) -> dict[str, Any]:
    """Return the fields of an item as they came."""
    fields = {name: value for name, value in row.payload.items() if name != "kind"}
    return {**fields, "client_id": row.client_id, "at_device": row.at_device}


_WRITERS: Mapping[str, Callable[[Match, Refusal, User, str], None]] = {
    "turn": _turn,
    "cancel": _cancel,
    "card": _card,
    "call": _call,
    "confirm": _confirm,
}

"""Everything that a tablet sends, in the order in which it was recorded.

Knows: which action takes which kind of item. Does not know: JSON, requests, what any of the actions asks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from django.db import transaction
from django.utils import timezone

from cacho_tournaments.competition.models import Match
from cacho_tournaments.errors import CachoError
from cacho_tournaments.journal.transactions import again_after_deadlock
from cacho_tournaments.people.models import User
from cacho_tournaments.play import wire
from cacho_tournaments.play.actions import calls, cards, confirming, presence, refusals, turns
from cacho_tournaments.play.actions.book import Book
from cacho_tournaments.play.actions.sender import Sender
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device


@again_after_deadlock
def take(
    *, match: Match, batch: wire.Batch, by: User | None = None, device: Device | None = None
) -> list[wire.Outcome]:
    """Take a batch in; return one outcome an item, in the order sent. What cannot be taken is kept as a Refusal.

    The browser is noted as being here; with ``batch.take`` it begins to write, or ceases to.
    Raises: PermissionDenied; Impossible ``device-revoked``, ``not-your-table`` (see ``refusals.turn_away``).
    """
    sender = Sender(by, device)
    with transaction.atomic():
        # Who only gives a sign of life waits for nobody; whoever changes something takes the match's lock first.
        if batch.take is not None:
            sender.at(match)
        outcomes = _taken(match, batch, sender) if batch.items else []
        if not batch.items and batch.take is None:
            sender.require(match)
        _note(match, batch, sender)
    return outcomes


def _taken(match: Match, batch: wire.Batch, sender: Sender) -> list[wire.Outcome]:
    if batch.match and batch.match != match.token:
        return _refuse(sender.at(match), batch.items, Impossible("other-match", match=match.code), sender)
    outcomes: list[wire.Outcome] = []
    for kind, group in groupby(batch.items, key=lambda item: item.kind):
        if kind == "turn":
            leans = any(each.is_open and each.kind == "turn" for each in outcomes)
            outcomes += _turns(match, group, sender, leans=leans)
        else:
            outcomes += _others(match, group, sender)
    return outcomes


def _turns(match: Match, items: Iterable[wire.Item], sender: Sender, *, leans: bool) -> list[wire.Outcome]:
    book = Book(match, sender)
    sent = [item for item in items if isinstance(item, wire.SentTurn)]
    outcomes = turns.take_in(book, sent, exact=True, leans=leans)
    book.close()
    return outcomes


def _others(match: Match, items: Iterable[wire.Item], sender: Sender) -> list[wire.Outcome]:
    outcomes = []
    for item in items:
        try:
            outcomes.append(_take(match, item, sender))
        except CachoError as error:
            outcomes += _refuse(sender.at(match), [item], error, sender)
    return outcomes


def _take(match: Match, item: wire.Item, sender: Sender) -> wire.Outcome:
    """Let the action of its kind take an item. Raises: CachoError, with nothing changed."""
    if isinstance(item, wire.SentUnreadable):
        raise wire.WireError(item.code, item.path)
    return _TAKERS[item.kind](match=match, sent=item, by=sender.by, device=sender.device)


_TAKERS: Mapping[str, Callable[..., wire.Outcome]] = {
    "cancel": turns.cancel_item,
    "confirm": confirming.confirm,
    "card": cards.show,
    "call": calls.call,
    "uncall": calls.uncall,
}


def _refuse(
    match: Match, items: Sequence[wire.Item], error: CachoError, sender: Sender
) -> list[wire.Outcome]:
    return refusals.keep(match=match, refused=[(item, error) for item in items], sender=sender)


def _note(match: Match, batch: wire.Batch, sender: Sender) -> None:
    """Note the browser at the match, and who writes from now on."""
    if not batch.tablet:
        return  # version 1 does not say which browser it is
    sign = presence.Sign(
        tablet=batch.tablet,
        waiting=max(0, batch.waiting - len(batch.items)),
        clock_off_s=batch.clock_off_s(timezone.now()),
        build=batch.build,
    )
    if batch.take:
        presence.take(match=match, sign=sign, by=sender.by, device=sender.device)
        return
    presence.note(match, sign, sender, sends=bool(batch.items), watches=batch.take is False)
    if batch.take is False:
        presence.leave(match=match, tablet=batch.tablet, by=sender.by, device=sender.device)

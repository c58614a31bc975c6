"""The door of the tablet's script: batches in, outcomes out, as JSON, whatever happens.

Knows: requests and answers. Does not know: what an item may be (``actions``), how it is worded (``board``, ``ledger``).
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    JsonResponse,
    RawPostDataException,
    UnreadablePostError,
)
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_POST

from cacho_tournaments.competition.models import Match
from cacho_tournaments.errors import CachoError
from cacho_tournaments.play import queries, wire
from cacho_tournaments.play.actions import inbox, refusals, turns
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device
from cacho_tournaments.play.queries import MatchPage
from cacho_tournaments.play.queries.contact import Contact, WriterView, contact
from cacho_tournaments.play.views import access, board, ledger, log
from cacho_tournaments.web import explain

_STATUS = {"too-large": 413, "not-let-in": 403, "no-such-match": 404, "server-busy": 503}
_TURNED_AWAY = frozenset({"device-revoked", "not-your-table"})
_logger = logging.getLogger(__name__)


@require_POST
def sync(request: HttpRequest, token: str) -> HttpResponse:
    """Take what a tablet sends; answer with what became of each item, and with the match where the tablet does not know
    it as it stands now."""
    return _answered(request, token, wire.parse)


@require_POST
def hold(request: HttpRequest, token: str) -> HttpResponse:
    """Let a tablet be the one that writes at the match, or no more; answer as ``sync`` does."""
    return _answered(request, token, _wish)


def no(error: CachoError | PermissionDenied, *, version: int = wire.VERSION) -> JsonResponse:
    """Answer that nothing was looked at, in words a referee can act on."""
    if isinstance(error, PermissionDenied):
        error = Impossible("not-let-in")
    status = _STATUS.get(error.code, 400 if isinstance(error, wire.WireError) else 409)
    return JsonResponse(wire.refusal(error, sentence=explain.sentence_of, version=version), status=status)


def _answered(request: HttpRequest, token: str, read: Callable[[bytes], wire.Batch]) -> JsonResponse:
    version = wire.VERSION
    try:
        batch = read(_body(request))
        version = batch.version
        if version == 1:
            return JsonResponse(_of_first_version(request, token, batch))
        match, outcomes = _taken(request, token, batch)
        return JsonResponse(_answer(match, batch, outcomes))
    except (CachoError, PermissionDenied) as error:
        return no(error, version=version)
    except Http404:
        return no(Impossible("no-such-match"), version=version)
    except OperationalError:
        # Two writers of a small database in each other's way: the tablet tries again by itself.
        _logger.warning("a batch found the database busy", exc_info=True)
        return no(Impossible("server-busy"), version=version)


def _of_first_version(request: HttpRequest, token: str, batch: wire.Batch) -> dict[str, Any]:
    who = access.visitor(request, token)
    if who is None:
        raise Impossible("not-let-in")
    outcomes = turns.append(match=who.match, batch=batch.turns, by=who.by, device=who.device)
    page = queries.match_page(token)
    return wire.answer_with_state(outcomes, state=board.state(page), sentence=_sentence(page))


def _taken(request: HttpRequest, token: str, batch: wire.Batch) -> tuple[Match, list[wire.Outcome]]:
    """Take the items in. Those of a tablet that was shut out (a new code does so too), or is at another table, are kept
    for the chief."""
    try:
        who = access.visitor(request, token)
        if who is None:
            raise Impossible("not-let-in")
        return who.match, inbox.take(match=who.match, batch=batch, by=who.by, device=who.device)
    except (Impossible, PermissionDenied) as refused:
        device = access.known_tablet(request)
        error = _turned_away(refused, device, is_in=access.tablet(request) is not None)
        if error is None or device is None:
            raise
        if not batch.items:
            raise error from refused
        match = get_object_or_404(Match.ever.select_related("stage__category__tournament"), token=token)
        return match, refusals.turn_away(match=match, batch=batch, device=device, error=error)


def _turned_away(
    refused: Impossible | PermissionDenied, device: Device | None, *, is_in: bool
) -> Impossible | None:
    """Return why a tablet that was let in once has no right here; None where it is not for that."""
    if isinstance(refused, Impossible) and refused.code in _TURNED_AWAY:
        return refused
    return Impossible("device-revoked", device=device.label) if device and not is_in else None


def _answer(match: Match, batch: wire.Batch, outcomes: Sequence[wire.Outcome]) -> dict[str, Any]:
    now, zone = timezone.now(), ZoneInfo(match.stage.category.tournament.time_zone)
    told = contact(match)
    page = None if _knows(batch, outcomes, told) else queries.match_page(match.token)
    return wire.answer(
        outcomes,
        sentence=_sentence(page),
        book=ledger.book(page) if page else None,
        now=now,
        time=log.clock(now, zone),
        build=ledger.build(),
        writer=_writer(told.writer, batch.tablet, zone),
        call=ledger.call(queries.at_table(match.token), zone) if told.is_called else None,
        clock_off_s=batch.clock_off_s(now),
    )


def _knows(batch: wire.Batch, outcomes: Sequence[wire.Outcome], told: Contact) -> bool:
    """Tell whether what the tablet knew, and what it has just sent, is all that there is."""
    if any(each.verdict not in ("stored", "repeated") for each in outcomes):
        return False
    if batch.mark and batch.mark != told.mark:
        return False
    known = {number: batch.known.get(number, 0) for number in {*batch.known, *told.sequences}}
    for item, outcome in zip(batch.items, outcomes, strict=True):
        number = getattr(item, "game_number", 0)
        if number and outcome.rows and (outcome.sequence or 0) > known.get(number, 0):
            known[number] = known.get(number, 0) + outcome.rows
    return known == dict(told.sequences)


def _writer(writer: WriterView | None, tablet: str, zone: ZoneInfo) -> dict[str, Any] | None:
    if writer is None:
        return None
    return {
        "me": writer.tablet == tablet,
        "name": writer.name,
        "seen": log.clock(writer.seen_at, zone),
        "waiting": writer.waiting,
        "since": log.clock(writer.since, zone),
    }


def _sentence(page: MatchPage | None) -> wire.Sentence:
    """Return how a refusal is said: with the names of the sides where they are known."""

    def said(code: str, facts: Mapping[str, Any]) -> str:
        return explain.sentence_of(code, page.named(facts) if page else facts)

    return said


def _wish(body: bytes) -> wire.Batch:
    batch = wire.parse(body)
    if batch.take is None:
        raise wire.WireError("missing-field", "take")
    return batch


def _body(request: HttpRequest) -> bytes:
    """Return the body, unread where it says itself that it is too long. Raises: WireError."""
    length = request.headers.get("Content-Length", "")
    if length.isdecimal() and int(length) > wire.MAX_BYTES:
        raise wire.WireError("too-large", bytes=int(length), limit=wire.MAX_BYTES)
    try:
        return request.body
    except (UnreadablePostError, RawPostDataException) as error:
        # It broke off; or it is a form, which the check of its token has read already.
        raise wire.WireError("batch-not-json") from error

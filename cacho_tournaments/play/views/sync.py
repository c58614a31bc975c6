"""The door of the tablet's script: batches in, outcomes out, as JSON, whatever happens.

Knows: requests and answers. Does not know: what an item may be (``actions``), how it is worded (``board``, ``ledger``).
"""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from cacho_tournaments.errors import CachoError
from cacho_tournaments.play import queries, wire
from cacho_tournaments.play.actions import turns
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.views import board
from cacho_tournaments.play.views.access import visitor
from cacho_tournaments.web import explain


@require_POST
def sync(request: HttpRequest, token: str) -> HttpResponse:
    """Take a batch of turns; answer with what became of each, and with the match as it stands now."""
    try:
        batch = wire.parse(_body(request))
        who = visitor(request, token)
        if who is None:
            raise Impossible("not-let-in")
        outcomes = turns.append(match=who.match, batch=batch.turns, by=who.by, device=who.device)
    except (CachoError, PermissionDenied) as error:
        return no(error)
    page = queries.match_page(token)

    def sentence(code: str, facts: Mapping[str, Any]) -> str:
        return explain.sentence_of(code, page.named(facts))

    return JsonResponse(wire.answer_with_state(outcomes, state=board.state(page), sentence=sentence))


def no(error: CachoError | PermissionDenied) -> JsonResponse:
    """Answer that nothing was looked at, in words a referee can act on."""
    if isinstance(error, PermissionDenied):
        error = Impossible("not-let-in")
    status = 413 if error.code == "too-large" else 400 if isinstance(error, wire.WireError) else 409
    if error.code == "not-let-in":
        status = 403
    return JsonResponse(wire.refusal(error, sentence=explain.sentence_of), status=status)


def _body(request: HttpRequest) -> bytes:
    """Return the body, unread where it says itself that it is too long. Raises: WireError ``too-large``."""
    length = request.headers.get("Content-Length", "")
    if length.isdecimal() and int(length) > wire.MAX_BYTES:
        raise wire.WireError("too-large", bytes=int(length), limit=wire.MAX_BYTES)
    return request.body

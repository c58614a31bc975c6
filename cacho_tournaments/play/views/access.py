"""Who asks: a person with a post, a tablet that was let in, or both; and whether this match is theirs.

Knows: sessions, posts, a tablet's tables. Does not know: what is done with a match (``actions`` checks again).
"""

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from cacho_tournaments.competition.models import Match
from cacho_tournaments.people.models import User
from cacho_tournaments.play import queries
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device
from cacho_tournaments.web.http import say

_TABLET = "play_device"  # under this the session remembers the tablet's token
_KEY = "play_device_key"  # and under this which tablet it was, though it gets another token
_LASTS = timedelta(days=120)  # tablets may be let in weeks before the event


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who writes at a match: the names that a turn is stored under."""

    match: Match
    by: User | None
    device: Device | None


def let_in(request: HttpRequest, device: Device) -> None:
    """Remember in the session that this is the tablet; the session's own key is changed with it."""
    request.session.cycle_key()
    request.session[_TABLET], request.session[_KEY] = device.token, device.pk
    request.session.set_expiry(_LASTS)


def let_out(request: HttpRequest) -> None:
    """Forget that this is a tablet; who is logged in here stays so no longer than elsewhere."""
    request.session.pop(_TABLET, None)
    request.session.pop(_KEY, None)
    request.session.set_expiry(None)


def tablet(request: HttpRequest) -> Device | None:
    """Return the tablet that was let in here, as long as it is not revoked."""
    token = tablet_token(request)
    return queries.device_of(token) if token else None


def tablet_token(request: HttpRequest) -> str:
    """Return what the session remembers of the tablet that was let in here, though it may be revoked since."""
    return str(request.session.get(_TABLET, ""))


def known_tablet(request: HttpRequest) -> Device | None:
    """Return the tablet that was let in here once, though it was shut out or its code let in another since: what this
    browser still holds must not be lost."""
    is_mine = Q(pk=request.session.get(_KEY)) | Q(token=tablet_token(request))
    return Device.objects.select_related("tournament").filter(is_mine).first()


def person(request: HttpRequest) -> User | None:
    """Return who is logged in."""
    return request.user if request.user.is_authenticated else None


def visitor(request: HttpRequest, token: str) -> Visitor | None:
    """Return who asks for this match; None where nobody has said who they are.

    A person without a post may still write at a tablet that was given the table: the tablet then stands for it.
    Raises: Http404; PermissionDenied for a person; Impossible ``not-your-table`` for a tablet.
    """
    # A tablet may hold turns of a match that another has replaced since: they come in, to be refused and kept.
    rows = Match.ever.select_related("stage__category__tournament")
    match = get_object_or_404(rows, token=token)
    user, device = person(request), tablet(request)
    if user is not None and not user.has_perm("competition.referee", match.stage.category.tournament):
        if device is None:
            raise PermissionDenied("competition.referee")
        user = None
    if device is not None and not _has_table(device, match):
        if user is None:
            raise Impossible("not-your-table", device=device.label, match=match.code)
        device = None
    return Visitor(match, user, device) if user or device else None


def _has_table(device: Device, match: Match) -> bool:
    event = match.stage.category.tournament_id
    return device.tournament_id == event and match.table_id in {table.pk for table in device.tables.all()}


def to_login(request: HttpRequest, *, of_match: str = "") -> HttpResponse:
    """Send somebody unknown to the log-in and back here after it, or to the match whose form was sent; what was a
    tablet once is sent to where a PIN is typed."""
    if request.method == "POST":
        say(request, Impossible("not-let-in"))
    if tablet_token(request) and tablet(request) is None:
        return redirect("play:tablet")
    return redirect_to_login(reverse("play:match", args=[of_match]) if of_match else request.get_full_path())

"""How a tablet comes in and goes: by the link that its QR code holds, by a PIN typed here, and leaving it.

Knows: sessions, where a request comes from. Does not know: what is spent, how wrong PINs are counted
(``actions.pairing``).
"""

import secrets

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import devices, pairing
from cacho_tournaments.play.forms import ClaimForm, PinForm
from cacho_tournaments.play.models import Device
from cacho_tournaments.play.views.access import let_in, let_out, person, tablet, tablet_token

_BROWSER = "play_browser"  # by this a browser that tries PINs is told from others behind the same address


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_device(request: HttpRequest, token: str) -> HttpResponse:
    """Say which tablet this link makes of the browser, and let it in by one button."""
    known = tablet(request)
    if known is not None and known.token == token:
        return redirect("play:tables")
    form = ClaimForm(_posted(request), initial={"claim": secrets.token_urlsafe(18)})
    if form.sent(request, lambda typed: pairing.pair(token=token, **typed)):
        return _welcome(request, form.outcome)
    card = queries.card_of_link(token)
    closed = card is None or not card.is_waiting
    context = {"form": form, "card": card, "known": known, "is_closed": closed}
    return render(request, "play/open.html", context, status=403 if form.errors or closed else 200)


@never_cache
@sensitive_post_parameters("pin")
@require_http_methods(["GET", "HEAD", "POST"])
def pin(request: HttpRequest) -> HttpResponse:
    """Ask for the PIN of a tablet, for those that cannot scan its code."""
    form = PinForm(_posted(request), initial={"claim": secrets.token_urlsafe(18)})
    browser = request.session.setdefault(_BROWSER, secrets.token_hex(8))
    where = {"address": _address(request), "browser": browser if request.COOKIES else ""}
    if form.sent(request, lambda typed: pairing.pair_by_pin(**typed, **where)):
        return _welcome(request, form.outcome)
    known = tablet(request)
    context = {"form": form, "known": known, "is_shut_out": known is None and bool(tablet_token(request))}
    return render(request, "play/tablet.html", context, status=403 if form.errors else 200)


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Let the tablet go: this browser is nobody's any more, until a new code lets it in."""
    known = tablet(request)
    if known is not None:
        devices.leave(device=known, by=person(request))
        messages.success(request, _("This is no longer the tablet “%(label)s”.") % {"label": known.label})
    let_out(request)
    return redirect("play:tables" if person(request) else "play:tablet")


def _posted(request: HttpRequest) -> QueryDict | None:
    """Return what was sent; a press of the button alone sends nothing, and is one all the same."""
    return request.POST if request.method == "POST" else None


def _welcome(request: HttpRequest, device: Device) -> HttpResponse:
    """Remember the tablet; one that this browser was before is free for another."""
    before = tablet(request)
    if before is not None and before.pk != device.pk:
        devices.leave(device=before)
    let_in(request, device)
    return redirect("play:tables")


def _address(request: HttpRequest) -> str:
    """Return where the request comes from. Behind a proxy that is the last address of its own header: the ones
    before it are what the sender wrote."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_HTTPS else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")

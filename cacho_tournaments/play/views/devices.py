"""Tablets: the organizer's list with links and PINs, and the page that such a link opens.

Knows: forms, sessions, the address in a QR code. Does not know: how a PIN is checked (``actions.devices``).
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.competition.views.doors import of_tournament, user_of
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import devices as actions
from cacho_tournaments.play.forms import DeviceForm, PinForm
from cacho_tournaments.play.models import Device
from cacho_tournaments.play.views.access import let_in, tablet


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament()
def devices(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List an event's tablets with their QR codes and PINs, and add one."""
    form = DeviceForm(request.POST or None, tournament=tournament)
    if form.sent(request, lambda typed: actions.add(tournament=tournament, by=user_of(request), **typed)):
        said = _("%(label)s is ready: let it scan its code.") % {"label": form.outcome.label}
        messages.success(request, said)
        return redirect("play:devices", tournament.slug)
    cards = [(card, reverse("play:open", args=[card.token])) for card in queries.device_cards(tournament)]
    context = {
        "tournament": tournament,
        "form": form,
        "cards": cards,
        "has_tables": tournament.tables.exists(),
    }
    return render(request, "play/devices.html", context, status=422 if form.errors else 200)


@require_POST
@of_tournament()
def revoke(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Shut a tablet out."""
    device = get_object_or_404(Device, pk=pk, tournament=tournament)
    actions.revoke(device=device, by=user_of(request))
    messages.success(request, _("%(label)s is shut out. What it wrote stays.") % {"label": device.label})
    return redirect("play:devices", tournament.slug)


@never_cache
@sensitive_post_parameters("pin")
@require_http_methods(["GET", "HEAD", "POST"])
def open_device(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for the PIN of a tablet's link, and let the tablet in."""
    known = tablet(request)
    if known is not None and known.token == token:
        return redirect("play:tables")
    form = PinForm(request.POST or None)
    if form.sent(request, lambda typed: actions.check_pin(token=token, **typed)):
        let_in(request, form.outcome)
        return redirect("play:tables")
    return render(request, "play/open.html", {"form": form}, status=403 if form.errors else 200)

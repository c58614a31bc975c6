"""Tablets: the organizer's list with links and PINs, and the page that such a link opens.

Knows: forms, sessions, the address in a QR code. Does not know: how a PIN is checked (``actions.devices``).
"""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.errors import CachoError
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import devices as actions
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.forms import DeviceForm, PinForm
from cacho_tournaments.play.models import Device
from cacho_tournaments.play.views.access import person, to_login
from cacho_tournaments.web import explain


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def devices(request: HttpRequest, slug: str) -> HttpResponse:
    """List an event's tablets with their QR codes and PINs, and add one."""
    user = person(request)
    if user is None:
        return to_login(request)
    tournament = get_object_or_404(Tournament, slug=slug)
    if not user.has_perm("competition.organize", tournament):
        raise PermissionDenied("competition.organize")
    form = DeviceForm(request.POST or None, tournament=tournament)
    if form.is_valid():
        try:
            device = actions.add(tournament=tournament, by=user, **form.cleaned_data)
        except Impossible as error:
            form.add_error("label", explain.sentence(error))
        else:
            messages.success(
                request, _("%(label)s is ready: let it scan its code.") % {"label": device.label}
            )
            return redirect("play:devices", slug)
    cards = [(card, reverse("play:open", args=[card.token])) for card in queries.device_cards(tournament)]
    context = {
        "tournament": tournament,
        "form": form,
        "cards": cards,
        "has_tables": tournament.tables.exists(),
    }
    return render(request, "play/devices.html", context, status=422 if form.errors else 200)


@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Shut a tablet out."""
    user = person(request)
    if user is None:
        return to_login(request)
    device = get_object_or_404(Device.objects.select_related("tournament"), pk=pk, tournament__slug=slug)
    actions.revoke(device=device, by=user)
    messages.success(request, _("%(label)s is shut out. What it wrote stays.") % {"label": device.label})
    return redirect("play:devices", slug)


@never_cache
@sensitive_post_parameters("pin")
@require_http_methods(["GET", "HEAD", "POST"])
def open_device(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for the PIN of a tablet's link, and let the tablet in."""
    known = queries.device_of(request.session)
    if known is not None and known.token == token:
        return redirect("play:tables")
    form = PinForm(request.POST or None)
    if form.is_valid():
        try:
            device = actions.check_pin(token=token, pin=form.cleaned_data["pin"])
        except CachoError as error:
            form.add_error("pin", explain.sentence(error))
        else:
            queries.let_in(request.session, device)
            return redirect("play:tables")
    return render(request, "play/open.html", {"form": form}, status=403 if form.errors else 200)

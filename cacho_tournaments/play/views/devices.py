"""Tablets at the organizer's: the list, one tablet with its code shown big, new codes, shutting out.

Knows: forms, the address in a QR code. Does not know: how a code lets in (``views.pairing``).
"""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.competition.queries import pages
from cacho_tournaments.competition.views.doors import of_tournament, user_of
from cacho_tournaments.competition.views.frame import framed
from cacho_tournaments.play import queries
from cacho_tournaments.play.actions import devices as actions
from cacho_tournaments.play.forms import DeviceChangeForm, DeviceForm, SeveralForm
from cacho_tournaments.play.models import Device
from cacho_tournaments.web.http import page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament()
def devices(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List an event's tablets: which wait to be let in, when each was heard of; and add one."""
    form = DeviceForm(request.POST or None, tournament=tournament)
    if form.sent(request, lambda typed: actions.add(tournament=tournament, by=user_of(request), **typed)):
        said = _("%(label)s is ready: let it scan its code.") % {"label": form.outcome.label}
        messages.success(request, said)
        return redirect("play:device", tournament.slug, form.outcome.pk)
    return _list(request, tournament, form=form)


@require_POST
@of_tournament()
def several(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add several tablets, with the tables dealt out among them."""
    form = SeveralForm(request.POST, tournament=tournament)
    by = user_of(request)
    if form.sent(request, lambda _: actions.add_each(tournament=tournament, by=by, dealt=form.dealt())):
        count = len(form.outcome)
        said = ngettext(
            "%(count)s tablet is ready: print its card.",
            "%(count)s tablets are ready: print their cards.",
            count,
        )
        messages.success(request, said % {"count": count})
        return redirect("play:devices", tournament.slug)
    return _list(request, tournament, several=form)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament()
def device(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Show one tablet with its code big enough to be scanned from the screen; change its name and tables."""
    row = get_object_or_404(Device.objects.select_related("tournament"), pk=pk, tournament=tournament)
    given = {"label": row.label, "tables": list(row.tables.all())}
    form = DeviceChangeForm(request.POST or None, tournament=tournament, initial=given)
    if form.sent(request, lambda typed: actions.change(device=row, by=user_of(request), **typed)):
        messages.success(request, _("Saved."))
        return redirect("play:device", tournament.slug, pk)
    frame = pages.frame(tournament, None, may_organize=True)
    context = {"tournament": tournament, "frame": frame, "form": form, **_shown(tournament, pk)}
    context["is_this_machine"] = _is_this_machine(request)
    answer = page(request, "play/device.html", "play/_device_code.html", context)
    answer.status_code = 422 if form.errors else 200
    return answer


@require_POST
@of_tournament()
def renew(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Give a tablet a new code; whoever came in by the old one is out."""
    row = get_object_or_404(Device, pk=pk, tournament=tournament)
    actions.renew(device=row, by=user_of(request))
    messages.success(
        request,
        _("%(label)s has a new code and a new PIN. The old ones let nobody in.") % {"label": row.label},
    )
    return redirect("play:device", tournament.slug, pk)


@require_POST
@of_tournament()
def revoke(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Shut a tablet out."""
    row = get_object_or_404(Device, pk=pk, tournament=tournament)
    actions.revoke(device=row, by=user_of(request))
    messages.success(request, _("%(label)s is shut out. What it wrote stays.") % {"label": row.label})
    return redirect("play:devices", tournament.slug)


def _list(
    request: HttpRequest,
    tournament: Tournament,
    form: DeviceForm | None = None,
    several: SeveralForm | None = None,
) -> HttpResponse:
    free = queries.tables_without_tablet(tournament)
    cards = queries.device_cards(tournament)
    blank = {"count": len(free) or None, "tables": free}
    context: dict[str, Any] = {
        "form": form or DeviceForm(tournament=tournament),
        "several": several or SeveralForm(tournament=tournament, initial=blank),
        "several_open": several is not None or not cards,
        "cards": cards,
        "to_print": any(card.is_waiting for card in cards),
        "has_tables": bool(free) or any(card.tables for card in cards),
        "is_this_machine": _is_this_machine(request),
    }
    failed = any(each is not None and each.errors for each in (form, several))
    answer = framed(request, "play/devices", tournament, **context)
    answer.status_code = 422 if failed else 200
    return answer


def _is_this_machine(request: HttpRequest) -> bool:
    """Whether the codes would lead to the reader's own machine, which no tablet can open."""
    host, _port = split_domain_port(request.get_host())
    return not settings.PUBLIC_URL and host in ("localhost", "127.0.0.1", "[::1]")


def _shown(tournament: Tournament, pk: int) -> dict[str, Any]:
    cards = queries.device_cards(tournament)
    card = next((card for card in cards if card.pk == pk), None)
    if card is None:
        raise Http404
    after = [each for each in cards if each.is_waiting and each.pk != pk]
    return {
        "card": card,
        "path": reverse("play:open", args=[card.token]),
        "pin_path": reverse("play:tablet"),
        "next_waiting": after[0] if after else None,
        "waiting": len(after),
    }

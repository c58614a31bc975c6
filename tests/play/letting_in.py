"""The addresses by which a tablet is let in, and a browser at them.

Knows: addresses. Does not know: what lets in.
"""

from django.test import Client
from django.urls import reverse

from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.play.models import Device

PIN = reverse("play:tablet")
TABLES = reverse("play:tables")


def reader(**options: str) -> Client:
    """Return a browser that reads English."""
    return Client(headers={"accept-language": "en"}, **options)  # type: ignore[arg-type]


def page_of(event: Tournament) -> str:
    """Return the organizer's page of all tablets."""
    return reverse("play:devices", args=[event.slug])


def page_of_one(device: Device) -> str:
    """Return the organizer's page of one tablet."""
    return reverse("play:device", args=[device.tournament.slug, device.pk])


def link_of(device: Device) -> str:
    """Return where the QR code leads."""
    return reverse("play:open", args=[device.token])


def let_in(client: Client) -> bool:
    """Return whether this browser is a tablet, or somebody, that may see its tables."""
    return client.get(TABLES).status_code == 200

"""Small manners of HTTP: a fragment or the whole page, a refusal said on the next page, a number out of an address.

Knows: requests and answers. Does not know: any subject.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cacho_tournaments.errors import CachoError
from cacho_tournaments.web import explain


def page(request: HttpRequest, whole: str, fragment: str, context: dict[str, Any]) -> HttpResponse:
    """Answer with the fragment when htmx asks for one, else with the whole page that includes it."""
    return render(request, fragment if wants_fragment(request) else whole, context)


def wants_fragment(request: HttpRequest) -> bool:
    """Tell whether htmx asks, for the part of a page that it will put in place."""
    htmx = getattr(request, "htmx", None)
    return bool(htmx and not htmx.boosted)


def small(text: str) -> int:
    """Return a number that a page of ours has sent; anything else is 0, which names nothing."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def say(request: HttpRequest, error: CachoError) -> None:
    """Put a refusal's sentence where the next page shows it."""
    messages.error(request, explain.sentence(error))

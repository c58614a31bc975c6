"""Small manners of answering: fragment or whole page, a form key, a version that has not moved.

Knows: requests and answers. Does not know: any subject.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cacho_tournaments.errors import CachoError
from cacho_tournaments.web import explain


def page(
    request: HttpRequest, whole: str, fragment: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Answer with the fragment when htmx asks for one, else with the whole page that includes it."""
    htmx = getattr(request, "htmx", None)
    name = fragment if htmx and not htmx.boosted else whole
    return render(request, name, context, status=status)


def say(request: HttpRequest, error: CachoError) -> None:
    """Put a refusal's sentence where the next page shows it."""
    messages.error(request, explain.sentence(error))

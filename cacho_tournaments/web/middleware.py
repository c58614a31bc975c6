"""What every request passes through that is ours.

Knows: that a refusal nobody caught still deserves a sentence. Does not know: any subject.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cacho_tournaments.errors import CachoError
from cacho_tournaments.web import explain


class Refusals:
    """Turn a refusal that no view caught into a page (409) that says what and what next."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, CachoError):
            return None
        return render(request, "web/refused.html", {"sentence": explain.sentence(exception)}, status=409)

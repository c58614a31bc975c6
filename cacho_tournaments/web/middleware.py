"""What every request passes through that is ours.

Knows: that a refusal nobody caught still deserves a sentence. Does not know: any subject.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from cacho_tournaments.errors import CachoError
from cacho_tournaments.web import explain


class Refusals:
    """Turn a refusal that no view caught into a page (409) that says what and what next."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if answer.status_code == 405 and request.method == "GET":
            # Who is sent back here by the log-in, or reloads, would see an empty page.
            return _only_by_form(request, answer)
        return answer

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, CachoError):
            return None
        return render(request, "web/refused.html", {"sentence": explain.sentence(exception)}, status=409)


def _only_by_form(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    sentence = _(
        "Only a button of another page leads here. If you have just logged in, nothing was sent: open that page again "
        "and press it once more."
    )
    page = render(request, "web/refused.html", {"sentence": sentence}, status=405)
    page["Allow"] = answer["Allow"]
    return page

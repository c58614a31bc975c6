"""What a tablet needs to open pages without a network: the service worker, what pages are made of, whose they are.

Knows: static files, sessions. Does not know: what a page shows, turns.
"""

import json
from collections.abc import Callable, Iterable
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from cacho_tournaments.play.queries import TableCard
from cacho_tournaments.play.views import waiting_words
from cacho_tournaments.play.views.access import person, tablet_token

View = Callable[..., HttpResponse]

STATIC = Path(settings.BASE_DIR) / "static"
# The tablet's own files, and those of every page (templates/_head.html, base.html, css/tokens.css).
_MADE_OF = (
    "tablet/**/*.js",
    "css/*.css",
    "img/*.svg",
    "vendor/bootstrap*.css",
    "vendor/htmx.min.js",
    "vendor/idb.js",
    "vendor/fonts/*.woff2",
)
_OWNER, _ANYBODY = "Cacho-Owner", "*"
_DIGITS = 16


@cache_control(no_cache=True)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Give the service worker: which files it keeps, and its script. A changed file makes it another worker."""
    told = {
        "build": _version(),
        "shell": [static(path) for path in shell()],
        "assets": settings.STATIC_URL,
        "offline": reverse("play:offline"),
    }
    script = f"self.CACHO = {json.dumps(told)};\nimportScripts({json.dumps(static('tablet/worker.js'))});\n"
    return HttpResponse(script, content_type="text/javascript; charset=utf-8")


@never_cache
@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Say that a page was not loaded on this tablet; the worker shows it where there is no network."""
    return render(request, "play/offline.html")


def kept(view: View) -> View:
    """Let the worker keep the view's pages: they say whose they are."""

    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        answer = view(request, *args, **named)
        if owner := owner_of(request):
            answer.headers[_OWNER] = owner
        return answer

    return marked


def kept_for_all(view: View) -> View:
    """Let the worker keep the view's pages whoever opens them, or nobody: they show nobody's names."""

    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        answer = view(request, *args, **named)
        answer.headers[_OWNER] = _ANYBODY
        return answer

    return marked


def owner_of(request: HttpRequest) -> str:
    """Return a name for who asks that tells nothing but whether it is the same again; empty for nobody.

    A paired tablet stays the same whoever is logged in on it.
    """
    token, user = tablet_token(request), person(request)
    if not token and user is None:
        return ""
    subject = f"device {token}" if token else f"user {user.pk}" if user else ""
    return salted_hmac("play.views.offline.owner", subject).hexdigest()[:_DIGITS]


def tables_seed(request: HttpRequest, cards: Iterable[TableCard]) -> dict[str, Any]:
    """Return what the script of the list of tables begins with: whose list, the matches now and next, its words."""
    matches = [match for card in cards for match in card.matches]
    return {
        "owner": owner_of(request),
        "matches": {match.token: reverse("play:match", args=[match.token]) for match in matches},
        "here": reverse("play:tables"),
        "zone": timezone.get_current_timezone_name(),
        "time": f"{timezone.localtime():%H:%M}",
        "match": reverse("play:match", args=["token"]),
        "texts": waiting_words.at_the_tables(),
    }


def shell() -> tuple[str, ...]:
    """Return the files that the tablet's pages are made of, by their plain names."""
    found = {path.relative_to(STATIC).as_posix() for each in _MADE_OF for path in STATIC.glob(each)}
    return tuple(sorted(found))


def _version() -> str:
    """Return a name for these files as they are now, and for the language of the page that stands in for others."""
    if settings.DEBUG or not getattr(staticfiles_storage, "hashed_files", None):
        names = [f"{path} {(STATIC / path).stat().st_mtime_ns}" for path in shell()]
    else:
        names = [static(path) for path in shell()]
    said = "\n".join([get_language() or "", *names])
    return sha256(said.encode()).hexdigest()[:_DIGITS]

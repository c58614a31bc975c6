"""How the public pages answer: the head of the tournament or 404, the hall's own time, nothing new or the fragment.

Knows: requests, the head of a tournament, versions as opaque text. Does not know: what any page shows.

A page that is watched (``watched``) says its version; its reader asks again with ``?v=<version>`` every few seconds
and gets 204 while nothing has happened, else the fragment that changed. Rendered fragments are kept by version.
"""

import datetime as dt
import hashlib
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from cacho_tournaments.live.queries import events
from cacho_tournaments.live.queries.versions import Version

KEPT_S = 120
Context = dict[str, Any]


def head_or_404(request: HttpRequest, slug: str) -> events.Head:
    """Return the tournament's head, or 404 for what is not there or not to be seen yet."""
    head = events.head(slug, request.user)
    if head is None:
        raise Http404(slug)
    return head


def category_or_404(
    request: HttpRequest, slug: str, category: str
) -> tuple[events.Head, events.CategoryLink]:
    """Return the tournament's head and one of its categories."""
    head = head_or_404(request, slug)
    link = head.category(category)
    if link is None:
        raise Http404(category)
    return head, link


def show(
    request: HttpRequest,
    name: str,
    context: Context,
    head: events.Head,
    category: events.CategoryLink | None = None,
) -> HttpResponse:
    """Render a page of a tournament in the hall's own time."""
    whole = {"head": head, "category": category, "now": timezone.now(), **context}
    with timezone.override(ZoneInfo(head.time_zone)):
        return render(request, f"live/{name}.html", whole)


def version_or_404(version: Version | None) -> Version:
    """Return the version of a watched page, or 404 where its reader may not see it."""
    if version is None:
        raise Http404
    return version


def nothing_new(request: HttpRequest, version: Version) -> HttpResponse | None:
    """Return 204 when the reader has seen this version already."""
    if request.GET.get("v") != version.text:
        return None
    with timezone.override(ZoneInfo(version.time_zone)):
        return _fresh(HttpResponse(status=204), version, timezone.now())


def watched(
    request: HttpRequest,
    name: str,
    version: Version,
    build: Callable[[], Context],
    head: events.Head,
    category: events.CategoryLink | None = None,
    **around: Any,
) -> HttpResponse:
    """Render a page that is watched: the fragment alone for ``?v=``, else the whole page (``around``) with it."""
    asked = request.GET.copy()
    is_poll = bool(asked.pop("v", None))
    request.GET = asked  # type: ignore[assignment]  # links inside the fragment must not carry the version
    now = timezone.now()
    with timezone.override(ZoneInfo(version.time_zone)):
        fragment = _fragment(request, name, version, build, head, category)
        if is_poll:
            return _fresh(HttpResponse(fragment), version, now)
        context = {"head": head, "category": category, "now": now, "fragment": fragment, **around}
        return render(request, f"live/{name}.html", {**context, "version": version.text})


def _fragment(
    request: HttpRequest,
    name: str,
    version: Version,
    build: Callable[[], Context],
    head: events.Head,
    category: events.CategoryLink | None,
) -> str:
    """Return the rendered fragment of this version, kept for other readers: it holds nothing of the one who asks."""
    made = head.created_at.timestamp()
    asked = f"{made}:{request.path}?{request.GET.urlencode()}:{get_language()}:{version.text}"
    key = f"live:{hashlib.sha256(asked.encode()).hexdigest()}"  # an address may be longer than a key
    kept: str | None = cache.get(key)
    if kept is None:
        context = {"head": head, "category": category, **build()}
        kept = render_to_string(f"live/_{name}.html", context, request)
        cache.set(key, kept, KEPT_S)
    return mark_safe(kept)  # rendered by our own template: escaped there


def _fresh(answer: HttpResponse, version: Version, now: dt.datetime) -> HttpResponse:
    """Mark an answer to a watching page: its version, the hall's clock, never to be kept by anybody."""
    answer["X-Version"] = version.text
    answer["X-Clock"] = timezone.localtime(now).strftime("%H:%M")
    answer["Cache-Control"] = "no-store"
    return answer

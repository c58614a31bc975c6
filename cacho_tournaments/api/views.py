"""What programs ask: is the site well, the record of a match as text, a stage in the form that others read.

Knows: the database's answer, the text form of a game. Does not know: how anything came to be.
"""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cacho_tournaments import __version__
from cacho_tournaments.api.queries import match_record, stage_trf
from cacho_tournaments.errors import CachoError
from cacho_tournaments.web import explain


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the database answers, else 503; never more than that about the machine."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"status": "no database", "version": __version__}, status=503)
    return JsonResponse({"status": "ok", "version": __version__})


@require_safe
def record(request: HttpRequest, token: str) -> HttpResponse:
    """The games of a match in the text form of the record; a match not to be seen is not there."""
    found = match_record(token, request.user)
    if found is None:
        return HttpResponse(status=404)
    answer = HttpResponse(found.text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{found.name}.cacho"'
    return answer


@require_safe
def trf(request: HttpRequest, slug: str, category: str, order: int) -> HttpResponse:
    """A stage of Swiss rounds or of all against all as a TRF file; one not to be seen is not there, and one that the
    form cannot hold says why (409)."""
    try:
        text = stage_trf(slug, category, order, request.user)
    except CachoError as error:
        return HttpResponse(explain.sentence(error), content_type="text/plain; charset=utf-8", status=409)
    if text is None:
        return HttpResponse(status=404)
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{category}-{order}.trf"'
    return answer

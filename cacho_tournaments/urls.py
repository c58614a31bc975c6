"""Every address begins here; each room keeps its own list."""

from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

urlpatterns = [
    path("", include("cacho_tournaments.web.urls")),
    # Somebody else's page could at worst switch the language; a token in every page would make no two alike and
    # give a cookie to every reader of the public pages.
    path("i18n/setlang/", csrf_exempt(set_language), name="set_language"),
    path("manage/", include("cacho_tournaments.people.urls")),
    path("manage/", include("cacho_tournaments.competition.urls")),
    path("play/", include("cacho_tournaments.play.urls")),
    path("print/", include("cacho_tournaments.scoresheets.urls")),
    path("api/", include("cacho_tournaments.api.urls")),
    path("", include("cacho_tournaments.competition.public_urls")),
    path("", include("cacho_tournaments.live.urls")),
]
handler403 = "cacho_tournaments.web.views.forbidden"
handler404 = "cacho_tournaments.web.views.not_found"
handler500 = "cacho_tournaments.web.views.broken"

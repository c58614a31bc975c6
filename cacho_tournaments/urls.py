"""Every address begins here; each room keeps its own list."""

from django.urls import include, path

urlpatterns = [
    path("", include("cacho_tournaments.web.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("manage/", include("cacho_tournaments.competition.urls")),
    path("play/", include("cacho_tournaments.play.urls")),
    path("print/", include("cacho_tournaments.scoresheets.urls")),
    path("api/", include("cacho_tournaments.api.urls")),
    path("", include("cacho_tournaments.live.urls")),
]
handler403 = "cacho_tournaments.web.views.forbidden"
handler404 = "cacho_tournaments.web.views.not_found"
handler500 = "cacho_tournaments.web.views.broken"

"""Addresses of the play room."""

from django.urls import path

from cacho_tournaments.play import views
from cacho_tournaments.play.views import corrections, offline

app_name = "play"
urlpatterns = [
    path("", offline.kept(views.tables), name="tables"),
    path("sw.js", offline.worker, name="worker"),
    path("offline/", offline.offline, name="offline"),
    path("d/<slug:token>/", views.open_device, name="open"),
    path("devices/<slug:slug>/", views.devices, name="devices"),
    path("devices/<slug:slug>/several/", views.several, name="devices_several"),
    path("devices/<slug:slug>/<int:pk>/", views.device, name="device"),
    path("devices/<slug:slug>/<int:pk>/renew/", views.renew, name="device_renew"),
    path("devices/<slug:slug>/<int:pk>/revoke/", views.revoke, name="device_revoke"),
    path("tablet/", views.pin, name="tablet"),
    path("leave/", views.leave, name="leave"),
    path("practice/", offline.kept_for_all(views.practice), name="practice"),
    path("practice/<slug:game>/", offline.kept_for_all(views.practice_game), name="practice_game"),
    path("m/<slug:token>/", offline.kept(views.match), name="match"),
    path("m/<slug:token>/sync/", views.sync, name="sync"),
    path("m/<slug:token>/quick/", views.quick, name="quick"),
    path("m/<slug:token>/undo/", views.undo, name="undo"),
    path("m/<slug:token>/paper/", views.paper, name="paper"),
    path("m/<slug:token>/result/", corrections.result, name="result"),
    path("m/<slug:token>/turns/", corrections.turns, name="turns"),
    path("m/<slug:token>/turns/<int:game>/<int:sequence>/", corrections.turn, name="turn"),
    path("m/<slug:token>/undo/<int:correction>/", corrections.correction_undo, name="correction_undo"),
]

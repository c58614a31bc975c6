"""Addresses of the play room."""

from django.urls import path

from cacho_tournaments.play import views
from cacho_tournaments.play.views import confirming, corrections, hall, incidents, offline

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
    path("m/<slug:token>/hold/", views.hold, name="hold"),
    path("m/<slug:token>/quick/", views.quick, name="quick"),
    path("m/<slug:token>/undo/", views.undo, name="undo"),
    path("m/<slug:token>/confirm/", confirming.confirm, name="confirm"),
    path("m/<slug:token>/close/", confirming.close, name="close"),
    path("m/<slug:token>/paper/", views.paper, name="paper"),
    path("m/<slug:token>/result/", corrections.result, name="result"),
    path("m/<slug:token>/turns/", corrections.turns, name="turns"),
    path("m/<slug:token>/turns/<int:game>/<int:sequence>/", corrections.turn, name="turn"),
    path("m/<slug:token>/undo/<int:correction>/", corrections.correction_undo, name="correction_undo"),
    path("hall/<slug:slug>/", hall.hall, name="hall"),
    path("hall/<slug:slug>/badge/", hall.hall_badge, name="hall_badge"),
    path("m/<slug:token>/incidents/", incidents.incidents, name="incidents"),
    path("m/<slug:token>/call/<int:pk>/coming/", incidents.call_coming, name="call_coming"),
    path("m/<slug:token>/call/<int:pk>/close/", incidents.call_close, name="call_close"),
    path("m/<slug:token>/refusal/<int:pk>/write/", incidents.refusal_write, name="refusal_write"),
    path("m/<slug:token>/refusal/<int:pk>/aside/", incidents.refusal_aside, name="refusal_aside"),
    path("m/<slug:token>/card/<int:pk>/back/", incidents.card_back, name="card_back"),
    path("m/<slug:token>/tablet/<int:pk>/off/", incidents.tablet_off, name="tablet_off"),
]

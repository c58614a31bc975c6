"""Addresses of the play room."""

from django.urls import path

from cacho_tournaments.play import views

app_name = "play"
urlpatterns = [
    path("", views.tables, name="tables"),
    path("d/<str:token>/", views.open_device, name="open"),
    path("devices/<slug:slug>/", views.devices, name="devices"),
    path("devices/<slug:slug>/<int:pk>/revoke/", views.revoke, name="device_revoke"),
    path("m/<str:token>/", views.match, name="match"),
    path("m/<str:token>/sync/", views.sync, name="sync"),
    path("m/<str:token>/quick/", views.quick, name="quick"),
    path("m/<str:token>/undo/", views.undo, name="undo"),
    path("m/<str:token>/paper/", views.paper, name="paper"),
]

"""Addresses for programs: is the site well, the record of a match as text, a stage as TRF."""

from django.urls import path

from cacho_tournaments.api import views

app_name = "api"
urlpatterns = [
    path("health/", views.health, name="health"),
    path("<slug:slug>/<slug:category>/stage/<int:order>.trf", views.trf, name="trf"),
    path("m/<slug:token>.cacho", views.record, name="record"),
]

"""Addresses for programs: is the site well, and the record of a match as text."""

from django.urls import path

from cacho_tournaments.api import views

app_name = "api"
urlpatterns = [
    path("health/", views.health, name="health"),
    path("m/<slug:token>.cacho", views.record, name="record"),
]

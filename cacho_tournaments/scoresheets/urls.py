"""Addresses of the printed pages."""

from django.urls import path

from cacho_tournaments.scoresheets import views

app_name = "scoresheets"
urlpatterns = [
    path("m/<slug:token>.pdf", views.match, name="match"),
    path("<slug:slug>/<slug:category>/stage/<int:order>/round/<int:number>.pdf", views.round, name="round"),
    path(
        "<slug:slug>/<slug:category>/stage/<int:order>/round/<int:number>/pairings.pdf",
        views.pairings,
        name="pairings",
    ),
    path("<slug:slug>/tablets.pdf", views.tablets, name="tablets"),
    path("<slug:slug>/<slug:category>/groups.pdf", views.groups, name="groups"),
    path("<slug:slug>/<slug:category>/standings.pdf", views.standings, name="standings"),
    path("<slug:slug>/<slug:category>/bracket.pdf", views.bracket, name="bracket"),
]

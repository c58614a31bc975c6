"""Addresses of the people room: players and clubs, beside the organizer's other pages."""

from django.urls import path

from cacho_tournaments.people import views

app_name = "people"

urlpatterns = [
    path("players/", views.players, name="players"),
    path("players/new/", views.player_new, name="player_new"),
    path("players/<int:number>/", views.player, name="player"),
    path("clubs/", views.clubs, name="clubs"),
    path("clubs/new/", views.club_new, name="club_new"),
    path("clubs/<int:number>/", views.club, name="club"),
]

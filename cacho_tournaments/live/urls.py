"""Addresses of the public pages. First-level words of other rooms (``manage``, ``play`` …) are taken before these."""

from django.urls import path

from cacho_tournaments.live.views import entries, events, matches, rules, stages

app_name = "live"
urlpatterns = [
    path("", events.home, name="home"),
    path("m/<slug:token>/", matches.match, name="match"),
    path("help/rules/<slug:game>/", rules.game_rules, name="game_rules"),
    path("<slug:slug>/", events.tournament, name="tournament"),
    path("<slug:slug>/<slug:category>/entrants/", entries.entrants, name="entrants"),
    path("<slug:slug>/<slug:category>/e/<int:number>/", entries.entrant, name="entrant"),
    path("<slug:slug>/<slug:category>/groups/", stages.groups, name="groups"),
    path("<slug:slug>/<slug:category>/bracket/", stages.bracket, name="bracket"),
    path("<slug:slug>/<slug:category>/matches/", matches.matches, name="matches"),
    path("<slug:slug>/<slug:category>/rules/", rules.rules, name="rules"),
]

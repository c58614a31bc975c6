"""Addresses of the draw, for everybody to see once it is released: short, for they are read off a wall."""

from django.urls import path

from cacho_tournaments.competition.views import sorteo

app_name = "draws"

_DRAW = "<slug:slug>/<slug:category_slug>/sorteo/<int:order>"

urlpatterns = [
    path(f"{_DRAW}/", sorteo.sorteo, name="sorteo"),
    path(f"{_DRAW}/question.json", sorteo.draw_question, name="question"),
]

"""The competition room as a Django app."""

from django.apps import AppConfig


class CompetitionConfig(AppConfig):
    name = "cacho_tournaments.competition"
    label = "competition"

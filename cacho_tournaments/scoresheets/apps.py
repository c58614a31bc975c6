"""The scoresheets room as a Django app."""

from django.apps import AppConfig


class ScoresheetsConfig(AppConfig):
    name = "cacho_tournaments.scoresheets"
    label = "scoresheets"

"""The api room as a Django app."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "cacho_tournaments.api"
    label = "api"

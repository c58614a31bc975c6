"""The web room as a Django app."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "cacho_tournaments.web"
    label = "web"

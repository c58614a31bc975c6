"""The play room as a Django app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "cacho_tournaments.play"
    label = "play"

"""The live room as a Django app."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "cacho_tournaments.live"
    label = "live"

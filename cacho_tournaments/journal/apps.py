"""The journal room as a Django app."""

from django.apps import AppConfig


class JournalConfig(AppConfig):
    name = "cacho_tournaments.journal"
    label = "journal"

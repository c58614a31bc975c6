"""The people room as a Django app."""

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "cacho_tournaments.people"
    label = "people"

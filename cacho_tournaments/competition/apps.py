"""The competition room as a Django app."""

from django.apps import AppConfig


class CompetitionConfig(AppConfig):
    name = "cacho_tournaments.competition"
    label = "competition"

    def ready(self) -> None:
        """Have the permissions known before anybody is asked about one."""
        from cacho_tournaments.competition import permissions  # noqa: F401

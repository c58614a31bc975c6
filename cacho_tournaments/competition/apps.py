"""The competition room as a Django app."""

from django.apps import AppConfig


class CompetitionConfig(AppConfig):
    name = "cacho_tournaments.competition"
    label = "competition"

    def ready(self) -> None:
        """Have the permissions known, and people's questions answered, before anybody asks."""
        from cacho_tournaments.competition import permissions, persons  # noqa: F401
        from cacho_tournaments.people import reach

        reach.answer_by(persons)

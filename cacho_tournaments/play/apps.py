"""The play room as a Django app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "cacho_tournaments.play"
    label = "play"

    def ready(self) -> None:
        """Have competition's question about ends answered before anybody asks."""
        from cacho_tournaments.competition import ends
        from cacho_tournaments.play.queries import agreed

        ends.answer_by(agreed.WAITS)

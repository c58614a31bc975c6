"""The cards that let tablets in, as they stand on paper.

Knows: which tablets wait to be let in, how many cards a page holds. Does not know: HTML, millimetres, who may print.
"""

from collections.abc import Callable, Sequence
from zoneinfo import ZoneInfo

from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.play import queries as play
from cacho_tournaments.scoresheets.queries import PAPERS
from cacho_tournaments.scoresheets.values import TabletCard, TabletCards

ABREAST, ROWS = 2, 4


def tablet_cards(
    tournament: Tournament, *, path_of: Callable[[str], str], pin_path: str, paper: str = ""
) -> TabletCards:
    """Return the cards of the tablets that wait; a tablet that is in needs none, for its code is spent."""
    zone = ZoneInfo(tournament.time_zone)
    cards = [
        TabletCard(
            label=card.label,
            tables=tuple(table.label for table in card.tables),
            pin="" if card.pin_has_lapsed else card.spoken_pin,
            pin_until=card.pin_until.astimezone(zone).date(),
            path=path_of(card.token),
        )
        for card in play.device_cards(tournament)
        if card.is_waiting
    ]
    size = ABREAST * ROWS
    return TabletCards(
        tournament=tournament.name,
        paper=paper if paper in PAPERS else tournament.paper,
        pin_path=pin_path,
        pages=tuple(_rows(cards[at : at + size]) for at in range(0, len(cards), size)),
    )


def _rows(cards: Sequence[TabletCard]) -> tuple[tuple[TabletCard | None, ...], ...]:
    places = (*cards, *(None,) * (-len(cards) % ABREAST))
    return tuple(places[at : at + ABREAST] for at in range(0, len(places), ABREAST))

"""Who competes in a category, and one entrant's own page.

Knows: rows of competition, names as they are searched and sorted. Does not know: requests, tables on a page.
"""

from dataclasses import dataclass

from cacho_tournaments.competition.models import Entrant
from cacho_tournaments.people.names import fold, sort_key


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A line of the list of entrants; ``by_*`` are the keys it is sorted by, each of them different for each line."""

    number: int
    name: str
    players: tuple[str, ...]
    club: str
    city: str
    seed: int | None
    state: str
    folded: str

    @property
    def by_name(self) -> tuple[tuple[str, str], int]:
        return sort_key(self.name), self.number

    @property
    def by_club(self) -> tuple[bool, tuple[str, str], int]:
        return not self.club, sort_key(self.club), self.number

    @property
    def by_state(self) -> tuple[int, int]:
        return _STATES.index(self.state), self.number

    @property
    def by_seed(self) -> tuple[bool, int, int]:
        return self.seed is None, self.seed or 0, self.number


_STATES = [state.value for state in Entrant.State]


def entrants(category_id: int, text: str = "") -> tuple[EntrantRow, ...]:
    """Return the entrants of a category by number, or those whose name, players or club hold the text."""
    rows = (
        Entrant.objects.filter(category_id=category_id)
        .select_related("club")
        .prefetch_related("members__player")
        .order_by("number")
    )
    wanted = fold(text)
    return tuple(row for row in map(_row, rows) if wanted in row.folded)


def _row(entrant: Entrant) -> EntrantRow:
    players = tuple(member.player.name for member in entrant.members.all())
    club = entrant.club
    searched = (entrant.name, *players, club.name if club else "")
    return EntrantRow(
        number=entrant.number,
        name=entrant.name,
        players=players,
        club=club.name if club else "",
        city=club.city if club else "",
        seed=entrant.seed,
        state=entrant.state,
        folded=fold(f"{entrant.number} {' '.join(searched)}"),
    )


def entrant_row(category_id: int, number: int) -> EntrantRow | None:
    """Return one entrant of a category."""
    found = (
        Entrant.objects.filter(category_id=category_id, number=number)
        .select_related("club")
        .prefetch_related("members__player")
        .first()
    )
    return _row(found) if found else None

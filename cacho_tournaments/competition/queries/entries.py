"""The entrants of a category.

Knows: entrants with their players and clubs, Spanish order. Does not know: matches, tables, requests.
"""

from collections import defaultdict

from cacho_tournaments.competition.models import Category, Entrant, Member
from cacho_tournaments.competition.queries.values import EntrantRow
from cacho_tournaments.people import names


def entrants(category: Category) -> tuple[EntrantRow, ...]:
    """Return everybody who is entered, by number: two queries."""
    players: dict[int, list[str]] = defaultdict(list)
    for entrant, name in (
        Member.objects.filter(category=category)
        .order_by("entrant_id", "position")
        .values_list("entrant_id", "player__name")
    ):
        players[entrant].append(name)
    rows = Entrant.objects.filter(category=category).select_related("club").order_by("number")
    return tuple(
        EntrantRow(
            number=row.number,
            name=row.name,
            club=row.club.name if row.club else "",
            city=row.club.city if row.club else "",
            seed=row.seed,
            state=row.state,
            players=tuple(players[row.pk]),
            folded=row.folded,
            order=names.sort_key(row.name),
        )
        for row in rows
    )

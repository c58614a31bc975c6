"""The journal's entry of something that was done to an entrant.

Knows: what every such entry says. Does not know: permissions, what was done.
"""

from typing import Any

from cacho_tournaments.competition.models import Category, Entrant
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people.models import User


def said(verb: str, entrant: Entrant, category: Category, who: User, **facts: Any) -> None:
    """Write the entry; part of an action, and last in it."""
    write(
        verb,
        by=who,
        subject=entrant,
        tournament_id=category.tournament_id,
        category=category.name,
        number=entrant.number,
        **facts,
    )

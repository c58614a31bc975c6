"""That sheets of matches have left the printer: a later change of their sides is then a change of paper too.

Knows: when a match was last printed. Does not know: how a sheet looks, what is on it.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.models import Match
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people.models import User


def printed(*, matches: Iterable[Match], by: User) -> int:
    """Note that sheets of these matches, all of one category, were printed now; return how many."""
    keys = [match.pk for match in matches]
    rows = Match.objects.select_related("stage__category__tournament").filter(pk__in=keys).order_by("pk")
    first = rows.first()
    if first is None:
        return 0
    category = first.stage.category
    permissions.require("competition.work", by, category.tournament)
    with transaction.atomic():
        count = Match.objects.filter(pk__in=keys).update(printed_at=timezone.now())
        write(
            "competition.sheets.printed",
            by=by,
            subject=first,
            tournament_id=category.tournament_id,
            category=category.name,
            matches=[match.code for match in rows],
        )
    return count

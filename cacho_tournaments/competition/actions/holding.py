"""Rows that an action holds while it looks at who is entered and changes it.

Knows: which rows are locked, and how. Does not know: what is done to them, permissions.
Matches are locked before entrants, categories before both, stages last.
"""

from collections.abc import Collection

from django.db.models import QuerySet

from cacho_tournaments.competition.models import Category, Entrant, Match, Stage


def held(key: int) -> Category:
    """Lock a category, part of an action: of two who change who is entered, the second finds what the first did.

    Rows may refer to it meanwhile (``no_key``): a result that comes in at this moment refers to it when it is
    committed, and may hold an entrant that is wanted here next.
    """
    rows = Category.objects.select_for_update(of=("self",), no_key=True).select_related("tournament")
    return rows.get(pk=key)


def locked(keys: Collection[int]) -> QuerySet[Entrant]:
    """Return entrants to be locked, part of an action that changes states, as a result does that puts somebody out.

    Rows may refer to them meanwhile, as the lines of any result do.
    """
    return Entrant.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("number")


def held_stages(stages: QuerySet[Stage], changing: QuerySet[Stage]) -> list[Stage]:
    """Lock stages, earlier ones first, and before them the matches of those that are changed: a result holds its match
    when it comes to the stage."""
    matches = Match.objects.select_for_update(no_key=True).filter(stage__in=changing.values("pk"))
    list(matches.order_by("pk").values_list("pk"))
    return list(stages.select_for_update(of=("self",)).order_by("order"))

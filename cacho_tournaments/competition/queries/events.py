"""Tournaments and categories with their figures.

Knows: rows, counts, the tournament's own calendar. Does not know: next steps, tables, requests.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, Max, OuterRef, Q, Subquery
from django.utils import timezone

from cacho_tournaments.competition import ends
from cacho_tournaments.competition.models import Category, Draw, Entrant, Match, Stage, Tournament
from cacho_tournaments.competition.queries.brackets import podium
from cacho_tournaments.competition.queries.values import CategoryPage, StageCard


def category_pages(tournament: Tournament) -> tuple[CategoryPage, ...]:
    """Return the event's categories by name; the number of queries grows with those that are over only."""
    return _pages(list(tournament.categories.order_by("name")))


def category_page(category: Category) -> CategoryPage:
    """Return a category with the figures of its entrants and stages."""
    return _pages([category])[0]


def when(tournament: Tournament, now: dt.datetime | None = None) -> str:
    """Return ``soon``, ``now`` or ``past``, by the date where the event is (I18-05)."""
    today = (now or timezone.now()).astimezone(ZoneInfo(tournament.time_zone)).date()
    if today < tournament.starts_on:
        return "soon"
    return "past" if today > tournament.ends_on else "now"


def _pages(categories: list[Category]) -> tuple[CategoryPage, ...]:
    states: dict[int, Counter[str]] = {category.pk: Counter() for category in categories}
    for key, state, number in (
        Entrant.objects.filter(category__in=categories)
        .order_by()
        .values_list("category_id", "state")
        .annotate(number=Count("pk"))
    ):
        states[key][state] = number
    stages = _stages(categories)
    return tuple(_page(each, states[each.pk], stages.get(each.pk, ())) for each in categories)


def _page(category: Category, states: Mapping[str, int], stages: tuple[StageCard, ...]) -> CategoryPage:
    last = stages[-1] if stages else None
    return CategoryPage(
        slug=category.slug,
        name=category.name,
        game=category.game,
        preset=category.preset,
        kind=category.kind,
        states=states,
        in_play=sum(states[state] for state in Entrant.TAKING_PART),
        checked_in=states[Entrant.State.CHECKED_IN] + states[Entrant.State.ELIMINATED],
        stages=stages,
        podium=podium(category) if last and last.is_visible and last.finished else (),
    )


def _stages(categories: Iterable[Category]) -> dict[int, tuple[StageCard, ...]]:
    stands = Q(matches__is_standing=True)
    ended = Match.objects.filter(ends.waits(), stage=OuterRef("pk"), state=Match.State.PLAYING).order_by()
    rows = (
        Stage.objects.filter(category__in=categories)
        .annotate(
            n_matches=Count("matches", filter=stands),
            n_finished=Count("matches", filter=stands & Q(matches__state="finished")),
            n_playing=Count("matches", filter=stands & Q(matches__state="playing")),
            n_confirming=Subquery(ended.values("stage").annotate(n=Count("pk")).values("n")),
            n_rounds=Max("matches__round", filter=stands),
            has_draft=Exists(Draw.objects.filter(stage=OuterRef("pk"), state=Draw.State.DRAFT)),
        )
        .order_by("category_id", "order")
    )
    found: dict[int, list[StageCard]] = {}
    for row in rows:
        card = StageCard(
            order=row.order,
            format=row.format,
            state=row.state,
            settings=row.settings,
            matches=row.n_matches,
            finished=row.n_finished,
            playing=row.n_playing,
            rounds=row.n_rounds or 0,
            has_draft=row.has_draft,
            confirming=row.n_confirming or 0,
        )
        found.setdefault(row.category_id, []).append(card)
    return {key: tuple(cards) for key, cards in found.items()}

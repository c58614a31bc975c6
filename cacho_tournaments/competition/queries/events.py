"""Tournaments and categories with their figures.

Knows: rows, counts, the tournament's own calendar. Does not know: next steps, tables, requests.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.db.models import Count, Q
from django.utils import timezone

from cacho_tournaments.competition.models import Category, Draw, Entrant, Stage, Tournament
from cacho_tournaments.competition.queries.brackets import podium
from cacho_tournaments.competition.queries.values import CategoryPage, StageCard, TournamentCard

_PAID = (Entrant.State.PAID, Entrant.State.CHECKED_IN)


def tournament_card(tournament: Tournament) -> TournamentCard:
    """Return the event with all its categories; the number of queries grows with categories that are over only."""
    categories = list(tournament.categories.order_by("name"))
    return TournamentCard(
        slug=tournament.slug,
        name=tournament.name,
        city=tournament.city,
        venue=tournament.venue,
        starts_on=tournament.starts_on,
        ends_on=tournament.ends_on,
        time_zone=tournament.time_zone,
        paper=tournament.paper,
        currency=tournament.currency,
        regulation=tournament.regulation,
        is_public=tournament.is_public,
        when=when(tournament),
        tables=tournament.tables.count(),
        categories=_pages(tournament, categories),
    )


def category_page(category: Category) -> CategoryPage:
    """Return a category with the figures of its entrants and stages."""
    return _pages(category.tournament, [category])[0]


def when(tournament: Tournament, now: dt.datetime | None = None) -> str:
    """Return ``soon``, ``now`` or ``past``, by the date where the event is (I18-05)."""
    today = (now or timezone.now()).astimezone(ZoneInfo(tournament.time_zone)).date()
    if today < tournament.starts_on:
        return "soon"
    return "past" if today > tournament.ends_on else "now"


def _pages(tournament: Tournament, categories: list[Category]) -> tuple[CategoryPage, ...]:
    states: dict[int, Counter[str]] = {category.pk: Counter() for category in categories}
    for key, state, number in (
        Entrant.objects.filter(category__in=categories)
        .order_by()
        .values_list("category_id", "state")
        .annotate(number=Count("pk"))
    ):
        states[key][state] = number
    stages = _stages(categories)
    return tuple(_page(tournament, each, states[each.pk], stages.get(each.pk, ())) for each in categories)


def _page(
    tournament: Tournament, category: Category, states: Mapping[str, int], stages: tuple[StageCard, ...]
) -> CategoryPage:
    last = stages[-1] if stages else None
    return CategoryPage(
        slug=category.slug,
        name=category.name,
        game=category.game,
        preset=category.preset,
        options=category.options,
        kind=category.kind,
        capacity=category.capacity,
        fee=Decimal(category.fee),
        currency=tournament.currency,
        walkover_minutes=category.walkover_minutes,
        entries_open=category.entries_open,
        states=states,
        entrants=sum(states.values()),
        in_play=sum(states[state] for state in Entrant.IN_PLAY),
        checked_in=states[Entrant.State.CHECKED_IN],
        fees_paid=Decimal(category.fee) * sum(states[state] for state in _PAID),
        stages=stages,
        podium=podium(category) if last and last.is_visible and last.finished else (),
    )


def _stages(categories: Iterable[Category]) -> dict[int, tuple[StageCard, ...]]:
    rows = (
        Stage.objects.filter(category__in=categories)
        .annotate(
            n_matches=Count("matches"),
            n_finished=Count("matches", filter=Q(matches__state="finished")),
            n_playing=Count("matches", filter=Q(matches__state="playing")),
        )
        .order_by("category_id", "order")
    )
    drawn = {
        draw.stage_id: draw
        for draw in Draw.objects.filter(stage__category__in=categories)
        .exclude(state=Draw.State.DISCARDED)
        .select_related("made_by")
    }
    found: dict[int, list[StageCard]] = {}
    for row in rows:
        draw = drawn.get(row.pk)
        card = StageCard(
            order=row.order,
            format=row.format,
            state=row.state,
            settings=row.settings,
            matches=row.n_matches,
            finished=row.n_finished,
            playing=row.n_playing,
            version=row.results_version,
            seed=draw.seed if draw else None,
            drawn_by=str(draw.made_by or "") if draw else "",
            drawn_at=draw.made_at if draw else None,
        )
        found.setdefault(row.category_id, []).append(card)
    return {key: tuple(cards) for key, cards in found.items()}

"""Tournaments as a reader meets them: the list of all, and the head that stands on every page of one.

Knows: rows of competition, who may see a tournament before it is public. Does not know: requests, templates.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q

from cacho_tournaments.competition.models import Category, Entrant, Stage, Tournament
from cacho_tournaments.competition.queries.events import when
from cacho_tournaments.people.models import User
from cacho_tournaments.web import words

SOON_TO_PAST = ("now", "soon", "past")


@dataclass(frozen=True, slots=True)
class EventCard:
    """A tournament in the list of all."""

    slug: str
    name: str
    venue: str
    city: str
    starts_on: dt.date
    ends_on: dt.date
    when: str  # now, soon, past
    categories: tuple[str, ...]
    entrants: int


@dataclass(frozen=True, slots=True)
class Home:
    now: tuple[EventCard, ...]
    soon: tuple[EventCard, ...]
    past: tuple[EventCard, ...]


@dataclass(frozen=True, slots=True)
class StageLink:
    """A stage that strangers may see; a draft draw is not one."""

    pk: int
    order: int
    format: str
    is_closed: bool
    version: int


@dataclass(frozen=True, slots=True)
class CategoryLink:
    """A category as the head of every page names it. ``plans_…``: it has such a stage, be it drawn or not."""

    pk: int
    slug: str
    name: str
    kind: str
    game: str
    preset: str
    stages: tuple[StageLink, ...]
    plans_groups: bool
    plans_bracket: bool

    @property
    def kind_name(self) -> words.Word:
        return Category.Kind(self.kind).label

    @property
    def game_name(self) -> words.Word:
        return words.game_name(self.game)

    @property
    def preset_name(self) -> words.Word:
        return words.preset_name(self.game, self.preset)

    @property
    def has_groups(self) -> bool:
        return any(stage.format == Stage.Format.GROUPS for stage in self.stages)

    @property
    def has_bracket(self) -> bool:
        return any(stage.format == Stage.Format.KNOCKOUT for stage in self.stages)

    def stage(self, format: str) -> StageLink | None:
        """Return the last shown stage of the format."""
        return next((stage for stage in reversed(self.stages) if stage.format == format), None)


@dataclass(frozen=True, slots=True)
class Head:
    """What every page of a tournament says of it."""

    pk: int
    slug: str
    name: str
    venue: str
    city: str
    starts_on: dt.date
    ends_on: dt.date
    time_zone: str
    currency: str
    regulation: str
    is_public: bool
    created_at: dt.datetime
    categories: tuple[CategoryLink, ...]

    def category(self, slug: str) -> CategoryLink | None:
        return next((category for category in self.categories if category.slug == slug), None)


def home(now: dt.datetime) -> Home:
    """Return every public tournament: those of today, those to come (nearest first), those gone (latest first)."""
    entered = Count(
        "categories__entrants", filter=Q(categories__entrants__state__in=Entrant.TAKING_PART), distinct=True
    )
    events = (
        Tournament.objects.filter(is_public=True).annotate(entered=entered).prefetch_related("categories")
    )
    cards = [_card(event, now) for event in events]
    sorts = {
        "now": sorted((c for c in cards if c.when == "now"), key=lambda c: (c.ends_on, c.name)),
        "soon": sorted((c for c in cards if c.when == "soon"), key=lambda c: (c.starts_on, c.name)),
        "past": sorted(
            (c for c in cards if c.when == "past"), key=lambda c: (c.starts_on, c.name), reverse=True
        ),
    }
    return Home(**{when: tuple(sorts[when]) for when in SOON_TO_PAST})


def _card(event: Tournament, now: dt.datetime) -> EventCard:
    return EventCard(
        slug=event.slug,
        name=event.name,
        venue=event.venue,
        city=event.city,
        starts_on=event.starts_on,
        ends_on=event.ends_on,
        when=when(event, now),
        categories=tuple(category.name for category in event.categories.all()),
        entrants=event.entered,  # type: ignore[attr-defined]
    )


def head(slug: str, user: User | AnonymousUser) -> Head | None:
    """Return the head of a tournament that the user may see, else None: what is hidden looks like what is not."""
    event = Tournament.objects.filter(slug=slug).first()
    return head_of(event, user) if event else None


def head_of(event: Tournament, user: User | AnonymousUser) -> Head | None:
    """Return the head of the tournament for whom may see it."""
    if not event.is_public and not user.has_perm("competition.work", event):
        return None
    categories = Category.objects.filter(tournament=event).order_by("name", "id").prefetch_related("stages")
    return Head(
        pk=event.pk,
        slug=event.slug,
        name=event.name,
        venue=event.venue,
        city=event.city,
        starts_on=event.starts_on,
        ends_on=event.ends_on,
        time_zone=event.time_zone,
        currency=event.currency,
        regulation=event.regulation,
        is_public=event.is_public,
        created_at=event.created_at,
        categories=tuple(_category_link(category, category.stages.all()) for category in categories),
    )


def _category_link(category: Category, stages: Iterable[Stage]) -> CategoryLink:
    formats = {stage.format for stage in stages}
    return CategoryLink(
        pk=category.pk,
        slug=category.slug,
        name=category.name,
        kind=category.kind,
        game=category.game,
        preset=category.preset,
        stages=tuple(
            StageLink(
                pk=stage.pk,
                order=stage.order,
                format=stage.format,
                is_closed=stage.state == Stage.State.CLOSED,
                version=stage.results_version,
            )
            for stage in stages
            if stage.state in Stage.SHOWN
        ),
        plans_groups=Stage.Format.GROUPS in formats,
        plans_bracket=Stage.Format.KNOCKOUT in formats,
    )

"""Tournaments as a reader meets them: the list of all, and the head that stands on every page of one.

Knows: rows of competition, who may see a tournament before it is public. Does not know: requests, templates.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from cacho_tournaments.competition.bridge.carrying import IN_TRF
from cacho_tournaments.competition.models import Category, Entrant, Stage, Tournament
from cacho_tournaments.competition.queries.events import when
from cacho_tournaments.competition.queries.next_steps import stage_name
from cacho_tournaments.people.models import User
from cacho_tournaments.web import words

SOON_TO_PAST = ("now", "soon", "past")
TABLES, BRACKET = "groups", "bracket"  # the two kinds of pages that stages have


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
    """A stage and the address of its page. ``asked`` ends the address where the category has more pages of the kind;
    ``rounds`` are those planned of a stage that is drawn round by round."""

    pk: int
    order: int
    format: str
    name: str
    state: str
    version: int
    rounds: int
    is_last: bool
    asked: str

    @property
    def is_shown(self) -> bool:
        """Whether strangers may see it; a draft draw is nothing yet."""
        return self.state in Stage.SHOWN

    @property
    def is_closed(self) -> bool:
        return self.state == Stage.State.CLOSED

    @property
    def is_tree(self) -> bool:
        return self.format in Stage.TREES

    @property
    def is_by_round(self) -> bool:
        return self.format in Stage.BY_ROUND

    @property
    def is_in_trf(self) -> bool:
        """Whether other programs have a form for it."""
        return self.format in IN_TRF

    @property
    def view(self) -> str:
        """The page that shows it: a bracket, or tables."""
        return f"live:{BRACKET if self.is_tree else TABLES}"


@dataclass(frozen=True, slots=True)
class CategoryLink:
    """A category as the head of every page names it; ``plan`` are all its stages, drawn or to come."""

    pk: int
    slug: str
    name: str
    kind: str
    game: str
    preset: str
    plan: tuple[StageLink, ...]

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
    def stages(self) -> tuple[StageLink, ...]:
        """The stages that strangers may see."""
        return tuple(stage for stage in self.plan if stage.is_shown)

    @property
    def now(self) -> StageLink | None:
        """The stage that a reader looks for: the last one shown, else the first to come."""
        shown = self.stages
        return shown[-1] if shown else self.plan[0] if self.plan else None

    def stage(self, page: str, wanted: str = "") -> StageLink | None:
        """Return the stage of a page (``groups``, ``bracket``) of that number; else the last one shown, else the
        first to come; None where the category has no such stage."""
        own = [stage for stage in self.plan if stage.is_tree == (page == BRACKET)]
        found = next((stage for stage in own if str(stage.order) == wanted), None)
        shown = [stage for stage in own if stage.is_shown]
        return found or (shown[-1] if shown else own[0] if own else None)

    def before(self, stage: StageLink | None) -> StageLink | None:
        """Return the shown stage before this one."""
        last = stage.order if stage else len(self.plan) + 1
        return next((each for each in reversed(self.stages) if each.order < last), None)


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
    rows = list(stages)
    return CategoryLink(
        pk=category.pk,
        slug=category.slug,
        name=category.name,
        kind=category.kind,
        game=category.game,
        preset=category.preset,
        plan=tuple(_stage_link(stage, rows) for stage in rows),
    )


def _stage_link(stage: Stage, rows: Sequence[Stage]) -> StageLink:
    """Return the link of a stage: of two that are called the same, the later one has a number."""
    trees = stage.format in Stage.TREES
    page = [each for each in rows if (each.format in Stage.TREES) == trees]
    names = [str(stage_name(each.format, each.settings)) for each in rows]
    name = names[rows.index(stage)]
    nth = names[: rows.index(stage) + 1].count(name)
    return StageLink(
        pk=stage.pk,
        order=stage.order,
        format=stage.format,
        name=name if nth == 1 else _("%(stage)s %(number)s") % {"stage": name, "number": nth},
        state=stage.state,
        version=stage.results_version,
        rounds=int(stage.settings.get("rounds", 0)) if stage.format in Stage.BY_ROUND else 0,
        is_last=stage is rows[-1],
        asked=f"?stage={stage.order}" if len(page) > 1 else "",
    )

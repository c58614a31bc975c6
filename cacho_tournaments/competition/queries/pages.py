"""What the organizer's pages of an event show: own events, the dashboard, staff.

Knows: rows and the words of the pages. Does not know: requests, forms, results' figures.
"""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, QuerySet

from cacho_tournaments.competition.models import Category, Staff, Stage, Tournament
from cacho_tournaments.competition.queries import events
from cacho_tournaments.competition.queries.next_steps import NextStep, next_step, stage_name
from cacho_tournaments.competition.queries.values import CategoryPage
from cacho_tournaments.people.models import User
from cacho_tournaments.people.names import fold
from cacho_tournaments.web import words


@dataclass(frozen=True, slots=True)
class MyTournament:
    """A line of the own list; ``is_desks`` where its pages are open, a referee alone has the tables."""

    slug: str
    name: str
    place: str
    starts_on: date
    ends_on: date
    is_public: bool
    categories: int
    entrants: int
    is_desks: bool


def is_only_referee(user: User) -> bool:
    """Return whether the user's posts are all those of a referee, who has the tables and no pages here."""
    return set(Staff.objects.filter(user=user).values_list("role", flat=True)) == {Staff.Role.REFEREE}


def my_tournaments(user: User, search: str = "") -> tuple[MyTournament, ...]:
    """Return the events in which the user holds a post, newest first; ``search`` looks at name, city and venue."""
    rows: QuerySet[Tournament] = Tournament.objects.all()
    if not user.is_superuser:
        rows = rows.filter(pk__in=Staff.objects.filter(user=user).values("tournament"))
    roles = (Staff.Role.ORGANIZER, Staff.Role.DESK)
    open_ones = set(Staff.objects.filter(user=user, role__in=roles).values_list("tournament_id", flat=True))
    rows = rows.annotate(
        n_categories=Count("categories", distinct=True),
        n_entrants=Count("categories__entrants", distinct=True),
    )
    found = [
        MyTournament(
            slug=row.slug,
            name=row.name,
            place=", ".join(filter(None, [row.venue, row.city])),
            starts_on=row.starts_on,
            ends_on=row.ends_on,
            is_public=row.is_public,
            categories=row.n_categories,
            entrants=row.n_entrants,
            is_desks=user.is_superuser or row.pk in open_ones,
        )
        for row in rows.order_by("-starts_on", "name", "pk")
    ]
    sought = fold(search)
    return tuple(row for row in found if sought in fold(f"{row.name} {row.place}"))


@dataclass(frozen=True, slots=True)
class CategoryCard:
    """A category on the dashboard: its figures and the next step in words."""

    slug: str
    name: str
    kind: words.Word
    game: words.Word
    rules: words.Word
    page: CategoryPage
    next_step: NextStep


@dataclass(frozen=True, slots=True)
class Dashboard:
    """An event as its organizer sees it."""

    categories: tuple[CategoryCard, ...]
    tables: int
    organizers: int
    helpers: int
    playing: int
    is_public: bool


def dashboard(tournament: Tournament) -> Dashboard:
    """Return the event with its categories, each with its state and its next step."""
    categories = events.category_pages(tournament)
    posts = dict(tournament.staff.values_list("role").annotate(n=Count("pk")))
    return Dashboard(
        categories=tuple(category_card(page, tournament.slug) for page in categories),
        tables=tournament.tables.count(),
        organizers=posts.get(Staff.Role.ORGANIZER, 0),
        helpers=posts.get(Staff.Role.REFEREE, 0) + posts.get(Staff.Role.DESK, 0),
        playing=sum(stage.playing for page in categories for stage in page.stages),
        is_public=tournament.is_public,
    )


def category_card(page: CategoryPage, tournament_slug: str) -> CategoryCard:
    """Return a category's figures with its next step."""
    return CategoryCard(
        slug=page.slug,
        name=page.name,
        kind=Category.Kind(page.kind).label,
        game=words.game_name(page.game),
        rules=words.preset_name(page.game, page.preset),
        page=page,
        next_step=next_step(page, tournament_slug=tournament_slug),
    )


@dataclass(frozen=True, slots=True)
class Post:
    """Somebody's post in an event."""

    id: int
    name: str
    username: str
    role: str
    role_name: str
    is_me: bool


def posts(tournament: Tournament, user: User) -> tuple[Post, ...]:
    """Return who holds which post, organizers first."""
    rank = {Staff.Role.ORGANIZER.value: 0, Staff.Role.DESK.value: 1, Staff.Role.REFEREE.value: 2}
    rows = tournament.staff.select_related("user")
    found = [
        Post(
            id=row.pk,
            name=row.user.get_full_name() or row.user.username,
            username=row.user.username,
            role=row.role,
            role_name=row.get_role_display(),
            is_me=row.user_id == user.pk,
        )
        for row in rows
    ]
    return tuple(sorted(found, key=lambda post: (rank.get(post.role, 9), fold(post.name), post.id)))


@dataclass(frozen=True, slots=True)
class StageTab:
    """A stage as the navigation names it."""

    order: int
    format: str
    name: words.Word


@dataclass(frozen=True, slots=True)
class Frame:
    """What the head and the navigation of an organizer's page say."""

    slug: str
    name: str
    place: str
    starts_on: date
    ends_on: date
    is_public: bool
    may_organize: bool
    category_slug: str
    category_name: str
    stages: tuple[StageTab, ...]


def frame(tournament: Tournament, category: Category | None, *, may_organize: bool) -> Frame:
    """Return the frame of a page: of the event alone, or of one of its categories."""
    stages = category.stages.all() if category else Stage.objects.none()
    seen = stages if may_organize else stages.filter(state__in=Stage.SHOWN)
    return Frame(
        slug=tournament.slug,
        name=tournament.name,
        place=", ".join(filter(None, [tournament.venue, tournament.city])),
        starts_on=tournament.starts_on,
        ends_on=tournament.ends_on,
        is_public=tournament.is_public,
        may_organize=may_organize,
        category_slug=category.slug if category else "",
        category_name=category.name if category else "",
        stages=tuple(
            StageTab(order, format, stage_name(format, settings))
            for order, format, settings in seen.values_list("order", "format", "settings")
        ),
    )

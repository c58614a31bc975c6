"""Calling an event: the tournament itself, its tables and its staff.

Knows: names, addresses, dates, posts. Does not know: draws, results, requests. Categories and stages have
their own module and are offered here too, under the names that pages use.
"""

import datetime as dt
from zoneinfo import available_timezones

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.actions.categories import add_category, edit_category
from cacho_tournaments.competition.actions.stages import edit_stage
from cacho_tournaments.competition.addresses import TOURNAMENT_WORDS
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Match, Staff, Table, Tournament
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people import names
from cacho_tournaments.people.models import User

__all__ = [
    "add_category",
    "add_staff",
    "create",
    "edit",
    "edit_category",
    "edit_stage",
    "publish",
    "remove_staff",
    "set_tables",
]

MOST_TABLES = 200
_EDITABLE = (
    "name",
    "slug",
    "city",
    "venue",
    "starts_on",
    "ends_on",
    "time_zone",
    "paper",
    "currency",
    "regulation",
)


def create(
    *,
    by: User,
    name: str,
    starts_on: dt.date,
    ends_on: dt.date,
    slug: str = "",
    city: str = "",
    venue: str = "",
    time_zone: str = "America/La_Paz",
    paper: str = Tournament.Paper.A4,
    currency: str = "BOB",
    regulation: str = "",
) -> Tournament:
    """Call a tournament; whoever does is its first organizer. It is not public yet."""
    permissions.require("competition.create", by)
    tournament = Tournament(
        name=names.clean(name),
        city=names.clean(city),
        venue=names.clean(venue),
        starts_on=starts_on,
        ends_on=ends_on,
        time_zone=time_zone,
        paper=paper,
        currency=currency,
        regulation=regulation,
    )
    with transaction.atomic():
        tournament.slug = _address(tournament, slug)
        _save(tournament)
        Staff.objects.create(tournament=tournament, user=by, role=Staff.Role.ORGANIZER)
        permissions.forget(by)
        write(
            "competition.tournament.created",
            by=by,
            subject=tournament,
            tournament_id=tournament.pk,
            name=tournament.name,
        )
    return tournament


def edit(*, tournament: Tournament, by: User, **changes: object) -> Tournament:
    """Change what is said of the event; see ``_EDITABLE`` for what can be."""
    permissions.require("competition.organize", by, tournament)
    unknown = set(changes) - set(_EDITABLE)
    if unknown:
        raise TypeError(f"a tournament has no {sorted(unknown)} to change")
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        facts: dict[str, object] = {}
        for field, value in changes.items():
            if field in ("name", "city", "venue"):
                value = names.clean(str(value))
            if field == "slug":
                value = _address(tournament, str(value))
            if value != getattr(tournament, field):
                facts[field] = value
            setattr(tournament, field, value)
        _save(tournament)
        write(
            "competition.tournament.edited",
            by=by,
            subject=tournament,
            tournament_id=tournament.pk,
            changed=facts,
        )
    return tournament


def publish(*, tournament: Tournament, by: User, public: bool) -> Tournament:
    """Show the event to everybody, or hide it again."""
    permissions.require("competition.organize", by, tournament)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        tournament.is_public = public
        tournament.save(update_fields=["is_public"])
        verb = "competition.tournament.published" if public else "competition.tournament.hidden"
        write(verb, by=by, subject=tournament, tournament_id=tournament.pk)
    return tournament


def set_tables(*, tournament: Tournament, by: User, count: int) -> list[Table]:
    """Have tables 1 to ``count`` in the hall. A table that goes leaves its matches without one."""
    permissions.require("competition.organize", by, tournament)
    if not 0 <= count <= MOST_TABLES:
        raise Impossible("bad-table-count", count=count, most=MOST_TABLES)
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        going = tournament.tables.filter(number__gt=count)
        busy = (
            Match.objects.filter(table__in=going, state=Match.State.PLAYING).select_related("table").first()
        )
        if busy is not None and busy.table is not None:
            raise Impossible("table-in-play", table=busy.table.number, match=busy.code)
        going.delete()
        there = set(tournament.tables.values_list("number", flat=True))
        Table.objects.bulk_create(
            Table(tournament=tournament, number=number)
            for number in range(1, count + 1)
            if number not in there
        )
        write("competition.tables.set", by=by, subject=tournament, tournament_id=tournament.pk, count=count)
    return list(tournament.tables.all())


def add_staff(*, tournament: Tournament, by: User, user: User, role: str) -> Staff:
    """Give a user a post in the event."""
    permissions.require("competition.organize", by, tournament)
    if role not in Staff.Role.values:
        raise Impossible("unknown-role", role=role, known=Staff.Role.values)
    if not user.is_active:
        raise Impossible("user-inactive", name=str(user))
    with transaction.atomic():
        post, made = Staff.objects.get_or_create(tournament=tournament, user=user, role=role)
        if not made:
            raise Impossible("already-staff", name=str(user), role=role)
        permissions.forget(user)
        write(
            "competition.staff.added",
            by=by,
            subject=user,
            tournament_id=tournament.pk,
            name=str(user),
            role=role,
        )
    return post


def remove_staff(*, tournament: Tournament, by: User, user: User, role: str) -> None:
    """Take a post away. The last organizer stays: an event without one could be changed by nobody."""
    permissions.require("competition.organize", by, tournament)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        posts = Staff.objects.filter(tournament=tournament, role=role)
        if not posts.filter(user=user).exists():
            raise Impossible("not-staff", name=str(user), role=role)
        if role == Staff.Role.ORGANIZER and posts.count() == 1:
            raise Impossible("last-organizer", name=str(user))
        posts.filter(user=user).delete()
        permissions.forget(user)
        write(
            "competition.staff.removed",
            by=by,
            subject=user,
            tournament_id=tournament.pk,
            name=str(user),
            role=role,
        )


def _save(tournament: Tournament) -> None:
    """Save what has been looked through: the database would refuse too, but in words of its own."""
    if not tournament.name:
        raise Impossible("name-empty")
    if tournament.ends_on < tournament.starts_on:
        raise Impossible("ends-before-it-starts", starts_on=tournament.starts_on, ends_on=tournament.ends_on)
    if tournament.time_zone not in available_timezones():
        raise Impossible("unknown-time-zone", time_zone=tournament.time_zone)
    if tournament.paper not in Tournament.Paper.values:
        raise Impossible("unknown-paper", paper=tournament.paper, known=Tournament.Paper.values)
    try:
        with transaction.atomic():
            tournament.save()
    except IntegrityError as error:
        raise Impossible("address-taken", address=tournament.slug) from error


def _address(tournament: Tournament, wish: str) -> str:
    """Return the wished address if it can stand; without a wish, one made of the name that is still free."""
    others = Tournament.objects.exclude(pk=tournament.pk)
    if wish:
        address = slugify(wish)[:60]
        if not address or address in TOURNAMENT_WORDS:
            raise Impossible("address-reserved", address=wish)
        if others.filter(slug=address).exists():
            raise Impossible("address-taken", address=address)
        return address
    stem = slugify(names.fold(tournament.name))[:50] or "event"
    taken = set(others.filter(slug__startswith=stem).values_list("slug", flat=True)) | TOURNAMENT_WORDS
    return next(each for each in _numbered(stem) if each not in taken)


def _numbered(stem: str) -> list[str]:
    return [stem, *(f"{stem}-{number}" for number in range(2, 1000))]

"""Whom a user reaches through the events, as conditions on players and clubs; where a player plays.

Knows: posts, entrants, who is seen where. Does not know: requests, pages. It answers what ``people.reach`` asks.

A player whom nobody has entered is reached by all who write persons down; once entered, by the organizers and desks
of those events alone (ADM-03). Contact data is read by organizers only.
"""

from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from cacho_tournaments.competition.models import Entrant, Member, Staff, Tournament
from cacho_tournaments.people.models import Player, User
from cacho_tournaments.people.reach import EVERYBODY, Appearance

_ORGANIZERS = (Staff.Role.ORGANIZER,)
_DESKS = (Staff.Role.ORGANIZER, Staff.Role.DESK)


def reached(user: User) -> Q:
    """Return which players the user finds and changes."""
    return EVERYBODY if user.is_superuser else _unentered() | _entered_in(_events(user, _DESKS))


def contacts(user: User) -> Q:
    """Return of which players the user reads phone and e-mail."""
    if user.is_superuser:
        return EVERYBODY
    own = _entered_in(_events(user, _ORGANIZERS))
    return own | _unentered() if organizes_somewhere(user) else own


def offered(tournament: Tournament) -> Q:
    """Return which players the desk of the event may take as known: those of any event of its organizers, and
    those whom nobody has entered yet."""
    organizers = tournament.staff.filter(role=Staff.Role.ORGANIZER).values("user")
    theirs = Staff.objects.filter(role=Staff.Role.ORGANIZER, user__in=organizers).values("tournament")
    return _unentered() | _entered_in(theirs)


def clubs(user: User) -> Q:
    """Return which clubs the user changes: those of no entered side or player, and those of own events."""
    if user.is_superuser:
        return EVERYBODY
    own = _events(user, _DESKS)
    sides = Entrant.objects.filter(club=OuterRef("pk"))
    members = Member.objects.filter(player__club=OuterRef("pk"))
    return (
        Q(~Exists(sides) & ~Exists(members))
        | Q(Exists(sides.filter(category__tournament__in=own)))
        | Q(Exists(members.filter(category__tournament__in=own)))
    )


def events(user: User) -> Combinable:
    """Return in how many of the events that the user can see a player is entered."""
    counted = (
        Member.objects.filter(player=OuterRef("pk"), category__tournament__in=_visible(user))
        .order_by()
        .values("player")
        .annotate(number=Count("category__tournament", distinct=True))
    )
    return Coalesce(Subquery(counted.values("number")), Value(0))


def appearances(player: Player, user: User) -> tuple[Appearance, ...]:
    """Return a player's entries in the events that the user can see, newest first."""
    desks = set(_events(user, _DESKS).values_list("tournament", flat=True))
    rows = (
        Member.objects.filter(player=player, category__tournament__in=_visible(user))
        .select_related("entrant", "category__tournament")
        .order_by("-category__tournament__starts_on", "-category__tournament", "category__name")
    )
    return tuple(
        Appearance(
            event=row.category.tournament.name,
            event_slug=row.category.tournament.slug,
            category=row.category.name,
            category_slug=row.category.slug,
            number=row.entrant.number,
            called=row.entrant.name,
            may_open=user.is_superuser or row.category.tournament_id in desks,
        )
        for row in rows
    )


def organizes_somewhere(user: User) -> bool:
    """Return whether the user organizes an event, or may call one."""
    return user.may_organize or Staff.objects.filter(user=user, role__in=_ORGANIZERS).exists()


def _unentered() -> Q:
    return Q(~Exists(Member.objects.filter(player=OuterRef("pk"))))


def _entered_in(events: QuerySet[Staff, Any]) -> Q:
    return Q(Exists(Member.objects.filter(player=OuterRef("pk"), category__tournament__in=events)))


def _events(user: User, roles: tuple[Staff.Role, ...]) -> QuerySet[Staff, Any]:
    return Staff.objects.filter(user=user, role__in=roles).values("tournament")


def _visible(user: User) -> QuerySet[Tournament]:
    if user.is_superuser:
        return Tournament.objects.all()
    return Tournament.objects.filter(
        Q(is_public=True) | Q(pk__in=Staff.objects.filter(user=user).values("tournament"))
    )

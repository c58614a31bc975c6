"""Who may do what in an event, as plain functions.

Knows: posts (``Staff``) and users. Does not know: requests, pages.
Permissions: ``competition.create`` (no object), ``competition.organize``, ``competition.desk``,
``competition.referee`` and ``competition.work`` (any post), each asked with a Tournament.
The people room asks ``people.write`` (no object) and ``people.edit`` (a Player) by name; they are answered here,
because a right to write down persons follows from a post in some event.
"""

import rules
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition.models import Staff, Tournament
from cacho_tournaments.people.models import Player, User


def roles(user: User, tournament: Tournament) -> frozenset[str]:
    """Return the user's roles in the event; asked once a user object and event."""
    known: dict[int, frozenset[str]] = user.__dict__.setdefault("_roles", {})
    if tournament.pk not in known:
        held = Staff.objects.filter(tournament=tournament, user=user).values_list("role", flat=True)
        known[tournament.pk] = frozenset(held)
    return known[tournament.pk]


def forget(user: User) -> None:
    """Have the user's roles asked anew: somebody has just given or taken one."""
    user.__dict__.pop("_roles", None)


def _held(*wanted: str) -> rules.Predicate:
    def check(user: User, tournament: Tournament | None) -> bool:
        if not user.is_active or not user.is_authenticated or tournament is None:
            return False
        return user.is_superuser or bool(roles(user, tournament) & set(wanted))

    return rules.predicate(check, name="+".join(wanted))


@rules.predicate
def may_organize(user: User) -> bool:
    return bool(user.is_active and user.is_authenticated and (user.is_superuser or user.may_organize))


ORGANIZER, REFEREE, DESK = Staff.Role.ORGANIZER.value, Staff.Role.REFEREE.value, Staff.Role.DESK.value
rules.add_perm("competition.create", may_organize)
rules.add_perm("competition.organize", _held(ORGANIZER))
rules.add_perm("competition.desk", _held(ORGANIZER, DESK))
rules.add_perm("competition.referee", _held(ORGANIZER, REFEREE, DESK))
rules.add_perm("competition.work", _held(ORGANIZER, REFEREE, DESK))


@rules.predicate
def writes_people(user: User) -> bool:
    """Organizers and desks of any event, and whoever may call one, write persons down."""
    if not user.is_active or not user.is_authenticated:
        return False
    if user.is_superuser or user.may_organize:
        return True
    return Staff.objects.filter(user=user, role__in=(ORGANIZER, DESK)).exists()


@rules.predicate
def edits_player(user: User, player: Player | None) -> bool:
    """Change a player whom nobody has entered yet, or one who plays in an event of one's own (ADM-03)."""
    if player is None or not writes_people(user):
        return False
    if user.is_superuser or not player.entries.exists():
        return True
    return Staff.objects.filter(
        user=user, role__in=(ORGANIZER, DESK), tournament__categories__entrants__members__player=player
    ).exists()


rules.add_perm("people.write", writes_people)
rules.add_perm("people.edit", edits_player)


def require(permission: str, by: User, tournament: Tournament | None = None) -> None:
    """Raise PermissionDenied unless ``by`` holds the permission. Every action begins with this."""
    if not by.has_perm(permission, tournament):
        raise PermissionDenied(permission)

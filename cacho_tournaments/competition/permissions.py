"""Who may do what in an event, as plain functions.

Knows: posts (``Staff``) and users. Does not know: requests, pages.
Permissions: ``competition.create`` (no object), ``competition.organize``, ``competition.desk``,
``competition.referee`` and ``competition.work`` (any post), each asked with a Tournament.
"""

import rules
from django.core.exceptions import PermissionDenied

from cacho_tournaments.competition.models import Staff, Tournament
from cacho_tournaments.people.models import User


def roles(user: User, tournament: Tournament) -> frozenset[str]:
    """Return the user's roles in the event; asked once a user object and event."""
    known: dict[int, frozenset[str]] = user.__dict__.setdefault("_roles", {})
    if tournament.pk not in known:
        held = Staff.objects.filter(tournament=tournament, user=user).values_list("role", flat=True)
        known[tournament.pk] = frozenset(held)
    return known[tournament.pk]


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


def require(permission: str, by: User, tournament: Tournament | None = None) -> None:
    """Raise PermissionDenied unless ``by`` holds the permission. Every action begins with this."""
    if not by.has_perm(permission, tournament):
        raise PermissionDenied(permission)

"""Who may do what in an event, as plain functions.

Knows: posts (``Staff``) and users. Does not know: requests, pages.
Permissions: ``competition.create`` (no object), ``competition.organize``, ``competition.desk``,
``competition.correct`` (what stands already), ``competition.decide`` (what the chief referee decides),
``competition.referee`` and ``competition.work`` (any post), each asked with a Tournament.
The people room asks ``people.write`` (no object), ``people.edit`` and ``people.contact`` (a Player) and
``people.edit_club`` (a Club) by name; they are answered here, because a right to write down persons follows from a
post in some event.
"""

from collections.abc import Callable

from django.core.exceptions import PermissionDenied
from rules.permissions import add_perm
from rules.predicates import Predicate

from cacho_tournaments.competition import persons
from cacho_tournaments.competition.models import Staff, Tournament
from cacho_tournaments.people.models import Club, Player, User

ORGANIZER, CHIEF = Staff.Role.ORGANIZER.value, Staff.Role.CHIEF.value
REFEREE, DESK = Staff.Role.REFEREE.value, Staff.Role.DESK.value


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


def require(permission: str, by: User, tournament: Tournament | None = None) -> None:
    """Raise PermissionDenied unless ``by`` holds the permission. Every action begins with this."""
    if not by.has_perm(permission, tournament):
        raise PermissionDenied(permission)


def _is_in(user: User) -> bool:
    """A user who was put to sleep holds nothing, whatever posts are still written down."""
    return bool(user.is_authenticated and user.is_active)


def may_organize(user: User) -> bool:
    """Call tournaments of one's own."""
    return _is_in(user) and (user.is_superuser or user.may_organize)


def writes_people(user: User) -> bool:
    """Organizers and desks of any event, and whoever may call one, write persons down."""
    if not _is_in(user):
        return False
    if user.is_superuser or user.may_organize:
        return True
    return Staff.objects.filter(user=user, role__in=(ORGANIZER, DESK)).exists()


def edits_player(user: User, player: Player | None) -> bool:
    """Change a player whom nobody has entered yet, or one who plays in an event of one's own (ADM-03)."""
    if player is None or not writes_people(user):
        return False
    return Player.objects.filter(persons.reached(user), pk=player.pk).exists()


def reads_contact(user: User, player: Player | None) -> bool:
    """Read and change phone and e-mail; without a player: of those whom nobody has entered yet."""
    if not writes_people(user):
        return False
    if player is None:
        return user.is_superuser or persons.organizes_somewhere(user)
    return Player.objects.filter(persons.contacts(user), pk=player.pk).exists()


def edits_club(user: User, club: Club | None) -> bool:
    """Change a club that plays nowhere yet, or one that plays in an event of one's own."""
    if club is None or not writes_people(user):
        return False
    return Club.objects.filter(persons.clubs(user), pk=club.pk).exists()


def _held(*wanted: str) -> Callable[[User, Tournament | None], bool]:
    def check(user: User, tournament: Tournament | None) -> bool:
        if not _is_in(user) or tournament is None:
            return False
        return user.is_superuser or bool(roles(user, tournament) & set(wanted))

    return check


_PERMISSIONS: dict[str, Callable[..., bool]] = {
    "competition.create": may_organize,
    "competition.organize": _held(ORGANIZER),
    "competition.desk": _held(ORGANIZER, DESK),
    "competition.correct": _held(ORGANIZER, CHIEF, DESK),
    "competition.decide": _held(ORGANIZER, CHIEF),
    "competition.referee": _held(ORGANIZER, CHIEF, REFEREE, DESK),
    "competition.work": _held(ORGANIZER, CHIEF, REFEREE, DESK),
    "people.write": writes_people,
    "people.edit": edits_player,
    "people.contact": reads_contact,
    "people.edit_club": edits_club,
}
for _name, _test in _PERMISSIONS.items():
    add_perm(_name, Predicate(_test, name=_name))

"""Posts by user name, and accounts for helpers who have none.

Knows: how a user is found, how a user name is made of a name. Does not know: pages, passwords' form.
"""

from dataclasses import dataclass

from django.db import transaction
from django.utils.text import slugify

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.actions.tournaments import add_staff, remove_staff
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Staff, Tournament
from cacho_tournaments.people.actions import add_user
from cacho_tournaments.people.models import User
from cacho_tournaments.people.names import clean, fold


@dataclass(frozen=True, slots=True)
class Opened:
    """An account as it is handed over; the password is told this once."""

    name: str
    username: str
    password: str


def give_post(*, tournament: Tournament, by: User, username: str, role: str) -> Staff:
    """Give a post to the user of that name. Raises: Impossible ``unknown-user``."""
    permissions.require("competition.organize", by, tournament)
    user = User.objects.filter(username__iexact=username.strip()).first()
    if user is None:
        raise Impossible("unknown-user", name=username)
    return add_staff(tournament=tournament, by=by, user=user, role=role)


def open_account(*, tournament: Tournament, by: User, name: str, role: str, username: str = "") -> Opened:
    """Make an account and give it a post, both or neither; return the password that is told once.

    A user name left out is made of the name: María Quispe becomes maria.quispe, the next one maria.quispe-2.
    """
    permissions.require("competition.organize", by, tournament)
    first, _, last = clean(name).partition(" ")
    with transaction.atomic():
        wanted = username or _free_name(name)
        user, password = add_user(by=by, username=wanted, first_name=first, last_name=last)
        add_staff(tournament=tournament, by=by, user=user, role=role)
    return Opened(name=user.get_full_name(), username=user.username, password=password)


def take_post(*, tournament: Tournament, by: User, post: int) -> None:
    """Take the post with that number away. Raises: Impossible ``not-staff``, ``last-organizer``."""
    permissions.require("competition.organize", by, tournament)
    row = Staff.objects.select_related("user").filter(tournament=tournament, pk=post).first()
    if row is None:
        raise Impossible("not-staff", name="", role="")
    remove_staff(tournament=tournament, by=by, user=row.user, role=row.role)


def _free_name(name: str) -> str:
    stem = slugify(fold(name)).replace("-", ".") or "helper"
    alike = User.objects.filter(username__istartswith=stem).values_list("username", flat=True)
    taken = {username.lower() for username in alike}  # names that differ in capitals alone are one
    number = 1
    while (wanted := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    return wanted

"""What can be done to clubs, players and accounts.

Knows: names and their folded forms, who asked. Does not know: events; who may write is asked by the permissions'
names ``people.write`` (anybody new) and ``people.edit`` (this player), which the rooms above answer.
"""

import secrets

from django.core.exceptions import PermissionDenied
from django.db import transaction

from cacho_tournaments.errors import CachoError
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people import names
from cacho_tournaments.people.models import Club, Player, User


class Impossible(CachoError):
    """``name-empty``, ``name-too-long``, ``user-name-taken``."""


def _require(permission: str, by: User, subject: Player | None = None) -> None:
    if not by.has_perm(permission, subject):
        raise PermissionDenied(permission)


def _named(text: str, most: int) -> str:
    name = names.clean(text)
    if not names.fold(name):
        raise Impossible("name-empty")
    if len(name) > most:
        raise Impossible("name-too-long", name=name[:40], most=most)
    return name


def add_club(*, by: User, name: str, city: str = "") -> Club:
    """Return the club of that name, made now if no club's name folds alike (REG-05)."""
    _require("people.write", by)
    name = _named(name, 120)
    with transaction.atomic():
        club, made = Club.objects.get_or_create(
            folded=names.fold(name), defaults={"name": name, "city": names.clean(city)}
        )
        if made:
            write("people.club.added", by=by, subject=club, name=name)
    return club


def add_player(
    *, by: User, name: str, club: Club | None = None, city: str = "", phone: str = "", email: str = ""
) -> Player:
    """Make a player. Two persons may bear one name: nobody is joined by name alone."""
    _require("people.write", by)
    name = _named(name, 160)
    with transaction.atomic():
        player = Player.objects.create(
            name=name,
            folded=names.fold(name),
            club=club,
            city=names.clean(city),
            phone=names.clean(phone),
            email=email.strip(),
        )
        write("people.player.added", by=by, subject=player, name=name)
    return player


def edit_player(
    *, player: Player, by: User, name: str, club: Club | None, city: str, phone: str, email: str
) -> Player:
    """Set all that is known of a player. The journal keeps the old name, and no contact data."""
    _require("people.edit", by, player)
    name = _named(name, 160)
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        before = player.name
        player.name, player.folded, player.club = name, names.fold(name), club
        player.city, player.phone, player.email = names.clean(city), names.clean(phone), email.strip()
        player.save()
        write("people.player.edited", by=by, subject=player, name=name, before=before)
    return player


def add_user(*, by: User, username: str, first_name: str = "", last_name: str = "") -> tuple[User, str]:
    """Make an account and return it with its password, which is told this once and stored nowhere."""
    _require("people.write", by)
    username = User.normalize_username(_named(username, 150)).replace(" ", "-")
    password = "-".join(secrets.token_hex(2) for _ in range(3))
    with transaction.atomic():
        if User.objects.filter(username__iexact=username).exists():
            raise Impossible("user-name-taken", name=username)
        user = User.objects.create_user(
            username=username,
            password=password,
            first_name=names.clean(first_name)[:150],
            last_name=names.clean(last_name)[:150],
        )
        write("people.user.added", by=by, subject=user, name=username)
    return user, password

"""What can be done to clubs, players and accounts.

Knows: names and their folded forms, who asked. Does not know: events; who may write is asked by the permissions'
names ``people.write`` (anybody new), ``people.edit`` and ``people.contact`` (this player) and ``people.edit_club``
(this club), which the rooms above answer.
"""

import secrets

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from cacho_tournaments.errors import CachoError
from cacho_tournaments.journal.actions import write
from cacho_tournaments.people import names, reach
from cacho_tournaments.people.models import Club, Player, User


class Impossible(CachoError):
    """``name-empty``, ``name-too-long``, ``namesake-known``, ``club-name-taken``, ``user-name-taken``."""


def _require(permission: str, by: User, subject: Player | Club | None = None) -> None:
    if not by.has_perm(permission, subject):
        raise PermissionDenied(permission)


def _named(text: str, most: int) -> str:
    name = names.clean(text)
    folded = names.fold(name)
    if not folded:
        raise Impossible("name-empty")
    if max(len(name), len(folded)) > most:  # a sign may fold to several, and both are kept
        raise Impossible("name-too-long", name=name[:40], most=most)
    return name


def _club_called(by: User, typed: str) -> Club | None:
    return add_club(by=by, name=typed) if names.fold(typed) else None


def _refuse_namesakes(by: User, name: str, club: Club | None) -> None:
    found = Player.objects.filter(reach.ask().reached(by), folded=names.fold(name), club=club)
    known = list(found.order_by("pk").values_list("pk", flat=True)[:5])
    if known:
        raise Impossible("namesake-known", name=name, club=club.name if club else "", players=known)


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


def register_player(
    *,
    by: User,
    name: str,
    club: str = "",
    city: str = "",
    phone: str = "",
    email: str = "",
    namesake: bool = False,
) -> Player:
    """Make a player of typed words, the club by its name. One of that name and club whom the user finds already is
    made again only when ``namesake`` says that two persons are called alike."""
    _require("people.write", by)
    name = _named(name, 160)
    with transaction.atomic():
        # Of one form sent twice at once, the second waits here for what the first makes.
        User.objects.select_for_update().get(pk=by.pk)
        home = _club_called(by, club)
        if not namesake:
            _refuse_namesakes(by, name, home)
        return add_player(by=by, name=name, club=home, city=city, phone=phone, email=email)


def edit_player(
    *,
    player: Player,
    by: User,
    name: str,
    club: Club | None,
    city: str,
    phone: str | None = None,
    email: str | None = None,
) -> Player:
    """Set what is known of a player; contact data that is left out stays. The journal keeps the old name, and no
    contact data."""
    _require("people.edit", by, player)
    name = _named(name, 160)
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        before = player.name
        phone = player.phone if phone is None else names.clean(phone)
        email = player.email if email is None else email.strip()
        if (phone, email) != (player.phone, player.email):
            _require("people.contact", by, player)
        player.name, player.folded, player.club = name, names.fold(name), club
        player.city, player.phone, player.email = names.clean(city), phone, email
        player.save()
        write("people.player.edited", by=by, subject=player, name=name, before=before)
    return player


def change_player(
    *,
    player: Player,
    by: User,
    name: str,
    club: str,
    city: str,
    phone: str | None = None,
    email: str | None = None,
) -> Player:
    """Set what is known of a player by typed words, the club by its name."""
    _require("people.edit", by, player)
    with transaction.atomic():
        home = _club_called(by, club)
        return edit_player(player=player, by=by, name=name, club=home, city=city, phone=phone, email=email)


def edit_club(*, club: Club, by: User, name: str, city: str) -> Club:
    """Set a club's name and city; its players and their entries keep belonging to it."""
    _require("people.edit_club", by, club)
    name = _named(name, 120)
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club.pk)
        before = club.name
        club.name, club.folded, club.city = name, names.fold(name), names.clean(city)
        try:
            with transaction.atomic():
                club.save()
        except IntegrityError as error:
            raise Impossible("club-name-taken", name=name) from error
        write("people.club.edited", by=by, subject=club, name=name, before=before)
    return club


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

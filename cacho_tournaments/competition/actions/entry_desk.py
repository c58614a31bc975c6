"""Entering by typed names, as the desk does it: persons, club and entrant in one step, or none of them.

Knows: how a typed name stands for a known person. Does not know: pages, what an entrant may be.

A name that ends in ``#`` and a number is the known person of that number, as the page's suggestions are written;
any other name is somebody new, because two persons may bear one name and nobody is joined by name alone.
"""

import re
from collections import defaultdict
from collections.abc import Sequence

from django.db import transaction

from cacho_tournaments.competition import permissions, persons
from cacho_tournaments.competition.actions import arriving, entries
from cacho_tournaments.competition.actions.holding import held
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Category, Entrant, Member
from cacho_tournaments.people import actions as people
from cacho_tournaments.people.models import Club, Player, User
from cacho_tournaments.people.names import clean, fold

_KNOWN = re.compile(r"#(\d{1,18})\s*$")


def enter_names(
    *,
    category: Category,
    by: User,
    names: Sequence[str],
    club: str = "",
    name: str = "",
    seed: int | None = None,
    state: str = Entrant.State.ACCEPTED,
    namesakes: bool = False,
) -> Entrant:
    """Enter the persons of those names as one side of the category.

    A form that is sent twice would enter everybody twice, so the same names are refused (``namesakes-entered``)
    unless ``namesakes`` says that these are others who are called alike.
    """
    permissions.require("competition.desk", by, category.tournament)
    with transaction.atomic():
        held(category.pk)
        if not namesakes:
            _refuse_namesakes(category, names)
        home = _club(by, club)
        players = [_player(category, by, typed, home) for typed in names]
        return entries.enter(
            category=category, by=by, players=players, name=name, club=home, seed=seed, state=state
        )


def enter_late_names(
    *,
    category: Category,
    by: User,
    names: Sequence[str],
    club: str = "",
    name: str = "",
    group: str = "",
    into_running_round: bool = False,
    namesakes: bool = False,
    reason: str = "",
) -> Entrant:
    """Enter the persons of those names in a category that is in play, as ``arriving.enter_late`` takes them in."""
    permissions.require("competition.organize", by, category.tournament)
    with transaction.atomic():
        held(category.pk)
        if not namesakes:
            _refuse_namesakes(category, names)
        home = _club(by, club)
        return arriving.enter_late(
            category=category,
            by=by,
            players=[_player(category, by, typed, home) for typed in names],
            name=name,
            club=home,
            group=group,
            into_running_round=into_running_round,
            reason=reason,
        )


def substitute_name(*, entrant: Entrant, by: User, leaves: Player, comes: str, reason: str) -> Entrant:
    """Have the person of that name take a player's place."""
    permissions.require("competition.organize", by, entrant.category.tournament)
    with transaction.atomic():
        held(entrant.category_id)
        player = _player(entrant.category, by, comes, entrant.club)
        return arriving.substitute(entrant=entrant, by=by, leaves=leaves, comes=player, reason=reason)


def change_names(
    *,
    entrant: Entrant,
    by: User,
    names: Sequence[str],
    club: str = "",
    name: str = "",
    seed: int | None = None,
    reason: str = "",
    other_persons: bool = False,
) -> Entrant:
    """Change an entrant by typed names. A name that reads otherwise than before is a corrected spelling of the
    same person, unless ``other_persons`` says that somebody else takes the place."""
    permissions.require("competition.desk", by, entrant.category.tournament)
    with transaction.atomic():
        held(entrant.category_id)
        home = _club(by, club)
        there = [member.player for member in entrant.members.select_related("player__club")]
        players = [
            _changed(
                entrant.category, by, typed, home, there[place] if place < len(there) else None, other_persons
            )
            for place, typed in enumerate(names)
        ]
        # A name that was made from the players' names follows them; one that was given stays.
        followed = "" if clean(name) == entries.name_of(there) else name
        return entries.edit(
            entrant=entrant, by=by, players=players, name=followed, club=home, seed=seed, reason=reason
        )


def _refuse_namesakes(category: Category, typed: Sequence[str]) -> None:
    """Refuse a side of the same names as one that is entered already."""
    wanted = sorted(fold(name) for name in typed)
    sides: dict[int, list[str]] = defaultdict(list)
    for number, folded in Member.objects.filter(
        category=category, player__folded__in=wanted, entrant__state__in=Entrant.IN_PLAY
    ).values_list("entrant__number", "player__folded"):
        sides[number].append(folded)
    for number, side in sides.items():
        if sorted(side) == wanted:
            raise Impossible("namesakes-entered", names=", ".join(map(clean, typed)), number=number)


def _club(by: User, typed: str) -> Club | None:
    return people.add_club(by=by, name=typed) if clean(typed) else None


def _player(category: Category, by: User, typed: str, club: Club | None) -> Player:
    """Return the person of that name. A number takes nobody whom the desk does not reach: whoever is entered here
    is reached from here, contact data and all (ADM-03)."""
    known = _KNOWN.search(typed)
    if known is None:
        return people.add_player(by=by, name=typed, club=club)
    near = persons.reached(by) | persons.offered(category.tournament)
    player = Player.objects.select_related("club").filter(near, pk=int(known[1])).first()
    if player is None:
        raise Impossible("unknown-player", name=clean(typed))
    return player


def _changed(
    category: Category, by: User, typed: str, club: Club | None, player: Player | None, other_persons: bool
) -> Player:
    if player is None or _KNOWN.search(typed):
        return _player(category, by, typed, club)
    if clean(typed) == player.name:
        return player
    if other_persons:
        return _player(category, by, typed, club)
    return people.edit_player(player=player, by=by, name=typed, club=player.club, city=player.city)

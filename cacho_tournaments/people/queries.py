"""What the pages of players and clubs show.

Knows: persons and clubs, Spanish order, what a search finds. Does not know: requests, forms, events (``reach`` is
asked about those).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import BooleanField, Count, ExpressionWrapper, QuerySet, Value

from cacho_tournaments.people import reach
from cacho_tournaments.people.models import Club, Player, User
from cacho_tournaments.people.names import fold, sort_key

MOST_SUGGESTIONS = 400
Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line of the list of players. Contact data is filled in only where it is asked for and may be read."""

    pk: int
    name: str
    club_pk: int | None
    club: str
    city: str
    events: int
    phone: str
    email: str

    @property
    def by_name(self) -> Key:
        """No two lines have equal keys, so none is shown on two pages while another is shown on none."""
        return (sort_key(self.name), self.pk)

    @property
    def by_club(self) -> Key:
        return (not self.club, sort_key(self.club), *self.by_name)

    @property
    def by_city(self) -> Key:
        return (not self.city, sort_key(self.city), *self.by_name)

    @property
    def by_events(self) -> Key:
        return (self.events, *self.by_name)


@dataclass(frozen=True, slots=True)
class ClubChoice:
    """A choice of the list's filter: a club with how many of its players the user finds."""

    pk: int
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The players whom the user finds; ``total`` counts them all, ``lines`` are those of the search."""

    lines: tuple[PlayerLine, ...]
    total: int
    clubs: tuple[ClubChoice, ...]


def players_page(user: User, *, search: str = "", club: int = 0, with_contact: bool = False) -> PlayersPage:
    """Return the players by name in Spanish order: one query."""
    everybody = sorted(_player_lines(user, with_contact=with_contact), key=lambda line: line.by_name)
    sought = fold(search).split()
    return PlayersPage(
        lines=tuple(
            line
            for line in everybody
            if club in (0, line.club_pk) and _fits(sought, line.name, line.club, line.city)
        ),
        total=len(everybody),
        clubs=_choices(everybody),
    )


def _player_lines(user: User, *, with_contact: bool) -> Iterable[PlayerLine]:
    asked = reach.ask()
    rows = Player.objects.filter(asked.reached(user)).select_related("club")
    read = ExpressionWrapper(asked.contacts(user), BooleanField()) if with_contact else Value(False)
    return (
        PlayerLine(
            pk=row.pk,
            name=row.name,
            club_pk=row.club_id,
            club=row.club.name if row.club else "",
            city=row.city,
            events=row.in_events,
            phone=row.phone if row.is_read else "",
            email=row.email if row.is_read else "",
        )
        for row in rows.annotate(in_events=asked.events(user), is_read=read)
    )


def _choices(lines: Iterable[PlayerLine]) -> tuple[ClubChoice, ...]:
    counted = Counter((line.club_pk, line.club) for line in lines)
    choices = [ClubChoice(pk, name, count) for (pk, name), count in counted.items() if pk is not None]
    return tuple(sorted(choices, key=lambda choice: (sort_key(choice.name), choice.pk)))


def _fits(sought: list[str], *texts: str) -> bool:
    """Every word of the search is a part of what is shown; accents and capitals do not count (I18-11)."""
    text = fold(" ".join(texts))
    return all(word in text for word in sought)


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's own page."""

    pk: int
    name: str
    club: str
    city: str
    phone: str
    email: str
    appearances: tuple[reach.Appearance, ...]


def player_page(player: Player, user: User, *, with_contact: bool) -> PlayerPage:
    """Return what is known of a player, without contact data unless it may be read."""
    return PlayerPage(
        pk=player.pk,
        name=player.name,
        club=player.club.name if player.club else "",
        city=player.city,
        phone=player.phone if with_contact else "",
        email=player.email if with_contact else "",
        appearances=reach.ask().appearances(player, user),
    )


def namesakes(user: User, keys: Iterable[int]) -> tuple[PlayerLine, ...]:
    """Return the players of those numbers whom the user finds."""
    wanted = set(keys)
    return tuple(line for line in players_page(user).lines if line.pk in wanted)


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club with how many of its players the user finds."""

    pk: int
    name: str
    city: str
    players: int

    @property
    def by_name(self) -> Key:
        return (sort_key(self.name), self.pk)

    @property
    def by_city(self) -> Key:
        return (not self.city, sort_key(self.city), *self.by_name)

    @property
    def by_players(self) -> Key:
        return (self.players, *self.by_name)


@dataclass(frozen=True, slots=True)
class ClubsPage:
    """The clubs of the search; ``total`` counts them all."""

    lines: tuple[ClubLine, ...]
    total: int


def clubs_page(user: User, *, search: str = "") -> ClubsPage:
    """Return the clubs by name in Spanish order: two queries."""
    counts = _players_by_club(user)
    lines = sorted(
        (ClubLine(row.pk, row.name, row.city, counts.get(row.pk, 0)) for row in Club.objects.all()),
        key=lambda line: line.by_name,
    )
    sought = fold(search).split()
    return ClubsPage(tuple(line for line in lines if _fits(sought, line.name, line.city)), len(lines))


def club_page(club: Club, user: User) -> ClubLine:
    """Return a club for its own page."""
    return ClubLine(club.pk, club.name, club.city, _found(user).filter(club=club).count())


def club_called(name: str) -> ClubLine | None:
    """Return the club whose name reads so, whatever its capitals and accents; of its players nothing is said."""
    row = Club.objects.filter(folded=fold(name)).first()
    return ClubLine(row.pk, row.name, row.city, 0) if row else None


def club_names() -> tuple[str, ...]:
    """Return what the field of a club offers while somebody types."""
    return tuple(Club.objects.order_by("folded").values_list("name", flat=True)[:MOST_SUGGESTIONS])


def _found(user: User) -> QuerySet[Player]:
    return Player.objects.filter(reach.ask().reached(user))


def _players_by_club(user: User) -> dict[int | None, int]:
    counted = _found(user).order_by().values("club").annotate(number=Count("pk"))
    return dict(counted.values_list("club", "number"))

"""The matches a referee or a tablet can go to, table by table.

Knows: posts, tablets' tables, which matches wait or run. Does not know: writing.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from cacho_tournaments.competition.models import Match, Seat, Staff, Stage
from cacho_tournaments.people.models import User
from cacho_tournaments.people.names import fold
from cacho_tournaments.play.models import Device
from cacho_tournaments.play.queries import agreed
from cacho_tournaments.play.queries.matches import group_of

OPEN_STATES = (Match.State.PLAYING, Match.State.READY)


@dataclass(frozen=True, slots=True)
class TableMatch:
    """A match that can be played at a table, or is being played."""

    token: str
    code: str
    category: str
    stage_format: str
    bracket: str
    group: str
    round: int
    state: str
    starts_at: datetime | None
    names: tuple[str, ...]
    clubs: tuple[str, ...]
    is_mine: bool
    is_confirmed_now: bool = False  # it is played out; its sides are confirming the end

    @property
    def sides(self) -> tuple[tuple[str, str], ...]:
        """Who plays, each with the club."""
        return tuple(zip(self.names, self.clubs, strict=True))

    @property
    def is_playing(self) -> bool:
        """Whether its first turn has been written."""
        return self.state == "playing"


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table with what is played there now and what comes next. Matches without a table stand under number 0."""

    tournament: str
    tournament_slug: str
    time_zone: str
    number: int
    label: str
    matches: tuple[TableMatch, ...]

    @property
    def now(self) -> TableMatch | None:
        """The match being played, else the first that can begin."""
        return self.matches[0] if self.matches else None

    @property
    def next(self) -> TableMatch | None:
        """The one after it."""
        return self.matches[1] if len(self.matches) > 1 else None


def referee_tables(
    *, user: User | None = None, device: Device | None = None, search: str = ""
) -> tuple[TableCard, ...]:
    """Return the tables with open matches of every event where the user has a post, or of the tablet alone.

    Matches given to the user as referee come first at their table; ``search`` looks in names, codes and tables.
    """
    if device is not None:
        rows = _open().filter(
            stage__category__tournament=device.tournament_id, table__in=device.tables.values("pk")
        )
    elif user is not None and user.is_active:
        rows = _open()
        if not user.is_superuser:
            events = Staff.objects.filter(user=user).values("tournament")
            rows = rows.filter(stage__category__tournament__in=events)
    else:
        return ()
    return _by_table(rows, user, fold(search))


def _open() -> QuerySet[Match]:
    seats = Seat.objects.select_related("entrant__club").order_by("position")
    return (
        Match.objects.filter(state__in=OPEN_STATES, stage__state=Stage.State.RELEASED)
        .select_related("stage__category__tournament", "table", "group")
        .prefetch_related(Prefetch("seats", seats))
    )


def _by_table(rows: QuerySet[Match], user: User | None, search: str) -> tuple[TableCard, ...]:
    found: dict[tuple[str, int], list[tuple[Match, TableMatch]]] = {}
    for row in rows.annotate(waits=agreed.WAITS):
        match = _match(row, user, ended=row.waits)
        number = row.table.number if row.table else 0
        if search not in fold(" ".join((*match.names, match.code, str(row.table or "")))):
            continue
        found.setdefault((row.stage.category.tournament.slug, number), []).append((row, match))
    # Matches without a table stand last.
    order = sorted(found, key=lambda key: (key[0], key[1] == 0, key[1]))
    return tuple(_card(found[key]) for key in order)


def _card(held: list[tuple[Match, TableMatch]]) -> TableCard:
    held.sort(key=lambda each: _turn_to_play(*each))
    row = held[0][0]
    event = row.stage.category.tournament
    return TableCard(
        tournament=event.name,
        tournament_slug=event.slug,
        time_zone=event.time_zone,
        number=row.table.number if row.table else 0,
        label=str(row.table) if row.table else "",
        matches=tuple(match for _row, match in held),
    )


def _turn_to_play(row: Match, match: TableMatch) -> tuple[bool, bool, float, int, int, int]:
    starts = row.starts_at.timestamp() if row.starts_at else float("inf")
    return (not match.is_playing, not match.is_mine, starts, row.stage.order, row.round, row.pk)


def _match(row: Match, user: User | None, *, ended: bool) -> TableMatch:
    entrants = [seat.entrant for seat in row.seats.all() if seat.entrant is not None]
    return TableMatch(
        token=row.token,
        code=row.code,
        category=row.stage.category.name,
        stage_format=row.stage.format,
        bracket=row.bracket,
        group=group_of(row),
        round=row.round,
        state=row.state,
        starts_at=row.starts_at,
        names=tuple(entrant.name for entrant in entrants),
        clubs=tuple(entrant.club.name if entrant.club else "" for entrant in entrants),
        is_mine=user is not None and row.referee_id == user.pk,
        is_confirmed_now=ended and row.state == Match.State.PLAYING,
    )

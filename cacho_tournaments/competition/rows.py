"""Matches, seats and drawn places read lightly: plain values in few queries, whatever their number.

Knows: the tables of a stage. Does not know: formats, pages, permissions.
Cards, tables, trees and draws are all made of these values, so that a page of a hundred matches asks as many
questions as a page of one.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from cacho_tournaments.competition import ends
from cacho_tournaments.competition.models import Entrant, GroupPlace, Match, Result, ResultLine, Seat, Stage


@dataclass(frozen=True, slots=True)
class Line:
    """One side's part of the standing result."""

    place: int
    games_won: int
    points: int | None
    instant: bool
    shutouts: int


@dataclass(frozen=True, slots=True)
class Side:
    """A seat and who sits on it. ``source`` is the code of the match whose ``take`` (winner, loser) comes;
    a seat is ``vacant`` when that match has ended and nobody comes from it."""

    position: int
    number: int | None
    name: str
    club: str
    source: str
    take: str
    vacant: bool
    line: Line | None
    is_banned: bool = False  # disqualified from the event


@dataclass(frozen=True, slots=True)
class Outcome:
    """The standing result of a match, without its lines."""

    kind: str
    ending: str
    reason: str


@dataclass(frozen=True, slots=True)
class Played:
    """A match as its rows stand."""

    key: int
    stage: int
    stage_order: int
    format: str
    code: str
    token: str
    round: int
    node: str
    bracket: str
    slot: int
    best_of: int
    state: str
    group: str
    table: int | None
    starts_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    referee: str
    end_waits: bool  # for the sides to confirm it
    sides: tuple[Side, ...]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Placed:
    """An entrant's drawn place in a group."""

    group: str
    number: int
    name: str
    club: str
    club_key: int | None
    seed: int | None
    state: str
    since_round: int = 1


@dataclass(frozen=True, slots=True)
class Participating:
    """Who plays a stage that is drawn round by round, from which round on and until which."""

    number: int
    name: str
    club: str
    club_key: int | None
    seed: int | None
    state: str
    since_round: int
    left_after_round: int | None


@dataclass(frozen=True, slots=True)
class SatOut:
    """A round that somebody sits out, and why. ``drawn`` tells a bye of the draw from one that was asked for."""

    number: int
    name: str
    round: int
    kind: str
    points: int | None
    drawn: bool


_COLUMNS = (
    "pk",
    "stage_id",
    "stage__order",
    "stage__format",
    "code",
    "token",
    "round",
    "node",
    "bracket",
    "slot",
    "best_of",
    "state",
    "group__label",
    "table__number",
    "starts_at",
    "started_at",
    "finished_at",
    "referee__first_name",
    "referee__last_name",
    "referee__username",
)


def played(matches: QuerySet[Match]) -> tuple[Played, ...]:
    """Read the matches with their seats and standing results: four queries."""
    keys = matches.order_by().values("pk")
    outcomes = {
        match: Outcome(*rest)
        for match, *rest in Result.objects.filter(is_current=True, match__in=keys)
        .order_by()
        .values_list("match_id", "kind", "ending", "reason")
    }
    sides = _sides(keys, _lines(keys))
    found = matches.values_list(*_COLUMNS, ends.waits())
    return tuple(_match(row, tuple(sides.get(row[0], ())), outcomes.get(row[0])) for row in found)


def placed(stage: Stage) -> tuple[Placed, ...]:
    """Read the drawn groups of a stage, group by group in drawn order: one query."""
    found = (
        GroupPlace.objects.filter(stage=stage)
        .order_by("group_id", "position")
        .values_list(
            "group__label",
            "entrant__number",
            "entrant__name",
            "entrant__club__name",
            "entrant__club_id",
            "entrant__seed",
            "entrant__state",
            "since_round",
        )
    )
    return tuple(
        Placed(group, number, name, club or "", key, seed, state, since)
        for group, number, name, club, key, seed, state, since in found
    )


def participating(stage: Stage) -> tuple[Participating, ...]:
    """Read who plays a stage by rounds, by number: one query."""
    rows = stage.participants.select_related("entrant__club").order_by("entrant__number")
    return tuple(
        Participating(
            number=row.entrant.number,
            name=row.entrant.name,
            club=row.entrant.club.name if row.entrant.club else "",
            club_key=row.entrant.club_id,
            seed=row.seed,
            state=row.entrant.state,
            since_round=row.since_round,
            left_after_round=row.left_after_round,
        )
        for row in rows
    )


def sat_out(stage: Stage, *, before: int | None = None) -> tuple[SatOut, ...]:
    """Read who sits which round out, in released rounds or asked for beforehand: one query. ``before`` leaves out that
    round and later ones."""
    found = stage.byes.select_related("entrant").order_by("round", "entrant__number")
    if before is not None:
        found = found.filter(round__lt=before)
    return tuple(
        SatOut(row.entrant.number, row.entrant.name, row.round, row.kind, row.points, row.draw_id is not None)
        for row in found
    )


def _lines(keys: Any) -> dict[int, Line]:
    """Return the standing lines by seat."""
    found = (
        ResultLine.objects.filter(result__is_current=True, result__match__in=keys)
        .order_by()
        .values_list("seat_id", "place", "games_won", "points", "instant", "shutouts")
    )
    return {row[0]: Line(*row[1:]) for row in found}


def _sides(keys: Any, lines: dict[int, Line]) -> dict[int, list[Side]]:
    found = (
        Seat.objects.filter(match__in=keys)
        .order_by("match_id", "position")
        .values_list(
            "match_id",
            "pk",
            "position",
            "entrant__number",
            "entrant__name",
            "entrant__club__name",
            "source__code",
            "take",
            "source__state",
            "entrant__state",
        )
    )
    sides: dict[int, list[Side]] = defaultdict(list)
    for match, seat, position, number, name, club, source, take, source_state, state in found:
        vacant = number is None and source_state == Match.State.FINISHED.value
        sides[match].append(
            Side(
                position,
                number,
                name or "",
                club or "",
                source or "",
                take,
                vacant,
                lines.get(seat),
                is_banned=state == Entrant.State.DISQUALIFIED.value,
            )
        )
    return sides


def _match(row: tuple[Any, ...], sides: tuple[Side, ...], outcome: Outcome | None) -> Played:
    front, (group, table, *times, first, last, username, end_waits) = row[:12], row[12:]
    referee = f"{first or ''} {last or ''}".strip() or username or ""
    rest = (group or "", table, *times, referee, bool(end_waits), sides, outcome)
    return Played(*front, *rest)

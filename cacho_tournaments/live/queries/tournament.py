"""The first page of a tournament: how far each category is, what is being played now, who plays where.

Knows: rows of competition, the turn log as the running score of a match. Does not know: rules, templates.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Max, Q, Sum

from cacho_tournaments.competition.models import Category, Entrant, Match, ResultLine, Seat, Stage
from cacho_tournaments.live.queries.events import CategoryLink, Head
from cacho_tournaments.people.names import fold
from cacho_tournaments.play.models import Turn

FOUND_AT_MOST = 20


@dataclass(frozen=True, slots=True)
class CategoryCard:
    """A category and how far it is. ``phase`` says which sentence tells it: ``entries``, ``drawing``, ``groups``,
    ``groups-done``, ``bracket``, ``bracket-done``, ``finished``."""

    link: CategoryLink
    entrants: int
    capacity: int | None
    fee: Decimal
    phase: str
    matches: int
    played: int
    champion: str
    champion_number: int | None


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A match at the table now. ``sides`` are names with their running points; ``games`` is games won before."""

    token: str
    table: str
    code: str
    category: str
    sides: tuple[tuple[str, int], ...]
    turns: int
    last_at: dt.datetime | None


@dataclass(frozen=True, slots=True)
class Found:
    """An entrant that a search found, and where it plays next."""

    number: int
    name: str
    players: str
    category_slug: str
    category_name: str
    club: str
    next_token: str
    next_table: str
    next_at: dt.datetime | None
    is_playing: bool


@dataclass(frozen=True, slots=True)
class TournamentPage:
    categories: tuple[CategoryCard, ...]
    live: tuple[LiveMatch, ...]


def tournament(head: Head) -> TournamentPage:
    """Return what the first page of a tournament says."""
    return TournamentPage(categories=_categories(head), live=live_matches(head))


def _categories(head: Head) -> tuple[CategoryCard, ...]:
    rows = {
        category.pk: category
        for category in Category.objects.filter(tournament_id=head.pk).annotate(
            entered=Count("entrants", filter=Q(entrants__state__in=Entrant.TAKING_PART))
        )
    }
    counts = {
        row["stage_id"]: (row["all"], row["done"])
        for row in Match.objects.filter(stage__category__tournament_id=head.pk, stage__state__in=Stage.SHOWN)
        .values("stage_id")
        .annotate(all=Count("pk"), done=Count("pk", filter=Q(state=Match.State.FINISHED)))
        .order_by("stage_id")
    }
    champions = _champions(head)
    return tuple(_category_card(link, rows[link.pk], counts, champions) for link in head.categories)


def _category_card(
    link: CategoryLink,
    row: Category,
    counts: dict[int, tuple[int, int]],
    champions: dict[int, tuple[str, int]],
) -> CategoryCard:
    last = link.stages[-1] if link.stages else None
    all_, done = counts.get(last.pk, (0, 0)) if last else (0, 0)
    if last is None:
        phase = "entries" if row.entries_open else "drawing"
    elif last.format == "groups":
        phase = "groups-done" if done == all_ else "groups"
    else:
        phase = "finished" if last.is_closed else "bracket-done" if done == all_ else "bracket"
    name, number = champions.get(last.pk, ("", 0)) if last else ("", 0)
    return CategoryCard(
        link=link,
        entrants=row.entered,  # type: ignore[attr-defined]
        capacity=row.capacity,
        fee=row.fee,
        phase=phase,
        matches=all_,
        played=done,
        champion=name,
        champion_number=number or None,
    )


def _champions(head: Head) -> dict[int, tuple[str, int]]:
    """Return, by knock-out stage, who won the match that no other match waits for (third place aside)."""
    lines = (
        ResultLine.objects.filter(
            result__is_current=True,
            place=1,
            seat__match__stage__category__tournament_id=head.pk,
            seat__match__stage__state__in=Stage.SHOWN,
            seat__match__stage__format="knockout",
            seat__match__feeds__isnull=True,
        )
        .exclude(seat__match__bracket="third-place")
        .values_list("seat__match__stage_id", "entrant__name", "entrant__number")
    )
    return {stage: (name, number) for stage, name, number in lines}


def live_matches(head: Head) -> tuple[LiveMatch, ...]:
    """Return the matches being played, by table, with the points of the turns so far."""
    matches = list(
        Match.objects.filter(
            stage__category__tournament_id=head.pk, stage__state__in=Stage.SHOWN, state=Match.State.PLAYING
        )
        .select_related("table", "stage__category")
        .prefetch_related("seats__entrant")
        .order_by("table__number", "pk")
    )
    points, turns, last = _running([match.pk for match in matches])
    return tuple(
        LiveMatch(
            token=match.token,
            table=str(match.table) if match.table else "",
            code=match.code,
            category=match.stage.category.name,
            sides=tuple(
                (seat.entrant.name if seat.entrant else "", points[match.pk, seat.position])
                for seat in match.seats.all()
            ),
            turns=turns[match.pk],
            last_at=last.get(match.pk),
        )
        for match in matches
    )


def _running(
    matches: Sequence[int],
) -> tuple[dict[tuple[int, int], int], dict[int, int], dict[int, dt.datetime]]:
    """Return points by match and side, turns by match, and the time of the last turn, of the games not over."""
    points: dict[tuple[int, int], int] = defaultdict(int)
    turns: dict[int, int] = defaultdict(int)
    last: dict[int, dt.datetime] = {}
    rows = (
        Turn.objects.filter(
            game__match_id__in=matches, game__is_over=False, kind=Turn.Kind.TURN, cancelled_by__isnull=True
        )
        .values("game__match_id", "side")
        .annotate(sum=Sum("points"), turns=Count("pk"), last=Max("at_server"))
        .order_by("game__match_id", "side")
    )
    for row in rows:
        match = row["game__match_id"]
        points[match, row["side"] or 0] = row["sum"] or 0
        turns[match] += row["turns"]
        last[match] = max(last.get(match, row["last"]), row["last"])
    return points, turns, last


def search(head: Head, text: str) -> tuple[Found, ...]:
    """Return the entrants whose name, players or club hold the text, without regard to case and accents."""
    wanted = fold(text)
    if not wanted:
        return ()
    holds = (
        Q(folded__contains=wanted)
        | Q(members__player__folded__contains=wanted)
        | Q(club__folded__contains=wanted)
    )
    entrants = list(
        Entrant.objects.filter(holds, category__tournament_id=head.pk)
        .select_related("category", "club")
        .prefetch_related("members__player")
        .order_by("folded", "pk")
        .distinct()[:FOUND_AT_MOST]
    )
    coming = _next_seats([entrant.pk for entrant in entrants])
    return tuple(_found(entrant, coming.get(entrant.pk)) for entrant in entrants)


def _next_seats(entrants: Sequence[int]) -> dict[int, Match]:
    """Return the match that each entrant plays now or next."""
    seats = (
        Seat.objects.filter(entrant_id__in=entrants, match__stage__state__in=Stage.SHOWN)
        .exclude(match__state=Match.State.FINISHED)
        .select_related("match__table")
        .order_by("match__stage__order", "match__round", "match_id")
    )
    coming: dict[int, Match] = {}
    for seat in seats:
        held = coming.get(seat.entrant_id or 0)
        if held is None or (seat.match.state == Match.State.PLAYING and held.state != Match.State.PLAYING):
            coming[seat.entrant_id or 0] = seat.match
    return coming


def _found(entrant: Entrant, match: Match | None) -> Found:
    return Found(
        number=entrant.number,
        name=entrant.name,
        players=", ".join(member.player.name for member in entrant.members.all()),
        category_slug=entrant.category.slug,
        category_name=entrant.category.name,
        club=entrant.club.name if entrant.club else "",
        next_token=match.token if match else "",
        next_table=str(match.table) if match and match.table else "",
        next_at=match.starts_at if match else None,
        is_playing=bool(match and match.state == Match.State.PLAYING),
    )

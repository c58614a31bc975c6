"""The first page of a tournament: how far each category is, what is being played now, who plays where.

Knows: rows of competition, the turn log as the running score of a match. Does not know: rules, templates.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Exists, F, Max, OuterRef, Q, Sum

from cacho_tournaments.competition.models import Category, Entrant, Match, ResultLine, Stage
from cacho_tournaments.competition.queries import brackets
from cacho_tournaments.live.queries.events import CategoryLink, Head, StageLink
from cacho_tournaments.people.names import fold
from cacho_tournaments.play.models import Turn
from cacho_tournaments.play.queries import agreed

FOUND_AT_MOST = 20


@dataclass(frozen=True, slots=True)
class CategoryCard:
    """A category and how far it is. ``phase`` says which sentence tells it: ``entries``, ``drawing``, ``playing`` (a
    stage), ``round`` (one of a stage by rounds), ``round-done``, ``stage-done``, ``all-done``, ``finished``."""

    link: CategoryLink
    entrants: int
    capacity: int | None
    fee: Decimal
    phase: str
    stage: StageLink | None
    matches: int
    played: int
    round: int
    champion: str
    champion_number: int | None

    @property
    def next_stage(self) -> StageLink | None:
        """The stage that is drawn next."""
        later = [each for each in self.link.plan if not each.is_shown]
        return later[0] if later else None


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
    is_confirmed_now: bool = False  # it is played out; its sides are confirming the end


@dataclass(frozen=True, slots=True)
class Coming:
    """The match that an entrant plays now or next."""

    token: str
    table: str
    at: dt.datetime | None
    is_playing: bool
    is_confirmed_now: bool  # it is played out; its sides are confirming the end


@dataclass(frozen=True, slots=True)
class Found:
    """An entrant that a search found, and where it plays next."""

    number: int
    name: str
    players: str
    category_slug: str
    category_name: str
    club: str
    next: Coming | None


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
        row["stage_id"]: _Count(row["all"], row["done"], row["round"])
        for row in Match.objects.filter(stage__category__tournament_id=head.pk, stage__state__in=Stage.SHOWN)
        .values("stage_id")
        .annotate(all=Count("pk"), done=Count("pk", filter=Q(state=Match.State.FINISHED)), round=Max("round"))
        .order_by("stage_id")
    }
    champions = _champions(head)
    return tuple(_category_card(link, rows[link.pk], counts, champions) for link in head.categories)


@dataclass(frozen=True, slots=True)
class _Count:
    """How many matches of a stage stand and are over, and the last round of them."""

    all: int = 0
    done: int = 0
    round: int = 0

    @property
    def is_over(self) -> bool:
        return self.done == self.all


def _category_card(
    link: CategoryLink,
    row: Category,
    counts: dict[int, _Count],
    champions: dict[int, tuple[str, int]],
) -> CategoryCard:
    last = link.stages[-1] if link.stages else None
    count = counts.get(last.pk, _Count()) if last else _Count()
    phase = "entries" if row.entries_open else "drawing"
    if last is not None:
        phase = _phase(last, count)
    name, number = ("", 0)
    if last is not None and last.is_last:
        name, number = champions.get(last.pk) or _first_of_table(last, row, phase)
    return CategoryCard(
        link=link,
        entrants=row.entered,  # type: ignore[attr-defined]
        capacity=row.capacity,
        fee=row.fee,
        phase=phase,
        stage=last,
        matches=count.all,
        played=count.done,
        round=count.round if last is not None and last.is_by_round else 0,
        champion=name,
        champion_number=number or None,
    )


def _phase(stage: StageLink, count: _Count) -> str:
    if not count.is_over:
        return "round" if stage.rounds else "playing"
    if count.round < stage.rounds and not stage.is_closed:
        return "round-done"
    if not stage.is_last:
        return "stage-done"
    return "finished" if stage.is_closed else "all-done"


def _first_of_table(stage: StageLink, row: Category, phase: str) -> tuple[str, int]:
    """Return who stands first in the table of a last stage that is played out; nobody where the place is shared."""
    if stage.is_tree or stage.format == Stage.Format.GROUPS or phase not in ("all-done", "finished"):
        return "", 0
    first = [each for each in brackets.podium(row) if each.place == 1]
    return (first[0].name, first[0].number) if len(first) == 1 else ("", 0)


def _champions(head: Head) -> dict[int, tuple[str, int]]:
    """Return, by stage, who won the final that no other match waits for: the second one, where there is one."""
    lines = (
        ResultLine.objects.filter(
            result__is_current=True,
            place=1,
            seat__is_standing=True,
            seat__match__is_standing=True,
            seat__match__stage__category__tournament_id=head.pk,
            seat__match__stage__state__in=Stage.SHOWN,
            seat__match__stage__format__in=Stage.TREES,
            seat__match__bracket="final",
        )
        .exclude(entrant__state=Entrant.State.DISQUALIFIED)
        .exclude(
            Exists(
                Match.objects.filter(
                    stage=OuterRef("seat__match__stage"),
                    bracket="final",
                    round__gt=OuterRef("seat__match__round"),
                )
            )
        )
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
        .annotate(waits=agreed.WAITS)
        .order_by("table__number", "pk")
    )
    points, turns, last = _running([match.pk for match in matches])
    ended = agreed.ends([match.pk for match in matches if match.waits])
    for match, end in ended.items():
        points |= {(match, side): total for side, total in enumerate(end.totals, start=1)}
        turns[match], last[match] = end.turns, end.last_at
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
            is_confirmed_now=match.pk in ended,
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
    coming = _coming([entrant.pk for entrant in entrants])
    return tuple(
        Found(
            number=entrant.number,
            name=entrant.name,
            players=", ".join(member.player.name for member in entrant.members.all()),
            category_slug=entrant.category.slug,
            category_name=entrant.category.name,
            club=entrant.club.name if entrant.club else "",
            next=coming.get(entrant.pk),
        )
        for entrant in entrants
    )


def _coming(entrants: Sequence[int]) -> dict[int, Coming]:
    """Return the match that each entrant plays now or next."""
    matches = (
        Match.objects.annotate(entrant=F("seats__entrant"), waits=agreed.WAITS)
        .filter(entrant__in=entrants, stage__state__in=Stage.SHOWN)
        .exclude(state=Match.State.FINISHED)
        .select_related("table")
        .order_by("stage__order", "round", "pk")
    )
    coming: dict[int, Coming] = {}
    for match in matches:
        is_playing = match.state == Match.State.PLAYING
        held = coming.get(match.entrant)
        if held is None or (is_playing and not held.is_playing):
            coming[match.entrant] = Coming(
                token=match.token,
                table=str(match.table) if match.table else "",
                at=match.starts_at,
                is_playing=is_playing,
                is_confirmed_now=match.waits,
            )
    return coming

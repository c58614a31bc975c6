"""The hall of an event, table by table: who plays, who throws, how fast, what is amiss; and the version of all that.

Knows: rows of matches, logs and tablets, read in a constant number of queries. Does not know: when something is amiss
(``hall_troubles``), requests, who may see it, sentences.
"""

import datetime as dt
import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum

from cacho_tournaments.competition.models import Category, Match, Stage, Table, Tournament
from cacho_tournaments.journal.models import Entry
from cacho_tournaments.people.names import fold
from cacho_tournaments.play.models import Call, Game, Presence, Refusal
from cacho_tournaments.play.queries.hall_matches import Rows, read, seen
from cacho_tournaments.play.queries.hall_troubles import HEARD_S, troubles_of_free
from cacho_tournaments.play.queries.hall_values import (
    Asked,
    Hall,
    HallTable,
)

_TICK_S = 15  # what only the clock changes (a tablet gone silent) is news this often


def version(tournament: Tournament, now: dt.datetime) -> str:
    """Return the version of what the hall shows: opaque, the same as long as nothing has moved, four queries."""
    running = Game.objects.filter(match__in=_open(tournament).order_by())
    logs = running.aggregate(
        rows=Sum("sequence"), games=Count("pk"), ends=Count("pk", filter=Q(is_over=True))
    )
    tablets = Presence.objects.filter(match__in=_open(tournament).order_by()).aggregate(
        last=Max("pk"),
        waiting=Sum("waiting"),
        heard=Count("pk", filter=Q(seen_at__gte=now - dt.timedelta(seconds=HEARD_S))),
    )
    refused = Refusal.objects.filter(match__stage__category__tournament=tournament, is_open=True)
    disputes = refused.aggregate(last=Max("pk"), count=Count("pk"))
    said = (
        Entry.objects.filter(tournament_id=tournament.pk).order_by("-pk").values_list("pk", flat=True).first()
    )
    tick = int(now.timestamp()) // _TICK_S
    parts = (said, *logs.values(), *tablets.values(), *disputes.values(), tick)
    return hashlib.sha256("-".join(map(str, parts)).encode()).hexdigest()[:16]


def hall(tournament: Tournament, *, now: dt.datetime, asked: Asked | None = None) -> Hall:
    """Return the hall, what is ``asked`` for of it, with the oldest trouble first."""
    asked = asked or Asked()
    tables = list(Table.objects.filter(tournament=tournament))
    current, ready = _looked_at(tournament)
    following = _following(ready)
    rows = read([*current, *following.values()])
    cards = _cards(tables, current, following, rows, now)
    cards.sort(key=_urgency)
    running = [card.match for card in cards if card.match and card.match.is_playing]
    heard = [each for card in cards if card.match for each in card.match.tablets]
    return Hall(
        tables=tuple(card for card in cards if _is_asked(card, asked)),
        now=now,
        playing=sum(not match.is_to_confirm for match in running),
        confirming=sum(match.is_to_confirm for match in running),
        free=sum(card.match is None for card in cards),
        in_trouble=sum(bool(card.troubles) for card in cards),
        tablets_heard=sum(each.is_here for each in heard),
        waiting=sum(each.waiting for each in heard),
        counts=Counter(trouble.kind for card in cards for trouble in card.troubles),
        categories=tuple(Category.objects.filter(tournament=tournament).values_list("slug", "name")),
        has_tables=bool(tables),
    )


def hall_match(match: Match, *, now: dt.datetime) -> HallTable:
    """Return one match of the hall, whatever its state."""
    return _card(match.table, match, None, read([match]), now)


def troubles(tournament: Tournament, now: dt.datetime) -> int:
    """Return at how many tables something is amiss."""
    return hall(tournament, now=now).in_trouble


# ---- which rows ----


def _open(tournament: Tournament) -> QuerySet[Match]:
    return Match.objects.filter(
        stage__category__tournament=tournament, stage__state=Stage.State.RELEASED, state=Match.State.PLAYING
    )


def _looked_at(tournament: Tournament) -> tuple[list[Match], list[Match]]:
    """Return the matches being played, with whichever a person has to decide on (a late turn may belong to one that is
    over, or that another has replaced); and those that wait at a table."""
    called = Call.objects.filter(match=OuterRef("pk"), closed_at__isnull=True)
    disputed = Refusal.objects.filter(match=OuterRef("pk"), is_open=True)
    stands = Q(is_standing=True, stage__state=Stage.State.RELEASED)
    runs = Q(state=Match.State.PLAYING) | Q(state=Match.State.READY, table__isnull=False)
    rows = (
        Match.ever.filter(stage__category__tournament=tournament)
        .annotate(is_amiss=Exists(called) | Exists(disputed))
        .filter(Q(is_amiss=True) | (stands & runs))
        .select_related("stage__category", "table", "group")
        .order_by("stage__order", "round", "pk")
    )
    sorted_out: tuple[list[Match], list[Match]] = ([], [])
    for row in rows:
        sorted_out[row.state == Match.State.READY and not row.is_amiss].append(row)
    return sorted_out


def _following(ready: Iterable[Match]) -> dict[int | None, Match]:
    """Return the match that comes next at each table."""
    found: dict[int | None, Match] = {}
    for row in sorted(ready, key=lambda row: row.starts_at.timestamp() if row.starts_at else float("inf")):
        found.setdefault(row.table_id, row)
    return found


# ---- cards of the hall ----


def _cards(
    tables: Iterable[Table],
    current: Iterable[Match],
    following: Mapping[int | None, Match],
    rows: Rows,
    now: dt.datetime,
) -> list[HallTable]:
    here: dict[int | None, list[Match]] = defaultdict(list)
    for row in current:
        here[row.table_id].append(row)
    cards = [
        _card(table, row, following.get(table.pk), rows, now)
        for table in tables
        for row in here.get(table.pk) or (None,)
    ]
    return cards + [_card(None, row, None, rows, now) for row in here.get(None, ())]


def _card(
    table: Table | None, row: Match | None, following: Match | None, rows: Rows, now: dt.datetime
) -> HallTable:
    match = seen(row, rows, now) if row else None
    upcoming = seen(following, rows, now) if following else None
    is_taken = match is not None and match.is_playing
    return HallTable(
        number=table.number if table else 0,
        label=str(table) if table else "",
        match=match,
        next=upcoming,
        troubles=(match.troubles if match else ())
        + (troubles_of_free(upcoming, now) if upcoming and not is_taken else ()),
    )


def _urgency(card: HallTable) -> tuple[int, float, bool, int]:
    """What is amiss at a match goes before a match that has not begun: an hour's delay must not hide a call."""
    happened = [each.since.at for each in card.troubles if each.kind != "late"]
    delayed = [each.since.at for each in card.troubles if each.kind == "late"]
    since = min(happened or delayed, default=None)
    rank = 0 if happened else 1 if delayed else 2
    return (rank, since.timestamp() if since else 0, card.number == 0, card.number)


def _is_asked(card: HallTable, asked: Asked) -> bool:
    shown = [each for each in (card.match, card.next) if each]
    if asked.trouble and not card.troubles:
        return False
    if asked.category and asked.category not in {each.category_slug for each in shown}:
        return False
    told = [
        card.label,
        *(text for each in shown for text in (each.code, *(side.name for side in each.sides))),
    ]
    return fold(asked.search) in fold(" ".join(told))

"""Matches as the hall shows them: who throws, how fast, by which tablet, read for many at once.

Knows: rows of logs and of what else tables send, the bridge that folds them. Does not know: which matches are looked
at, tables, what is asked for.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import TypeVar

from django.db.models import Count, Min

from cacho_tournaments.competition.models import Match, Seat
from cacho_tournaments.play import bridge
from cacho_tournaments.play.models import Call, Card, Confirmation, Game, Presence, Refusal, Turn, writer_name
from cacho_tournaments.play.queries.hall_troubles import HEARD_S, troubles_of
from cacho_tournaments.play.queries.hall_values import (
    CardShown,
    Clock,
    HallMatch,
    HallSide,
    OpenCall,
    Pace,
    Tablet,
)
from cacho_tournaments.play.queries.matches import group_of

_LONGEST_TURN_S = 1800  # a longer pause is no turn: a meal, a ceremony
_FEWEST_TURNS = 4  # of fewer nobody can tell a pace
_SHORTEST_TURN_S = 2  # nobody throws so fast: such turns were typed in afterwards
_Of = TypeVar("_Of", Seat, Presence, Confirmation, Card)
_LOG_READ = ("game", "sequence", "kind", "client_id", "side", "line", "cancels", "at_device", "at_server")


@dataclass(slots=True)
class Rows:
    """What stands in the database of the matches that are looked at, by match."""

    seats: Mapping[int, list[Seat]]
    games: Mapping[int, list[Game]]
    turns: Mapping[int, list[Turn]]
    presences: Mapping[int, list[Presence]]
    calls: Mapping[int, Call]
    disputes: Mapping[int, tuple[int, dt.datetime]]
    confirmed: Mapping[int, list[Confirmation]]
    cards: Mapping[int, list[Card]]


def read(matches: Sequence[Match]) -> Rows:
    """Read what the hall shows of these matches: nine queries, however many there are."""
    keys = [row.pk for row in matches]
    games: dict[int, list[Game]] = defaultdict(list)
    for row in Game.objects.filter(match__in=keys).order_by("number"):
        games[row.match_id].append(row)
    turns: dict[int, list[Turn]] = defaultdict(list)
    for turn in Turn.objects.filter(game__match__in=keys).only(*_LOG_READ).order_by("sequence"):
        turns[turn.game_id].append(turn)
    refused = Refusal.objects.filter(match__in=keys, is_open=True).order_by().values_list("match_id")
    named = ("by", "device")
    return Rows(
        seats=_by_match(Seat.ever.filter(match__in=keys).select_related("entrant").order_by("position")),
        games=games,
        turns=turns,
        presences=_by_match(Presence.objects.filter(match__in=keys).select_related(*named)),
        calls={
            row.match_id: row
            for row in Call.objects.filter(match__in=keys, closed_at__isnull=True).select_related(
                *named, "coming_by"
            )
        },
        disputes={
            key: (count, since)
            for key, count, since in refused.annotate(count=Count("pk"), since=Min("at_server"))
        },
        confirmed=_by_match(Confirmation.objects.filter(match__in=keys)),
        cards=_by_match(
            Card.objects.filter(match__in=keys, withdrawn_at__isnull=True).select_related(*named)
        ),
    )


def _by_match(rows: Iterable[_Of]) -> dict[int, list[_Of]]:
    found: dict[int, list[_Of]] = defaultdict(list)
    for row in rows:
        found[row.match_id].append(row)
    return found


def seen(row: Match, rows: Rows, now: dt.datetime) -> HallMatch:
    """Return a match as the hall shows it, with what is amiss with it."""
    games = rows.games.get(row.pk, [])
    folded = [bridge.fold(game, rows.turns.get(game.pk, [])) for game in games]
    shown, state = (games[-1], folded[-1]) if games else (None, None)
    log = rows.turns.get(shown.pk, []) if shown else []
    confirmed = {
        each.side
        for each in rows.confirmed.get(row.pk, ())
        if shown and (each.game_number, each.sequence) == (shown.number, shown.sequence)
    }
    match = HallMatch(
        token=row.token,
        code=row.code,
        category=row.stage.category.name,
        category_slug=row.stage.category.slug,
        group=group_of(row),
        round=row.round,
        state=row.state,
        best_of=row.best_of,
        starts_at=row.starts_at,
        started_at=row.started_at,
        sides=_sides(row, rows, folded, confirmed),
        game=shown.number if shown else 0,
        turn=_turn_number(state),
        entries=len(bridge.live_turns(log)),
        turn_since=_turn_since(row, log, now),
        pace=_pace(rows, games, state, log, now),
        tablets=tuple(_tablet(each, now) for each in rows.presences.get(row.pk, ())),
        call=_call(rows.calls.get(row.pk), now),
        disputes=rows.disputes.get(row.pk, (0, now))[0],
        is_to_confirm=bool(
            row.state == Match.State.PLAYING and shown and shown.is_over and shown.review_from is not None
        ),
        cards=_cards_shown(row, rows),
    )
    since = rows.disputes[row.pk][1] if match.disputes else None
    ended = shown.finished_at if shown else None
    return replace(match, troubles=troubles_of(match, now=now, disputed_since=since, ended_at=ended))


def _sides(
    row: Match, rows: Rows, folded: Sequence[bridge.Folded], confirmed: Iterable[int]
) -> tuple[HallSide, ...]:
    state = folded[-1] if folded else None
    won = Counter(
        each.status.winners[0] for each in folded if each.status.over and len(each.status.winners) == 1
    )
    shown = Counter(card.side for card in rows.cards.get(row.pk, ()))
    seats = [seat for seat in rows.seats.get(row.pk, ()) if seat.is_standing == row.is_standing]
    return tuple(
        HallSide(
            position=seat.position,
            name=seat.entrant.name if seat.entrant else "",
            total=state.rules.sheet(state.state, seat.position).total if state else None,
            games_won=won[seat.position],
            is_to_move=bool(state and state.status.to_move == seat.position),
            cards=shown[seat.position],
            has_confirmed=seat.position in confirmed,
        )
        for seat in seats
    )


def _turn_number(state: bridge.Folded | None) -> int | None:
    if state is None or state.status.to_move is None or not state.status.turns:
        return None
    return state.status.turns[state.status.to_move - 1] + 1


def _turn_since(row: Match, log: Sequence[Turn], now: dt.datetime) -> Clock | None:
    at = log[-1].at_server if log else row.started_at
    return Clock.since(at, now) if at and row.state == Match.State.PLAYING else None


def _pace(
    rows: Rows, games: Iterable[Game], state: bridge.Folded | None, log: Sequence[Turn], now: dt.datetime
) -> Pace | None:
    """Return how fast the match goes, by the clocks of its tablets: turns that waited come all at once."""
    spans = [span for game in games for span in _spans(rows.turns.get(game.pk, []))]
    if len(spans) < _FEWEST_TURNS or state is None:
        return None
    turn_s = round(median(spans))
    left = None if state.status.over else _turns_left(state)
    if left is None:
        return Pace(turn_s)
    ends = log[-1].at_server + dt.timedelta(seconds=left * turn_s) if log else now
    # A turn that takes longer than others puts the end off.
    return Pace(turn_s, left, max(ends, now + dt.timedelta(seconds=max(left - 1, 0) * turn_s)))


def _spans(log: Iterable[Turn]) -> list[float]:
    moments = [turn.at_device or turn.at_server for turn in bridge.live_turns(log)]
    spans = ((after - before).total_seconds() for before, after in pairwise(moments))
    return [span for span in spans if _SHORTEST_TURN_S <= span < _LONGEST_TURN_S]


def _turns_left(state: bridge.Folded) -> int | None:
    """Return how many boxes are still open; None in a game that does not end with its sheets."""
    sheets = [state.rules.sheet(state.state, side) for side in range(1, state.setup.sides + 1)]
    if state.status.to_move is None or any(sheet.is_lines for sheet in sheets):
        return None
    return sum(cell.typed and cell.points is None for sheet in sheets for cell in sheet.cells)


def _tablet(row: Presence, now: dt.datetime) -> Tablet:
    seen = Clock.since(row.seen_at, now)
    return Tablet(
        key=row.pk,
        name=writer_name(row.device, row.by),
        since=row.since,
        seen=seen,
        is_heard=(now - row.seen_at).total_seconds() <= HEARD_S,
        waiting=row.waiting,
        clock_off_s=row.clock_off_s,
        writes=row.writes,
        is_shut_out=bool(row.by is None and row.device and row.device.revoked_at),
    )


def _call(row: Call | None, now: dt.datetime) -> OpenCall | None:
    if row is None:
        return None
    return OpenCall(
        key=row.pk,
        reason=row.reason,
        since=Clock.since(row.at_server, now),
        who=writer_name(row.device, row.by),
        coming=str(row.coming_by) if row.coming_by else "",
        coming_at=row.coming_at,
    )


def _cards_shown(row: Match, rows: Rows) -> tuple[CardShown, ...]:
    names = {seat.position: seat.entrant.name for seat in rows.seats.get(row.pk, ()) if seat.entrant}
    return tuple(
        CardShown(
            key=card.pk,
            side=names.get(card.side, ""),
            kind=Card.Kind(card.kind).label,
            reason=card.reason,
            at=card.at_server,
            who=writer_name(card.device, card.by),
        )
        for card in rows.cards.get(row.pk, ())
    )

"""One match, read whole: a constant number of queries whatever was played.

Knows: rows, and the bridge that folds them. Does not know: who may see it (the view asks).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Prefetch, QuerySet

from cacho_tournaments.competition.models import Entrant, Match, Member, Result, ResultLine, Seat, Stage
from cacho_tournaments.games.base import Game as Rules
from cacho_tournaments.play import bridge
from cacho_tournaments.play.models import Game, Refusal, Turn, writer_name
from cacho_tournaments.play.queries.agreed import until as agreed_until
from cacho_tournaments.play.queries.values import (
    GameView,
    MatchPage,
    RefusalView,
    ResultLineView,
    ResultView,
    SideView,
    TurnView,
)
from cacho_tournaments.play.wire import clock_is_off

REFUSALS_SHOWN = 20


def match_page(token: str, *, agreed: bool = False) -> MatchPage:
    """Return the match of a public token; ``agreed``: as it is shown to those who only watch.

    Raises: Match.DoesNotExist.
    """
    match = Match.ever.select_related("stage__category__tournament", "table", "group", "referee").get(
        token=token
    )
    seats = list(
        Seat.ever.filter(match=match, is_standing=match.is_standing)
        .select_related("entrant__club")
        .prefetch_related(
            Prefetch(
                "entrant__members", Member.objects.select_related("player").only("entrant_id", "player__name")
            )
        )
        .order_by("position")
    )
    rows = list(Game.objects.filter(match=match).order_by("number"))
    until = agreed_until(match, rows) if agreed else None
    games, decided = _games(match, rows, seats, until=until)
    current = _current(match, games)
    stage, category = match.stage, match.stage.category
    event = category.tournament
    won = [0] * len(seats)
    for game in games:
        if game.over and len(game.winners) == 1:
            won[game.winners[0] - 1] += 1
    return MatchPage(
        token=match.token,
        code=match.code,
        state=match.state,
        round=match.round,
        best_of=match.best_of,
        tie=match.tie,
        table=str(match.table) if match.table else "",
        referee=str(match.referee) if match.referee else "",
        starts_at=match.starts_at,
        started_at=match.started_at,
        finished_at=match.finished_at,
        tournament_id=event.pk,
        tournament=event.name,
        tournament_slug=event.slug,
        time_zone=event.time_zone,
        is_public=event.is_public and stage.state in Stage.SHOWN,
        category=category.name,
        category_slug=category.slug,
        stage_order=stage.order,
        stage_format=stage.format,
        stage_state=stage.state,
        group=group_of(match),
        bracket=match.bracket,
        node=match.node,
        sides=tuple(_side(seat, won[at]) for at, seat in enumerate(seats)),
        games=games,
        current=current,
        result=_result(match),
        refusals=_refusals(match),
        is_standing=match.is_standing,
        confirmation=category.confirmation,
        decided=decided,
    )


def group_of(match: Match) -> str:
    """Return the name of the match's group; empty where it is of none, or of a league's only one."""
    named = match.group is not None and match.stage.format != Stage.Format.LEAGUE
    return match.group.label if named and match.group else ""


def game_states(match: Match) -> tuple[GameView, ...]:
    """Return the match's games, with the one to be played next as a blank one."""
    seats = list(Seat.objects.filter(match=match).order_by("position"))
    games, _decided = _games(match, list(Game.objects.filter(match=match).order_by("number")), seats)
    return games


def games_of(matches: QuerySet[Match]) -> dict[str, tuple[GameView, ...]]:
    """Return the games begun of each match, by its token: two queries, however many matches there are."""
    rows = list(Game.objects.filter(match__in=matches.order_by()).select_related("match").order_by("number"))
    turns: dict[int, list[Turn]] = {row.pk: [] for row in rows}
    for turn in Turn.objects.filter(game__in=rows).select_related("by", "device").order_by("sequence"):
        turns[turn.game_id].append(turn)
    found: dict[str, tuple[GameView, ...]] = {}
    for row in rows:
        found[row.match.token] = (*found.get(row.match.token, ()), _stored_view(row, turns[row.pk]))
    return found


def opening_side(number: int, sides: int) -> int:
    """Return the side that opens game ``number`` of a match, unless the table begins otherwise."""
    return bridge.opening_side(number, sides=sides)


def blank_view(row: Game) -> GameView:
    """Return a game before its first turn; its row, which need not be stored, says how it begins."""
    begun = bridge.blank(bridge.setup_of_row(row))
    return _view(begun, row, log=(), sequence=0, is_paper=False, started_at=None, finished_at=None)


def score_table(game: GameView) -> Mapping[str, Any]:
    """Return the tables by which the entry page scores dice in this game."""
    table: Mapping[str, Any] = bridge.engine(game.game).table(game.options)
    return table


def example_line(game: GameView) -> str:
    """Return a record line as a turn of such a game is written."""
    return bridge.example_line(game.game, tuple(sorted(game.options.items())), game.players)


def instant_wins(game: GameView) -> tuple[str, ...]:
    """Return the codes of the throws by which such a game can be won at once."""
    return bridge.instant_wins(game.game, tuple(sorted(game.options.items())), game.players)


def _games(
    match: Match, rows: Sequence[Game], seats: Sequence[Seat], *, until: int | None = None
) -> tuple[tuple[GameView, ...], ResultView | None]:
    """Return the games, the one to be played next as a blank one, and the end that the turns have already come to
    where nobody has recorded it: then there is no next game. What was written after the row ``until`` is left out."""
    turns: dict[int, list[Turn]] = {row.pk: [] for row in rows}
    log = Turn.objects.filter(game__match=match).select_related("by", "device").order_by("sequence")
    for turn in (log if until is None else log.filter(pk__lte=until)) if rows else ():
        turns[turn.game_id].append(turn)
    views = [_stored_view(row, turns[row.pk]) for row in rows]
    seated = len(seats) > 0 and all(seat.entrant_id is not None for seat in seats)
    if match.state == Match.State.FINISHED or not seated or not all(view.over for view in views):
        return tuple(views), None
    decided = _decided(match, [bridge.fold(row, turns[row.pk]) for row in rows])
    if decided is None:
        views.append(_blank_view(match, rows, sides=len(seats)))
    return tuple(views), decided


def _decided(match: Match, played: Sequence[bridge.Folded]) -> ResultView | None:
    """Return how the match ends by its games, all of which are over; None where another one is to be played."""
    outcome = bridge.outcome_of(match, played) if played else None
    if outcome is None or not outcome.over:
        return None
    return ResultView(
        kind=Result.Kind.PLAYED,
        ending=played[-1].status.ending or "",
        reason="",
        recorded_at=None,
        who="",
        lines=tuple(
            ResultLineView(
                position=at + 1,
                place=outcome.places[at],
                games_won=outcome.games_won[at],
                points=outcome.points[at],
                instant=outcome.instant[at],
            )
            for at in range(len(outcome.places))
        ),
        is_given=False,
        is_of_turns=True,
        is_decision=False,
    )


def _current(match: Match, games: Iterable[GameView]) -> int | None:
    if match.state not in (Match.State.READY, Match.State.PLAYING):
        return None
    if match.stage.state != Stage.State.RELEASED:
        return None
    return next((game.number for game in games if not game.over), None)


def _stored_view(row: Game, turns: Sequence[Turn]) -> GameView:
    folded = bridge.fold(row, turns)
    return _view(
        folded,
        row,
        log=_log(folded.rules, turns),
        sequence=row.sequence,
        is_paper=row.is_paper,
        started_at=row.started_at,
        finished_at=row.finished_at,
    )


def _blank_view(match: Match, rows: Sequence[Game], *, sides: int) -> GameView:
    number, first = len(rows) + 1, rows[0] if rows else None
    setup = bridge.setup_of(match, number=number, sides=sides, first=first)
    return blank_view(bridge.row_of(setup, match, number=number, first=first))


def _view(folded: bridge.Folded, row: Game, **rest: Any) -> GameView:
    rules, state, status = folded.rules, folded.state, folded.status
    sheets = tuple(rules.sheet(state, side) for side in range(1, row.sides + 1))
    return GameView(
        number=row.number,
        game=row.game,
        preset=row.preset,
        options=row.options,
        players=row.players,
        opened_by=row.to_move,
        to_move=status.to_move,
        over=status.over,
        instant=status.instant,
        ending=status.ending or "",
        shutout=status.shutout,
        winners=status.winners,
        ranking=status.ranking,
        totals=tuple(sheet.total for sheet in sheets),
        turns_played=status.turns,
        sheets=sheets,
        form=None if status.over else rules.form(state),
        **rest,
    )


def _log(rules: Rules[Any, Any], turns: Sequence[Turn]) -> tuple[TurnView, ...]:
    cancelled = {turn.cancels_id for turn in turns if turn.cancels_id}
    numbers = {turn.pk: turn.sequence for turn in turns}
    return tuple(
        TurnView(
            sequence=turn.sequence,
            kind=turn.kind,
            side=turn.side,
            line=turn.line,
            box=turn.box,
            points=turn.points,
            mark=turn.mark,
            figures="–".join(map(str, rules.counted(turn.line))) if turn.kind == Turn.Kind.TURN else "",
            warning=turn.warning,
            item=turn.item,
            cancelled=turn.pk in cancelled,
            cancels=numbers.get(turn.cancels_id) if turn.cancels_id else None,
            reason=turn.reason,
            who=writer_name(turn.device, turn.by),
            at_server=turn.at_server,
            at_device=turn.at_device,
            clock_off=clock_is_off(turn.at_device, turn.at_server),
        )
        for turn in turns
    )


def _side(seat: Seat, won: int) -> SideView:
    entrant = seat.entrant
    if entrant is None:
        return SideView(position=seat.position, number=None, name="", club="")
    return SideView(
        position=seat.position,
        number=entrant.number,
        name=entrant.name,
        club=entrant.club.name if entrant.club else "",
        members=tuple(member.player.name for member in entrant.members.all()),
        games_won=won,
        is_out=entrant.state == Entrant.State.ELIMINATED,
    )


def _result(match: Match) -> ResultView | None:
    result = (
        Result.objects.filter(match=match, is_current=True)
        .select_related("recorded_by")
        .prefetch_related(Prefetch("lines", ResultLine.objects.select_related("seat")))
        .first()
    )
    if result is None:
        return None
    lines = sorted(result.lines.all(), key=lambda line: line.seat.position)
    return ResultView(
        kind=result.kind,
        ending=result.ending,
        reason=result.reason,
        recorded_at=result.recorded_at,
        who=writer_name(result.device, result.recorded_by),
        lines=tuple(
            ResultLineView(
                position=line.seat.position,
                place=line.place,
                games_won=line.games_won,
                points=line.points,
                instant=line.instant,
            )
            for line in lines
        ),
        is_given=result.ending in Result.GIVEN,
        is_of_turns=result.kind in Result.CONTESTED,
        is_decision=result.ending == Result.DECISION,
    )


def _refusals(match: Match) -> tuple[RefusalView, ...]:
    rows = Refusal.objects.filter(match=match).select_related("by", "device", "game")[:REFUSALS_SHOWN]
    return tuple(
        RefusalView(
            game_number=row.game.number if row.game else None,
            line=row.line,
            code=row.code,
            rule=row.rule,
            facts=row.facts,
            who=writer_name(row.device, row.by),
            at_server=row.at_server,
            item=row.client_id,
            is_open=row.is_open,
            settlement=row.settlement,
        )
        for row in rows
    )

"""The lines of a result: one side's part each, whether they fit their match, how they are stored.

Knows: seats, places, kinds of results. Does not know: who may record anything, what follows from a result.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.competition.models import Match, Result, ResultLine, Seat


@dataclass(frozen=True, slots=True)
class SideResult:
    """One side's part: its seat's position, its place, games won, box points (None where none were played),
    whether it won at once, games won in which the loser hardly scored."""

    position: int
    place: int
    games_won: int = 0
    points: int | None = None
    instant: bool = False
    shutouts: int = 0


def check(match: Match, kind: str, lines: Sequence[SideResult], seats: dict[int, Seat]) -> None:
    """Refuse lines that do not say how this match ended, one for each seat.

    Raises: Impossible ``unknown-result-kind``, ``seat-not-seated``, ``result-incomplete``, ``bad-places``,
    ``tie-in-knockout``.
    """
    if kind not in Result.Kind.values:
        raise Impossible("unknown-result-kind", kind=kind, known=Result.Kind.values)
    for line in lines:
        seat = seats.get(line.position)
        if seat is None or seat.entrant_id is None:
            raise Impossible("seat-not-seated", match=match.code, position=line.position)
    positions = [line.position for line in lines]
    if sorted(positions) != sorted(seats):
        raise Impossible("result-incomplete", match=match.code, sides=len(seats), given=len(lines))
    places = [line.place for line in lines]
    if kind not in Result.CONTESTED:
        if places.count(1) > 1 or (kind == Result.Kind.WALKOVER and 1 not in places):
            raise Impossible("bad-places", match=match.code, places=places)
        return
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise Impossible("bad-places", match=match.code, places=places)
    if match.tie == "extra-game" and places.count(1) != 1:
        raise Impossible("tie-in-knockout", match=match.code)


def decided(match: Match, losing: Sequence[int]) -> list[SideResult]:
    """Return the lines of a match that was decided without play: who is left has the games it needed.

    Raises: Impossible ``seat-not-seated``, ``nobody-absent``; ``table-goes-on`` where more than one is left, who
    play for the places.
    """
    seats = list(match.seats.values_list("position", flat=True))
    against = set(losing)
    for position in against - set(seats):
        raise Impossible("seat-not-seated", match=match.code, position=position)
    if not against:
        raise Impossible("nobody-absent", match=match.code)
    if len(seats) - len(against) > 1:
        raise Impossible("table-goes-on", match=match.code, sides=len(seats) - len(against))
    beaten = SideResult(position=0, place=len(seats))
    won = SideResult(position=0, place=1, games_won=match.best_of // 2 + 1)
    return [replace(beaten if each in against else won, position=each) for each in seats]


def kind_of(lines: Sequence[SideResult]) -> str:
    """Return what a match is that was decided without play."""
    everybody = all(line.place > 1 for line in lines)
    return Result.Kind.BOTH_ABSENT if everybody else Result.Kind.WALKOVER


def row(result: Result, seat: Seat, line: SideResult, out: Collection[int]) -> ResultLine:
    """Return the line as it is stored; ``out`` are positions of those whom the result puts out of the event."""
    contested = result.kind in Result.CONTESTED
    return ResultLine(
        result=result,
        seat=seat,
        entrant=seat.entrant,
        place=line.place,
        games_won=line.games_won,
        points=line.points if contested else None,
        instant=line.instant and contested,
        shutouts=line.shutouts if contested else 0,
        is_out=line.position in out and contested,
    )


def said(seat: Seat, line: SideResult) -> dict[str, object]:
    """Return the line as the journal keeps it."""
    entrant = seat.entrant
    return {
        "number": entrant.number if entrant else None,
        "name": entrant.name if entrant else "",
        "place": line.place,
        "games": line.games_won,
        "points": line.points,
    }

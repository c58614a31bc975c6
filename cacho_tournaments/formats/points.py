"""What results are worth: the figures of each side, summed from its matches and its free rounds.

Knows: kinds of results, points of a match of two and of the places at a table, whose results stand when somebody
has left.
Does not know: order, criteria, groups, what the opponents did elsewhere.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from cacho_tournaments.formats.base import Bye, Entrant, Figure, Match, Points, Result
from cacho_tournaments.formats.errors import BadStage

CONTESTED = ("played", "paper")  # both sides were there and box points count
FORFEITS = ("walkover", "both-absent", "disqualified")


@dataclass(slots=True)
class Tally:
    """The figures of one side, exact: nothing here is ever rounded. ``from_byes`` is that part of the points that
    free rounds and absences brought."""

    played: int = 0
    wins: int = 0
    ties: int = 0
    losses: int = 0
    points: Figure = 0
    games_won: int = 0
    games_lost: int = 0
    scored: Figure = 0
    conceded: Figure = 0
    instant_wins: int = 0
    shutouts: int = 0
    byes: int = 0
    absences: int = 0
    from_byes: int = 0

    @property
    def difference(self) -> Figure:
        """Box points for, less box points against."""
        return self.scored - self.conceded

    @property
    def games_difference(self) -> int:
        """Games won, less games lost."""
        return self.games_won - self.games_lost


class Spot(NamedTuple):
    """Where a seat came in among those taken: how many were better, how many level (itself too), whether its side
    was there at all. Who was not there is last and alone."""

    better: int
    level: int
    there: bool

    @property
    def doubled_place(self) -> int:
        """Twice the place, which those who are level share: two at places 1 and 2 have 1½ each."""
        return 2 * self.better + self.level + 1


def exact(numerator: int, denominator: int) -> Figure:
    """Return the quotient, a whole number where it is one."""
    quotient, rest = divmod(numerator, denominator)
    return Fraction(numerator, denominator) if rest else quotient


def whole(figure: Figure) -> Figure:
    """Return the figure, a whole number where it is one."""
    if isinstance(figure, int) or figure.denominator != 1:
        return figure
    return figure.numerator


def tallies(
    sides: Iterable[str], matches: Iterable[Match], points: Points, byes: Iterable[Bye] = ()
) -> dict[str, Tally]:
    """Return the figures of every side from the ended ones among the matches, and from the free rounds (rules 5.1
    to 5.8, 13.1 to 13.7).

    Raises: BadStage ``seats-not-two``, ``unknown-entrant``.
    """
    found = {side: Tally() for side in sides}
    ended = [one for one in matches if one.result is not None]
    units = _Units.of(points, {len(taken(one)) for one in ended if one.result and one.result.kind != "bye"})
    for match in ended:
        result = match.result
        if result is None or result.kind == "bye":
            for side in seated(match):
                found[side].points += points.bye * units.point
            continue
        seats = taken(match)
        places = spots(result.kind, result.places, seats)
        decided = (0, 1, True) in places
        for own, others, spot in zip(seats, _others(seats), places, strict=True):
            side = match.seats[own] or ""
            if side not in found:
                raise BadStage("unknown-entrant", path=f"matches[{match.id}].seats[{own}]", entrant=side)
            tally = found[side]
            tally.points += units.worth[len(seats), spot]
            _add(tally, result, own, others, spot, decided)
            if result.scores and result.kind in CONTESTED:
                _add_boxes(tally, result.scores, own, others, units.box)
    for bye in once_each(byes):
        if bye.entrant not in found:
            raise BadStage("unknown-entrant", path=f"byes[{bye.round}].entrant", entrant=bye.entrant)
        _add_bye(found[bye.entrant], of_bye(bye, points), bye.kind, units.point)
    for tally in found.values():
        tally.points = _divided(tally.points, units.point)
        tally.conceded = _divided(tally.conceded, units.box)
    return found


class _Units(NamedTuple):
    """Sums are made in whole numbers: of points in so many parts of one, of box points of others likewise."""

    point: int
    box: int
    worth: dict[tuple[int, Spot], int]

    @classmethod
    def of(cls, points: Points, sizes: Collection[int]) -> "_Units":
        """Return the units for tables of these sizes."""
        exactly = {
            (seats, spot): _worth(points, seats, spot)
            for seats in sizes
            for better in range(seats)
            for level in range(1, seats - better + 1)
            for spot in (Spot(better, level, True), Spot(better, level, False))
        }
        point = lcm(*(figure.denominator for figure in exactly.values()))
        box = lcm(*range(1, max(sizes, default=2)))
        return cls(point, box, {key: int(figure * point) for key, figure in exactly.items()})


@lru_cache(maxsize=4096)
def spots(kind: str, places: tuple[int, ...], seats: tuple[int, ...]) -> tuple[Spot, ...]:
    """Return where each of the seats taken came in (rules 5.2 to 5.4, 13.2, 13.3).

    Where a match was not played, who has the last place was not there; where all places are equal, nobody was.
    """
    own = [places[seat] for seat in seats] if places else [1] * len(seats)
    last, count = max(own), len(own)
    nobody = kind == "both-absent" or min(own) == last
    return tuple(
        Spot(count - 1, 1, False)
        if kind not in CONTESTED and (nobody or place == last)
        else Spot(sum(1 for one in own if one < place), own.count(place), True)
        for place in own
    )


def taken(match: Match) -> tuple[int, ...]:
    """Return the numbers of the seats that are taken, from 0. Raises: BadStage ``seats-not-two``."""
    count = len(match.seats)
    if count > 1 and None not in match.seats:
        return _all_seats(count)
    seats = tuple(seat for seat, side in enumerate(match.seats) if side is not None)
    if len(seats) < 2 or count == 2:
        raise BadStage("seats-not-two", path=f"matches[{match.id}].seats", seats=len(seats))
    return seats


@lru_cache
def _all_seats(count: int) -> tuple[int, ...]:
    return tuple(range(count))


@lru_cache
def _others(seats: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(other for other in seats if other != own) for own in seats)


def of_places(points: Points, seats: int) -> tuple[Figure, ...]:
    """Return the points of each place at a table of so many seats, the first place first (rule 13.1)."""
    named = tuple(points.places.get(seats, ()))
    if named:
        return (*named, *(0,) * (seats - len(named)))[:seats]
    return tuple(exact(points.win * (seats - place), seats - 1) for place in range(1, seats + 1))


def of_bye(bye: Bye, points: Points) -> int:
    """Return what a free round or an absence brings (rule 13.6)."""
    if bye.points is not None:
        return bye.points
    return points.bye if bye.kind == "bye" else points.absent


def once_each(byes: Iterable[Bye]) -> tuple[Bye, ...]:
    """Return the free rounds, one an entrant and round: one that is handed in twice brings its points once."""
    order = sorted(byes, key=lambda one: (one.kind, one.points is None, one.points or 0), reverse=True)
    return tuple({(one.entrant, one.round): one for one in order}.values())


def shares(sides: Iterable[str], matches: Iterable[Match]) -> dict[str, Figure]:
    """Return the mean share of everybody in the box points of the own tables, times its seats (rule 13.8).

    Whoever has as much as the others on the average has 1. Only matches played count, and in these the seats
    that have box points. Who has none has nothing.
    """
    # Sums of unlike fractions, one line over the other, made short only once at the end.
    over: dict[str, int] = dict.fromkeys(sides, 0)
    under: dict[str, int] = dict.fromkeys(over, 1)
    tables: dict[str, int] = dict.fromkeys(over, 0)
    for match in matches:
        if match.result is None or match.result.kind not in CONTESTED:
            continue
        figures = zip(match.seats, match.result.scores, strict=False)
        scored = [(side, score) for side, score in figures if side is not None and score is not None]
        if len(scored) < 2:
            continue
        total = sum(score for _, score in scored)
        for side, score in scored:
            # Where nobody scored, all have the same share.
            own, whole_table = (len(scored) * score, total) if total > 0 else (1, 1)
            over[side] = over[side] * whole_table + own * under[side]
            under[side] *= whole_table
            tables[side] += 1
    return {side: exact(over[side], under[side] * (tables[side] or 1)) for side in over}


def average_places(sides: Iterable[str], matches: Iterable[Match]) -> dict[str, Figure]:
    """Return the mean place of everybody; who sat nowhere counts as last at the largest table (rule 13.9)."""
    doubled: dict[str, int] = dict.fromkeys(sides, 0)
    met: dict[str, int] = dict.fromkeys(doubled, 0)
    largest = 2
    for match in matches:
        if match.result is None or match.result.kind == "bye":
            continue
        seats = taken(match)
        largest = max(largest, len(seats))
        for seat, spot in zip(seats, spots(match.result.kind, match.result.places, seats), strict=True):
            side = match.seats[seat] or ""
            doubled[side] += spot.doubled_place
            met[side] += 1
    return {side: exact(doubled[side], 2 * met[side]) if met[side] else largest for side in doubled}


def winner(result: Result) -> int | None:
    """Return the seat that won a match alone, or None where nobody did (rules 5.2 and 5.4)."""
    best = min(result.places)
    if result.kind == "both-absent" or result.places.count(best) > 1:
        return None
    return result.places.index(best)


def undecided(result: Result) -> bool:
    """Tell whether a result leaves it open who goes on: a tie of sides that both were there."""
    return winner(result) is None and result.kind not in FORFEITS


def seated(match: Match) -> tuple[str, ...]:
    """Return the entrants on the seats that are taken."""
    return tuple(side for side in match.seats if side is not None)


def pair(match: Match) -> tuple[str, str]:
    """Return the two sides of a match. Raises: BadStage ``seats-not-two``."""
    sides = seated(match)
    if len(sides) != 2 or len(match.seats) != 2:
        raise BadStage("seats-not-two", path=f"matches[{match.id}].seats", seats=len(sides))
    return sides[0], sides[1]


def struck(entrants: Iterable[Entrant], matches: Sequence[Match]) -> frozenset[str]:
    """Return who left before half of the own matches was played: their results are struck for all (rule 7.1).

    ``matches`` are all matches of the stage, ended or not: the half is counted on the plan.
    """
    gone = [one.id for one in entrants if one.state != "in"]
    return frozenset(side for side in gone if not _played_half(side, matches))


def counted(matches: Iterable[Match], out: Collection[str]) -> tuple[Match, ...]:
    """Return the ended matches in which nobody's results are struck."""
    return tuple(one for one in matches if one.result is not None and not set(one.seats) & set(out))


def _played_half(side: str, matches: Iterable[Match]) -> bool:
    planned = [match for match in matches if side in match.seats]
    there = sum(1 for match in planned if match.result is not None and _was_there(side, match, match.result))
    return bool(planned) and 2 * there >= len(planned)


def _was_there(side: str, match: Match, result: Result) -> bool:
    if result.kind == "bye":
        return False
    seats = taken(match)
    return spots(result.kind, result.places, seats)[seats.index(match.seats.index(side))].there


def _worth(points: Points, seats: int, spot: Spot) -> Figure:
    if not spot.there:
        return points.walkover_loss
    if seats == 2:
        return points.loss if spot.better else points.tie if spot.level == 2 else points.win
    shared = of_places(points, seats)[spot.better : spot.better + spot.level]
    return whole(Fraction(sum(shared)) / spot.level)


def _add(tally: Tally, result: Result, own: int, others: Sequence[int], spot: Spot, decided: bool) -> None:
    contested = result.kind in CONTESTED
    tally.played += 1
    won = spot == (0, 1, True)
    if won:
        tally.wins += 1
    elif spot.there and not spot.better:
        tally.ties += 1
    else:
        tally.losses += 1
    if result.games:
        tally.games_won += result.games[own]
        tally.games_lost += sum(result.games[seat] for seat in others)
    elif decided:
        tally.games_won += won
        tally.games_lost += not won
    if not contested:
        return
    if result.shutouts:
        tally.shutouts += result.shutouts[own]
    if result.instant and result.instant[own]:
        tally.instant_wins += 1


def _add_boxes(
    tally: Tally, scores: Sequence[int | None], own: int, others: Sequence[int], unit: int
) -> None:
    """Add the box points: the own, and the mean of the others (rule 13.5)."""
    mine = scores[own]
    theirs = [score for seat in others if (score := scores[seat]) is not None]
    if mine is not None and theirs:
        tally.scored += mine
        tally.conceded += sum(theirs) * (unit // len(theirs))


def _add_bye(tally: Tally, brought: int, kind: str, unit: int) -> None:
    tally.points += brought * unit
    tally.from_byes += brought
    if kind == "bye":
        tally.byes += 1
    else:
        tally.absences += 1


def _divided(figure: Figure, unit: int) -> Figure:
    return figure if unit == 1 else exact(int(figure), unit)

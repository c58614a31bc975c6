"""What results are worth: the figures of each side, summed from its matches.

Knows: kinds of results, points, whose results stand when somebody has left.
Does not know: order, criteria, groups.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from cacho_tournaments.formats.base import Entrant, Match, Points, Result
from cacho_tournaments.formats.errors import BadStage

CONTESTED = ("played", "paper")  # both sides were there and box points count
FORFEITS = ("walkover", "both-absent", "disqualified")


@dataclass(slots=True)
class Tally:
    """The figures of one side. All are whole numbers: nothing here is ever rounded."""

    played: int = 0
    wins: int = 0
    ties: int = 0
    losses: int = 0
    points: int = 0
    games_won: int = 0
    games_lost: int = 0
    scored: int = 0
    conceded: int = 0
    instant_wins: int = 0
    shutouts: int = 0

    @property
    def difference(self) -> int:
        """Box points for, less box points against."""
        return self.scored - self.conceded

    @property
    def games_difference(self) -> int:
        """Games won, less games lost."""
        return self.games_won - self.games_lost


def tallies(sides: Iterable[str], matches: Iterable[Match], points: Points) -> dict[str, Tally]:
    """Return the figures of every side from the ended ones among the matches (rules 5.1 to 5.8).

    Raises: BadStage ``seats-not-two``, ``unknown-entrant``.
    """
    found = {side: Tally() for side in sides}
    for match in matches:
        if match.result is None:
            continue
        if match.result.kind == "bye":
            for side in seated(match):
                found[side].points += points.bye
            continue
        first, second = pair(match)
        for own, other, side in ((0, 1, first), (1, 0, second)):
            if side not in found:
                raise BadStage("unknown-entrant", path=f"matches[{match.id}].seats[{own}]", entrant=side)
            _add(found[side], match.result, own, other, points)
    return found


def winner(result: Result) -> int | None:
    """Return the seat that won a match of two, or None where nobody did (rules 5.2 and 5.4)."""
    first, second = result.places
    if result.kind == "both-absent" or first == second:
        return None
    return 0 if first < second else 1


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
    if result.kind in CONTESTED:
        return True
    return result.kind in FORFEITS and winner(result) == match.seats.index(side)


def _add(tally: Tally, result: Result, own: int, other: int, points: Points) -> None:
    won = winner(result)
    contested = result.kind in CONTESTED
    tally.played += 1
    if won == own:
        tally.wins += 1
        tally.points += points.win
    elif won is None and contested:
        tally.ties += 1
        tally.points += points.tie
    else:
        tally.losses += 1
        tally.points += points.loss if contested else points.walkover_loss
    if result.games:
        tally.games_won += result.games[own]
        tally.games_lost += result.games[other]
    elif won is not None:
        tally.games_won += won == own
        tally.games_lost += won == other
    if not contested:
        return
    if result.shutouts:
        tally.shutouts += result.shutouts[own]
    if result.instant and result.instant[own]:
        tally.instant_wins += 1
    if not result.scores:
        return
    mine, theirs = result.scores[own], result.scores[other]
    if mine is not None and theirs is not None:
        tally.scored += mine
        tally.conceded += theirs

"""What every format that is drawn round by round has in common: who is there, and how matches get their numbers.

Knows: entrants, who is away or has a bye given by hand, matches of the round that stand already.
Does not know: who meets whom, points, chance.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from cacho_tournaments.formats.base import Bye, Entrant, Match
from cacho_tournaments.formats.errors import BadStage
from cacho_tournaments.formats.points import seated


@dataclass(frozen=True, slots=True)
class Present:
    """Who takes part in a round; of these, who is still to be drawn, and who sits out."""

    taking_part: Sequence[Entrant]
    pool: Sequence[Entrant]
    out: Sequence[Bye]


def present(
    entrants: Sequence[Entrant],
    *,
    round: int,
    absent: Collection[str],
    given_byes: Iterable[Bye],
    fixed: Iterable[Match],
) -> Present:
    """Part the entrants of a round (rules 10.1 and 11.3). Raises: BadStage ``unknown-entrant``."""
    taking_part = [one for one in entrants if _takes_part(one, round)]
    standing = {side for match in fixed for side in seated(match)}
    asked = [replace(one, round=round) for one in given_byes]
    asked += [Bye(side, round, "absent") for side in absent if side not in {one.entrant for one in asked}]
    known(entrants, standing | {one.entrant for one in asked})
    there = {one.id for one in taking_part} - standing
    out = [one for one in asked if one.entrant in there]
    away = {one.entrant for one in out}
    return Present(taking_part, [one for one in taking_part if one.id in there - away], out)


def known(entrants: Iterable[Entrant], named: Collection[str]) -> None:
    """Refuse sides that are not in the stage. Raises: BadStage ``unknown-entrant``."""
    ids = {one.id for one in entrants}
    for side in sorted(named):
        if side not in ids:
            raise BadStage("unknown-entrant", path="entrants", entrant=side)


def laid(tables: Sequence[tuple[str, ...]], fixed: Sequence[Match], *, round: int) -> tuple[Match, ...]:
    """Make matches of those who sit together, the best first. Matches that stand keep table, seats and id, the
    others take what is free (rules 10.11 and 11.11)."""
    free = _unused({one.table for one in fixed})
    numbers = _unused({one.id for one in fixed}, f"r{round}m{{}}")
    made = [
        Match(f"r{round}m{number}", sides, None, round, None, table)
        for sides, table, number in zip(tables, free, numbers, strict=False)
    ]
    return tuple(sorted((*fixed, *made), key=lambda one: (one.table is None, one.table or 0, one.id)))


def _takes_part(one: Entrant, round: int) -> bool:
    stays = one.left_after_round is None or one.left_after_round >= round
    return one.state == "in" and stays and one.since_round <= round


def _unused(taken: Collection[object], pattern: str | None = None) -> Iterator[int]:
    for number in count(1):
        if (number if pattern is None else pattern.format(number)) not in taken:
            yield number

"""A table: places, figures, and for each row what parts it from the next below.

Knows: entrants and their states, matches, points, criteria in order, the seed of the lot.
Does not know: groups, what a place leads to, names to be shown.

Nothing is stored: the table is worked out from the results each time, so a correction needs no other step.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cacho_tournaments.formats import seeding
from cacho_tournaments.formats.base import Entrant, Match, Points, Reason, Row
from cacho_tournaments.formats.points import Tally, counted, seated, struck, tallies
from cacho_tournaments.formats.tiebreaks import AMONG, DEFAULT, LOT, OVERALL, Ordered, Ordering, Parting

STATE = "state"


def table(
    entrants: Sequence[Entrant],
    matches: Sequence[Match],
    *,
    points: Points | None = None,
    criteria: Sequence[str] = DEFAULT,
    lot_seed: int,
) -> tuple[Row, ...]:
    """Return the rows, first to last; sides that nothing parts share the place: 1, 2, 2, 4 (rule 6.6).

    ``matches`` are all of the table, ended or not; unended ones are left out of every figure. Results of a
    side that left (state ``withdrawn`` or ``disqualified``) stay if at least half of its matches had been
    played, otherwise they are struck for all (rule 7.1). Sides that are struck or disqualified stand below
    everybody else.

    Raises: BadStage ``unknown-criterion``, ``seats-not-two``, ``unknown-entrant``; NoValidDraw
    ``entrant-twice``.
    """
    seeding.validate([replace(one, seed=None) for one in entrants])
    worth = points or Points()
    out = struck(entrants, matches)
    ended = counted(matches, out)
    sides = sorted((one.id for one in entrants), key=seeding.natural)
    overall = tallies(sides, ended, worth)
    ordering = Ordering(ended, worth, overall, seeding.lots(sides, lot_seed))
    below = {one.id: one.state for one in entrants if one.id in out or one.state == "disqualified"}
    ordered = _with_those_below(ordering.order((one for one in sides if one not in below), criteria), below)
    return _rows(ordered, ordering, criteria, below)


def explain(rows: Sequence[Row], a: str, b: str) -> Reason | None:
    """Return what parts two neighbours of a table, whichever is named first; None where they share the place.

    Raises: ValueError if they are not neighbours.
    """
    index = {row.entrant: number for number, row in enumerate(rows)}
    upper, lower = sorted((index[a], index[b]))
    if lower - upper != 1:
        raise ValueError(f"{a} and {b} are not neighbours")
    return rows[upper].reason


def _with_those_below(ordered: Ordered, below: Mapping[str, str]) -> Ordered:
    sets = [few for few in ordered.sets if few]
    partings = list(ordered.partings)
    for state in ("withdrawn", "disqualified"):
        few = tuple(side for side in sorted(below, key=seeding.natural) if below[side] == state)
        if few and sets:
            partings.append(Parting(STATE, 1, 0))
        if few:
            sets.append(few)
    return Ordered(tuple(sets), tuple(partings))


def _rows(
    ordered: Ordered, ordering: Ordering, criteria: Sequence[str], below: Mapping[str, str]
) -> tuple[Row, ...]:
    rows: list[Row] = []
    for number, few in enumerate(ordered.sets):
        place = len(rows) + 1
        for side in few:
            looked_at = ordering.figures.get(side, {})
            values = _values(side, ordering, criteria, looked_at)
            applied = tuple(criterion for criterion in criteria if criterion in looked_at)
            rows.append(Row(place, side, values, applied=applied))
        if number < len(ordered.partings):
            lower = ordered.sets[number + 1][0]
            reason = _reason(ordered.partings[number], few[-1], lower, ordering.matches, below)
            rows[-1] = replace(rows[-1], reason=reason)
    return tuple(rows)


def _values(
    side: str, ordering: Ordering, criteria: Sequence[str], looked_at: Mapping[str, int]
) -> dict[str, int]:
    tally = ordering.overall[side]
    values: dict[str, int] = {}
    for criterion in criteria:
        if criterion in OVERALL:
            values[criterion] = OVERALL[criterion](tally)
        elif criterion in AMONG:
            values[criterion] = looked_at.get(criterion, 0)
        else:
            values[criterion] = ordering.lots[side]
    return {**values, **_counts(tally)}


def _counts(tally: Tally) -> dict[str, int]:
    return {
        "played": tally.played,
        "wins": tally.wins,
        "ties": tally.ties,
        "losses": tally.losses,
        "for": tally.scored,
        "against": tally.conceded,
    }


def _reason(
    parting: Parting, upper: str, lower: str, matches: Sequence[Match], below: Mapping[str, str]
) -> Reason:
    if parting.criterion == STATE:
        return Reason(lower, STATE, below.get(upper, "in"), below[lower])
    behind: list[Match] = []
    if parting.criterion != LOT:
        behind = [one for one in matches if {upper, lower} & set(seated(one))]
    if parting.among:
        behind = [one for one in behind if set(seated(one)) <= set(parting.among)]
    behind.sort(key=lambda one: (one.round, seeding.natural(one.id)))
    return Reason(
        over=lower,
        criterion=parting.criterion,
        mine=parting.above,
        theirs=parting.below,
        among=tuple(sorted(parting.among, key=seeding.natural)),
        matches=tuple(one.id for one in behind),
    )

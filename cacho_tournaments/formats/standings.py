"""A table: places, figures, and for each row what parts it from the next below.

Knows: entrants and their states, matches, points, criteria in order, the seed of the lot.
Does not know: groups, what a place leads to, names to be shown.

Nothing is stored: the table is worked out from the results each time, so a correction needs no other step.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cacho_tournaments.formats import opponents, seeding
from cacho_tournaments.formats.base import Bye, Entrant, Figure, Match, Points, Reason, Row
from cacho_tournaments.formats.errors import BadStage
from cacho_tournaments.formats.points import Tally, counted, once_each, struck, tallies, whole
from cacho_tournaments.formats.tiebreaks import AMONG, DEFAULT, LOT, Ordered, Ordering, Parting, check

STATE = "state"
ALL_PLANNED, BY_ROUND = ("league", "groups"), ("swiss", "tables")


def table(
    entrants: Sequence[Entrant],
    matches: Sequence[Match],
    *,
    points: Points | None = None,
    criteria: Sequence[str] = DEFAULT,
    lot_seed: int,
    byes: Sequence[Bye] = (),
    format: str = "league",
    rounds: int | None = None,
) -> tuple[Row, ...]:
    """Return the rows, first to last; sides that nothing parts share the place: 1, 2, 2, 4 (rule 6.6).

    ``matches`` are all of the table, ended or not; unended ones are left out of every figure. Where all matches
    are planned beforehand (``format`` league, groups), results of a side that left (state ``withdrawn`` or
    ``disqualified``) stay if at least half of its matches had been played, otherwise they are struck for all
    (rule 7.1); where they are drawn round by round (swiss, tables) they always stay (rule 13.20). Sides that are
    struck or disqualified stand below everybody else. ``rounds`` is how many rounds the stage has had, for what a
    round not played counts among opponents; told by matches and byes where it is not given.

    Raises: BadStage ``unknown-format``, ``unknown-criterion``, ``seats-not-two``, ``unknown-entrant``; NoValidDraw
    ``entrant-twice``.
    """
    if format not in (*ALL_PLANNED, *BY_ROUND):
        raise BadStage("unknown-format", path="format", value=format, known=(*ALL_PLANNED, *BY_ROUND))
    check(criteria)
    seeding.validate([replace(one, seed=None) for one in entrants])
    worth = points or Points()
    by_round = format in BY_ROUND
    out = frozenset() if by_round else struck(entrants, matches)
    ended = sorted(counted(matches, out), key=lambda one: (one.round, seeding.natural(one.id)))
    free = tuple(one for one in once_each(byes) if one.entrant not in out)
    sides = sorted((one.id for one in entrants), key=seeding.natural)
    ordering = Ordering(
        ended,
        worth,
        tallies(sides, ended, worth, free),
        seeding.lots(sides, lot_seed),
        byes=free,
        open_matches=[one for one in matches if one.result is None and all(one.seats) and by_round],
        by_round=by_round,
        rounds=rounds,
    )
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
            reason = None
            if side == few[-1] and number < len(ordered.partings):
                lower = ordered.sets[number + 1][0]
                reason = _reason(ordered.partings[number], side, lower, ordering, below)
            values = _values(side, ordering, criteria, looked_at)
            applied = tuple(criterion for criterion in criteria if criterion in looked_at)
            rows.append(Row(place, side, values, reason, applied))
    return tuple(rows)


def _values(
    side: str, ordering: Ordering, criteria: Sequence[str], looked_at: Mapping[str, Figure]
) -> dict[str, Figure]:
    values: dict[str, Figure] = {
        criterion: looked_at.get(criterion, 0) if criterion in AMONG else ordering.of_all(criterion)[side]
        for criterion in criteria
    }
    told = dict.fromkeys(opponents.UNPLAYED[one] for one in criteria if one in opponents.UNPLAYED)
    values.update({name: ordering.of_all(name)[side] for name in told})
    tally = ordering.overall[side]
    values.update(_counts(tally))
    if ordering.by_round or ordering.byes:
        values.update({"byes": tally.byes, "absences": tally.absences, "from-byes": tally.from_byes})
    return values


def _counts(tally: Tally) -> dict[str, Figure]:
    return {
        "played": tally.played,
        "wins": tally.wins,
        "ties": tally.ties,
        "losses": tally.losses,
        "for": whole(tally.scored),
        "against": whole(tally.conceded),
    }


def _reason(parting: Parting, upper: str, lower: str, ordering: Ordering, below: Mapping[str, str]) -> Reason:
    if parting.criterion == STATE:
        return Reason(lower, STATE, below.get(upper, "in"), below[lower])
    behind: list[Match] = []
    if parting.among:
        behind = [one for one in ordering.meetings(parting.among) if upper in one.seats or lower in one.seats]
    elif parting.criterion != LOT:
        behind = ordering.of_both(upper, lower)
    return Reason(
        over=lower,
        criterion=parting.criterion,
        mine=parting.above,
        theirs=parting.below,
        among=tuple(sorted(parting.among, key=seeding.natural)),
        matches=tuple(one.id for one in behind),
    )

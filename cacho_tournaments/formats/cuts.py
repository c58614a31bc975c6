"""Who goes on from groups, from one table or from a bracket, and in which order they enter what follows.

Knows: tables, places of a bracket, how many go on, figures that are fair between groups of unlike size.
Does not know: how a table is worked out, how the bracket is drawn.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from cacho_tournaments.formats import seeding
from cacho_tournaments.formats.base import Qualifier, Row
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.formats.tiebreaks import AMONG, DEFAULT, LOT, LOWEST_FIRST, MEANS, check

FILL = "fill"


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row beside the rows of the same place in other groups.

    ``figures`` are means a match, exact; the lot among all groups is a figure by itself. ``rank`` counts from
    1 and is shared where nothing parts.
    """

    rank: int
    group: str
    row: Row
    figures: Mapping[str, Fraction]


def qualifiers(
    tables: Mapping[str, Sequence[Row]],
    *,
    per_group: int = 2,
    best_thirds: int | str = 0,
    out: Collection[str] = (),
    clubs: Mapping[str, str] | None = None,
    criteria: Sequence[str] = DEFAULT,
    lot_seed: int = 0,
) -> tuple[Qualifier, ...]:
    """Return who goes on, best earned seed first (rules 8.1 to 8.5).

    ``best_thirds`` is how many go on of those one place below the cut, or ``fill``: as many as bring the
    bracket to a power of two. ``out`` cannot go on although they stand in a table (withdrawn, disqualified):
    who stands below moves up. Raises: NoValidDraw ``impossible-cut``, ``cut-undecided``; BadStage
    ``unknown-criterion``.
    """
    present = {label: [row for row in tables[label] if row.entrant not in out] for label in tables}
    for label in sorted(tables, key=seeding.by_label):
        members = len(tables[label])
        if not 1 <= per_group <= members:
            nearest = max(1, min(per_group, *(len(rows) for rows in tables.values())))
            raise NoValidDraw(
                "impossible-cut", rule="8.1", group=label, members=members, asked=per_group, nearest=nearest
            )
        _refuse_shared(label, present[label], per_group)
    places = [_ranked(present, place, criteria, lot_seed) for place in range(1, per_group + 2)]
    direct = [(place, one) for place, ranked in enumerate(places[:-1], start=1) for one in ranked]
    thirds = _thirds(places[-1], len(direct), best_thirds)
    if thirds:
        for label, rows in present.items():
            _refuse_shared(label, rows, per_group + 1)
    chosen = direct + [(per_group + 1, one) for one in thirds]
    return tuple(
        Qualifier(
            id=one.row.entrant,
            group=one.group,
            place=place,
            club=(clubs or {}).get(one.row.entrant),
            seed=seed,
        )
        for seed, (place, one) in enumerate(chosen, start=1)
    )


def top(
    rows: Sequence[Row],
    n: int,
    *,
    out: Collection[str] = (),
    clubs: Mapping[str, str] | None = None,
) -> tuple[Qualifier, ...]:
    """Return the first ``n`` of one table, best seed first (rule 13.22).

    ``out`` cannot go on: who stands below moves up. Raises: NoValidDraw ``impossible-cut``, ``cut-undecided``.
    """
    _refuse_impossible(n, len(rows))
    present = [row for row in rows if row.entrant not in out]
    _refuse_shared(None, present, n)
    return tuple(
        Qualifier(row.entrant, place=seed, club=(clubs or {}).get(row.entrant), seed=seed)
        for seed, row in enumerate(present[:n], start=1)
    )


def top_of_places(
    places: Iterable[tuple[int, str]],
    n: int,
    *,
    out: Collection[str] = (),
    clubs: Mapping[str, str] | None = None,
    lot_seed: int = 0,
) -> tuple[Qualifier, ...]:
    """Return the first ``n`` by the places of a bracket, ``(place, id)``, best seed first (rule 13.23).

    Those who share a place go on together or not at all; among themselves the lot seeds them. Raises:
    NoValidDraw ``impossible-cut``, ``cut-undecided``.
    """
    given = list(places)
    _refuse_impossible(n, len(given))
    lots = seeding.lots((side for _, side in given), lot_seed)
    present = sorted(
        ((place, side) for place, side in given if side not in out), key=lambda one: (one[0], lots[one[1]])
    )
    if n < len(present) and present[n - 1][0] == present[n][0]:
        place = present[n][0]
        level = tuple(side for shared, side in present if shared == place)
        raise NoValidDraw("cut-undecided", rule="13.23", place=place, entrants=level)
    return tuple(
        Qualifier(side, place=place, club=(clubs or {}).get(side), seed=seed)
        for seed, (place, side) in enumerate(present[:n], start=1)
    )


def across(
    tables: Mapping[str, Sequence[Row]],
    place: int,
    *,
    out: Collection[str] = (),
    criteria: Sequence[str] = DEFAULT,
    lot_seed: int = 0,
) -> tuple[Ranked, ...]:
    """Return those of one place in their groups, best first: the table of the best thirds (rule 8.3)."""
    present = {label: [row for row in tables[label] if row.entrant not in out] for label in tables}
    return tuple(_ranked(present, place, criteria, lot_seed))


def _ranked(
    present: Mapping[str, Sequence[Row]], place: int, criteria: Sequence[str], lot_seed: int
) -> list[Ranked]:
    check(criteria)
    # What only the tied of one group are asked says nothing about two groups.
    asked = [criterion for criterion in criteria if criterion not in AMONG]
    lots = seeding.lots((row.entrant for rows in present.values() for row in rows), lot_seed)
    here = [(label, rows[place - 1]) for label, rows in present.items() if len(rows) >= place]
    figures = {row.entrant: _figures(row, asked, lots) for _, row in here}

    def better_first(one: tuple[str, Row]) -> tuple[Fraction, ...]:
        return tuple(figures[one[1].entrant][name] * (1 if name in LOWEST_FIRST else -1) for name in asked)

    ranked: list[Ranked] = []
    # Two that nothing parts still need an order to be seeded in: the lot gives it, be it a criterion or not.
    here.sort(key=lambda one: (better_first(one), lots[one[1].entrant]))
    for number, (label, row) in enumerate(here):
        same = number > 0 and better_first(here[number - 1]) == better_first((label, row))
        rank = ranked[-1].rank if same else number + 1
        ranked.append(Ranked(rank, label, row, figures[row.entrant]))
    return ranked


def _figures(row: Row, asked: Sequence[str], lots: Mapping[str, int]) -> dict[str, Fraction]:
    matches = row.values["played"] or 1
    return {
        name: Fraction(lots[row.entrant])
        if name == LOT
        else Fraction(row.values[name]) / (1 if name in MEANS else matches)
        for name in asked
    }


def _thirds(ranked: Sequence[Ranked], direct: int, best_thirds: int | str) -> Sequence[Ranked]:
    if best_thirds == FILL:
        wanted = min(seeding.bracket_size(direct) - direct, len(ranked))
    else:
        wanted = int(best_thirds)
    if not 0 <= wanted <= len(ranked):
        nearest = max(0, min(wanted, len(ranked)))
        raise NoValidDraw("impossible-cut", rule="8.4", asked=wanted, thirds=len(ranked), nearest=nearest)
    if 0 < wanted < len(ranked) and ranked[wanted - 1].rank == ranked[wanted].rank:
        rank = ranked[wanted].rank
        level = tuple(one.row.entrant for one in ranked if one.rank == rank)
        raise NoValidDraw("cut-undecided", rule="8.5", place=rank, entrants=level)
    return ranked[:wanted]


def _refuse_impossible(asked: int, members: int) -> None:
    if not 1 <= asked <= members:
        nearest = max(1, min(asked, members))
        raise NoValidDraw("impossible-cut", rule="8.1", members=members, asked=asked, nearest=nearest)


def _refuse_shared(label: str | None, rows: Sequence[Row], places: int) -> None:
    """A place that counts must have one owner: it says who goes on, and where in the bracket."""
    shared = next((one for one, after in pairwise(rows[: places + 1]) if one.place == after.place), None)
    if shared:
        level = tuple(row.entrant for row in rows if row.place == shared.place)
        where = {} if label is None else {"group": label}
        raise NoValidDraw("cut-undecided", rule="8.5", place=shared.place, entrants=level, **where)

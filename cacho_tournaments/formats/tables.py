"""Tables of three to six: how many of what size, who sits at which, and in which seat.

Knows: entrants, the rounds before, clubs, free rounds, sizes that may be set, a seed.
Does not know: who may call for a round, whether the one before is over, tie-breaks, names to be shown.

The rules are chapter 11 of FORMATS.md. ``tables_past`` reads the earlier rounds, ``tables_seating`` finds who sits
together; here that becomes a round with tables, seats and notes.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, count, permutations
from random import Random

from cacho_tournaments.formats import designs, seeding, tables_past, tables_seating
from cacho_tournaments.formats.base import Bye, Entrant, Match, Note, Points, RoundDraw
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.formats.points import seated
from cacho_tournaments.formats.rounds import known, laid, present
from cacho_tournaments.formats.tables_past import Past
from cacho_tournaments.formats.tables_seating import Table

SMALLEST, LARGEST = 2, 6
SIZES = (3, 4, 5)
MODES = ("swiss", "random", "design")


def sizes(n: int, *, allowed: Collection[int] = SIZES, wish: int = 4) -> tuple[int, ...]:
    """Return the sizes of the tables for ``n`` sides, larger first (rules 11.1 and 11.2).

    Raises: NoValidDraw ``too-few-entrants``; ``impossible-sizes`` with the ``nearest`` number of entrants that can
    be seated, and in ``allow`` the sizes that would seat this number if they were allowed too.
    """
    given = tuple(sorted(set(allowed)))
    if not given or not SMALLEST <= given[0] <= given[-1] <= LARGEST:
        raise NoValidDraw("impossible-sizes", rule="11.1", entrants=n, allowed=given, nearest=n, allow=SIZES)
    if n < given[0]:
        raise NoValidDraw("too-few-entrants", rule="11.1", entrants=n, nearest=given[0])
    shape = _shape(n, given, wish)
    if not shape:
        near = next(m for step in count(1) for m in (n - step, n + step) if _shape(m, given, wish))
        more = _to_allow(n, given, wish)
        raise NoValidDraw(
            "impossible-sizes", rule="11.2", entrants=n, allowed=given, nearest=near, allow=more
        )
    return shape


def draw(
    entrants: Sequence[Entrant],
    matches: Iterable[Match],
    byes: Iterable[Bye],
    *,
    round: int,
    size: int = 4,
    allowed: Collection[int] = SIZES,
    points: Points | None = None,
    seed: int,
    absent: Collection[str] = (),
    given_byes: Iterable[Bye] = (),
    fixed: Sequence[Match] = (),
    mode: str = "swiss",
    rounds: int | None = None,
) -> RoundDraw:
    """Draw a round (rules 11.3 to 11.14). ``matches`` and ``byes`` are those of the stage; what is of this round
    or later is left aside.

    ``mode`` is ``swiss`` (the best together), ``random`` (by lot) or ``design`` (all rounds known beforehand).
    ``fixed`` matches of the round stand: they are in the answer as they are, and the others are drawn around them.
    ``given_byes`` stand too. The order of anything handed in does not matter.
    Raises: NoValidDraw ``nobody-left``, ``too-few-entrants``, ``impossible-sizes``, ``no-design``, ``stage-over``,
    ``entrant-twice``, ``seed-given-twice``; BadStage ``unknown-entrant``.
    """
    if mode not in MODES:
        raise ValueError(f"no mode {mode}")
    if rounds is not None and round > rounds:
        raise NoValidDraw("stage-over", rule="9.5", rounds=rounds)
    seeding.validate(entrants)
    past = tables_past.read(entrants, matches, byes, round=round, worth=points or Points(), wish=size)
    rng = Random(seed * 1_000_003 + round)
    here = present(entrants, round=round, absent=absent, given_byes=given_byes, fixed=fixed)
    if entrants and not here.taking_part:
        raise NoValidDraw("nobody-left", rule="11.3", entrants=0, nearest=min(allowed, default=SMALLEST))
    pool = here.pool
    out = sorted(here.out, key=lambda one: seeding.natural(one.entrant))
    made: list[Table] = []
    said: list[Note] = []
    if pool or not fixed:
        shape = sizes(len(pool), allowed=allowed, wish=size)
        made = _planned(pool, past, shape, mode, rounds, rng)
        if not made and mode == "design" and round == 1 and not fixed:
            raise _no_design(len(pool), size)
        if not made:
            said = [Note("design-left", {"round": round})] if mode == "design" else []
            made = tables_seating.searched(pool, past, shape, wish=size, ranked=mode == "swiss", rng=rng)
    drawn = _numbered(made, past, fixed, size)
    new = {side for table in made for side in table}
    said += _notes(drawn, out, entrants, past, new)
    return RoundDraw(round=round, matches=drawn, byes=tuple(out), notes=tuple(said))


def notes(
    matches: Sequence[Match],
    byes: Sequence[Bye],
    entrants: Sequence[Entrant],
    earlier_matches: Iterable[Match],
    earlier_byes: Iterable[Bye],
    *,
    points: Points | None = None,
) -> tuple[Note, ...]:
    """Name what a round that was changed by hand brings with it (rule 11.14).

    ``repeat``: table, entrants, and the ``round`` in which they met last. ``club-together``: table, entrants,
    club. ``second-bye``: entrant, and the ``byes`` it had before.
    Raises: BadStage ``unknown-entrant``.
    """
    number = max([*(one.round for one in matches), *(one.round for one in byes)], default=1)
    known(entrants, {side for match in matches for side in seated(match)} | {one.entrant for one in byes})
    worth = points or Points()
    past = tables_past.read(entrants, earlier_matches, earlier_byes, round=number, worth=worth, wish=4)
    return tuple(_notes(matches, byes, entrants, past, ()))


# -- how many tables of what size


def _shape(n: int, usable: Collection[int], wish: int) -> tuple[int, ...]:
    """Return the best sizes, or none: the worst table nearest to the wish, then least off in all, then most tables,
    then the most even ones."""
    for off in sorted({abs(one - wish) for one in usable}):
        near = [one for one in usable if abs(one - wish) <= off]
        best: dict[int, tuple[int, int, int, int]] = {
            0: (0, 0, 0, 0)
        }  # for so many seats; the last table's size
        for seats in range(1, n + 1):
            ways = [(best[seats - one], one) for one in near if seats - one in best]
            if ways:
                best[seats] = min(
                    (before[0] + abs(one - wish), before[1] - 1, before[2] + one * one, one)
                    for before, one in ways
                )
        if n in best:
            return tuple(sorted(_back(best, n), reverse=True))
    return ()


def _back(best: dict[int, tuple[int, int, int, int]], seats: int) -> Iterator[int]:
    while seats:
        yield best[seats][3]
        seats -= best[seats][3]


def _to_allow(n: int, usable: Collection[int], wish: int) -> tuple[int, ...]:
    """Return the fewest sizes that would seat everybody if they were allowed too, those nearest to the wish."""
    others = [one for one in range(SMALLEST, LARGEST + 1) if one not in usable]
    others.sort(key=lambda one: (one == SMALLEST, abs(one - wish), one))
    ways = (more for number in range(1, len(others) + 1) for more in combinations(others, number))
    return next(more for more in ways if _shape(n, [*usable, *more], wish))


# -- the round


def _planned(
    pool: Sequence[Entrant], past: Past, shape: Sequence[int], mode: str, rounds: int | None, rng: Random
) -> list[Table]:
    """Return the tables of a design where one is asked for or fits; none where they have to be searched."""
    size = shape[0]
    if mode == "swiss" or len(set(shape)) > 1:
        found: list[Table] = []
    else:
        last = rounds if mode == "random" else None
        found = tables_seating.designed(pool, past, size, rounds=last, rng=rng)
    return found


def _no_design(sides: int, size: int) -> NoValidDraw:
    near = (m for step in count(1) for m in (sides - step, sides + step) if designs.length(m, size) > 1)
    return NoValidDraw("no-design", rule="11.12", entrants=sides, size=size, nearest=next(near))


def _numbered(made: Sequence[Table], past: Past, fixed: Sequence[Match], size: int) -> tuple[Match, ...]:
    """Give each table its number, the best first, and its seats; matches that stand keep theirs."""
    order = sorted(made, key=lambda table: (-_mean(table, past), abs(len(table) - size)))
    return laid([_seats(table, past) for table in order], fixed, round=past.round)


def _mean(table: Table, past: Past) -> Fraction:
    return Fraction(sum(past.scores[side] for side in table), len(table))


def _seats(table: Table, past: Past) -> Table:
    """Return the order in which they sit: the one that evens how often each sat where; the given one if it does."""
    sat = {side: [past.sat.get((side, seat), 0) for seat in range(len(table))] for side in table}
    return min(permutations(table), key=lambda order: sum(sat[side][seat] for seat, side in enumerate(order)))


def _notes(
    matches: Iterable[Match],
    byes: Iterable[Bye],
    entrants: Iterable[Entrant],
    past: Past,
    drawn: Collection[str],
) -> Iterator[Note]:
    """Yield what is amiss; of those ``drawn`` it is said that it could not be avoided."""
    clubs = {one.id: one.club for one in entrants}
    for match in matches:
        together: defaultdict[str, list[str]] = defaultdict(list)
        for side in seated(match):
            club = clubs[side]
            if club is not None:
                together[club].append(side)
        for pair in combinations(seated(match), 2):
            if frozenset(pair) in past.met:
                code = "repeat-unavoidable" if pair[0] in drawn else "repeat"
                met = past.last_met[frozenset(pair)]
                yield Note(code, {"table": match.table, "entrants": pair, "round": met})
        for club, sides in together.items():
            if len(sides) > 1:
                facts = {"table": match.table, "entrants": tuple(sides), "club": club}
                yield Note("club-together", facts)
    for bye in byes:
        if bye.kind == "bye" and past.byes.get(bye.entrant):
            yield Note("second-bye", {"entrant": bye.entrant, "byes": past.byes[bye.entrant]})

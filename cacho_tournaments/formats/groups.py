"""Groups: how many of what size, who is drawn into which, and their matches.

Knows: seeds, clubs, chance (a generator is passed in).
Does not know: results, what comes after the groups.

The draw is a colouring: every entrant joins a pot to a club, every group is a colour, and no pot and no full
share of a club may hold one colour twice. Such a colouring always exists (König), so seeds, clubs and sizes
are all met at once, and the draw never has to search (rule 3.6).
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from random import Random
from typing import TypeVar

from cacho_tournaments.formats import seeding
from cacho_tournaments.formats.base import Entrant, Group, GroupsDraw, Note
from cacho_tournaments.formats.errors import NoValidDraw
from cacho_tournaments.formats.round_robin import fixtures

SMALLEST, LARGEST = 3, 8

H = TypeVar("H", bound=Hashable)
_Knot = dict[int, int]  # a pot or a share of a club: which place of the row holds which colour there


def sizes(n: int, size: int = 4) -> tuple[int, ...]:
    """Return the sizes of the groups, larger first (rules 3.1 and 3.2).

    Raises: NoValidDraw ``too-few-entrants``, ``impossible-sizes``.
    """
    if not SMALLEST <= size <= LARGEST:
        nearest = min(max(size, SMALLEST), LARGEST)
        raise NoValidDraw("impossible-sizes", rule="3.1", size=size, nearest=nearest)
    if n < SMALLEST:
        raise NoValidDraw("too-few-entrants", rule="3.1", entrants=n, nearest=SMALLEST)
    shapes = [_even(n, groups) for groups in range(1, n // SMALLEST + 1)]
    return min(shapes, key=lambda shape: _unlike(shape, size))


def draw(entrants: Sequence[Entrant], *, size: int = 4, rng: Random, legs: int = 1) -> GroupsDraw:
    """Draw the groups by lot, seeds apart, members of a club apart as far as can be (rules 3.3 to 3.7).

    Only entrants whose state is ``in`` are drawn. The order they are given in does not matter.
    Raises: NoValidDraw ``too-few-entrants``, ``impossible-sizes``, ``entrant-twice``, ``seed-given-twice``.
    """
    row = seeding.ranked(entrants, rng)
    shape = sizes(len(row), size)
    colours = _Colouring(row, len(shape), rng).colours
    names = _names(colours, len(shape), rng)
    drawn = [(one.id, names[colour]) for one, colour in zip(row, colours, strict=True)]
    labels = [seeding.label(number) for number in range(len(shape))]
    made = tuple(Group(label, tuple(one for one, there in drawn if there == label)) for label in labels)
    return replace(arranged(made, entrants, legs=legs), steps=tuple(drawn))


def arranged(groups: Sequence[Group], entrants: Sequence[Entrant], *, legs: int = 1) -> GroupsDraw:
    """Return the draw that these groups make: matches and notes for groups changed by hand (rule 3.8)."""
    matches = tuple(chain.from_iterable(fixtures(group, legs) for group in groups))
    ordered = sorted(matches, key=lambda match: match.round)
    return GroupsDraw(groups=tuple(groups), matches=tuple(ordered), notes=notes(groups, entrants))


def exchanged(groups: Sequence[Group], one: str, other: str) -> tuple[Group, ...]:
    """Return the groups with two entrants in each other's place."""
    swap = {one: other, other: one}
    return tuple(
        replace(group, members=tuple(swap.get(side, side) for side in group.members)) for group in groups
    )


def notes(groups: Sequence[Group], entrants: Sequence[Entrant]) -> tuple[Note, ...]:
    """Name the members of one club, and the seeds of one pot, that stand in one group.

    ``club-together``: group, club, entrants; and how many ``members`` for how many ``groups``.
    ``seeds-together``: group, entrants; it happens only where groups were changed by hand.
    """
    club = {one.id: one.club for one in entrants if one.club}
    drawn = {side for group in groups for side in group.members}
    seeded = sorted((one for one in entrants if one.seed and one.id in drawn), key=lambda one: one.seed or 0)
    pot = {one.id: place // len(groups) for place, one in enumerate(seeded)}
    found: list[Note] = []
    for group in groups:
        for name, together in _alike(group.members, club).items():
            members = sum(1 for side in drawn if club.get(side) == name)
            facts = {"group": group.label, "club": name, "entrants": together}
            found.append(Note("club-together", {**facts, "members": members, "groups": len(groups)}))
        for together in _alike(group.members, pot).values():
            found.append(Note("seeds-together", {"group": group.label, "entrants": together}))
    return tuple(found)


def _even(n: int, groups: int) -> tuple[int, ...]:
    small, larger = divmod(n, groups)
    return (small + 1,) * larger + (small,) * (groups - larger)


def _unlike(shape: tuple[int, ...], size: int) -> tuple[int, int, int]:
    off = [abs(one - size) for one in shape]
    return max(off), sum(off), -len(shape)


def _alike(members: Sequence[str], mark: Mapping[str, H]) -> dict[H, tuple[str, ...]]:
    by_mark: dict[H, list[str]] = {}
    for side in members:
        if side in mark:
            by_mark.setdefault(mark[side], []).append(side)
    return {key: tuple(sides) for key, sides in by_mark.items() if len(sides) > 1}


class _Colouring:
    """The lot itself: gives each entrant of a row a colour, at most once a pot and once a share of a club."""

    def __init__(self, row: Sequence[Entrant], groups: int, rng: Random) -> None:
        self.groups = groups
        self.rng = rng
        self.colours = [-1] * len(row)
        self.pots: list[_Knot] = [{} for _ in range(-(-len(row) // groups))]
        self.shares = _shares(row, groups, rng)
        for place in range(len(row)):
            self._draw(place)

    def _draw(self, place: int) -> None:
        pot, share = self._pot(place), self.shares[place]
        left = seeding.shuffled((one for one in range(self.groups) if one not in pot), self.rng)
        apart = [one for one in left if one not in share]
        colour = apart[0] if apart else left[0]
        if not apart:
            self._free(share, colour, next(one for one in range(self.groups) if one not in share))
        self._paint(place, colour)

    def _free(self, share: _Knot, colour: int, other: int) -> None:
        """Free ``colour`` at the share: they change places along the chain that starts there.

        The chain never comes to the pot of the entrant being drawn: pots are entered by ``colour``, and
        that pot does not hold it.
        """
        path: list[int] = []
        knot, seek, to_pot = share, colour, True
        while seek in knot:
            step = knot[seek]
            path.append(step)
            knot = self._pot(step) if to_pot else self.shares[step]
            seek, to_pot = other if seek == colour else colour, not to_pot
        for step in path:
            del self._pot(step)[self.colours[step]], self.shares[step][self.colours[step]]
        for step in path:
            self._paint(step, other if self.colours[step] == colour else colour)

    def _pot(self, place: int) -> _Knot:
        return self.pots[place // self.groups]

    def _paint(self, place: int, colour: int) -> None:
        self.colours[place] = colour
        self._pot(place)[colour] = self.shares[place][colour] = place


def _shares(row: Sequence[Entrant], groups: int, rng: Random) -> list[_Knot]:
    """Cut each club into shares of at most one entrant a group; who has no club is a share alone."""
    shares: list[_Knot] = [{} for _ in row]
    clubs: dict[str, list[int]] = {}
    for place, one in enumerate(row):
        if one.club:
            clubs.setdefault(one.club, []).append(place)
    for places in clubs.values():
        mixed = seeding.shuffled(places, rng)
        for start in range(0, len(mixed), groups):
            share: _Knot = {}
            for place in mixed[start : start + groups]:
                shares[place] = share
    return shares


def _names(colours: Sequence[int], groups: int, rng: Random) -> dict[int, str]:
    """Name the colours by lot, the larger groups first."""
    count = {colour: colours.count(colour) for colour in range(groups)}
    order = sorted(seeding.shuffled(range(groups), rng), key=lambda colour: -count[colour])
    return {colour: seeding.label(number) for number, colour in enumerate(order)}

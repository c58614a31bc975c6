"""All against all: who meets whom in which round, by the Berger tables.

Knows: members in their drawn order, legs.
Does not know: groups of a stage, results, clubs.
"""

from collections.abc import Sequence
from random import Random

from cacho_tournaments.formats import seeding
from cacho_tournaments.formats.base import Entrant, Group, GroupsDraw, Match
from cacho_tournaments.formats.errors import NoValidDraw

Pair = tuple[str, str | None]
Round = tuple[Pair, ...]


def rounds(members: Sequence[str], legs: int = 1) -> tuple[Round, ...]:
    """Return every round as pairs; who sits out is paired with None (rules 2.1 to 2.4).

    The first of ``members`` has Berger number 1. The side named first in a pair throws first.
    Raises: NoValidDraw ``too-few-entrants``, ``entrant-twice``.
    """
    if len(members) < 2:
        raise NoValidDraw("too-few-entrants", rule="2.1", entrants=len(members), nearest=2)
    twice = next((one for place, one in enumerate(members) if one in members[:place]), None)
    if twice is not None:
        raise NoValidDraw("entrant-twice", rule="1.3", entrant=twice)
    table = _berger(members)
    swapped = (*table[:-2], *reversed(table[-2:]))
    cycle: list[Round] = []
    for leg in range(legs):
        # The last two rounds change places in every leg that another follows: otherwise somebody would throw
        # first (or second) three times running where one leg turns into the next.
        chosen = swapped if leg < legs - 1 else table
        cycle.extend(_turned(one) if leg % 2 else one for one in chosen)
    return tuple(cycle)


def draw(entrants: Sequence[Entrant], *, rng: Random, legs: int = 1) -> GroupsDraw:
    """Draw a league: one group of all, seeds first, the rest by lot (rule 2.5).

    Raises: NoValidDraw ``too-few-entrants``, ``entrant-twice``, ``seed-given-twice``.
    """
    members = tuple(one.id for one in seeding.ranked(entrants, rng))
    group = Group(label=seeding.label(0), members=members)
    steps = tuple((member, group.label) for member in members)
    return GroupsDraw(groups=(group,), matches=fixtures(group, legs), steps=steps)


def fixtures(group: Group, legs: int = 1) -> tuple[Match, ...]:
    """Return the matches of a group; free rounds make none. Ids are ``A-r1m1``: group, round, place in it."""
    played: list[Match] = []
    for number, pairs in enumerate(rounds(group.members, legs), start=1):
        meeting = [pair for pair in pairs if pair[1] is not None]
        played.extend(
            Match(id=f"{group.label}-r{number}m{board}", seats=pair, round=number, group=group.label)
            for board, pair in enumerate(meeting, start=1)
        )
    return tuple(played)


def _berger(members: Sequence[str]) -> tuple[Round, ...]:
    row: list[str | None] = [*members] if len(members) % 2 == 0 else [*members, None]
    last = len(row) - 1
    table: list[Round] = []
    for number in range(last):
        # The member that meets the last number moves on by half the table each round; the others pair up
        # round it, at equal distance to both sides.
        pivot = number * len(row) // 2 % last
        ends = (row[pivot], row[last]) if number % 2 == 0 else (row[last], row[pivot])
        sides = [ends, *((row[(pivot + k) % last], row[(pivot - k) % last]) for k in range(1, len(row) // 2))]
        table.append(tuple(_pair(first, second) for first, second in sides))
    return tuple(table)


def _pair(first: str | None, second: str | None) -> Pair:
    if first is None:
        first, second = second, None
    assert first is not None  # only one number is the free one
    return first, second


def _turned(pairs: Round) -> Round:
    return tuple((first, None) if second is None else (second, first) for first, second in pairs)

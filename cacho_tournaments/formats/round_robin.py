"""All against all: who meets whom in which round, by the Berger tables.

Knows: members in their drawn order, legs; where there is room for somebody who comes later.
Does not know: groups of a stage, results, clubs.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import count
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


def join(
    members: Sequence[str],
    matches: Sequence[Match],
    newcomer: str,
    *,
    legs: int = 1,
    begun: Collection[int] = (),
) -> tuple[Match, ...]:
    """Return the matches of somebody who joins a group that is drawn; none that stands moves (rules 2.6 to 2.8).

    ``members`` are those of before, ``matches`` all of the group's, ``begun`` the rounds that take nobody in any more.
    The ids count on in each round. Raises: NoValidDraw ``entrant-twice``, ``too-few-entrants``.
    """
    if newcomer in members:
        raise NoValidDraw("entrant-twice", rule="1.3", entrant=newcomer)
    if not members:
        raise NoValidDraw("too-few-entrants", rule="2.1", entrants=1, nearest=2)
    last = max((match.round for match in matches), default=0)
    open_rounds = [number for number in range(1, last + 1) if number not in begun]
    met = _placed(members, matches, newcomer, legs, open_rounds)
    lead: Counter[str] = Counter()
    for match in matches:
        lead.update({str(match.seats[0]): 1, str(match.seats[1]): -1})
    label = next((match.group for match in matches if match.group is not None), None)
    boards = Counter(match.round for match in matches)
    earlier: dict[str, str] = {}
    joined: list[Match] = []
    for number, other in sorted(met.items()):
        # Whoever was named first less often is named first now; in a further leg the sides change order.
        first = newcomer if lead[newcomer] <= lead[other] else other
        if other in earlier:
            first = other if earlier[other] == newcomer else newcomer
        earlier[other] = first
        second = other if first == newcomer else newcomer
        lead.update({first: 1, second: -1})
        boards[number] += 1
        name = f"{label or seeding.label(0)}-r{number}m{boards[number]}"
        joined.append(Match(id=name, seats=(first, second), round=number, group=label))
    return tuple(joined)


def remaining(
    members: Sequence[str], matches: Sequence[Match], *, legs: int = 1, gone: Collection[str] = ()
) -> tuple[Match, ...]:
    """Return what is still to be played of a league whose rounds so far were made elsewhere (rule 2.9).

    ``members`` are in the order of their numbers, ``matches`` those that stand; ``gone`` play no more.
    Raises: NoValidDraw ``too-few-entrants``, ``entrant-twice``.
    """
    standing = Counter(frozenset(match.seats) for match in matches)
    second = {frozenset(match.seats): match.seats[1] for match in matches}
    following = 1 + max((match.round for match in matches), default=0)
    label = seeding.label(0)
    busy: list[set[str | None]] = []
    boards: Counter[int] = Counter()
    found: list[Match] = []
    for pair in (pair for one in rounds(members, legs) for pair in one):
        sides = frozenset(pair)
        if None in sides or sides & set(gone):
            continue
        if standing[sides]:
            standing[sides] -= 1
            continue
        place = next(at for at in count() if at == len(busy) or not busy[at] & sides)
        busy += [set()] if place == len(busy) else []
        busy[place] |= sides
        boards[place] += 1
        seats = pair if second.get(sides, pair[0]) == pair[0] else (pair[1], pair[0])
        second[sides] = seats[1]
        number = following + place
        name = f"{label}-r{number}m{boards[place]}"
        found.append(Match(id=name, seats=seats, round=number, group=label))
    return tuple(sorted(found, key=lambda match: match.round))


def _placed(
    members: Sequence[str], matches: Sequence[Match], newcomer: str, legs: int, open_rounds: Sequence[int]
) -> dict[int, str]:
    """Return whom the newcomer meets in which round: as many as can be in rounds there are, the rest behind them."""
    busy = {(match.round, side) for match in matches for side in match.seats}
    wanted = [(other, leg) for leg in range(legs) for other in members]
    held: dict[tuple[str, int], int] = {}

    def seat(number: int, tried: set[tuple[str, int]]) -> bool:
        """Find an opponent for the round, if need be by giving another round a different one (Kuhn's algorithm)."""
        for one in wanted:
            if one in tried or (number, one[0]) in busy:
                continue
            tried.add(one)
            if one not in held or seat(held[one], tried):
                held[one] = number
                return True
        return False

    for number in open_rounds:
        if (number, newcomer) not in busy:
            seat(number, set())
    found = {number: other for (other, _leg), number in held.items()}
    following = max((match.round for match in matches), default=0)
    for place, (other, _leg) in enumerate((one for one in wanted if one not in held), start=1):
        found[following + place] = other
    return found


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

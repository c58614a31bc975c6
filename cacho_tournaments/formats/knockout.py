"""Knock-out: who is drawn into which slot of the bracket.

Knows: groups the sides come from, places and seeds earned there, clubs, chance (a generator is passed in).
Does not know: results of the groups, names of rounds, times.

The bracket is drawn by halving: of two neighbours in rank, and of two mates of a group, one goes to each
half, then to each quarter, and so on. Both wishes pair the sides off, so what they ask for is a colouring in
two colours of paths and even cycles, and the lot decides for each of these (rule 4.4).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

from cacho_tournaments.formats import seeding
from cacho_tournaments.formats.base import Entrant, Note, Qualifier, Tree
from cacho_tournaments.formats.brackets import (
    advance,
    affected,
    exchanged,
    placings,
    plant,
    positions,
    vacancies,
)
from cacho_tournaments.formats.errors import NoValidDraw

__all__ = ["advance", "affected", "draw", "exchanged", "notes", "placings", "vacancies"]

FINALISTS = 2  # as few as a bracket can have
DRAWS = 40  # drawn at most, to keep the one with the fewest clubs together; a number, never the clock
HALVINGS = 12  # tried at most before a draw is given up

Slots = list[Qualifier | None]


def draw(
    qualifiers: Sequence[Qualifier],
    *,
    rng: Random,
    third_place: bool = True,
    consolation: bool = False,
    until: int = 1,
) -> Tree:
    """Draw the bracket, byes resolved (rules 4.1 to 4.6, 12.1, 12.2). The order the qualifiers are given in does
    not matter. A bracket that ends with more than one side left has no third place and no consolation.

    Raises: NoValidDraw ``too-few-entrants``, ``entrant-twice``, ``seed-given-twice``, ``impossible-cut``.
    """
    if until < 1 or until & (until - 1):
        nearest = 1 << max(until, 1).bit_length() - 1
        raise NoValidDraw("impossible-cut", rule="12.1", asked=until, nearest=nearest)
    drawn, said = slots(qualifiers, rng=rng, least=until + 1)
    tree = plant(drawn, third_place=third_place, consolation=consolation, until=until)
    return replace(tree, notes=(*said, *notes(tree, qualifiers)))


def slots(
    qualifiers: Sequence[Qualifier], *, rng: Random, least: int = FINALISTS
) -> tuple[list[str | None], tuple[Note, ...]]:
    """Draw who stands at which slot of round 1, from the top, and say whether earned order was bent.

    Raises: NoValidDraw ``too-few-entrants``, ``entrant-twice``, ``seed-given-twice``.
    """
    if len(qualifiers) < least:
        ends = {"until": least - 1} if least > FINALISTS else {}
        raise NoValidDraw("too-few-entrants", rule="4.1", entrants=len(qualifiers), nearest=least, **ends)
    seeding.validate(Entrant(one.id, one.seed) for one in qualifiers)
    found, bent = _fewest_clubs(_drawn(qualifiers, rng))
    return [one.id if one else None for one in found], (Note("earned-order-bent"),) if bent else ()


def notes(tree: Tree, qualifiers: Sequence[Qualifier]) -> tuple[Note, ...]:
    """Name what the bracket could not avoid, or what a change by hand brought about.

    ``club-together``: club, entrants, match (of round 1). ``group-mates-close``: group, entrants, and the
    ``round`` in which two of them may meet.
    """
    at = positions(tree)
    slots: Slots = [None] * tree.size
    for one in qualifiers:
        slots[at[one.id]] = one
    return (*_clubs_together(slots), *_mates_close(slots))


def _drawn(qualifiers: Sequence[Qualifier], rng: Random) -> Iterator[tuple[Slots, bool]]:
    """Yield draws, each with whether the order earned in the groups had to be bent for it."""
    row = sorted(qualifiers, key=lambda one: seeding.natural(one.id))
    if not any(one.group for one in row):
        for _ in range(DRAWS):
            yield _seeded(_in_rank(row, rng), rng), False
        return
    for bent in (False, True):
        found = False
        for _ in range(DRAWS):
            ranked = _in_rank(row, rng, bent=bent)
            slots = _halved(*_heads_and_tails(ranked, rng), rng)
            if slots is not None:
                found = True
                yield _apart(slots, range(1, len(slots), 2), rng), bent
        if found:
            return
    by_id = {one.id: one for one in row}
    for _ in range(DRAWS):
        loose = [replace(one, group=None) for one in _in_rank(row, rng)]
        slots = _halved(*_heads_and_tails(loose, rng), rng) or []
        back: Slots = [by_id[one.id] if one else None for one in slots]
        yield _apart(back, range(1, len(back), 2), rng), False


def _in_rank(row: Sequence[Qualifier], rng: Random, *, bent: bool = False) -> list[Qualifier]:
    """Rank by place, then by seed, the rest by lot. Bent, only group winners keep the order they earned."""

    def key(one: Qualifier) -> tuple[int, bool, int]:
        by_lot = one.seed is None or (bent and one.place > 1)
        return one.place, by_lot, 0 if by_lot else one.seed or 0

    return sorted(seeding.shuffled(row, rng), key=key)


def _seeded(ranked: Sequence[Qualifier], rng: Random) -> Slots:
    """Place the ranks where the bracket wants them; who has no seed may still move for the clubs' sake."""
    size = seeding.bracket_size(len(ranked))
    slots: Slots = [ranked[rank - 1] if rank <= len(ranked) else None for rank in seeding.bracket_order(size)]
    loose = [place for place, one in enumerate(slots) if one is not None and one.seed is None]
    return _apart(slots, loose, rng)


def _heads_and_tails(ranked: Sequence[Qualifier], rng: Random) -> tuple[list[Qualifier], list[Qualifier]]:
    """Cut the row: each first-round pair has one head; tails are in order of place, by lot within one."""
    half = seeding.bracket_size(len(ranked)) // 2
    tails = sorted(seeding.shuffled(ranked[half:], rng), key=lambda one: one.place)
    return list(ranked[:half]), tails


def _halved(heads: list[Qualifier], tails: list[Qualifier], rng: Random) -> Slots | None:
    """Return the slots from top to bottom, the best head first in every block; None if no halving was found.

    The first heads, as many as tails are lacking, have the byes.
    """
    if len(heads) == 1:
        return [heads[0], tails[0] if tails else None]
    top = _top(heads, tails, rng)
    if top is None:
        return None
    slots: Slots = []
    for there in (True, False):
        block = _halved(
            [one for one in heads if (one.id in top) is there],
            [one for one in tails if (one.id in top) is there],
            rng,
        )
        if block is None:
            return None
        slots.extend(block)
    return slots


def _top(heads: list[Qualifier], tails: list[Qualifier], rng: Random) -> set[str] | None:
    """Return who goes to the upper half, the best head among them."""
    mates = list(_mate_pairs([*heads, *tails]))
    byes = len(heads) - len(tails)
    for attempt in range(HALVINGS):
        row = tails if attempt < HALVINGS // 2 else seeding.shuffled(tails, rng)
        left = list(row)
        apart = [*zip(heads[::2], heads[1::2], strict=True)]
        if len(row) % 2:
            # The last head with a bye has its neighbour in the other half; the odd tail has to play there.
            apart.append((heads[byes - 1], left.pop(int(rng.random() * len(left)))))
        apart.extend(zip(left[::2], left[1::2], strict=True))
        pairs = [(one.id, other.id) for one, other in (*apart, *mates)]
        top = _two_coloured([one.id for one in (*heads, *tails)], pairs, rng)
        if top is not None:
            return top
    return None


def _mate_pairs(block: Iterable[Qualifier]) -> Iterator[tuple[Qualifier, Qualifier]]:
    groups: dict[str, list[Qualifier]] = {}
    for one in block:
        if one.group:
            groups.setdefault(one.group, []).append(one)
    for mates in groups.values():
        yield from zip(mates[::2], mates[1::2], strict=False)


def _two_coloured(sides: Sequence[str], pairs: Iterable[tuple[str, str]], rng: Random) -> set[str] | None:
    """Return those coloured like the first side, where no pair may be of one colour; the rest is by lot."""
    beside: dict[str, list[str]] = {side: [] for side in sides}
    for one, other in pairs:
        beside[one].append(other)
        beside[other].append(one)
    colour: dict[str, bool] = {}
    for start in sides:
        if start in colour:
            continue
        colour[start] = not colour or rng.random() < 0.5
        queue = [start]
        for one in queue:
            for other in beside[one]:
                if other not in colour:
                    colour[other] = not colour[one]
                    queue.append(other)
                elif colour[other] == colour[one]:
                    return None
    return {side for side in sides if colour[side]}


def _fewest_clubs(drawn: Iterable[tuple[Slots, bool]]) -> tuple[Slots, bool]:
    """Return the first draw that has no more clubs together than any draw must, or the best that came.

    Mates of a group weigh more than clubs.
    """
    best: tuple[tuple[int, int], Slots, bool] | None = None
    for slots, bent in drawn:
        together = sum(_clash(slots, place) for place in range(0, len(slots), 2))
        faults = _closeness(slots), together
        if best is None or faults < best[0]:
            best = faults, slots, bent
        if faults <= (0, _unavoidable(slots)):
            break
    assert best is not None  # without groups and clubs there is always a draw
    return best[1], best[2]


def _unavoidable(slots: Slots) -> int:
    """Return how many first-round pairs of one club there must be: of clubs with more members than pairs."""
    pairs = [(one, other) for one, other in zip(slots[::2], slots[1::2], strict=True) if one and other]
    clubs = [side.club for pair in pairs for side in pair if side.club]
    return sum(max(0, clubs.count(club) - len(pairs)) for club in set(clubs))


def _apart(slots: Slots, movable: Iterable[int], rng: Random) -> Slots:
    """Exchange sides that may move, while that takes clubs apart and brings no mates of a group nearer."""
    places = [place for place in movable if slots[place] is not None]
    close = _closeness(slots)
    for place in seeding.shuffled(places, rng):
        if not _clash(slots, place):
            continue
        for other in seeding.shuffled(places, rng):
            before = _clash(slots, place) + _clash(slots, other)
            slots[place], slots[other] = slots[other], slots[place]
            if _clash(slots, place) + _clash(slots, other) < before and _closeness(slots) <= close:
                break
            slots[place], slots[other] = slots[other], slots[place]
    return slots


def _clash(slots: Slots, place: int) -> int:
    """Return 1 if the first-round pair at this place is of one club."""
    one, other = slots[place & ~1], slots[place | 1]
    return int(one is not None and other is not None and one.club is not None and one.club == other.club)


def _clubs_together(slots: Slots) -> Iterator[Note]:
    for place in range(0, len(slots), 2):
        one, other = slots[place], slots[place + 1]
        if one and other and _clash(slots, place):
            facts = {"club": one.club, "entrants": (one.id, other.id), "match": f"r1m{place // 2 + 1}"}
            yield Note("club-together", facts)


def _mates_close(slots: Slots) -> Iterator[Note]:
    """Yield the mates of a group that may meet earlier than their number demands."""
    close: dict[str, set[int]] = {}
    for group, places in _crowded(slots):
        close.setdefault(group, set()).update(places)
    for group, mates in close.items():
        row = sorted(mates)
        earliest = min((one ^ other).bit_length() for one, other in pairwise(row))
        entrants = tuple(one.id for place in row if (one := slots[place]))
        yield Note("group-mates-close", {"group": group, "entrants": entrants, "round": earliest})


def _closeness(slots: Slots) -> int:
    return sum(len(mates) for _, mates in _crowded(slots))


def _crowded(slots: Slots) -> Iterator[tuple[str, list[int]]]:
    """Yield groups with the places of mates that fill a block beyond their even share (rule 4.4)."""
    groups: dict[str, list[int]] = {}
    for place, one in enumerate(slots):
        if one and one.group:
            groups.setdefault(one.group, []).append(place)
    for group, places in groups.items():
        parts = 2
        while parts <= len(slots) // 2:
            width, share = len(slots) // parts, -(-len(places) // parts)
            blocks = {place // width for place in places}
            crowded = [[place for place in places if place // width == block] for block in sorted(blocks)]
            yield from ((group, mates) for mates in crowded if len(mates) > share)
            parts *= 2

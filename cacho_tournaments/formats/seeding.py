"""Order and chance: the one place where entrants are put in a row, shuffled, snaked and given bracket slots.

Knows: seeds, ids as text with numbers in it, labels of groups, a generator that is passed in.
Does not know: formats, results, where the generator's seed comes from.
"""

import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from cacho_tournaments.formats.base import Entrant
from cacho_tournaments.formats.errors import NoValidDraw

T = TypeVar("T")
Natural = tuple[tuple[tuple[str, int], ...], str]


def natural(text: str) -> Natural:
    """Return a sort key that puts "7" before "12" (rule 1.1)."""
    parts = re.findall(r"(\D*)(\d*)", text)
    return tuple((word, int(number) if number else -1) for word, number in parts), text


def shuffled(items: Iterable[T], rng: Random) -> list[T]:
    """Return the items in an order drawn by lot (rule 1.2).

    Only ``random()`` is used: Python promises the same stream for it in every version, not for ``shuffle``,
    and a stored seed has to give the same draw years later.
    """
    row = list(items)
    for last in range(len(row) - 1, 0, -1):
        pick = int(rng.random() * (last + 1))
        row[last], row[pick] = row[pick], row[last]
    return row


def lots(ids: Iterable[str], seed: int) -> dict[str, int]:
    """Return a lot for everybody, 1 first: the same for the same ids and seed, in any order."""
    order = shuffled(sorted(ids, key=natural), Random(seed))
    return {side: number for number, side in enumerate(order, start=1)}


def ranked(entrants: Sequence[Entrant], rng: Random) -> list[Entrant]:
    """Return those who take part, seeded ones first by seed, the others by lot (rules 1.1 to 1.3).

    Raises: NoValidDraw ``entrant-twice``, ``seed-given-twice``.
    """
    validate(entrants)
    present = sorted((one for one in entrants if one.state == "in"), key=lambda one: natural(one.id))
    seeded = sorted((one for one in present if one.seed is not None), key=lambda one: one.seed or 0)
    return seeded + shuffled((one for one in present if one.seed is None), rng)


def validate(entrants: Iterable[Entrant]) -> None:
    """Refuse an entrant or a seed that stands twice. Raises: NoValidDraw."""
    ids: set[str] = set()
    seeds: dict[int, str] = {}
    for one in entrants:
        if one.id in ids:
            raise NoValidDraw("entrant-twice", rule="1.3", entrant=one.id)
        ids.add(one.id)
        if one.seed is None:
            continue
        if one.seed in seeds:
            pair = (seeds[one.seed], one.id)
            raise NoValidDraw("seed-given-twice", rule="1.3", seed=one.seed, entrants=pair)
        seeds[one.seed] = one.id


def bracket_size(sides: int) -> int:
    """Return the least power of two that holds the sides."""
    return 1 << max(sides - 1, 0).bit_length()


def bracket_order(size: int) -> tuple[int, ...]:
    """Return the ranks from the top slot of a bracket to the last: 1 4 2 3 for four (rule 4.2)."""
    order: list[int] = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [rank for best in order for rank in (best, total - best)]
    return tuple(order)


def snake(items: Sequence[T], groups: int) -> tuple[tuple[T, ...], ...]:
    """Deal the items to and fro over so many groups: 1 8 9 16, 2 7 10 15, ... (rule 1.4)."""
    dealt: list[list[T]] = [[] for _ in range(groups)]
    for number, item in enumerate(items):
        lap, step = divmod(number, groups)
        dealt[step if lap % 2 == 0 else groups - 1 - step].append(item)
    return tuple(tuple(one) for one in dealt)


def label(number: int) -> str:
    """Return the name of the group with this number, counted from 0: A to Z, then AA, AB, ..."""
    text = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        text = chr(ord("A") + letter) + text
    return text


def by_label(text: str) -> tuple[int, str]:
    """Return a sort key that puts group Z before group AA."""
    return len(text), text

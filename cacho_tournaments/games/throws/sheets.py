"""One side's sheet as a row of cells, stage behind stage: what is open, how a box is named, what a ``start`` says.

Knows: the place of a box in a stage, which stage is open, how positions and paper entries are read.
Does not know: dice, turns, whose turn it is.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from cacho_tournaments.games.base import SetupRefused
from cacho_tournaments.games.figures import whole
from cacho_tournaments.games.throws.ruleset import CROSSED, FIRST_THROW, Ruleset, something_always_fits


class Written(NamedTuple):
    points: int
    mark: str | None = None


Cells = tuple[Written | None, ...]  # None is open

STRUCK = Written(0, CROSSED)
BANK = "bank"
_MOST_SAVED = 2  # in one turn: all but the first throw


class Place(NamedTuple):
    """One box of one stage, and how a record line names just this one."""

    at: int
    box: str
    stage: int
    ref: str


def blank(rules: Ruleset) -> Cells:
    return (None,) * (len(rules.boxes) * rules.stages)


def total(cells: Cells) -> int:
    return sum([cell[0] for cell in cells if cell is not None])


def sum_of(rules: Ruleset, cells: Cells, box: str) -> int:
    """Return what the box brought in all stages together."""
    return sum(cell[0] for cell in cells[rules.place[box] :: len(rules.boxes)] if cell is not None)


def filled(cells: Cells, index: int, written: Written) -> Cells:
    return (*cells[:index], written, *cells[index + 1 :])


def open_stage(rules: Ruleset, cells: Cells) -> int:
    """Return the stage that is played now where they are played one after the other; 0 where all are full."""
    count = len(rules.boxes)
    if None not in cells:
        return 0
    return cells.index(None) // count + 1


def index_of(rules: Ruleset, cells: Cells, box: str, stage: int) -> int | None:
    """Return the open cell of a box in that stage, or in the first stage in which it is open; None: it is taken."""
    count = len(rules.boxes)
    place = rules.place[box]
    if rules.sequential and not stage:
        stage = open_stage(rules, cells)
    if stage:
        index = (stage - 1) * count + place
        return index if cells[index] is None else None
    return next((index for index in range(place, len(cells), count) if cells[index] is None), None)


def needs_more(rules: Ruleset, cells: Cells, box: str) -> bool:
    """Say whether the box may not be written yet, because the one that it needs is not."""
    needed = rules.boxes[box].needs
    return bool(needed) and sum_of(rules, cells, needed) == 0


@lru_cache(maxsize=8192)
def _open_places(rules: Ruleset, is_open: tuple[bool, ...]) -> tuple[Place, ...]:
    codes = tuple(rules.boxes)
    now = is_open.index(True) // len(codes) + 1 if True in is_open else 0
    found = []
    for index, still in enumerate(is_open):
        stage, place = divmod(index, len(codes))
        stage += 1
        if still and (stage == now or not rules.sequential):
            plain = rules.stages == 1 or rules.sequential
            found.append(
                Place(index, codes[place], stage, codes[place] if plain else f"{codes[place]}@{stage}")
            )
    return tuple(found)


def open_places(rules: Ruleset, cells: Cells) -> tuple[Place, ...]:
    """Return what a turn may fill now, in sheet order."""
    return _open_places(rules, tuple([cell is None for cell in cells]))


def writable_places(rules: Ruleset, cells: Cells) -> tuple[Place, ...]:
    """Return what may be written into now."""
    return tuple(place for place in open_places(rules, cells) if not needs_more(rules, cells, place.box))


def writable(rules: Ruleset, cells: Cells) -> tuple[str, ...]:
    """Return the boxes in which something may be written now, each once."""
    return tuple(dict.fromkeys(place.box for place in writable_places(rules, cells)))


def strikable_places(rules: Ruleset, cells: Cells) -> tuple[Place, ...]:
    """Return what may be struck now where the dice do not speak against it."""
    if not rules.strikes_freely and something_always_fits(rules, writable(rules, cells)):
        return ()
    return tuple(place for place in open_places(rules, cells) if rules.boxes[place.box].struck)


def places(rules: Ruleset, cells: Cells) -> Iterator[tuple[Place, Written | None]]:
    """Yield every cell; a place outside the open stage is named with its stage, an open one as a line names it."""
    now = open_stage(rules, cells) if rules.sequential else 0
    codes = tuple(rules.boxes)
    for index, cell in enumerate(cells):
        stage, place = divmod(index, len(codes))
        stage += 1
        plain = rules.stages == 1 or stage == now
        yield Place(index, codes[place], stage, "" if plain else f"{codes[place]}@{stage}"), cell


def mark_of(rules: Ruleset, box: str, points: int) -> str | None:
    """Return the mark of a figure that came without dice: only where no later throw can have paid it."""
    return FIRST_THROW if box in rules.premium and points not in rules.plain[box] else None


def written_as(rules: Ruleset, box: str, entry: str) -> Written | None:
    """Return what an entry of a sheet stands for (``24``, ``x``, ``-8``), or None where it cannot stand."""
    if entry == "x":
        return STRUCK if rules.boxes[box].struck else None
    points = figure(entry)
    if points is None or points not in rules.values[box]:
        return None
    return Written(points, mark_of(rules, box, points))


def figure(entry: str) -> int | None:
    """Return an entry as a number, or None where it is none."""
    points = whole(entry.removeprefix("-"))
    return -points if points and entry.startswith("-") else points


def from_text(rules: Ruleset, text: str, *, side: int) -> tuple[Cells, int]:
    """Read what a ``start`` line says after the side; return the sheet and the throws saved.

    ``pair=12 full=x``; a box of several stages ``full@2=24``, or all its places in order ``full=24,,x``; throws that
    were saved ``bank=4``. Raises: SetupRefused ``impossible-start``.
    """
    cells = blank(rules)
    bank = 0
    for token in text.split():
        name, equals, value = token.partition("=")
        if name == BANK and equals and rules.banked:
            saved = figure(value)
            if saved is None or not 0 <= saved <= _MOST_SAVED * len(cells):
                raise _impossible(rules, side, token)
            bank = saved
            continue
        box, at, stage = name.partition("@")
        if not equals or box not in rules.boxes or (at and not _is_stage(rules, stage)):
            raise _impossible(rules, side, token)
        first = int(stage) if at else 1
        entries = value.split(",")
        if first + len(entries) - 1 > (first if at else rules.stages):
            raise _impossible(rules, side, token)
        for number, entry in enumerate(entries, start=first):
            index = (number - 1) * len(rules.boxes) + rules.place[box]
            written = written_as(rules, box, entry) if entry else None
            if cells[index] is not None or (written is None and (entry or len(entries) == 1)):
                raise _impossible(rules, side, token)
            if written is not None:
                cells = filled(cells, index, written)
    _check_order(rules, cells, side)
    return cells, bank


def _check_order(rules: Ruleset, cells: Cells, side: int) -> None:
    """Refuse a sheet that no order of turns can have filled."""
    count = len(rules.boxes)
    if rules.sequential:
        later = cells[open_stage(rules, cells) * count :] if None in cells else ()
        if any(cell is not None for cell in later):
            raise SetupRefused(
                "impossible-start",
                rule=rules.cites["stage-not-open"],
                side=side,
                stage=open_stage(rules, cells),
            )
    for code, box in rules.boxes.items():
        if box.needs and sum_of(rules, cells, code) and needs_more(rules, cells, code):
            raise SetupRefused("impossible-start", rule=box.needs_rule, side=side, box=code)


def _is_stage(rules: Ruleset, text: str) -> bool:
    return rules.stages > 1 and text in [str(stage) for stage in range(1, rules.stages + 1)]


def _impossible(rules: Ruleset, side: int, token: str) -> SetupRefused:
    return SetupRefused("impossible-start", rule=rules.cites["bad-notation"], side=side, token=token)

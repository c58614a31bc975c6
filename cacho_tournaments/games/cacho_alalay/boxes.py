"""The eleven boxes of a sheet: codes, faces, what each can pay, where each stands.

Knows: a sheet as a row of cells (None is open, 0 is crossed, a figure is written) and how to fill it.
Does not know: dice, turns, who plays. Nothing ever pays 0, so a 0 in a cell can only be a cross (rule 1.9).
"""

from functools import lru_cache

from cacho_tournaments.games.base import SetupRefused
from cacho_tournaments.games.figures import whole

Cells = tuple[int | None, ...]

NUMBERS = ("1", "2", "3", "4", "5", "6")
CENTER = ("E", "F", "P")
GRANDE = "G"
BOXES = (*NUMBERS, *CENTER, GRANDE)

GRANDE_POINTS = 50
DE_MANO = {"E": 25, "F": 35, "P": 45}
DE_HUEVO = {"E": 20, "F": 30, "P": 40}

FIRST_GRANDE = 9  # the grandes are the last cells of a sheet
_CELL = {box: index for index, box in enumerate(BOXES)}


def blank(grandes: int) -> Cells:
    """Return an empty sheet with one or two places for the grande."""
    return (None,) * (FIRST_GRANDE + grandes)


def values(box: str) -> tuple[int, ...]:
    """Return what a box can pay, de mano before de huevo (rules 1.3, 1.7, 1.8)."""
    if box == GRANDE:
        return (GRANDE_POINTS,)
    if box in CENTER:
        return (DE_MANO[box], DE_HUEVO[box])
    return tuple(int(box) * count for count in range(1, 6))


def cell_of(cells: Cells, box: str) -> int | None:
    """Return the index of the first open cell of a box, or None where it is taken (rule 1.7: in order)."""
    if box != GRANDE:
        index = _CELL[box]
        return index if cells[index] is None else None
    for index in range(FIRST_GRANDE, len(cells)):
        if cells[index] is None:
            return index
    return None


@lru_cache(maxsize=4096)
def open_boxes(cells: Cells) -> tuple[str, ...]:
    """Return the boxes in which something can still be written, in the order of ``BOXES``."""
    found = [box for box, cell in zip(BOXES[:FIRST_GRANDE], cells, strict=False) if cell is None]
    if None in cells[FIRST_GRANDE:]:
        found.append(GRANDE)
    return tuple(found)


def filled(cells: Cells, box: str, points: int) -> Cells:
    """Return the sheet with ``points`` (0: a cross) in the box; a box that is taken leaves it as it was."""
    index = cell_of(cells, box)
    if index is None:
        return cells
    return (*cells[:index], points, *cells[index + 1 :])


def is_full(cells: Cells) -> bool:
    return None not in cells


def total(cells: Cells) -> int:
    return sum(points for points in cells if points)


def mark_of(box: str, points: int) -> str | None:
    """Return the mark that paper carries beside the figure (rule 1.9); numbers and grandes carry none."""
    if points == 0:
        return "crossed"
    if box in CENTER:
        return "de-mano" if points == DE_MANO[box] else "de-huevo"
    return None


def from_text(text: str, *, grandes: int, side: int) -> Cells:
    """Read what a ``start`` line says after the side: ``6=18 E=25 P=x G=50,x``.

    Raises: SetupRefused ``impossible-start``.
    """
    cells = blank(grandes)
    for token in text.split():
        box, equals, written = token.partition("=")
        entries = written.split(",") if box == GRANDE else [written]
        if not equals or box not in BOXES:
            raise SetupRefused("impossible-start", rule="8", side=side, token=token)
        for entry in entries:
            points = points_of(box, entry)
            if points is None or cell_of(cells, box) is None:
                raise SetupRefused("impossible-start", rule="8", side=side, token=token)
            cells = filled(cells, box, points)
    return cells


def points_of(box: str, entry: str) -> int | None:
    """Return the points that an entry of a sheet stands for, 0 for a cross, None where it cannot stand.

    >>> points_of("6", "18"), points_of("6", "x"), points_of("6", "20")
    (18, 0, None)
    """
    if entry == "x":
        return 0
    points = whole(entry)
    return points if points in values(box) else None

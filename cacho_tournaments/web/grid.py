"""A side's sheet as a page draws it: each cell with its name, figure, sign and state, each counter with its strokes.

Knows: the shapes of ``games.base.Sheet``, where words and signs are found. Does not know: which game it is, HTML.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from cacho_tournaments.games.base import Cell, Counter, Sheet
from cacho_tournaments.web import words
from cacho_tournaments.web.figures import figure

CROSSED = "crossed"
BUNDLE = 5  # strokes that make a bundle, the fifth across the others
SQUARE = 3  # rows and columns of the noughts-and-crosses square; what is left over stands below it
NOTHING = "–"  # a figure of nothing in a line
BELOW_SIGN = "dollar"  # drawn in place of the figure below the square


@dataclass(frozen=True, slots=True)
class GridCell:
    """One box as the page draws it. ``figure`` is empty for an open or a crossed box; ``sign`` is a symbol's name.

    A mark without a sign has its ``mark_name`` alone.
    """

    box: str
    name: words.Word
    pays: str
    state: str  # open, written, crossed, pending
    figure: str
    sign: str
    mark_name: words.Word
    offered: bool
    fresh: bool
    derived: bool = False  # worked out from other cells
    is_zero: bool = False


@dataclass(frozen=True, slots=True)
class GridHead:
    """What stands over a column; ``derived`` where its cells are worked out from others."""

    name: words.Word
    derived: bool


@dataclass(frozen=True, slots=True)
class GridRow:
    """One row of a table: its name, what it pays, and its cells, None where the sheet has no place."""

    name: words.Word
    pays: str
    cells: tuple[GridCell | None, ...]


@dataclass(frozen=True, slots=True)
class GridCounter:
    """A figure kept beside the boxes. ``strokes`` are its bundles; ``places`` are what a paper sheet leaves to mark,
    True where already marked."""

    code: str
    name: words.Word
    figure: str
    strokes: tuple[int, ...] = ()
    places: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet as the page draws it: the square and what stands below it, or a table of rows."""

    shape: str
    total: int
    square: tuple[tuple[GridCell, ...], ...] = ()
    below: tuple[GridCell, ...] = ()
    heads: tuple[GridHead, ...] = ()
    rows: tuple[GridRow, ...] = ()
    sums: tuple[str, ...] = ()
    counters: tuple[GridCounter, ...] = ()


def bundles(strokes: int) -> tuple[int, ...]:
    """Return strokes as bundles of five and what is left: 12 is 5, 5, 2."""
    whole, rest = divmod(max(strokes, 0), BUNDLE)
    return (BUNDLE,) * whole + ((rest,) if rest else ())


def grid_of(
    sheet: Sheet,
    *,
    game: str,
    offers: Collection[str] = (),
    last: str = "",
    is_blank: bool = False,
    spare_rows: bool = False,
) -> Grid:
    """Return the sheet as its drawing.

    ``offers`` and ``last`` name boxes by code or by ``ref``. A blank sheet shows no sums and no counters' figures;
    ``spare_rows`` keeps rows of figures that are not begun.
    """
    rows: dict[int, list[Cell]] = {}
    for cell in sheet.in_order():
        rows.setdefault(cell.row, []).append(cell)
    pen = (_LinePen if sheet.is_lines else _Pen)(game, offers, _fresh(sheet, last))
    if sheet.shape == "tic-tac-toe":
        below = [pen.cell(cell) for row, cells in rows.items() if row >= SQUARE for cell in cells]
        return Grid(
            shape=sheet.shape,
            total=sheet.total,
            square=tuple(
                tuple(pen.cell(cell) for cell in cells) for row, cells in rows.items() if row < SQUARE
            ),
            below=tuple(_below(cell) for cell in below),
        )
    shown = rows if spare_rows or not sheet.is_lines else _begun(rows)
    sums = [figure(value) for value in sheet.sums]
    derived = {cell.column for cell in sheet.cells if not cell.typed}
    return Grid(
        shape=sheet.shape,
        total=sheet.total,
        heads=tuple(
            GridHead(words.box_name(game, code), derived=column in derived)
            for column, code in enumerate(sheet.heads)
        ),
        rows=tuple(
            pen.row(cells, sheet.columns, name=str(row + 1) if sheet.is_lines else "")
            for row, cells in shown.items()
        ),
        sums=tuple("" if is_blank else value for value in sums),
        counters=tuple(_counter(counter, sheet.shape, game, is_blank=is_blank) for counter in sheet.counters),
    )


def _fresh(sheet: Sheet, last: str) -> Cell | None:
    """Return the cell written last: of several places of one box, the one that is filled after the others."""
    written = [cell for cell in sheet.cells if cell.points is not None]
    named = [cell for cell in written if last and last == cell.ref]
    found = named or [cell for cell in written if last and last == cell.box]
    return max(found, key=lambda cell: cell.place, default=None)


def _begun(rows: dict[int, list[Cell]]) -> dict[int, list[Cell]]:
    """Return the rows up to the last one begun, and never none."""
    begun = [
        row for row, cells in rows.items() if any(cell.points is not None or cell.mark for cell in cells)
    ]
    until = max(begun, default=0)
    return {row: cells for row, cells in rows.items() if row <= until}


def _below(cell: GridCell) -> GridCell:
    """Return a cell as it stands below the square: its sign says what it pays."""
    pays = f"{cell.pays} $" if cell.pays else ""
    if cell.state != "written":
        return replace(cell, pays=pays)
    is_paid = cell.figure not in ("", "0")
    return replace(
        cell,
        pays=pays,
        figure="",
        sign=BELOW_SIGN if is_paid else cell.sign,
        mark_name=cell.mark_name or cell.name,
    )


def _counter(counter: Counter, shape: str, game: str, *, is_blank: bool) -> GridCounter:
    return GridCounter(
        code=counter.code,
        name=words.box_name(game, counter.code),
        figure="" if is_blank else figure(counter.value),
        strokes=bundles(counter.value) if shape == "columns" and not is_blank else (),
        places=tuple(not is_blank and at < counter.value for at in range(counter.most)),
    )


@dataclass(frozen=True, slots=True)
class _Pen:
    """Draws cells of one sheet: what it must know of the page around them."""

    game: str
    offers: Collection[str]
    fresh: Cell | None

    def row(self, cells: Sequence[Cell], columns: int, *, name: str) -> GridRow:
        """Return a row; without a name of its own it bears the name of its box."""
        drawn = {cell.column: self.cell(cell) for cell in cells}
        first = drawn[min(drawn)]
        return GridRow(
            name=name or first.name,
            pays="" if name else first.pays,
            cells=tuple(drawn.get(column) for column in range(columns)),
        )

    def cell(self, cell: Cell) -> GridCell:
        """Return one box."""
        if cell.mark == CROSSED:
            state = "crossed"
        elif cell.pending:
            state = "pending"
        else:
            state = "open" if cell.points is None else "written"
        named = {cell.box, cell.ref} - {""}
        return GridCell(
            box=cell.box,
            name=words.box_name(self.game, cell.box),
            pays=_pays(cell.values),
            state=state,
            figure="" if state == "crossed" else figure(cell.points),
            sign=words.sign_of(cell.mark, self.game) if cell.mark else "",
            mark_name=words.mark_name(cell.mark, self.game) if cell.mark else "",
            offered=cell.points is None and not named.isdisjoint(self.offers),
            fresh=cell is self.fresh,
            derived=not cell.typed,
            is_zero=cell.points == 0 and state != "crossed",
        )


class _LinePen(_Pen):
    """Draws lines of figures: nothing is a dash, and a sign stands in place of its figure."""

    __slots__ = ()

    def cell(self, cell: Cell) -> GridCell:
        drawn = super().cell(cell)
        if drawn.sign:
            return replace(drawn, figure="")
        return replace(drawn, figure=NOTHING) if drawn.is_zero and not drawn.derived else drawn


def _pays(values: Iterable[int]) -> str:
    """Return what a blank sheet prints beside the name. A box that pays by its dice prints nothing."""
    found = sorted(set(values), reverse=True)
    return "/".join(figure(value) for value in found) if len(found) <= 2 else ""


def caption_of(sheet: Sheet) -> str:
    """Return what a sheet without a name is called."""
    return _("Score sheet of side %(number)s") % {"number": sheet.side}

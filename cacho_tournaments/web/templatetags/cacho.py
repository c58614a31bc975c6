"""Template tags for our own drawings: symbols, dice, the score grid.

Knows: the sprite ``static/img/symbols.svg``, the traditional shape of a sheet, the words of boxes and marks.
Does not know: tables, requests, rules. A sheet comes as a value of ``games.base``.

    {% load cacho %}
    {% symbol "egg" label=_("de huevo") %}     drawn from the sprite file, which a browser keeps
    {% symbol_inline "egg" %}                  drawn in place, for paper and for files that stand alone
    {% die 5 %}
    {% grid sheet %}                           {% grid sheet caption=name offers=open_boxes values=True inline=True %}
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from cacho_tournaments.games.base import Cell, Sheet
from cacho_tournaments.web import words

register = template.Library()

SPRITE = "img/symbols.svg"
_SYMBOL = re.compile(
    r'<symbol id="(?P<name>[\w-]+)" viewBox="(?P<box>[\d ]+)">(?P<drawing>.*?)</symbol>', re.DOTALL
)
_VARIABLE = re.compile(r"var\(--[\w-]+, ([\w#]+)\)")

DEFAULT_GAME = "cacho-alalay"


@register.filter
def unbroken(name: object) -> str:
    """Return a pair's name as a heading takes it: a line may end after the dot and never begins with it."""
    return str(name).replace(" · ", "\u00a0· ")


@cache
def sprite() -> dict[str, tuple[str, str]]:
    """Return every symbol by name: its view box and its drawing."""
    path = finders.find(SPRITE)
    if not isinstance(path, str):
        raise FileNotFoundError(SPRITE)
    text = Path(path).read_text(encoding="utf-8")
    return {found["name"]: (found["box"], found["drawing"]) for found in _SYMBOL.finditer(text)}


def _symbol(name: str) -> tuple[str, str]:
    """Return a symbol of the sprite, or say which name in a template is wrong."""
    try:
        return sprite()[name]
    except KeyError:
        raise template.TemplateSyntaxError(f"no symbol {name!r} in {SPRITE}") from None


def _svg(name: str, box: str, body: SafeString, label: object, css_class: str) -> SafeString:
    """Wrap a drawing: read aloud by its label, or passed over where the words beside it say the same."""
    spoken = format_html('role="img" aria-label="{}"', label) if label else mark_safe('aria-hidden="true"')
    classes = f"symbol symbol-{name} {css_class}".rstrip()
    return format_html('<svg class="{}" viewBox="{}" {}>{}</svg>', classes, box, spoken, body)


@register.simple_tag
def symbol(name: str, label: object = "", css_class: str = "", **attributes: str) -> SafeString:
    """Draw a symbol from the sprite file. ``class=`` adds classes; ``label=`` is what a screen reader says."""
    box, _drawing = _symbol(name)
    use = format_html('<use href="{}#{}"></use>', static(SPRITE), name)
    return _svg(name, box, use, label, css_class or attributes.get("class", ""))


@register.simple_tag
def symbol_inline(name: str, label: object = "", css_class: str = "", **attributes: str) -> SafeString:
    """Draw a symbol in place. Colours that only a screen has fall back to the ink of the text.

    The drawing is marked safe: it is a file of ours, and the name only picks from it.
    """
    box, drawing = _symbol(name)
    body = mark_safe(_VARIABLE.sub(r"\1", drawing))
    return _svg(name, box, body, label, css_class or attributes.get("class", ""))


@register.simple_tag
def die(face: int | str, css_class: str = "", inline: bool = False, **attributes: str) -> SafeString:
    """Draw a die; a screen reader says its figure."""
    draw = symbol_inline if inline else symbol
    classes = f"die {css_class or attributes.get('class', '')}".rstrip()
    return draw(f"die-{face}", label=str(face), css_class=classes)


@dataclass(frozen=True, slots=True)
class GridCell:
    """One box as the page draws it. ``figure`` is empty for an open or a crossed box; ``mark`` is a symbol's name."""

    box: str
    name: words.Word
    pays: str
    state: str  # open, written, crossed, pending
    figure: str
    mark: str
    mark_name: words.Word
    offered: bool
    fresh: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet as the page draws it: the square, row by row, and what stands below it."""

    shape: str
    square: tuple[tuple[GridCell, ...], ...]
    below: tuple[GridCell, ...]
    total: int


_MARKS = {"de-mano": "hand", "de-huevo": "egg", "grande": "dollar", "dormida": "crown", "crossed": "cross"}


def _pays(cell: Cell) -> str:
    """Return what a blank sheet prints beside the name. A number box pays by its dice: nothing to print."""
    if cell.box == "G":
        return "50 $"
    return "/".join(str(value) for value in cell.values) if len(cell.values) == 2 else ""


def _grid_cell(cell: Cell, game: str, offers: Collection[str], last: str) -> GridCell:
    if cell.mark == "crossed":
        state = "crossed"
    elif cell.pending:
        state = "pending"
    else:
        state = "open" if cell.points is None else "written"
    mark = "grande" if cell.mark is None and cell.box == "G" and cell.points else cell.mark or ""
    return GridCell(
        box=cell.box,
        name=words.box_name(game, cell.box),
        pays=_pays(cell),
        state=state,
        figure=str(cell.points) if cell.points is not None and state != "crossed" else "",
        mark=_MARKS.get(mark, ""),
        mark_name=words.mark_name(mark) if mark else "",
        offered=cell.box in offers and cell.points is None,
        fresh=bool(last) and cell.box == last and cell.points is not None,
    )


def grid_of(sheet: Sheet, *, game: str = DEFAULT_GAME, offers: Collection[str] = (), last: str = "") -> Grid:
    """Return the sheet as its drawing: a tic-tac-toe square with the grandes below, or one row after the other."""
    rows: dict[int, list[GridCell]] = {}
    for cell in sorted(sheet.cells, key=lambda cell: (cell.row, cell.column)):
        rows.setdefault(cell.row, []).append(_grid_cell(cell, game, offers, last))
    last_of_square = 2 if sheet.shape == "tic-tac-toe" else sheet.rows
    return Grid(
        shape=sheet.shape,
        square=tuple(tuple(rows[row]) for row in sorted(rows) if row <= last_of_square),
        below=tuple(cell for row in sorted(rows) if row > last_of_square for cell in rows[row]),
        total=sheet.total,
    )


@register.inclusion_tag("_grid.html")
def grid(
    sheet: Sheet,
    caption: str = "",
    game: str = DEFAULT_GAME,
    offers: Collection[str] = (),
    last: str = "",
    values: bool = False,
    inline: bool = False,
) -> dict[str, Any]:
    """Draw a side's sheet. ``offers`` are boxes that may be written now, ``last`` the box written last;
    ``values`` prints what the boxes pay (25/20); ``inline`` draws the symbols in place, for paper."""
    return {
        "grid": grid_of(sheet, game=game, offers=offers, last=last),
        "caption": caption or _("Score sheet of side %(number)s") % {"number": sheet.side},
        "values": values,
        "inline": inline,
    }


@register.filter
def table_classes(table: Any) -> str:
    """Return the classes of a django-tables2 table: its own, and which kinds of cells its rows have.

    The stylesheet could ask with ``:has()``, but the phones that come to a hall are older than that.
    """
    cells = " ".join(str(column.attrs["td"].get("class", "")) for column in table.columns).split()
    found = [f"has-{kind}s" for kind in ("fold", "place") if kind in cells]
    return " ".join([*str(table.attrs.get("class", "")).split(), *found])

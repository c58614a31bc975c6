"""Template tags for our own drawings: symbols, dice, the score grid.

Knows: the sprite ``static/img/symbols.svg``, which template draws what. Does not know: tables, requests, rules.
A sheet comes as a value of ``games.base``; how it is drawn is worked out in ``web/grid.py``.

    {% load cacho %}
    {% symbol "egg" label=_("de huevo") %}     drawn from the sprite file, which a browser keeps
    {% symbol_inline "egg" %}                  drawn in place, for paper and for files that stand alone
    {% die 5 %}
    {% grid sheet game=code %}                 {% grid sheet game=code offers=open_boxes values=True inline=True %}
"""

import json
import re
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.core.serializers.json import DjangoJSONEncoder
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from cacho_tournaments.games.base import Sheet
from cacho_tournaments.web import grid as drawing
from cacho_tournaments.web.figures import figure

register = template.Library()

SPRITE = "img/symbols.svg"
_SYMBOL = re.compile(
    r'<symbol id="(?P<name>[\w-]+)" viewBox="(?P<box>[\d ]+)">(?P<drawing>.*?)</symbol>', re.DOTALL
)
_VARIABLE = re.compile(r"var\(--[\w-]+, ([\w#]+)\)")


@register.filter
def unbroken(name: object) -> str:
    """Return a pair's name as a heading takes it: a line may end after the dot and never begins with it."""
    return str(name).replace(" · ", "\u00a0· ")


@register.filter
def in_parts(title: object) -> str:
    """Return a title whose lines end after a dot alone: ``Table 1 · Group A, round 3``."""
    parts = str(title).split(" · ")
    return "\u00a0· ".join(part.replace(" ", "\u00a0") for part in parts)


# As Django's own json_script: nothing in the text may end the element that it stands in.
_IN_A_SCRIPT = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}


@register.filter
def seed_script(value: object, element_id: str) -> SafeString:
    """Return a value as JSON for a script, its letters as they are: a page in Russian is a third shorter so."""
    text = json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
    inner = mark_safe(text.translate(_IN_A_SCRIPT))
    return format_html('<script id="{}" type="application/json">{}</script>', element_id, inner)


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


@register.simple_tag
def strokes(number: int, inline: bool = False) -> SafeString:
    """Draw a bundle of strokes, at most five; the figure beside it is what a screen reader says."""
    draw = symbol_inline if inline else symbol
    return draw(f"strokes-{number}", css_class="bundle")


@register.inclusion_tag("_grid.html")
def grid(
    sheet: Sheet,
    game: str,
    caption: str = "",
    offers: Collection[str] = (),
    last: str = "",
    values: bool = False,
    inline: bool = False,
) -> dict[str, Any]:
    """Draw a side's sheet in its traditional shape. ``offers`` are boxes that may be written now, ``last`` the box
    written last; ``values`` prints a blank sheet: what the boxes pay (25/20), room instead of figures; ``inline``
    draws for paper: symbols in place, every row."""
    return {
        "grid": drawing.grid_of(
            sheet,
            game=game,
            offers=offers,
            last=last,
            is_blank=values,
            spare_rows=values or inline,
        ),
        "caption": caption or drawing.caption_of(sheet),
        "values": values,
        "inline": inline,
    }


register.filter("figure", figure)


@register.filter
def table_classes(table: Any) -> str:
    """Return the classes of a django-tables2 table: its own, and which kinds of cells its rows have.

    The stylesheet could ask with ``:has()``, but the phones that come to a hall are older than that.
    """
    cells = " ".join(str(column.attrs["td"].get("class", "")) for column in table.columns).split()
    found = [f"has-{kind}s" for kind in ("fold", "place") if kind in cells]
    return " ".join([*str(table.attrs.get("class", "")).split(), *found])

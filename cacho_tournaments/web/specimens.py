"""Made-up values for the style page: one of everything that a page can be put together from.

Knows: the shapes that the parts draw, which games there are. Does not know: tables, real people; nothing here is
read from anywhere or translated.
"""

from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

import django_tables2 as tables
from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit
from django import forms
from django.http import HttpRequest
from django.utils.html import format_html

from cacho_tournaments import games
from cacho_tournaments.games.base import Cell, Sheet
from cacho_tournaments.games.replay import made_up
from cacho_tournaments.web import words
from cacho_tournaments.web.templatetags.cacho import sprite

_NUMBERS = {"1": (0, 0), "2": (1, 0), "3": (2, 0), "4": (0, 2), "5": (1, 2), "6": (2, 2)}
_CENTER = {"E": (0, (25, 20)), "F": (1, (35, 30)), "P": (2, (45, 40))}


def sheet(written: dict[str, int], *, side: int, grandes: tuple[int | None, ...], pending: str = "") -> Sheet:
    """Return a sheet of Cacho Alalay with these boxes written; 0 is a cross."""
    cells = [_cell(box, row, column, (), written, pending) for box, (row, column) in _NUMBERS.items()]
    cells += [_cell(box, row, 1, pays, written, pending) for box, (row, pays) in _CENTER.items()]
    cells += [
        Cell("G", 3, 2 * place, (50,), points, "crossed" if points == 0 else None)
        for place, points in enumerate(grandes)
    ]
    total = sum(written.values()) + sum(points or 0 for points in grandes)
    return Sheet("tic-tac-toe", 4, 3, tuple(cells), total, side)


def _cell(
    box: str, row: int, column: int, pays: tuple[int, ...], written: dict[str, int], pending: str
) -> Cell:
    points = written.get(box)
    mark = None
    if points == 0:
        mark = "crossed"
    elif points and pays:
        mark = "de-mano" if points == pays[0] else "de-huevo"
    return Cell(box, row, column, pays, points, mark, pending=box == pending)


@dataclass(frozen=True, slots=True)
class SheetsOf:
    """A game's sheets: one in the middle of a game played by lot, and one before the first turn."""

    code: str
    name: words.Word
    shape: str
    played: Sheet
    blank: Sheet


def sheets_of_every_game(*, turns: int = 26, seed: int = 3) -> list[SheetsOf]:
    """Return a sheet of each game after so many turns of two sides, or when the game is over."""
    found = []
    for code in games.codes():
        rules = games.get(code)
        begun = rules.start(rules.resolve(), sides=2)
        *_, (_line, state) = islice(made_up(rules, begun, Random(seed)), turns)
        blank, played = rules.sheet(begun, 1), rules.sheet(state, 1)
        found.append(SheetsOf(code, words.game_name(code), blank.shape, played, blank))
    return found


def _column(heading: str, css: str, heading_css: str, *, orderable: bool) -> tables.Column:
    attrs = {"td": {"class": css}, "th": {"class": heading_css}}
    return tables.Column(verbose_name=heading, attrs=attrs, orderable=orderable)


_COLUMNS = {
    "place": ("#", "place", "place"),
    "name": ("Pair", "main", "main"),
    "points": ("Pts", "num strong", "num"),
    "won": ("W", "num", "num"),
    "lost": ("L", "num", "num"),
    "margin": ("Diff", "num num-wide soft", "num num-wide"),
    "instant": ("Instant wins", "num fold", "num fold"),
    "why": ("Reason", "why", "why unseen"),
}
_STANDINGS = [
    (1, "Quispe · Mamani", "Los Senas", 6, 3, 0, "+212", 1),
    (2, "Rojas · Céspedes", "Peña El Cubilete", 4, 2, 1, "+97", 0),
    (3, "Vargas · Ortiz", "Los Trenes", 2, 1, 2, "−41", 1),
    (4, "Nina · Ugarte", "Dados del Sur", 0, 0, 3, "−268", 0),
]


def standings() -> tables.Table:
    """Return a group's standings as the public page shows them: two go on."""
    rows = [
        {
            "place": place,
            "name": format_html("{} <small>{}</small>", name, club),
            "points": points,
            "won": won,
            "lost": lost,
            "margin": margin,
            "instant": instant,
            "why": format_html('<a href="#why">{}</a>', "why?"),
        }
        for place, name, club, points, won, lost, margin, instant in _STANDINGS
    ]
    columns = [
        (key, _column(heading, css, heading_css, orderable=key != "why"))
        for key, (heading, css, heading_css) in _COLUMNS.items()
    ]
    return tables.Table(
        rows,
        extra_columns=columns,
        order_by="place",
        attrs={"caption": "Standings of group C"},
        row_attrs={"class": lambda record: "goes-on" if record["place"] < 3 else ""},
    )


class FormSpecimen(forms.Form):
    """A form with a field of each kind, two of them wrong."""

    name = forms.CharField(label="Name of the pair", help_text="As it is called in the hall.")
    email = forms.EmailField(label="E-mail")
    kind = forms.ChoiceField(label="Entrants", choices=[("pair", "pairs"), ("single", "single players")])
    paid = forms.BooleanField(label="The fee is paid", required=False)
    note = forms.CharField(label="Note", required=False, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = FormHelper()
        self.helper.form_tag = False
        self.helper.add_input(Submit("save", "Enter the pair", css_class="btn-accent"))


def context(request: HttpRequest) -> dict[str, Any]:
    """Return everything that the style page shows."""
    table = standings()
    tables.RequestConfig(request).configure(table)
    return {
        "symbols": [name for name in sprite() if not name.startswith("die-")],
        "first": sheet(
            {"1": 3, "2": 0, "3": 9, "4": 16, "6": 18, "E": 25, "F": 30},
            side=1,
            grandes=(50, None),
            pending="3",
        ),
        "second": sheet({"1": 4, "3": 9, "5": 15, "E": 20, "P": 40}, side=2, grandes=(0, None)),
        "game": games.codes()[0],
        "blank": sheet({}, side=3, grandes=(None, None)),
        "every_game": sheets_of_every_game(),
        "offers": ("5", "P"),
        "standings": table,
        "form": FormSpecimen({"name": "", "email": "quispe", "kind": "pair"}),
        "faces": range(1, 7),
    }

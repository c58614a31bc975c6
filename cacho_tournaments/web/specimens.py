"""Made-up values for the style page: one of everything that a page can be put together from.

Knows: the shapes that the parts draw. Does not know: tables, real people; nothing here is read from anywhere
or translated.
"""

from typing import Any

import django_tables2 as tables
from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit
from django import forms
from django.http import HttpRequest
from django.utils.html import format_html

from cacho_tournaments.games.base import Cell, Sheet
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


class StandingsSpecimen(tables.Table):
    """A group's standings as the public page shows them."""

    place = tables.Column(verbose_name="#", attrs={"td": {"class": "place"}, "th": {"class": "place"}})
    name = tables.Column(verbose_name="Pair", attrs={"td": {"class": "main"}, "th": {"class": "main"}})
    points = tables.Column(verbose_name="Pts", attrs={"td": {"class": "num strong"}, "th": {"class": "num"}})
    won = tables.Column(verbose_name="W", attrs={"td": {"class": "num"}, "th": {"class": "num"}})
    lost = tables.Column(verbose_name="L", attrs={"td": {"class": "num"}, "th": {"class": "num"}})
    margin = tables.Column(
        verbose_name="Diff", attrs={"td": {"class": "num num-wide soft"}, "th": {"class": "num num-wide"}}
    )
    instant = tables.Column(
        verbose_name="Instant wins", attrs={"td": {"class": "num fold"}, "th": {"class": "num fold"}}
    )
    why = tables.Column(
        verbose_name="Reason", orderable=False, attrs={"td": {"class": "why"}, "th": {"class": "why unseen"}}
    )

    class Meta:
        row_attrs = {"class": lambda record: "goes-on" if record["place"] < 3 else ""}
        attrs = {"caption": "Standings of group C"}
        order_by = "place"

    def render_name(self, record: dict[str, Any]) -> str:
        return format_html("{} <small>{}</small>", record["name"], record["club"])

    def render_why(self) -> str:
        return format_html('<a href="#why">{}</a>', "why?")


_STANDINGS = [
    (1, "Quispe · Mamani", "Los Senas", 6, 3, 0, "+212", 1),
    (2, "Rojas · Céspedes", "Peña El Cubilete", 4, 2, 1, "+97", 0),
    (3, "Vargas · Ortiz", "Los Trenes", 2, 1, 2, "−41", 1),
    (4, "Nina · Ugarte", "Dados del Sur", 0, 0, 3, "−268", 0),
]
_STANDINGS_KEYS = ("place", "name", "club", "points", "won", "lost", "margin", "instant")


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
    standings = StandingsSpecimen(
        [{**dict(zip(_STANDINGS_KEYS, row, strict=True)), "why": "?"} for row in _STANDINGS]
    )
    tables.RequestConfig(request).configure(standings)
    return {
        "symbols": [name for name in sprite() if not name.startswith("die-")],
        "first": sheet(
            {"1": 3, "2": 0, "3": 9, "4": 16, "6": 18, "E": 25, "F": 30},
            side=1,
            grandes=(50, None),
            pending="3",
        ),
        "second": sheet({"1": 4, "3": 9, "5": 15, "E": 20, "P": 40}, side=2, grandes=(0, None)),
        "blank": sheet({}, side=3, grandes=(None, None)),
        "offers": ("5", "P"),
        "standings": standings,
        "form": FormSpecimen({"name": "", "email": "quispe", "kind": "pair"}),
        "faces": range(1, 7),
    }

"""What is typed on play's pages without script: a quick turn, a PIN, a tablet, a paper sheet.

Knows: shapes of fields, how they become record lines and sheets. Does not know: rules, rows beyond the choices given.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.models import Table, Tournament
from cacho_tournaments.games.base import Cell
from cacho_tournaments.play.queries import GameView, MatchPage
from cacho_tournaments.play.wire import MAX_LINE, MAX_SEQUENCE, SentTurn
from cacho_tournaments.web import words
from cacho_tournaments.web.forms import ActionForm

CROSS = "x"
DORMIDA = "dormida"
GRANDE = "G"


class PageForm(forms.Form):
    """A form whose hidden fields the page fills in; a spoiled one is said above it, as nobody sees the field."""

    def full_clean(self) -> None:
        super().full_clean()
        if self.is_bound and any(field.name in self.errors for field in self.hidden_fields()):
            self.add_error(
                None, _("This page came back incomplete, so nothing was written. Load it anew and try again.")
            )


class QuickForm(PageForm):
    """A turn by its box and points, or by its record line. ``client_id`` makes a second press harmless."""

    client_id = forms.RegexField(r"^[A-Za-z0-9_-]{8,64}$", widget=forms.HiddenInput)
    game_number = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)
    base_sequence = forms.IntegerField(min_value=0, max_value=MAX_SEQUENCE, widget=forms.HiddenInput)
    side = forms.IntegerField(min_value=1, max_value=6, widget=forms.HiddenInput)
    box = forms.ChoiceField(label=_("Box"), widget=forms.RadioSelect, required=False)
    points = forms.ChoiceField(label=_("Points"), required=False)
    line = forms.CharField(
        label=_("Or the whole turn as a record line"),
        help_text=_("For example: 35661 66+214 1>6 =6 18"),
        max_length=MAX_LINE,
        required=False,
    )

    def __init__(self, *args: Any, game: GameView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        form = game.form or {}
        quick: Mapping[str, Sequence[int]] = form.get("quick", {})
        boxes = [(box, words.box_name(game.game, box)) for box in quick]
        boxes += [(instant["code"], words.mark_name(instant["code"])) for instant in form.get("instant", ())]
        values = sorted({points for values in quick.values() for points in values})
        crosses = [(CROSS, _("✕ cross out"))] if form.get("cross") else []
        cast(forms.ChoiceField, self.fields["box"]).choices = boxes
        points = [("", "–"), *((str(value), str(value)) for value in values), *crosses]
        cast(forms.ChoiceField, self.fields["points"]).choices = points

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        box, points = found.get("box"), found.get("points")
        if not found.get("line") and not (box == DORMIDA or (box and points)):
            raise forms.ValidationError(_("Choose a box and its points, or type the record line."))
        return found

    def sent(self) -> SentTurn:
        """Return the turn as a tablet would have sent it."""
        found = self.cleaned_data
        return SentTurn(
            client_id=found["client_id"],
            game_number=found["game_number"],
            base_sequence=found["base_sequence"],
            line=self._line(),
            entry="full" if found["line"] else "quick",
        )

    def _line(self) -> str:
        found = self.cleaned_data
        side, box, points = found["side"], found["box"], found["points"]
        if line := found["line"].strip():
            # The side may be left out: it is known whose turn it is.
            return line if line.split()[0] in list("123456") else f"{side} {line}"
        if box == DORMIDA:
            return f"{side} {DORMIDA}"
        return f"{side} {CROSS}{box}" if points == CROSS else f"{side} ={box} {points}"


class UndoForm(forms.Form):
    """The last turn taken back; ``base_sequence`` is what the page had seen of the log."""

    client_id = forms.RegexField(r"^[A-Za-z0-9_-]{8,64}$", widget=forms.HiddenInput)
    base_sequence = forms.IntegerField(min_value=0, max_value=MAX_SEQUENCE, widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class PinForm(ActionForm):
    """The six digits printed beside a tablet's link."""

    submit = _("Open the tables")
    submit_css = "btn-accent btn-lg"
    places: ClassVar = dict.fromkeys(
        ("no-such-device", "device-revoked", "device-locked", "wrong-pin"), "pin"
    )

    pin = forms.CharField(
        label=_("PIN"),
        max_length=12,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True, "class": "pin-field"}
        ),
    )


class _TablesField(forms.ModelMultipleChoiceField):
    def label_from_instance(self, obj: Table) -> str:
        return _("Table %(table)s") % {"table": obj}


class DeviceForm(ActionForm):
    """A tablet to let in: what it is called, which tables it serves."""

    submit = _("Add the tablet")
    places: ClassVar = {"label-missing": "label", "label-taken": "label", "other-events-table": "tables"}

    label = forms.CharField(
        label=_("Name of the tablet"), max_length=60, help_text=_("For example: Table 7, or Ana's tablet")
    )
    tables = _TablesField(
        Table.objects.none(),
        label=_("Tables it may write for"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one table.")},
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = cast(_TablesField, self.fields["tables"])
        tables.queryset = Table.objects.filter(tournament=tournament)


@dataclass(frozen=True, slots=True)
class PaperSide:
    """A side's sheet as it is typed: rows of fields in their traditional places."""

    position: int
    name: str
    club: str
    rows: tuple[tuple[forms.BoundField, ...], ...]
    errors: tuple[tuple[str, str], ...]  # what is wrong with it, each with the number of its rule


class PaperForm(PageForm):
    """The sheets of all sides of one game, box by box."""

    game_number = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)
    instant = forms.TypedChoiceField(
        label=_("Won at once by a throw (dormida)"), coerce=int, empty_value=None, required=False
    )
    reason = forms.CharField(
        label=_("Reason of the correction"),
        help_text=_("What was written for this game before is taken back and stays in the log."),
        max_length=200,
        required=False,
    )

    def __init__(self, *args: Any, page: MatchPage, game: GameView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.page, self.game = page, game
        self.side_errors: dict[int, list[tuple[str, str]]] = {}
        sides = [("", _("nobody")), *((side.position, side.name) for side in page.sides)]
        cast(forms.TypedChoiceField, self.fields["instant"]).choices = sides
        self.fields["game_number"].initial = game.number
        if not game.has_turns:
            del self.fields["reason"]
        elif not self.is_bound:
            self.fields["reason"].required = True
        for side, sheet in enumerate(game.sheets, start=1):
            for name, cell in _named(side, sheet.cells):
                self.fields[name] = _field(game, cell)

    def sides(self) -> Iterator[PaperSide]:
        """Yield the sheets as the page draws them."""
        for side, sheet in zip(self.page.sides, self.game.sheets, strict=True):
            rows: dict[int, list[forms.BoundField]] = {}
            errors = list(self.side_errors.get(side.position, ()))
            said = {sentence for sentence, _rule in errors}
            for name, cell in _named(side.position, sheet.cells):
                rows.setdefault(cell.row, []).append(self[name])
                errors += [
                    (f"{self[name].label}: {each}", "") for each in self[name].errors if each not in said
                ]
            fields = tuple(map(tuple, rows.values()))
            yield PaperSide(side.position, side.name, side.club, fields, tuple(errors))

    def sheets(self) -> list[dict[str, str]]:
        """Return what was typed, one mapping of box to value a side; grandes as ``50,x``."""
        typed = []
        for side, sheet in enumerate(self.game.sheets, start=1):
            values: dict[str, list[str]] = {}
            for name, cell in _named(side, sheet.cells):
                if value := self.cleaned_data.get(name):
                    values.setdefault(cell.box, []).append(value)
            typed.append({box: ",".join(found) for box, found in values.items()})
        return typed

    @property
    def is_refused(self) -> bool:
        """Whether anything stands against it: a refusal of a whole side belongs to no field of the form."""
        return bool(self.errors or self.side_errors)

    def refuse(self, sentence: str, *, rule: str, side: int | None, box: str) -> None:
        """Put a refusal where it belongs: at the box, at the side, or above all."""
        name = f"s{side}-{box}" if box != GRANDE else f"s{side}-{GRANDE}1"
        if side is None:
            self.add_error(None, sentence)
            return
        self.side_errors.setdefault(side, []).append((sentence, rule))
        if name in self.fields:
            self.add_error(name, sentence)


class _BoxField(forms.CharField):
    """Points or a cross; ``X``, ``×`` and a dash are crosses too."""

    def to_python(self, value: Any) -> str:
        typed = str(value or "").strip().lower()
        return CROSS if typed in {"x", "×", "✕", "-", "–", "х"} else typed


def _named(side: int, cells: Sequence[Cell]) -> Iterator[tuple[str, Cell]]:
    """Yield the field's name of every cell; the places of one box are numbered where it has several."""
    ordered = sorted(cells, key=lambda cell: (cell.row, cell.column))
    for cell in ordered:
        places = [each for each in ordered if each.box == cell.box]
        which = str(places.index(cell) + 1) if cell.box == GRANDE else ""
        yield f"s{side}-{cell.box}{which}", cell


def _field(game: GameView, cell: Cell) -> forms.Field:
    label = str(words.box_name(game.game, cell.box))
    if len(cell.values) in (1, 2):
        choices = [("", ""), *((str(value), str(value)) for value in cell.values), (CROSS, "✕")]
        return forms.ChoiceField(
            label=label, choices=choices, required=False, widget=forms.Select(_attributes(cell))
        )
    attributes = {"inputmode": "text", "autocomplete": "off", "maxlength": 3, **_attributes(cell)}
    return _BoxField(label=label, required=False, widget=forms.TextInput(attributes))


def _attributes(cell: Cell) -> dict[str, Any]:
    return {"class": "paper-box", "data-box": cell.box}

"""A paper sheet typed in: a field for every place that is filled by hand, in the sheet's own shape.

Knows: shapes of sheets, how what is typed becomes values a box, how what the log holds is shown as if it were typed.
Does not know: what a box can be worth; the engine decides.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.games.base import Cell, Sheet
from cacho_tournaments.play.forms.events import CONCEDE
from cacho_tournaments.play.forms.fields import MINUSES
from cacho_tournaments.play.forms.page import PageForm
from cacho_tournaments.play.queries import GameView, MatchPage, instant_wins, score_table
from cacho_tournaments.web import explain, words
from cacho_tournaments.web.grid import CROSSED

CROSS = "x"
CROSSES = frozenset({"x", "×", "✕", "-", "х"})
LONGEST = 4  # signs of an entry
ALL_SIDES = 0


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A row of a sheet: what stands before it, and its fields in the order of the columns."""

    name: str
    fields: tuple[forms.BoundField, ...]


@dataclass(frozen=True, slots=True)
class PaperSide:
    """A side's sheet as it is typed. ``heads`` stand over the columns that are filled by hand; it ``has_total`` where
    its figures are points that add up."""

    position: int
    name: str
    club: str
    shape: str
    heads: tuple[str, ...]
    rows: tuple[PaperRow, ...]
    errors: tuple[tuple[str, str], ...]  # what is wrong with it, each with the number of its rule
    has_total: bool
    gave_up: bool | None  # whether it did before the end; None where that is not asked


class PaperForm(PageForm):
    """The sheets of all sides of one game, place by place."""

    game_number = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)
    instant = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    gave_up = forms.TypedMultipleChoiceField(coerce=int, required=False)
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
        self._offer_instant()
        self._offer_giving_up()
        self.fields["game_number"].initial = game.number
        if not game.has_turns:
            del self.fields["reason"]
        elif not self.is_bound:
            self.fields["reason"].required = True
        for side, sheet in zip(page.sides, game.sheets, strict=True):
            for name, cell in _named(side.position, sheet):
                self.fields[name] = _field(game, sheet, cell, side.name)
                self.fields[name].initial = _standing(game, sheet, cell)

    def _offer_instant(self) -> None:
        """Ask who won only where a throw may have done it, or where sheets may leave it open."""
        field = cast(forms.TypedChoiceField, self.fields["instant"])
        sides = [(side.position, side.name) for side in self.page.sides]
        if wins := instant_wins(self.game):
            said = ", ".join(str(words.mark_name(each, self.game.game)) for each in wins)
            field.label = _("Won at once by a throw (%(win)s)") % {"win": said}
            field.choices = [("", _("nobody")), *sides]
            if self.game.ending in wins:
                field.initial = self.game.winners[0]
        elif score_table(self.game).get("asks_winner"):
            field.label = _("Who won, where the sheets leave it open")
            field.choices = [("", "–"), *sides]
        else:
            del self.fields["instant"]

    def _offer_giving_up(self) -> None:
        """Ask who gave up, where a sheet does not tell it by itself."""
        if self.is_by_lines:
            del self.fields["gave_up"]
            return
        field = cast(forms.TypedMultipleChoiceField, self.fields["gave_up"])
        field.choices = [(side.position, side.name) for side in self.page.sides]
        field.initial = [turn.side for turn in self.game.log if turn.counts and turn.line.endswith(CONCEDE)]

    @property
    def leavers(self) -> list[int]:
        """The sides that gave up before the end."""
        return list(self.cleaned_data.get("gave_up", ()))

    @property
    def instant_side(self) -> int | None:
        """The side that won, where it was said."""
        return self.cleaned_data.get("instant")

    def shared_errors(self) -> list[tuple[str, str]]:
        """Return what is wrong with all sheets together, each with the number of its rule."""
        return self.side_errors.get(ALL_SIDES, [])

    def sides(self) -> Iterator[PaperSide]:
        """Yield the sheets as the page draws them."""
        given = [] if self.is_by_lines else [str(side) for side in self["gave_up"].value() or ()]
        for side, sheet in zip(self.page.sides, self.game.sheets, strict=True):
            rows: dict[int, list[forms.BoundField]] = {}
            errors = list(self.side_errors.get(side.position, ()))
            said = {sentence for sentence, _rule in (*errors, *self.shared_errors())}
            named = _named(side.position, sheet)
            for name, cell in named:
                rows.setdefault(cell.row, []).append(self[name])
                errors += [
                    (f"{self[name].label}: {each}", "") for each in self[name].errors if each not in said
                ]
            columns = sorted({cell.column for _name, cell in named})
            heads = [str(words.box_name(self.game.game, sheet.heads[at])) for at in columns if sheet.heads]
            yield PaperSide(
                position=side.position,
                name=side.name,
                club=side.club,
                shape=sheet.shape,
                heads=tuple(heads),
                rows=tuple(
                    PaperRow(_row_name(self.game, sheet, row), tuple(fields)) for row, fields in rows.items()
                ),
                errors=tuple(errors),
                has_total=not sheet.is_lines,
                gave_up=None if sheet.is_lines else str(side.position) in given,
            )

    def sheets(self) -> list[dict[str, str]]:
        """Return what was typed, one mapping of box to value a side; several places of a box are joined by commas,
        an open place is empty text."""
        typed = []
        for side, sheet in enumerate(self.game.sheets, start=1):
            values: dict[str, list[str]] = {}
            for name, cell in _named(side, sheet):
                values.setdefault(cell.box, []).append(self.cleaned_data.get(name) or "")
            typed.append({box: ",".join(found) for box, found in values.items() if any(found)})
        return typed

    @property
    def is_by_lines(self) -> bool:
        """Whether the sheets hold counts, a line for each part of the game, and not points."""
        return any(sheet.is_lines for sheet in self.game.sheets)

    @property
    def is_refused(self) -> bool:
        """Whether anything stands against it: a refusal of a whole side belongs to no field of the form."""
        return bool(self.errors or self.side_errors)

    def refuse(self, sentence: str, *, rule: str, side: int | None, box: str, place: int | None) -> None:
        """Put a refusal where it belongs: at the box, at the line, at the side, or above all."""
        self.side_errors.setdefault(side or ALL_SIDES, []).append((sentence, rule))
        for each in [side] if side else [one.position for one in self.page.sides]:
            for name in self._places(each, box, place):
                self.add_error(name, sentence)

    def _places(self, side: int, box: str, place: int | None) -> list[str]:
        """Return the fields of the box's place; without a box all that is filled in the line, where one is meant."""
        if box:
            return [name for name in (f"s{side}-{box}", f"s{side}-{box}-{place or 1}") if name in self.fields]
        named = _named(side, self.game.sheets[side - 1]) if place and self.is_by_lines else []
        return [name for name, cell in named if cell.row + 1 == place and self.cleaned_data.get(name)]


class _BoxField(forms.CharField):
    """Points, a count or a cross; ``X``, ``×`` and a dash alone are crosses too.

    ``facts`` name the box and its game, for what is said of an entry that is none: a comma would make two places of
    it, and every place behind it would move.
    """

    def __init__(self, *, facts: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.facts = facts

    def to_python(self, value: Any) -> str:
        typed = str(value or "").strip().lower().translate(MINUSES)
        return CROSS if typed in CROSSES else typed

    def validate(self, value: str) -> None:
        super().validate(value)
        if "," in value or len(value) > LONGEST:
            found = value if len(value) <= 2 * LONGEST else f"{value[: 2 * LONGEST]}…"
            raise forms.ValidationError(explain.sentence_of("box-unreadable", {**self.facts, "found": found}))


def _named(side: int, sheet: Sheet) -> list[tuple[str, Cell]]:
    """Return every cell that is filled by hand with its field's name; places of one box are numbered in the order
    of the sheet where it has several."""
    cells = [cell for cell in sheet.in_order() if cell.typed]
    places: dict[str, list[Cell]] = {}
    for cell in cells:
        places.setdefault(cell.box, []).append(cell)
    return [(f"s{side}-{cell.box}{_which(places[cell.box], cell)}", cell) for cell in cells]


def _which(places: Sequence[Cell], cell: Cell) -> str:
    return f"-{places.index(cell) + 1}" if len(places) > 1 else ""


def _standing(game: GameView, sheet: Sheet, cell: Cell) -> str:
    """Return what stands in a cell by the log, as it would be typed: who corrects a sheet types one box, not all.

    In lines a count of nothing is typed only where the other side has a figure beside it.
    """
    if cell.points is None:
        return ""
    if cell.mark == CROSSED or (cell.mark and sheet.is_lines):
        return CROSS
    if cell.points or not sheet.is_lines:
        return str(cell.points)
    beside = (other for each in game.sheets for other in each.cells if other.place == cell.place)
    return "0" if any(other.points and not other.mark for other in beside) else ""


def _row_name(game: GameView, sheet: Sheet, row: int) -> str:
    """Return what stands before a row: its box, or the number of the part of the game."""
    if sheet.is_lines:
        return str(row + 1)
    return str(words.box_name(game.game, next(cell.box for cell in sheet.cells if cell.row == row)))


def _field(game: GameView, sheet: Sheet, cell: Cell, side: str) -> forms.Field:
    label = str(words.box_name(game.game, cell.box))
    if sheet.is_lines:
        label = _("%(row)s, %(box)s") % {"row": cell.row + 1, "box": label}
    elif sheet.heads:
        column = words.box_name(game.game, sheet.heads[cell.column])
        label = _("%(box)s, %(column)s") % {"box": label, "column": column}
    attributes = {"class": "paper-box", "data-box": cell.box, "aria-label": f"{side}: {label}"}
    if len(cell.values) in (1, 2) and not sheet.heads:
        choices = [("", ""), *((str(value), str(value)) for value in cell.values), (CROSS, "✕")]
        return forms.ChoiceField(
            label=label, choices=choices, required=False, widget=forms.Select(attributes)
        )
    typing = {"inputmode": "text", "autocomplete": "off", "maxlength": LONGEST}
    return _BoxField(
        facts={"box": cell.box, "game": game.game},
        label=label,
        required=False,
        widget=forms.TextInput({**typing, **attributes}),
    )

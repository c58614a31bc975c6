"""A turn of a dice game typed without script: the box and what it is worth, or the dice with it.

Knows: what a game's form offers (kinds ``flips`` and ``throws``), how it becomes a record line.
Does not know: what dice are worth; the engine decides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from cacho_tournaments.play.forms.fields import figure_field
from cacho_tournaments.play.forms.turns import TurnForm
from cacho_tournaments.play.queries import GameView, MatchPage
from cacho_tournaments.web import words
from cacho_tournaments.web.figures import figure

FEW = 3  # a box with more values than these says its own by what lies on the table


@dataclass(frozen=True, slots=True)
class BoxChoice:
    """A box that may be chosen: its button, its name, what it can pay where that is little."""

    radio: Any
    name: str
    pays: str

    @property
    def is_chosen(self) -> bool:
        return bool(self.radio.data["selected"])


@dataclass(frozen=True, slots=True)
class BoxGroup:
    """Boxes under one head; without a name where there are no others. ``is_open``: shown at once."""

    name: str
    choices: tuple[BoxChoice, ...]
    is_open: bool


class BoxForm(TurnForm):
    """The box and its points, or a strike, of the side to move."""

    part = "box"
    nothing: ClassVar[Any] = _("Choose a box and its points, or type the record line.")

    side = forms.IntegerField(min_value=1, max_value=6, widget=forms.HiddenInput)
    box = forms.ChoiceField(label=_("Box"), widget=forms.RadioSelect, required=False)
    points = figure_field(_("Points"))
    strike = forms.BooleanField(label=_("✕ cross out"), required=False)

    def __init__(self, *args: Any, page: MatchPage, game: GameView, **kwargs: Any) -> None:
        super().__init__(*args, page=page, game=game, **kwargs)
        self.instant = {each["code"]: each["line"] for each in self.offer.get("instant", ())}
        choices = [(ref, str(words.box_name(game.game, ref.partition("@")[0]))) for ref in self._refs()]
        choices += [(code, str(words.mark_name(code, game.game))) for code in self.instant]
        cast(forms.ChoiceField, self.fields["box"]).choices = choices
        if not self.offer.get("cross"):
            del self.fields["strike"]

    def _refs(self) -> list[str]:
        """Return the boxes that may be written or struck."""
        return list(dict.fromkeys([*self.offer.get("quick", {}), *self.offer.get("cross", ())]))

    def groups(self) -> list[BoxGroup]:
        """Return the choices as the page draws them: in one group, or in one a column where several are open."""
        quick: Mapping[str, Sequence[int]] = self.offer.get("quick", {})
        found: dict[str, list[BoxChoice]] = {}
        for radio in self["box"].subwidgets:
            ref = str(radio.data["value"])
            column = _column(self.game, ref)
            pays = quick.get(ref, ())
            told = " · ".join(map(figure, pays)) if len(pays) <= FEW else ""
            found.setdefault(column, []).append(BoxChoice(radio, str(radio.choice_label), told))
        chosen = next(
            (at for at, each in found.items() if any(one.is_chosen for one in each)), next(iter(found), "")
        )
        return [BoxGroup(column, tuple(each), column == chosen) for column, each in found.items()]

    @property
    def example(self) -> str:
        """The side may be left out: it is known whose turn it is."""
        return super().example.partition(" ")[2]

    def record_line(self, found: dict[str, Any]) -> str:
        side, box = found.get("side"), found.get("box")
        if line := super().record_line(found):
            return line if line.split()[0] in list("123456") else f"{side} {line}"
        if not box:
            return ""
        if box in self.instant:
            return f"{side} {self.instant[box]}"
        return self.turn(found, box)

    def turn(self, found: dict[str, Any], box: str) -> str:
        """Return the line of a box that was chosen, empty where it is not said what it is worth."""
        if found.get("strike"):
            return f"{found['side']} x{box}"
        points = found.get("points")
        return "" if points is None else f"{found['side']} ={box} {points}"


class ThrowForm(BoxForm):
    """The same with the dice as they lie and the throws that were used, where somebody types them."""

    part = "throw"
    nothing = _("Choose a box with its points, or with its dice and throws, or type the record line.")

    dice = forms.RegexField(
        r"^\s*([1-6]\s*){5}$",
        label=_("Dice"),
        required=False,
        help_text=_("Five figures. May be left out where the points are typed."),
        error_messages={"invalid": _("Type the five dice as they lie, from 1 to 6.")},
        widget=forms.TextInput(
            {"class": "form-control", "inputmode": "numeric", "autocomplete": "off", "maxlength": 9}
        ),
    )
    throws = forms.TypedChoiceField(label=_("Throws used"), coerce=int, empty_value=None, required=False)

    def __init__(self, *args: Any, page: MatchPage, game: GameView, **kwargs: Any) -> None:
        super().__init__(*args, page=page, game=game, **kwargs)
        self.max_throws = int(self.offer.get("max_throws", 0))
        choices = [("", "–"), *((number, str(number)) for number in range(1, self.max_throws + 1))]
        cast(forms.TypedChoiceField, self.fields["throws"]).choices = choices

    @property
    def limits(self) -> str:
        """How many throws the side to move may use."""
        return ngettext("Up to %(count)s throw.", "Up to %(count)s throws.", self.max_throws) % {
            "count": self.max_throws
        }

    def clean(self) -> dict[str, Any]:
        dice, throws = self.cleaned_data.get("dice"), self.cleaned_data.get("throws")
        if dice and not throws and "throws" not in self.errors:
            self.add_error("throws", _("Say how many throws these dice took."))
        if throws and not dice and "dice" not in self.errors and not self.cleaned_data.get("line"):
            self.add_error(
                "dice", _("The throws used count only with the dice. Type them, or leave both out.")
            )
        return super().clean()

    def turn(self, found: dict[str, Any], box: str) -> str:
        dice, throws, points = found.get("dice"), found.get("throws"), found.get("points")
        if not dice or not throws:
            return super().turn(found, box)
        thrown = f"{found['side']} {''.join(dice.split())} t{throws}"
        if found.get("strike"):
            return f"{thrown} x{box}"
        return f"{thrown} ={box}" + ("" if points is None else f" {points}")

    @property
    def entry(self) -> Any:
        return "full" if self.cleaned_data.get("dice") else super().entry


def _column(game: GameView, ref: str) -> str:
    """Return what the column of a place is called, empty where its box alone tells which place is meant."""
    sheet = game.sheets[(game.to_move or 1) - 1]
    cell = next((cell for cell in sheet.cells if cell.ref == ref), None)
    if cell is None or cell.ref == cell.box or not sheet.heads:
        return ""
    return str(words.box_name(game.game, sheet.heads[cell.column]))

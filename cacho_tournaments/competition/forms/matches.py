"""Forms of draws and matches: a seed, an exchange, a place in the hall, who did not appear.

Knows: what may be typed. Does not know: rows, what may still be done.
"""

from typing import Any, ClassVar

from crispy_forms.layout import Div, Layout
from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.actions.drawing import LARGEST_SEED
from cacho_tournaments.competition.forms.base import offer
from cacho_tournaments.web.forms import ActionForm


class DrawForm(ActionForm):
    """Draw by lot, or by a seed that is given: the same seed and entrants fall the same way."""

    places: ClassVar = {"bad-draw-seed": "seed"}

    seed = forms.IntegerField(
        label=_("Seed of the lot"),
        min_value=0,
        max_value=LARGEST_SEED - 1,
        required=False,
        help_text=_("Leave it empty to draw by lot. A number repeats a draw exactly."),
    )
    replace = forms.IntegerField(required=False, widget=forms.HiddenInput)


class SwapForm(ActionForm):
    """Exchange two entrants of a draft."""

    first = forms.TypedChoiceField(label=_("Exchange"), coerce=int)
    second = forms.TypedChoiceField(label=_("with"), coerce=int)

    def __init__(self, *args: Any, entrants: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in ("first", "second"):
            offer(self, field, [("", "–"), *entrants])


class PlaceForm(ActionForm):
    """A match's table, time and referee."""

    submit = _("Save")
    places: ClassVar = {"table-taken": "table", "table-elsewhere": "table", "referee-not-staff": "referee"}

    table = forms.TypedChoiceField(label=_("Table"), coerce=int, empty_value=None, required=False)
    starts_at = forms.DateTimeField(
        label=_("Time"),
        required=False,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    referee = forms.TypedChoiceField(label=_("Referee"), coerce=int, empty_value=None, required=False)

    def __init__(
        self, *args: Any, tables: list[tuple[int, str]], referees: list[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "table", [("", _("none yet")), *tables])
        offer(self, "referee", [("", _("nobody in particular")), *referees])
        self.helper.layout = Layout(Div("table", "starts_at", "referee", css_class="form-pair"))


class AbsentForm(ActionForm):
    """Who did not appear, and a word about it."""

    absent = forms.TypedMultipleChoiceField(
        label=_("Who did not appear"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(label=_("Note"), max_length=200, required=False)

    def __init__(self, *args: Any, sides: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "absent", sides)

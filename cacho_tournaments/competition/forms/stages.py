"""Forms of a stage's settings, one for each format.

Knows: what may be typed, before the release and in play, how stored settings stand in fields. Does not know: rows,
what each setting may say (``setting_checks``), the fields one by one (``stage_fields``).
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from crispy_forms.bootstrap import InlineCheckboxes
from crispy_forms.layout import HTML, Div, Fieldset, Layout, LayoutObject
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition import presets
from cacho_tournaments.competition.forms import stage_fields
from cacho_tournaments.competition.setting_words import setting_name
from cacho_tournaments.errors import CachoError
from cacho_tournaments.web import explain, words
from cacho_tournaments.web.forms import ActionForm

Rows = tuple[tuple[str, ...], ...]
PLACES = "places_"


class StageForm(ActionForm):
    """What every format has. ``settings_of`` turns stored values into initial ones, ``settings`` back. In play only
    what says how results count and what later rounds follow is left, and a reason is wanted.

    ``rows`` are the settings as they stand beside each other, ``worth`` what a result is given points for.
    """

    submit = _("Save the settings")
    places: ClassVar = {
        "all-would-go-on": "go_on",
        "second-chance-too-large": "second_chance",
        "points-out-of-order": "win",
        "byes-out-of-order": "bye",
        "size-not-allowed": "table_size",
        "tables-beyond-game": "table_size",
        "rounds-drawn": "rounds",
        "reason-needed": "reason",
    }
    format: ClassVar[str]
    rows: ClassVar[Rows]
    worth: ClassVar[tuple[str, ...]] = ()

    reason = forms.CharField(label=_("Reason of the change"), max_length=200)

    def __init__(self, *args: Any, in_play: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.changeable = presets.CHANGEABLE_IN_PLAY if in_play else presets.SETTINGS
        for name in [name for row in self.rows for name in row if name in self.changeable]:
            self.fields[name] = stage_fields.field(name, self.format)
        for name in self.worth:
            self.fields[name] = stage_fields.worth(name)
        self.place_fields = [PLACES + size for size in presets.PLACES] if self._has("places") else []
        for name in self.place_fields:
            self.fields[name] = stage_fields.place_points(name.removeprefix(PLACES))
        self.criteria = self._add_criteria() if self._has("criteria") else []
        if not in_play:
            del self.fields["reason"]
        self.helper.layout = self._layout()

    def _has(self, name: str) -> bool:
        return name in presets.DEFAULTS[self.format]

    def _add_criteria(self) -> list[str]:
        offered = presets.CRITERIA[self.format]
        choices = [("", "–"), *((code, words.criterion_name(code)) for code in offered)]
        for n in range(1, len(offered) + 1):
            self.fields[f"criterion_{n}"] = forms.ChoiceField(
                label=gettext("%(n)s. criterion") % {"n": n}, choices=choices, required=n == 1
            )
        return [f"criterion_{n}" for n in range(1, len(offered) + 1)]

    def _layout(self) -> Layout:
        shown = [[name for name in row if name in self.fields] for row in (*self.rows, ("reason",))]
        parts: list[LayoutObject] = [Div(*map(_placed, row), css_class="form-pair") for row in shown if row]
        if self.worth:
            parts.append(_section(_("Points"), self.worth))
        if self.place_fields:
            parts.append(_section(_("Points of the places"), self.place_fields, "_places_help"))
        if self.criteria:
            name = setting_name("criteria", presets.DEFAULTS[self.format])
            parts.append(_section(name, self.criteria, "_criteria_help"))
        return Layout(*parts)

    @classmethod
    def settings_of(cls, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return stored settings as the fields take them."""
        whole = presets.settings(cls.format, {}, settings)
        points = {stage_fields.FIELD_OF.get(name, name): n for name, n in whole.get("points", {}).items()}
        places = {PLACES + size: " ".join(map(str, each)) for size, each in whole.get("places", {}).items()}
        criteria = {f"criterion_{n}": code for n, code in enumerate(whole.get("criteria", ()), start=1)}
        return {**{name: whole[name] for row in cls.rows for name in row}, **points, **places, **criteria}

    def refuse(self, error: CachoError) -> None:
        """Show the refusal's sentence where it belongs: that of a table's places by the table."""
        field = f"{PLACES}{error.facts.get('size')}"
        if error.code.startswith("places-") and field in self.fields:
            self.add_error(field, explain.sentence(error))
        else:
            super().refuse(error)

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        above: set[str] = set()
        for name in self.criteria:
            if values.get(name) in above:
                self.add_error(name, _("This criterion stands above already."))
            above |= {values[name]} if values.get(name) else set()
        return values

    def settings(self) -> dict[str, Any]:
        """Return what was typed as settings."""
        given = self.cleaned_data
        asked = {name for row in self.rows for name in row} & self.changeable
        found = {name: given[name] for name in asked}
        if self.worth:
            found["points"] = {stage_fields.POINT_OF.get(name, name): given[name] for name in self.worth}
        if self.place_fields:
            found["places"] = {name.removeprefix(PLACES): given[name] for name in self.place_fields}
        if self.criteria:
            found["criteria"] = [given[name] for name in self.criteria if given[name]]
        return found

    def values(self) -> dict[str, Any]:
        """Return what the action takes."""
        return {"settings": self.settings(), "reason": self.cleaned_data.get("reason", "")}


def _placed(name: str) -> LayoutObject | str:
    return InlineCheckboxes(name) if name == "allowed" else name


def _section(title: Any, fields: Iterable[str], text: str = "") -> Fieldset:
    said = [HTML(f'{{% include "competition/{text}.html" %}}')] if text else []
    return Fieldset(title, *said, Div(*fields, css_class="form-grid"), css_class="form-section")


class GroupsForm(StageForm):
    """The settings of a groups stage."""

    format = presets.GROUPS
    rows = (("group_size", "legs"), ("go_on", "best_thirds"), ("second_chance",), ("best_of", "tie"))
    worth = ("win", "draw", "loss", "walkover_loss")


class LeagueForm(StageForm):
    """The settings of a stage in which all meet all."""

    format = presets.LEAGUE
    rows = (("legs", "go_on"), ("best_of", "tie"))
    worth = ("win", "draw", "loss", "walkover_loss")


class SwissForm(StageForm):
    """The settings of Swiss rounds."""

    format = presets.SWISS
    rows = (("rounds", "go_on"), ("best_of", "tie"))
    worth = ("win", "draw", "loss", "walkover_loss", "bye", "absent")


class TablesForm(StageForm):
    """The settings of rounds at tables of three and more."""

    format = presets.TABLES
    rows = (("rounds", "go_on"), ("table_size", "mode"), ("allowed", "one_table"), ("best_of", "tie"))
    worth = ("walkover_loss", "bye", "absent")


class KnockoutForm(StageForm):
    """The settings of a knock-out."""

    format = presets.KNOCKOUT
    rows = (
        ("best_of",),
        ("best_of_from", "best_of_late"),
        ("third_place", "consolation"),
        ("until", "go_on"),
        ("is_second_chance",),
    )


class DoubleForm(StageForm):
    """The settings of a double elimination."""

    format = presets.DOUBLE
    rows = (("best_of", "go_on"), ("best_of_from", "best_of_late"), ("reset",))


STAGE_FORMS: dict[str, type[StageForm]] = {
    form.format: form for form in (GroupsForm, LeagueForm, SwissForm, TablesForm, KnockoutForm, DoubleForm)
}

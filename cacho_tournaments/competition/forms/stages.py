"""Forms of a stage's settings, one for each format.

Knows: what may be typed, before the release and in play, how stored settings stand in fields. Does not know: rows.
"""

from typing import Any, ClassVar

from crispy_forms.layout import HTML, Div, Fieldset, Layout
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition import presets
from cacho_tournaments.competition.setting_words import (
    BEST_OF_NAMES,
    LATE_NAMES,
    SETTING_NAMES,
    THIRDS_NAMES,
    TIE_NAMES,
)
from cacho_tournaments.web import words
from cacho_tournaments.web.forms import ActionForm

BEST_OF = list(BEST_OF_NAMES.items())


def _thirds(value: str) -> Any:
    return int(value) if value.isdecimal() else value


def _number(label: Any, least: int, most: int, **kwargs: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, **kwargs)


def _choice(label: Any, choices: Any, coerce: Any = str, **kwargs: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=choices, coerce=coerce, **kwargs)


class StageForm(ActionForm):
    """What every format has. ``settings_of`` turns stored values into initial ones, ``settings`` back. In play only
    what says how results count is left, and a reason is wanted."""

    submit = _("Save the settings")
    places: ClassVar = {
        "all-would-go-on": "go_on",
        "points-out-of-order": "win",
        "reason-needed": "reason",
    }

    reason = forms.CharField(label=_("Reason of the change"), max_length=200)

    def __init__(self, *args: Any, in_play: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not in_play:
            del self.fields["reason"]
            return
        for name in presets.SETTINGS - presets.CHANGEABLE_IN_PLAY:
            self.fields.pop(name, None)

    def settings(self) -> dict[str, Any]:
        """Return what was typed as settings."""
        return {name: value for name, value in self.cleaned_data.items() if name in presets.SETTINGS}

    def values(self) -> dict[str, Any]:
        """Return what the action takes."""
        return {"settings": self.settings(), "reason": self.cleaned_data.get("reason", "")}


class GroupsForm(StageForm):
    """The settings of a groups stage."""

    group_size = _number(
        SETTING_NAMES["group_size"],
        3,
        8,
        help_text=_("Where the numbers demand it, some groups are one larger or smaller."),
    )
    go_on = _number(SETTING_NAMES["go_on"], 1, 7)
    best_thirds = _choice(
        SETTING_NAMES["best_thirds"],
        [(value, THIRDS_NAMES.get(value, value)) for value in ("none", "fill", *map(str, range(1, 17)))],
        _thirds,
    )
    best_of = _choice(SETTING_NAMES["best_of"], BEST_OF, int)
    tie = _choice(SETTING_NAMES["tie"], [(tie, TIE_NAMES[tie]) for tie in presets.TIES])
    win = _number(SETTING_NAMES["win"], 0, 100)
    draw = _number(SETTING_NAMES["draw"], 0, 100)
    loss = _number(SETTING_NAMES["loss"], 0, 100)
    walkover_loss = _number(SETTING_NAMES["walkover_loss"], 0, 100)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–"), *((code, words.criterion_name(code)) for code in presets.CRITERIA[presets.GROUPS])]
        self.criteria = [f"criterion_{n}" for n in range(1, len(presets.CRITERIA[presets.GROUPS]) + 1)]
        for n, name in enumerate(self.criteria, start=1):
            self.fields[name] = forms.ChoiceField(
                label=gettext("%(n)s. criterion") % {"n": n}, choices=choices, required=n == 1
            )
        first, second = (
            [name for name in row if name in self.fields]
            for row in (("group_size", "go_on", "best_thirds"), ("best_of", "tie", "reason"))
        )
        self.helper.layout = Layout(
            Div(*first, css_class="form-pair"),
            Div(*second, css_class="form-pair"),
            Fieldset(
                _("Points"),
                Div("win", "draw", "loss", "walkover_loss", css_class="form-grid"),
                css_class="form-section",
            ),
            Fieldset(
                _("Order in a group"),
                HTML('{% include "competition/_criteria_help.html" %}'),
                Div(*self.criteria, css_class="form-grid"),
                css_class="form-section",
            ),
        )

    @staticmethod
    def settings_of(settings: dict[str, Any]) -> dict[str, Any]:
        points = settings["points"]
        criteria = {f"criterion_{n}": code for n, code in enumerate(settings["criteria"], start=1)}
        plain = {name: settings[name] for name in ("group_size", "go_on", "best_thirds", "best_of", "tie")}
        worth = {"win": points["win"], "draw": points["tie"], "loss": points["loss"]}
        return {**plain, **worth, "walkover_loss": points["walkover_loss"], **criteria}

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        above: set[str] = set()
        for name in self.criteria:
            if values.get(name) in above:
                self.add_error(name, _("This criterion stands above already."))
            above |= {values[name]} if values.get(name) else set()
        return values

    def settings(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {
            **super().settings(),
            "points": {
                "win": given["win"],
                "tie": given["draw"],
                "loss": given["loss"],
                "walkover_loss": given["walkover_loss"],
            },
            "criteria": [given[name] for name in self.criteria if given[name]],
        }


class KnockoutForm(StageForm):
    """The settings of a knock-out."""

    best_of = _choice(SETTING_NAMES["best_of"], BEST_OF, int)
    best_of_from = _choice(
        SETTING_NAMES["best_of_from"], [(sides, LATE_NAMES[sides]) for sides in presets.LATE_ROUNDS], int
    )
    best_of_late = _choice(SETTING_NAMES["best_of_late"], BEST_OF, int)
    third_place = forms.BooleanField(
        label=_("The losers of the semi-finals play for third place"), required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper.layout = Layout(
            "best_of", Div("best_of_from", "best_of_late", css_class="form-pair"), "third_place"
        )

    @staticmethod
    def settings_of(settings: dict[str, Any]) -> dict[str, Any]:
        return {name: settings[name] for name in ("best_of", "best_of_from", "best_of_late", "third_place")}


STAGE_FORMS: dict[str, type[GroupsForm] | type[KnockoutForm]] = {
    presets.GROUPS: GroupsForm,
    presets.KNOCKOUT: KnockoutForm,
}

"""The fields of a stage's settings, one by one.

Knows: how each setting is asked for, with its bounds and its words. Does not know: which format has which, rows.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition import presets, setting_checks
from cacho_tournaments.competition.setting_words import (
    BEST_OF_NAMES,
    END_NAMES,
    LATE_NAMES,
    LEGS_NAMES,
    MODE_NAMES,
    SETTING_NAMES,
    THIRDS_NAMES,
    TIE_NAMES,
    setting_name,
)

# A field named ``tie`` says what becomes of a tied match; what one is worth is asked beside it as ``draw``.
FIELD_OF = {"tie": "draw"}
POINT_OF = {"draw": "tie"}

_HELP: dict[tuple[str, str], Any] = {
    ("groups", "group_size"): _("Where the numbers demand it, some groups are one larger or smaller."),
    ("groups", "second_chance"): _(
        "So many places below those who go on play in a stage of the second chance."
    ),
    ("league", "go_on"): _("The first so many of the table; 0: nobody, this is the last stage."),
    ("swiss", "go_on"): _("The first so many of the table; 0: nobody, this is the last stage."),
    ("tables", "go_on"): _("The first so many of the table; 0: nobody, this is the last stage."),
    ("swiss", "rounds"): _(
        "Among 8 the best is found in 3 rounds, among 16 in 4, among 32 in 5, among 64 in 6."
    ),
    ("tables", "one_table"): _("For a final table. The sizes beside it then say nothing."),
    ("tables", "mode"): _(
        "The plan for all rounds exists for 9, 16, 25 or 49 sides, and for some other numbers."
    ),
    ("knockout", "until"): _(
        "With more than its winner it leaves so many, who go on: no final, no third place, no consolation."
    ),
    ("knockout", "go_on"): _("By place at the end; 0: nobody, this is the last stage."),
    ("double-elimination", "go_on"): _("By place at the end; 0: nobody, this is the last stage."),
    ("knockout", "is_second_chance"): _(
        "Played by those to whom the groups give a second chance; who is left joins those who went on at once."
    ),
}
_CHECKS: dict[str, Any] = {
    "third_place": _("The losers of the semi-finals play for third place"),
    "consolation": _("Who loses the first match plays on in a consolation"),
    "is_second_chance": _("This is a second chance"),
    "reset": _("A second final if the unbeaten side loses the first"),
    "one_table": _("Everybody sits at one table"),
}


def field(name: str, format: str) -> forms.Field:
    """Return the field of a setting in a format."""
    help_text = _HELP.get((format, name), "")
    if name in _CHECKS:
        return forms.BooleanField(label=_CHECKS[name], required=False, help_text=help_text)
    label: Any = setting_name(name, presets.DEFAULTS[format])
    if name in _BOUNDS:
        least, most = _BOUNDS_OF.get((format, name), _BOUNDS[name])
        return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=help_text)
    if name == "allowed":
        return _Sizes(
            label=label, help_text=_("Where the numbers demand it, some tables have another of these sizes.")
        )
    values, coerce = _CHOICES[name]
    known = list(values.items())
    if name == "legs" and format == presets.GROUPS:
        known = known[:2]
    return forms.TypedChoiceField(label=label, choices=known, coerce=coerce, help_text=help_text)


def worth(name: str) -> forms.IntegerField:
    """Return the field of what a result is worth."""
    label: Any = SETTING_NAMES[name]
    return forms.IntegerField(label=label, min_value=0, max_value=100)


def place_points(size: str) -> forms.Field:
    """Return the field of what the places at a table of that size are worth."""
    return _Figures(label=_("Table of %(size)s") % {"size": size}, max_length=60)


def _thirds(value: str) -> Any:
    return int(value) if value.isdecimal() else value


_BOUNDS: dict[str, tuple[int, int]] = {
    "group_size": (3, 8),
    "go_on": (0, setting_checks.MOST_GO_ON),
    "second_chance": (0, 6),
    "rounds": (1, setting_checks.MOST_ROUNDS),
}
_BOUNDS_OF: dict[tuple[str, str], tuple[int, int]] = {("groups", "go_on"): (1, 7)}
_CHOICES: dict[str, tuple[Mapping[Any, Any], Callable[[str], Any]]] = {
    "legs": (LEGS_NAMES, int),
    "best_thirds": (
        {value: THIRDS_NAMES.get(value, value) for value in ("none", "fill", *map(str, range(1, 17)))},
        _thirds,
    ),
    "best_of": (BEST_OF_NAMES, int),
    "best_of_late": (BEST_OF_NAMES, int),
    "best_of_from": ({sides: LATE_NAMES[sides] for sides in presets.LATE_ROUNDS}, int),
    "tie": ({tie: TIE_NAMES[tie] for tie in presets.TIES}, str),
    "until": ({sides: END_NAMES[sides] for sides in presets.ENDS}, int),
    "mode": ({mode: MODE_NAMES[mode] for mode in presets.MODES}, str),
    "table_size": ({size: str(size) for size in presets.TABLE_SIZES}, int),
}


class _Sizes(forms.TypedMultipleChoiceField):
    """Sizes of tables, ticked."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            choices=[(size, str(size)) for size in presets.TABLE_SIZES],
            coerce=int,
            widget=forms.CheckboxSelectMultiple,
            **kwargs,
        )


class _Figures(forms.CharField):
    """Whole numbers in a row: ``3 2 1 0``, with blanks or commas between them."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value) or ""
        figures = text.replace(",", " ").replace(";", " ").split()
        if any(not each.isdecimal() for each in figures):
            raise ValidationError(_("Type whole numbers with blanks between them: 3 2 1 0."))
        return [int(each) for each in figures]

    def run_validators(self, value: Any) -> None:
        """The length counts the text that was typed, not the figures in it."""
        super().run_validators(" ".join(map(str, value)))

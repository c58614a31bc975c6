"""Fields for figures as people type them: points that may be negative, counts.

Knows: signs that stand for a minus. Does not know: which figures are possible.
"""

from typing import Any

from django import forms

MINUSES = str.maketrans({"−": "-", "–": "-"})


class FigureField(forms.IntegerField):
    """A whole number; every sign that looks like a minus is one."""

    def to_python(self, value: Any) -> int | None:
        return super().to_python(value.translate(MINUSES) if isinstance(value, str) else value)


def figure_field(
    label: Any, *, least: int = -999, most: int = 999, name: str = "form-control"
) -> FigureField:
    """Return a field for a figure that may be left out. A keypad of digits alone has no minus, so it comes only
    where none can be typed."""
    keypad = "numeric" if least >= 0 else "text"
    attributes = {"class": name, "inputmode": keypad, "autocomplete": "off", "maxlength": len(str(least)) + 1}
    return FigureField(
        label=label,
        min_value=least,
        max_value=most,
        required=False,
        localize=False,
        widget=forms.TextInput(attributes),
    )

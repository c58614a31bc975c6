"""Fields that several forms of the organizer share.

Knows: Django's fields. Does not know: any subject.
"""

from collections.abc import Iterable
from typing import Any

from django import forms


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Give a choice field what can be chosen, where that is known only now."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def date_field(label: Any, **kwargs: Any) -> forms.DateField:
    """Return a day picked from the browser's own calendar, which speaks one format in every language."""
    picker = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return forms.DateField(label=label, widget=picker, input_formats=["%Y-%m-%d"], **kwargs)

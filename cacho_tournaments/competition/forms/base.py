"""The form that ends in an action: a refusal becomes a sentence beside the field it speaks of.

Knows: crispy's helper, refusals. Does not know: any subject.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest

from cacho_tournaments.errors import CachoError
from cacho_tournaments.web import explain
from cacho_tournaments.web.forms import helper


class ActionForm(forms.Form):
    """A form whose values go to one action. ``places`` says beside which field a refusal's code is shown;
    a code that is not there is said above the form."""

    submit: ClassVar[Any] = None
    places: ClassVar[Mapping[str, str]] = {}
    outcome: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(self.submit)

    def refuse(self, error: CachoError) -> None:
        """Show the refusal's sentence where it belongs."""
        field = self.places.get(error.code)
        self.add_error(field if field in self.fields else None, explain.sentence(error))

    def sent(self, request: HttpRequest, action: Callable[[dict[str, Any]], Any]) -> bool:
        """Return whether the form was posted, is whole, and its action was not refused; keep what it returned."""
        if request.method != "POST" or not self.is_valid():
            return False
        try:
            self.outcome = action(dict(self.cleaned_data))
        except CachoError as error:
            self.refuse(error)
            return False
        return True


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
    """Give a choice field what can be chosen, where that is known only now."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


def date_field(label: Any, **kwargs: Any) -> forms.DateField:
    """Return a day picked from the browser's own calendar, which speaks one format in every language."""
    picker = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    return forms.DateField(label=label, widget=picker, input_formats=["%Y-%m-%d"], **kwargs)

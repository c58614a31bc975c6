"""Forms that belong to no subject: logging in, and the form that ends in an action.

Knows: crispy's helper, refusals. Does not know: any subject.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit
from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.errors import CachoError
from cacho_tournaments.web import explain


def helper(submit: Any = None, *, css: str = "btn-accent") -> FormHelper:
    """Return the form helper of our pages: the page draws the form tag, the button says what it does."""
    made = FormHelper()
    made.form_tag = False
    if submit is not None:
        made.add_input(Submit("save", submit, css_class=css))
    return made


class ActionForm(forms.Form):
    """A form whose values go to one action. ``places`` says beside which field a refusal's code is shown;
    a code that is not there is said above the form."""

    submit: ClassVar[Any] = None
    submit_css: ClassVar[str] = "btn-accent"
    places: ClassVar[Mapping[str, str]] = {}
    outcome: Any = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(self.submit, css=self.submit_css)

    def refuse(self, error: CachoError) -> None:
        """Show the refusal's sentence where it belongs."""
        field = self.places.get(error.code)
        self.add_error(field if field in self.fields else None, explain.sentence(error))

    def sent(self, request: HttpRequest, action: Callable[[dict[str, Any]], Any]) -> bool:
        """Return whether the form was posted, is whole, and its action was not refused; keep what it returned."""
        if request.method != "POST":
            return False
        if self.is_valid():
            try:
                self.outcome = action(dict(self.cleaned_data))
            except CachoError as error:
                self.refuse(error)
        if self.errors:
            self._open_at_trouble()
        return not self.errors

    def _open_at_trouble(self) -> None:
        """Let the page open where something is wrong: a form far down a long page would seem to do nothing."""
        shown = [field.name for field in self.visible_fields()]
        for name in shown:
            self.fields[name].widget.attrs.pop("autofocus", None)
        for name in [name for name in shown if name in self.errors] or shown:
            self.fields[name].widget.attrs["autofocus"] = True
            return


class LoginForm(AuthenticationForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(_("Log in"))

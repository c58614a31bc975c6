"""Forms that belong to no subject."""

from typing import Any

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Submit
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _


def helper(submit: Any = None, *, css: str = "btn-accent") -> FormHelper:
    """Return the form helper of our pages: the page draws the form tag, the button says what it does."""
    made = FormHelper()
    made.form_tag = False
    if submit is not None:
        made.add_input(Submit("save", submit, css_class=css))
    return made


class LoginForm(AuthenticationForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(_("Log in"))

"""What the chief referee decides from the hall: how a call ended, what becomes of something that was not taken.

Knows: shapes of fields. Does not know: rows, what follows.
"""

from typing import Any, ClassVar

from crispy_forms.layout import Submit
from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.play.models import Call, Refusal
from cacho_tournaments.web.forms import ActionForm, helper

_LONGEST_OUTCOME = Call._meta.get_field("outcome").max_length
_LONGEST_REASON = Refusal._meta.get_field("settled_reason").max_length
# A reason that is written down.
_KEPT: dict[str, Any] = {
    "max_length": _LONGEST_REASON,
    "help_text": _("It stays with the match, with this reason."),
}


class CloseCallForm(ActionForm):
    """What was decided at the table."""

    submit = _("Close the call")
    submit_css = "btn-leather"
    places: ClassVar = {"outcome-needed": "outcome"}

    outcome = forms.CharField(
        label=_("What was decided"),
        max_length=_LONGEST_OUTCOME,
        help_text=_("It is kept with the match and in the journal."),
    )


class ReasonForm(ActionForm):
    """Why something at a match is not to count; a page may hold several of these."""

    submit_css = "btn-danger"
    places: ClassVar = {"reason-needed": "reason"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Name the button by the prefix."""
        super().__init__(*args, **kwargs)
        self.helper = helper()
        self.helper.add_input(
            Submit("save", self.submit, css_class=self.submit_css, css_id=f"{self.prefix}-save")
        )


class AsideForm(ReasonForm):
    """Why something that a tablet sent is not written."""

    submit = _("Set it aside")

    reason = forms.CharField(label=_("Why it is set aside"), **_KEPT)


class CardBackForm(ReasonForm):
    """Why a card is taken back."""

    submit = _("Take it back")

    reason = forms.CharField(label=_("Why it is taken back"), **_KEPT)

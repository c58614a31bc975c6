"""The form by which a turn of a log is corrected.

Knows: a line and a reason. Does not know: which lines the rules allow.
"""

from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.forms.corrections import ReasonForm
from cacho_tournaments.play.wire import MAX_LINE


class TurnLineForm(ReasonForm):
    """The line of a turn as it should have been."""

    line = forms.CharField(
        label=_("The turn as it should be"),
        max_length=MAX_LINE,
        widget=forms.TextInput(
            {"class": "form-control record-line", "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    field_order = ("line", "reason")

"""What the forms of play's pages share: hidden fields that the page fills in.

Knows: that a spoiled hidden field is said aloud. Does not know: what any form is for.
"""

from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.play.wire import MAX_SEQUENCE


class PageForm(forms.Form):
    """A form whose hidden fields the page fills in; a spoiled one is said above it, as nobody sees the field."""

    def full_clean(self) -> None:
        super().full_clean()
        if self.is_bound and any(field.name in self.errors for field in self.hidden_fields()):
            self.add_error(
                None, _("This page came back incomplete, so nothing was written. Load it anew and try again.")
            )


class UndoForm(forms.Form):
    """The last turn taken back; ``base_sequence`` is what the page had seen of the log."""

    client_id = forms.RegexField(r"^[A-Za-z0-9_-]{8,64}$", widget=forms.HiddenInput)
    base_sequence = forms.IntegerField(min_value=0, max_value=MAX_SEQUENCE, widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)

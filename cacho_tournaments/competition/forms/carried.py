"""The form that takes a file of another program.

Knows: how large such a file may be. Does not know: what it holds.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.web.forms import helper

MOST_KB = 1024


class CarriedForm(forms.Form):
    """One TRF file."""

    file = forms.FileField(
        label=_("TRF file"),
        help_text=_("The file is read and shown. Nothing of it is stored."),
        widget=forms.ClearableFileInput(attrs={"accept": ".trf,.trfx,.txt"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper = helper(_("Read the file"))

    def clean_file(self) -> Any:
        """Refuse what no file of this kind can be as large as."""
        file = self.cleaned_data["file"]
        if file.size > MOST_KB * 1024:
            raise forms.ValidationError(
                _("The file is larger than %(most)s KB: no event is. Choose another file.")
                % {"most": MOST_KB}
            )
        return file

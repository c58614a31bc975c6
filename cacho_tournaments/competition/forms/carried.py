"""The forms that take a file of another program: to be read, to be taken over as a category.

Knows: how large such a file may be, what is asked beside it. Does not know: what it holds.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from crispy_forms.layout import Div, Layout
from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments import games
from cacho_tournaments.competition.forms.base import offer
from cacho_tournaments.competition.models import Category
from cacho_tournaments.web import words
from cacho_tournaments.web.forms import ActionForm, helper

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


class TakeOverForm(ActionForm):
    """A file that was read, and what it does not say: the event it goes to, its game, its kind of entrant."""

    submit = _("Take it over")
    places: ClassVar = {
        "category-there-already": "name",
        "names-not-sides": "kind",
        "kind-beyond-game": "kind",
    }

    text = forms.CharField(max_length=MOST_KB * 1024, strip=False, widget=forms.HiddenInput)
    event = forms.ChoiceField(label=_("Tournament"))
    name = forms.CharField(label=_("Name of the category"), max_length=120)
    kind = forms.ChoiceField(
        label=_("Entrants"), choices=Category.Kind.choices, initial=Category.Kind.SINGLE.value
    )
    game = forms.ChoiceField(label=_("Game"))
    same_persons = forms.BooleanField(
        label=_("Whoever is known here by the same name is the same person"),
        help_text=_("Everybody else is written down as somebody new, and so are two who are called alike."),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, events: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "event", events)
        offer(self, "game", [(code, words.game_name(code)) for code in games.codes()])
        self.helper.layout = Layout(
            "text",
            Div("event", "name", css_class="form-pair"),
            Div("kind", "game", css_class="form-pair"),
            "same_persons",
        )

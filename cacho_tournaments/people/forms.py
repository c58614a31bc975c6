"""Forms of players and clubs.

Knows: what may be typed. Does not know: rows; a refusal names them by their numbers.
"""

from typing import Any, ClassVar, cast

from crispy_forms.layout import Div, Layout, Submit
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.errors import CachoError
from cacho_tournaments.people.names import fold
from cacho_tournaments.web.forms import ActionForm

CONTACT = ("phone", "email")


def _typed(**attributes: str) -> forms.TextInput:
    """Return a text field without the browser's own offers, which are the last persons' names."""
    return forms.TextInput(attrs={"autocomplete": "off", **attributes})


class PlayerForm(ActionForm):
    """What is known of a player; phone and e-mail only for whoever may read them."""

    submit = _("Save")
    places: ClassVar = {"name-empty": "name", "name-too-long": "name", "namesake-known": "name"}

    name = forms.CharField(label=_("Name of the person"), max_length=160, widget=_typed())
    club = forms.CharField(label=_("Club"), max_length=120, required=False, widget=_typed(list="clubs"))
    city = forms.CharField(label=_("City"), max_length=80, required=False, widget=_typed())
    phone = forms.CharField(
        label=_("Phone"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "tel"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, with_contact: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper.layout = Layout("name", Div("club", "city", css_class="form-pair"))
        if with_contact:
            self.helper.layout.append(Div(*CONTACT, css_class="form-pair"))
            return
        for name in CONTACT:
            del self.fields[name]


class NewPlayerForm(PlayerForm):
    """Somebody new. Where that name is known in that club, the form comes back with its bearers, and sent again as
    it is makes another person: ``seen`` remembers about whom it was asked."""

    submit = _("Add")

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True
        self.helper.layout.append("seen")
        self.namesakes: tuple[int, ...] = ()

    def values(self) -> dict[str, Any]:
        """Return what the action takes."""
        typed = {name: value for name, value in self.cleaned_data.items() if name != "seen"}
        return {**typed, "namesake": self.cleaned_data["seen"] == self._asked()}

    def refuse(self, error: CachoError) -> None:
        """Ask once about namesakes; the button then says what it does."""
        asked = self._asked()  # before the refusal takes the name out of what was typed well
        super().refuse(error)
        if error.code != "namesake-known":
            return
        self.namesakes = tuple(cast("list[int]", error.facts["players"]))
        self.data = {**cast(QueryDict, self.data).dict(), "seen": asked}
        self.helper.inputs = [
            Submit("save", _("Add another person of this name"), css_class="btn-leather"),
        ]

    def _asked(self) -> str:
        return f"{fold(self.cleaned_data['name'])} / {fold(self.cleaned_data['club'])}"


class ClubForm(ActionForm):
    """A club's name and city."""

    submit = _("Save")
    places: ClassVar = {"name-empty": "name", "name-too-long": "name", "club-name-taken": "name"}

    name = forms.CharField(label=_("Name"), max_length=120, widget=_typed())
    city = forms.CharField(label=_("City"), max_length=80, required=False, widget=_typed())


class NewClubForm(ClubForm):
    """A club that nobody has typed yet."""

    submit = _("Add")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True

"""Forms of entrants: who enters, what is changed, who is let back in.

Knows: what may be typed. Does not know: rows, which names are known already.
"""

from typing import Any, ClassVar

from crispy_forms.layout import Div, Layout
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.models import Entrant
from cacho_tournaments.competition.queries.entrant_pages import EntrantPage
from cacho_tournaments.errors import CachoError
from cacho_tournaments.web.forms import ActionForm

PLAYER = "player_"
NEW_STATES = [
    (state.value, state.label)
    for state in (Entrant.State.ACCEPTED, Entrant.State.PAID, Entrant.State.CHECKED_IN, Entrant.State.APPLIED)
]


def _typed(suggestions: str = "", **attributes: str) -> forms.TextInput:
    """Return a text field that offers a list of the page (``<datalist>``) and keeps the browser's own out."""
    listed = {"list": suggestions} if suggestions else {}
    return forms.TextInput(attrs={"autocomplete": "off", **listed, **attributes})


class EntrantForm(ActionForm):
    """Who enters: as many names as the category's entrants have, a club, maybe a name and a seed of its own."""

    submit = _("Save")
    places: ClassVar = {
        "seed-taken": "seed",
        "player-entered-already": "player_1",
        "player-twice": "player_2",
        "wrong-member-count": "player_1",
        "namesakes-entered": "player_1",
        "bad-seed": "seed",
        "seed-after-draw": "seed",
        "reason-needed": "reason",
    }

    club = forms.CharField(label=_("Club"), max_length=120, required=False, widget=_typed("clubs"))
    name = forms.CharField(
        label=_("Called"),
        max_length=200,
        required=False,
        help_text=_("Left empty, it is made from the names."),
        widget=_typed(),
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=1,
        max_value=5000,
        required=False,
        help_text=_("1 is the strongest; most have none."),
    )

    def __init__(self, *args: Any, members: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = [f"{PLAYER}{n}" for n in range(1, members + 1)]
        for n, field in enumerate(self.players, start=1):
            label = gettext("Player %(n)s") % {"n": n} if members > 1 else gettext("Player")
            self.fields[field] = forms.CharField(label=label, max_length=160, widget=_typed("players"))
        if members == 1:
            del self.fields["name"]  # a single player is called by the own name
        rest = [name for name in ("club", "name", "seed", "state") if name in self.fields]
        self.helper.layout = Layout(
            Div(*self.players, css_class="form-pair"),
            Div(*rest, css_class="form-pair"),
        )

    def values(self) -> dict[str, Any]:
        """Return what the action takes; the names in the order in which they throw."""
        given = self.cleaned_data
        plain = {name: value for name, value in given.items() if not name.startswith(PLAYER)}
        return {**plain, "names": [given[field] for field in self.players]}


class NewEntrantForm(EntrantForm):
    """The quick form at the desk: names, maybe a club, Enter."""

    submit = _("Enter")

    state = forms.ChoiceField(label=_("State"), choices=NEW_STATES, initial=Entrant.State.ACCEPTED)
    namesakes = forms.BooleanField(label=_("They are other persons of the same names"), required=False)

    def refuse(self, error: CachoError) -> None:
        """Ask about namesakes only where there are some."""
        super().refuse(error)
        if error.code == "namesakes-entered":
            self.helper.layout.append("namesakes")


class EditEntrantForm(EntrantForm):
    """An entrant as it stands. Once the category is drawn a change wants a reason."""

    other_persons = forms.BooleanField(
        label=_("A changed name is another person, not a corrected spelling"), required=False
    )
    reason = forms.CharField(label=_("Reason of the change"), max_length=200, widget=_typed())

    def __init__(self, *args: Any, page: EntrantPage, is_drawn: bool, **kwargs: Any) -> None:
        names = {f"{PLAYER}{n}": name for n, name in enumerate(page.names, start=1)}
        kwargs["initial"] = {"club": page.line.club, "name": page.line.name, "seed": page.line.seed, **names}
        super().__init__(*args, **kwargs)
        if not is_drawn:
            del self.fields["reason"]
        self.helper.layout.extend(name for name in ("other_persons", "reason") if name in self.fields)


class LetInForm(ActionForm):
    """Why somebody is let back in whom the rules put out."""

    submit = None

    reason = forms.CharField(label=_("Reason"), max_length=200, widget=_typed())

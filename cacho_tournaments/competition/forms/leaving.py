"""Forms of who leaves, comes back, comes late, takes a place, or stood twice.

Knows: what may be typed. Does not know: rows, what any of it means for matches.
"""

from typing import Any, ClassVar

from crispy_forms.layout import Div, Layout
from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.forms.base import offer
from cacho_tournaments.competition.forms.entries import EntrantForm
from cacho_tournaments.competition.models import Entrant
from cacho_tournaments.competition.queries.arriving import LateStage
from cacho_tournaments.competition.queries.leaving import REPAIR, WALKOVER
from cacho_tournaments.errors import CachoError
from cacho_tournaments.web.forms import ActionForm

OPEN_MATCHES = [
    (REPAIR, _("Offer them to be drawn again")),
    (WALKOVER, _("Give them to the opponents; a table of more than two plays without the one who leaves")),
]


class LeaveForm(ActionForm):
    """Why somebody leaves, and what becomes of matches that could be drawn again."""

    submit = None
    places: ClassVar = {"reason-needed": "reason"}

    open_matches = forms.ChoiceField(
        label=_("Matches not begun"),
        choices=OPEN_MATCHES,
        initial=REPAIR,
        widget=forms.RadioSelect,
        required=False,
    )
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def __init__(self, *args: Any, state: str, has_choice: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = state == Entrant.State.DISQUALIFIED
        if not has_choice:
            del self.fields["open_matches"]

    def clean_open_matches(self) -> str:
        """Take the usual way where none was said."""
        return self.cleaned_data["open_matches"] or REPAIR


class ReturnForm(ActionForm):
    """Why somebody is taken in again."""

    submit = None

    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class SubstituteForm(ActionForm):
    """Who of a pair or a team goes, who comes instead, and why."""

    submit = None
    places: ClassVar = {
        "reason-needed": "reason",
        "player-entered-already": "comes",
        "unknown-player": "comes",
        "name-empty": "comes",
    }

    leaves = forms.TypedChoiceField(label=_("Who stops playing"), coerce=int, widget=forms.RadioSelect)
    comes = forms.CharField(
        label=_("Who plays instead"),
        max_length=160,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "players"}),
    )
    reason = forms.CharField(label=_("Reason"), max_length=200)

    def __init__(self, *args: Any, players: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "leaves", players)


class TwinForm(ActionForm):
    """Which other entrant is the same person."""

    submit = _("See what goes over")
    submit_css = "btn-leather"

    other = forms.TypedChoiceField(label=_("The same person as"), coerce=int)

    def __init__(self, *args: Any, twins: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "other", [("", "–"), *twins])
        self.helper.disable_csrf = True  # it only asks


class MergeForm(ActionForm):
    """Why two entrants are made one."""

    submit = None
    places: ClassVar = {"reason-needed": "reason"}

    reason = forms.CharField(label=_("How do you know?"), max_length=200)


class LateForm(EntrantForm):
    """Somebody who comes once the category is in play."""

    submit = _("Enter late")
    places: ClassVar = {**EntrantForm.places, "unknown-group": "group"}

    group = forms.ChoiceField(label=_("Group"), required=False)
    into_running_round = forms.BooleanField(
        label=_("Draw into the running round, with whoever waits there"), required=False
    )
    reason = forms.CharField(label=_("Note"), max_length=200, required=False)
    namesakes = forms.BooleanField(label=_("They are other persons of the same names"), required=False)

    def __init__(self, *args: Any, stage: LateStage, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["seed"]
        if stage.groups:
            choices = [(each.label, f"{each.label} ({each.staying})") for each in stage.groups]
            offer(self, "group", [("", _("the smallest")), *choices])
        else:
            del self.fields["group"]
        if not stage.waiting:
            del self.fields["into_running_round"]
        named = [name for name in ("club", "name", "group", "reason") if name in self.fields]
        rest = [name for name in ("into_running_round",) if name in self.fields]
        self.helper.layout = Layout(
            Div(*self.players, css_class="form-pair"), Div(*named, css_class="form-pair"), *rest
        )

    def refuse(self, error: CachoError) -> None:
        """Ask about namesakes only where there are some."""
        super().refuse(error)
        if error.code == "namesakes-entered":
            self.helper.layout.append("namesakes")

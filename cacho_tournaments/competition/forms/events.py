"""Forms of an event: its facts, its people, its tables.

Knows: what may be typed. Does not know: rows, permissions.
"""

from typing import Any, ClassVar
from zoneinfo import available_timezones

from crispy_forms.layout import Div, Layout
from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.forms.base import date_field
from cacho_tournaments.competition.models import Staff, Tournament
from cacho_tournaments.competition.money import SIGNS
from cacho_tournaments.web.forms import ActionForm

CURRENCIES = list(SIGNS.items())


def _zones() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in sorted(available_timezones()) if "/" in name]


class NewTournamentForm(ActionForm):
    """The facts that an event begins with."""

    submit = _("Create the tournament")
    places: ClassVar = {
        "address-taken": "slug",
        "address-reserved": "slug",
        "ends-before-it-starts": "ends_on",
        "unknown-time-zone": "time_zone",
    }

    name = forms.CharField(label=_("Name"), max_length=160)
    city = forms.CharField(label=_("City"), max_length=80, required=False)
    venue = forms.CharField(label=_("Venue"), max_length=160, required=False)
    starts_on = date_field(_("First day"))
    ends_on = date_field(_("Last day"))
    slug = forms.SlugField(
        label=_("Short address"),
        max_length=60,
        required=False,
        help_text=_("The last part of the event's public address. Left empty, it is made from the name."),
    )
    paper = forms.ChoiceField(label=_("Paper"), choices=Tournament.Paper.choices)
    currency = forms.ChoiceField(label=_("Currency"), choices=CURRENCIES)
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=_zones)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.helper.layout = Layout(
            "name",
            Div("city", "venue", css_class="form-pair"),
            Div("starts_on", "ends_on", css_class="form-pair"),
            "slug",
            Div("paper", "currency", "time_zone", css_class="form-pair"),
            *(["regulation"] if "regulation" in self.fields else []),
        )


class TournamentForm(NewTournamentForm):
    """The facts of an event as they stand, and its regulation."""

    submit = _("Save")

    regulation = forms.CharField(
        label=_("Regulation"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Your own rules in your own words; the public pages show them."),
    )


class TablesForm(ActionForm):
    """How many tables stand in the hall."""

    submit = _("Save")
    places: ClassVar = {"table-in-play": "count", "bad-table-count": "count"}

    count = forms.IntegerField(label=_("Number of tables"), min_value=0, max_value=200)


class StaffForm(ActionForm):
    """Give a post to somebody who already logs in."""

    submit = _("Add")
    places: ClassVar = {"unknown-user": "username", "already-staff": "username", "user-inactive": "username"}

    username = forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    role = forms.ChoiceField(label=_("Role"), choices=Staff.Role.choices, initial=Staff.Role.REFEREE)


class AccountForm(ActionForm):
    """Open an account for a helper who has none; the password is shown once."""

    submit = _("Open the account")
    places: ClassVar = {"user-name-taken": "username", "name-empty": "name"}

    name = forms.CharField(label=_("Name of the person"), max_length=150)
    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        required=False,
        help_text=_("Left empty, it is made from the name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Staff.Role.choices, initial=Staff.Role.REFEREE)

"""Letting tablets in: a PIN, a new tablet.

Knows: shapes of fields. Does not know: tokens, what a wrong PIN brings about.
"""

from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.models import Table, Tournament
from cacho_tournaments.web.forms import ActionForm


class PinForm(ActionForm):
    """The six digits printed beside a tablet's link."""

    submit = _("Open the tables")
    submit_css = "btn-accent btn-lg"
    places: ClassVar = dict.fromkeys(
        ("no-such-device", "device-revoked", "device-locked", "wrong-pin"), "pin"
    )

    pin = forms.CharField(
        label=_("PIN"),
        max_length=12,
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True, "class": "pin-field"}
        ),
    )


class _TablesField(forms.ModelMultipleChoiceField):
    def label_from_instance(self, obj: Table) -> str:
        return _("Table %(table)s") % {"table": obj}


class DeviceForm(ActionForm):
    """A tablet to let in: what it is called, which tables it serves."""

    submit = _("Add the tablet")
    places: ClassVar = {"label-missing": "label", "label-taken": "label", "other-events-table": "tables"}

    label = forms.CharField(
        label=_("Name of the tablet"), max_length=60, help_text=_("For example: Table 7, or Ana's tablet")
    )
    tables = _TablesField(
        Table.objects.none(),
        label=_("Tables it may write for"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one table.")},
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = cast(_TablesField, self.fields["tables"])
        tables.queryset = Table.objects.filter(tournament=tournament)

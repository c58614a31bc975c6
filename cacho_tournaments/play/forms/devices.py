"""Letting tablets in: a PIN, a new tablet, several at once with the tables dealt out among them.

Knows: shapes of fields, how tables are dealt. Does not know: tokens, what a wrong PIN brings about.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.models import Table, Tournament
from cacho_tournaments.web.forms import ActionForm

MOST_AT_ONCE = 200
_PIN = re.compile(r"[0-9]{6}")
_BETWEEN = re.compile(r"[\s\-\u2010-\u2015]+")  # blanks and dashes, as a PIN is written and read aloud
_SIX_DIGITS = _("A PIN has six digits.")


class ClaimForm(ActionForm):
    """The one button under a tablet's link. ``claim`` makes a second press harmless, though the code is spent."""

    submit = _("Let this tablet in")
    submit_css = "btn-accent btn-lg"

    claim = forms.RegexField(r"^[A-Za-z0-9_-]{16,32}$", required=False, widget=forms.HiddenInput)


class PinForm(ClaimForm):
    """The six digits printed beside a tablet's QR code."""

    submit = _("Open the tables")
    places: ClassVar = dict.fromkeys(("wrong-pin", "pin-lapsed", "pins-rest", "pins-rest-a-day"), "pin")

    pin = forms.CharField(
        label=_("PIN"),
        max_length=12,
        error_messages={"max_length": _SIX_DIGITS},
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True, "class": "pin-field"}
        ),
    )

    def clean_pin(self) -> str:
        """Return the digits alone. What cannot be a PIN is a slip of the finger: no guess, so none is counted."""
        pin = _BETWEEN.sub("", self.cleaned_data["pin"])
        if not _PIN.fullmatch(pin):
            raise forms.ValidationError(_SIX_DIGITS)
        return pin


class _TablesField(forms.ModelMultipleChoiceField):
    def label_from_instance(self, obj: Table) -> str:
        return _("Table %(table)s") % {"table": obj}


def _tables_field(label: Any) -> _TablesField:
    return _TablesField(
        Table.objects.none(),
        label=label,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one table.")},
    )


class _OfTables(ActionForm):
    """A form that chooses among the tables of an event."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = cast(_TablesField, self.fields["tables"])
        tables.queryset = Table.objects.filter(tournament=tournament)


class DeviceForm(_OfTables):
    """A tablet to let in: what it is called, which tables it serves."""

    submit = _("Add the tablet")
    places: ClassVar = {"label-missing": "label", "label-taken": "label", "other-events-table": "tables"}

    label = forms.CharField(
        label=_("Name of the tablet"), max_length=60, help_text=_("For example: Table 7, or Ana's tablet")
    )
    tables = _tables_field(_("Tables it may write for"))


class DeviceChangeForm(DeviceForm):
    """A tablet that is called otherwise, or serves other tables."""

    submit = _("Save")


class SeveralForm(_OfTables):
    """Several tablets at once: how many, and the tables that are dealt out among them, neighbours together."""

    submit = _("Add these tablets")
    places: ClassVar = {"other-events-table": "tables"}

    count = forms.IntegerField(
        label=_("How many tablets"),
        min_value=1,
        max_value=MOST_AT_ONCE,
        help_text=_("The tables are dealt out among them in their order, neighbours together."),
    )
    tables = _tables_field(_("Tables to deal out"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="several_%s", **kwargs)  # beside the form for one tablet

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        tables, count = found.get("tables"), found.get("count")
        if tables is not None and count and count > len(tables):
            self.add_error(
                "count",
                _("There are fewer tables (%(tables)s) than tablets. A tablet needs at least one table.")
                % {"tables": len(tables)},
            )
        return found

    def dealt(self) -> list[tuple[str, Sequence[Table]]]:
        """Return each tablet's name and tables."""
        tables, count = list(self.cleaned_data["tables"]), self.cleaned_data["count"]
        ends = [at * len(tables) // count for at in range(count + 1)]
        hands = [tables[begin:end] for begin, end in pairwise(ends)]
        return [(_name(hand), hand) for hand in hands]


def _name(tables: Sequence[Table]) -> str:
    if len(tables) == 1:
        return gettext("Table %(table)s") % {"table": tables[0]}
    return gettext("Tables %(first)s–%(last)s") % {"first": tables[0], "last": tables[-1]}

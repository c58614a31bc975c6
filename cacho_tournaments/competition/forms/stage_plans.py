"""Forms of the chain of stages: a stage to add, who plays one by hand.

Knows: what may be typed, the words of formats. Does not know: rows, which stage may stand where.
"""

from collections.abc import Iterable
from typing import Any

from crispy_forms.layout import Layout
from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.forms.base import offer
from cacho_tournaments.competition.queries.next_steps import STAGE_NAMES
from cacho_tournaments.web.forms import ActionForm
from cacho_tournaments.web.words import Word

FORMAT_LINES: dict[str, Word] = {
    "groups": _("Small groups drawn by lot, all against all in each; the first ones go on."),
    "league": _("One table: everybody meets everybody."),
    "swiss": _("A set number of rounds; those who stand level meet, nobody meets twice."),
    "tables": _("Three to six sit at a table, each place is worth points; a final table is one of these."),
    "knockout": _("Who loses is out. It can end early, have a consolation, or be a second chance."),
    "double-elimination": _("Who loses twice is out."),
}


def explained(name: Word, line: Word) -> str:
    """Return the label of a choice: its name, and below it what it is."""
    return format_html('<span class="choice-name">{}</span> <span class="choice-line">{}</span>', name, line)


class AddStageForm(ActionForm):
    """A stage to be added: its format, its place."""

    submit = _("Add the stage")

    format = forms.ChoiceField(label=_("Format"), widget=forms.RadioSelect)
    position = forms.TypedChoiceField(label=_("Where it stands"), coerce=int)

    def __init__(
        self, *args: Any, formats: Iterable[str], positions: Iterable[tuple[int, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "format", [(each, explained(STAGE_NAMES[each], FORMAT_LINES[each])) for each in formats])
        offer(self, "position", positions)
        self.helper.layout = Layout("format", "position")


class ChooseForm(ActionForm):
    """Who plays a stage, chosen by hand, and why; the page itself lists those who can be ticked."""

    numbers = forms.TypedMultipleChoiceField(coerce=int, required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200)

    def __init__(self, *args: Any, numbers: Iterable[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = list(numbers)
        offer(self, "numbers", [(number, number) for number in self.known])
        self.helper.layout = Layout("reason")

    def chosen(self) -> list[int]:
        """Return the ticked numbers in the order in which the page lists them: the first is the best seed."""
        ticked = set(self.cleaned_data["numbers"])
        return [number for number in self.known if number in ticked]

    @property
    def ticked(self) -> set[int] | None:
        """Return what was ticked on a page that is shown again; None before anything was sent."""
        if not self.is_bound:
            return None
        return {int(each) for each in self["numbers"].value() or () if str(each).isdecimal()}

"""Forms of rounds and drafts: who is away, who stands at which place.

Knows: what may be typed. Does not know: rows, what may still be done.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from crispy_forms.layout import Layout
from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.forms.base import offer
from cacho_tournaments.competition.queries.drafts import Place
from cacho_tournaments.web.forms import ActionForm


class AwayForm(ActionForm):
    """Who will be away in the coming round: those and nobody else. The page draws the boxes itself."""

    numbers = forms.TypedMultipleChoiceField(
        label=_("Away"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(label=_("Note"), max_length=200, required=False)

    def __init__(self, *args: Any, numbers: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "numbers", [(number, str(number)) for number in numbers])
        self.helper.layout = Layout("reason")


class ArrangeForm(ActionForm):
    """Every place of a draft with whoever is to have it, sent together.

    Of more places than ``MOST_LISTED`` each is typed as a number (``is_typed``): a list of everybody in every place
    would be a page of megabytes.
    """

    MOST_LISTED = 64

    def __init__(self, *args: Any, places: Sequence[Place], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of = places
        self.is_typed = len(places) > self.MOST_LISTED
        self.everybody = [(place.number, f"{place.number} · {place.name}") for place in _by_number(places)]
        for at, place in enumerate(places):
            self.fields[f"place_{at}"] = forms.TypedChoiceField(
                label=_("Place %(position)s") % {"position": place.position},
                choices=self.everybody,
                coerce=int,
                initial=place.number,
                help_text=f"{place.number} · {place.name}",
                error_messages={"invalid_choice": _("Nobody of the draft has the number %(value)s.")},
            )

    def order(self) -> list[int]:
        """Return the numbers in the order of the places."""
        return [self.cleaned_data[f"place_{at}"] for at in range(len(self.of))]

    def parts(self) -> Iterator[tuple[Place, list[forms.BoundField]]]:
        """Yield the fields group by group, table by table, match by match, each with the first of its places."""
        start = 0
        for at, place in enumerate(self.of):
            following = self.of[at + 1] if at + 1 < len(self.of) else None
            if following is None or (following.kind, following.of) != (place.kind, place.of):
                yield place, [self[f"place_{each}"] for each in range(start, at + 1)]
                start = at + 1


def _by_number(places: Sequence[Place]) -> list[Place]:
    return sorted(places, key=lambda place: place.number)

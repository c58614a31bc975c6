"""Forms by which something is corrected: a reason, the sides it concerns, the figures of a result.

Knows: what may be typed. Does not know: rows, what a correction changes.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from crispy_forms.layout import Div, Fieldset, Layout
from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.competition.actions.corrections import LONGEST_REASON
from cacho_tournaments.competition.actions.lines import SideResult
from cacho_tournaments.competition.forms.base import offer
from cacho_tournaments.competition.rows import Line
from cacho_tournaments.web.forms import ActionForm

MOST_POINTS, MOST_GAMES = 9999, 99


class ReasonForm(ActionForm):
    """Why something is corrected, or taken back that everybody has seen."""

    places: ClassVar = {"reason-needed": "reason"}

    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, help_text=_("It is kept in the journal.")
    )


class SidesForm(ReasonForm):
    """Which sides a correction concerns, and why."""

    places: ClassVar = {"reason-needed": "reason", "nobody-absent": "sides"}

    sides = forms.TypedMultipleChoiceField(label="", coerce=int, widget=forms.CheckboxSelectMultiple)
    field_order = ("sides", "reason")

    def __init__(self, *args: Any, label: Any, sides: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sides"].label = label
        offer(self, "sides", sides)


class FiguresForm(ReasonForm):
    """A result typed in: the place, the games won and the points of every side."""

    by_decision = forms.BooleanField(
        label=_("It is set by decision of the chief referee, whatever the turns say"), required=False
    )

    def __init__(
        self,
        *args: Any,
        sides: Sequence[tuple[int, str]],
        best_of: int,
        may_decide: bool,
        known: Mapping[int, Line],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._sides, self._best_of, self._known = sides, best_of, known
        blocks = []
        for position, name in sides:
            blocks.append(Fieldset(name, Div(*self._add(position, len(sides)), css_class="form-pair")))
        if not may_decide:
            del self.fields["by_decision"]
        self.order_fields([name for name in self.fields if "-" in name])
        last = ["reason", *(["by_decision"] if may_decide else [])]
        self.helper.layout = Layout(*blocks, *last)

    def _add(self, position: int, sides: int) -> list[str]:
        known = self._known.get(position)
        places = [(place, str(place)) for place in range(1, sides + 1)]
        self.fields[f"place-{position}"] = forms.TypedChoiceField(
            label=_("Place"), coerce=int, choices=places, initial=known.place if known else None
        )
        names = [f"place-{position}"]
        if self._best_of > 1:
            names.append(f"games-{position}")
            self.fields[names[-1]] = forms.IntegerField(
                label=_("Games won"),
                min_value=0,
                max_value=MOST_GAMES,
                initial=known.games_won if known else None,
                localize=False,
            )
        names += [f"points-{position}", f"instant-{position}"]
        self.fields[f"points-{position}"] = forms.IntegerField(
            label=_("Points"),
            required=False,
            min_value=-MOST_POINTS,
            max_value=MOST_POINTS,
            initial=known.points if known else None,
            localize=False,
        )
        self.fields[f"instant-{position}"] = forms.BooleanField(
            label=_("won at once"), required=False, initial=bool(known and known.instant)
        )
        return names

    def lines(self) -> list[SideResult]:
        """Return the typed result. Games won against a side that hardly scored stay with whoever still wins."""
        found = self.cleaned_data
        places = [found[f"place-{position}"] for position, _name in self._sides]
        return [
            SideResult(
                position=position,
                place=place,
                games_won=found.get(f"games-{position}", int(place == 1 and places.count(1) == 1)),
                points=found[f"points-{position}"],
                instant=found[f"instant-{position}"],
                shutouts=self._shutouts(position, place),
            )
            for (position, _name), place in zip(self._sides, places, strict=True)
        ]

    def _shutouts(self, position: int, place: int) -> int:
        known = self._known.get(position)
        return known.shutouts if known and known.place == place else 0

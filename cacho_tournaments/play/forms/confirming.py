"""The end of a match confirmed on the page without script: a side by its button, or by its name typed where it would
sign; a referee without the sides, with a reason.

Knows: shapes of fields, what each side is asked for. Does not know: whose word is missing, when a match is over.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.play.forms.page import PageForm
from cacho_tournaments.play.queries import GameView, SideView
from cacho_tournaments.play.sent import SentConfirm
from cacho_tournaments.play.wire import MAX_GAME_NUMBER, MAX_NAME, MAX_SEQUENCE, MAX_SIDE


class _OfLog(PageForm):
    """A word on the log as the page showed it; ``client_id`` makes a second press harmless."""

    client_id = forms.RegexField(r"^[A-Za-z0-9_-]{8,64}$", widget=forms.HiddenInput)
    game_number = forms.IntegerField(min_value=1, max_value=MAX_GAME_NUMBER, widget=forms.HiddenInput)
    base_sequence = forms.IntegerField(min_value=0, max_value=MAX_SEQUENCE, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "%s", **kwargs})

    @property
    def seen(self) -> tuple[int, int]:
        """The game and the sequence of its log that the page showed."""
        return self.cleaned_data["game_number"], self.cleaned_data["base_sequence"]


class ConfirmForm(_OfLog):
    """One side's word; ``signed`` asks it to type its name."""

    side = forms.IntegerField(min_value=1, max_value=MAX_SIDE, widget=forms.HiddenInput)
    name = forms.CharField(label=_("Name of who signs"), max_length=MAX_NAME, required=False)

    def __init__(self, *args: Any, signed: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs.update({"class": "form-control", "autocomplete": "off"})
        if not signed:
            del self.fields["name"]

    def sent(self) -> SentConfirm:
        """Return the word as a tablet would send it."""
        typed = {**self.cleaned_data, "name": " ".join(self.cleaned_data.get("name", "").split())}
        return SentConfirm(how="signature" if "name" in self.fields else "tap", **typed)


class CloseForm(_OfLog):
    """The referee's word in place of those that are missing."""

    reason = forms.CharField(
        label=_("Why a side does not confirm"),
        max_length=200,
        required=False,
        widget=forms.TextInput({"class": "form-control", "autocomplete": "off"}),
    )

    def said(self) -> dict[str, Any]:
        """Return what the action takes."""
        word = {name: self.cleaned_data[name] for name in ("client_id", "reason")}
        return {**word, "seen": self.seen}


@dataclass(frozen=True, slots=True)
class SideAsked:
    """A side, its total, and the form by which it confirms; none once it has."""

    name: str
    total: int
    form: ConfirmForm | None


def asked(
    sides: Iterable[SideView], game: GameView, given: Iterable[int], *, signed: bool
) -> list[SideAsked]:
    """Return every side of a match that ``game`` has decided, with the form of each whose word is missing."""
    there = set(given)
    return [
        SideAsked(
            name=side.name,
            total=game.totals[side.position - 1],
            form=None
            if side.position in there
            else ConfirmForm(
                initial={**on_log(game), "side": side.position},
                signed=signed,
                auto_id=f"confirm-{side.position}-%s",
            ),
        )
        for side in sides
    ]


def on_log(game: GameView) -> dict[str, Any]:
    """Return what the page fills in: a new mark, and the log that it shows."""
    return {"client_id": token_hex(16), "game_number": game.number, "base_sequence": game.sequence}

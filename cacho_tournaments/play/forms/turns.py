"""A turn typed without script: what every kind of entry page has in common, and which form suits a game.

Knows: the hidden fields, the record line, how a form that was refused is shown again.
Does not know: boxes, dice, events (each kind's own module), rules.
"""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.play.forms.page import PageForm
from cacho_tournaments.play.queries import GameView, MatchPage, example_line
from cacho_tournaments.play.wire import MAX_LINE, MAX_SEQUENCE, Entry, SentTurn


class TurnForm(PageForm):
    """One item for the log. ``client_id`` makes a second press harmless; ``looked`` is the line whose worth is seen."""

    part: ClassVar[str] = ""  # which form of the page this is
    nothing: ClassVar[Any] = _("Nothing was chosen. Choose what happened, or type the record line.")

    client_id = forms.RegexField(r"^[A-Za-z0-9_-]{8,64}$", widget=forms.HiddenInput)
    game_number = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)
    base_sequence = forms.IntegerField(min_value=0, max_value=MAX_SEQUENCE, widget=forms.HiddenInput)
    looked = forms.CharField(max_length=MAX_LINE, required=False, widget=forms.HiddenInput)
    line = forms.CharField(label=_("Or the whole turn as a record line"), max_length=MAX_LINE, required=False)

    def __init__(self, *args: Any, page: MatchPage, game: GameView, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", f"{self.part or 'id'}_%s")
        super().__init__(*args, **kwargs)
        self.page, self.game = page, game
        self.offer = game.form or {}

    @property
    def names(self) -> dict[int, str]:
        """Who sits at which side."""
        return {side.position: side.name for side in self.page.sides}

    @property
    def example(self) -> str:
        """Return a record line of this game as a referee may type it."""
        return example_line(self.game)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        if not self.errors and not self.record_line(found):
            raise forms.ValidationError(self.nothing)
        return found

    def record_line(self, found: dict[str, Any]) -> str:
        """Return what was typed as a record line, empty where too little was."""
        return str(found.get("line", "")).strip()

    @property
    def unseen(self) -> str:
        """Return the line where its worth is to be shown before it is written, and was not yet."""
        line = self.record_line(self.cleaned_data)
        return line if self.is_shown_first(line) and self.cleaned_data.get("looked") != line else ""

    def is_shown_first(self, line: str) -> bool:
        """Tell whether somebody has to see what the line brings before it is written."""
        return False

    @property
    def entry(self) -> Entry:
        """Whether the whole turn was written down or its outcome alone."""
        return "full" if self.cleaned_data.get("line") else "quick"

    def sent(self) -> SentTurn:
        """Return the turn as a tablet would have sent it."""
        found = self.cleaned_data
        return SentTurn(
            client_id=found["client_id"],
            game_number=found["game_number"],
            base_sequence=found["base_sequence"],
            line=self.record_line(found),
            entry=self.entry,
        )

    def again(self, page: MatchPage, game: GameView, fresh: dict[str, Any]) -> "TurnForm":
        """Return the form as it was typed, for the game as it stands now, with the hidden fields made new."""
        hidden = {field.name for field in self.hidden_fields()}
        typed = {name: self.data.get(name) for name in self.data if name not in hidden}
        again = type(self)({**typed, **fresh}, page=page, game=game)
        again.full_clean()
        for said in self.non_field_errors():
            if said not in again.non_field_errors():
                again.add_error(None, said)  # of a hidden field, which is whole again
        return again

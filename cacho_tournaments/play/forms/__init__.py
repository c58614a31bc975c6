"""What is typed on play's pages without script: turns of every kind of game, a PIN, a tablet, a paper sheet.

Knows: shapes of fields, how they become record lines and sheets. Does not know: rules, rows beyond the choices given.
"""

from typing import Any

from cacho_tournaments.play.forms.boxes import BoxForm, ThrowForm
from cacho_tournaments.play.forms.devices import ClaimForm, DeviceChangeForm, DeviceForm, PinForm, SeveralForm
from cacho_tournaments.play.forms.events import EventForm, TallyForm
from cacho_tournaments.play.forms.page import UndoForm
from cacho_tournaments.play.forms.paper import PaperForm
from cacho_tournaments.play.forms.turns import TurnForm
from cacho_tournaments.play.queries import GameView, MatchPage

__all__ = [
    "ClaimForm",
    "DeviceChangeForm",
    "DeviceForm",
    "PaperForm",
    "PinForm",
    "SeveralForm",
    "TurnForm",
    "UndoForm",
    "turn_form",
    "turn_forms",
]

# By the kind of entry page that a game asks for.
KINDS: dict[str, type[TurnForm]] = {"flips": BoxForm, "throws": ThrowForm, "events": EventForm}


def turn_forms(page: MatchPage, game: GameView) -> list[type[TurnForm]]:
    """Return the forms by which an item may be entered into the game as it stands."""
    form = game.form or {}
    return [KINDS[form["entry"]], *([TallyForm] if form.get("tally") else [])]


def turn_form(typed: Any, *, page: MatchPage, game: GameView) -> TurnForm:
    """Return the form that was sent; one that is offered no more comes back as the game's plain form."""
    kinds = turn_forms(page, game)
    kind = next((each for each in kinds if each.part == typed.get("part")), kinds[0])
    return kind(typed, page=page, game=game)

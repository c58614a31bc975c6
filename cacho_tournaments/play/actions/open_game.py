"""A game while an action writes into it.

Knows: its row, where its turns have brought it. Does not know: the match, what is stored when (``book``).
"""

from dataclasses import dataclass, field

from cacho_tournaments.play import bridge
from cacho_tournaments.play.models import Game, Turn


@dataclass(slots=True)
class OpenGame:
    """A game that is being written into: its row (unsaved before the first turn) and its state; how many turns count,
    and how many did at the end that waits to be confirmed."""

    row: Game
    folded: bridge.Folded
    added: list[Turn] = field(default_factory=list)
    changed: bool = False
    turns: int = 0
    turns_then: int | None = None

    def open_with(self, side: int) -> None:
        """Let that side open a game in which nothing stands."""
        if side == self.row.to_move:
            return
        self.row.to_move = side
        self.folded = bridge.blank(bridge.setup_of_row(self.row))

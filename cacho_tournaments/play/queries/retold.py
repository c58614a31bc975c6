"""What a game would come to with another line in the place of one of its log.

Knows: rows and the bridge that folds them. Does not know: writing, pages.
"""

from cacho_tournaments.play import bridge
from cacho_tournaments.play.models import Game, Turn


def totals_with(token: str, *, number: int, sequence: int, line: str) -> tuple[int, ...]:
    """Return each side's total with that line. Raises: Refused; Game.DoesNotExist."""
    row = Game.objects.get(match__token=token, number=number)
    live = bridge.live_turns(Turn.objects.filter(game=row))
    at = next((at for at, turn in enumerate(live) if turn.sequence == sequence), len(live))
    folded = bridge.fold(row, live[:at])
    for each in [line, *(turn.line for turn in live[at + 1 :])]:
        _rows, folded = folded.played(each)
    return tuple(folded.rules.sheet(folded.state, side).total for side in range(1, row.sides + 1))

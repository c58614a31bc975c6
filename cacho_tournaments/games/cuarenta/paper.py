"""A chica from its paper sheets: record lines that lead to what they say, where order cannot have mattered.

Knows: the columns of a sheet.
Does not know: the order in which a hand really went.
"""

from collections.abc import Mapping, Sequence

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.cuarenta.options import Rules


def transcribe(
    rules: Rules,
    *,
    sheets: Sequence[Mapping[str, str]],
    to_move: int,
    instant: int | None,
    players: Sequence[int],
) -> list[str]:
    """Return the lines; see the contract."""
    raise Refused("order-hidden", rule="4.1", side=1, hand=1)

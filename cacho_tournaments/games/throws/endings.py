"""How a game ends and who stands where.

Knows: sums, shared places, the boxes that may decide between equal sums.
Does not know: dice; a win at once is told to it by the state.
"""

from cacho_tournaments.games.base import Status, ranked
from cacho_tournaments.games.throws.ruleset import Ruleset
from cacho_tournaments.games.throws.sheets import Cells, sum_of, total

FULL_SHEETS = "full-sheets"
CONCESSION = "concession"


def ranking(
    rules: Ruleset, sheets: tuple[Cells, ...], *, out: tuple[bool, ...], first: int | None
) -> tuple[tuple[int, ...], ...]:
    """Return the places, best first: who won at once, the others by sum, who conceded after them by sum."""
    keys = []
    for side, cells in enumerate(sheets, start=1):
        deciding = tuple(-sum_of(rules, cells, box) for box in rules.tie_order)
        keys.append((side != first, out[side - 1], -total(cells), deciding))
    return ranked(keys)


def standing(
    rules: Ruleset,
    sheets: tuple[Cells, ...],
    *,
    banks: tuple[int, ...],
    to_move: int | None,
    turns: tuple[int, ...],
    out: tuple[bool, ...],
    ending: str | None,
    winner: int | None,
) -> Status:
    """Return where the game stands; the figures are those of the sheets, whoever won."""
    places = ranking(rules, sheets, out=out, first=winner)
    nobody = ending is None or (ending == CONCESSION and winner is None)
    return Status(
        to_move=to_move,
        over=ending is not None,
        ending=ending,
        winners=() if nobody else places[0],
        ranking=places,
        totals=tuple(total(cells) for cells in sheets),
        instant=ending is not None and ending == rules.served_mark,
        turns=turns,
        more={"banks": list(banks)} if rules.banked else {},
    )

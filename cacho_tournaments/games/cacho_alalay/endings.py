"""How a game ends and who stands where (rule 5).

Knows: the instant wins that a sheet holds, and the order of the sides.
Does not know: dice; a dormida is told to it by the state.
"""

from collections.abc import Sequence

from cacho_tournaments.games.base import Status, ranked
from cacho_tournaments.games.cacho_alalay.boxes import (
    CENTER,
    DE_MANO,
    FIRST_GRANDE,
    GRANDE_POINTS,
    NUMBERS,
    Cells,
    total,
)
from cacho_tournaments.games.cacho_alalay.options import Rules

FULL_SHEETS = "full-sheets"
DORMIDA = "dormida"
PANZA_DE_ORO = "panza-de-oro"
FOUR_OF_EACH = "four-of-each"
CONCESSION = "concession"

INSTANT = frozenset({DORMIDA, PANZA_DE_ORO, FOUR_OF_EACH})

_PANZA = tuple(DE_MANO[box] for box in CENTER)
_FOURS = tuple(4 * int(box) for box in NUMBERS)
_CENTER_CELLS = slice(len(NUMBERS), FIRST_GRANDE)


def won_by_sheet(rules: Rules, cells: Cells) -> str | None:
    """Return the ending by which this sheet wins at once, or None (rules 5.2, 5.3)."""
    grandes = cells[FIRST_GRANDE:].count(GRANDE_POINTS)
    needed = rules.panza_de_oro_grandes
    if needed is not None and grandes >= needed and cells[_CENTER_CELLS] == _PANZA:
        return PANZA_DE_ORO
    needed = rules.four_of_each_grandes
    # At least four alike in each: five alike still count.
    fours = all(points is not None and points >= four for points, four in zip(cells, _FOURS, strict=False))
    return FOUR_OF_EACH if needed is not None and grandes >= needed and fours else None


def ranking(
    totals: Sequence[int], *, out: Sequence[bool], first: int | None = None
) -> tuple[tuple[int, ...], ...]:
    """Return the places, best first: who won at once, the others by sum, who conceded after them by sum."""
    return ranked([(side != first, out[side - 1], -total) for side, total in enumerate(totals, start=1)])


def standing(
    sheets: Sequence[Cells],
    *,
    to_move: int | None,
    turns: tuple[int, ...],
    out: Sequence[bool],
    ending: str | None,
    winner: int | None,
) -> Status:
    """Return where the game stands; the figures are those of the sheets, whoever won."""
    totals = tuple(total(cells) for cells in sheets)
    places = ranking(totals, out=out, first=winner)
    if ending is None or (ending == CONCESSION and winner is None):
        winners: tuple[int, ...] = ()
    else:
        winners = places[0]
    return Status(
        to_move=to_move,
        over=ending is not None,
        ending=ending,
        winners=winners,
        ranking=places,
        totals=totals,
        instant=ending in INSTANT,
        turns=turns,
    )

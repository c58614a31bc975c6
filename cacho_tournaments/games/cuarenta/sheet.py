"""A side's sheet: one line a hand, its events counted, its cards, and the score as it grew.

Knows: the columns and what each line holds; perros and tantos (rule 7).
Does not know: how it is drawn, what its heads are called.
"""

from collections.abc import Iterator

from cacho_tournaments.games.base import Cell, Counter, Sheet
from cacho_tournaments.games.cuarenta.events import EVENTS
from cacho_tournaments.games.cuarenta.options import Rules
from cacho_tournaments.games.cuarenta.state import GOAL, Hand, State

DEALER = "dealer"
MISDEAL = "misdeal"
PENALTY = "penalty"
CARDS = "cards"
POINTS = "points"
SCORE = "score"

ROWS = 12  # of a blank sheet
_PERRO = 10
_PERROS, _TANTOS = 4, 4  # strokes: forty points, and what stays below ten


def heads(rules: Rules) -> tuple[str, ...]:
    """Return the codes of the columns, in order."""
    return (DEALER, *events_of(rules), MISDEAL, PENALTY, CARDS, POINTS, SCORE)


def events_of(rules: Rules) -> tuple[str, ...]:
    """Return the codes of the style's events in the order of the rules."""
    return tuple(code for code in EVENTS if code in rules.worth)


def sheet(state: State, side: int) -> Sheet:
    """Return the side's sheet; lines that were not begun are open cells."""
    columns = heads(state.rules)
    begun = state.hands
    scores = [hand.before[side - 1] for hand in begun] + [state.scores[side - 1]]
    cells: list[Cell] = []
    rows = max(ROWS, len(begun))
    for row in range(rows):
        figures: dict[str, int | None] = {}
        if row < len(begun):
            figures = dict(_figures(begun[row], side))
            figures[POINTS] = scores[row + 1] - scores[row]
            figures[SCORE] = min(scores[row + 1], GOAL)
        for column, code in enumerate(columns):
            cells.append(
                Cell(
                    code,
                    row,
                    column,
                    points=figures.get(code),
                    mark=DEALER if code == DEALER and figures.get(code) else None,
                    typed=code not in (POINTS, SCORE),
                )
            )
    shown = state.shown[side - 1]
    return Sheet(
        "lines", rows, len(columns), tuple(cells), shown, side, heads=columns, counters=counters(shown)
    )


def counters(shown: int) -> tuple[Counter, ...]:
    """Return the score as it is laid out in counters: 38 is three perros and four tantos.

    >>> [(counter.code, counter.value) for counter in counters(38)]
    [('perros', 3), ('tantos', 4)]
    """
    return (
        Counter("perros", shown // _PERRO, _PERROS),
        Counter("tantos", shown % _PERRO // 2, _TANTOS),
    )


def _figures(hand: Hand, side: int) -> Iterator[tuple[str, int | None]]:
    at = side - 1
    for code, event in EVENTS.items():
        yield code, hand.events[at][event.place]
    yield DEALER, int(hand.dealer == side)
    yield MISDEAL, int(hand.misdealt and hand.dealer == side)
    yield PENALTY, hand.penalties[at]
    yield CARDS, hand.cards[at] if hand.cards else None

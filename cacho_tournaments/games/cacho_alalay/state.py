"""The state of a game: one sheet a side, whose turn it is, how it ended.

Knows: the rotation of the sides (rules 5.5, 5.7) and what may stand at the start.
Does not know: turns and dice; a state is only told what was written.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from cacho_tournaments.games.base import SetupRefused
from cacho_tournaments.games.cacho_alalay import endings
from cacho_tournaments.games.cacho_alalay.boxes import Cells, blank, from_text, is_full
from cacho_tournaments.games.cacho_alalay.options import Rules


@dataclass(frozen=True, slots=True)
class State:
    """Frozen; sides count from 1, the tuples from 0."""

    rules: Rules
    sheets: tuple[Cells, ...]
    to_move: int | None
    turns: tuple[int, ...]  # lines played, one figure a side
    out: tuple[bool, ...]  # who has conceded
    ending: str | None = None
    winner: int | None = None  # who won at once, or stayed when the others conceded

    @property
    def sides(self) -> int:
        return len(self.sheets)

    def sheet_of(self, side: int) -> Cells:
        return self.sheets[side - 1]


def opening(rules: Rules, *, sides: int, positions: Mapping[int, str], to_move: int) -> State:
    """Return the state before the first turn. Raises: SetupRefused ``impossible-start``."""
    for side in (*positions, to_move):
        if not 1 <= side <= sides:
            raise SetupRefused("impossible-start", rule="8", side=side, sides=sides)
    sheets = tuple(
        from_text(positions[side], grandes=rules.grandes, side=side)
        if side in positions
        else blank(rules.grandes)
        for side in range(1, sides + 1)
    )
    for side, cells in enumerate(sheets, start=1):
        if ending := endings.won_by_sheet(rules, cells):
            raise SetupRefused("impossible-start", rule="5.6", side=side, ending=ending)
    if all(is_full(cells) for cells in sheets):
        raise SetupRefused("impossible-start", rule="5.4", side=to_move, ending=endings.FULL_SHEETS)
    state = State(rules, sheets, to_move, (0,) * sides, (False,) * sides)
    if is_full(sheets[to_move - 1]):
        return moved_on(state, sheets=sheets, out=state.out, turns=state.turns, after=to_move)
    return state


def moved_on(
    state: State, *, sheets: tuple[Cells, ...], out: tuple[bool, ...], turns: tuple[int, ...], after: int
) -> State:
    """Return the state in which the next side after ``after`` that still plays is to move; or the game is over."""
    staying = [side for side in range(1, state.sides + 1) if not out[side - 1]]
    if any(out) and len(staying) <= 1:
        winner = staying[0] if staying else None
        return State(state.rules, sheets, None, turns, out, endings.CONCESSION, winner)
    for step in range(1, state.sides + 1):
        side = (after - 1 + step) % state.sides + 1
        if not out[side - 1] and not is_full(sheets[side - 1]):
            return State(state.rules, sheets, side, turns, out)
    return State(state.rules, sheets, None, turns, out, endings.FULL_SHEETS)


def written(state: State, side: int, cells: Cells) -> State:
    """Return the state after the side's turn left its sheet as ``cells``."""
    sheets = (*state.sheets[: side - 1], cells, *state.sheets[side:])
    turns = _one_more(state.turns, side)
    ending = endings.won_by_sheet(state.rules, cells)
    if ending:
        return State(state.rules, sheets, None, turns, state.out, ending, side)
    return moved_on(state, sheets=sheets, out=state.out, turns=turns, after=side)


def won_by_dormida(state: State, side: int, cells: Cells) -> State:
    """Return the state after the side's dormida: the game is over, what is open stays open (rule 4.1)."""
    sheets = (*state.sheets[: side - 1], cells, *state.sheets[side:])
    return State(state.rules, sheets, None, _one_more(state.turns, side), state.out, endings.DORMIDA, side)


def conceded(state: State, side: int) -> State:
    """Return the state after the side gave up. A side may do so while another is to move."""
    out = (*state.out[: side - 1], True, *state.out[side:])
    turns = _one_more(state.turns, side)
    to_move = state.to_move or side
    after = side if side == to_move else to_move - 1 or state.sides
    return moved_on(state, sheets=state.sheets, out=out, turns=turns, after=after)


def _one_more(turns: tuple[int, ...], side: int) -> tuple[int, ...]:
    return (*turns[: side - 1], turns[side - 1] + 1, *turns[side:])

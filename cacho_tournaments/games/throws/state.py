"""The state of a game: one sheet a side, the throws it has saved, whose turn it is, how it ended.

Knows: the rotation of the sides and what may stand at the start.
Does not know: turns and dice; a state is only told what was written.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from cacho_tournaments.games.base import SetupRefused
from cacho_tournaments.games.throws import endings
from cacho_tournaments.games.throws.ruleset import Ruleset
from cacho_tournaments.games.throws.sheets import Cells, Written, blank, filled, from_text


@dataclass(frozen=True, slots=True)
class State:
    """Frozen; sides count from 1, the tuples from 0."""

    rules: Ruleset
    sheets: tuple[Cells, ...]
    banks: tuple[int, ...]  # throws saved; all 0 where none are saved
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


def opening(rules: Ruleset, *, sides: int, positions: Mapping[int, str], to_move: int) -> State:
    """Return the state before the first turn. Raises: SetupRefused ``impossible-start``."""
    for side in (*positions, to_move):
        if not 1 <= side <= sides:
            raise SetupRefused("impossible-start", rule=rules.cites["bad-notation"], side=side, sides=sides)
    begun = [
        from_text(rules, positions[side], side=side) if side in positions else (blank(rules), 0)
        for side in range(1, sides + 1)
    ]
    sheets = tuple(cells for cells, _bank in begun)
    if not any(None in cells for cells in sheets):
        ending = endings.FULL_SHEETS
        raise SetupRefused("impossible-start", rule=rules.cites[ending], side=to_move, ending=ending)
    banks = tuple(bank for _cells, bank in begun)
    state = State(rules, sheets, banks, to_move, (0,) * sides, (False,) * sides)
    return state if None in sheets[to_move - 1] else _moved_on(state, after=to_move)


def written(state: State, side: int, index: int, cell: Written, *, bank: int, wins: str | None) -> State:
    """Return the state after the side filled a cell. ``wins`` is the ending where that won the game at once."""
    at = side - 1
    cells = filled(state.sheets[at], index, cell)
    sheets = (*state.sheets[:at], cells, *state.sheets[side:])
    banks = state.banks
    if bank != banks[at]:
        banks = (*banks[:at], bank, *banks[side:])
    turns = (*state.turns[:at], state.turns[at] + 1, *state.turns[side:])
    if wins is not None:
        return State(state.rules, sheets, banks, None, turns, state.out, wins, side)
    return _moved_on(State(state.rules, sheets, banks, side, turns, state.out), after=side)


def conceded(state: State, side: int) -> State:
    """Return the state after the side gave up. A side may do so while another is to move."""
    at = side - 1
    out = (*state.out[:at], True, *state.out[side:])
    turns = (*state.turns[:at], state.turns[at] + 1, *state.turns[side:])
    after = replace(state, out=out, turns=turns)
    staying = [number for number, gone in enumerate(out, start=1) if not gone]
    if len(staying) <= 1:
        winner = staying[0] if staying else None
        return replace(after, to_move=None, ending=endings.CONCESSION, winner=winner)
    return _moved_on(after, after=side) if side == state.to_move else after


def _moved_on(state: State, *, after: int) -> State:
    """Return the state in which the next side that still plays is to move; or the game is over."""
    for step in range(after, after + state.sides):
        following = step % state.sides
        if not state.out[following] and None in state.sheets[following]:
            return replace(state, to_move=following + 1)
    return replace(state, to_move=None, ending=endings.FULL_SHEETS)

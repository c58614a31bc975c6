"""Cacho Alalay as a game of the house: the contract of ``base`` answered by this package's modules.

Knows: which module answers what.
Does not know: any rule.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from cacho_tournaments.games.base import Cell, Game, Options, Sheet, Status, Verdict
from cacho_tournaments.games.cacho_alalay import chance, check, endings, entry, notation, paper
from cacho_tournaments.games.cacho_alalay import state as states
from cacho_tournaments.games.cacho_alalay.boxes import BOXES, FIRST_GRANDE, GRANDE, mark_of, total, values
from cacho_tournaments.games.cacho_alalay.notation import Turn
from cacho_tournaments.games.cacho_alalay.options import OPTIONS, PRESETS, rules_of
from cacho_tournaments.games.cacho_alalay.state import State

_TURN_SECONDS = 40  # read from no source: a throw, a flip, a word with the scorekeeper [P]
_SETTLING_MINUTES = 5  # sitting down, choosing who begins, signing [P]


class CachoAlalay(Game[State, Turn]):
    """One sheet a side; dormida, panza de oro and four of each win at once. The rules stand in RULES.md."""

    code = "cacho-alalay"
    version = "1"
    options = OPTIONS
    presets = PRESETS
    default_preset = "cochabamba"

    def preset_for(self, players: int) -> str:
        """Partners throw one attempt each (rule 6.2)."""
        return "cochabamba" if players == 1 else "cochabamba-pairs"

    def start(
        self,
        options: Options,
        *,
        sides: int,
        positions: Mapping[int, str] | None = None,
        to_move: int = 1,
        players: Sequence[int] = (),
    ) -> State:
        """See the contract. The text of a position has no side number: ``6=18 E=25 G=50,x``."""
        self.check_sides(sides)
        return states.opening(rules_of(options), sides=sides, positions=positions or {}, to_move=to_move)

    def parse(self, line: str) -> Turn:
        return notation.parse(line)

    def write(self, turn: Turn) -> str:
        return notation.write(turn)

    def check(self, state: State, turn: Turn) -> Verdict:
        return check.judge(state, turn).verdict

    def apply(self, state: State, turn: Turn) -> tuple[State, Verdict]:
        return check.advanced(state, turn)

    def status(self, state: State) -> Status:
        return endings.standing(
            state.sheets,
            to_move=state.to_move,
            turns=state.turns,
            out=state.out,
            ending=state.ending,
            winner=state.winner,
        )

    def sheet(self, state: State, side: int) -> Sheet:
        """Return the grid of rule 1.2: four rows, the slash row last, the grandes at its two ends."""
        cells = state.sheet_of(side)
        grandes = state.rules.grandes
        drawn = []
        for index, points in enumerate(cells):
            box = BOXES[min(index, FIRST_GRANDE)]
            row, column = entry.place_of(box, grandes=grandes, which=max(index - FIRST_GRANDE, 0))
            mark = None if points is None else mark_of(box, points)
            if points and box == GRANDE:
                mark = "grande"
            drawn.append(Cell(box, row, column, values(box), points, mark))
        return Sheet("tic-tac-toe", 4, 3, tuple(drawn), total(cells), side)

    def form(self, state: State) -> dict[str, Any]:
        return entry.form(state)

    def table(self, options: Options) -> dict[str, Any]:
        return entry.table(rules_of(options))

    def transcribe(
        self,
        options: Options,
        *,
        sheets: Sequence[Mapping[str, str]],
        to_move: int = 1,
        instant: int | None = None,
        players: Sequence[int] = (),
    ) -> list[str]:
        return paper.transcribe(rules_of(options), sheets=sheets, to_move=to_move, instant=instant)

    def random_turn(self, state: State, rng: Random) -> Turn:
        return chance.random_turn(state, rng)

    def minutes(self, options: Options, *, sides: int) -> int:
        rules = rules_of(options)
        turns = sides * (FIRST_GRANDE + rules.grandes)
        seconds = turns * _TURN_SECONDS * rules.throws // 2 * rules.attempts
        return _SETTLING_MINUTES + -(-seconds // 60)

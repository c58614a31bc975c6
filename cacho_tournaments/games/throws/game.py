"""A game of throws and boxes as a game of the house: the contract of ``base`` answered by this package's modules.

Knows: which module answers what.
Does not know: any rule; a game hands in its ruleset, its grammar and the shape of its sheet.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from cacho_tournaments.games.base import (
    Cell,
    Counter,
    Game,
    Options,
    Sheet,
    Status,
    Verdict,
)
from cacho_tournaments.games.throws import chance, check, endings, entry, notation, paper
from cacho_tournaments.games.throws import state as states
from cacho_tournaments.games.throws.notation import Grammar, Turn
from cacho_tournaments.games.throws.ruleset import Ruleset
from cacho_tournaments.games.throws.sheets import BANK, places, total
from cacho_tournaments.games.throws.state import State

_SETTLING_MINUTES = 5  # sitting down, choosing who begins, signing [P]


class ThrowsGame(Game[State, Turn]):
    """One sheet a side; a turn is the dice as they lie in the end, how often they were thrown, and a box."""

    grammar: Grammar
    turn_seconds: int = 35  # read from no source: some throws, a word with the scorekeeper [P]

    @abstractmethod
    def work_out(self, options: Options) -> Ruleset:
        """Return the ruleset of these options, which are all there; it is asked for once."""

    def ruleset(self, options: Options) -> Ruleset:
        """Return the ruleset of these options, the same one every time; an option left out has its default."""
        return _ruleset(self, tuple(sorted(options.items())))

    def start(
        self,
        options: Options,
        *,
        sides: int,
        positions: Mapping[int, str] | None = None,
        to_move: int = 1,
        players: Sequence[int] = (),
    ) -> State:
        """See the contract. The text of a position has no side number: ``pair=12 full=x``; see ``sheets.from_text``."""
        self.check_sides(sides)
        return states.opening(self.ruleset(options), sides=sides, positions=positions or {}, to_move=to_move)

    def parse(self, line: str) -> Turn:
        return self.grammar.parse(line)

    def write(self, turn: Turn) -> str:
        return notation.write(turn)

    def check(self, state: State, turn: Turn) -> Verdict:
        return check.check(state, turn)

    def apply(self, state: State, turn: Turn) -> tuple[State, Verdict]:
        return check.advanced(state, turn)

    def status(self, state: State) -> Status:
        return endings.standing(
            state.rules,
            state.sheets,
            banks=state.banks,
            to_move=state.to_move,
            turns=state.turns,
            out=state.out,
            ending=state.ending,
            winner=state.winner,
        )

    def sheet(self, state: State, side: int) -> Sheet:
        """Return one box a row; where there are stages, one column a stage with its sum below it."""
        rules, cells = state.rules, state.sheet_of(side)
        count = len(rules.boxes)
        drawn = []
        for place, cell in places(rules, cells):
            points, mark = (None, None) if cell is None else cell
            values = rules.values[place.box]
            row = rules.place[place.box]
            drawn.append(Cell(place.box, row, place.stage - 1, values, points, mark, ref=place.ref))
        if rules.stages == 1:
            return Sheet("list", count, 1, tuple(drawn), total(cells), side)
        stages = range(rules.stages)
        return Sheet(
            "columns",
            count,
            rules.stages,
            tuple(drawn),
            total(cells),
            side,
            heads=tuple(f"stage-{stage + 1}" for stage in stages),
            sums=tuple(total(cells[stage * count : (stage + 1) * count]) for stage in stages),
            counters=(Counter(BANK, state.banks[side - 1]),) if rules.banked else (),
        )

    def form(self, state: State) -> dict[str, Any]:
        return entry.form(state)

    def table(self, options: Options) -> dict[str, Any]:
        return entry.table(self.ruleset(options))

    def transcribe(
        self,
        options: Options,
        *,
        sheets: Sequence[Mapping[str, str]],
        to_move: int = 1,
        instant: int | None = None,
        players: Sequence[int] = (),
    ) -> list[str]:
        return paper.transcribe(self.ruleset(options), sheets=sheets, to_move=to_move, instant=instant)

    def random_turn(self, state: State, rng: Random) -> Turn:
        return chance.random_turn(state, rng)

    def minutes(self, options: Options, *, sides: int) -> int:
        rules = self.ruleset(options)
        seconds = sides * len(rules.boxes) * rules.stages * self.turn_seconds
        return _SETTLING_MINUTES + -(-seconds // 60)


@lru_cache(maxsize=128)
def _ruleset(game: ThrowsGame, items: tuple[tuple[str, str], ...]) -> Ruleset:
    return game.work_out({option.name: option.default for option in game.options} | dict(items))

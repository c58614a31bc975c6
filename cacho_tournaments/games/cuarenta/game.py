"""Cuarenta as a game of the house: the contract of ``base`` answered by this package's modules.

Knows: which module answers what.
Does not know: any rule.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from cacho_tournaments.games.base import (
    Game,
    MatchOutcome,
    MatchRule,
    Options,
    Sheet,
    Status,
    Verdict,
)
from cacho_tournaments.games.cuarenta import chance, check, endings, entry, notation, paper, sheet, tally
from cacho_tournaments.games.cuarenta import state as states
from cacho_tournaments.games.cuarenta.notation import Turn
from cacho_tournaments.games.cuarenta.options import OPTIONS, PRESETS, rules_of
from cacho_tournaments.games.cuarenta.state import State

_SETTLING_MINUTES = 5  # sitting down, drawing who deals, signing [P]
_HANDS = 6  # of a usual chica
_HAND_MINUTES = 4  # dealing, playing and counting forty cards [P]


class Cuarenta(Game[State, Turn]):
    """One chica to forty between two sides of one or two players. The rules stand in RULES.md."""

    code = "cuarenta"
    version = "1"
    options = OPTIONS
    presets = PRESETS
    default_preset = "quito"
    min_sides = 2
    max_sides = 2
    max_players = 2
    match_games = 3
    tie_breaks = ("wins", "among-tied", "games-difference", "difference", "shutouts", "lot")

    def start(
        self,
        options: Options,
        *,
        sides: int,
        positions: Mapping[int, str] | None = None,
        to_move: int = 1,
        players: Sequence[int] = (),
    ) -> State:
        """See the contract. A position is a score: ``36``; ``to_move`` only suggests who deals first."""
        self.check_sides(sides, rule="1")
        return states.opening(rules_of(options), positions=positions or {}, to_move=to_move, players=players)

    def parse(self, line: str) -> Turn:
        return notation.parse(line)

    def write(self, turn: Turn) -> str:
        return notation.write(turn)

    def check(self, state: State, turn: Turn) -> Verdict:
        return check.advanced(state, turn)[1]

    def apply(self, state: State, turn: Turn) -> tuple[State, Verdict]:
        return check.advanced(state, turn)

    def status(self, state: State) -> Status:
        return endings.standing(state)

    def sheet(self, state: State, side: int) -> Sheet:
        return sheet.sheet(state, side)

    def unfold(self, state: State, line: str) -> tuple[str, ...]:
        """See the contract; ``1 tally caida=3 limpia=1 / ronda=1 / 21 19`` stands for a whole hand."""
        return tally.unfold(state, line) if notation.is_tally(line) else (line,)

    def counted(self, line: str) -> tuple[int, ...]:
        return notation.parse(line).cards or ()

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
        return paper.transcribe(
            rules_of(options), sheets=sheets, to_move=to_move, instant=instant, players=players
        )

    def random_turn(self, state: State, rng: Random) -> Turn:
        return chance.random_turn(state, rng)

    def minutes(self, options: Options, *, sides: int) -> int:
        return _SETTLING_MINUTES + _HANDS * _HAND_MINUTES

    def match(
        self, games: Sequence[Status], *, sides: int, rule: MatchRule, options: Options | None = None
    ) -> MatchOutcome:
        """Fold the chicas of a match; a shutout in the first one ends it (rule 4.4)."""
        played = super().match(games, sides=sides, rule=rule, options=options)
        return endings.match(games, played, rules_of(options or {}))

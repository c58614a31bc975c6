"""Generala as a game of the house: its options, its presets and the numbers of its rules.

Knows: rules 1 to 6 as values of a ruleset.
Does not know: how they are checked.
"""

from collections.abc import Mapping

from cacho_tournaments.games.base import Option, Options
from cacho_tournaments.games.dice import FACES
from cacho_tournaments.games.generala.boxes import DOUBLE, GENERALA, boxes
from cacho_tournaments.games.throws.game import ThrowsGame
from cacho_tournaments.games.throws.notation import Grammar
from cacho_tournaments.games.throws.ruleset import Ruleset, ruleset

OPTIONS = (
    Option("double", ("off", "on"), "1"),
    Option("served_bonus", ("5", "10"), "2"),
    Option("generala_points", ("60", "50"), "2"),
    Option("straights", ("three", "two"), "4"),
)

PRESETS: Mapping[str, Mapping[str, str]] = {"reglamento": {}}

_CITES = {
    "bad-notation": "7",
    "full-sheets": "6",
    "served-generala": "3",
    "not-your-turn": "1",
    "wrong-dice-count": "1",
    "too-many-throws": "1",
    "box-taken": "1",
    "points-required": "7",
}


class Generala(ThrowsGame):
    """Fixed worths, five more on the first throw; a served generala wins at once. The rules stand in RULES.md."""

    code = "generala"
    version = "1"
    options = OPTIONS
    presets = PRESETS
    default_preset = "reglamento"
    grammar = Grammar((*FACES, "straight", "full", "four", GENERALA, DOUBLE), rule="7", served=GENERALA)

    def work_out(self, options: Options) -> Ruleset:
        return ruleset(
            self.code,
            options,
            boxes(
                three_straights=options["straights"] == "three",
                served_bonus=int(options["served_bonus"]),
                generala_points=int(options["generala_points"]),
                with_double=options["double"] == "on",
            ),
            cites=_CITES,
            wins_served=GENERALA,
        )

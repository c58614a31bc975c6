"""Dice poker as a game of the house: its options, its presets and the numbers of its rules.

Knows: rules 1, 2, 6 and 8 as values of a ruleset.
Does not know: how they are checked.
"""

from collections.abc import Mapping

from cacho_tournaments.games.base import Option, Options
from cacho_tournaments.games.dice_poker.boxes import BOXES
from cacho_tournaments.games.throws.combinations import FROM_THE_TOP
from cacho_tournaments.games.throws.game import ThrowsGame
from cacho_tournaments.games.throws.notation import Grammar
from cacho_tournaments.games.throws.ruleset import Ruleset, ruleset

OPTIONS = (
    Option("strike", ("free", "only-if-nothing-fits"), "6"),
    Option("tie", ("shared", "box-order"), "8"),
)

PRESETS: Mapping[str, Mapping[str, str]] = {"basic": {}}

_CITES = {
    "bad-notation": "9",
    "full-sheets": "2",
    "not-your-turn": "1",
    "wrong-dice-count": "1",
    "too-many-throws": "1",
    "box-taken": "2",
    "strike-forbidden": "6",
    "points-required": "9",
}


class DicePoker(ThrowsGame):
    """Eight boxes, each filled once; what lies after the first throw pays more. The rules stand in RULES.md."""

    code = "dice-poker"
    version = "1"
    options = OPTIONS
    presets = PRESETS
    default_preset = "basic"
    grammar = Grammar(tuple(box.code for box in BOXES), rule="9")

    def work_out(self, options: Options) -> Ruleset:
        return ruleset(
            self.code,
            options,
            BOXES,
            cites=_CITES,
            strikes_freely=options["strike"] == "free",
            tie_order=FROM_THE_TOP if options["tie"] == "box-order" else (),
        )

"""Dice poker with fences as a game of the house: its options, its presets and the numbers of its rules.

Knows: rules 1, 2 and 4 to 8 as values of a ruleset.
Does not know: how they are checked.
"""

from collections.abc import Mapping

from cacho_tournaments.games.base import Option, Options
from cacho_tournaments.games.dice_poker_fences.boxes import BOXES
from cacho_tournaments.games.throws.combinations import FROM_THE_TOP
from cacho_tournaments.games.throws.game import ThrowsGame
from cacho_tournaments.games.throws.notation import Grammar
from cacho_tournaments.games.throws.ruleset import Ruleset, ruleset

STAGES = 3

OPTIONS = (
    Option("strike", ("free", "only-if-nothing-fits"), "4"),
    Option("stages", ("sequential", "free"), "7"),
    Option("tie", ("shared", "box-order"), "8"),
)

PRESETS: Mapping[str, Mapping[str, str]] = {"fences": {}}

_CITES = {
    "bad-notation": "9",
    "full-sheets": "2",
    "too-many-throws": "6",
    "stage-not-open": "7",
    "box-taken": "2",
    "mountain-is-not-struck": "4",
    "strike-forbidden": "4",
    "points-required": "9",
}


class DicePokerWithFences(ThrowsGame):
    """Three stages of fifteen boxes; a throw not used buys one more later. The rules stand in RULES.md."""

    code = "dice-poker-fences"
    version = "1"
    options = OPTIONS
    presets = PRESETS
    default_preset = "fences"
    grammar = Grammar(tuple(box.code for box in BOXES), rule="9", stages=STAGES, below_zero=True)

    def work_out(self, options: Options) -> Ruleset:
        return ruleset(
            self.code,
            options,
            BOXES,
            cites=_CITES,
            stages=STAGES,
            sequential=options["stages"] == "sequential",
            banked=True,
            strikes_freely=options["strike"] == "free",
            tie_order=FROM_THE_TOP if options["tie"] == "box-order" else (),
        )

"""Dice poker: eight boxes, three throws a turn, premiums for the first throw. The numbered rules stand in RULES.md.

Knows: its boxes and what they pay (``boxes``), its options and rule numbers (``game``).
Does not know: how a turn is read and checked (``games.throws``), the other games, everything above the games room.
"""

from cacho_tournaments.games.dice_poker.game import DicePoker

GAME = DicePoker()

"""Dice poker with fences: fifteen boxes, three times each, and throws that are saved. Rules: RULES.md.

Knows: its boxes and what they pay (``boxes``), its options and rule numbers (``game``).
Does not know: how a turn is read and checked (``games.throws``), the other games, everything above the games room.
"""

from cacho_tournaments.games.dice_poker_fences.game import DicePokerWithFences

GAME = DicePokerWithFences()

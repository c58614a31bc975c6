"""Generala: ten boxes, or eleven with the double; a served generala wins at once. The numbered rules: RULES.md.

Knows: its boxes and what they pay (``boxes``), its options and rule numbers (``game``).
Does not know: how a turn is read and checked (``games.throws``), the other games, everything above the games room.
"""

from cacho_tournaments.games.generala.game import Generala

GAME = Generala()

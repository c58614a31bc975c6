"""Cuarenta: Ecuador's card game as a judge scores it. The numbered rules stand in RULES.md beside this file.

Knows: the whole game, split by subject: ``options``, ``events``, ``count``, ``state``, ``check``, ``endings``; its text
(``notation``), its sheet (``sheet``), its entry page (``entry``), whole hands (``tally``), its paper (``paper``,
``orders``, ``search``) and a made-up judge (``chance``).
Does not know: the other games, and everything above the games room.
"""

from cacho_tournaments.games.cuarenta.game import Cuarenta

GAME = Cuarenta()

"""Cacho Alalay: the dice game of the Bolivian championships. The numbered rules stand in RULES.md beside this file.

Knows: the whole game, split by subject: ``options``, ``boxes``, ``scoring``, ``stopping``, ``throwing``,
``crossing``, ``check``, ``endings``, ``state``; its text (``notation``), its entry page (``entry``), its paper
(``paper``) and a made-up player (``chance``).
Does not know: the other games, and everything above the games room.
"""

from cacho_tournaments.games.cacho_alalay.game import CachoAlalay

GAME = CachoAlalay()

"""The competition room's refusals; codes and facts only.

Knows: that something cannot be done as things stand. Does not know: words (``web/sentences/competition.py``).
"""

from cacho_tournaments.errors import CachoError


class Impossible(CachoError):
    """What was asked cannot be done as things stand; nothing has changed.

    Each code has its sentence in ``web/sentences/competition.py``, which is also the list of them.
    """

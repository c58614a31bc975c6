"""The formats' refusals; codes and facts only."""

from cacho_tournaments.errors import CachoError


class NoValidDraw(CachoError):
    """No draw meets what was asked: ``too-few-entrants``, ``impossible-sizes``, ``seed-given-twice``,
    ``entrant-twice``, ``impossible-cut``. Facts name the obstacle and the nearest thing that works (``nearest``)."""


class BadStage(CachoError):
    """A stage value that cannot be read; ``path`` is the JSON path of the fault."""

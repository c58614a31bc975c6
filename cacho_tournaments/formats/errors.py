"""The formats' refusals; codes and facts only.

Knows: that something cannot be drawn or read. Does not know: words (``web/sentences/formats.py``).
"""

from cacho_tournaments.errors import CachoError


class NoValidDraw(CachoError):
    """No draw meets what was asked: ``too-few-entrants``, ``impossible-sizes``, ``seed-given-twice``,
    ``entrant-twice``, ``impossible-cut``, ``cut-undecided``, ``stage-over``, ``nobody-left``,
    ``apart-unmeetable``, ``no-design``.

    Facts name the obstacle and the nearest thing that works (``nearest``).
    """


class BadStage(CachoError):
    """A stage value that cannot be read; the fact ``path`` is the JSON path of the fault.

    Codes: ``not-json``, ``missing``, ``wrong-type``, ``unknown-value``, ``unknown-format``,
    ``unknown-criterion``, ``unknown-entrant``, ``seats-not-two``, ``seats-out-of-range``, ``unknown-match``,
    ``match-twice``, ``side-twice``, ``seats-differ``, ``unreadable``; of files in the form TRF(x) ``trf-faults``,
    whose fact ``faults`` names every one, and for stages that such a file cannot hold ``kind-not-in-trf``,
    ``points-not-in-trf``, ``bye-not-in-trf``.
    """

    @property
    def path(self) -> str:
        """Where the fault is, as a JSON path."""
        return str(self.facts.get("path", ""))

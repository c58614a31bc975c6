"""The refusals of play: devices, the turn log, paper.

Knows: codes. Does not know: words (``web/sentences/play.py``), rows.
"""

from cacho_tournaments.errors import CachoError

# What came too late, or against what another tablet wrote: nobody at the table can put that right.
FOR_THE_CHIEF = frozenset(
    {
        *(
            "match-closed",
            "match-decided",
            "match-replaced",
            "game-closed",
            "old-sequence",
            "known-id-other-turn",
        ),
        *("device-revoked", "not-your-table", "decision-stands", "closed-without-turns", "later-match-begun"),
    }
)


class Impossible(CachoError):
    """Something that cannot be done with this match, game or device as it stands.

    Devices: ``no-such-device``, ``device-revoked``, ``code-spent``, ``wrong-pin``, ``pin-lapsed``, ``pins-rest``,
    ``pins-rest-a-day``, ``not-your-table``, ``label-taken``, ``label-missing``, ``other-events-table``.
    Log: ``match-waiting``, ``match-not-released``, ``match-closed``, ``game-closed``, ``no-such-game``,
    ``old-sequence``, ``sequence-ahead``, ``known-id-other-turn``, ``other-match``, ``line-too-long``.
    Taking back: ``nothing-to-cancel``, ``not-the-last``, ``closed-without-turns``, ``paper-is-corrected-whole``.
    The end: ``match-decided``, ``match-undecided``, ``signature-needed``.
    Beside the log: ``no-such-side``, ``card-without-reason``, ``already-withdrawn``, ``no-such-call``,
    ``call-closed``, ``not-at-this-match``, ``settled-already``, ``reason-needed``, ``cannot-be-written``,
    ``game-over-already``.
    Paper: ``game-has-turns``, ``game-already-entered``, ``later-game-begun``, ``wrong-number-of-sheets``.
    """


class SheetRefused(CachoError):
    """A paper sheet that the rules refuse; nothing was stored.

    ``code`` and ``rule`` are the game's own, or ``sheet-not-full``, ``game-not-over``, ``sheet-goes-on``,
    ``box-unreadable``; ``side`` and ``box`` say where to look, ``place`` in which of the box's places or which line.
    """

    def __init__(
        self,
        code: str,
        *,
        rule: str | None = None,
        side: int | None = None,
        box: str = "",
        place: int | None = None,
        **facts: object,
    ) -> None:
        super().__init__(code, rule=rule, side=side, box=box, **facts)
        self.side = side
        self.box = box
        self.place = place

"""The words of dice poker: names of boxes, marks and options, and the small print of its sheets.

Knows: how everything is called, in English. Does not know: rules, languages. The engine never reads this.
"""

from cacho_tournaments.games.throws import words as shared
from cacho_tournaments.games.wording import Options, Phrase, Words, gettext_noop


def _small_print(options: Options) -> tuple[Phrase, ...]:
    return (
        Phrase(gettext_noop("A combination pays its own dice only.")),
        Phrase(gettext_noop("Made by the first throw: two pairs × 2, a pair × 1, all others × 3.")),
        shared.crossing(options["strike"]),
        shared.tie(options["tie"]),
    )


WORDS = Words(
    name=gettext_noop("Dice poker"),
    boxes=shared.EUROPEAN,
    marks=shared.MARKS,
    signs=shared.SIGNS,
    presets={"basic": gettext_noop("Basic game")},
    options={"strike": shared.CROSSING, "tie": shared.TIE},
    values={"strike": shared.CROSSINGS, "tie": shared.TIES},
    refusals={**shared.REFUSALS, **shared.CROSSING_FORBIDDEN},
    small_print=_small_print,
    level=lambda options: shared.tie(options["tie"]),
)

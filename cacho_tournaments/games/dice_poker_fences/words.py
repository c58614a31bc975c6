"""The words of dice poker with fences: names of boxes, stages, marks and options, its own refusals, small print.

Knows: how everything is called, in English. Does not know: rules, languages. The engine never reads this.
"""

from cacho_tournaments.games.throws import words as shared
from cacho_tournaments.games.wording import Options, Phrase, Words, gettext_noop, pgettext

_BOXES = {
    **shared.NUMBERS,
    **shared.EUROPEAN,
    "chance": pgettext("box", "chance"),
    "bank": pgettext("counter", "fences"),
    "stage-1": gettext_noop("stage 1"),
    "stage-2": gettext_noop("stage 2"),
    "stage-3": gettext_noop("stage 3"),
}

_REFUSALS = {
    **shared.REFUSALS,
    **shared.CROSSING_FORBIDDEN,
    "too-many-throws": gettext_noop(
        "With the fences in the bank this turn has one to %(allowed)s throws, not %(throws)s. Correct the number of "
        "throws."
    ),
    "stage-not-open": gettext_noop(
        "Stage %(open)s is being played, and one stage is filled before the next. Choose an open box of that stage, "
        "not one of stage %(stage)s."
    ),
    "mountain-is-not-struck": gettext_noop(
        "The box %(box)s belongs to the mountain and is never crossed out. Write it with the dice that lie there, or "
        "cross out a box below the mountain."
    ),
}


def _small_print(options: Options) -> tuple[Phrase, ...]:
    return (
        Phrase(gettext_noop("Mountain: (dice − 3) × face, never crossed out.")),
        Phrase(
            gettext_noop("First throw: full house and four of a kind × 3. Poker × 3, on the first throw × 6.")
        ),
        Phrase(gettext_noop("A throw left over is a fence and buys one later; a crossed box saves none.")),
        _stages(options["stages"]),
        _crossing(options["strike"]),
        shared.tie(options["tie"]),
    )


def _stages(played: str) -> Phrase:
    if played == "sequential":
        return Phrase(gettext_noop("One stage is filled before the next."))
    return Phrase(gettext_noop("The stages are filled in any order."))


def _crossing(strike: str) -> Phrase:
    if strike == "free":
        return Phrase(gettext_noop("What is not complete: cross out a box below the mountain."))
    return shared.crossing(strike)


WORDS = Words(
    name=gettext_noop("Dice poker with fences"),
    boxes=_BOXES,
    marks=shared.MARKS,
    signs=shared.SIGNS,
    presets={"fences": gettext_noop("Three stages")},
    options={
        "strike": shared.CROSSING,
        "stages": gettext_noop("How the three stages are played"),
        "tie": shared.TIE,
    },
    values={
        "strike": shared.CROSSINGS,
        "stages": {
            "sequential": gettext_noop("one after the other"),
            "free": gettext_noop("in any order"),
        },
        "tie": shared.TIES,
    },
    refusals=_REFUSALS,
    small_print=_small_print,
    level=lambda options: shared.tie(options["tie"]),
)

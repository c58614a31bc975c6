"""The words of Generala: names of boxes, marks, endings and options, its own refusals, small print.

Knows: how everything is called, in English. Does not know: languages; the engine, which never reads this.
"""

from cacho_tournaments.games.generala.boxes import FOUR_PAYS, FULL_PAYS, STRAIGHT_PAYS
from cacho_tournaments.games.throws import words as shared
from cacho_tournaments.games.wording import Options, Phrase, Words, gettext_noop, pgettext

_BOXES = {
    **shared.NUMBERS,
    "straight": pgettext("box", "straight"),
    "full": shared.FULL,
    "four": shared.FOUR,
    "generala": gettext_noop("generala"),
    "double": gettext_noop("double generala"),
}

_SERVED = gettext_noop("served generala")

_REFUSALS = {
    **shared.REFUSALS,
    "dice-do-not-make-it:needs": gettext_noop(
        "The box %(box)s is written only after %(needs)s has been written. Choose another box, or cross one out."
    ),
}


def _small_print(options: Options) -> tuple[Phrase, ...]:
    bonus = int(options["served_bonus"])
    generala = int(options["generala_points"])
    served = {"straight": STRAIGHT_PAYS + bonus, "full": FULL_PAYS + bonus, "four": FOUR_PAYS + bonus}
    said = [
        Phrase(
            gettext_noop(
                "Served, that is on the first throw: straight %(straight)s, full house %(full)s, four of a kind "
                "%(four)s."
            ),
            served,
        ),
        Phrase(
            gettext_noop("A served generala in its open box wins at once; a later one pays %(points)s."),
            {"points": generala},
        ),
    ]
    if options["double"] == "on":
        said.append(
            Phrase(
                gettext_noop("Double generala pays %(points)s, only after a written generala."),
                {"points": 2 * generala},
            )
        )
    if options["straights"] == "three":
        said.append(Phrase(gettext_noop("3-4-5-6-1 is a straight too.")))
    else:
        said.append(Phrase(gettext_noop("3-4-5-6-1 is no straight.")))
    return tuple(said)


WORDS = Words(
    name=gettext_noop("Generala"),
    boxes=_BOXES,
    marks={**shared.MARKS, "served-generala": _SERVED},
    signs={**shared.SIGNS, "served-generala": "crown"},
    endings={"served-generala": _SERVED},
    presets={"reglamento": gettext_noop("Reglamento")},
    options={
        "double": gettext_noop("A box for the double generala"),
        "served_bonus": gettext_noop("Points more for a combination on the first throw"),
        "generala_points": gettext_noop("Points of a generala"),
        "straights": gettext_noop("Which straights count"),
    },
    values={
        "double": {"off": shared.NO, "on": shared.YES},
        "straights": {
            "three": gettext_noop("1-2-3-4-5, 2-3-4-5-6 and 3-4-5-6-1"),
            "two": gettext_noop("1-2-3-4-5 and 2-3-4-5-6"),
        },
    },
    refusals=_REFUSALS,
    small_print=_small_print,
)

"""The words of Cacho Alalay: names of boxes, marks, endings and options, sentences for its own refusals, small print.

Knows: how everything is called, in English or by the game's own Spanish noun, which every language keeps or spells
its way. Does not know: rules, languages. The engine never reads this.
"""

from cacho_tournaments.games.cacho_alalay.small_print import small_print
from cacho_tournaments.games.wording import Words, gettext_noop, pgettext

_YES = pgettext("option", "yes")
_NO = pgettext("option", "no")

_BOXES = {
    "1": gettext_noop("balas"),
    "2": gettext_noop("tontos"),
    "3": gettext_noop("trenes"),
    "4": gettext_noop("cuadras"),
    "5": gettext_noop("quinas"),
    "6": gettext_noop("senas"),
    "E": gettext_noop("escalera"),
    "F": gettext_noop("full"),
    "P": gettext_noop("póker"),
    "G": gettext_noop("grande"),
}

_MARKS = {
    "de-mano": gettext_noop("de mano"),
    "de-huevo": gettext_noop("de huevo"),
    "grande": gettext_noop("grande"),
    "dormida": gettext_noop("dormida"),
}

_ENDINGS = {
    "dormida": gettext_noop("dormida"),
    "panza-de-oro": gettext_noop("panza de oro"),
    "four-of-each": gettext_noop("four of each"),
}

_PRESETS = {
    "cochabamba": gettext_noop("Cochabamba"),
    "cochabamba-pairs": gettext_noop("Cochabamba, pairs"),
    "three-throws": gettext_noop("Three throws"),
    "la-tupicena": gettext_noop("La Tupiceña"),
}

_OPTIONS = {
    "straights": gettext_noop("Which straights count as escalera"),
    "full_accepts_five": gettext_noop("Five alike may be written as full"),
    "poker_accepts_five": gettext_noop("Five alike may be written as póker"),
    "grandes": gettext_noop("Places for grande on a sheet"),
    "throws": gettext_noop("Throws in a turn"),
    "five_dice_rethrow_is_de_mano": gettext_noop("A later throw of all five dice pays de mano"),
    "first_throw_stop": gettext_noop("Stopping on the first throw"),
    "de_mano_refusable": gettext_noop("A play de mano may be passed over"),
    "rethrow": gettext_noop("Which dice are thrown again"),
    "mandatory_flips": gettext_noop("Dice that must be flipped"),
    "max_flips": gettext_noop("Dice that may be flipped at most"),
    "dormida": gettext_noop("Dormida wins the game"),
    "crossing": gettext_noop("When a box may be crossed out"),
    "panza_de_oro_grandes": gettext_noop("Grandes that panza de oro needs"),
    "four_of_each_grandes": gettext_noop("Grandes that four of each needs"),
    "attempts_per_turn": gettext_noop("Attempts in a turn"),
    "entries_per_turn": gettext_noop("Boxes written in a turn"),
    "sobre": gettext_noop("A play may be left pending (sobre)"),
}

_VALUES = {
    "straights": {
        "three": gettext_noop("1-2-3-4-5, 2-3-4-5-6 and 3-4-5-6-1"),
        "two": gettext_noop("1-2-3-4-5 and 2-3-4-5-6"),
    },
    "full_accepts_five": {"yes": _YES, "no": _NO},
    "poker_accepts_five": {"yes": _YES, "no": _NO},
    "five_dice_rethrow_is_de_mano": {"yes": _YES, "no": _NO},
    "first_throw_stop": {
        "de-mano-only": gettext_noop("only with escalera, full or póker de mano"),
        "any": gettext_noop("with any box that scores, without a flip"),
        "any-with-flip": gettext_noop("with any box that scores, one flip allowed"),
    },
    "de_mano_refusable": {"yes": _YES, "no": gettext_noop("no: while its box is open it is written")},
    "rethrow": {"any": gettext_noop("any of them"), "all": gettext_noop("always all five")},
    "dormida": {
        "any-five-dice-throw": gettext_noop("in any throw of all five dice"),
        "first-throw": gettext_noop("in the first throw only"),
        "off": gettext_noop("never: five alike is a grande"),
    },
    "crossing": {
        "final-dice": gettext_noop("when no die scores in an open box"),
        "best-case": gettext_noop("when no die would score even after the flips allowed"),
        "free": gettext_noop("always"),
    },
    "panza_de_oro_grandes": {"off": gettext_noop("off: it does not win")},
    "four_of_each_grandes": {"off": gettext_noop("off: it does not win")},
    "attempts_per_turn": {"1": gettext_noop("one"), "2": gettext_noop("two, one by each partner")},
    "sobre": {"on": _YES, "off": _NO},
}

_REFUSALS = {
    "kept-dice-not-shown": gettext_noop(
        "In throw %(throw)s a die was kept that did not lie there before. Check which dice were kept."
    ),
    "nothing-rethrown": gettext_noop(
        "Throw %(throw)s threw no die. Throw at least one, or end the turn before it."
    ),
    "must-rethrow-all": gettext_noop(
        "These rules ask for all five dice in every later throw. No die may be kept."
    ),
    "de-mano-must-be-written": gettext_noop(
        "Throw %(throw)s made %(boxes)s de mano, and these rules let nobody pass it over. Write it."
    ),
    "dormida-wins": gettext_noop(
        "Five alike in one throw is a dormida: it wins the game. Enter it as a dormida."
    ),
    "no-dormida": gettext_noop(
        "These dice are no dormida: it takes five alike in one throw of all five dice. Check the dice."
    ),
    "flip-not-allowed": gettext_noop("No die may be flipped after this throw. Leave the flip out."),
    "too-many-flips": gettext_noop(
        "%(flips)s dice were flipped; at most %(allowed)s may be. Leave the rest out."
    ),
    "not-opposite": gettext_noop(
        "A flip turns a die to its opposite face: %(before)s becomes %(expected)s, not %(after)s."
    ),
    "no-such-die": gettext_noop(
        "No die shows %(face)s now, so it cannot be flipped. Check which die was turned."
    ),
    "same-die-twice": gettext_noop("The same die was flipped twice. Each die may be turned once only."),
    "second-throw-required": gettext_noop(
        "A turn may end on the first throw only with a play from the hand that is still open. Throw again."
    ),
    "flip-required": gettext_noop("A die has to be flipped after the last throw. Flip one, then write."),
    "scores-nothing": gettext_noop(
        "No die shows the face of %(box)s, so nothing can be written there. Choose another box, or cross one out."
    ),
    "cross-forbidden": gettext_noop(
        "Nothing may be crossed out while the dice score in an open box. Write what they make; cross only when "
        "they make nothing."
    ),
    "sobre-not-allowed": gettext_noop("These rules know no play left pending. Write it or cross it out."),
    "entry-limit": gettext_noop("Only one box may be filled in this turn. Leave the second one out."),
    "nothing-pending": gettext_noop(
        "No play was left pending, so there is none to write. Enter the second throw’s own play."
    ),
}

WORDS = Words(
    name=gettext_noop("Cacho Alalay"),
    boxes=_BOXES,
    marks=_MARKS,
    signs={"de-mano": "hand", "de-huevo": "egg", "grande": "dollar", "dormida": "crown"},
    endings=_ENDINGS,
    presets=_PRESETS,
    options=_OPTIONS,
    values=_VALUES,
    refusals=_REFUSALS,
    small_print=small_print,
)

"""The words of Cuarenta: events, columns of its sheet, counters, endings, options, its own refusals, small print.

Knows: how everything is called, in English or by the game's own Spanish noun, which every language keeps or spells
its way. Does not know: languages; the engine, which never reads this.
"""

from cacho_tournaments.games.cuarenta.small_print import small_print
from cacho_tournaments.games.wording import Words, gettext_noop, pgettext

_MISDEAL = pgettext("cuarenta", "misdeal")
_DOBLE_RONDA = gettext_noop("doble ronda")
_CAIDA_RONDA = gettext_noop("caída en ronda")
_TRES = gettext_noop("tres caídas y limpia")

_BOXES = {
    "ronda": gettext_noop("ronda"),
    "doble-ronda": _DOBLE_RONDA,
    "caida": gettext_noop("caída"),
    "limpia": gettext_noop("limpia"),
    "caida-limpia": gettext_noop("caída y limpia"),
    "caida-ronda": _CAIDA_RONDA,
    "tres-caidas-limpia": _TRES,
    "hand": pgettext("cuarenta", "new hand"),
    "deal": pgettext("cuarenta", "next deal"),
    "misdeal": _MISDEAL,
    "penalty": pgettext("cuarenta", "penalty"),
    "count": pgettext("cuarenta", "count of the cards"),
    "concede": pgettext("cuarenta", "gives up"),
    "dealer": pgettext("cuarenta", "deals"),
    "cards": pgettext("cuarenta", "cards"),
    "points": pgettext("cuarenta", "points"),
    "score": pgettext("cuarenta", "score"),
    "perros": gettext_noop("perros"),
    "tantos": gettext_noop("tantos"),
}

_OPTIONS = {
    "style": gettext_noop("Style of play"),
    "carton_from_30": gettext_noop("A side at 30 or more scores for its cards"),
    "zapatero": gettext_noop("What a zapatería in the first chica decides"),
    "misdeal": gettext_noop("What a misdeal gives the other side"),
}

_VALUES = {
    "style": {
        "a-todo-dos": gettext_noop("a todo dos"),
        "a-todo-rigor": gettext_noop("a todo rigor"),
        "cuenca": gettext_noop("as in Cuenca"),
    },
    "carton_from_30": {"on": pgettext("option", "yes"), "off": pgettext("option", "no")},
    "zapatero": {
        "match": gettext_noop("the match"),
        "tournament": gettext_noop("the match, and the loser is out of the event"),
    },
    "misdeal": {
        "10": gettext_noop("10 points"),
        "2": gettext_noop("2 points"),
        "game": gettext_noop("the chica"),
    },
}

_REFUSALS = {
    "no-hand": gettext_noop("No hand is being played. Say first which side deals the next one."),
    "hand-open": gettext_noop(
        "The hand that side %(dealer)s dealt is still being played. Count its cards before the next one is dealt."
    ),
    "wrong-dealer": gettext_noop(
        "The deal is with side %(dealer)s, not with side %(side)s. Record this for side %(dealer)s."
    ),
    "too-many-deals": gettext_noop(
        "This hand has had all of its %(deals)s deals, and the pack is used up. Count the cards."
    ),
    "not-in-this-style": gettext_noop(
        "In the style %(style)s nothing is scored for %(event)s. Record its single events instead."
    ),
    "announcement-late": gettext_noop(
        "A ronda is announced before the first capture of a deal, and this deal has one on record. Leave the "
        "announcement out, or take back what was recorded and announce first."
    ),
    "announced-already": gettext_noop(
        "Player %(player)s of side %(side)s has announced in this deal already. Leave this one out, or choose the "
        "player who announced."
    ),
    "not-three-caidas": gettext_noop(
        "Tres caídas y limpia needs two earlier caídas of side %(side)s in this deal; there are %(caidas)s. Record the "
        "missing caídas first, or a caída y limpia."
    ),
    "no-ronda-to-fall": gettext_noop(
        "In this deal the other side has announced no ronda that is still to be fallen on. Record a plain caída, or "
        "take back as far as the ronda that was forgotten."
    ),
    "too-many-caidas": gettext_noop(
        "Side %(side)s cannot have more than %(most)s caídas in one deal, nor both sides more than %(together)s. Check "
        "whether the next deal should have been opened."
    ),
    "too-many-limpias": gettext_noop(
        "Side %(side)s cannot have more than %(most)s limpias in this deal, nor both sides more than %(together)s. "
        "Check whether the next deal should have been opened."
    ),
    "count-before-last-deal": gettext_noop(
        "The cards are counted after the last deal: this is deal %(deal)s of %(deals)s. Open the next deal first."
    ),
    "impossible-count": gettext_noop(
        "%(cards)s cards cannot be right: a side has 0 to 40 but never 1, at least two for each of its captures, and "
        "both sides together have at most 40. Count the cards again."
    ),
    "sheet-not-full": gettext_noop(
        "The sheets say nothing under “%(box)s” in hand %(hand)s. Type what stands on the paper."
    ),
    "odd-points": gettext_noop("Scores stay even, and %(points)s is odd. Give an even number of points."),
    "wrong-points": gettext_noop(
        "The %(claimed)s points written for %(event)s are not what it brings here. Leave the figure out: it is worked "
        "out from the score and the style."
    ),
}

WORDS = Words(
    name=gettext_noop("Cuarenta"),
    boxes=_BOXES,
    marks={
        "dealer": pgettext("cuarenta", "deals this hand"),
        "kept": gettext_noop("38 que no juega"),
        "shutout": gettext_noop("zapatería"),
    },
    signs={"dealer": "cards"},
    endings={
        "forty": pgettext("cuarenta", "40 points"),
        "doble-ronda": _DOBLE_RONDA,
        "caida-ronda": _CAIDA_RONDA,
        "tres-caidas-limpia": _TRES,
        "misdeal": _MISDEAL,
    },
    usual_ending="forty",
    presets={
        "quito": gettext_noop("Quito"),
        "a-todo-rigor": gettext_noop("A todo rigor"),
        "cuenca": gettext_noop("Cuenca"),
    },
    options=_OPTIONS,
    values=_VALUES,
    refusals=_REFUSALS,
    warnings={
        "unmatched-40": gettext_noop(
            "All 40 cards were captured, although nothing that clears the table stands in the last deal. Was a caída y "
            "limpia written as a plain caída?"
        ),
    },
    small_print=small_print,
)

"""The words of the games' options: what each option asks, and what each of its values says.

Knows: which question and answer stands for which code of a game. Does not know: which values are in force.
Shown where an organizer chooses rules and where the public reads them; the numbers of the rules stand in the games.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cacho_tournaments.web.words import Word

_YES = pgettext_lazy("option", "yes")
_NO = pgettext_lazy("option", "no")

OPTION_NAMES: dict[str, dict[str, Word]] = {
    "cacho-alalay": {
        "straights": _("Which straights count as escalera"),
        "full_accepts_five": _("Five alike may be written as full"),
        "poker_accepts_five": _("Five alike may be written as póker"),
        "grandes": _("Places for grande on a sheet"),
        "throws": _("Throws in a turn"),
        "five_dice_rethrow_is_de_mano": _("A later throw of all five dice pays de mano"),
        "first_throw_stop": _("Stopping on the first throw"),
        "de_mano_refusable": _("A play de mano may be passed over"),
        "rethrow": _("Which dice are thrown again"),
        "mandatory_flips": _("Dice that must be flipped"),
        "max_flips": _("Dice that may be flipped at most"),
        "dormida": _("Dormida wins the game"),
        "crossing": _("When a box may be crossed out"),
        "panza_de_oro_grandes": _("Grandes that panza de oro needs"),
        "four_of_each_grandes": _("Grandes that four of each needs"),
        "attempts_per_turn": _("Attempts in a turn"),
        "entries_per_turn": _("Boxes written in a turn"),
        "sobre": _("A play may be left pending (sobre)"),
    },
}

VALUE_NAMES: dict[str, dict[str, dict[str, Word]]] = {
    "cacho-alalay": {
        "straights": {
            "three": _("1-2-3-4-5, 2-3-4-5-6 and 3-4-5-6-1"),
            "two": _("1-2-3-4-5 and 2-3-4-5-6"),
        },
        "full_accepts_five": {"yes": _YES, "no": _NO},
        "poker_accepts_five": {"yes": _YES, "no": _NO},
        "five_dice_rethrow_is_de_mano": {"yes": _YES, "no": _NO},
        "first_throw_stop": {
            "de-mano-only": _("only with escalera, full or póker de mano"),
            "any": _("with any box that scores, without a flip"),
            "any-with-flip": _("with any box that scores, one flip allowed"),
        },
        "de_mano_refusable": {"yes": _YES, "no": _("no: while its box is open it is written")},
        "rethrow": {"any": _("any of them"), "all": _("always all five")},
        "dormida": {
            "any-five-dice-throw": _("in any throw of all five dice"),
            "first-throw": _("in the first throw only"),
            "off": _("never: five alike is a grande"),
        },
        "crossing": {
            "final-dice": _("when no die scores in an open box"),
            "best-case": _("when no die would score even after the flips allowed"),
            "free": _("always"),
        },
        "panza_de_oro_grandes": {"off": _("off: it does not win")},
        "four_of_each_grandes": {"off": _("off: it does not win")},
        "attempts_per_turn": {"1": _("one"), "2": _("two, one by each partner")},
        "sobre": {"on": _YES, "off": _NO},
    },
}


def option_name(game: str, option: str) -> Word:
    """Return what an option asks; one without words here shows its code."""
    return OPTION_NAMES.get(game, {}).get(option, option)


def value_name(game: str, option: str, value: str) -> Word:
    """Return what a value of an option says; a figure stands for itself."""
    return VALUE_NAMES.get(game, {}).get(option, {}).get(value, value)

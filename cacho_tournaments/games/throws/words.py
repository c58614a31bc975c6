"""The words that the games of throws share: numbers, combinations, crossed boxes and ties, in English.

Knows: how a box that several of these games have is called, and how the refusals are said that they share.
Does not know: which game has which box; each picks what it needs. The engine never reads this.
"""

from cacho_tournaments.games.wording import Phrase, gettext_noop, pgettext

YES = pgettext("option", "yes")
NO = pgettext("option", "no")

NUMBERS = {
    "1": pgettext("box", "ones"),
    "2": pgettext("box", "twos"),
    "3": pgettext("box", "threes"),
    "4": pgettext("box", "fours"),
    "5": pgettext("box", "fives"),
    "6": pgettext("box", "sixes"),
}

FULL = pgettext("box", "full house")
FOUR = pgettext("box", "four of a kind")

EUROPEAN = {
    "pair": pgettext("box", "pair"),
    "two-pairs": pgettext("box", "two pairs"),
    "three": pgettext("box", "three of a kind"),
    "small": pgettext("box", "small straight"),
    "large": pgettext("box", "large straight"),
    "full": FULL,
    "four": FOUR,
    "poker": pgettext("box", "poker"),
}

MARKS = {"first-throw": gettext_noop("on the first throw")}
SIGNS = {"first-throw": "hand"}

CROSSING = gettext_noop("When a box may be crossed out")
CROSSINGS = {
    "free": gettext_noop("always"),
    "only-if-nothing-fits": gettext_noop("only while the dice fit no open box"),
}
TIE = gettext_noop("What decides between equal sums")
TIES = {
    "shared": gettext_noop("nothing: they share the win"),
    "box-order": gettext_noop("the higher poker, then four of a kind, and so on down to the pair"),
}

REFUSALS = {
    "wrong-dice-count": gettext_noop(
        "A turn ends with five dice on the table; here are %(dice)s. Enter all five as they lie."
    ),
    "too-many-throws": gettext_noop(
        "A turn here has one to %(allowed)s throws, not %(throws)s. Correct the number of throws."
    ),
}
CROSSING_FORBIDDEN = {
    "strike-forbidden": gettext_noop(
        "By these rules a box is crossed out only while the dice fit no open box, and these fit one. Write what they "
        "make."
    ),
}


def crossing(strike: str) -> Phrase:
    """Return the small print on crossing a box out."""
    if strike == "free":
        return Phrase(gettext_noop("What does not suit is crossed out: any open box, for 0."))
    return Phrase(gettext_noop("A box is crossed out only while the dice fit no open box."))


def tie(decides: str) -> Phrase:
    """Return the small print on equal sums."""
    if decides == "shared":
        return Phrase(gettext_noop("Equal sums share the win."))
    return Phrase(
        gettext_noop("Between equal sums the higher poker decides, then four of a kind, down to the pair.")
    )

"""The words of the games: how boxes, marks, endings and states are called on a page.

Knows: which sentence stands for which code of the games.
Does not know: rules, tables, requests. Refusals have their sentences in ``explain.py``.

The msgids of boxes and plays are the game's own Spanish nouns: every language keeps them or spells them its way.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

Word = str | Promise

GAME_NAMES: dict[str, Word] = {
    "cacho-alalay": _("Cacho Alalay"),
}

BOX_NAMES: dict[str, dict[str, Word]] = {
    "cacho-alalay": {
        "1": _("balas"),
        "2": _("tontos"),
        "3": _("trenes"),
        "4": _("cuadras"),
        "5": _("quinas"),
        "6": _("senas"),
        "E": _("escalera"),
        "F": _("full"),
        "P": _("póker"),
        "G": _("grande"),
    },
}

MARK_NAMES: dict[str, Word] = {
    "de-mano": _("de mano"),
    "de-huevo": _("de huevo"),
    "grande": _("grande"),
    "dormida": _("dormida"),
    "crossed": _("crossed out"),
}

ENDING_NAMES: dict[str, Word] = {
    "full-sheets": _("all sheets full"),
    "dormida": _("dormida"),
    "panza-de-oro": _("panza de oro"),
    "four-of-each": _("four of each"),
    "concession": _("conceded"),
    "free-place": _("free place: the other side did not come through"),
}

PRESET_NAMES: dict[str, dict[str, Word]] = {
    "cacho-alalay": {
        "cochabamba": _("Cochabamba"),
        "cochabamba-pairs": _("Cochabamba, pairs"),
        "three-throws": _("Three throws"),
        "la-tupicena": _("La Tupiceña"),
    },
}

ENTRANT_STATE_NAMES: dict[str, Word] = {
    "applied": pgettext_lazy("entrant", "applied"),
    "accepted": pgettext_lazy("entrant", "accepted"),
    "paid": pgettext_lazy("entrant", "paid"),
    "checked-in": pgettext_lazy("entrant", "checked in"),
    "withdrawn": pgettext_lazy("entrant", "withdrawn"),
    "disqualified": pgettext_lazy("entrant", "disqualified"),
    "no-show": pgettext_lazy("entrant", "did not appear"),
}

RESULT_KIND_NAMES: dict[str, Word] = {
    "played": pgettext_lazy("result", "played"),
    "paper": pgettext_lazy("result", "from paper"),
    "walkover": pgettext_lazy("result", "walkover"),
    "both-absent": pgettext_lazy("result", "both absent"),
    "disqualified": pgettext_lazy("result", "disqualification"),
    "bye": pgettext_lazy("result", "bye"),
}

# How a table is ordered: in full for the line below it, short for the head of its column.
CRITERION_NAMES: dict[str, Word] = {
    "points": pgettext_lazy("criterion", "points"),
    "games-won": pgettext_lazy("criterion", "games won"),
    "wins": pgettext_lazy("criterion", "matches won"),
    "among-tied": pgettext_lazy("criterion", "result among the tied"),
    "difference": pgettext_lazy("criterion", "point difference"),
    "for": pgettext_lazy("criterion", "points for"),
    "instant-wins": pgettext_lazy("criterion", "instant wins"),
    "lot": pgettext_lazy("criterion", "lot"),
}

CRITERION_SHORT: dict[str, Word] = {
    "points": pgettext_lazy("column", "Pts"),
    "games-won": pgettext_lazy("column", "Games"),
    "wins": pgettext_lazy("column", "Won"),
    "among-tied": pgettext_lazy("column", "Tied"),
    "difference": pgettext_lazy("column", "Diff"),
    "for": pgettext_lazy("column", "For"),
    "instant-wins": pgettext_lazy("column", "Inst."),
    "lot": pgettext_lazy("column", "Lot"),
}


# Rounds of a bracket by how many sides are still in.
ROUND_NAMES: dict[int, Word] = {
    2: pgettext_lazy("round", "final"),
    4: pgettext_lazy("round", "semi-finals"),
    8: pgettext_lazy("round", "quarter-finals"),
    16: pgettext_lazy("round", "round of 16"),
    32: pgettext_lazy("round", "round of 32"),
    64: pgettext_lazy("round", "round of 64"),
}
THIRD_PLACE: Word = pgettext_lazy("round", "match for third place")
WAITING: dict[str, Word] = {
    "winner": _("winner of %(match)s"),
    "loser": _("loser of %(match)s"),
}


def game_name(game: str) -> Word:
    """Return what the game is called; a game without a name here shows its code."""
    return GAME_NAMES.get(game, game)


def box_name(game: str, box: str) -> Word:
    """Return what a box is called, with its small first letter as on the sheet."""
    return BOX_NAMES.get(game, {}).get(box, box)


def mark_name(mark: str) -> Word:
    """Return how a mark of a cell or a turn is read aloud."""
    return MARK_NAMES.get(mark, mark)


def ending_name(ending: str) -> Word:
    """Return how a game ended."""
    return ENDING_NAMES.get(ending, ending)


def preset_name(game: str, preset: str) -> Word:
    """Return what a preset of a game is called."""
    return PRESET_NAMES.get(game, {}).get(preset, preset)


def entrant_state_name(state: str) -> Word:
    """Return where an entrant stands between applying and playing."""
    return ENTRANT_STATE_NAMES.get(state, state)


def result_kind_name(kind: str) -> Word:
    """Return how a result came about."""
    return RESULT_KIND_NAMES.get(kind, kind)


def criterion_name(criterion: str) -> Word:
    """Return a criterion of a table in full."""
    return CRITERION_NAMES.get(criterion, criterion)


def criterion_short(criterion: str) -> Word:
    """Return a criterion as the head of its column."""
    return CRITERION_SHORT.get(criterion, criterion)


def bracket_round_name(sides: int) -> str:
    """Return what the round of a bracket is called in which so many sides are still in."""
    return str(ROUND_NAMES.get(sides) or gettext("round of %(sides)s") % {"sides": sides})


def group_round_name(number: int) -> str:
    """Return what a round of a group is called."""
    return gettext("round %(number)s") % {"number": number}


def waiting_for(take: str, match: str) -> str:
    """Return for whom an open seat is kept."""
    return str(WAITING[take]) % {"match": match}

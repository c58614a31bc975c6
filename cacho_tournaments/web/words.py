"""The words of the pages: how boxes, marks, endings, states and criteria are called.

Knows: the words that all games share and those of a tournament; a game's own are found beside the game.
Does not know: any game, rules, tables, requests. Refusals have their sentences in ``explain.py``.
"""

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.web.game_texts import Word, anywhere, own, translated, words_of

# Marks and endings that several games share; what is a game's own stands in its words.
MARK_NAMES: dict[str, Word] = {
    "crossed": _("crossed out"),
}
MARK_SIGNS = {"crossed": "cross"}

ENDING_NAMES: dict[str, Word] = {
    "full-sheets": _("all sheets full"),
    "concession": _("conceded"),
    "free-place": _("free place: the other side did not come through"),
    "voided": _("counts for nothing, after a correction before it"),
    "decision": _("by decision of the chief referee"),
    "opponent-out": _("the other side is out of the event by the rules"),
    "opponent-left": _("the other side has left"),
}

ENTRANT_STATE_NAMES: dict[str, Word] = {
    "applied": pgettext_lazy("entrant", "applied"),
    "accepted": pgettext_lazy("entrant", "accepted"),
    "paid": pgettext_lazy("entrant", "paid"),
    "checked-in": pgettext_lazy("entrant", "checked in"),
    "withdrawn": pgettext_lazy("entrant", "withdrawn"),
    "disqualified": pgettext_lazy("entrant", "disqualified"),
    "no-show": pgettext_lazy("entrant", "did not appear"),
    "eliminated": pgettext_lazy("entrant", "eliminated"),
}

RESULT_KIND_NAMES: dict[str, Word] = {
    "played": pgettext_lazy("result", "played"),
    "paper": pgettext_lazy("result", "from paper"),
    "walkover": pgettext_lazy("result", "walkover"),
    "both-absent": pgettext_lazy("result", "both absent"),
    "disqualified": pgettext_lazy("result", "disqualification"),
    "bye": pgettext_lazy("result", "bye"),
}
# What of an ending says more than the kind.
RESULT_NAMES_BY_ENDING: dict[str, Word] = {
    "decision": pgettext_lazy("result", "decided by the chief referee"),
    "free-place": pgettext_lazy("result", "free place"),
    "voided": pgettext_lazy("result", "void"),
}

# How a table is ordered: in full for the line below it, short for the head of its column.
CRITERION_NAMES: dict[str, Word] = {
    "points": pgettext_lazy("criterion", "points"),
    "games-won": pgettext_lazy("criterion", "games won"),
    "games-difference": pgettext_lazy("criterion", "games won less lost"),
    "wins": pgettext_lazy("criterion", "matches won"),
    "among-tied": pgettext_lazy("criterion", "result among the tied"),
    "among-tied-difference": pgettext_lazy("criterion", "point difference among the tied"),
    "among-tied-for": pgettext_lazy("criterion", "points for among the tied"),
    "difference": pgettext_lazy("criterion", "point difference"),
    "for": pgettext_lazy("criterion", "points for"),
    "instant-wins": pgettext_lazy("criterion", "instant wins"),
    "shutouts": pgettext_lazy("criterion", "shutouts"),
    "buchholz": pgettext_lazy("criterion", "Buchholz"),
    "buchholz-cut-1": pgettext_lazy("criterion", "Buchholz, lowest left out"),
    "buchholz-median": pgettext_lazy("criterion", "median Buchholz"),
    "sonneborn-berger": pgettext_lazy("criterion", "Sonneborn-Berger"),
    "share": pgettext_lazy("criterion", "share of table points"),
    "average-place": pgettext_lazy("criterion", "average place"),
    "lot": pgettext_lazy("criterion", "lot"),
}

CRITERION_SHORT: dict[str, Word] = {
    "points": pgettext_lazy("column", "Pts"),
    "games-won": pgettext_lazy("column", "Games"),
    "games-difference": pgettext_lazy("column", "Games ±"),
    "wins": pgettext_lazy("column", "Won"),
    "among-tied": pgettext_lazy("column", "Tied"),
    "among-tied-difference": pgettext_lazy("column", "Tied ±"),
    "among-tied-for": pgettext_lazy("column", "Tied +"),
    "difference": pgettext_lazy("column", "Diff"),
    "for": pgettext_lazy("column", "For"),
    "instant-wins": pgettext_lazy("column", "Inst."),
    "shutouts": pgettext_lazy("column", "Sh."),
    "buchholz": pgettext_lazy("column", "BH"),
    "buchholz-cut-1": pgettext_lazy("column", "BH−1"),
    "buchholz-median": pgettext_lazy("column", "BH±"),
    "sonneborn-berger": pgettext_lazy("column", "SB"),
    "share": pgettext_lazy("column", "Share"),
    "average-place": pgettext_lazy("column", "Ø place"),
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
CONFIRMED_NOW: Word = _("being confirmed at the table")
THIRD_PLACE: Word = pgettext_lazy("round", "match for third place")
WAITING: dict[str, Word] = {
    "winner": _("winner of %(match)s"),
    "loser": _("loser of %(match)s"),
}


def game_name(game: str) -> Word:
    """Return what the game is called; a game without words shows its code."""
    name = words_of(game).name
    return translated(name) if name else game


def box_name(game: str, box: str) -> Word:
    """Return what a box, an event, a column or a counter is called, with its small first letter as on the sheet."""
    return own(game, lambda words: words.boxes, box) or box


def mark_name(mark: str, game: str = "") -> Word:
    """Return how a mark of a cell or a turn is read aloud; without the game, as the first that knows it says it."""
    return (
        own(game, lambda words: words.marks, mark)
        or MARK_NAMES.get(mark)
        or anywhere(lambda words: words.marks, mark)
        or mark
    )


def mark_names(game: str) -> dict[str, Word]:
    """Return every mark of a game with how it is read aloud."""
    return {**MARK_NAMES, **{mark: translated(text) for mark, text in words_of(game).marks.items()}}


def sign_of(mark: str, game: str) -> str:
    """Return the symbol that stands for a mark; empty where it is only said."""
    return words_of(game).signs.get(mark) or MARK_SIGNS.get(mark, "")


def ending_name(ending: str, game: str = "") -> Word:
    """Return how a game ended; without the game, as the first that knows it says it."""
    return (
        own(game, lambda words: words.endings, ending)
        or ENDING_NAMES.get(ending)
        or anywhere(lambda words: words.endings, ending)
        or ending
    )


def ending_said(ending: str, game: str, *, shutout: bool = False) -> str:
    """Return what is worth saying of the end of a game: how, but for the usual end; that the loser hardly scored."""
    how = [] if not ending or ending == words_of(game).usual_ending else [ending_name(ending, game)]
    return ", ".join(str(each) for each in [*how, *([mark_name("shutout", game)] if shutout else [])])


def warning_name(warning: str, game: str) -> Word:
    """Return what a scorekeeper is told of a turn that was taken but looks odd."""
    return own(game, lambda words: words.warnings, warning) or warning


CARD_NAMES: dict[str, Word] = {
    "warning": pgettext_lazy("card", "warning"),
    "yellow": pgettext_lazy("card", "yellow card"),
    "red": pgettext_lazy("card", "red card"),
    "penalty": pgettext_lazy("card", "penalty"),
}


def preset_name(game: str, preset: str) -> Word:
    """Return what a preset of a game is called."""
    return own(game, lambda words: words.presets, preset) or preset


def entrant_state_name(state: str) -> Word:
    """Return where an entrant stands between applying and playing."""
    return ENTRANT_STATE_NAMES.get(state, state)


def result_kind_name(kind: str, ending: str = "", *, sides: int = 2) -> Word:
    """Return how a result came about; what was given because a side is out is no walkover of somebody absent, and a
    free place or a match declared void is no absence of two; of more than two at a table there is no *both*."""
    if ending == "opponent-out":
        return entrant_state_name("eliminated")
    if kind == "both-absent" and ending not in RESULT_NAMES_BY_ENDING and sides > 2:
        return pgettext_lazy("result", "all absent")
    return RESULT_NAMES_BY_ENDING.get(ending) or RESULT_KIND_NAMES.get(kind, kind)


def card_name(card: str) -> Word:
    """Return what a card or penalty of a referee is called."""
    return CARD_NAMES.get(card, card)


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


SECOND_FINAL: Word = pgettext_lazy("round", "second final")
_OF_BRACKET: dict[str, Word] = {
    "winners": _("winners, round %(number)s"),
    "losers": _("losers, round %(number)s"),
    "consolation": _("consolation, round %(number)s"),
}


def side_bracket_round_name(bracket: str, number: int) -> str:
    """Return what a round is called of the winners or the losers of a double elimination, or of a consolation."""
    return str(_OF_BRACKET[bracket]) % {"number": number}


def waiting_for(take: str, match: str) -> str:
    """Return for whom an open seat is kept."""
    return str(WAITING[take]) % {"match": match}

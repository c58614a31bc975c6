"""The words with which the tablet says what it has worked out of a match itself: notes, ends, the log.

Knows: the sentences of ``board`` and ``log``, unfilled. Does not know: matches, the script that fills them.
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

# A number for each form that a language may have; the script picks the form by the rules of its language.
_FORMS = {"one": 1, "few": 2, "many": 5}


def texts() -> dict[str, str]:
    """Return every sentence of a match's state."""
    return {**_notes(), **_ends(), **_log()}


def _notes() -> dict[str, str]:
    return {
        "game_of": _("%(event)s · game %(number)s of %(best_of)s"),
        "winner": _("Winner"),
        "out_of_event": _("Out of the event by the rules of the game"),
        "throws_now": _("Throws now"),
        "turn_number": _("Turn %(number)s"),
        "deals_this": _("Deals this hand"),
        "deals_next": _("Deals the next hand"),
        **{
            f"turns_{form}": ngettext("%(count)s turn", "%(count)s turns", count)
            for form, count in _FORMS.items()
        },
    }


def _ends() -> dict[str, str]:
    return {
        "won": _("%(names)s wins"),
        "won_game": _("Game %(number)s: %(names)s"),
        "shared_game": _("Game %(number)s is shared: %(names)s"),
        "shared": _("Shared: %(names)s"),
        "shared_first": _("First place shared: %(names)s"),
        "end_plain": "%(totals)s.",
        "end_how": _("%(totals)s, %(ending)s."),
        "end_games": _("%(totals)s. Games won: %(games)s."),
        "end_how_games": _("%(totals)s, %(ending)s. Games won: %(games)s."),
    }


def _log() -> dict[str, str]:
    return {
        "turn_back": _("turn %(number)s taken back"),
        "turns_back": _("turns %(first)s to %(last)s taken back"),
        "with_reason": _("%(what)s: %(reason)s"),
        "row_crossed": _("%(box)s crossed out"),
        "row_marked": _("%(box)s %(points)s %(mark)s"),
        "row_figures": _("%(box)s %(points)s (%(figures)s)"),
        "row_points": _("%(box)s %(points)s"),
        "undo_one": _("%(name)s: %(what)s"),
        **{
            f"undo_all_{form}": ngettext(
                "%(name)s: %(what)s, with the %(count)s row that was entered together",
                "%(name)s: %(what)s, with all %(count)s rows that were entered together",
                count,
            )
            for form, count in _FORMS.items()
        },
        "refused_by_rules": _("The rules refuse this turn (%(code)s)."),
    }

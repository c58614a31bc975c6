"""Marks of single rounds in a table drawn round by round, and from where the points of a total come.

Knows: a short sign and a name for each way in which a round can end for somebody. Does not know: rows, how a table is
made. A round that was lost, one that was not played and one that somebody sat out never look alike.
"""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from cacho_tournaments.web.figures import figure
from cacho_tournaments.web.words import Word

PLACE = "place"  # of a table of more than two: its sign is the place itself
SIGNS: dict[str, Word] = {
    "won": pgettext_lazy("round mark", "W"),
    "tied": pgettext_lazy("round mark", "T"),
    "lost": pgettext_lazy("round mark", "L"),
    "forfeit-won": "+",
    "forfeit-lost": "−",
    "bye": pgettext_lazy("round mark", "free"),
    "absent": pgettext_lazy("round mark", "abs."),
    "late": pgettext_lazy("round mark", "late"),
    "open": "…",
    "none": "·",
}
NAMES: dict[str, Word] = {
    "won": pgettext_lazy("round", "won"),
    "tied": pgettext_lazy("round", "tied"),
    "lost": pgettext_lazy("round", "lost"),
    "forfeit-won": pgettext_lazy("round", "won without playing"),
    "forfeit-lost": pgettext_lazy("round", "lost without playing"),
    "bye": pgettext_lazy("round", "free round"),
    "absent": pgettext_lazy("round", "absent"),
    "late": pgettext_lazy("round", "had not come yet"),
    "open": pgettext_lazy("round", "not finished"),
    "none": pgettext_lazy("round", "not in this round"),
}


def sign(kind: str, place: int | None = None) -> str:
    """Return the sign of a round."""
    return str(place) if kind == PLACE else str(SIGNS[kind])


def name(kind: str, place: int | None = None) -> str:
    """Return what the sign of a round means."""
    return _("place %(place)s") % {"place": place} if kind == PLACE else str(NAMES[kind])


def label(number: int) -> str:
    """Return what a round is called."""
    return _("Round %(number)s") % {"number": number}


def legend(kinds: set[str]) -> str:
    """Return the signs that were used and cannot be read without being told, each with its name."""
    return "; ".join(f"{SIGNS[kind]} = {NAMES[kind]}" for kind in SIGNS if kind in kinds)


def sat_out(byes: int, absences: int, points: object) -> str:
    """Return how often somebody sat out, and what came of it; nothing for who never did."""
    said = []
    if byes:
        said.append(ngettext("%(n)s free round", "%(n)s free rounds", byes) % {"n": byes})
    if absences:
        said.append(ngettext("missed %(n)s round", "missed %(n)s rounds", absences) % {"n": absences})
    if not said:
        return ""
    return _("%(what)s: +%(points)s") % {"what": _(", ").join(said), "points": figure(points)}


def parts(total: object, played: int, from_matches: object, free: int, from_byes: object) -> str:
    """Return from where the points of a total come (STA-09); nothing where all of them come from matches."""
    if not free:
        return ""
    of_matches = ngettext("%(points)s from %(n)s match", "%(points)s from %(n)s matches", played)
    of_rounds = ngettext(
        "%(points)s from %(n)s round not played", "%(points)s from %(n)s rounds not played", free
    )
    gaps = {
        "total": figure(total),
        "matches": of_matches % {"points": figure(from_matches), "n": played},
        "rounds": of_rounds % {"points": figure(from_byes), "n": free},
    }
    return str(SUM) % gaps


SUM: Word = gettext_lazy("Points: %(total)s, of them %(matches)s and %(rounds)s.")

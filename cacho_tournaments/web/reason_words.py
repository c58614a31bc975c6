"""Why a row of a table stands where it stands, in a sentence.

Knows: a sentence for every criterion, seen from the upper and from the lower of two neighbours.
Does not know: how a table is made; it is given the criterion, both figures and the names.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cacho_tournaments.web.figures import both
from cacho_tournaments.web.words import Word

_AHEAD: dict[str, Word] = {
    "points": gettext_lazy("Ahead of %(other)s by points: %(mine)s to %(theirs)s."),
    "games-won": gettext_lazy("Ahead of %(other)s by games won: %(mine)s to %(theirs)s."),
    "games-difference": gettext_lazy(
        "Ahead of %(other)s by games won less games lost: %(mine)s to %(theirs)s."
    ),
    "wins": gettext_lazy("Ahead of %(other)s by matches won: %(mine)s to %(theirs)s."),
    "among-tied": gettext_lazy(
        "Ahead of %(other)s by the results among the tied (%(tied)s): %(mine)s to %(theirs)s points."
    ),
    "among-tied-difference": gettext_lazy(
        "Ahead of %(other)s by the point difference among the tied (%(tied)s): %(mine)s to %(theirs)s."
    ),
    "among-tied-for": gettext_lazy(
        "Ahead of %(other)s by the points for among the tied (%(tied)s): %(mine)s to %(theirs)s."
    ),
    "difference": gettext_lazy("Ahead of %(other)s by point difference: %(mine)s to %(theirs)s."),
    "for": gettext_lazy("Ahead of %(other)s by points for: %(mine)s to %(theirs)s."),
    "instant-wins": gettext_lazy("Ahead of %(other)s by instant wins: %(mine)s to %(theirs)s."),
    "shutouts": gettext_lazy("Ahead of %(other)s by shutouts: %(mine)s to %(theirs)s."),
    "buchholz": gettext_lazy(
        "Ahead of %(other)s by Buchholz, the points of the opponents: %(mine)s to %(theirs)s."
    ),
    "buchholz-cut-1": gettext_lazy(
        "Ahead of %(other)s by Buchholz, the points of the opponents without the lowest: %(mine)s to %(theirs)s."
    ),
    "buchholz-median": gettext_lazy(
        "Ahead of %(other)s by median Buchholz, the points of the opponents without the highest and the lowest: "
        "%(mine)s to %(theirs)s."
    ),
    "sonneborn-berger": gettext_lazy(
        "Ahead of %(other)s by Sonneborn-Berger, the points of the beaten opponents and half those of the tied: "
        "%(mine)s to %(theirs)s."
    ),
    "share": gettext_lazy(
        "Ahead of %(other)s by the share of table points, where 1 is an even share: %(mine)s to %(theirs)s."
    ),
    "average-place": gettext_lazy(
        "Ahead of %(other)s by the average place at the tables: %(mine)s to %(theirs)s."
    ),
    "lot": gettext_lazy("Ahead of %(other)s by lot: nothing else parts them."),
    "state": gettext_lazy("Ahead of %(other)s, who is out of the competition."),
}

_BEHIND: dict[str, Word] = {
    "points": gettext_lazy("Behind %(other)s by points: %(theirs)s to %(mine)s."),
    "games-won": gettext_lazy("Behind %(other)s by games won: %(theirs)s to %(mine)s."),
    "games-difference": gettext_lazy(
        "Behind %(other)s by games won less games lost: %(theirs)s to %(mine)s."
    ),
    "wins": gettext_lazy("Behind %(other)s by matches won: %(theirs)s to %(mine)s."),
    "among-tied": gettext_lazy(
        "Behind %(other)s by the results among the tied (%(tied)s): %(theirs)s to %(mine)s points."
    ),
    "among-tied-difference": gettext_lazy(
        "Behind %(other)s by the point difference among the tied (%(tied)s): %(theirs)s to %(mine)s."
    ),
    "among-tied-for": gettext_lazy(
        "Behind %(other)s by the points for among the tied (%(tied)s): %(theirs)s to %(mine)s."
    ),
    "difference": gettext_lazy("Behind %(other)s by point difference: %(theirs)s to %(mine)s."),
    "for": gettext_lazy("Behind %(other)s by points for: %(theirs)s to %(mine)s."),
    "instant-wins": gettext_lazy("Behind %(other)s by instant wins: %(theirs)s to %(mine)s."),
    "shutouts": gettext_lazy("Behind %(other)s by shutouts: %(theirs)s to %(mine)s."),
    "buchholz": gettext_lazy(
        "Behind %(other)s by Buchholz, the points of the opponents: %(theirs)s to %(mine)s."
    ),
    "buchholz-cut-1": gettext_lazy(
        "Behind %(other)s by Buchholz, the points of the opponents without the lowest: %(theirs)s to %(mine)s."
    ),
    "buchholz-median": gettext_lazy(
        "Behind %(other)s by median Buchholz, the points of the opponents without the highest and the lowest: "
        "%(theirs)s to %(mine)s."
    ),
    "sonneborn-berger": gettext_lazy(
        "Behind %(other)s by Sonneborn-Berger, the points of the beaten opponents and half those of the tied: "
        "%(theirs)s to %(mine)s."
    ),
    "share": gettext_lazy(
        "Behind %(other)s by the share of table points, where 1 is an even share: %(theirs)s to %(mine)s."
    ),
    "average-place": gettext_lazy(
        "Behind %(other)s by the average place at the tables: %(theirs)s to %(mine)s."
    ),
    "lot": gettext_lazy("Behind %(other)s by lot: nothing else parts them."),
    "state": gettext_lazy("Behind %(other)s: out of the competition."),
}


def ahead(criterion: str, *, other: str, mine: object, theirs: object, tied: Sequence[str] = ()) -> str:
    """Return why a row stands before ``other``, the next one below."""
    return _filled(_AHEAD, criterion, other, mine, theirs, tied)


def behind(criterion: str, *, other: str, mine: object, theirs: object, tied: Sequence[str] = ()) -> str:
    """Return why a row stands after ``other``; ``mine`` and ``theirs`` are the upper's and the lower's figures."""
    return _filled(_BEHIND, criterion, other, mine, theirs, tied)


def shared(other: str) -> str:
    """Return what is said of two rows that nothing parts."""
    return _("Shares the place with %(other)s: nothing parts them.") % {"other": other}


def _filled(
    words: dict[str, Word], criterion: str, other: str, mine: object, theirs: object, tied: Sequence[str]
) -> str:
    shown_mine, shown_theirs = both(mine, theirs)
    gaps = {"other": other, "tied": ", ".join(tied), "mine": shown_mine, "theirs": shown_theirs}
    return str(words.get(criterion, words["lot"])) % gaps

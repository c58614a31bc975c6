"""Sentences for what keeps a file of another program from becoming a category.

Knows: what each code means to an organizer, and what can be done next. Does not know: who raises it.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise | str] = {
    "category-there-already": _(
        "There is a category “%(name)s” in this event already, so nothing was taken over. If this file was taken over "
        "before, go on there; otherwise choose another name."
    ),
    "names-missing-in-file": _(
        "No name stands in the file for: nos. %(numbers)s. Write their names into it and read it again."
    ),
    "names-not-sides": _(
        "A side of this category has %(wanted)s players, named one after the other with “·”, “/”, “&” or “+” between "
        "them. That does not fit: %(names)s. Choose another kind of entrant, or write the names so."
    ),
    "too-many-in-file": _(
        "The file has %(entrants)s entrants; a category takes over at most %(most)s. Nothing was taken over."
    ),
    "apart-in-file": _(
        "The file says who must not meet (%(pairs)s). No stage can hold that, so the rounds to come would be drawn "
        "otherwise than there. Take those lines (XXP, 260) out of the file if that is right."
    ),
    "byes-in-league-file": _(
        "Rounds that were not played brought points in the file (nos. %(entrants)s). Where all meet all, nobody has "
        "points without a match here. Have such rounds written as Z, or as walkovers."
    ),
    "other-totals-in-file": _(
        "By our rules other points come out than the file has, for nos. %(entrants)s: walkovers may be worth more "
        "there than a win, or results stay there of somebody who left early. Nothing was taken over."
    ),
    "note-taken-over": _("Taken over from a file: the lot fell elsewhere, and no seed of ours gives it."),
}

"""Sentences for the refusals about who leaves, comes late, takes somebody's place, or stood twice.

Knows: what each code means to an organizer, and what can be done next. Does not know: who raises it.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise | str] = {
    "back-one-by-one": _(
        "%(name)s has left a category that is drawn. Take such entrants back in one by one, each on its page, which "
        "shows what there is to come back to."
    ),
    "both-drawn": _(
        "%(name)s and %(other)s both hold a place in the draw of stage %(stage)s, so they cannot be made one. Let the "
        "one that is too much withdraw instead."
    ),
    "both-in-round": _(
        "%(name)s and %(other)s both sit in round %(round)s of stage %(stage)s, and one person cannot sit at two "
        "tables. Let the one that is too much withdraw instead."
    ),
    "late-in-bracket": _(
        "“%(category)s” is played as a bracket, which takes nobody in once it is released. As long as nothing of it is "
        "played, take the draw back and draw again with the newcomer; later, somebody can only take a player's place "
        "in a pair or team."
    ),
    "left-already": _("%(name)s has left already. Load the page again to see how things stand."),
    "merge-out": _(
        "%(name)s is out of the category, so it cannot be made one with another entrant. Take it back in first if that "
        "was a mistake."
    ),
    "merge-same": _("%(name)s cannot be made one with itself. Choose another entrant."),
    "merged-already": _(
        "%(name)s was made one with another entrant, and everything of it stands there. Change that entrant instead."
    ),
    "met-each-other": _(
        "%(name)s and %(other)s meet in match %(match)s, so they are two persons. If one of them is there by mistake, "
        "let it withdraw."
    ),
    "not-a-member": _("%(name)s does not play for %(entrant)s. Load the page again."),
    "not-away": _("%(name)s has not left, so there is nothing to come back from."),
    "nothing-in-play": _(
        "No stage of “%(category)s” is in play, so nobody can come late. Before the draw is released enter them as "
        "everybody else."
    ),
    "substitute-alone": _(
        "%(name)s plays alone, so nobody can take its place. Let it withdraw, and enter the newcomer late."
    ),
    "unknown-fate": _("“%(value)s” is nothing that can become of open matches. Choose one of: %(known)s."),
    "unknown-group": _("There is no group %(group)s. Choose one of: %(known)s."),
}

"""Sentences for the refusals of rounds and of drafts that are arranged by hand.

Knows: what each code means to an organizer, and what can be done next. Does not know: who raises it.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise | str] = {
    "arranged-twice": _("%(name)s stands at two places. Give one of them to somebody else."),
    "arranged-wrong": _("Not everybody has a place: %(entrants)s. Give each of them one."),
    "draw-begun": _(
        "Something of this draw is being played or is over: %(matches)s. Take those results back first, or cancel the "
        "round with what was played in it."
    ),
    "draft-stands": _("A round is drawn and not released. Release that draft or discard it first."),
    "nobody-goes-on": _(
        "By its settings nobody goes on from the stage before. Say there how many go on, or choose them by hand."
    ),
    "no-second-chance": _(
        "By its settings the groups give nobody a second chance. Say there how many of each group play for one."
    ),
    "not-taking-part": _("%(name)s does not play this stage."),
    "not-the-last-round": _(
        "Round %(round)s is not the last one: round %(last)s was drawn from its results. Cancel the later one first."
    ),
    "nothing-to-repair": _(
        "Nothing of round %(round)s has to be drawn again: nobody left a match that is not begun, and fewer than two "
        "wait for one."
    ),
    "round-drawn": _("Round %(round)s is drawn already. Discard or cancel it first, or take the side out."),
    "rounds-to-come": _(
        "Round %(round)s of %(rounds)s is the last one drawn. Draw the others, or lower the number of rounds in the "
        "settings of that stage."
    ),
    "rounds-over": _(
        "All %(rounds)s rounds are drawn. Close the stage, or raise the number of rounds in its settings."
    ),
}

NOTES: dict[str, Promise | str] = {
    "note-cut-beyond-field": _(
        "By the settings %(go_on)s go on, but only %(sides)s take part. Change that number before the stage is closed."
    ),
    "note-arranged-by-hand": _("Put to other places by hand: %(entrants)s."),
}

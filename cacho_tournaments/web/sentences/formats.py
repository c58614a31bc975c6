"""Sentences for the refusals of ``formats``: draws that cannot be made, stages that cannot be read.

Knows: what stands in the way of a draw, and the nearest thing that works. Does not know: rule numbers (facts say
them). Entrants are named by their numbers.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DRAWS: dict[str, Promise | str] = {
    "too-few-entrants": _(
        "%(entrants)s cannot be drawn: at least %(nearest)s are needed. Accept or check in more entrants."
    ),
    "impossible-sizes": _("Groups of %(size)s cannot be made. The nearest size that works is %(nearest)s."),
    "seed-given-twice": _("Seed %(seed)s is given to nos. %(entrants)s. Each seed can be given once only."),
    "entrant-twice": _("No. %(entrant)s would be drawn twice. Load the page again."),
    "impossible-cut": _(
        "%(asked)s cannot go on as the settings ask; the nearest number that works is %(nearest)s. Change how many "
        "go on."
    ),
    "cut-undecided": _(
        "Who goes on is not decided: nos. %(entrants)s share place %(place)s. Add a criterion that parts them, such "
        "as the lot."
    ),
    "nobody-left": _(
        "Nobody is left to be drawn: all have withdrawn or were disqualified. The stage can be closed."
    ),
    "apart-unmeetable": _(
        "No round keeps apart all who must not meet: of nos. %(entrants)s at least one pair would have to play. Let "
        "them meet, or have somebody sit out."
    ),
    "stage-over": _("All %(rounds)s rounds of this stage are drawn. There is no further one."),
}

STAGES: dict[str, Promise | str] = {
    "unknown-format": _("There is no format “%(value)s”. Choose one of: %(known)s."),
    "unknown-criterion": _("There is no criterion “%(criterion)s”. Choose from: %(known)s."),
    "unknown-entrant": _("A match names no. %(entrant)s, who is not in this stage. Check its sides."),
    "seats-not-two": _("A match here has %(seats)s sides; this format needs two."),
    "seats-differ": _("A match has other sides than its draw says (%(expected)s). Check it."),
    "side-twice": _("No. %(entrant)s sits twice in one match. Check its sides."),
    "match-twice": _("Match %(match)s stands there twice. Take one away."),
    "unknown-match": _("There is no match %(match)s in this stage. Check its code."),
    "missing": _("Something is missing at %(path)s. Fill it in."),
    "wrong-type": _("What stands at %(path)s has the wrong form; wanted is: %(wanted)s."),
    "not-json": _("%(file)s cannot be read as JSON: %(fault)s. Check the file."),
    "unreadable": _("%(file)s cannot be read: %(fault)s. Check its name and its rights."),
}

SENTENCES: dict[str, Promise | str] = {**DRAWS, **STAGES}

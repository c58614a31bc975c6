"""Sentences for the refusals that concern the stages of a category: their order, their settings, who plays them.

Knows: what each code means to an organizer, and what can be done next. Does not know: who raises it.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise | str] = {
    "unknown-stage-format": _("There is no format “%(format)s”. Choose one of: %(known)s."),
    "too-many-stages": _("A category has at most %(most)s stages. Remove one before another is added."),
    "stage-drawn": _(
        "Stage %(stage)s is drawn already, so the stages up to it keep their places. Take its draw back first, or "
        "change the stages behind it."
    ),
    "stage-was-played": _(
        "The draw of stage %(stage)s was released once: what was drawn stays on record, so the stage cannot be "
        "removed. Change its settings and draw it again."
    ),
    "stage-has-followers": _(
        "Behind stage %(stage)s come others (%(following)s), played by those who go on from it. Confirm that they are "
        "to be fed by the stage before it."
    ),
    "stage-at-the-end": _("Stage %(stage)s cannot be moved further in this direction."),
    "stage-gone": _("This stage has been removed meanwhile. Load the page again."),
    "first-stage-takes-all": _(
        "The first stage is played by everybody who is in play. Take entrants out on their page instead."
    ),
    "too-few-chosen": _("Only %(chosen)s chosen: a stage needs at least two. Tick those who play it."),
    "not-in-play": _("Not in play, so nobody to be chosen: %(entrants)s. Take them off the list."),
    "tables-beyond-game": _(
        "At most %(most)s sides play this game together, so it cannot be played at larger tables. Choose another "
        "format or smaller tables."
    ),
    "byes-out-of-order": _(
        "The points do not fit together: a free round (%(bye)s) must not be worth more than a win (%(win)s), nor less "
        "than a round missed (%(absent)s)."
    ),
    "places-incomplete": _(
        "A table of %(size)s needs %(size)s figures, one for each place from the first to the last: 3 2 1 0."
    ),
    "places-out-of-order": _(
        "The points of the places at a table of %(size)s (%(given)s) must not rise from a better place to a worse "
        "one, and the first must be worth more than the last."
    ),
    "second-chance-too-large": _(
        "%(go_on)s of each group go on and %(second_chance)s more get a second chance, but a group has only "
        "%(group_size)s. Take fewer, or make the groups larger."
    ),
    "size-not-allowed": _(
        "Tables of %(table_size)s are wished for but not allowed (%(allowed)s). Allow them, or wish for another size."
    ),
    "rounds-drawn": _(
        "%(drawn)s rounds are drawn already, so %(rounds)s are too few. Take the later draws back first."
    ),
}

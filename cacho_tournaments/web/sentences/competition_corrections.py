"""Sentences for the refusals of corrections and of undoing them.

Knows: what each code means to whoever corrects, and what can be done next. Does not know: who raises it.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise | str] = {
    "already-undone": _("This correction is undone already. Nothing has changed."),
    "decision-needed": _(
        "This has begun already, and would not be the same after the correction: %(about)s. Say for each whether it "
        "is kept, played again, or counts for nothing."
    ),
    "drawn-since": _(
        "A round or a stage was drawn, or taken back, after this correction. Correct the result anew instead of "
        "undoing it: the page shows what follows."
    ),
    "entrant-changed-since": _(
        "%(name)s is not as this correction left it, so the correction cannot be undone. Correct what is wrong anew."
    ),
    "match-changed-since": _(
        "Match %(match)s is not as this correction left it, so the correction cannot be undone. Undo first what was "
        "done since, or correct anew."
    ),
    "next-round-drawn": _(
        "A later round is drawn from the results of round %(round)s. Correct the result on the page of match "
        "%(match)s, which shows what follows."
    ),
    "nothing-changes": _("Everything stands like this already, so there is nothing to correct."),
    "others-decide": _(
        "This reaches a match or a stage that has begun, or a draw that would have to fall again, so an organizer or "
        "the chief referee has to do it."
    ),
    "preview-out-of-date": _(
        "This would now change something else than was shown: it was decided otherwise, or something has happened "
        "meanwhile. Look at what it changes now, and confirm that."
    ),
    "stage-changed-since": _(
        "Stage %(stage)s is not as this correction left it, so the correction cannot be undone. Correct what is wrong "
        "anew."
    ),
    "undone-with-its-turns": _(
        "This correction changed turns of a game, so it is undone together with them, on the page of its match."
    ),
    "unknown-decision": _("“%(decision)s” cannot be decided about %(about)s. Choose one of: %(known)s."),
}

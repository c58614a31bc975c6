"""The sentences for refusals, one module a room that raises them; ``explain`` looks them up.

Each says what is wrong and what to do next. ``%(name)s`` stands for a fact of the refusal.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cacho_tournaments.web.sentences import competition, formats, games, play, scoresheets

ALL: dict[str, Promise | str] = {
    "unknown-refusal": _("This was refused (%(code)s). Nothing has changed; please try again."),
    **games.SENTENCES,
    **formats.SENTENCES,
    **competition.SENTENCES,
    **play.SENTENCES,
    **scoresheets.SENTENCES,
}

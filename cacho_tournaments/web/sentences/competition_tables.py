"""Sentences for the refusals of a table of more than two sides.

Knows: what each code means to an organizer, and what can be done next. Does not know: who raises it.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise | str] = {
    "not-missing": _("%(name)s is not missing at the table of match %(match)s. Load the page again."),
    "table-begun": _(
        "Match %(match)s has begun. Whoever leaves the table now gives up: write that on the tablet, and the others "
        "play on."
    ),
    "table-goes-on": _(
        "%(sides)s sides of match %(match)s are left, and they play for the places. Before the first turn say who is "
        "missing; after it write that the side gives up."
    ),
    "table-too-small": _(
        "Fewer than two would be left at the table of match %(match)s. Record a walkover instead."
    ),
}

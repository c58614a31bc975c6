"""Sentences for the refusals of ``scoresheets``.

Knows: what is missing, and how it is put right. Does not know: how anything is printed.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SENTENCES: dict[str, Promise | str] = {
    "print-libraries-missing": _(
        "Printing needs system libraries that are missing on this machine. Install them with: %(command)s — then "
        "open this page again. Everything else works without them."
    ),
}

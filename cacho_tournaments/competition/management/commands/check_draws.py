"""``manage.py check_draws``: draws everything that stands drawn once more from its seed and compares.

Knows: the console, exit codes. Does not know: how a draw is made or compared (``queries.draw_checks``).
Exit 0 where every draw is as its seed gives it, or was openly changed by hand; 1 where one differs.
"""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cacho_tournaments.competition.models import Tournament
from cacho_tournaments.competition.queries import draw_checks

VERDICTS = {
    draw_checks.SAME: gettext_lazy("as its seed gives it"),
    draw_checks.BY_HAND: gettext_lazy("changed by hand: the seed alone does not give it"),
    draw_checks.DIFFERS: gettext_lazy("DIFFERS"),
}


class Command(BaseCommand):
    help = "Draw every standing draw again from its stored seed and compare it with what was kept."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tournament", metavar="SLUG", default="", help="only of this event")
        parser.add_argument("--stage", metavar="N", type=int, default=0, help="only of the nth stages")

    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["tournament"]
        if slug and not Tournament.objects.filter(slug=slug).exists():
            raise CommandError(_("There is no event “%(slug)s”.") % {"slug": slug})
        count = differing = 0
        for check in draw_checks.checked(slug, options["stage"]):
            count, differing = count + 1, differing + (check.verdict == draw_checks.DIFFERS)
            self._tell(check)
        said = ngettext("%(n)s draw checked", "%(n)s draws checked", count) % {"n": count}
        bad = ngettext("%(n)s differs", "%(n)s differ", differing) % {"n": differing}
        self.stdout.write(f"{said}; {bad}.")
        if differing:
            sys.exit(1)

    def _tell(self, check: draw_checks.DrawCheck) -> None:
        seed = _("seed %(seed)s") % {"seed": check.seed}
        self.stdout.write(f"{check.name} ({seed}): {VERDICTS[check.verdict]}")
        for line in check.differences:
            self.stdout.write(f"    {line}")

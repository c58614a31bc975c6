"""Who writes into a match's log, and by what right.

Knows: referees by their post, tablets by their tables. Does not know: sessions and PINs.
"""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef

from cacho_tournaments.competition import permissions
from cacho_tournaments.competition.models import Match
from cacho_tournaments.journal import actions as journal
from cacho_tournaments.people.models import User
from cacho_tournaments.play.errors import Impossible
from cacho_tournaments.play.models import Device


@dataclass(frozen=True, slots=True)
class Sender:
    """A person, a tablet, or a person at a tablet; whoever is named must have the right."""

    by: User | None = None
    device: Device | None = None

    @property
    def label(self) -> str:
        """The tablet as results and the journal name it."""
        return self.device.label if self.device else ""

    def at(self, match: Match) -> Match:
        """Lock the match and check the right to write into it; return it anew. For what is no turn (``Book`` reads
        what turns need).

        Raises: as ``require``.
        """
        row = locked(match.pk)
        self.require(row)
        return row

    def say(self, verb: str, match: Match, **facts: object) -> None:
        """Write into the journal what was done at a match, in the sender's name."""
        journal.write(
            verb,
            by=self.by,
            device=self.label,
            subject=match,
            tournament_id=match.stage.category.tournament_id,
            category=match.stage.category.name,
            match=match.code,
            **facts,
        )

    def require(self, match: Match) -> None:
        """Check the right to write into this match. ``match`` comes with its stage, category and tournament.

        Raises: PermissionDenied for a person, Impossible ``device-revoked`` or ``not-your-table`` for a tablet.
        """
        if self.by is None and self.device is None:
            raise PermissionDenied("play")
        if self.by is not None:
            permissions.require("competition.referee", self.by, match.stage.category.tournament)
        if self.device is not None:
            _require_table(self.device.pk, match)


def locked(key: int) -> Match:
    """Lock the match of that key, whoever writes; return it."""
    rows = Match.ever.select_for_update(of=("self",)).select_related("stage__category__tournament")
    return rows.get(pk=key)


def _require_table(device_id: int, match: Match) -> None:
    # Read anew inside the transaction: a tablet is out from the moment it is revoked, not from its next visit.
    given = Device.tables.through.objects.filter(device_id=OuterRef("pk"), table_id=match.table_id or 0)
    row = (
        Device.objects.filter(pk=device_id)
        .annotate(has_table=Exists(given))
        .values("label", "revoked_at", "tournament_id", "has_table")
        .first()
    )
    if row is None or row["revoked_at"] is not None:
        raise Impossible("device-revoked", device=row["label"] if row else "")
    if row["tournament_id"] != match.stage.category.tournament_id or not row["has_table"]:
        raise Impossible("not-your-table", device=row["label"], match=match.code)

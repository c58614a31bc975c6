"""What a table sent and was not taken: kept, and each kept once.

Knows: rows. Does not know: why anything was not taken, who decides about it.
"""

from collections.abc import Sequence

from cacho_tournaments.play.models import Refusal


def keep(refused: Sequence[Refusal]) -> None:
    """Store what was not taken of a match. A retry of something refused says nothing new: it is kept once."""
    if not refused:
        return
    ids = {each.client_id for each in refused}
    known = set(
        Refusal.objects.filter(match=refused[0].match, client_id__in=ids).values_list(
            "client_id", "line", "code"
        )
    )
    fresh = {(each.client_id, each.line, each.code): each for each in refused}
    Refusal.objects.bulk_create([each for key, each in fresh.items() if key not in known])

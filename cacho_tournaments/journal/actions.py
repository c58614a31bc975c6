"""The one way to write into the journal.

Knows: the entry's fields. Does not know: permissions (the calling action has checked them).
"""

from typing import TYPE_CHECKING, Any, Protocol

from django.db import transaction
from django.utils import timezone

from cacho_tournaments.journal.models import Entry

if TYPE_CHECKING:
    from django.db.models import Model


class Actor(Protocol):
    """Who acts: a user has a primary key; a device passes its label beside ``by=None``."""

    pk: Any


def write(
    verb: str,
    *,
    by: Actor | None,
    subject: "Model",
    tournament_id: int | None = None,
    device: str = "",
    **facts: object,
) -> Entry:
    """Add an entry; to be called last inside the action's transaction.

    ``verb`` reads room.noun.past-tense (``competition.draw.released``).
    Raises: RuntimeError outside a transaction: an act and its entry stand or fall together.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a journal entry is written inside its action's transaction")
    return Entry.objects.create(
        verb=verb,
        actor_id=getattr(by, "pk", None),
        device=device,
        tournament_id=tournament_id,
        subject_kind=subject._meta.model_name or "",
        subject_id=subject.pk,
        facts=facts,
        at=timezone.now(),
    )

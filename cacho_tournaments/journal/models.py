"""The journal's one table.

Knows: that entries are added and never changed. Does not know: the rooms above; a subject is a kind and a number.
"""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models


class EntryQuerySet(models.QuerySet["Entry"]):
    """Entries can be read and added; changing or deleting them is a fault of the program."""

    def update(self, **kwargs: object) -> int:
        raise TypeError("journal entries are never changed")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise TypeError("journal entries are never deleted")


class Entry(models.Model):
    """One act: who (a user, a device, or the program itself) did what (``verb``) to what (``subject``).

    Written once by the action's own transaction; never changed, never deleted.
    """

    verb = models.CharField(max_length=80)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    device = models.CharField(max_length=80, blank=True)
    tournament_id = models.BigIntegerField(null=True, blank=True)
    subject_kind = models.CharField(max_length=40)
    subject_id = models.BigIntegerField(null=True, blank=True)
    facts = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    at = models.DateTimeField()

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["tournament_id", "-id"], name="journal_of_tournament"),
            models.Index(fields=["subject_kind", "subject_id"], name="journal_of_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject_kind} {self.subject_id}"

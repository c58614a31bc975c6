"""Corrections: what was changed after the fact, why, and every row as it stood before.

Knows: categories. Does not know: what a row means, how a correction is made or undone.
"""

from django.conf import settings
from django.db import models

from cacho_tournaments.competition.models.events import Category


class Correction(models.Model):
    """A change of what stood already, with its reason. ``changes`` has each row that it touched: its model, key, and
    the fields as they were before and after, so that taking it back returns exactly what stood before."""

    category = models.ForeignKey(Category, models.CASCADE, related_name="corrections")
    verb = models.CharField(max_length=60)
    facts = models.JSONField(default=dict)
    reason = models.CharField(max_length=200)
    changes = models.JSONField(default=list)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.verb} in category {self.category_id}"

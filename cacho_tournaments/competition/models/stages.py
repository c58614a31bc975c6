"""Stages of a category and their draws: groups with their places.

Knows: categories and entrants. Does not know: matches, results, how a draw is made.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cacho_tournaments.competition.models.events import Category, Entrant


class Stage(models.Model):
    """A part of a category: groups or a knock-out. ``settings`` are its format's own values
    (``group_size``, ``go_on``, ``best_thirds``, ``best_of``, ``best_of_from``, ``third_place``, ``points``,
    ``criteria``, ``tie``), all editable until its draw is released.

    planned → draft (drawn, seen by organizers alone) → released → closed. ``results_version`` is raised by every
    result, so that readers can ask whether anything is new. ``left`` remembers who had left when the stage closed
    (number → state): whoever leaves later moves nothing in its tables.
    """

    class Format(models.TextChoices):
        GROUPS = "groups", pgettext_lazy("stage", "groups")
        KNOCKOUT = "knockout", pgettext_lazy("stage", "knock-out")

    class State(models.TextChoices):
        PLANNED = "planned", pgettext_lazy("stage", "planned")
        DRAFT = "draft", pgettext_lazy("stage", "draft draw")
        RELEASED = "released", pgettext_lazy("stage", "in play")
        CLOSED = "closed", pgettext_lazy("stage", "closed")

    SHOWN = (State.RELEASED, State.CLOSED)  # whose draw is released, for everybody to see

    category = models.ForeignKey(Category, models.CASCADE, related_name="stages")
    order = models.PositiveSmallIntegerField()
    format = models.CharField(_("format"), max_length=20, choices=Format)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLANNED)
    settings = models.JSONField(default=dict)
    results_version = models.PositiveIntegerField(default=0)
    left = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["category", "order"], name="stage_order_once")]

    def __str__(self) -> str:
        return f"{self.category} {self.order} {self.format}"


class Draw(models.Model):
    """A lot for a stage: its seed, what it wants said, the steps in which it fell. One live draw a stage."""

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("draw", "draft")
        RELEASED = "released", pgettext_lazy("draw", "released")
        DISCARDED = "discarded", pgettext_lazy("draw", "discarded")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="draws")
    seed = models.BigIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    notes = models.JSONField(default=list)
    steps = models.JSONField(default=list)
    entrants = models.JSONField(default=list)  # what was drawn from, so that anyone can repeat it
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage"], condition=~Q(state="discarded"), name="one_live_draw_a_stage"
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.seed} of stage {self.stage_id}"


class Group(models.Model):
    """One group of a groups stage."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="groups")
    label = models.CharField(max_length=4)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["stage", "label"], name="group_label_once")]

    def __str__(self) -> str:
        return self.label


class GroupPlace(models.Model):
    """An entrant's drawn place in a group (its Berger number, from 1)."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="places")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="+")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="group_places")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["group", "position"], name="group_position_once"),
            models.UniqueConstraint(fields=["stage", "entrant"], name="entrant_in_one_group"),
        ]

    def __str__(self) -> str:
        return f"{self.group} {self.position}"

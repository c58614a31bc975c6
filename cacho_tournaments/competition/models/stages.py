"""Stages of a category and their draws: groups with their places, who takes part, who sits a round out.

Knows: categories and entrants. Does not know: matches, results, how a draw is made.
"""

from typing import ClassVar, Self, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cacho_tournaments.competition.models.events import Category, Entrant


class Stage(models.Model):
    """A part of a category: groups, a knock-out, rounds at tables … ``settings`` are its format's own values
    (``presets``), all editable until its draw is released. ``chosen`` are the numbers of those who play it where
    somebody chose them by hand; without it the rule of the stage before says who goes on.

    planned → draft (drawn, seen by organizers alone) → released → closed. A stage drawn round by round is released
    with its first round; the draft of a later round stands beside it. ``results_version`` is raised by every
    result, so that readers can ask whether anything is new. ``left`` remembers who had left when the stage closed
    (number → state): whoever leaves later moves nothing in its tables.
    """

    class Format(models.TextChoices):
        GROUPS = "groups", pgettext_lazy("stage", "groups")
        LEAGUE = "league", pgettext_lazy("stage", "all against all")
        KNOCKOUT = "knockout", pgettext_lazy("stage", "knock-out")
        DOUBLE = "double-elimination", pgettext_lazy("stage", "double elimination")
        SWISS = "swiss", pgettext_lazy("stage", "Swiss rounds")
        TABLES = "tables", pgettext_lazy("stage", "rounds at tables")

    class State(models.TextChoices):
        PLANNED = "planned", pgettext_lazy("stage", "planned")
        DRAFT = "draft", pgettext_lazy("stage", "draft draw")
        RELEASED = "released", pgettext_lazy("stage", "in play")
        CLOSED = "closed", pgettext_lazy("stage", "closed")

    SHOWN = (State.RELEASED, State.CLOSED)  # whose draw is released, for everybody to see
    TREES = (Format.KNOCKOUT, Format.DOUBLE)  # drawn as a bracket
    POOLS = (Format.GROUPS, Format.LEAGUE)  # drawn whole, all against all; a league is one group
    BY_ROUND = (Format.SWISS, Format.TABLES)  # drawn round by round

    category = models.ForeignKey(Category, models.CASCADE, related_name="stages")
    order = models.PositiveSmallIntegerField()
    format = models.CharField(_("format"), max_length=20, choices=Format)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PLANNED)
    settings = models.JSONField(default=dict)
    results_version = models.PositiveIntegerField(default=0)
    left = models.JSONField(default=dict, blank=True)
    chosen = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["order"]
        constraints = [models.UniqueConstraint(fields=["category", "order"], name="stage_order_once")]

    def __str__(self) -> str:
        return f"{self.category} {self.order} {self.format}"


class Draw(models.Model):
    """A lot for a stage, or for one ``round`` of it (0: the whole stage): its seed, what it wants said, the steps in
    which it fell. One live draw a stage, round and ``part``: what is drawn anew of a released round, because
    somebody came or went, is a further part of it.

    ``question`` is what was drawn from, as the formats' own door reads it: with the seed anybody can repeat the draw.
    ``plan`` holds a drawn round until it is released: ``matches`` (lists of entrants' numbers), ``byes``.
    """

    class State(models.TextChoices):
        DRAFT = "draft", pgettext_lazy("draw", "draft")
        RELEASED = "released", pgettext_lazy("draw", "released")
        DISCARDED = "discarded", pgettext_lazy("draw", "discarded")

    TAKEN_OVER = "taken-over"  # the note of a draw that another program made

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="draws")
    round = models.PositiveSmallIntegerField(default=0)
    part = models.PositiveSmallIntegerField(default=1)
    seed = models.BigIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    notes = models.JSONField(default=list)
    steps = models.JSONField(default=list)
    entrants = models.JSONField(default=list)  # who was drawn, as the formats see them
    question = models.JSONField(default=dict)
    plan = models.JSONField(default=dict)
    is_by_hand = models.BooleanField(
        default=False
    )  # made or changed by hand: the seed alone does not give it
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "round", "part"],
                condition=~Q(state="discarded"),
                name="one_live_draw_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"draw {self.seed} of stage {self.stage_id}"

    @property
    def is_from_elsewhere(self) -> bool:
        """Whether another program made it: the seed is then of use for lots of the table alone."""
        return any(note["code"] == self.TAKEN_OVER for note in self.notes)


_Row = TypeVar("_Row", bound="Standing")


class StandingManager(models.Manager[_Row]):
    """Finds the rows that stand; ``ever`` beside it finds those too that another row has superseded."""

    def get_queryset(self) -> models.QuerySet[_Row]:
        return super().get_queryset().filter(is_standing=True)


class Standing(models.Model):
    """A row of a draw. Nothing that was drawn is deleted: a draw taken back leaves rows that stand no more."""

    is_standing = models.BooleanField(default=True)

    objects: ClassVar[StandingManager[Self]] = StandingManager()
    ever: ClassVar[models.Manager[Self]] = models.Manager()

    class Meta:
        abstract = True


STANDS = Q(is_standing=True)


class Group(Standing):
    """One group of a groups stage; a league is a single one."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="groups")
    label = models.CharField(max_length=4)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "label"], condition=STANDS, name="group_label_once")
        ]

    def __str__(self) -> str:
        return self.label


class GroupPlace(Standing):
    """An entrant's drawn place in a group (its Berger number, from 1). ``since_round`` marks who came later."""

    group = models.ForeignKey(Group, models.CASCADE, related_name="places")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="+")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="group_places")
    position = models.PositiveSmallIntegerField()
    since_round = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["group", "position"], condition=STANDS, name="group_position_once"
            ),
            models.UniqueConstraint(
                fields=["stage", "entrant"], condition=STANDS, name="entrant_in_one_group"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.group} {self.position}"


class Participant(Standing):
    """Who plays a stage that is drawn round by round: with which seed, from which round on, until which."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="participants")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="participations")
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    since_round = models.PositiveSmallIntegerField(default=1)
    left_after_round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["entrant__number"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "entrant"], condition=STANDS, name="participant_once_a_stage"
            ),
            models.CheckConstraint(condition=Q(since_round__gte=1), name="participants_from_round_one"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} in stage {self.stage_id}"


class Bye(Standing):
    """A round that somebody sits out. Without a draw it is asked for beforehand: to be away, or a bye given by hand."""

    class Kind(models.TextChoices):
        BYE = "bye", pgettext_lazy("bye", "free round")
        ABSENT = "absent", pgettext_lazy("bye", "absent")
        LATE = "late", pgettext_lazy("bye", "came later")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="byes")
    draw = models.ForeignKey(Draw, models.CASCADE, null=True, blank=True, related_name="byes")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="byes")
    round = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    points = models.SmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["round", "entrant__number"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "round", "entrant"], condition=STANDS, name="bye_once_a_round"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.kind} in round {self.round}"

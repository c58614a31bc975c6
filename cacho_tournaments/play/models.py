"""Devices, games and the turn log.

Knows: what was sent, when, by whom; the order of turns. Does not know: rules (``bridge`` asks ``games``).
A game is the fold of its turns: nothing that can be computed from them is a column that could contradict them.
"""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from cacho_tournaments.competition.models import Match, Table, Tournament


class Device(models.Model):
    """A tablet that was let in by a link and a PIN; it sees only the tables it was given.

    The link's ``token`` is the secret; the PIN, printed beside it, keeps a forwarded link from being enough.
    Wrong PINs are counted: after ten the device rests until ``locked_until``.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="devices")
    label = models.CharField(max_length=60)
    token = models.CharField(max_length=32, unique=True)
    pin = models.CharField(max_length=6)
    tables = models.ManyToManyField(Table, related_name="devices", blank=True)
    wrong_pins = models.PositiveSmallIntegerField(default=0)
    locked_until = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["label"]
        constraints = [models.UniqueConstraint(fields=["tournament", "label"], name="device_label_once")]

    def __str__(self) -> str:
        return self.label


class Game(models.Model):
    """One game of a match. Rules are frozen into it at its first turn; ``sequence`` is the number of the last row
    of its log, by which a tablet says what it builds on."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=20)
    preset = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    sides = models.PositiveSmallIntegerField()
    players = models.PositiveSmallIntegerField(default=1)  # of each side
    to_move = models.PositiveSmallIntegerField(default=1)
    sequence = models.PositiveIntegerField(default=0)
    is_paper = models.BooleanField(default=False)
    is_over = models.BooleanField(default=False)  # set with the turn that ended it, in the same transaction
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="game_number_once"),
            models.CheckConstraint(
                condition=Q(is_over=True, finished_at__isnull=False)
                | Q(is_over=False, finished_at__isnull=True),
                name="game_ends_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"


class Turn(models.Model):
    """A row of a game's log: a turn, or the cancelling of one. Rows are added, never changed.

    ``line`` is the record line. ``box`` (where the game has no boxes: the event), ``points``, ``mark`` and
    ``warning`` repeat the engine's verdict for readers of the log. What was sent as one item may be several rows:
    the first carries the item's ``client_id``, the others the same with ``.2``, ``.3`` and so on.
    """

    class Kind(models.TextChoices):
        TURN = "turn", pgettext_lazy("log", "turn")
        CANCEL = "cancel", pgettext_lazy("log", "cancelled")

    game = models.ForeignKey(Game, models.CASCADE, related_name="turns")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.TURN)
    client_id = models.CharField(max_length=72, unique=True)
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    line = models.CharField(max_length=300, blank=True)
    box = models.CharField(max_length=24, blank=True)
    points = models.IntegerField(null=True, blank=True)
    mark = models.CharField(max_length=24, blank=True)
    warning = models.CharField(max_length=32, blank=True)
    cancels = models.OneToOneField("self", models.PROTECT, null=True, blank=True, related_name="cancelled_by")
    reason = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    device = models.ForeignKey(Device, models.PROTECT, null=True, related_name="turns")
    at_device = models.DateTimeField(null=True, blank=True)
    at_server = models.DateTimeField()

    class Meta:
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(fields=["game", "sequence"], name="turn_sequence_once"),
            models.CheckConstraint(
                condition=Q(kind="turn", cancels__isnull=True) | Q(kind="cancel", cancels__isnull=False),
                name="turn_or_cancel",
            ),
            models.CheckConstraint(
                condition=~Q(kind="turn") | (Q(side__isnull=False) & ~Q(line="")), name="turn_has_its_line"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}#{self.sequence} {self.line}"

    @staticmethod
    def id_of(item: str, number: int) -> str:
        """Return the client id of row ``number`` of an item, counted from 1."""
        return item if number == 1 else f"{item}.{number}"

    @property
    def item(self) -> str:
        """The id under which this row was sent, alone or with others; no id that is sent holds a dot."""
        return self.client_id.partition(".")[0]


class Refusal(models.Model):
    """Something a tablet sent that was not taken: kept whole, with its code, so that nothing is ever dropped."""

    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="refusals")
    match = models.ForeignKey(Match, models.CASCADE, related_name="refusals")
    client_id = models.CharField(max_length=64, db_index=True)
    line = models.CharField(max_length=300, blank=True)
    payload = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    code = models.CharField(max_length=40)
    rule = models.CharField(max_length=12, blank=True)
    facts = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    device = models.ForeignKey(Device, models.PROTECT, null=True, related_name="refusals")
    at_device = models.DateTimeField(null=True, blank=True)
    at_server = models.DateTimeField()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.code} {self.line}"

"""Devices, games and the turn log; what else a table sends: calls, cards, confirmations.

Knows: what was sent, when, by whom; the order of turns. Does not know: rules (``bridge`` asks ``games``).
A game is the fold of its turns: nothing that can be computed from them is a column that could contradict them.
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from cacho_tournaments.competition.models import Match, Table, Tournament

PIN_HOLDS = timedelta(days=14)


class Device(models.Model):
    """A tablet that was let in by a link (as a QR code) or by a PIN; it sees only the tables it was given.

    Link and PIN let in once: from ``paired_at`` on they are spent, until the organizer gives new ones, which shuts
    out whoever came in by those before. The session of the tablet remembers ``token``.
    ``claim`` is the secret of the form that let it in: sent again by a tablet that never saw the answer, it lets in
    again.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="devices")
    label = models.CharField(max_length=60)
    token = models.CharField(max_length=32, unique=True)
    pin = models.CharField(max_length=6)
    pin_made_at = models.DateTimeField(default=timezone.now)
    tables = models.ManyToManyField(Table, related_name="devices", blank=True)
    paired_at = models.DateTimeField(null=True, blank=True)
    claim = models.CharField(max_length=32, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["label"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "label"], name="device_label_once"),
            # A PIN typed without its link must mean one tablet.
            models.UniqueConstraint(
                fields=["pin"],
                condition=Q(paired_at__isnull=True, revoked_at__isnull=True),
                name="device_pin_once_while_unpaired",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def pin_has_lapsed(self) -> bool:
        """Whether the PIN has waited so long that it lets nobody in any more."""
        return self.paired_at is None and timezone.now() > self.pin_until

    @property
    def pin_until(self) -> datetime:
        """Until when the PIN lets in."""
        return self.pin_made_at + PIN_HOLDS


def writer_name(device: Device | str | None, by: object) -> str:
    """Return what people call whoever wrote: the tablet, the person at it, or both."""
    return " · ".join(str(each) for each in (device, by) if each)


class WrongPins(models.Model):
    """How many PINs that fit no tablet came from one ``source`` since the first of them; forgotten after a while."""

    source = models.CharField(max_length=120, unique=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()

    class Meta:
        verbose_name_plural = "wrong PINs"

    def __str__(self) -> str:
        return f"{self.source}: {self.count}"


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
    # While the end waits to be confirmed: the sequence at which it was first reached. Public pages stay there.
    review_from = models.PositiveIntegerField(null=True, blank=True)

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
    """Something a tablet sent that was not taken: kept whole, with its code, so that nothing is ever dropped.

    What the rules refuse is put right at the table at once. What came too late, or against another tablet's turn,
    ``is_open`` until the chief referee settles it: written after all, or set aside with a reason.
    """

    class Settlement(models.TextChoices):
        WRITTEN = "written", pgettext_lazy("refusal", "written after all")
        ASIDE = "aside", pgettext_lazy("refusal", "set aside")

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
    is_open = models.BooleanField(default=False)
    settlement = models.CharField(max_length=8, choices=Settlement, blank=True)
    settled_reason = models.CharField(max_length=200, blank=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(settlement="", settled_at__isnull=True)
                | (~Q(settlement="") & Q(settled_at__isnull=False, is_open=False)),
                name="refusal_open_or_settled",
            )
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.line}"


class Sent(models.Model):
    """What else a table sends about a match, each once by its client id."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="%(class)ss")
    client_id = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    device = models.ForeignKey(Device, models.PROTECT, null=True, related_name="+")
    at_device = models.DateTimeField(null=True, blank=True)
    at_server = models.DateTimeField()

    class Meta:
        abstract = True
        ordering = ["id"]


class Confirmation(Sent):
    """A side's word that the match ended as the log has it.

    It counts for the log that it was given on alone (``game_number``, ``sequence``): a turn taken back later leaves it
    standing as a fact and without effect. ``signature`` is the path of an SVG drawing.
    """

    class How(models.TextChoices):
        TAP = "tap", pgettext_lazy("confirmation", "by a tap")
        SIGNATURE = "signature", pgettext_lazy("confirmation", "signed")
        REFEREE = "referee", pgettext_lazy("confirmation", "closed by the referee")

    side = models.PositiveSmallIntegerField()
    how = models.CharField(max_length=10, choices=How)
    signature = models.TextField(blank=True)
    reason = models.CharField(max_length=200, blank=True)  # why a referee closes; the name typed to sign
    game_number = models.PositiveSmallIntegerField()
    sequence = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.match_id}/{self.side} {self.how}"


class Card(Sent):
    """A card or penalty shown to a side, with its reason. It changes no score; the chief referee draws conclusions."""

    class Kind(models.TextChoices):
        WARNING = "warning", pgettext_lazy("card", "warning")
        YELLOW = "yellow", pgettext_lazy("card", "yellow card")
        RED = "red", pgettext_lazy("card", "red card")
        PENALTY = "penalty", pgettext_lazy("card", "penalty")

    side = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    reason = models.CharField(max_length=200)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    withdrawn_reason = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.match_id}/{self.side} {self.kind}"


class Call(Sent):
    """A table calls the chief referee. One call a table is open at a time."""

    table = models.ForeignKey(Table, models.SET_NULL, null=True, related_name="calls")
    reason = models.CharField(max_length=200, blank=True)
    coming_at = models.DateTimeField(null=True, blank=True)  # the chief referee has seen it and is on the way
    coming_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    outcome = models.CharField(max_length=200, blank=True)  # what was decided

    class Meta(Sent.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(closed_at__isnull=True), name="one_open_call_a_match"
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(closed_at__isnull=True, table__isnull=False),
                name="one_open_call_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.reason}"


class Presence(models.Model):
    """A browser at a match: when it was last heard of, what waits in it, and whether it is the one that writes.

    ``tablet`` is the random name that the browser gave itself; it outlives pages and log-ins.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="presences")
    tablet = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    device = models.ForeignKey(Device, models.SET_NULL, null=True, related_name="presences")
    since = models.DateTimeField()
    seen_at = models.DateTimeField()
    waiting = models.PositiveIntegerField(default=0)  # items that it had not sent when it was heard of
    clock_off_s = models.IntegerField(default=0)  # its clock less the server's
    build = models.CharField(max_length=40, blank=True)  # of the page that it shows
    writes = models.BooleanField(default=False)

    class Meta:
        ordering = ["-seen_at"]
        constraints = [
            models.UniqueConstraint(fields=["match", "tablet"], name="presence_once"),
            models.UniqueConstraint(
                fields=["match"], condition=Q(writes=True), name="one_tablet_writes_a_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.tablet[:8]}"

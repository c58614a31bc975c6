"""The rows of an event: tournament, category, entrants, stages, draws, matches, results.

Knows: what stands in the database and which rows may not stand beside each other.
Does not know: games' rules, how draws are made, who may do what.

Life of a category: entries open → entrants accepted, paid, checked in → a stage is drawn (a draft), released,
played, closed → the next stage is drawn from its table. Standings are computed from results, never stored.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cacho_tournaments.people.models import Club, Player


class Tournament(models.Model):
    """One event in one place. It is public from the moment ``is_public`` is set."""

    class Paper(models.TextChoices):
        A4 = "a4", "A4"
        LETTER = "letter", _("carta (letter)")
        OFICIO = "oficio", _("oficio (216 × 330 mm)")

    slug = models.SlugField(_("short address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=160)
    venue = models.CharField(_("venue"), max_length=160, blank=True)
    city = models.CharField(_("city"), max_length=80, blank=True)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    time_zone = models.CharField(_("time zone"), max_length=40, default="America/La_Paz")
    currency = models.CharField(_("currency"), max_length=3, default="BOB")
    paper = models.CharField(_("paper"), max_length=10, choices=Paper, default=Paper.A4)
    regulation = models.TextField(_("regulation"), blank=True)
    is_public = models.BooleanField(_("public"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_on", "name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="tournament_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Staff(models.Model):
    """What a user may do in one event."""

    class Role(models.TextChoices):
        ORGANIZER = "organizer", _("organizer")
        REFEREE = "referee", _("referee")
        DESK = "desk", _("desk")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="posts")
    role = models.CharField(_("role"), max_length=12, choices=Role)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "user", "role"], name="staff_role_once")]

    def __str__(self) -> str:
        return f"{self.user} {self.role}"


class Table(models.Model):
    """A table in the hall, by its number."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    label = models.CharField(_("label"), max_length=40, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return self.label or str(self.number)


class Category(models.Model):
    """One competition of an event: a game with its rules, a kind of entrant, its stages.

    ``game``, ``preset`` and ``options`` name the rules; each game freezes them at its first turn.
    """

    class Kind(models.TextChoices):
        SINGLE = "single", _("single players")
        PAIR = "pair", _("pairs")
        TRIPLETA = "tripleta", _("tripletas")
        TEAM4 = "team4", _("teams of four")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="categories")
    slug = models.SlugField(_("short address"), max_length=60)
    name = models.CharField(_("name"), max_length=120)
    game = models.CharField(_("game"), max_length=40, default="cacho-alalay")
    preset = models.CharField(_("rules"), max_length=40)
    options = models.JSONField(_("options"), default=dict, blank=True)
    kind = models.CharField(_("entrants"), max_length=10, choices=Kind, default=Kind.PAIR)
    capacity = models.PositiveSmallIntegerField(_("capacity"), null=True, blank=True)
    fee = models.DecimalField(_("fee"), max_digits=8, decimal_places=2, default=0)
    walkover_minutes = models.PositiveSmallIntegerField(_("walkover after minutes"), default=15)
    entries_open = models.BooleanField(_("entries open"), default=True)

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "categories"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "slug"], name="category_slug_once"),
            models.CheckConstraint(condition=Q(fee__gte=0), name="category_fee_not_negative"),
            models.CheckConstraint(
                condition=Q(capacity__isnull=True) | Q(capacity__gte=2), name="category_holds_two"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def members_per_entrant(self) -> int:
        """How many players an entrant of this category has."""
        return {"single": 1, "pair": 2, "tripleta": 3, "team4": 4}[self.kind]


class Entrant(models.Model):
    """Who competes in a category: a player, pair or team.

    applied → accepted → paid → checked in; withdrawn, disqualified and no-show leave the draws.
    ``name`` is how it is called (``Quispe · Mamani``, ``Los Tigres``).
    """

    class State(models.TextChoices):
        APPLIED = "applied", pgettext_lazy("entrant", "applied")
        ACCEPTED = "accepted", pgettext_lazy("entrant", "accepted")
        PAID = "paid", pgettext_lazy("entrant", "paid")
        CHECKED_IN = "checked-in", pgettext_lazy("entrant", "checked in")
        WITHDRAWN = "withdrawn", pgettext_lazy("entrant", "withdrawn")
        DISQUALIFIED = "disqualified", pgettext_lazy("entrant", "disqualified")
        NO_SHOW = "no-show", pgettext_lazy("entrant", "no-show")

    IN_PLAY = (State.ACCEPTED, State.PAID, State.CHECKED_IN)  # whom a draw takes
    OUT = (State.WITHDRAWN, State.DISQUALIFIED, State.NO_SHOW)

    category = models.ForeignKey(Category, models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=200)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="entrants")
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.APPLIED)
    folded = models.CharField(max_length=200, db_index=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["category", "number"], name="entrant_number_once"),
            models.UniqueConstraint(
                fields=["category", "seed"], condition=Q(seed__isnull=False), name="entrant_seed_once"
            ),
            models.CheckConstraint(condition=Q(seed__isnull=True) | Q(seed__gte=1), name="seeds_from_one"),
        ]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """A player's place in an entrant; the order is the order of throwing. ``category`` repeats the entrant's
    so that the database itself keeps a person from entering a category twice."""

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="members")
    category = models.ForeignKey(Category, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["entrant", "position"], name="member_position_once"),
            models.UniqueConstraint(fields=["category", "player"], name="player_once_in_category"),
        ]

    def __str__(self) -> str:
        return f"{self.player}"


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


class Match(models.Model):
    """A meeting of two sides (the model carries up to six): its round, table, time, rule.

    waiting (a seat is open) → ready → playing → finished. ``code`` names it on paper (``C-2-1``, ``CF-3``);
    ``node`` is its place in a bracket's tree.
    """

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("match", "waiting for its sides")
        READY = "ready", pgettext_lazy("match", "to be played")
        PLAYING = "playing", pgettext_lazy("match", "being played")
        FINISHED = "finished", pgettext_lazy("match", "finished")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="matches")
    group = models.ForeignKey(Group, models.CASCADE, null=True, blank=True, related_name="matches")
    round = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=16)
    node = models.CharField(max_length=16, blank=True)
    bracket = models.CharField(max_length=12, blank=True)  # winners, third-place
    slot = models.PositiveSmallIntegerField(default=0)
    best_of = models.PositiveSmallIntegerField(default=1)
    tie = models.CharField(max_length=12, default="shared")  # shared, extra-game
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    table = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="matches")
    referee = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="matches"
    )
    starts_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    token = models.CharField(max_length=16, unique=True)  # in the public address and on paper; not guessable

    class Meta:
        ordering = ["round", "id"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["stage", "code"], name="match_code_once"),
            models.CheckConstraint(condition=Q(best_of__gte=1), name="match_has_a_game"),
            models.CheckConstraint(
                condition=Q(state="finished", finished_at__isnull=False)
                | (~Q(state="finished") & Q(finished_at__isnull=True)),
                name="match_ends_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """A side of a match, in order of play from 1. An open seat names the match whose winner or loser comes."""

    class Take(models.TextChoices):
        WINNER = "winner", pgettext_lazy("seat", "winner")
        LOSER = "loser", pgettext_lazy("seat", "loser")

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="+")
    round = models.PositiveSmallIntegerField()
    bracket = models.CharField(max_length=12, blank=True)
    position = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, models.PROTECT, null=True, blank=True, related_name="seats")
    source = models.ForeignKey(Match, models.CASCADE, null=True, blank=True, related_name="feeds")
    take = models.CharField(max_length=8, choices=Take, blank=True)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="seat_position_once"),
            models.UniqueConstraint(
                fields=["stage", "round", "bracket", "entrant"],
                condition=Q(entrant__isnull=False),
                name="entrant_once_in_a_round",
            ),
            models.UniqueConstraint(
                fields=["source", "take"], condition=Q(source__isnull=False), name="seat_source_once"
            ),
            models.CheckConstraint(
                condition=Q(source__isnull=True, take="") | Q(source__isnull=False, take__in=("winner", "loser")),
                name="seat_says_who_comes",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.position}"


class Result(models.Model):
    """How a match ended, as said at one moment. A correction is a new row; the old one is superseded, not changed."""

    class Kind(models.TextChoices):
        PLAYED = "played", pgettext_lazy("result", "played")
        PAPER = "paper", pgettext_lazy("result", "from paper")
        WALKOVER = "walkover", pgettext_lazy("result", "walkover")
        BOTH_ABSENT = "both-absent", pgettext_lazy("result", "both absent")
        DISQUALIFIED = "disqualified", pgettext_lazy("result", "disqualified")

    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    kind = models.CharField(max_length=12, choices=Kind)
    is_current = models.BooleanField(default=True)
    ending = models.CharField(max_length=24, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=80, blank=True)
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"], condition=Q(is_current=True), name="one_current_result_a_match"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.kind}"


class ResultLine(models.Model):
    """One side's part of a result. ``points`` is empty where no box was played (a walkover), never a magic number."""

    result = models.ForeignKey(Result, models.CASCADE, related_name="lines")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="lines")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="lines")
    place = models.PositiveSmallIntegerField()
    games_won = models.PositiveSmallIntegerField(default=0)
    points = models.IntegerField(null=True, blank=True)
    instant = models.BooleanField(default=False)

    class Meta:
        ordering = ["seat__position"]
        constraints = [
            models.UniqueConstraint(fields=["result", "seat"], name="result_line_once"),
            models.CheckConstraint(condition=Q(place__gte=1), name="places_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.result_id} {self.place}"

"""Events and who takes part: tournament, staff, tables, category, entrants with their members.

Knows: persons and clubs. Does not know: draws, matches.
"""

from collections.abc import Mapping
from typing import ClassVar

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
        CHIEF = "chief", _("chief referee")
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

    class Confirmation(models.TextChoices):
        """How a match recorded at a table becomes final. What is typed from signed paper is final at once."""

        NONE = "none", _("not at all: the last turn closes it")
        TAP = "tap", _("each side by a tap")
        SIGNATURE = "signature", _("each side by signing on the tablet")

    MEMBERS: ClassVar[Mapping[str, int]] = {"single": 1, "pair": 2, "tripleta": 3, "team4": 4}

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
    confirmation = models.CharField(
        _("the sides confirm a match"), max_length=10, choices=Confirmation, default=Confirmation.TAP
    )
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
        return self.MEMBERS[self.kind]


class Entrant(models.Model):
    """Who competes in a category: a player, pair or team.

    applied → accepted → paid → checked in; withdrawn, disqualified and no-show leave the draws. Whom the rules of
    the game put out of the event is eliminated, and remembers from which state (``eliminated_from``); who leaves, too
    (``left_from``). Where one person stood twice, one entrant is merged into the other, and has left.
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
        ELIMINATED = "eliminated", pgettext_lazy("entrant", "eliminated")

    IN_PLAY = (State.ACCEPTED, State.PAID, State.CHECKED_IN)  # whom a draw takes
    TAKING_PART = (*IN_PLAY, State.ELIMINATED)  # who plays, or played until the rules put it out
    LEFT = (State.WITHDRAWN, State.DISQUALIFIED, State.NO_SHOW)
    OUT = (*LEFT, State.ELIMINATED)

    category = models.ForeignKey(Category, models.CASCADE, related_name="entrants")
    number = models.PositiveIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=200)
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="entrants")
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.APPLIED)
    eliminated_from = models.CharField(max_length=12, choices=State, blank=True, editable=False)
    left_from = models.CharField(max_length=12, choices=State, blank=True, editable=False)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged")
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
            models.CheckConstraint(
                condition=~Q(state="eliminated") | ~Q(eliminated_from=""), name="eliminated_from_a_state"
            ),
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

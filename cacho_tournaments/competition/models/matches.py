"""Matches and how they ended: seats, results, a line for each side.

Knows: stages, tables, entrants. Does not know: games and turns.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from cacho_tournaments.competition.models.events import Entrant, Table
from cacho_tournaments.competition.models.stages import STANDS, Draw, Group, Stage, Standing


class Match(Standing):
    """A meeting of two to six sides: its round, table, time, rule.

    waiting (a seat is open) → ready → playing → finished. ``code`` names it on paper (``C-2-1``, ``CF-3``);
    ``node`` is its place in a bracket's tree. ``printed_at`` says when a sheet of it last left the printer.
    """

    class State(models.TextChoices):
        WAITING = "waiting", pgettext_lazy("match", "waiting for its sides")
        READY = "ready", pgettext_lazy("match", "to be played")
        PLAYING = "playing", pgettext_lazy("match", "being played")
        FINISHED = "finished", pgettext_lazy("match", "finished")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="matches")
    draw = models.ForeignKey(Draw, models.CASCADE, null=True, blank=True, related_name="matches")
    group = models.ForeignKey(Group, models.CASCADE, null=True, blank=True, related_name="matches")
    round = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=16)
    node = models.CharField(max_length=16, blank=True)
    bracket = models.CharField(max_length=12, blank=True)  # winners, losers, final, third-place, consolation
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
    printed_at = models.DateTimeField(null=True, blank=True)
    token = models.CharField(max_length=16, unique=True)  # in the public address and on paper; not guessable

    class Meta:
        ordering = ["round", "id"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["stage", "code"], condition=STANDS, name="match_code_once"),
            models.CheckConstraint(condition=Q(best_of__gte=1), name="match_has_a_game"),
            models.CheckConstraint(
                condition=Q(state="finished", finished_at__isnull=False)
                | (~Q(state="finished") & Q(finished_at__isnull=True)),
                name="match_ends_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Seat(Standing):
    """A side of a match, in order of play from 1. An open seat names the match whose winner or loser comes; a pinned
    one keeps its side by decision, although by a corrected result another would come."""

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
    is_pinned = models.BooleanField(default=False)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["match", "position"], name="seat_position_once"),
            models.UniqueConstraint(
                fields=["stage", "round", "bracket", "entrant"],
                condition=Q(entrant__isnull=False) & STANDS,
                name="entrant_once_in_a_round",
            ),
            models.UniqueConstraint(
                fields=["source", "take"],
                condition=Q(source__isnull=False) & STANDS,
                name="seat_source_once",
            ),
            models.CheckConstraint(
                condition=Q(source__isnull=True, take="")
                | Q(source__isnull=False, take__in=("winner", "loser")),
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

    CONTESTED = (Kind.PLAYED, Kind.PAPER)  # the kinds that turns can stand behind
    UNPLAYED = (Kind.WALKOVER, Kind.BOTH_ABSENT, Kind.DISQUALIFIED)

    # The endings of a match that was given away: because the rules put a side out, because one has left.
    OPPONENT_OUT, OPPONENT_LEFT = "opponent-out", "opponent-left"
    GIVEN = (OPPONENT_OUT, OPPONENT_LEFT)
    FREE_PLACE = "free-place"  # nobody came from the match before: this one was lost by nobody's absence
    VOIDED = "voided"  # declared void, after a correction before it
    DECISION = "decision"  # as the chief referee has set it

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
    """One side's part of a result. ``points`` is empty where no box was played (a walkover), never a magic number.

    ``shutouts`` counts the games won against a side that hardly scored, ``is_out`` says that the rules of the game
    put the side out of the event by this result.
    """

    result = models.ForeignKey(Result, models.CASCADE, related_name="lines")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="lines")
    entrant = models.ForeignKey(Entrant, models.PROTECT, related_name="lines")
    place = models.PositiveSmallIntegerField()
    games_won = models.PositiveSmallIntegerField(default=0)
    points = models.IntegerField(null=True, blank=True)
    instant = models.BooleanField(default=False)
    shutouts = models.PositiveSmallIntegerField(default=0)
    is_out = models.BooleanField(default=False)

    class Meta:
        ordering = ["seat__position"]
        constraints = [
            models.UniqueConstraint(fields=["result", "seat"], name="result_line_once"),
            models.CheckConstraint(condition=Q(place__gte=1), name="places_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.result_id} {self.place}"

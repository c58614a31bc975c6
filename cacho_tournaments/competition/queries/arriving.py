"""What can take in somebody who comes late, and from which match on a substitute plays.

Knows: stages in play, groups, rounds that have begun. Does not know: how anybody is taken in, requests.
"""

from dataclasses import dataclass

from django.db.models import Count, Q

from cacho_tournaments.competition.models import (
    Bye,
    Category,
    Entrant,
    Group,
    Match,
    Result,
    Seat,
    Stage,
)
from cacho_tournaments.competition.queries.rounds import broken, last_round


@dataclass(frozen=True, slots=True)
class GroupChoice:
    """A group that can take somebody in, and how many play in it still."""

    label: str
    staying: int


@dataclass(frozen=True, slots=True)
class LateStage:
    """A stage in play, as it takes in whoever comes late; ``why_not`` says what keeps it from that."""

    order: int
    format: str
    next_round: int
    groups: tuple[GroupChoice, ...]
    waiting: int  # sides of the running round that could be drawn again together with the newcomer
    why_not: str


def late_stage(category: Category) -> LateStage | None:
    """Return the first stage in play; None where none is."""
    stage = category.stages.filter(state=Stage.State.RELEASED).order_by("order").first()
    if stage is None:
        return None
    groups = _counted(stage) if stage.format == Stage.Format.GROUPS else ()
    return LateStage(
        order=stage.order,
        format=stage.format,
        next_round=last_round(stage) + 1 if stage.format in Stage.BY_ROUND else 0,
        groups=tuple(GroupChoice(label, number) for label, number in groups),
        waiting=_waiting(stage),
        why_not=_why_not(category, stage),
    )


def _counted(stage: Stage) -> list[tuple[str, int]]:
    """Return the groups of a stage with how many of each have not left."""
    here = Q(places__is_standing=True) & ~Q(places__entrant__state__in=Entrant.OUT)
    rows = stage.groups.annotate(staying=Count("places", filter=here)).order_by("pk")
    return list(rows.values_list("label", "staying"))


def _why_not(category: Category, stage: Stage) -> str:
    if stage.format in Stage.TREES:
        return "bracket"
    later = category.stages.filter(order__gt=stage.order).exclude(state=Stage.State.PLANNED)
    if later.exists():
        return "next-stage"
    return ""


def _waiting(stage: Stage) -> int:
    """Return how many of the running round have a bye, or sit opposite somebody who has left."""
    if stage.format not in Stage.BY_ROUND:
        return 0
    last = last_round(stage)
    free = stage.byes.filter(round=last, kind=Bye.Kind.BYE, draw__isnull=False).count()
    return free + len(broken(stage, last))


def staying(group: Group) -> int:
    """Return how many of a group have not left."""
    return group.places.exclude(entrant__state__in=Entrant.OUT).count()


def begun_rounds(group: Group) -> frozenset[int]:
    """Return the rounds of a group in which something is being played or was; what was given away does not count."""
    given = Result.objects.filter(is_current=True, ending__in=Result.GIVEN)
    begun = group.matches.filter(state__in=(Match.State.PLAYING, Match.State.FINISHED))
    quiet = group.matches.filter(started_at__isnull=True, results__in=given)
    return frozenset(begun.exclude(pk__in=quiet.values("pk")).values_list("round", flat=True))


def next_match(entrant: Entrant) -> str:
    """Return the code of the match that the entrant plays now or next; nothing where none is known."""
    own = Match.objects.filter(
        pk__in=Seat.objects.filter(entrant=entrant).values("match"), stage__state=Stage.State.RELEASED
    ).exclude(state=Match.State.FINISHED)
    ordered = sorted(own, key=lambda one: (one.state != Match.State.PLAYING, one.stage_id, one.round, one.pk))
    return ordered[0].code if ordered else ""

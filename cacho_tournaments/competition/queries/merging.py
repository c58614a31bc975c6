"""Two entrants that are one person: what would go from one to the other, and what keeps them apart.

Knows: seats, places in groups, rounds. Does not know: how rows are moved, requests.
"""

from dataclasses import dataclass

from cacho_tournaments.competition.models import Category, Entrant, GroupPlace, Match, Seat, Stage


@dataclass(frozen=True, slots=True)
class Moved:
    """A match that goes over."""

    code: str
    token: str
    stage: int
    round: int
    opponents: tuple[str, ...]
    is_over: bool


@dataclass(frozen=True, slots=True)
class Twin:
    """An entrant that may be the same person."""

    number: int
    name: str
    state_name: str


def twins(entrant: Entrant) -> tuple[Twin, ...]:
    """Return the other entrants of the category that stand for themselves."""
    rows = entrant.category.entrants.filter(merged_into=None).exclude(pk=entrant.pk).order_by("number")
    return tuple(Twin(row.number, row.name, row.get_state_display()) for row in rows)


def shown(category: Category) -> list[Stage]:
    """Return the stages whose rows stand for good, in order."""
    return list(category.stages.filter(state__in=Stage.SHOWN).order_by("order"))


def moved(other: Entrant) -> tuple[Moved, ...]:
    """Return the matches of an entrant, which go to another one with it."""
    own = Seat.objects.filter(entrant=other, match__is_standing=True, stage__state__in=Stage.SHOWN)
    found = []
    for seat in own.select_related("match", "stage").order_by("stage__order", "round", "match_id"):
        opposite = Seat.objects.filter(match=seat.match_id, entrant__isnull=False).exclude(pk=seat.pk)
        found.append(
            Moved(
                code=seat.match.code,
                token=seat.match.token,
                stage=seat.stage.order,
                round=seat.round,
                opponents=tuple(opposite.values_list("entrant__name", flat=True)),
                is_over=seat.match.state == Match.State.FINISHED,
            )
        )
    return tuple(found)


def meeting(one: Entrant, other: Entrant) -> str:
    """Return the code of a match in which both sit; nothing where they have not met."""
    mine = Seat.objects.filter(entrant=one, match__is_standing=True, stage__state__in=Stage.SHOWN)
    met = Seat.objects.filter(entrant=other, match__in=mine.values("match"))
    return met.values_list("match__code", flat=True).first() or ""


def both_in(stage: Stage, one: Entrant, other: Entrant) -> bool:
    """Tell whether the draw of a whole stage holds both."""
    return all(
        Seat.objects.filter(stage=stage, entrant=each).exists()
        or GroupPlace.objects.filter(stage=stage, entrant=each).exists()
        for each in (one, other)
    )


def shared_round(stage: Stage, one: Entrant, other: Entrant) -> int:
    """Return a round in which both sit at a table; 0 where there is none."""
    rounds = [
        set(Seat.objects.filter(stage=stage, entrant=each).values_list("round", flat=True))
        for each in (one, other)
    ]
    return min(rounds[0] & rounds[1], default=0)

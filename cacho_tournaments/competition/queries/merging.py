"""Two entrants that are one person: what would go from one to the other, and what keeps them apart.

Knows: seats, places in groups, rounds. Does not know: how rows are moved, requests.
"""

from dataclasses import dataclass

from cacho_tournaments.competition.models import Category, Entrant, GroupPlace, Match, Seat, Stage
from cacho_tournaments.competition.queries.leaving import has_place


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


@dataclass(frozen=True, slots=True)
class MergePage:
    """What making two entrants one means, as the page tells it before it is confirmed."""

    number: int
    name: str
    other_number: int
    other_name: str
    moved: tuple[Moved, ...]
    rounds_out: int  # rounds that the other sat out, of which none counts twice
    comes_back: bool  # the other had left, and its open matches are played again


def merge_page(keep: Entrant, other: Entrant) -> MergePage:
    """Return what goes over from one entrant to the other."""
    return MergePage(
        number=keep.number,
        name=keep.name,
        other_number=other.number,
        other_name=other.name,
        moved=moved(other),
        rounds_out=other.byes.filter(stage__state__in=Stage.SHOWN).count(),
        comes_back=other.state in Entrant.LEFT and has_place(other),
    )


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
    rows = own.select_related("match", "stage").prefetch_related("match__seats__entrant")
    for seat in rows.order_by("stage__order", "round", "match_id"):
        found.append(
            Moved(
                code=seat.match.code,
                token=seat.match.token,
                stage=seat.stage.order,
                round=seat.round,
                opponents=tuple(
                    each.entrant.name
                    for each in seat.match.seats.all()
                    if each.entrant and each.pk != seat.pk
                ),
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

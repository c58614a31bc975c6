"""The places of a draft, one after the other, and what a change by hand has brought.

Knows: the draft as its page shows it, seats of a bracket. Does not know: how an exchange is made, requests.
"""

from collections.abc import Collection
from dataclasses import dataclass

from cacho_tournaments.competition.models import Draw, Seat, Stage
from cacho_tournaments.competition.queries import stages
from cacho_tournaments.competition.queries.next_steps import stage_name
from cacho_tournaments.competition.queries.values import DraftGroup, DrawPage
from cacho_tournaments.web.words import Word


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a draft and who has it now. ``of`` is the group, table or match, ``kind`` which of these."""

    of: str
    kind: str
    position: int
    number: int
    name: str


@dataclass(frozen=True, slots=True)
class Arranging:
    """The draft as the page shows it on which every place is set; without a draft it has no places."""

    name: Word
    format: str
    part: int
    warnings: tuple[str, ...]
    places: tuple[Place, ...]


def arranging(stage: Stage) -> Arranging:
    """Return what is needed to set every place of the draft by hand."""
    page = stages.draw_page(stage)
    name = stage_name(stage.format, stage.settings)
    if page is None or page.state != Draw.State.DRAFT:
        return Arranging(name, stage.format, 1, (), ())
    return Arranging(name, stage.format, page.part, page.warnings, _places(stage, page))


def places(stage: Stage) -> tuple[Place, ...]:
    """Return every place of the draft that somebody was drawn to, in the order in which they are arranged by hand."""
    return arranging(stage).places


def _places(stage: Stage, page: DrawPage) -> tuple[Place, ...]:
    if page.groups:
        return tuple(place for group in page.groups for place in _of_group(group))
    seats = Seat.objects.filter(stage=stage, source__isnull=True, entrant__isnull=False)
    found = seats.order_by("match__round", "match__slot", "position")
    rows = found.values_list("match__code", "position", "entrant__number", "entrant__name")
    return tuple(Place(code, "match", position, number, name) for code, position, number, name in rows)


def _of_group(group: DraftGroup) -> tuple[Place, ...]:
    return tuple(
        Place(group.label, group.kind, position, number, name)
        for position, (number, name, _club) in enumerate(group.entrants, start=1)
    )


def brought(stage: Stage, before: Collection[str]) -> tuple[str, ...]:
    """Return what the draft wants said now and did not before: what a change by hand has brought about."""
    page = stages.draw_page(stage)
    if page is None:
        return ()
    return tuple(note for note in page.warnings if note not in before)

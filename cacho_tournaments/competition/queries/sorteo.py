"""The sorteo: a draw as it is shown to the hall, one step after the other.

Knows: what was drawn from, who stands where now. Does not know: how a lot falls, requests, anything that moves.

Where each stands is read from the rows, so what is shown is what is played. Where it was changed by hand, the lot alone
does not give it, and the page says so.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from cacho_tournaments.competition.models import Draw, Match, Seat, Stage
from cacho_tournaments.competition.queries import stages
from cacho_tournaments.competition.queries.stage_pages import stage_name
from cacho_tournaments.competition.rows import placed
from cacho_tournaments.web.words import Word


@dataclass(frozen=True, slots=True)
class Ball:
    """An entrant in its pot; ``step`` is the one by which it is drawn."""

    number: int
    name: str
    club: str
    step: int = 0


@dataclass(frozen=True, slots=True)
class Pot:
    """Those who are drawn together; ``name`` is empty where there is one pot only."""

    name: str
    balls: tuple[Ball, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that somebody is drawn to at ``step``; without a ball ``text`` says who else comes there."""

    position: int
    ball: Ball | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A group, a table, a match of the bracket, or those who sit out. ``said`` is where a name goes, in words."""

    label: str
    said: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step: who is drawn, and where to."""

    number: int
    names: tuple[str, ...]
    into: str


@dataclass(frozen=True, slots=True)
class Sorteo:
    """A draw for the hall. ``round`` is 0 for the draw of a whole stage."""

    name: Word
    format: str
    state: str
    seed: int
    pots: tuple[Pot, ...]
    boxes: tuple[Box, ...]
    steps: tuple[Step, ...]
    round: int
    part: int
    is_by_hand: bool
    notes: tuple[str, ...]
    has_question: bool
    is_from_elsewhere: bool

    @property
    def is_draft(self) -> bool:
        return self.state == Draw.State.DRAFT


def shown_draw(stage: Stage, *, round: int, part: int, drafts: bool) -> Draw | None:
    """Return the draw to be shown: the one asked for (0: the newest); drafts to organizers alone."""
    live = stage.draws.exclude(state=Draw.State.DISCARDED)
    if not drafts:
        live = live.filter(state=Draw.State.RELEASED)
    if round:
        live = live.filter(round=round, part=part or 1)
    return live.order_by("-round", "-part").first()


def sorteo(stage: Stage, draw: Draw) -> Sorteo:
    """Return the draw step by step."""
    people = _people(stage, draw)
    if draw.round:
        boxes, order = _tables(draw, people)
    elif stage.format in Stage.TREES:
        boxes, order = _matches(stage, draw, people)
    else:
        boxes, order = _groups(stage, draw, people)
    step_of = {number: at for at, numbers in enumerate(order, start=1) for number in numbers}
    boxes = tuple(_stepped(box, step_of) for box in boxes)
    at = {spot.ball.number: box.said for box in boxes for spot in box.spots if spot.ball}
    names = stages.names_of(stage)
    return Sorteo(
        name=stage_name(stage),
        format=stage.format,
        state=draw.state,
        seed=draw.seed,
        pots=_pots(
            stage, draw, order, {key: replace(ball, step=step_of.get(key, 0)) for key, ball in people.items()}
        ),
        boxes=boxes,
        steps=tuple(
            Step(number, tuple(people[each].name for each in numbers), at[numbers[0]])
            for number, numbers in enumerate(order, start=1)
        ),
        round=draw.round,
        part=draw.part,
        is_by_hand=draw.is_by_hand and not draw.is_from_elsewhere,
        notes=tuple(dict.fromkeys(stages.note_sentence(note, names) for note in draw.notes)),
        has_question=bool(draw.question),
        is_from_elsewhere=draw.is_from_elsewhere,
    )


Order = list[tuple[int, ...]]  # the numbers that each step reveals


def _people(stage: Stage, draw: Draw) -> dict[int, Ball]:
    rows = stage.category.entrants.select_related("club").order_by("number")
    return {row.number: Ball(row.number, row.name, row.club.name if row.club else "") for row in rows}


def _stepped(box: Box, step_of: Mapping[int, int]) -> Box:
    spots = [
        replace(spot, ball=replace(spot.ball, step=step_of.get(spot.ball.number, 0))) if spot.ball else spot
        for spot in box.spots
    ]
    return replace(box, spots=tuple(spots))


def _spots(numbers: Iterable[int], people: Mapping[int, Ball]) -> tuple[Spot, ...]:
    return tuple(Spot(position, people[each]) for position, each in enumerate(numbers, start=1))


def _groups(stage: Stage, draw: Draw, people: Mapping[int, Ball]) -> tuple[tuple[Box, ...], Order]:
    """Return the groups and, one step an entrant, the order in which the lot fell."""
    members: dict[str, list[int]] = {}
    for place in placed(stage):
        if place.since_round == 1:
            members.setdefault(place.group, []).append(place.number)
    drawn = {number for own in members.values() for number in own}
    fell = [int(side) for side, _into in draw.steps if int(side) in drawn]
    order: Order = [(number,) for number in dict.fromkeys([*fell, *sorted(drawn)])]
    if stage.format == Stage.Format.LEAGUE:
        own = next(iter(members.values()), [])
        box = Box(_("Order of the draw"), _("a number of the league"), _spots(own, people))
        return (box,), [(number,) for number in own]
    boxes = tuple(
        Box(
            _("Group %(label)s") % {"label": label},
            _("group %(label)s") % {"label": label},
            _spots(own, people),
        )
        for label, own in members.items()
    )
    return boxes, order


def _tables(draw: Draw, people: Mapping[int, Ball]) -> tuple[tuple[Box, ...], Order]:
    """Return the tables of a round, one step a table, and last whoever sits out."""
    boxes: list[Box] = []
    order: Order = []
    for number, seats in enumerate(draw.plan.get("matches", ()), start=1):
        own = tuple(int(side) for side in seats)
        head, said = (_("Table %(n)s"), _("table %(n)s"))
        if draw.part > 1:
            head, said = (_("New match %(n)s"), _("new match %(n)s"))
        boxes.append(Box(head % {"n": number}, said % {"n": number}, _spots(own, people)))
        order.append(own)
    free = tuple(int(bye["entrant"]) for bye in draw.plan.get("byes", ()) if bye["kind"] == "bye")
    if free:
        boxes.append(Box(_("Free round"), _("a free round"), _spots(free, people)))
        order.append(free)
    return tuple(boxes), order


def _matches(stage: Stage, draw: Draw, people: Mapping[int, Ball]) -> tuple[tuple[Box, ...], Order]:
    """Return the matches with which somebody begins, from the top of the bracket; heads are drawn first."""
    seats: dict[int, list[Seat]] = {}
    for seat in _entry_seats(stage):
        seats.setdefault(seat.match_id, []).append(seat)
    boxes = []
    for own in sorted(seats.values(), key=lambda rows: _from_top(rows[0].match)):
        match = own[0].match
        spots = [
            Spot(seat.position, people[seat.entrant.number])
            if seat.entrant and not seat.source_id
            else Spot(
                seat.position,
                text=_("winner of %(match)s") % {"match": seat.source.code if seat.source else ""},
            )
            for seat in own
        ]
        boxes.append(Box(match.code, _("match %(match)s") % {"match": match.code}, tuple(spots)))
    drawn = [spot.ball.number for box in boxes for spot in box.spots if spot.ball]
    heads = _heads(draw)
    first = [number for number in heads if number in drawn]
    return tuple(boxes), [(number,) for number in [*first, *(each for each in drawn if each not in heads)]]


def _entry_seats(stage: Stage) -> list[Seat]:
    """Return the seats of all matches that somebody was drawn into."""
    drawn = Seat.objects.filter(stage=stage, source__isnull=True, entrant__isnull=False).values("match")
    rows = Seat.objects.filter(match__in=drawn).select_related("match", "entrant", "source")
    return list(rows.order_by("match__round", "match__slot", "position"))


def _from_top(match: Match) -> tuple[int, int]:
    return match.slot << (match.round - 1), match.round


def _heads(draw: Draw) -> list[int]:
    """Return who is drawn first in a bracket, best first: winners of groups, else those with a seed."""
    sides: list[dict[str, Any]] = draw.entrants
    grouped = any(side.get("group") for side in sides)
    found = [side for side in sides if (side.get("place", 1) == 1 if grouped else side.get("seed"))]
    found.sort(key=lambda side: (side.get("seed") or len(sides), int(side["id"])))
    return [int(side["id"]) for side in found]


def _pots(stage: Stage, draw: Draw, order: Order, people: Mapping[int, Ball]) -> tuple[Pot, ...]:
    flat = [number for numbers in order for number in numbers]
    if stage.format in Stage.TREES:
        heads = set(_heads(draw))
        grouped = any(side.get("group") for side in draw.entrants)
        first = _("Winners of groups") if grouped else _("Seeded")
        rest = _("All others") if grouped else pgettext("pot", "By lot")
        parts = [
            (first, [each for each in flat if each in heads]),
            (rest, [each for each in flat if each not in heads]),
        ]
        named = [(name, numbers) for name, numbers in parts if numbers]
    elif stage.format == Stage.Format.GROUPS:
        size = max(stage.groups.count(), 1)
        cut = [flat[at : at + size] for at in range(0, len(flat), size)]
        named = [(_("Pot %(n)s") % {"n": number}, sorted(own)) for number, own in enumerate(cut, start=1)]
    else:
        named = [("", sorted(flat))]
    return tuple(Pot(name if len(named) > 1 else "", _balls(own, people)) for name, own in named)


def _balls(numbers: Sequence[int], people: Mapping[int, Ball]) -> tuple[Ball, ...]:
    return tuple(people[number] for number in numbers)

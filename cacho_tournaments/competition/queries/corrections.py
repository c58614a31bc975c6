"""What a category comes to at one moment, what parts two such moments, and the corrections that were made.

Knows: rows read lightly, tables and brackets through the bridge. Does not know: how anything is corrected, requests.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from cacho_tournaments.competition import bridge
from cacho_tournaments.competition.models import Category, Correction, Draw, Entrant, Match, Stage
from cacho_tournaments.competition.rows import Line, Played, Side, participating, placed, played, sat_out
from cacho_tournaments.errors import CachoError

Code = tuple[int, str]  # a match: its stage's order and its code
Place = tuple[int, str, int]  # a place: a stage's order, a group's label, an entrant's number


@dataclass(frozen=True, slots=True)
class Picture:
    """A category as it stands at one moment. ``going`` has the numbers of those who go on into each later stage, best
    seed first; None where it is not decided. ``live`` are the keys of the draws that stand."""

    matches: Mapping[Code, Played]
    places: Mapping[Place, int]
    going: Mapping[int, tuple[str, ...] | None]
    live: Mapping[int, tuple[int, int]]
    names: Mapping[int, str]
    states: Mapping[int, str]
    printed: frozenset[Code]
    pinned: frozenset[tuple[Code, int]]


@dataclass(frozen=True, slots=True)
class TotalChange:
    """One side's part of a match, before and after; None where no result stood or stands."""

    stage: int
    match: str
    side: str
    before: Line | None
    after: Line | None


@dataclass(frozen=True, slots=True)
class EndChange:
    """How a match ended, before and after; empty where it is open."""

    stage: int
    match: str
    before: tuple[str, str]
    after: tuple[str, str]
    is_open_again: bool


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """An entrant's place in a table or a bracket, before and after; None where it had or has none yet."""

    stage: int
    group: str
    name: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class GoesOn:
    """Who comes into a later stage by the change, and who falls out of it; ``is_open``: it is not decided any more."""

    stage: int
    comes: tuple[str, ...]
    falls_out: tuple[str, ...]
    is_open: bool
    is_drawn: bool


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A seat of a later match that gets another side. Empty names are seats that nobody holds."""

    stage: int
    match: str
    position: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class StateChange:
    """An entrant whom the rules put out of the event, or let in again."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Question:
    """What needs a decision: a match, a stage or a round that has begun; what is decided so far. ``number`` is that
    of the stage or round."""

    about: str
    kind: str
    number: str
    decision: str


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that a correction changes, as a page tells it before and after it is made."""

    totals: tuple[TotalChange, ...] = ()
    endings: tuple[EndChange, ...] = ()
    places: tuple[PlaceChange, ...] = ()
    goes_on: tuple[GoesOn, ...] = ()
    seats: tuple[SeatChange, ...] = ()
    states: tuple[StateChange, ...] = ()
    kept: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    drawn_again: tuple[tuple[int, int], ...] = ()
    questions: tuple[Question, ...] = ()

    @property
    def is_empty(self) -> bool:
        return self == Changes(questions=self.questions)

    @property
    def seal(self) -> str:
        """A short text by which two previews can be told apart: whoever confirms confirms this very one."""
        return sha256(repr(asdict(self)).encode()).hexdigest()[:24]


def picture(category: Category) -> Picture:
    """Return the category as it stands now."""
    matches = Match.objects.filter(stage__category=category)
    read = played(matches.order_by("stage__order", "round", "pk"))
    stages = list(category.stages.select_related("category").order_by("order"))
    drawn = Draw.objects.exclude(state=Draw.State.DISCARDED).filter(stage__category=category)
    live = {key: (order, number) for key, order, number in drawn.values_list("pk", "stage__order", "round")}
    entrants = Entrant.objects.filter(category=category)
    places: dict[Place, int] = {}
    for stage in stages:
        places |= _places(stage, [row for row in read if row.stage == stage.pk])
    return Picture(
        matches={(row.stage_order, row.code): row for row in read},
        places=places,
        going={stage.order: sides(stage) for stage in stages[1:]},
        live=live,
        names=dict(entrants.values_list("number", "name")),
        states=dict(entrants.values_list("number", "state")),
        printed=frozenset(matches.filter(printed_at__isnull=False).values_list("stage__order", "code")),
        pinned=frozenset(
            ((order, code), position)
            for order, code, position in matches.filter(
                seats__is_pinned=True, seats__is_standing=True
            ).values_list("stage__order", "code", "seats__position")
        ),
    )


def results_of(category: Category) -> Mapping[Code, Played]:
    """Return the matches of a category as they stand now."""
    read = played(Match.objects.filter(stage__category=category))
    return {(row.stage_order, row.code): row for row in read}


def changed_rounds(before: Picture, now: Mapping[Code, Played]) -> dict[int, int]:
    """Return the first round of each stage in which a result is another one now, by the stage's order."""
    found: dict[int, int] = {}
    for code, row in now.items():
        old = before.matches.get(code)
        if old is not None and _told(old) != _told(row):
            found[code[0]] = min(found.get(code[0], row.round), row.round)
    return found


def _told(row: Played) -> Any:
    return [(side.number, side.line) for side in row.sides], row.outcome and row.outcome.kind


def _drawn_orders(live: Mapping[int, tuple[int, int]]) -> set[int]:
    """Return the orders of the stages that are drawn."""
    return {order for order, _round in live.values()}


def sides(stage: Stage) -> tuple[str, ...] | None:
    """Return the numbers of those who play a stage by what stands now; None where it cannot be said."""
    before = bridge.stage_before(stage)
    if before is not None and before.matches.exclude(state=Match.State.FINISHED).exists():
        return None
    try:
        return tuple(one.id for one in bridge.sides_for(stage))
    except CachoError:
        return None


def _places(stage: Stage, read: list[Played]) -> dict[Place, int]:
    """Return every place of the stage that is worked out from its matches."""
    if not read:
        return {}
    order = stage.order
    if stage.format in Stage.TREES:
        return {(order, "", int(side)): place for place, side in bridge.placings(stage, read)}
    seed = bridge.lot_seed(stage)
    if stage.format in Stage.POOLS:
        tables = bridge.tables(stage, placed(stage), read, seed)
    else:
        tables = {"": bridge.round_table(stage, participating(stage), read, sat_out(stage), seed)}
    return {(order, label, int(row.entrant)): row.place for label, rows in tables.items() for row in rows}


def changes(before: Picture, after: Picture, asked: Mapping[str, str]) -> Changes:
    """Return what parts two moments of a category, with what was asked for on the way from one to the other."""
    codes = sorted({*before.matches, *after.matches}, key=lambda code: _played_at(code, before, after))
    pairs = [(code, before.matches.get(code), after.matches.get(code)) for code in codes]
    moved = [(code, old, new) for code, old, new in pairs if _meaning(old) != _meaning(new)]
    fresh = [(code, old, new) for code, old, new in pairs if old and new and old.token != new.token]
    touched = {code for code, _old, _new in moved + fresh}
    return Changes(
        totals=tuple(change for each in moved for change in _totals(*each)),
        endings=tuple(
            EndChange(*code, _ended(old), _ended(new), bool(_ended(old)[0]) and not _ended(new)[0])
            for code, old, new in moved
            if _ended(old) != _ended(new)
        ),
        places=_moved_places(before, after),
        goes_on=_goes_on(before, after),
        seats=tuple(change for each in moved for change in _seats(*each)),
        states=tuple(
            StateChange(after.names[number], before.states.get(number, ""), state)
            for number, state in sorted(after.states.items())
            if before.states.get(number) != state
        ),
        kept=tuple(sorted({code[1] for code, _position in after.pinned - before.pinned})),
        printed=tuple(code[1] for code in codes if code in touched & before.printed),
        drawn_again=tuple(sorted({after.live[key] for key in after.live.keys() - before.live.keys()})),
        questions=tuple(
            Question(about, _kind(about), about.split(".")[-1].split()[-1], decision)
            for about, decision in asked.items()
        ),
    )


def _played_at(code: Code, before: Picture, after: Picture) -> tuple[int, int, str]:
    """Return where a match stands in the order of play."""
    row = after.matches.get(code) or before.matches[code]
    return code[0], row.round, code[1]


def _kind(about: str) -> str:
    return about.split()[0] if " " in about else "match"


def _meaning(row: Played | None) -> Any:
    return row and ([(side.number, side.line) for side in row.sides], row.outcome, row.token)


def _ended(row: Played | None) -> tuple[str, str]:
    return (row.outcome.kind, row.outcome.ending) if row and row.outcome else ("", "")


def _totals(code: Code, old: Played | None, new: Played | None) -> list[TotalChange]:
    before, after = _lines(old), _lines(new)
    return [
        TotalChange(*code, name, before.get(name), after.get(name))
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    ]


def _lines(row: Played | None) -> dict[str, Line]:
    return {side.name: side.line for side in row.sides if side.line} if row else {}


def _seats(code: Code, old: Played | None, new: Played | None) -> list[SeatChange]:
    before, after = _sides(old), _sides(new)
    return [
        SeatChange(*code, position, before.get(position, ""), after.get(position, ""))
        for position in sorted({*before, *after})
        if before.get(position, "") != after.get(position, "")
    ]


def _sides(row: Played | None) -> dict[int, str]:
    sides_: Iterable[Side] = row.sides if row else ()
    return {side.position: side.name if side.number is not None else "" for side in sides_}


def _moved_places(before: Picture, after: Picture) -> tuple[PlaceChange, ...]:
    keys = sorted({*before.places, *after.places})
    return tuple(
        PlaceChange(order, group, after.names[number], before.places.get(key), after.places.get(key))
        for key in keys
        for order, group, number in [key]
        if before.places.get(key) != after.places.get(key)
    )


def _goes_on(before: Picture, after: Picture) -> tuple[GoesOn, ...]:
    found = []
    for order, old in sorted(before.going.items()):
        new = after.going.get(order)
        if old == new:
            continue
        was, now = set(old or ()), set(new or ())
        found.append(
            GoesOn(
                stage=order,
                comes=_named(now - was, after) if new is not None else (),
                falls_out=_named(was - now, after) if new is not None else (),
                is_open=new is None,
                is_drawn=order in _drawn_orders(after.live),
            )
        )
    return tuple(found)


def _named(numbers: Iterable[str], where: Picture) -> tuple[str, ...]:
    return tuple(where.names[number] for number in sorted(map(int, numbers)))


# -- what was corrected ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CorrectionLine:
    """A correction as a list shows it."""

    key: int
    verb: str
    match: str
    token: str
    reason: str
    at: dt.datetime
    who: str
    undone_at: dt.datetime | None
    undone_by: str

    @property
    def is_undone(self) -> bool:
        return self.undone_at is not None

    @property
    def is_of_turns(self) -> bool:
        """Whether it changed turns, so that it is undone where turns are corrected."""
        return self.verb.startswith("play.")


def corrections(category: Category) -> tuple[CorrectionLine, ...]:
    """Return the corrections of a category, newest first: one query."""
    rows = Correction.objects.filter(category=category).select_related("made_by", "undone_by")
    return tuple(correction_line(row) for row in rows.defer("changes"))


def correction_line(row: Correction) -> CorrectionLine:
    """Return a correction as it is shown."""
    return CorrectionLine(
        key=row.pk,
        verb=row.verb,
        match=str(row.facts.get("match", "")),
        token=str(row.facts.get("token", "")),
        reason=row.reason,
        at=row.made_at,
        who=str(row.made_by) if row.made_by else _("the program"),
        undone_at=row.undone_at,
        undone_by=str(row.undone_by or ""),
    )

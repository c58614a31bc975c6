"""A file of another program as a page shows it: who and how many rounds, our table of it, our draw beside its own;
the events it may be taken over to.

Knows: what the bridge reads from a file, the sentences of its faults. Does not know: requests, how it is taken over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cacho_tournaments.competition.bridge import carrying
from cacho_tournaments.competition.models import Staff, Tournament
from cacho_tournaments.competition.queries.next_steps import STAGE_NAMES
from cacho_tournaments.errors import CachoError
from cacho_tournaments.formats import trf
from cacho_tournaments.people.models import User
from cacho_tournaments.web import explain
from cacho_tournaments.web.figures import figure
from cacho_tournaments.web.words import Word


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table that our rules make of the file."""

    place: int
    number: str
    name: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A pair by name, and whether the other side has it too."""

    first: str
    second: str
    is_shared: bool


@dataclass(frozen=True, slots=True)
class Round:
    """A round as the file has it and as our rules draw it from the rounds before; ``ours`` is empty where they
    cannot."""

    number: int
    theirs: tuple[Pairing, ...]
    ours: tuple[Pairing, ...]

    @property
    def shared(self) -> int:
        return sum(pair.is_shared for pair in self.theirs)


@dataclass(frozen=True, slots=True)
class CarriedPage:
    """A file without faults and its text, or the sentence that refuses it and one for each of its faults."""

    title: str = ""
    kind: Word = ""
    entrants: int = 0
    played: int = 0
    planned: int = 0
    criteria: tuple[str, ...] = ()
    rows: tuple[Line, ...] = ()
    rounds: tuple[Round, ...] = ()
    refusal: str = ""
    faults: tuple[str, ...] = ()
    text: str = ""


def events_of(user: User) -> tuple[tuple[str, str], ...]:
    """Return address and name of the events that the user organizes, newest first."""
    rows = Tournament.objects.order_by("-starts_on", "name")
    if not user.is_superuser:
        rows = rows.filter(
            pk__in=Staff.objects.filter(user=user, role=Staff.Role.ORGANIZER).values("tournament")
        )
    return tuple(rows.values_list("slug", "name"))


def carried(raw: bytes) -> CarriedPage:
    """Read a file; whatever is wrong with it is said, each fault by itself."""
    try:
        found = carrying.read_trf(raw)
    except CachoError as error:
        named = error.facts.get("faults")
        faults = tuple(map(_fault, named)) if isinstance(named, list | tuple) else ()
        return CarriedPage(refusal=explain.sentence(error), faults=faults)
    return CarriedPage(
        title=found.title.get("name", ""),
        kind=STAGE_NAMES[found.format],
        entrants=len(found.names),
        played=found.rounds,
        planned=found.planned,
        criteria=found.criteria,
        rows=tuple(_line(row, found) for row in found.rows),
        rounds=tuple(_round(each, found.names) for each in found.drawn),
        text=trf.decoded(raw),
    )


def _fault(fault: Mapping[str, Any]) -> str:
    return explain.sentence_of(f"trf-{fault['code']}", {**fault["facts"], "line": fault["line"]})


def _line(row: Mapping[str, Any], found: carrying.Carried) -> Line:
    values = row["values"]
    return Line(
        place=row["place"],
        number=row["entrant"],
        name=found.names.get(row["entrant"], row["entrant"]),
        figures=tuple(figure(values.get(criterion)) for criterion in found.criteria),
    )


def _round(drawn: carrying.Drawn, names: Mapping[str, str]) -> Round:
    theirs = {frozenset(pair) for pair in drawn.theirs}
    ours = {frozenset(pair) for pair in drawn.ours or ()}

    def told(pairs: tuple[carrying.Pair, ...], other: set[frozenset[str]]) -> tuple[Pairing, ...]:
        return tuple(
            Pairing(names.get(one, one), names.get(two, two), frozenset((one, two)) in other)
            for one, two in pairs
        )

    return Round(drawn.number, told(drawn.theirs, ours), told(drawn.ours or (), theirs))

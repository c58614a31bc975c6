"""A stage as JSON, read with the path of every fault.

Knows: the keys and values of the door (FORMATS.md, chapter 9), which rounds are drawn.
Does not know: how draws and tables work, which options there are (``options``), files, the command line.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cacho_tournaments.formats import options, results, tiebreaks
from cacho_tournaments.formats.at import At
from cacho_tournaments.formats.base import Bye, Entrant, Group, Match, Points, Qualifier
from cacho_tournaments.formats.errors import BadStage
from cacho_tournaments.formats.options import OPTIONS, PRESETS

__all__ = ["OPTIONS", "PRESETS", "At", "Stage", "read"]

STATES = ("in", "withdrawn", "disqualified")
TREES = ("knockout", "double-elimination")
BY_ROUND = ("swiss", "tables")
TABLE = range(2, 7)  # seats at a table


@dataclass(frozen=True, slots=True)
class Coming:
    """What is known of the round to be drawn: who is away or has a bye already, which matches stand."""

    byes: tuple[Bye, ...] = ()
    fixed: tuple[Match, ...] = ()


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage as it was read. ``rounds`` is how many were drawn; ``groups`` those drawn elsewhere; ``apart`` are
    sides that must not meet."""

    format: str
    options: Mapping[str, Any]
    points: Points
    seed: int
    criteria: tuple[str, ...]
    entrants: tuple[Entrant, ...]
    qualifiers: tuple[Qualifier, ...]
    groups: tuple[Group, ...]
    matches: tuple[Match, ...]
    rounds: int
    byes: tuple[Bye, ...] = ()
    coming: Coming = Coming()
    apart: tuple[frozenset[str], ...] = ()

    def drawn(self) -> tuple[Entrant, ...]:
        """Return the entrants as the draw saw them: who left after it was still in (rule 9.4)."""
        return tuple(
            replace(one, state="in" if one.left_after_round is not None else one.state)
            for one in self.entrants
            if one.since_round == 1
        )


def read(value: Any) -> Stage:
    """Read a stage from a JSON value. Raises: BadStage, with the path of the first fault."""
    top = At(value)
    name = top.need("format").text()
    if name not in OPTIONS:
        raise BadStage("unknown-format", path="format", value=name, known=tuple(OPTIONS))
    criteria = tuple(one.text() for one in top.get("criteria", list(tiebreaks.DEFAULT)).each())
    tiebreaks.check(criteria)
    entrants = tuple(_entrant(one) for one in top.need("entrants").each())
    chosen = options.read(top.get("options", {}), name)
    reader = _Rounds(name, {one.id for one in entrants})
    reader.take(top.get("rounds", []).each())
    return Stage(
        format=name,
        options=chosen,
        points=options.points(top.get("points", {}), chosen),
        seed=top.get("seed", 0).number(),
        criteria=criteria,
        entrants=entrants,
        qualifiers=tuple(_qualifier(one) for one in top.need("entrants").each()),
        groups=tuple(_group(one, reader.known) for one in top.get("groups", []).each()),
        matches=tuple(reader.matches),
        rounds=reader.drawn,
        byes=(*reader.byes, *_late(entrants, reader)),
        coming=reader.coming,
        apart=tuple(_apart(one, reader.known) for one in top.get("apart", []).each()),
    )


class _Rounds:
    """The rounds of one stage, as they are taken in."""

    def __init__(self, name: str, known: set[str]) -> None:
        self.format = name
        self.known = known
        self.matches: list[Match] = []
        self.byes: list[Bye] = []
        self.coming = Coming()
        self.drawn = 0

    def take(self, rounds: list[At]) -> None:
        """Take the rounds in; in a stage drawn round by round, a last one without matches is still to be drawn."""
        seen: set[str] = set()
        for number, at in enumerate(rounds, start=1):
            last = self.format in BY_ROUND and number == len(rounds)
            to_be_drawn = last and "matches" not in at.of(dict, "object")
            matches = self._matches(at.get("fixed" if to_be_drawn else "matches", []), number)
            byes = self._byes(at, number)
            _refuse_twice(matches, byes, seen, f"{at.path}.matches")
            if to_be_drawn:
                self.coming = Coming(tuple(byes), tuple(matches))
                return
            self.drawn = number
            self.matches += matches
            self.byes += byes

    def _matches(self, at: At, number: int) -> list[Match]:
        found = [_match(one, number, board, self) for board, one in enumerate(at.each(), start=1)]
        # A match of a bracket whose sides are not known yet is as good as not given.
        return [one for one in found if None not in one.seats]

    def _byes(self, at: At, number: int) -> list[Bye]:
        byes: list[Bye] = []
        for one in at.get("byes", []).each():
            if isinstance(one.value, str):  # a bracket names its byes by id alone
                _side(one, self.known)
                continue
            kind = one.get("kind", "bye").one_of(("bye", "absent", "late"))
            worth = one.get("points").maybe()
            # Who sits out in a round robin gets nothing for it, unless the stage says so (rule 9.8).
            nothing = None if self.format in BY_ROUND else 0
            points = nothing if worth is None else worth.number()
            byes.append(Bye(_side(one.need("entrant"), self.known), number, kind, points))
        for one in at.get("absent", []).each():
            byes.append(Bye(_side(one, self.known), number, "absent"))
        return byes


def _late(entrants: Iterable[Entrant], reader: _Rounds) -> list[Bye]:
    """Return the rounds that late comers missed, as far as no round says so itself."""
    if reader.format not in BY_ROUND:
        return []
    there = {(one.round, side) for one in reader.matches for side in one.seats if side}
    there |= {(one.round, one.entrant) for one in reader.byes}
    return [
        Bye(one.id, number, "late")
        for one in entrants
        for number in range(1, min(one.since_round, reader.drawn + 1))
        if (number, one.id) not in there
    ]


def _entrant(at: At) -> Entrant:
    left = at.get("left_after_round").maybe()
    return Entrant(
        id=at.need("id").text(),
        seed=_seed(at),
        club=_maybe_text(at.get("club")),
        state=at.get("state", "in").one_of(STATES),
        since_round=at.get("since_round", 1).number(1),
        left_after_round=None if left is None else left.number(0),
    )


def _qualifier(at: At) -> Qualifier:
    return Qualifier(
        id=at.need("id").text(),
        group=_maybe_text(at.get("group")),
        place=at.get("place", 1).number(1),
        club=_maybe_text(at.get("club")),
        seed=_seed(at),
    )


def _seed(at: At) -> int | None:
    seed = at.get("seed").maybe()
    return None if seed is None else seed.number(1)


def _maybe_text(at: At) -> str | None:
    return None if at.value is None else at.text()


def _group(at: At, known: set[str]) -> Group:
    members = tuple(_side(one, known) for one in at.need("members").each())
    return Group(at.need("label").text(), members)


def _apart(at: At, known: set[str]) -> frozenset[str]:
    sides = frozenset(_side(one, known) for one in at.each())
    if len(sides) < 2:
        at.refuse(wanted="two sides or more")
    return sides


def _side(at: At, known: set[str]) -> str:
    side = at.text()
    if side not in known:
        raise BadStage("unknown-entrant", path=at.path, entrant=side)
    return side


def _match(at: At, number: int, board: int, reader: _Rounds) -> Match:
    seats = _seats(at.need("seats"), reader)
    result, table = at.get("result").maybe(), at.get("table").maybe()
    return Match(
        id=at.get("id", f"r{number}m{board}").text(),
        seats=seats,
        result=None if result is None else results.read(result, len(seats)),
        round=number,
        group=_maybe_text(at.get("group")),
        table=None if table is None else table.number(),
    )


def _seats(at: At, reader: _Rounds) -> tuple[str | None, ...]:
    tree = reader.format in TREES
    seats = tuple(None if tree and one.value is None else _side(one, reader.known) for one in at.each())
    taken = [side for side in seats if side is not None]
    if reader.format == "tables":
        if len(seats) not in TABLE:
            raise BadStage(
                "seats-out-of-range", path=at.path, seats=len(seats), least=TABLE[0], most=TABLE[-1]
            )
        twice = next((side for side in taken if taken.count(side) > 1), None)
        if twice is not None:
            raise BadStage("side-twice", path=at.path, entrant=twice)
    elif len(seats) != 2 or len(set(taken)) != len(taken):
        raise BadStage("seats-not-two", path=at.path, seats=len(set(taken)))
    return seats


def _refuse_twice(matches: list[Match], byes: list[Bye], seen: set[str], path: str) -> None:
    busy: set[str] = set()
    for match in matches:
        if match.id in seen:
            raise BadStage("match-twice", path=path, match=match.id)
        seen.add(match.id)
        _refuse_busy(busy, match.seats, path)
    _refuse_busy(busy, [one.entrant for one in byes], path.replace(".matches", ".byes"))


def _refuse_busy(busy: set[str], sides: Iterable[str | None], path: str) -> None:
    for side in sides:
        if side in busy:
            raise BadStage("side-twice", path=path, entrant=side)
        busy.add(side or "")

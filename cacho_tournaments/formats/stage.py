"""A stage as JSON, read with the path of every fault.

Knows: the keys and values of the door (FORMATS.md, chapter 9), which options each format has.
Does not know: how draws and tables work, files, the command line.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cacho_tournaments.formats import tiebreaks
from cacho_tournaments.formats.base import KINDS, Entrant, Group, Match, Points, Qualifier, Result
from cacho_tournaments.formats.errors import BadStage

OPTIONS: Mapping[str, Mapping[str, tuple[Any, ...]]] = {
    "league": {"legs": (1, 2, 3, 4)},
    "groups": {"size": (4, 3, 5, 6, 7, 8), "legs": (1, 2, 3, 4)},
    "knockout": {"third_place": (True, False)},
}
STATES = ("in", "withdrawn", "disqualified")
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "cochabamba": {
        "stages": [
            {"format": "groups", "options": {"size": 4, "legs": 1}, "per_group": 2, "best_thirds": 0},
            {"format": "knockout", "options": {"third_place": True}},
        ],
        "points": {"win": 2, "tie": 1, "loss": 0},
        "criteria": list(tiebreaks.DEFAULT),
    }
}


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage as it was read. ``rounds`` is how many were given; ``groups`` those drawn elsewhere."""

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

    def drawn(self) -> tuple[Entrant, ...]:
        """Return the entrants as the draw saw them: who left after it was still in (rule 9.4)."""
        return tuple(
            replace(one, state="in" if one.left_after_round is not None else one.state)
            for one in self.entrants
            if one.since_round == 1
        )


@dataclass(frozen=True, slots=True)
class At:
    """A JSON value and the path it stands at."""

    value: Any
    path: str = ""

    def get(self, key: str, default: Any = None) -> "At":
        """Return the value under a key of this object, or ``default`` where the key is absent."""
        here = self.of(dict, "object")
        return At(here.get(key, default), f"{self.path}.{key}" if self.path else key)

    def need(self, key: str) -> "At":
        """Return the value under a key that must be there."""
        if key not in self.of(dict, "object"):
            raise BadStage("missing", path=f"{self.path}.{key}" if self.path else key)
        return self.get(key)

    def each(self) -> list["At"]:
        """Return the members of this list."""
        return [At(value, f"{self.path}[{number}]") for number, value in enumerate(self.of(list, "list"))]

    def of(self, kind: type, name: str) -> Any:
        """Return the value if it is of the kind. A truth value is not a number."""
        if not isinstance(self.value, kind) or (kind is int and isinstance(self.value, bool)):
            raise BadStage("wrong-type", path=self.path, wanted=name)
        return self.value

    def text(self) -> str:
        """Return the value as text that is not empty."""
        found: str = self.of(str, "text")
        return found or self.refuse()

    def number(self, least: int | None = None) -> int:
        """Return the value as a whole number, not below ``least``."""
        found: int = self.of(int, "number")
        if least is not None and found < least:
            self.refuse(least=least)
        return found

    def one_of(self, values: tuple[Any, ...]) -> Any:
        """Return the value if it is one of those allowed."""
        alike = [one for one in values if one == self.value and type(one) is type(self.value)]
        return alike[0] if alike else self.refuse(known=values)

    def refuse(self, **facts: Any) -> Any:
        """Refuse the value. Raises: BadStage ``unknown-value``."""
        raise BadStage("unknown-value", path=self.path, value=self.value, **facts)


def read(value: Any) -> Stage:
    """Read a stage from a JSON value. Raises: BadStage, with the path of the first fault."""
    top = At(value)
    name = top.need("format").text()
    if name not in OPTIONS:
        raise BadStage("unknown-format", path="format", value=name, known=tuple(OPTIONS))
    criteria = tuple(one.text() for one in top.get("criteria", list(tiebreaks.DEFAULT)).each())
    tiebreaks.check(criteria)
    entrants = tuple(_entrant(one) for one in top.need("entrants").each())
    known = {one.id for one in entrants}
    rounds = top.get("rounds", []).each()
    matches = [
        _match(one, number, board, known)
        for number, played in enumerate(rounds, start=1)
        for board, one in enumerate(played.get("matches", []).each(), start=1)
    ]
    _refuse_twice(matches, rounds)
    return Stage(
        format=name,
        options=_options(top.get("options", {}), name),
        points=_points(top.get("points", {})),
        seed=top.get("seed", 0).number(),
        criteria=criteria,
        entrants=entrants,
        qualifiers=tuple(_qualifier(one) for one in top.need("entrants").each()),
        groups=tuple(_group(one, known) for one in top.get("groups", []).each()),
        matches=tuple(matches),
        rounds=len(rounds),
    )


def _options(at: At, name: str) -> dict[str, Any]:
    known = OPTIONS[name]
    chosen = {option: values[0] for option, values in known.items()}
    for option in at.of(dict, "object"):
        if option not in known:
            at.get(option).refuse(known=tuple(known))
        chosen[option] = at.get(option).one_of(known[option])
    return chosen


def _points(at: At) -> Points:
    names = Points.__dataclass_fields__
    for name in at.of(dict, "object"):
        if name not in names:
            at.get(name).refuse(known=tuple(names))
    worth: dict[str, Any] = {name: at.get(name).number() for name in at.value}
    return Points(**worth)


def _entrant(at: At) -> Entrant:
    left = at.get("left_after_round")
    return Entrant(
        id=at.need("id").text(),
        seed=_seed(at),
        club=_maybe_text(at.get("club")),
        state=at.get("state", "in").one_of(STATES),
        since_round=at.get("since_round", 1).number(1),
        left_after_round=None if left.value is None else left.number(0),
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
    seed = at.get("seed")
    return None if seed.value is None else seed.number(1)


def _maybe_text(at: At) -> str | None:
    return None if at.value is None else at.text()


def _group(at: At, known: set[str]) -> Group:
    members = tuple(_side(one, known) for one in at.need("members").each())
    return Group(at.need("label").text(), members)


def _side(at: At, known: set[str]) -> str:
    side = at.text()
    if side not in known:
        raise BadStage("unknown-entrant", path=at.path, entrant=side)
    return side


def _match(at: At, number: int, board: int, known: set[str]) -> Match:
    seats = tuple(_side(one, known) for one in at.need("seats").each())
    if len(set(seats)) != 2 or len(seats) != 2:
        raise BadStage("seats-not-two", path=at.get("seats").path, seats=len(set(seats)))
    result, table = at.get("result"), at.get("table")
    return Match(
        id=at.get("id", f"r{number}m{board}").text(),
        seats=seats,
        result=None if result.value is None else _result(result),
        round=number,
        group=_maybe_text(at.get("group")),
        table=None if table.value is None else table.number(),
    )


def _result(at: At) -> Result:
    kind = at.need("kind").one_of(tuple(one for one in KINDS if one != "bye"))
    default = [2, 2] if kind == "both-absent" else None
    places = _two(at.get("places", default) if default else at.need("places"))
    found = tuple(one.number(1) for one in places)
    if kind == "walkover" and found[0] == found[1]:
        at.get("places").refuse(wanted="one winner")
    scores = [one if one.value is None else At(one.number()) for one in _two(at.get("scores", [None, None]))]
    return Result(
        kind,
        found,
        scores=tuple(one.value for one in scores),
        games=_counts(at.get("games")),
        instant=_instant(at.get("instant"), found),
        shutouts=_counts(at.get("shutouts")),
    )


def _counts(at: At) -> tuple[int, ...]:
    return () if at.value is None else tuple(one.number(0) for one in _two(at))


def _two(at: At) -> list[At]:
    both = at.each()
    if len(both) != 2:
        raise BadStage("wrong-type", path=at.path, wanted="one figure a seat")
    return both


def _instant(at: At, places: tuple[int, ...]) -> tuple[bool, ...]:
    """Read who won at once: a truth value speaks of the winner, a list of every seat."""
    if at.value is None:
        return ()
    if isinstance(at.value, list):
        return tuple(bool(one.of(bool, "true or false")) for one in _two(at))
    at_once = bool(at.of(bool, "true or false"))
    return tuple(at_once and place == min(places) for place in places)


def _refuse_twice(matches: list[Match], rounds: list[At]) -> None:
    seen: set[str] = set()
    busy: set[tuple[int, str]] = set()
    for match in matches:
        path = f"{rounds[match.round - 1].path}.matches"
        if match.id in seen:
            raise BadStage("match-twice", path=path, match=match.id)
        for side in match.seats:
            if side and (match.round, side) in busy:
                raise BadStage("side-twice", path=path, entrant=side)
            busy.add((match.round, side or ""))
        seen.add(match.id)

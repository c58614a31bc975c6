"""What there is to choose for a stage: formats with their options, points, presets.

Knows: every option of every format, its values and its default.
Does not know: what an option does.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cacho_tournaments.formats import tiebreaks
from cacho_tournaments.formats.at import At
from cacho_tournaments.formats.base import Points


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some values; the first is the default."""

    values: tuple[Any, ...]

    def read(self, at: At) -> Any:
        """Return the chosen value."""
        return at.one_of(self.values)

    @property
    def default(self) -> Any:
        """What is chosen where nothing is said."""
        return self.values[0]

    def shown(self) -> Any:
        """Return the option as the door lists it."""
        return list(self.values)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number, not below ``least``; None stands for no limit, or for what the points say."""

    least: int
    default: int | None = None

    def read(self, at: At) -> int | None:
        """Return the number."""
        return None if at.value is None else at.number(self.least)

    def shown(self) -> Any:
        """Return the option as the door lists it."""
        return {"least": self.least, "default": self.default}


@dataclass(frozen=True, slots=True)
class Some:
    """Several of some values."""

    values: tuple[int, ...]
    default: tuple[int, ...]

    def read(self, at: At) -> tuple[int, ...]:
        """Return the chosen values, each once, in order."""
        chosen = {one.one_of(self.values) for one in at.each()}
        return tuple(sorted(chosen)) or at.refuse(known=self.values)

    def shown(self) -> Any:
        """Return the option as the door lists it."""
        return {"some_of": list(self.values), "default": list(self.default)}


Option = Choice | Number | Some

_UNTIL = Choice((1, 2, 4, 8, 16, 32, 64))
_FREE = {"rounds": Number(1), "bye_points": Number(0), "absent_points": Number(0)}
OPTIONS: Mapping[str, Mapping[str, Option]] = {
    "league": {"legs": Choice((1, 2, 3, 4))},
    "groups": {"size": Choice((4, 3, 5, 6, 7, 8)), "legs": Choice((1, 2, 3, 4))},
    "knockout": {
        "third_place": Choice((True, False)),
        "consolation": Choice((False, True)),
        "until": _UNTIL,
    },
    "double-elimination": {"reset": Choice((True, False))},
    "swiss": _FREE,
    "tables": {
        "size": Choice((4, 3, 5, 6)),
        "allowed": Some((2, 3, 4, 5, 6), (3, 4, 5)),
        "mode": Choice(("swiss", "random", "design")),
        **_FREE,
    },
}
_USUAL = {"points": {"win": 2, "tie": 1, "loss": 0}, "criteria": list(tiebreaks.DEFAULT)}
_OPPONENTS = [
    "points",
    "buchholz-cut-1",
    "buchholz",
    "among-tied",
    "difference",
    "for",
    "instant-wins",
    "lot",
]
_GROUPS = {"format": "groups", "options": {"size": 4, "legs": 1}}
_BRACKET = {"format": "knockout", "options": {"third_place": True}}
_TABLES = {"format": "tables", "options": {"size": 4, "rounds": 4}}
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "cochabamba": {"stages": [{**_GROUPS, "per_group": 2, "best_thirds": 0}, _BRACKET], **_USUAL},
    "league": {"stages": [{"format": "league", "options": {"legs": 1}}], **_USUAL},
    "swiss": {
        "stages": [{"format": "swiss", "options": {"rounds": 5}, "top": 8}, _BRACKET],
        **_USUAL,
        "criteria": _OPPONENTS,
    },
    "tables": {
        "stages": [{**_TABLES, "top": 4}, {**_TABLES, "options": {"size": 4, "rounds": 1}}],
        "points": {"places": {"2": [2, 0], "3": [2, 1, 0], "4": [3, 2, 1, 0]}, "bye": 1},
        "criteria": ["points", "wins", "share", "for", "instant-wins", "lot"],
    },
    "double-elimination": {"stages": [{"format": "double-elimination", "options": {"reset": True}}]},
    "mundial-40": {
        "stages": [
            {**_GROUPS, "per_group": 1, "second_chance": 2},
            {"format": "knockout", "options": {"third_place": False, "until": 4}},
            _BRACKET,
        ],
        **_USUAL,
    },
    "relampago": {"stages": [{"format": "knockout", "options": {"third_place": False, "consolation": True}}]},
}


def read(at: At, name: str) -> dict[str, Any]:
    """Read the options of a format; what is not said has its default. Raises: BadStage."""
    known = OPTIONS[name]
    chosen = {option: values.default for option, values in known.items()}
    for option in at.of(dict, "object"):
        if option not in known:
            at.get(option).refuse(known=tuple(known))
        chosen[option] = known[option].read(at.get(option))
    return chosen


def points(at: At, chosen: Mapping[str, Any]) -> Points:
    """Read what results are worth. A bye is worth what the options say, else the points, else a win (rule 9.8)."""
    names = Points.__dataclass_fields__
    for name in at.of(dict, "object"):
        if name not in names:
            at.get(name).refuse(known=tuple(names))
    worth: dict[str, Any] = {name: at.get(name).number() for name in at.value if name != "places"}
    worth.setdefault("bye", worth.get("win", Points().win))
    for option, name in (("bye_points", "bye"), ("absent_points", "absent")):
        if chosen.get(option) is not None:
            worth[name] = chosen[option]
    return Points(places=_places(at.get("places", {})), **worth)


def _places(at: At) -> dict[int, tuple[int, ...]]:
    """Read the points of the places at a table, by its size: ``{"4": [3, 2, 1, 0]}``."""
    found: dict[int, tuple[int, ...]] = {}
    for key in at.of(dict, "object"):
        each = tuple(one.number() for one in at.get(key).each())
        if key not in ("2", "3", "4", "5", "6") or len(each) != int(key):
            at.get(key).refuse(wanted="one figure a place")
        found[int(key)] = each
    return found

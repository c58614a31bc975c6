"""What a single setting of a stage may say, and which settings must fit together.

Knows: bounds and allowed values by the name of a setting. Does not know: defaults, plans, games, rows.
"""

from collections.abc import Callable, Mapping
from typing import Any

from cacho_tournaments.competition.errors import Impossible

Check = Callable[[str, Any], Any]

POOL_CRITERIA = (
    "points",
    "games-won",
    "games-difference",
    "wins",
    "among-tied",
    "difference",
    "for",
    "instant-wins",
    "shutouts",
    "lot",
)
SWISS_CRITERIA = (
    "points",
    "buchholz",
    "buchholz-cut-1",
    "buchholz-median",
    "sonneborn-berger",
    *POOL_CRITERIA[1:],
)
TABLE_CRITERIA = (
    "points",
    "wins",
    "share",
    "average-place",
    "difference",
    "for",
    "buchholz",
    "buchholz-cut-1",
    "buchholz-median",
    "sonneborn-berger",
    "instant-wins",
    "shutouts",
    "lot",
)
# What a table of each format can be ordered by; a bracket has no table.
CRITERIA: dict[str, tuple[str, ...]] = {
    "groups": POOL_CRITERIA,
    "league": POOL_CRITERIA,
    "swiss": SWISS_CRITERIA,
    "tables": TABLE_CRITERIA,
}
TIES = ("shared", "extra-game")
BEST_THIRDS = ("none", "fill")  # or a number of them
LATE_ROUNDS = (0, 2, 4, 8, 16)  # longer matches never, or once so many sides are left
ENDS = (1, 2, 4, 8, 16)  # how many may be left when a bracket ends
MODES = ("swiss", "random", "design")  # how those at a table of three or more are put together
TABLE_SIZES = (3, 4, 5, 6)
POINTS = {"win": 2, "tie": 1, "loss": 0, "walkover_loss": 0, "bye": 2, "absent": 0}
PLACES = {"3": [2, 1, 0], "4": [3, 2, 1, 0], "5": [4, 3, 2, 1, 0], "6": [5, 4, 3, 2, 1, 0]}
MOST_GO_ON = 512
MOST_ROUNDS = 30
_ODD = (1, 3, 5, 7, 9)


def checked(format: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values as they are stored; a bracket that ends early has neither third place nor consolation.

    Raises: Impossible ``bad-setting`` and what does not fit together.
    """
    found: dict[str, Any] = {
        name: _criteria(format, value) if name == "criteria" else _CHECKS[name](name, value)
        for name, value in values.items()
    }
    if found.get("until", 1) > 1:
        found.update(third_place=False, consolation=False)
    if format in _TOGETHER:
        _TOGETHER[format](found)
    return found


def _whole(least: int, most: int) -> Check:
    def check(name: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Impossible("bad-setting", setting=name, value=value, allowed=[f"{least}–{most}"])
        return value

    return check


def _one_of(*allowed: Any) -> Check:
    def check(name: str, value: Any) -> Any:
        if isinstance(value, bool) != isinstance(allowed[0], bool) or value not in allowed:
            raise Impossible("bad-setting", setting=name, value=value, allowed=list(allowed))
        return value

    return check


def _thirds(name: str, value: Any) -> Any:
    return value if value in BEST_THIRDS else _whole(1, 32)(name, value)


def _worth(name: str, value: Any) -> dict[str, int]:
    given = {**POINTS, **(value if isinstance(value, Mapping) else {"win": value})}
    if set(given) != set(POINTS):
        raise Impossible("bad-setting", setting=name, value=sorted(given), allowed=list(POINTS))
    found = {key: _whole(0, 100)(name, each) for key, each in given.items()}
    # Points that are not named keep their default, which may be above a win that is worth little.
    if not isinstance(value, Mapping) or "bye" not in value:
        found["bye"] = min(found["bye"], found["win"])
    return found


def _places(name: str, value: Any) -> dict[str, list[int]]:
    given = {
        **PLACES,
        **({str(key): each for key, each in value.items()} if isinstance(value, Mapping) else {}),
    }
    if not isinstance(value, Mapping) or set(given) != set(PLACES):
        raise Impossible("bad-setting", setting=name, value=value, allowed=list(PLACES))
    return {size: _place_points(name, int(size), each) for size, each in given.items()}


def _place_points(name: str, size: int, value: Any) -> list[int]:
    if not isinstance(value, list | tuple) or len(value) != size:
        raise Impossible("places-incomplete", size=size, given=value)
    found = [_whole(0, 1000)(name, each) for each in value]
    if found != sorted(found, reverse=True) or found[0] == found[-1]:
        raise Impossible("places-out-of-order", size=size, given=found)
    return found


def _sizes(name: str, value: Any) -> list[int]:
    given = list(value) if isinstance(value, list | tuple) else [value]
    if not given or set(given) - set(TABLE_SIZES):
        raise Impossible("bad-setting", setting=name, value=given, allowed=list(TABLE_SIZES))
    return sorted(set(given))


def _criteria(format: str, value: Any) -> list[str]:
    given = list(value) if isinstance(value, list | tuple) else [value]
    if not given or len(set(given)) != len(given) or set(given) - set(CRITERIA[format]):
        raise Impossible("bad-setting", setting="criteria", value=given, allowed=list(CRITERIA[format]))
    return given


_CHECKS: dict[str, Check] = {
    "group_size": _whole(3, 8),
    "legs": _whole(1, 4),
    "go_on": _whole(0, MOST_GO_ON),
    "best_thirds": _thirds,
    "second_chance": _whole(0, 6),
    "best_of": _one_of(*_ODD),
    "best_of_late": _one_of(*_ODD),
    "best_of_from": _one_of(*LATE_ROUNDS),
    "third_place": _one_of(True, False),
    "consolation": _one_of(True, False),
    "until": _one_of(*ENDS),
    "is_second_chance": _one_of(True, False),
    "reset": _one_of(True, False),
    "rounds": _whole(1, MOST_ROUNDS),
    "table_size": _one_of(*TABLE_SIZES),
    "allowed": _sizes,
    "mode": _one_of(*MODES),
    "one_table": _one_of(True, False),
    "places": _places,
    "tie": _one_of(*TIES),
    "points": _worth,
}


def _pool(values: Mapping[str, Any]) -> None:
    points = values["points"]
    if not points["win"] > points["tie"] >= points["loss"] >= points["walkover_loss"]:
        raise Impossible("points-out-of-order", **points)
    if not points["win"] >= points["bye"] >= points["absent"]:
        raise Impossible("byes-out-of-order", **points)


def _groups(values: Mapping[str, Any]) -> None:
    _pool(values)
    _whole(1, 7)("go_on", values["go_on"])
    _one_of(1, 2)("legs", values["legs"])
    if values["go_on"] >= values["group_size"]:
        raise Impossible("all-would-go-on", go_on=values["go_on"], group_size=values["group_size"])
    if values["go_on"] + values["second_chance"] > values["group_size"]:
        raise Impossible("second-chance-too-large", **_named(values, "go_on", "second_chance", "group_size"))


def _bracket(values: Mapping[str, Any]) -> None:
    if values["tie"] == "shared":
        raise Impossible("bad-setting", setting="tie", value="shared", allowed=["extra-game"])


def _tables(values: Mapping[str, Any]) -> None:
    if values["table_size"] not in values["allowed"] and not values["one_table"]:
        raise Impossible("size-not-allowed", **_named(values, "table_size", "allowed"))
    # Nobody meets one other side alone here, so a first place is the most that a round can be worth.
    points, best = values["points"], values["places"][str(values["table_size"])][0]
    if not best >= points["bye"] >= points["absent"]:
        raise Impossible("byes-out-of-order", **{**points, "win": best})


def _named(values: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: values[name] for name in names}


_TOGETHER: dict[str, Callable[[Mapping[str, Any]], None]] = {
    "groups": _groups,
    "league": _pool,
    "swiss": _pool,
    "knockout": _bracket,
    "double-elimination": _bracket,
    "tables": _tables,
}

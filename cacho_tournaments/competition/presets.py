"""The plans a category can begin with, and what a stage's settings may say.

Knows: names, values and bounds of a stage's settings, what a game says of its matches and tables through its
contract. Does not know: rows, draws, any game by name.

No written regulation of a Cochabamba championship could be found: the plan of that name is this project's own
reading of how such events are run, is called so on the pages, and every value of it can be changed until the
draw is released.
"""

from collections.abc import Mapping
from typing import Any

from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.games.base import Game

GROUPS, KNOCKOUT = "groups", "knockout"
CRITERIA = (
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
TIES = ("shared", "extra-game")
BEST_THIRDS = ("none", "fill")  # or a number of them
LATE_ROUNDS = (0, 2, 4, 8, 16)  # longer matches never, or once so many sides are left
WALKOVER_MINUTES = 15

_POINTS = {"win": 2, "tie": 1, "loss": 0, "walkover_loss": 0}
GROUP_DEFAULTS: dict[str, Any] = {
    "group_size": 4,
    "go_on": 2,
    "best_thirds": "none",
    "best_of": 1,
    "tie": "shared",
    "points": _POINTS,
    "criteria": ["points", "games-won", "among-tied", "difference", "for", "instant-wins", "lot"],
}
KNOCKOUT_DEFAULTS: dict[str, Any] = {
    "best_of": 1,
    "best_of_late": 3,
    "best_of_from": 4,
    "third_place": True,
    "tie": "extra-game",
}
DEFAULTS: dict[str, dict[str, Any]] = {GROUPS: GROUP_DEFAULTS, KNOCKOUT: KNOCKOUT_DEFAULTS}
SETTINGS = frozenset(GROUP_DEFAULTS) | frozenset(KNOCKOUT_DEFAULTS)
# What only counts or decides matches that are drawn already; the rest would need another draw.
CHANGEABLE_IN_DRAFT = frozenset(
    {"go_on", "best_thirds", "best_of", "best_of_late", "best_of_from", "tie", "points", "criteria"}
)
# What only says how results count and who goes on from them.
CHANGEABLE_IN_PLAY = frozenset({"go_on", "best_thirds", "points", "criteria"})

# The stages of each plan in their order, with what differs from the defaults.
PLANS: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "cochabamba": ((GROUPS, {}), (KNOCKOUT, {})),
    "groups": ((GROUPS, {}),),
    "knockout": ((KNOCKOUT, {}),),
}


def stages_of(plan: str, game: Game[Any, Any]) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return format and settings of every stage of the plan, as they suit the game.

    Raises: Impossible ``unknown-plan``.
    """
    if plan not in PLANS:
        raise Impossible("unknown-plan", plan=plan, known=sorted(PLANS))
    return tuple(
        (format, settings(format, suited(format, game) | changed)) for format, changed in PLANS[plan]
    )


def suited(format: str, game: Game[Any, Any]) -> dict[str, Any]:
    """Return the settings that depend on the game: how many games a match is, and the order of its tables."""
    if format == GROUPS:
        order = list(game.tie_breaks) or GROUP_DEFAULTS["criteria"]
        return {"best_of": game.match_games, "criteria": order}
    late = max(game.match_games, KNOCKOUT_DEFAULTS["best_of_late"])
    longer_from = KNOCKOUT_DEFAULTS["best_of_from"] if late > game.match_games else 0
    return {"best_of": game.match_games, "best_of_late": late, "best_of_from": longer_from}


def suited_anew(
    format: str, stored: Mapping[str, Any], before: Game[Any, Any], now: Game[Any, Any]
) -> dict[str, Any]:
    """Return stored settings for another game: what stood as it suited the one of before suits the new one; what
    somebody had chosen otherwise stays."""
    left_alone = {
        name: value
        for name, value in suited(format, now).items()
        if stored[name] == suited(format, before)[name]
    }
    return settings(format, left_alone, stored)


def settings(
    format: str, changed: Mapping[str, Any], base: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the whole settings of a stage: ``base`` (else the defaults) with ``changed`` laid over them.

    Raises: Impossible ``unknown-setting``, ``bad-setting``.
    """
    values = {**DEFAULTS[format], **(base or {})}
    for name, value in changed.items():
        if name not in DEFAULTS[format]:
            raise Impossible("unknown-setting", setting=name, known=sorted(DEFAULTS[format]))
        values[name] = value
    for name, value in values.items():
        values[name] = _CHECKS[name](name, value)
    if format == GROUPS and values["go_on"] >= values["group_size"]:
        raise Impossible("all-would-go-on", go_on=values["go_on"], group_size=values["group_size"])
    if format == KNOCKOUT and values["tie"] == "shared":
        raise Impossible("bad-setting", setting="tie", value="shared", allowed=["extra-game"])
    return values


def best_of(values: Mapping[str, Any], sides_left: int) -> int:
    """Return how many games a match is the best of, when so many sides are left in its round."""
    late = values.get("best_of_from", 0)
    return int(values["best_of_late"] if sides_left <= late else values["best_of"])


def sides_left(rounds_to_come: int, bracket: str = "winners") -> int:
    """Return how many sides are still in when a round begins; the match for the third place counts as a
    semi-final, whose losers play it."""
    return 4 if bracket == "third-place" else 2 ** (rounds_to_come + 1)


def _whole(least: int, most: int) -> Any:
    def check(name: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Impossible("bad-setting", setting=name, value=value, allowed=[f"{least}–{most}"])
        return value

    return check


def _one_of(*allowed: Any) -> Any:
    def check(name: str, value: Any) -> Any:
        if isinstance(value, bool) != isinstance(allowed[0], bool) or value not in allowed:
            raise Impossible("bad-setting", setting=name, value=value, allowed=list(allowed))
        return value

    return check


def _thirds(name: str, value: Any) -> Any:
    return value if value in BEST_THIRDS else _whole(1, 32)(name, value)


def _worth(name: str, value: Any) -> dict[str, int]:
    given = {**_POINTS, **(value if isinstance(value, Mapping) else {"win": value})}
    if set(given) != set(_POINTS):
        raise Impossible("bad-setting", setting=name, value=sorted(given), allowed=list(_POINTS))
    checked = {key: _whole(0, 100)(name, each) for key, each in given.items()}
    if not checked["win"] > checked["tie"] >= checked["loss"] >= checked["walkover_loss"]:
        raise Impossible("points-out-of-order", **checked)
    return checked


def _criteria(name: str, value: Any) -> list[str]:
    given = list(value) if isinstance(value, list | tuple) else [value]
    if not given or len(set(given)) != len(given) or set(given) - set(CRITERIA):
        raise Impossible("bad-setting", setting=name, value=given, allowed=list(CRITERIA))
    return given


_ODD = (1, 3, 5, 7, 9)
_CHECKS: dict[str, Any] = {
    "group_size": _whole(3, 8),
    "go_on": _whole(1, 7),
    "best_thirds": _thirds,
    "best_of": _one_of(*_ODD),
    "best_of_late": _one_of(*_ODD),
    "best_of_from": _one_of(*LATE_ROUNDS),
    "third_place": _one_of(True, False),
    "tie": _one_of(*TIES),
    "points": _worth,
    "criteria": _criteria,
}

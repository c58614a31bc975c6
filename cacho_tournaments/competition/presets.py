"""The plans a category can begin with, and the settings that a stage of each format has.

Knows: names and defaults of a stage's settings, which may be changed when, what a game says of its matches and
tables through its contract. Does not know: rows, draws, any game by name.

No written regulation of a Cochabamba championship could be found: the plan of that name is this project's own
reading of how such events are run, is called so on the pages, and every value of it can be changed until the
draw is released. So are the plans named after other events.
"""

from collections.abc import Mapping
from typing import Any

from cacho_tournaments.competition import setting_checks
from cacho_tournaments.competition.errors import Impossible
from cacho_tournaments.games.base import Game

GROUPS, LEAGUE, KNOCKOUT, DOUBLE = "groups", "league", "knockout", "double-elimination"
SWISS, TABLES = "swiss", "tables"
WALKOVER_MINUTES = 15
CONFIRMATION = "tap"  # of a match by its sides
MOST_STAGES = 8
# What a setting may be chosen from.
CRITERIA, TIES, BEST_THIRDS = setting_checks.CRITERIA, setting_checks.TIES, setting_checks.BEST_THIRDS
LATE_ROUNDS, ENDS, MODES = setting_checks.LATE_ROUNDS, setting_checks.ENDS, setting_checks.MODES
TABLE_SIZES, POINTS, PLACES = setting_checks.TABLE_SIZES, setting_checks.POINTS, setting_checks.PLACES

_POOL: dict[str, Any] = {
    "best_of": 1,
    "tie": "shared",
    "points": POINTS,
    "criteria": ["points", "games-won", "among-tied", "difference", "for", "instant-wins", "lot"],
}
_LATE: dict[str, Any] = {"best_of": 1, "best_of_late": 3, "best_of_from": 4, "tie": "extra-game"}
GROUP_DEFAULTS: dict[str, Any] = {
    "group_size": 4,
    "legs": 1,
    "go_on": 2,
    "best_thirds": "none",
    "second_chance": 0,  # how many more of each group play on in a stage of the second chance
    **_POOL,
}
LEAGUE_DEFAULTS: dict[str, Any] = {"legs": 1, "go_on": 0, **_POOL}
SWISS_DEFAULTS: dict[str, Any] = {
    "rounds": 5,
    "go_on": 0,
    **_POOL,
    "criteria": [
        "points",
        "buchholz-cut-1",
        "buchholz",
        "games-won",
        "among-tied",
        "difference",
        "for",
        "instant-wins",
        "lot",
    ],
}
TABLES_DEFAULTS: dict[str, Any] = {
    "rounds": 4,
    "table_size": 4,
    "allowed": [3, 4, 5],
    "mode": "swiss",
    "one_table": False,  # everybody sits at one: a final table
    "go_on": 0,
    "best_of": 1,
    "tie": "shared",
    "places": PLACES,
    "points": {**POINTS, "bye": 1},
    "criteria": ["points", "wins", "share", "for", "instant-wins", "lot"],
}
KNOCKOUT_DEFAULTS: dict[str, Any] = {
    **_LATE,
    "third_place": True,
    "consolation": False,  # who loses the first match plays on in a bracket of its own
    "until": 1,  # the bracket ends when so many are left
    "is_second_chance": False,  # its winners join those who went on without it
    "go_on": 0,  # to a stage after it: 0 are those who are left, else the best so many
}
DOUBLE_DEFAULTS: dict[str, Any] = {**_LATE, "reset": True, "go_on": 0}
DEFAULTS: dict[str, dict[str, Any]] = {
    GROUPS: GROUP_DEFAULTS,
    LEAGUE: LEAGUE_DEFAULTS,
    SWISS: SWISS_DEFAULTS,
    TABLES: TABLES_DEFAULTS,
    KNOCKOUT: KNOCKOUT_DEFAULTS,
    DOUBLE: DOUBLE_DEFAULTS,
}
SETTINGS = frozenset().union(*DEFAULTS.values())
# What only says how results count and who goes on from them.
_COUNTS = frozenset({"go_on", "best_thirds", "second_chance", "points", "places", "criteria"})
# What only counts or decides matches that are drawn already; the rest would need another draw.
CHANGEABLE_IN_DRAFT = _COUNTS | {"best_of", "best_of_late", "best_of_from", "tie", "rounds"}
# Beside what counts: what only the rounds still to be drawn follow.
OF_LATER_ROUNDS = frozenset({"rounds", "table_size", "allowed"})
CHANGEABLE_IN_PLAY = _COUNTS | OF_LATER_ROUNDS
# How many usually go on from a stage whose own default is that nobody does.
USUALLY_GO_ON = {LEAGUE: 4, SWISS: 8, TABLES: 4}

# The stages of each plan in their order, with what differs from the defaults.
PLANS: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "cochabamba": ((GROUPS, {}), (KNOCKOUT, {})),
    "groups": ((GROUPS, {}),),
    "knockout": ((KNOCKOUT, {}),),
    "league": ((LEAGUE, {}),),
    "swiss": ((SWISS, {"go_on": 8}), (KNOCKOUT, {})),
    "tables": ((TABLES, {"go_on": 4}), (TABLES, {"one_table": True, "rounds": 1})),
    "double-elimination": ((DOUBLE, {}),),
    # Series of four; the first goes on at once, the second and the third play for four places more.
    "mundial-40": (
        (GROUPS, {"go_on": 1, "second_chance": 2}),
        (KNOCKOUT, {"is_second_chance": True, "until": 4, "third_place": False, "best_of_from": 0}),
        (KNOCKOUT, {}),
    ),
    # One evening: single matches, and nobody goes home after the first.
    "relampago": ((KNOCKOUT, {"best_of_from": 0, "third_place": False, "consolation": True}),),
}


def stages_of(plan: str, game: Game[Any, Any]) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return format and settings of every stage of the plan, as they suit the game.

    Raises: Impossible ``unknown-plan``, ``tables-beyond-game``.
    """
    if plan not in PLANS:
        raise Impossible("unknown-plan", plan=plan, known=sorted(PLANS))
    return tuple((format, new(format, game, changed)) for format, changed in PLANS[plan])


def new(format: str, game: Game[Any, Any], changed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the settings with which a stage of the format begins in that game.

    Raises: Impossible ``unknown-stage-format``, ``tables-beyond-game`` and what cannot stand.
    """
    if format not in DEFAULTS:
        raise Impossible("unknown-stage-format", format=format, known=list(DEFAULTS))
    return settings(format, suited(format, game) | dict(changed or {}))


def fits(format: str, game: Game[Any, Any]) -> bool:
    """Tell whether the game can be played in the format: by as many sides at once as its tables need."""
    return format != TABLES or game.max_sides >= min(TABLE_SIZES)


def plan_fits(plan: str, game: Game[Any, Any]) -> bool:
    """Tell whether the game can be played in every stage of the plan."""
    return all(fits(format, game) for format, _changed in PLANS[plan])


def suited(format: str, game: Game[Any, Any]) -> dict[str, Any]:
    """Return the settings that depend on the game: how many games a match is, how many sit at a table, the order of
    its tables. Raises: Impossible ``tables-beyond-game``."""
    if format in (GROUPS, LEAGUE):
        order = list(game.tie_breaks) or _POOL["criteria"]
        return {"best_of": game.match_games, "criteria": order}
    if format == SWISS:
        own = game.tie_breaks[1:] if game.tie_breaks else SWISS_DEFAULTS["criteria"][3:]
        first = game.tie_breaks[0] if game.tie_breaks else "points"
        return {"best_of": game.match_games, "criteria": [first, "buchholz-cut-1", "buchholz", *own]}
    if format == TABLES:
        if not fits(format, game):
            raise Impossible("tables-beyond-game", game=game.code, most=game.max_sides)
        sizes = [size for size in TABLES_DEFAULTS["allowed"] if size <= game.max_sides]
        return {"allowed": sizes, "table_size": min(TABLES_DEFAULTS["table_size"], max(sizes))}
    late = max(game.match_games, _LATE["best_of_late"])
    longer_from = _LATE["best_of_from"] if late > game.match_games else 0
    return {"best_of": game.match_games, "best_of_late": late, "best_of_from": longer_from}


def suited_anew(
    format: str, stored: Mapping[str, Any], before: Game[Any, Any], now: Game[Any, Any]
) -> dict[str, Any]:
    """Return stored settings for another game: what stood as it suited the one of before suits the new one; what
    somebody had chosen otherwise stays. Raises: Impossible ``tables-beyond-game``."""
    if not fits(format, now):
        raise Impossible("tables-beyond-game", game=now.code, most=now.max_sides)
    left_alone = {
        name: value
        for name, value in suited(format, now).items()
        if stored.get(name) == suited(format, before)[name]
    }
    return settings(format, left_alone, stored)


def settings(
    format: str, changed: Mapping[str, Any], base: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the whole settings of a stage: ``base`` (else the defaults) with ``changed`` laid over them. What was
    stored before a setting came into being is filled up.

    Raises: Impossible ``unknown-setting``, ``bad-setting`` and what does not fit together.
    """
    values = {**DEFAULTS[format], **(base or {})}
    for name, value in changed.items():
        if name not in DEFAULTS[format]:
            raise Impossible("unknown-setting", setting=name, known=sorted(DEFAULTS[format]))
        values[name] = value
    return setting_checks.checked(format, values)


def best_of(values: Mapping[str, Any], sides_left: int, bracket: str = "winners") -> int:
    """Return how many games a match is the best of, when so many sides are left in its round. A consolation is
    played in short matches to its end."""
    late = 0 if bracket == "consolation" else values.get("best_of_from", 0)
    return int(values["best_of_late"] if sides_left <= late else values["best_of"])


def sides_left(
    rounds_to_come: int, bracket: str = "winners", *, format: str = KNOCKOUT, until: int = 1
) -> int:
    """Return how many sides are still in when a round begins, ``rounds_to_come`` rounds before the last one of its
    own bracket; the match for the third place counts as a semi-final, whose losers play it.

    A bracket that ends when ``until`` are left has so many last matches. In a double elimination the unbeaten are
    counted among themselves, two rounds of the beaten make one, and the last match of either is worth a semi-final.
    """
    if bracket == "third-place":
        return 4
    if bracket in ("final", "consolation"):
        return 2 if bracket == "final" else int(2 ** (rounds_to_come + 1))
    if format == DOUBLE:
        return (
            int(2 ** (rounds_to_come // 2 + 2)) if bracket == "losers" else max(4, 2 ** (rounds_to_come + 1))
        )
    return int(2 ** (rounds_to_come + 1) * until)

"""The options and presets of Cuarenta, and the same options as typed values for the engine.

Knows: every option's name, values, default (the first) and rule; the presets, one for each style.
Does not know: what the options do; that is where ``Rules`` is read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from cacho_tournaments.games.base import Option, Options
from cacho_tournaments.games.cuarenta.events import WORTH

OPTIONS = (
    Option("style", tuple(WORTH), "2"),
    Option("carton_from_30", ("on", "off"), "3.5"),
    Option("zapatero", ("match", "tournament"), "4.4"),
    Option("misdeal", ("10", "2", "game"), "5"),
)

PRESETS: Mapping[str, Mapping[str, str]] = {
    "quito": {},
    "a-todo-rigor": {"style": "a-todo-rigor"},
    "cuenca": {"style": "cuenca"},
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one game, typed. ``worth`` holds the events of the style and no others."""

    style: str
    carton_from_30: bool
    out_of_the_event: bool  # a side that loses its first chica by a shutout
    misdeal: int | None  # None: the chica
    worth: Mapping[str, int] = field(compare=False)


def rules_of(options: Options) -> Rules:
    """Return the typed rules; an option that is not given has its default."""
    return _rules_of(tuple(sorted(options.items())))


@lru_cache(maxsize=64)
def _rules_of(items: tuple[tuple[str, str], ...]) -> Rules:
    chosen = {option.name: option.default for option in OPTIONS} | dict(items)
    return Rules(
        style=chosen["style"],
        carton_from_30=chosen["carton_from_30"] == "on",
        out_of_the_event=chosen["zapatero"] == "tournament",
        misdeal=None if chosen["misdeal"] == "game" else int(chosen["misdeal"]),
        worth=WORTH[chosen["style"]],
    )

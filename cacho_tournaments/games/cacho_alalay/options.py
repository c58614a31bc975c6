"""The options and presets of Cacho Alalay, and the same options as typed values for the engine.

Knows: every option's name, values, default (the first) and rule; the presets (rule 7).
Does not know: what the options do; that is where ``Rules`` is read.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from cacho_tournaments.games.base import Option, Options

OPTIONS = (
    Option("straights", ("three", "two"), "1.4"),
    Option("full_accepts_five", ("no", "yes"), "1.5"),
    Option("poker_accepts_five", ("yes", "no"), "1.6"),
    Option("grandes", ("2", "1"), "1.7"),
    Option("throws", ("2", "3"), "2.2"),
    Option("five_dice_rethrow_is_de_mano", ("yes", "no"), "2.3"),
    Option("first_throw_stop", ("de-mano-only", "any", "any-with-flip"), "2.4"),
    Option("de_mano_refusable", ("yes", "no"), "2.5"),
    Option("rethrow", ("any", "all"), "2.6"),
    Option("mandatory_flips", ("1", "0", "2"), "3.2"),
    Option("max_flips", ("2", "0", "1"), "3.2"),
    Option("dormida", ("any-five-dice-throw", "first-throw", "off"), "4.1"),
    Option("crossing", ("final-dice", "best-case", "free"), "4.3"),
    Option("panza_de_oro_grandes", ("1", "0", "2", "off"), "5.2"),
    Option("four_of_each_grandes", ("1", "2", "off"), "5.3"),
    Option("attempts_per_turn", ("1", "2"), "6.2"),
    Option("sobre", ("on", "off"), "6.3"),
    Option("entries_per_turn", ("1", "2"), "6.3"),
)

PRESETS: Mapping[str, Mapping[str, str]] = {
    "cochabamba": {},
    "cochabamba-pairs": {"attempts_per_turn": "2", "sobre": "on", "entries_per_turn": "1"},
    "three-throws": {"throws": "3", "mandatory_flips": "0"},
    "la-tupicena": {
        "first_throw_stop": "any-with-flip",
        "de_mano_refusable": "no",
        "mandatory_flips": "2",
        "rethrow": "all",
        "grandes": "1",
    },
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one game, typed. ``mandatory_flips`` never exceeds ``max_flips``: nobody owes a flip that
    is not allowed."""

    three_straights: bool
    full_accepts_five: bool
    poker_accepts_five: bool
    grandes: int
    throws: int
    rethrow_is_de_mano: bool
    first_throw_stop: str
    de_mano_refusable: bool
    rethrow_all: bool
    mandatory_flips: int
    max_flips: int
    dormida: str
    crossing: str
    panza_de_oro_grandes: int | None
    four_of_each_grandes: int | None
    attempts: int
    sobre: bool
    entries: int

    def dormida_wins_on(self, throw: int) -> bool:
        """Say whether five alike, thrown together, win at once on that throw, counted from 1 (rule 4.1)."""
        return self.dormida == "any-five-dice-throw" or (self.dormida == "first-throw" and throw == 1)


def rules_of(options: Options) -> Rules:
    """Return the typed rules; an option that is not given has its default."""
    return _rules_of(tuple(sorted(options.items())))


@lru_cache(maxsize=256)
def _rules_of(items: tuple[tuple[str, str], ...]) -> Rules:
    chosen = {option.name: option.default for option in OPTIONS} | dict(items)
    max_flips = int(chosen["max_flips"])
    return Rules(
        three_straights=chosen["straights"] == "three",
        full_accepts_five=chosen["full_accepts_five"] == "yes",
        poker_accepts_five=chosen["poker_accepts_five"] == "yes",
        grandes=int(chosen["grandes"]),
        throws=int(chosen["throws"]),
        rethrow_is_de_mano=chosen["five_dice_rethrow_is_de_mano"] == "yes",
        first_throw_stop=chosen["first_throw_stop"],
        de_mano_refusable=chosen["de_mano_refusable"] == "yes",
        rethrow_all=chosen["rethrow"] == "all",
        mandatory_flips=min(int(chosen["mandatory_flips"]), max_flips),
        max_flips=max_flips,
        dormida=chosen["dormida"],
        crossing=chosen["crossing"],
        panza_de_oro_grandes=_figure_or_off(chosen["panza_de_oro_grandes"]),
        four_of_each_grandes=_figure_or_off(chosen["four_of_each_grandes"]),
        attempts=int(chosen["attempts_per_turn"]),
        sobre=chosen["sobre"] == "on",
        entries=int(chosen["entries_per_turn"]),
    )


def _figure_or_off(value: str) -> int | None:
    return None if value == "off" else int(value)

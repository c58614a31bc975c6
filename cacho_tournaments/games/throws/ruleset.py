"""What a game hands in to be played by this package: its boxes and what they pay, its limits, its rule numbers.

Knows: how to work the boxes out into one table of 252 rows, once a ruleset.
Does not know: which game it is; every difference between the games is a value here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from cacho_tournaments.games.base import Options
from cacho_tournaments.games.dice import alike, multisets

Pay = tuple[int, int]  # on the first throw, on a later one
Worth = Callable[[str], tuple[Pay, ...]]  # of sorted dice, best first; nothing where they do not make it

_FOUR_ALIKE = 4
THROWS = 3  # of a turn, before any that were saved

FIRST_THROW = "first-throw"
CROSSED = "crossed"


@dataclass(frozen=True, slots=True)
class Box:
    """One box. ``worth`` tells what sorted dice pay in it; more than one answer where the player may choose.

    ``made_by`` is the rule that says what it takes, ``exact`` the one by which four or five alike do not serve it,
    ``paid_by`` the one that says what it pays. ``needs`` names a box that must be written before. ``usual`` is what a
    turn spent on it brings on average; only the made-up player asks.
    """

    code: str
    kind: str
    worth: Worth
    made_by: str
    paid_by: str
    exact: str = ""
    needs: str = ""
    needs_rule: str = ""
    struck: bool = True  # False: it is written with what lies, never struck
    face: int = 0
    usual: float = 0.0

    def rule_against(self, dice: str) -> str:
        """Return the rule by which these dice do not make the box."""
        return self.exact if self.exact and alike(dice) >= _FOUR_ALIKE else self.made_by


@dataclass(frozen=True, slots=True)
class Row:
    """What one way of lying pays: by box, best first. Both mappings have the same boxes."""

    first: Mapping[str, tuple[int, ...]]
    later: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game under its options. Two are equal when game and options are; the rest follows from these."""

    game: str
    options: tuple[tuple[str, str], ...]
    boxes: Mapping[str, Box] = field(compare=False)  # in sheet order
    cites: Mapping[str, str] = field(compare=False)  # a refusal's code, and the rule that it follows
    stages: int = field(compare=False)
    sequential: bool = field(compare=False)  # one stage after the other
    banked: bool = field(compare=False)  # throws not used are saved
    strikes_freely: bool = field(compare=False)
    wins_served: str = field(compare=False)  # the box that wins at once by the first throw; mostly none
    tie_order: tuple[str, ...] = field(compare=False)  # boxes that decide between equal sums
    place: Mapping[str, int] = field(compare=False)
    table: Mapping[str, Row] = field(compare=False)
    values: Mapping[str, tuple[int, ...]] = field(compare=False)
    plain: Mapping[str, frozenset[int]] = field(compare=False)  # what a later throw can pay
    premium: frozenset[str] = field(compare=False)  # boxes that pay more on the first throw

    @property
    def served_mark(self) -> str:
        return f"served-{self.wins_served}"


def ruleset(
    game: str,
    options: Options,
    boxes: tuple[Box, ...],
    *,
    cites: Mapping[str, str],
    stages: int = 1,
    sequential: bool = True,
    banked: bool = False,
    strikes_freely: bool = True,
    wins_served: str = "",
    tie_order: tuple[str, ...] = (),
) -> Ruleset:
    """Work the boxes out into a ruleset. It takes a moment, so ``game.ThrowsGame`` keeps one for each choice."""
    table: dict[str, Row] = {}
    values: dict[str, set[int]] = {box.code: set() for box in boxes}
    plain: dict[str, set[int]] = {box.code: set() for box in boxes}
    premium: set[str] = set()
    for dice in multisets(5):
        pays = {box.code: found for box in boxes if (found := box.worth(dice))}
        first = {code: tuple(pay[0] for pay in found) for code, found in pays.items()}
        later = {code: tuple(pay[1] for pay in found) for code, found in pays.items()}
        table[dice] = Row(first, later)
        for code in pays:
            values[code].update(first[code], later[code])
            plain[code].update(later[code])
            if first[code] != later[code]:
                premium.add(code)
    return Ruleset(
        game=game,
        options=tuple(sorted(options.items())),
        boxes={box.code: box for box in boxes},
        cites=cites,
        stages=stages,
        sequential=sequential,
        banked=banked,
        strikes_freely=strikes_freely,
        wins_served=wins_served,
        tie_order=tie_order,
        place={box.code: index for index, box in enumerate(boxes)},
        table=table,
        values={code: _as_offered(found) for code, found in values.items()},
        plain={code: frozenset(found) for code, found in plain.items()},
        premium=frozenset(premium),
    )


def _as_offered(values: set[int]) -> tuple[int, ...]:
    """Put two values the better first, as a sheet prints them; a longer list reads better from below."""
    return tuple(sorted(values, reverse=len(values) <= 2))


@lru_cache(maxsize=4096)
def something_always_fits(rules: Ruleset, boxes: tuple[str, ...]) -> bool:
    """Say whether all dice that can lie fit at least one of these boxes."""
    return all(any(box in row.later for box in boxes) for row in rules.table.values())

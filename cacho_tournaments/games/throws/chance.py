"""A made-up player: throws by a given generator and plays as a person of some practice would.

Knows: what a box is usually good for, which dice a plan keeps, and how to weigh a keep by a few imagined throws.
Does not know: the best play; it only has to be legal and to look like a game. Every line it makes is legal.
"""

from functools import lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from cacho_tournaments.games.dice import in_order, roll
from cacho_tournaments.games.throws.notation import Turn
from cacho_tournaments.games.throws.ruleset import THROWS, Ruleset
from cacho_tournaments.games.throws.sheets import Place, strikable_places, writable, writable_places
from cacho_tournaments.games.throws.state import State

_IMAGINED_THROWS = 6
_WORTH_OF_A_SAVED_THROW = 1.5
_NO_PLAY = -1000.0


class _Play(NamedTuple):
    """The best box for the dice as they lie, and how much more it brings than the box usually does."""

    worth: float
    box: str = ""


def random_turn(state: State, rng: Random) -> Turn:
    """Return a legal turn of the side to move."""
    side = state.to_move
    if side is None:
        raise ValueError("the game is over: nobody is to move")
    rules = state.rules
    boxes = writable(rules, state.sheet_of(side))
    allowed = THROWS + state.banks[side - 1]
    dice, throws = roll(5, rng), 1
    while throws < allowed:
        now = _best(rules, throws == 1, in_order(dice), boxes)
        kept = _keep(rules, in_order(dice), boxes, rng, at_least=now.worth)
        if kept is None:
            break
        dice, throws = kept + roll(5 - len(kept), rng), throws + 1
    lying = in_order(dice)
    play = _best(rules, throws == 1, lying, boxes)
    struck = _struck(state, side, lying, boxes, rng)
    if struck is not None and play.worth < -rules.boxes[struck.box].usual:
        return Turn(side, struck.box, True, dice, throws, _stage(rules, struck))
    written = [place for place in writable_places(rules, state.sheet_of(side)) if place.box == play.box]
    return Turn(side, play.box, False, dice, throws, _stage(rules, rng.choice(written)))


def _stage(rules: Ruleset, place: Place) -> int:
    return 0 if rules.sequential else place.stage


def _struck(state: State, side: int, dice: str, boxes: tuple[str, ...], rng: Random) -> Place | None:
    """Return what the side would strike most gladly, or None where it may strike nothing."""
    rules = state.rules
    places = strikable_places(rules, state.sheet_of(side))
    if not places or (not rules.strikes_freely and _best(rules, False, dice, boxes).box):
        return None
    least = min(rules.boxes[place.box].usual for place in places)
    return rng.choice([place for place in places if rules.boxes[place.box].usual == least])


@lru_cache(maxsize=1 << 16)
def _best(rules: Ruleset, first: bool, dice: str, boxes: tuple[str, ...]) -> _Play:
    row = rules.table[dice]
    pays = row.first if first else row.later
    best = _Play(_NO_PLAY)
    for box in boxes:
        if box in pays:
            worth = pays[box][0] - rules.boxes[box].usual
            if worth > best.worth:
                best = _Play(worth, box)
    return best


def _keep(rules: Ruleset, dice: str, boxes: tuple[str, ...], rng: Random, *, at_least: float) -> str | None:
    """Return what to keep for another throw, or None where stopping is worth more."""
    best = None
    cost = _WORTH_OF_A_SAVED_THROW if rules.banked else 0.0
    floor = -min(rules.boxes[box].usual for box in rules.boxes)
    for kept in _keeps(dice):
        worth = -cost
        for _ in range(_IMAGINED_THROWS):
            lying = in_order(kept + roll(5 - len(kept), rng))
            worth += max(_best(rules, False, lying, boxes).worth, floor) / _IMAGINED_THROWS
        if worth > at_least:
            best, at_least = kept, worth
    return best


@lru_cache(maxsize=1 << 10)
def _keeps(dice: str) -> tuple[str, ...]:
    """Return what a plan would keep: dice alike, two sets of them, the beginning of a straight, or none."""
    parts = {"".join(part) for count in range(5) for part in combinations(dice, count)}
    return tuple(sorted(part for part in parts if _has_plan(part, dice)))


def _has_plan(part: str, dice: str) -> bool:
    faces = set(part)
    if len(faces) <= 1:
        return len(part) == dice.count(part[:1])  # whoever keeps a face keeps all its dice
    if len(faces) == len(part):
        return len(part) >= 3
    return len(faces) == 2 and len(part) >= 4

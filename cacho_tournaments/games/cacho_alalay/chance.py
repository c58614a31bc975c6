"""A made-up player: throws by a given generator and plays as a person of some practice would.

Knows: what a box is usually good for, and how to weigh a keep by a few imagined throws.
Does not know: the best play; it only has to be legal and to look like a game. Every line it makes is legal.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random

from cacho_tournaments.games.cacho_alalay import crossing
from cacho_tournaments.games.cacho_alalay.boxes import CENTER, GRANDE, open_boxes
from cacho_tournaments.games.cacho_alalay.notation import Attempt, Flip, Play, Throw, Turn
from cacho_tournaments.games.cacho_alalay.options import Rules
from cacho_tournaments.games.cacho_alalay.scoring import pays, score_table
from cacho_tournaments.games.cacho_alalay.state import State
from cacho_tournaments.games.cacho_alalay.stopping import most_flips, stop
from cacho_tournaments.games.dice import alike, in_order, opposite, roll, without

# What a turn spent on the box usually brings; a play is worth what it brings beyond that.
_USUAL = {"1": 2.4, "2": 5, "3": 7.8, "4": 10.8, "5": 13.8, "6": 17, "E": 14, "F": 21, "P": 24, GRANDE: 9}
_IMAGINED_THROWS = 8
_GOOD_ENOUGH = 9.0  # worth this much more than usual, partners write instead of leaving a sobre
_NO_PLAY = -1000.0


@dataclass(frozen=True, slots=True)
class _Ending:
    """How a turn might end with the dice as they lie: flips by place, the play, and what it is worth."""

    worth: float
    flips: tuple[int, ...] = ()
    play: Play = Play.WRITE
    box: str | None = None


_NOTHING = _Ending(_NO_PLAY)


def random_turn(state: State, rng: Random) -> Turn:
    """Return a legal turn of the side to move."""
    if state.to_move is None:
        raise ValueError("the game is over: nobody is to move")
    rules = state.rules
    boxes = open_boxes(state.sheet_of(state.to_move))
    first, worth = _attempt(rules, boxes, rng)
    leaves_sobre = (
        rules.attempts == 2 and rules.sobre and worth < _GOOD_ENOUGH and first.play is not Play.DORMIDA
    )
    if not leaves_sobre:
        return Turn(state.to_move, (first,))
    pending = Play.SOBRE_CROSS if first.play.crosses else Play.SOBRE
    second, worth_of_second = _attempt(rules, boxes, rng)
    must_write = not rules.de_mano_refusable and _all_de_mano(second)
    if worth >= worth_of_second and second.play is not Play.DORMIDA and not must_write:
        second = Attempt(second.throws, second.flips, Play.KEEP_SOBRE)
    return Turn(state.to_move, (Attempt(first.throws, first.flips, pending, first.box), second))


def _all_de_mano(attempt: Attempt) -> bool:
    return not attempt.throws[-1].kept and not attempt.flips and attempt.box in CENTER


def _attempt(rules: Rules, boxes: tuple[str, ...], rng: Random) -> tuple[Attempt, float]:
    """Throw until the dice are good enough or the throws are used up; return the attempt and its worth."""
    throws = [Throw("", roll(5, rng))]
    while True:
        dice, number = throws[-1].dice, len(throws)
        all_five = not throws[-1].kept
        if all_five and alike(dice) == 5 and rules.dormida_wins_on(number):
            return Attempt(tuple(throws), (), Play.DORMIDA), 0.0
        ending = best_ending(rules, number, all_five, in_order(dice), boxes)
        kept = _keep(rules, number, in_order(dice), boxes, rng, at_least=ending.worth)
        if kept is None or _must_be_written(rules, number, all_five, dice, boxes):
            return _finished(throws, dice, ending), ending.worth
        throws.append(Throw(kept, roll(5 - len(kept), rng)))


def _must_be_written(rules: Rules, throw: int, all_five: bool, dice: str, boxes: tuple[str, ...]) -> bool:
    de_mano = stop(rules, throw, all_five, 0).de_mano
    return not rules.de_mano_refusable and de_mano and bool(set(CENTER) & set(boxes) & set(pays(rules, dice)))


def _finished(throws: list[Throw], dice: str, ending: _Ending) -> Attempt:
    faces = in_order(dice)
    flips = tuple(Flip(faces[place], opposite(faces[place])) for place in ending.flips)
    return Attempt(tuple(throws), flips, ending.play, ending.box)


@lru_cache(maxsize=1 << 16)
def best_ending(rules: Rules, throw: int, all_five: bool, dice: str, boxes: tuple[str, ...]) -> _Ending:
    """Return the ending worth most for these sorted dice after that throw."""
    forced = _must_be_written(rules, throw, all_five, dice, boxes)
    best = _NOTHING
    for ending in _endings(rules, throw, all_five, dice):
        taken = not ending.flips and ending.box in CENTER
        if ending.box in boxes and (taken or not forced):
            best = ending
            break
    cheapest = min(boxes, key=lambda box: _USUAL[box])
    if forced or best.worth >= -_USUAL[cheapest]:
        return best
    for count in range(most_flips(rules, throw) + 1):
        if not stop(rules, throw, all_five, count).may_cross:
            continue
        for places, lying in _flip_ways(dice, count):
            if not crossing.box_against(rules, thrown=dice, final=lying, all_five=all_five, boxes=boxes):
                return _Ending(-_USUAL[cheapest], places, Play.CROSS, cheapest)
    return best


@lru_cache(maxsize=1 << 14)
def _endings(rules: Rules, throw: int, all_five: bool, dice: str) -> tuple[_Ending, ...]:
    """Return the best way to write each box that these sorted dice can still serve, worth most first."""
    best: dict[str, _Ending] = {}
    for count in range(most_flips(rules, throw) + 1):
        here = stop(rules, throw, all_five, count)
        for places, lying in _flip_ways(dice, count):
            for box, (hand, egg) in score_table(rules)[lying].items():
                worth = (hand if here.de_mano else egg) - _USUAL[box]
                if box in here.boxes and worth > best.get(box, _NOTHING).worth:
                    best[box] = _Ending(worth, places, Play.WRITE, box)
    return tuple(sorted(best.values(), key=lambda ending: -ending.worth))


@lru_cache(maxsize=1 << 10)
def _flip_ways(dice: str, count: int) -> tuple[tuple[tuple[int, ...], str], ...]:
    """Return the different ways in which ``count`` flips can leave the sorted dice, each with the places flipped."""
    ways: dict[str, tuple[int, ...]] = {}
    for places in combinations(range(5), count):
        lying = (opposite(face) if place in places else face for place, face in enumerate(dice))
        ways.setdefault(in_order("".join(lying)), places)
    return tuple((places, lying) for lying, places in ways.items())


def _keep(
    rules: Rules, throw: int, dice: str, boxes: tuple[str, ...], rng: Random, *, at_least: float
) -> str | None:
    """Return what to keep for another throw, or None where none is left or stopping is worth more."""
    if throw == rules.throws:
        return None
    best: str | None = None
    for kept in _keeps(rules, dice):
        worth = 0.0
        for _ in range(_IMAGINED_THROWS):
            lying = in_order(kept + roll(5 - len(kept), rng))
            worth += best_ending(rules, throw + 1, not kept, lying, boxes).worth
        worth /= _IMAGINED_THROWS
        if worth > at_least or (best is None and at_least == _NO_PLAY):
            best, at_least = kept, worth
    return best


@lru_cache(maxsize=1 << 10)
def _keeps(rules: Rules, dice: str) -> tuple[str, ...]:
    if rules.rethrow_all:
        return ("",)
    kept = {"".join(part) for count in range(5) for part in combinations(dice, count)}
    # Nobody keeps dice without a plan: alike, or alike with their opposites, or towards a straight or a full.
    return tuple(sorted(part for part in kept if without(dice, part) is not None and _has_plan(part)))


def _has_plan(part: str) -> bool:
    faces = set(part)
    pairs = {min(face, opposite(face)) for face in faces}
    return len(faces) == len(part) or len(pairs) == 1 or (len(faces) == 2 and len(part) >= 3)

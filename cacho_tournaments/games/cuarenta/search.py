"""What a heap of events can come to, and the search for an order that leads to a given end.

Knows: which scores a side's events can lead to, whatever their order (rules 4.1, 4.2); how an order is tried step by
step with the engine.
Does not know: sheets; where the events come from and which end is wanted.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.cuarenta import check, notation, tally
from cacho_tournaments.games.cuarenta.events import (
    CAIDA,
    CAIDA_LIMPIA,
    CAIDA_RONDA,
    CHICA,
    DOBLE_RONDA,
    EVENTS,
    LIMPIA,
    RONDA,
    TRES,
)
from cacho_tournaments.games.cuarenta.notation import Turn
from cacho_tournaments.games.cuarenta.options import Rules
from cacho_tournaments.games.cuarenta.state import GOAL, KEPT, State, Two

_STEPS = 2000  # how long an order is looked for; a real hand takes about as many as it has events
# What is tried first: falls on a ronda while they may stand, announcements before captures.
_TRIED = (CAIDA_RONDA, RONDA, DOBLE_RONDA, CAIDA_LIMPIA, CAIDA, LIMPIA, TRES)
_FOUR = 4


@dataclass(frozen=True, slots=True)
class End:
    """How a hand leaves the chica: who won it, if anybody, and the scores as they are shown."""

    winner: int | None
    shown: Two


def as_shown(state: State) -> End:
    return End(state.winner, state.shown)


@dataclass(frozen=True, slots=True)
class Heap:
    """The events of one side by what they are worth: counted always, or kept at 38; and those worth the chica."""

    always: tuple[int, ...]
    kept: tuple[int, ...]
    chicas: int

    def held(self, score: int) -> int | None:
        """Return the score after all of it by an order that does not win; None where every order wins."""
        total = score + sum(self.always) + sum(self.kept)
        if self.chicas:
            return None
        if total <= KEPT:
            return total
        # What is kept must come last, the rest must lead to 38 exactly.
        missing = KEPT - score - sum(self.always)
        fours = self.kept.count(_FOUR)
        fits = any(
            missing - _FOUR * used in range(0, 2 * self.kept.count(2) + 1, 2) for used in range(fours + 1)
        )
        return KEPT if fits else None

    def won(self, score: int) -> int | None:
        """Return the score after all of it by an order whose last step wins; None where there is no such order."""
        if self.chicas:
            return Heap(self.always, self.kept, 0).held(score) if self.chicas == 1 else None
        for at, points in enumerate(self.always):
            before = Heap(_without(self.always, at), self.kept, 0).held(score)
            if before is not None and before + points >= GOAL:
                return before + points
        for at, points in enumerate(self.kept):
            before = Heap(self.always, _without(self.kept, at), 0).held(score)
            if before not in (None, KEPT) and before + points >= GOAL:
                return before + points
        return None


def _without(points: tuple[int, ...], at: int) -> tuple[int, ...]:
    return points[:at] + points[at + 1 :]


def heap_of(rules: Rules, events: tally.Times, penalty: int) -> Heap:
    always = [penalty] if penalty else []
    kept: list[int] = []
    chicas = 0
    for code, times in events.items():
        worth = rules.worth[code]
        if worth == CHICA:
            chicas += times
        else:
            (always if EVENTS[code].caida else kept).extend([worth] * times)
    return Heap(tuple(always), tuple(kept), chicas)


class Search:
    """Looks for an order, depth first; what cannot lead to the end any more by its scores is not gone into."""

    def __init__(self, end: End, tail: Sequence[Turn]) -> None:
        self._end = end
        self._tail = tail  # what stands behind all events: a count or a misdeal, and late penalties
        self._failed: set[object] = set()
        self._steps = 0

    def order(
        self, state: State, events: Sequence[tally.Times], penalties: Sequence[Turn]
    ) -> list[Turn] | None:
        """Return lines that play all of it, from an open hand on; None where none were found."""
        left = Counter({Turn(side, code): n for side in (1, 2) for code, n in events[side - 1].items()})
        left.update(penalties)
        return self._from(state, left)

    def _from(self, state: State, left: Counter[Turn]) -> list[Turn] | None:
        if not left:
            return self._finish(state)
        key = (state.deal, state.now, state.scores, frozenset(left.items()))
        if key in self._failed or state.ending is not None:
            return None
        for turn, after, rest in self._steps_from(state, left):
            self._steps += 1
            if self._steps > _STEPS:
                return None
            found = self._from(after, rest)
            if found is not None:
                return [turn, *found]
        self._failed.add(key)
        return None

    def _steps_from(self, state: State, left: Counter[Turn]) -> Iterator[tuple[Turn, State, Counter[Turn]]]:
        """Yield what may come next, the state after it, and what is left then."""
        for wanted in sorted(left, key=_place):
            rest = left - Counter({wanted: 1})
            is_event = wanted.play in EVENTS
            for turn in check.ways(state, wanted.side, wanted.play) if is_event else (wanted,):
                try:
                    after = check.advanced(state, turn)[0]
                except Refused:
                    continue
                if self._can_end(after, rest):
                    yield turn, after, rest
                break
        if state.deal < state.deals:
            turn = Turn(state.hand.dealer or 1, notation.DEAL)
            yield turn, check.advanced(state, turn)[0], left

    def _can_end(self, state: State, left: Counter[Turn]) -> bool:
        if state.ending is not None:
            return not left
        for side in (1, 2):
            heap = _heap_left(state.rules, side, left)
            wins = side == self._end.winner and not self._tail
            score = state.scores[side - 1]
            if (heap.won(score) if wins else heap.held(score)) is None:
                return False
        return True

    def _finish(self, state: State) -> list[Turn] | None:
        """Return what follows the last event, where it leads to the end that is wanted."""
        lines: list[Turn] = []
        if self._tail:
            deals = state.deals - state.deal if self._tail[0].play == notation.COUNT else 0
            lines = [Turn(state.hand.dealer or 1, notation.DEAL)] * deals + list(self._tail)
        try:
            for turn in lines:
                state = check.advanced(state, turn)[0]
        except Refused:
            return None
        return lines if as_shown(state) == self._end else None


def _place(turn: Turn) -> tuple[int, int]:
    return _TRIED.index(turn.play) if turn.play in _TRIED else len(_TRIED), turn.side


def _heap_left(rules: Rules, side: int, left: Counter[Turn]) -> Heap:
    events = {turn.play: n for turn, n in left.items() if turn.side == side and turn.play in EVENTS}
    penalty = sum(turn.points or 0 for turn in left if turn.side == side and turn.play == notation.PENALTY)
    return heap_of(rules, events, penalty)

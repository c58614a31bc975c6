"""The state of a chica: two scores, the hand that is open, what was noted in it, how the chica ended.

Knows: what may stand at the start, whose deal it is, and how one thing that happened leads to the next state.
Does not know: turns, and whether something may happen (``check``). Nothing is ever cut: a score of 44 stays 44.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cacho_tournaments.games.base import SetupRefused
from cacho_tournaments.games.cuarenta.events import EVENTS, Event
from cacho_tournaments.games.cuarenta.options import Rules
from cacho_tournaments.games.figures import whole

GOAL = 40
KEPT = 38  # "38 que no juega"
FORTY = "forty"
BY_MISDEAL = "misdeal"
CONCESSION = "concession"

Two = tuple[int, int]
NOTHING: Two = (0, 0)
_NO_EVENTS = (0,) * len(EVENTS)


@dataclass(frozen=True, slots=True)
class Deal:
    """What one deal has seen so far, one figure a side. ``announced`` holds a bit for each player."""

    announced: Two = NOTHING
    to_fall: Two = NOTHING  # rondas of the side on which nobody fell yet
    caidas: Two = NOTHING
    limpias: Two = NOTHING

    @property
    def captured(self) -> bool:
        return self.caidas != NOTHING or self.limpias != NOTHING


@dataclass(frozen=True, slots=True)
class Hand:
    """One line of the sheet. ``events`` counts in the order of the rules, a row a side.

    The first hand exists before it is dealt (``dealer`` None): a penalty may come that early.
    """

    before: Two  # the scores at its beginning
    dealer: int | None = None
    events: tuple[tuple[int, ...], tuple[int, ...]] = (_NO_EVENTS, _NO_EVENTS)
    penalties: Two = NOTHING
    misdealt: bool = False  # by its dealer
    cards: Two | None = None

    def captures(self, side: int) -> int:
        """Return how many captures were noted for the side."""
        counts = self.events[side - 1]
        return sum(counts[event.place] for event in EVENTS.values() if not event.announced)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Past:
    """Hands that are over, the last one first: a chain, so that one more costs the same however many there are."""

    hand: Hand
    before: "Past | None"
    length: int

    def __iter__(self) -> Iterator[Hand]:
        link: Past | None = self
        while link is not None:
            yield link.hand
            link = link.before

    def __eq__(self, other: object) -> bool:
        # A loop, for a chain may be longer than calls may be nested.
        return (
            isinstance(other, Past)
            and self.length == other.length
            and all(one == two for one, two in zip(self, other, strict=True))
        )

    def __hash__(self) -> int:
        return hash((self.hand, self.length))

    def __repr__(self) -> str:
        return f"Past({self.length}, {self.hand})"


@dataclass(frozen=True, slots=True)
class State:
    """Frozen; sides count from 1, the tuples from 0."""

    rules: Rules
    players: int  # of each side
    scores: Two
    hand: Hand  # the last one
    suggested: int  # who would deal the first hand, where nobody says otherwise
    is_open: bool = False  # whether the last hand is being played
    deal: int = 0  # its number in the hand
    now: Deal = Deal()
    past: Past | None = None  # the hands before it
    turns: Two = NOTHING
    ending: str | None = None
    winner: int | None = None

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Return all hands in order, the last one included once it is begun or something was noted for it."""
        begun = self.hand.dealer is not None or any(self.hand.penalties)
        return (*reversed(tuple(self.past or ())), *([self.hand] if begun else []))

    @property
    def number(self) -> int:
        """Return the number of the last hand."""
        return 1 + (self.past.length if self.past else 0)

    @property
    def deals(self) -> int:
        """Return how many deals a hand has: the whole pack, five cards each (rule 1)."""
        return 4 if self.players == 1 else 2

    @property
    def half(self) -> int:
        """Return half of the plays of a deal (rule 6.5)."""
        return 5 * self.players

    @property
    def next_dealer(self) -> int | None:
        """Return who must deal the next hand; None where that is free (rule 6.2)."""
        return None if self.hand.dealer is None else 3 - self.hand.dealer

    @property
    def shown(self) -> Two:
        """Return the scores as they are shown: never above 40 (rule 4.2)."""
        return min(self.scores[0], GOAL), min(self.scores[1], GOAL)


def opening(rules: Rules, *, positions: Mapping[int, str], to_move: int, players: Sequence[int]) -> State:
    """Return the state before the first hand; a position is a score. Raises: SetupRefused."""
    each = list(players) or [1, 1]
    if len(set(each)) > 1:
        raise SetupRefused("players-differ", rule="1", players=tuple(each))
    if not 1 <= each[0] <= 2:
        raise SetupRefused("too-many-players", rule="1", players=each[0], most=2)
    for side in (*positions, to_move):
        if side not in (1, 2):
            raise SetupRefused("impossible-start", rule="7", side=side, sides=2)
    scores = _score(positions, 1), _score(positions, 2)
    return State(rules, each[0], scores, Hand(scores), to_move)


def _score(positions: Mapping[int, str], side: int) -> int:
    text = positions.get(side, "0").strip()
    score = whole(text)
    if score is None or text != str(score):
        raise SetupRefused("impossible-start", rule="7", side=side, token=text)
    if score % 2:
        raise SetupRefused("impossible-start", rule="6.1", side=side, token=text, score=score)
    if score >= GOAL:
        raise SetupRefused("impossible-start", rule="4.2", side=side, token=text, score=score)
    return score


def plus(figures: Two, side: int, more: int) -> Two:
    """Return the figures of both sides with one of them raised.

    >>> plus((2, 4), 2, 10)
    (2, 14)
    """
    return (figures[0] + more, figures[1]) if side == 1 else (figures[0], figures[1] + more)


def dealt(state: State, side: int) -> State:
    """Return the state after the side began a hand."""
    if state.hand.dealer is None:
        hand, past = replace(state.hand, dealer=side), state.past
    else:
        hand, past = Hand(state.scores, side), Past(state.hand, state.past, state.number)
    return replace(
        state,
        hand=hand,
        past=past,
        is_open=True,
        deal=1,
        now=Deal(),
        turns=plus(state.turns, side, 1),
    )


def dealt_on(state: State, side: int) -> State:
    """Return the state after the next deal of the same hand began."""
    return replace(state, deal=state.deal + 1, now=Deal(), turns=plus(state.turns, side, 1))


def noted(state: State, side: int, event: Event, points: int, now: Deal) -> State:
    """Return the state after an event that is worth so many points to the side."""
    hand = state.hand
    own = hand.events[side - 1]
    own = (*own[: event.place], own[event.place] + 1, *own[event.place + 1 :])
    events = (own, hand.events[1]) if side == 1 else (hand.events[0], own)
    scores = plus(state.scores, side, points)
    over = scores[side - 1] >= GOAL
    return State(
        state.rules,
        state.players,
        scores,
        Hand(hand.before, hand.dealer, events, hand.penalties),
        state.suggested,
        not over,
        state.deal,
        now,
        state.past,
        plus(state.turns, side, 1),
        FORTY if over else None,
        side if over else None,
    )


def won(state: State, winner: int, ending: str) -> State:
    """Return the state after the chica ended for the side, whatever the scores."""
    return replace(state, is_open=False, ending=ending, winner=winner)


def scored(state: State, side: int, points: int) -> State:
    """Return the state after the side got points that belong to no event."""
    scores = plus(state.scores, side, points)
    if scores[side - 1] >= GOAL:
        return replace(state, scores=scores, is_open=False, ending=FORTY, winner=side)
    return replace(state, scores=scores)

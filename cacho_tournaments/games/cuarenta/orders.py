"""A hand of which only the figures are known: how it can have ended, and an order of lines that ends so.

Knows: every end that some order of the events can lead to (rules 4.1, 4.2); the order is hidden where there are two.
Does not know: sheets and text. Deals are asked for only when an order is laid out: the ends are those of all orders.

A side's own score depends on the order of its own events alone. It can end below 40 in one way only, so what a hidden
order can decide is who won, and by which of the last two steps; the chica as shown is then the same for all orders.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.cuarenta import check, notation, tally
from cacho_tournaments.games.cuarenta.events import EVENTS
from cacho_tournaments.games.cuarenta.notation import Turn
from cacho_tournaments.games.cuarenta.search import End, Heap, Search, as_shown, heap_of
from cacho_tournaments.games.cuarenta.sheet import CARDS
from cacho_tournaments.games.cuarenta.state import GOAL, KEPT, State, Two

UNTOLD = "-"  # the reason of a penalty that a sheet does not tell


@dataclass(frozen=True, slots=True)
class Figures:
    """A hand without its order. ``winner``: by whose event the chica is known to have ended."""

    number: int
    dealer: int
    events: tuple[tally.Times, tally.Times]
    penalties: Two
    misdealt: bool
    cards: Two | None
    is_last: bool
    winner: int | None

    @property
    def ends(self) -> bool:
        """Say whether the hand was played to its end: what came last is known then."""
        return self.misdealt or self.cards is not None


def played(state: State, figures: Figures) -> tuple[list[Turn], State]:
    """Return lines of the hand and the state after them. Raises: Refused with the ``hand``, and the ``box``."""
    first = Turn(figures.dealer, notation.HAND)
    try:
        begun = check.advanced(state, first)[0]
        _check_cards(begun, figures)
        end, late = _end(begun, figures)
        turns, after = _laid_out(begun, figures, end, late)
    except Refused as refusal:
        facts = {"hand": figures.number, **refusal.facts}
        raise Refused(refusal.code, rule=refusal.rule, **facts) from refusal
    return [first, *turns], after


def _check_cards(state: State, figures: Figures) -> None:
    if figures.cards is None:
        return
    one, two = (tuple(events.get(code, 0) for code in EVENTS) for events in figures.events)
    try:
        check.check_cards(replace(state.hand, events=(one, two)), figures.cards)
    except Refused as refusal:
        raise Refused(refusal.code, rule=refusal.rule, **{"box": CARDS, **refusal.facts}) from refusal


def _end(state: State, figures: Figures) -> tuple[End, tuple[int, ...]]:
    """Return the one way in which the hand can have ended, and whose penalties came only after its last card.

    Raises: Refused ``order-hidden`` where there are two, ``sheets-do-not-fit`` where there is none.
    """
    ends: dict[End, tuple[int, ...]] = {}
    won: int | None = None
    for end, late in _by_the_end(state, figures) if figures.ends else _by_an_event(state, figures):
        if not figures.is_last and end.winner is not None:
            won = end.winner
        elif figures.winner in (None, end.winner):
            ends.setdefault(end, late)
    if len(ends) == 1:
        return next(iter(ends.items()))
    if not ends and won is not None:
        raise Refused("sheets-do-not-fit", rule="4.2", because="game-over", side=won)
    heaps = _heaps(state, figures)
    if ends:
        side = next(end.winner or 1 for end in ends)
        score, heap = state.scores[side - 1], heaps[side - 1]
        raise Refused(
            "order-hidden",
            rule="4.1",
            side=side,
            score=score,
            points=sum(heap.always) + sum(heap.kept),
            most=tally.SURE_UP_TO,
        )
    held = [heap.held(score) for heap, score in zip(heaps, state.scores, strict=True)]
    if not figures.ends and None not in held:
        # Nobody can have won by these events, so the cards were counted and not written down.
        raise Refused("sheets-do-not-fit", rule="3", because="box-open", side=1, box=CARDS)
    side = 2 if held[0] is not None else 1
    raise Refused("sheets-do-not-fit", rule="4.2", because="no-order", side=side)


def _heaps(state: State, figures: Figures) -> list[Heap]:
    """Return what each side's hand holds, its penalties among its events."""
    return [heap_of(state.rules, figures.events[at], figures.penalties[at]) for at in (0, 1)]


def _by_an_event(state: State, figures: Figures) -> Iterator[tuple[End, tuple[int, ...]]]:
    """Yield the ends of a hand that an event cut short."""
    heaps = _heaps(state, figures)
    for winner in (1, 2):
        won = heaps[winner - 1].won(state.scores[winner - 1])
        held = heaps[2 - winner].held(state.scores[2 - winner])
        if won is not None and held is not None:
            shown = min(won, GOAL)
            yield End(winner, (shown, held) if winner == 1 else (held, shown)), ()


def _by_the_end(state: State, figures: Figures) -> Iterator[tuple[End, tuple[int, ...]]]:
    """Yield the ends of a hand that was counted or misdealt; a penalty may have come before that or after it."""
    given = [side for side in (1, 2) if figures.penalties[side - 1]]
    for late in (way for count in range(len(given) + 1) for way in permutations(given, count)):
        scores = []
        for side, events, penalty in zip((1, 2), figures.events, figures.penalties, strict=True):
            heap = heap_of(state.rules, events, 0 if side in late else penalty)
            scores.append(heap.held(state.scores[side - 1]))
        if scores[0] is None or scores[1] is None:
            continue
        before = replace(state, scores=(scores[0], scores[1]), deal=state.deals)
        try:
            after = _after(before, [_last(figures), *_penalties(figures, late)])
        except Refused as refusal:
            if refusal.code == "game-over":
                continue
            raise
        yield as_shown(after), late


def _last(figures: Figures) -> Turn:
    if figures.misdealt:
        return Turn(figures.dealer, notation.MISDEAL)
    return Turn(figures.dealer, notation.COUNT, cards=figures.cards)


def _penalties(figures: Figures, sides: Iterable[int]) -> list[Turn]:
    penalties = [(side, figures.penalties[side - 1]) for side in sides]
    return [
        Turn(side, notation.PENALTY, points=points, reason=UNTOLD) for side, points in penalties if points
    ]


def _after(state: State, turns: Iterable[Turn]) -> State:
    """Return the state after the lines. Raises: Refused with the ``box``, the column that the line comes from."""
    for turn in turns:
        try:
            state = check.advanced(state, turn)[0]
        except Refused as refusal:
            box = CARDS if turn.play == notation.COUNT else turn.play
            facts = {"side": turn.side, "box": box, **refusal.facts}
            raise Refused(refusal.code, rule=refusal.rule, **facts) from refusal
    return state


def _laid_out(state: State, figures: Figures, end: End, late: tuple[int, ...]) -> tuple[list[Turn], State]:
    """Return lines after that of the hand, in an order that could have been played and leads to this end."""
    early = _penalties(figures, [side for side in (1, 2) if side not in late])
    tail = [_last(figures), *_penalties(figures, late)] if figures.ends else []
    heaps = _heaps(state, figures)
    spread = [*tally.spread(state, figures.events), *early, *tail]
    if all(
        score + sum(heap.always) + sum(heap.kept) <= KEPT and not heap.chicas
        for score, heap in zip(state.scores, heaps, strict=True)
    ):
        return spread, _after(state, spread)
    found = Search(end, tail).order(state, figures.events, early)
    if found is not None:
        return found, _after(state, found)
    try:
        _after(state, spread)
    except Refused as refusal:
        if refusal.code != "game-over":
            raise
    raise Refused("order-hidden", rule="4.1", side=end.winner or 1)

"""A whole hand from its figures: events spread over the deals in an order that could have been played.

Knows: when the order of a hand cannot matter (rule 4.1), and how to place events so that rule 6 holds wherever it
can hold.
Does not know: the order in which it really went. The engine's replay decides.
"""

from collections.abc import Mapping, Sequence

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.cuarenta import check, notation
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
from cacho_tournaments.games.cuarenta.state import State

SURE_UP_TO = 36  # as long as no side can have passed this, the order of a hand cannot matter

Times = Mapping[str, int]  # how often each event stood


def unfold(state: State, line: str) -> tuple[str, ...]:
    """Return the record lines of the hand. Raises: Refused ``order-hidden``, or as one of the lines is refused."""
    hand = notation.parse_tally(line)
    first = Turn(hand.dealer, notation.HAND)
    state = check.advanced(state, first)[0]
    for side in (1, 2):
        require_known_order(state, side, hand.events[side - 1])
    turns = [*spread(state, hand.events), Turn(hand.dealer, notation.COUNT, cards=hand.cards)]
    for turn in turns:
        state = check.advanced(state, turn)[0]
    return tuple(notation.write(turn) for turn in (first, *turns))


def worth_of(rules: Rules, events: Times) -> int:
    """Return what the events are worth together. Raises: Refused ``not-in-this-style``."""
    total = 0
    for code, times in events.items():
        if code not in rules.worth:
            raise Refused("not-in-this-style", rule="2", event=code, style=rules.style)
        total += times * rules.worth[code]
    return total


def require_known_order(state: State, side: int, events: Times) -> None:
    """Refuse a side's events where their order could matter: to the 38, to who won first (rule 4.1)."""
    worth = worth_of(state.rules, events)
    score = state.scores[side - 1]
    wins = any(times and state.rules.worth[code] == CHICA for code, times in events.items())
    if wins or score + worth > SURE_UP_TO:
        raise Refused("order-hidden", rule="4.1", side=side, score=score, points=worth, most=SURE_UP_TO)


def spread(state: State, events: Sequence[Times]) -> list[Turn]:
    """Return the events of an open hand, and its deals, in an order that rule 6 allows where one exists.

    Rondas go from the last deal backwards and the falls on them likewise, so every fall meets its ronda; captures
    fill the deals evenly, those of the dealing side first where they bind the other side's bounds (6.5, 6.6), and one
    that cleared the table goes into the last deal, where all cards of the hand are accounted for by it (6.8). What
    fits nowhere is put into the last deal, where the engine refuses it by its rule.
    """
    placed = _Placed(state)
    dealer = state.hand.dealer or 1
    other = 3 - dealer
    for side in (dealer, other):
        for code in (RONDA, DOBLE_RONDA):
            placed.announce(side, code, events[side - 1].get(code, 0))
    for side in (dealer, other):
        placed.fall(side, events[side - 1].get(CAIDA_RONDA, 0))
    for code in (CAIDA_LIMPIA, CAIDA, LIMPIA, TRES):
        # A clearing fall of the dealing side narrows what is left to the other one, so it chooses first.
        for side in (dealer, other) if code == CAIDA_LIMPIA else (other, dealer):
            placed.capture(side, code, events[side - 1].get(code, 0))
    return placed.turns(dealer)


class _Placed:
    """The deals of a hand while events are put into them; deals count from 0."""

    def __init__(self, state: State) -> None:
        self._players = state.players
        self._half = state.half
        self._dealer = state.hand.dealer
        self._deals: list[list[Turn]] = [[] for _ in range(state.deals)]

    def announce(self, side: int, code: str, times: int) -> None:
        for number in range(times):
            backwards = [-1 - (number + step) % len(self._deals) for step in range(len(self._deals))]
            free = [at for at in backwards if self._announced(at, side) < self._players]
            at = free[0] if free else -1
            player = min(self._announced(at, side) + 1, self._players)
            self._deals[at].append(Turn(side, code, player if self._players > 1 else None))

    def fall(self, side: int, times: int) -> None:
        for number in range(times):
            self._deals[-1 - number % len(self._deals)].append(Turn(side, CAIDA_RONDA))

    def capture(self, side: int, code: str, times: int) -> None:
        for _ in range(times):
            rooms = {at: self._room(at, side, code) for at in range(len(self._deals))}
            free = [at for at, room in rooms.items() if room > 0]
            if code == CAIDA_LIMPIA and side == self._dealer:
                free.sort(key=lambda at: self._counted(at, "caida").count(side))
            else:
                free.sort(key=lambda at: -rooms[at])
            last = len(self._deals) - 1
            if EVENTS[code].limpia and last in free and not self._counted(last, "limpia"):
                free = [last]
            self._deals[free[0] if free else -1].append(Turn(side, code))

    def turns(self, dealer: int) -> list[Turn]:
        lines: list[Turn] = []
        for at, deal in enumerate(self._deals):
            if at:
                lines.append(Turn(dealer, notation.DEAL))
            lines += sorted(deal, key=lambda turn: not EVENTS[turn.play].announced)
        return lines

    def _announced(self, at: int, side: int) -> int:
        return sum(turn.side == side and EVENTS[turn.play].announced for turn in self._deals[at])

    def _room(self, at: int, side: int, code: str) -> int:
        """Return how many more of these captures the deal can hold."""
        event = EVENTS[code]
        rooms = []
        if event.caida:
            rooms.append(self._left(at, side, "caida", self._half - 1))
        if event.limpia:
            rooms.append(self._left(at, side, "limpia", self._half - (at == 0)))
        return min(rooms)

    def _counted(self, at: int, kind: str) -> list[int]:
        """Return the sides of the deal's captures that count as caídas, or as limpias."""
        return [turn.side for turn in self._deals[at] if getattr(EVENTS[turn.play], kind)]

    def _left(self, at: int, side: int, kind: str, most: int) -> int:
        counted = self._counted(at, kind)
        together = self._half - len(counted)
        return together if side == self._dealer else min(together, most - counted.count(side))

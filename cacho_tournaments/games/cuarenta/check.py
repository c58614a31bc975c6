"""Is this line legal, what is it worth, and what does it lead to? The checks in the order of rule 7.

Knows: hands and deals, what an event needs, the bounds of rule 6, the 38 that does not play.
Does not know: notation, who reads the refusal.

What is worth the chica (rules 4.3 and 5) is no matter of points: it wins at 38 as anywhere else. A penalty and a
concession may come between two hands, for rule 6.9 speaks of what is played.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from cacho_tournaments.games.base import Refused, Verdict
from cacho_tournaments.games.cuarenta import count, notation
from cacho_tournaments.games.cuarenta import state as states
from cacho_tournaments.games.cuarenta.events import CAIDA_RONDA, CHICA, EVENTS, RONDA, TRES, Event
from cacho_tournaments.games.cuarenta.notation import Turn
from cacho_tournaments.games.cuarenta.state import KEPT, Deal, Hand, State, plus
from cacho_tournaments.games.reading import bad_notation

Step = tuple[State, Verdict]

UNMATCHED = "unmatched-40"
_CAIDAS_BEFORE_THREE = 2
_NO_CARTON_FROM = 30
_ENDED_BY = {states.FORTY: "4.2", states.BY_MISDEAL: "5", states.CONCESSION: "7"}


def advanced(state: State, turn: Turn) -> Step:
    """Return the state after the line, and its verdict. Raises: Refused; the given state stays as it was.

    The verdict's side is the one that gets the points, which after a count or a misdeal may be the other one.
    """
    event = EVENTS.get(turn.play)
    if event is not None and event.announced:
        _check_player(state, turn)
    if state.ending is not None:
        raise Refused("game-over", rule=_ENDED_BY.get(state.ending, "4.3"), ending=state.ending)
    if event is not None:
        return _event(state, turn, event)
    return _STEPS[turn.play](state, turn)


def _check_player(state: State, turn: Turn) -> None:
    """Refuse an announcement by nobody, or by a player whom the side does not have."""
    if turn.player is None and state.players == 1:
        return
    if turn.player is None or turn.player > state.players:
        column = len(f"{turn.side} {turn.play} ") + (turn.player is not None or turn.points is not None)
        found = f"p{turn.player}" if turn.player else ""
        raise bad_notation(notation.RULE, column=column, found=found, expected="player")


def _open_hand(state: State, side: int | None = None) -> None:
    """Refuse what needs an open hand, or the dealing side of it."""
    if not state.is_open:
        raise Refused("no-hand", rule="6.9")
    if side is not None and side != state.hand.dealer:
        raise Refused("wrong-dealer", rule="6.2", side=side, dealer=state.hand.dealer)


def _hand(state: State, turn: Turn) -> Step:
    if state.is_open:
        raise Refused("hand-open", rule="6.9", dealer=state.hand.dealer)
    dealer = state.next_dealer
    if dealer is not None and turn.side != dealer:
        raise Refused("wrong-dealer", rule="6.2", side=turn.side, dealer=dealer)
    return states.dealt(state, turn.side), Verdict(turn.side, play=notation.HAND)


def _deal(state: State, turn: Turn) -> Step:
    _open_hand(state, turn.side)
    if state.deal >= state.deals:
        raise Refused("too-many-deals", rule="6.2", deals=state.deals)
    return states.dealt_on(state, turn.side), Verdict(turn.side, play=notation.DEAL)


def ways(state: State, side: int, code: str) -> tuple[Turn, ...]:
    """Return the lines that note an event: an announcement of a pair once for each player who may have made it."""
    if state.players == 1 or not EVENTS[code].announced:
        return (Turn(side, code),)
    return tuple(Turn(side, code, player) for player in range(1, state.players + 1))


def worth_now(state: State, side: int, event: Event) -> int | None:
    """Return what an event of the style scores for the side now; None where it wins the chica (rules 2, 4.1)."""
    worth = state.rules.worth[event.code]
    if worth == CHICA:
        return None
    return 0 if state.scores[side - 1] == KEPT and not event.caida else worth


def _event(state: State, turn: Turn, event: Event) -> Step:
    side = turn.side
    _open_hand(state)
    if event.code not in state.rules.worth:
        raise Refused("not-in-this-style", rule="2", event=event.code, style=state.rules.style)
    now = _after(state, turn, event)
    points = worth_now(state, side, event)
    if turn.points is not None and turn.points != points:
        raise Refused("wrong-points", rule="7", event=event.code, claimed=turn.points, points=points)
    after = states.noted(state, side, event, points or 0, now)
    if points is None:
        after = states.won(after, side, event.code)
    return after, Verdict(side, points=points, play=event.code)


def _after(state: State, turn: Turn, event: Event) -> Deal:
    """Return what the deal has seen once the event is noted. Raises: Refused by rule 6."""
    side, now, at = turn.side, state.now, turn.side - 1
    if event.announced:
        if now.captured:
            raise Refused("announcement-late", rule="6.3", event=event.code, side=side)
        player = turn.player or 1
        if now.announced[at] & player:  # 1 and 2 are bits as well
            raise Refused("announced-already", rule="6.3", side=side, player=player)
        # All four cards of a doble ronda are in one hand: there is none left to fall on it.
        to_fall = plus(now.to_fall, side, 1) if event.code == RONDA else now.to_fall
        return Deal(plus(now.announced, side, player), to_fall, now.caidas, now.limpias)
    to_fall = now.to_fall
    if event.code == TRES and now.caidas[at] < _CAIDAS_BEFORE_THREE:
        raise Refused("not-three-caidas", rule="6.10", side=side, caidas=now.caidas[at])
    if event.code == CAIDA_RONDA:
        if not to_fall[1 - at]:
            raise Refused("no-ronda-to-fall", rule="6.4", side=side)
        to_fall = plus(to_fall, 2 - at, -1)
    dealing = side == state.hand.dealer
    caidas = plus(now.caidas, side, 1) if event.caida else now.caidas
    if event.caida:
        most = state.half if dealing else state.half - 1
        if caidas[at] > most or sum(caidas) > state.half:
            raise Refused("too-many-caidas", rule="6.5", side=side, most=most, together=state.half)
    limpias = plus(now.limpias, side, 1) if event.limpia else now.limpias
    if event.limpia:
        most = state.half if dealing or state.deal > 1 else state.half - 1
        if limpias[at] > most or sum(limpias) > state.half:
            raise Refused("too-many-limpias", rule="6.6", side=side, most=most, together=state.half)
    return Deal(now.announced, to_fall, caidas, limpias)


def _misdeal(state: State, turn: Turn) -> Step:
    _open_hand(state, turn.side)
    other = 3 - turn.side
    closed = replace(
        state,
        hand=replace(state.hand, misdealt=True),
        is_open=False,
        turns=plus(state.turns, turn.side, 1),
    )
    points = misdeal_pays(state, other)
    verdict = Verdict(other, points=points, play=notation.MISDEAL)
    if points is None:
        return states.won(closed, other, states.BY_MISDEAL), verdict
    return states.scored(closed, other, points), verdict


def misdeal_pays(state: State, side: int) -> int | None:
    """Return what a misdeal of the other side gives this one; None where it gives the chica (rules 4.1, 5)."""
    points = state.rules.misdeal
    return 0 if points is not None and state.scores[side - 1] == KEPT else points


def _count(state: State, turn: Turn) -> Step:
    _open_hand(state, turn.side)
    if state.deal < state.deals:
        raise Refused("count-before-last-deal", rule="1", deal=state.deal, deals=state.deals)
    cards = turn.cards or states.NOTHING
    check_cards(state.hand, cards)
    dealer = turn.side
    shares = count.paid(cards[dealer - 1], cards[2 - dealer])
    side = dealer if shares[0] else 3 - dealer
    points = 0 if gets_nothing_for_cards(state, side) else sum(shares)
    warning = UNMATCHED if sum(cards) == count.PACK and state.now.limpias == states.NOTHING else None
    counted = replace(
        state,
        hand=replace(state.hand, cards=cards),
        is_open=False,
        turns=plus(state.turns, dealer, 1),
    )
    return states.scored(counted, side, points), Verdict(
        side, points=points, warning=warning, play=notation.COUNT
    )


def gets_nothing_for_cards(state: State, side: int) -> bool:
    """Say whether a count would give the side nothing as it stands (rules 3.5, 4.1)."""
    score = state.scores[side - 1]
    return score == KEPT or (score >= _NO_CARTON_FROM and not state.rules.carton_from_30)


def check_cards(hand: Hand, cards: tuple[int, int]) -> None:
    """Refuse cards that nobody can have, or not after the captures of the hand (6.7)."""
    for side in (1, 2):
        captures = hand.captures(side)
        if not count.is_possible(cards[side - 1], captures):
            raise Refused("impossible-count", rule="6.7", side=side, cards=cards[side - 1], captures=captures)
    if sum(cards) > count.PACK:
        raise Refused("impossible-count", rule="6.7", side=None, cards=sum(cards), captures=None)


def _penalty(state: State, turn: Turn) -> Step:
    side, points = turn.side, turn.points or 0
    if points % 2:
        raise Refused("odd-points", rule="6.1", side=side, points=points)
    hand = replace(state.hand, penalties=plus(state.hand.penalties, side, points))
    noted = replace(state, hand=hand, turns=plus(state.turns, side, 1))
    return states.scored(noted, side, points), Verdict(side, points=points, play=notation.PENALTY)


def _concede(state: State, turn: Turn) -> Step:
    given_up = replace(state, turns=plus(state.turns, turn.side, 1))
    return (
        states.won(given_up, 3 - turn.side, states.CONCESSION),
        Verdict(turn.side, play=notation.CONCEDE),
    )


_STEPS: Mapping[str, Callable[[State, Turn], Step]] = {
    notation.HAND: _hand,
    notation.DEAL: _deal,
    notation.MISDEAL: _misdeal,
    notation.COUNT: _count,
    notation.PENALTY: _penalty,
    notation.CONCEDE: _concede,
}

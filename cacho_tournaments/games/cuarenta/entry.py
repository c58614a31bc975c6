"""What an entry page needs, ready for JSON, so that it offers what is legal and has no rule of its own.

Knows: the table (once a ruleset) and the form (once a state); their shape is described at each function.
Does not know: pages. The engine always decides.
"""

from collections.abc import Iterator
from typing import Any

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.cuarenta import check, count, notation
from cacho_tournaments.games.cuarenta.events import CHICA, EVENTS, Event
from cacho_tournaments.games.cuarenta.notation import Turn
from cacho_tournaments.games.cuarenta.options import Rules
from cacho_tournaments.games.cuarenta.sheet import counters, events_of
from cacho_tournaments.games.cuarenta.state import CONCESSION, GOAL, KEPT, State
from cacho_tournaments.games.cuarenta.tally import SURE_UP_TO


def table(rules: Rules) -> dict[str, Any]:
    """Return the tables of a ruleset.

    ``events``: the events of the style in order; ``announcements``: those that a player announces; ``worth``: what
    each is worth, null for the chica. ``pack``: how many cards there are. ``count``: for every pair of cards that can
    be counted, dealing side first, what the ``dealer`` and the ``other`` side get, but for who gets nothing now
    (``uncounted`` of the form).
    ``cites``: the rules of the refusals that a page can meet itself. ``asks_winner``: sheets may leave open who won,
    so ``transcribe`` may have to be told.
    """
    events = events_of(rules)
    return {
        "entry": "events",
        "events": list(events),
        "announcements": [code for code in events if EVENTS[code].announced],
        "worth": {code: None if rules.worth[code] == CHICA else rules.worth[code] for code in events},
        "pack": count.PACK,
        "count": {f"{one}-{other}": _shares(one, other) for one, other in count.pairs()},
        "asks_winner": True,
        "cites": {"impossible-count": "6.7", "odd-points": "6.1", "order-hidden": "4.1"},
    }


def _shares(one: int, other: int) -> dict[str, int]:
    dealer, rest = count.paid(one, other)
    return {"dealer": dealer, "other": rest}


def form(state: State) -> dict[str, Any]:
    """Return what the page may offer now.

    ``sides``: each with its ``total`` as shown, ``raw``, ``counters`` (perros, tantos), ``out`` (it conceded).
    ``players`` of a side. ``hand``: null between two hands. ``kept``: the sides at 38, ``uncounted``: those that
    get nothing for cards now. ``dealer``: who deals the next hand, or would. ``moves``: every line that is legal
    now, its gaps to be filled in where it has any; an event's ``points`` are what it scores now (null: the chica),
    ``wins`` stands where it ends the chica; a misdeal's points go to ``gets``. ``blocked``: for each side the events
    of the style that are not legal now: code, rule and facts of the refusal. ``tally``: null, or what the shorthand
    of a whole hand may hold: ``columns``, what each is ``worth``, the ``room`` that each side has left for them.
    """
    over = state.ending is not None
    given_up = 3 - state.winner if state.ending == CONCESSION and state.winner else None
    sides = [
        {
            "side": side,
            "total": state.shown[side - 1],
            "raw": state.scores[side - 1],
            "counters": [
                {"code": counter.code, "value": counter.value} for counter in counters(state.shown[side - 1])
            ],
            "out": side == given_up,
        }
        for side in (1, 2)
    ]
    blocked: dict[str, dict[str, Any]] = {"1": {}, "2": {}}
    moves = [] if over else list(_moves(state))
    offered = {(move["side"], move["code"]) for move in moves}
    for side in (1, 2):
        for code in events_of(state.rules):
            if (side, code) not in offered:
                blocked[str(side)][code] = _why_not(state, side, EVENTS[code])
    return {
        "entry": "events",
        "to_move": None,
        "over": over,
        "sides": sides,
        "players": state.players,
        "hand": _hand(state) if state.is_open else None,
        "kept": [side for side in (1, 2) if state.scores[side - 1] == KEPT and not over],
        "uncounted": [side for side in (1, 2) if check.gets_nothing_for_cards(state, side) and not over],
        "dealer": None if over else state.next_dealer or state.suggested,
        "moves": moves,
        "blocked": blocked,
        "tally": _tally(state),
    }


def _hand(state: State) -> dict[str, Any]:
    return {
        "number": state.number,
        "dealer": state.hand.dealer,
        "deal": state.deal,
        "deals": state.deals,
        "captures": {str(side): state.hand.captures(side) for side in (1, 2)},
    }


def _moves(state: State) -> Iterator[dict[str, Any]]:
    if state.is_open:
        for side in (1, 2):
            for code in events_of(state.rules):
                yield from _event(state, side, EVENTS[code])
        yield from _dealers(state)
    else:
        for side in (1, 2):
            if state.next_dealer in (None, side):
                yield _plain(side, notation.HAND)
    for side in (1, 2):
        yield {
            "code": notation.PENALTY,
            "side": side,
            "line": f"{side} penalty {{points}} : {{reason}}",
            "gaps": [
                {"name": "points", "least": 2, "most": notation.MOST_PENALTY, "step": 2},
                {"name": "reason", "text": True},
            ],
        }
    for side in (1, 2):
        yield _plain(side, notation.CONCEDE)


def _plain(side: int, code: str) -> dict[str, Any]:
    return {"code": code, "side": side, "line": f"{side} {code}"}


def _event(state: State, side: int, event: Event) -> Iterator[dict[str, Any]]:
    """Yield the event in every way that it may be noted."""
    for turn in check.ways(state, side, event.code):
        try:
            after, verdict = check.advanced(state, turn)
        except Refused:
            continue
        move = {**_plain(side, event.code), "line": notation.write(turn), "points": verdict.points}
        if turn.player is not None:
            move["player"] = turn.player
        if after.ending is not None:
            move["wins"] = True
        yield move


def _dealers(state: State) -> Iterator[dict[str, Any]]:
    """Yield what only the dealing side's line may say."""
    dealer = state.hand.dealer
    assert dealer is not None
    if state.deal < state.deals:
        yield _plain(dealer, notation.DEAL)
    else:
        least = {side: 2 * state.hand.captures(side) for side in (1, 2)}
        # More captures than the pack has cards for: no count can be right, an event has to be taken back first.
        if sum(least.values()) <= count.PACK:
            yield {
                **_plain(dealer, notation.COUNT),
                "line": f"{dealer} count {{1}} {{2}}",
                "gaps": [
                    {"name": str(side), "least": least[side], "most": count.PACK - least[3 - side]}
                    for side in (1, 2)
                ],
            }
    other = 3 - dealer
    points = check.misdeal_pays(state, other)
    move = {**_plain(dealer, notation.MISDEAL), "points": points, "gets": other}
    if points is None or state.scores[other - 1] + points >= GOAL:
        move["wins"] = True
    yield move


def _why_not(state: State, side: int, event: Event) -> dict[str, Any]:
    """Return code, rule and facts of an event that is not legal now."""
    try:
        check.advanced(state, Turn(side, event.code, 1 if event.announced else None))
    except Refused as refusal:
        return {"code": refusal.code, "rule": refusal.rule, "facts": dict(refusal.facts)}
    raise AssertionError(event.code)


def _tally(state: State) -> dict[str, Any] | None:
    room = {str(side): SURE_UP_TO - state.scores[side - 1] for side in (1, 2)}
    if state.is_open or state.ending is not None or min(room.values()) < 0:
        return None
    worth = {code: points for code, points in state.rules.worth.items() if points != CHICA}
    return {"columns": list(worth), "room": room, "worth": worth}

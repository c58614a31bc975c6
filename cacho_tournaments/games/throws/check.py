"""Is this turn legal, and what is it worth? The checks in the order in which the rules list the refusals.

Knows: that order; what dice pay it reads from the ruleset's table.
Does not know: notation, whose turn comes next, who reads the refusal.

A turn has dice or it has not, and it writes or it strikes; checks that cannot meet in one turn have no order.
"""

from typing import NamedTuple, NoReturn

from cacho_tournaments.games.base import Refused, Verdict
from cacho_tournaments.games.dice import in_order
from cacho_tournaments.games.reading import bad_notation
from cacho_tournaments.games.throws import state as states
from cacho_tournaments.games.throws.notation import Turn, write
from cacho_tournaments.games.throws.ruleset import FIRST_THROW, THROWS, Box, Ruleset, something_always_fits
from cacho_tournaments.games.throws.sheets import (
    STRUCK,
    Cells,
    Written,
    index_of,
    mark_of,
    needs_more,
    open_stage,
    writable,
)
from cacho_tournaments.games.throws.state import State


class Judged(NamedTuple):
    """A legal turn that fills a cell: which one, with what, and the throws that are saved after it."""

    at: int
    cell: Written
    bank: int
    wins: bool


def check(state: State, turn: Turn) -> Verdict:
    """Return what the turn is worth. Raises: Refused with the first code that applies."""
    judged = _judge(state, turn)
    return _verdict(turn, judged)


def advanced(state: State, turn: Turn) -> tuple[State, Verdict]:
    """Return the state after the turn, and its verdict. Raises: Refused; the given state stays as it was."""
    judged = _judge(state, turn)
    if judged is None:
        return states.conceded(state, turn.side), _verdict(turn, judged)
    wins = state.rules.served_mark if judged.wins else None
    after = states.written(state, turn.side, judged.at, judged.cell, bank=judged.bank, wins=wins)
    return after, _verdict(turn, judged)


def _verdict(turn: Turn, judged: Judged | None) -> Verdict:
    if judged is None:
        return Verdict(turn.side)
    return Verdict(turn.side, turn.box, judged.cell.points, judged.cell.mark)


def _judge(state: State, turn: Turn) -> Judged | None:
    """Return what the turn does; None for a concession."""
    rules = state.rules
    if turn.box and turn.box not in rules.boxes:
        _refuse_unknown_box(rules, turn)
    if state.ending is not None or turn.side != state.to_move:
        _check_turn_order(state, turn)
    if turn.concedes:
        return None
    cells = state.sheets[turn.side - 1]
    bank = state.banks[turn.side - 1]
    if turn.dice and len(turn.dice) != 5:
        raise Refused(
            "wrong-dice-count",
            rule=rules.cites.get("wrong-dice-count"),
            throw=turn.throws,
            dice=len(turn.dice),
            expected=5,
        )
    allowed = THROWS + bank
    if turn.throws is not None and not 1 <= turn.throws <= allowed:
        raise Refused(
            "too-many-throws", rule=rules.cites["too-many-throws"], throws=turn.throws, allowed=allowed
        )
    index = _index(rules, cells, turn)
    throws = THROWS if turn.throws is None else turn.throws
    if turn.strikes:
        _check_strike(rules, cells, turn)
        return Judged(index, STRUCK, bank - max(0, throws - THROWS), False)
    cell = _worth(rules, cells, turn)
    wins = cell.mark is not None and cell.mark == rules.served_mark
    return Judged(index, cell, bank + THROWS - throws if rules.banked else bank, wins)


def _refuse_unknown_box(rules: Ruleset, turn: Turn) -> NoReturn:
    """A box that the game knows, but not under these options."""
    line = write(turn)
    column = line.rindex(turn.box) + 1
    raise bad_notation(rules.cites["bad-notation"], column=column, found=turn.box, expected="box")


def _check_turn_order(state: State, turn: Turn) -> None:
    cites = state.rules.cites
    if state.ending is not None:
        raise Refused("game-over", rule=cites.get(state.ending), ending=state.ending)
    # To give up is no turn: a side that still plays may do it while another is to move.
    still_plays = turn.side <= state.sides and not state.out[turn.side - 1]
    if not (turn.concedes and still_plays):
        raise Refused("not-your-turn", rule=cites.get("not-your-turn"), side=turn.side, to_move=state.to_move)


def _index(rules: Ruleset, cells: Cells, turn: Turn) -> int:
    if turn.stage and rules.sequential:
        now = open_stage(rules, cells)
        if turn.stage != now:
            raise Refused(
                "stage-not-open",
                rule=rules.cites["stage-not-open"],
                box=turn.box,
                stage=turn.stage,
                open=now,
            )
    index = index_of(rules, cells, turn.box, turn.stage)
    if index is None:
        stage = turn.stage or (open_stage(rules, cells) if rules.sequential else rules.stages)
        raise Refused("box-taken", rule=rules.cites["box-taken"], box=turn.box, stage=stage)
    return index


def _check_strike(rules: Ruleset, cells: Cells, turn: Turn) -> None:
    if not rules.boxes[turn.box].struck:
        rule = rules.cites["mountain-is-not-struck"]
        raise Refused("mountain-is-not-struck", rule=rule, box=turn.box)
    if rules.strikes_freely:
        return
    rule = rules.cites["strike-forbidden"]
    boxes = writable(rules, cells)
    if not turn.dice:
        if something_always_fits(rules, boxes):
            raise Refused("strike-forbidden", rule=rule, box=turn.box, dice=None, scores=None)
        return
    row = rules.table[in_order(turn.dice)].later
    fits = next((box for box in boxes if box in row), None)
    if fits is not None:
        raise Refused("strike-forbidden", rule=rule, box=turn.box, dice=turn.dice, scores=fits)


def _worth(rules: Ruleset, cells: Cells, turn: Turn) -> Written:
    """Return what is written, or refuse what the dice or the box do not allow."""
    box = rules.boxes[turn.box]
    if box.needs and needs_more(rules, cells, turn.box):
        raise Refused(
            "dice-do-not-make-it", rule=box.needs_rule, box=box.code, dice=turn.dice or None, needs=box.needs
        )
    if not turn.dice:
        return _told(rules, box, turn)
    dice = in_order(turn.dice)
    row = rules.table[dice]
    pays = (row.first if turn.throws == 1 else row.later).get(turn.box)
    if pays is None:
        raise Refused("dice-do-not-make-it", rule=box.rule_against(dice), box=turn.box, dice=turn.dice)
    points = pays[0]
    if turn.points is not None and turn.points != points:
        if turn.points not in pays:
            raise Refused(
                "wrong-points",
                rule=box.paid_by,
                box=turn.box,
                dice=turn.dice,
                claimed=turn.points,
                points=points,
                possible=pays,
            )
        points = turn.points
    if turn.throws != 1:
        return Written(points)
    if turn.box == rules.wins_served:
        return Written(points, rules.served_mark)
    return Written(points, FIRST_THROW if turn.box in rules.premium else None)


def _told(rules: Ruleset, box: Box, turn: Turn) -> Written:
    """Return what a line without dice tells."""
    possible = rules.values[box.code]
    points = turn.points
    if turn.throws == 1:  # the win at once whose dice nobody wrote down; the grammar allows no other
        if points is not None and points not in possible:
            raise Refused("wrong-points", rule=box.paid_by, box=box.code, claimed=points, points=possible[0])
        return Written(possible[0], rules.served_mark)
    if points is None:
        rule = rules.cites["points-required"]
        raise Refused("points-required", rule=rule, box=box.code, possible=possible)
    if points not in possible:
        raise Refused("impossible-points", rule=box.paid_by, box=box.code, claimed=points, possible=possible)
    return Written(points, mark_of(rules, box.code, points))

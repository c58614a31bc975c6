"""Is this turn legal, and what is it worth? The checks in the order of rule 9.

Knows: orders 2 and 6 to 10; for throws and flips it asks ``throwing``.
Does not know: notation, whose turn comes next, who reads the refusal.

The order counts for the whole line: with two attempts each order is looked at in both before the next one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from cacho_tournaments.games.base import Refused, Verdict
from cacho_tournaments.games.cacho_alalay import crossing, throwing
from cacho_tournaments.games.cacho_alalay import state as states
from cacho_tournaments.games.cacho_alalay.boxes import (
    BOXES,
    CENTER,
    GRANDE,
    Cells,
    filled,
    is_full,
    mark_of,
    open_boxes,
    values,
)
from cacho_tournaments.games.cacho_alalay.endings import won_by_sheet
from cacho_tournaments.games.cacho_alalay.notation import Attempt, Play, Turn
from cacho_tournaments.games.cacho_alalay.options import Rules
from cacho_tournaments.games.cacho_alalay.scoring import pays
from cacho_tournaments.games.cacho_alalay.state import State
from cacho_tournaments.games.cacho_alalay.stopping import stop

_MADE_BY = {"E": "1.4", "F": "1.5", "P": "1.6", GRANDE: "1.7"}
_ENDED_BY = {
    "dormida": "5.1",
    "panza-de-oro": "5.2",
    "four-of-each": "5.3",
    "full-sheets": "5.4",
    "concession": "5.5",
}


@dataclass(frozen=True, slots=True)
class Judged:
    """A legal turn: its verdict, and the sheet it leaves. ``dormida``: the game is won, the sheet unchanged."""

    verdict: Verdict
    cells: Cells
    dormida: bool = False


@dataclass(slots=True)
class _Reading:
    """One attempt under check: the sheet before it, the dice as they were thrown and as they lie."""

    attempt: Attempt
    cells: Cells
    boxes: tuple[str, ...]
    thrown: str = ""
    final: str = ""
    all_five: bool = False
    de_mano: bool = False
    points: int = 0

    def look(self, rules: Rules) -> None:
        """Read the dice, once throws and flips are known to be in order."""
        if not self.attempt.throws:
            return
        last = self.attempt.throws[-1]
        self.thrown = last.dice
        self.all_five = not last.kept
        self.final = throwing.final_dice(self.thrown, self.attempt.flips)
        here = stop(rules, len(self.attempt.throws), self.all_five, len(self.attempt.flips))
        self.de_mano = here.de_mano


def judge(state: State, turn: Turn) -> Judged:
    """Return what the turn is worth and what sheet it leaves. Raises: Refused with the first code that applies."""
    _check_turn_order(state, turn)
    cells = state.sheet_of(turn.side)
    if turn.concedes:
        return Judged(Verdict(turn.side), cells)
    rules = state.rules
    readings = list(_readings(turn, cells))
    for reading in readings:
        throwing.check_throws(rules, reading.attempt, reading.boxes)
    for reading in readings:
        throwing.check_dormida(rules, reading.attempt, followed=reading is not readings[-1])
    for reading in readings:
        throwing.check_flips(rules, reading.attempt)
        reading.look(rules)
    for reading in readings:
        _check_box(reading)
    for reading in readings:
        _check_stop(rules, reading)
    for reading in readings:
        _check_play(rules, reading)
    for reading in readings:
        _check_points(rules, reading)
    if len(readings) == 2:
        _check_pair(rules, *readings)
    return _judged(turn.side, readings)


def advanced(state: State, turn: Turn) -> tuple[State, Verdict]:
    """Return the state after the turn, and its verdict. Raises: Refused; the given state stays as it was."""
    judged = judge(state, turn)
    if turn.concedes:
        return states.conceded(state, turn.side), judged.verdict
    if judged.dormida:
        return states.won_by_dormida(state, turn.side, judged.cells), judged.verdict
    return states.written(state, turn.side, judged.cells), judged.verdict


def _check_turn_order(state: State, turn: Turn) -> None:
    if state.ending is not None:
        raise Refused("game-over", rule=_ENDED_BY[state.ending], ending=state.ending)
    if turn.side == state.to_move:
        return
    # To give up is no turn: a side that still plays may do it while another is to move (rule 5.5).
    still_plays = turn.side <= state.sides and not state.out[turn.side - 1]
    if not (turn.concedes and still_plays):
        raise Refused("not-your-turn", side=turn.side, to_move=state.to_move)


def _readings(turn: Turn, cells: Cells) -> Iterator[_Reading]:
    """Yield the attempts, the second with the sheet as the first leaves it."""
    for attempt in turn.attempts:
        yield _Reading(attempt, cells, open_boxes(cells))
        if attempt.box and not attempt.play.is_pending:
            cells = filled(cells, attempt.box, 0 if attempt.play.crosses else values(attempt.box)[0])


def _check_box(reading: _Reading) -> None:
    box = reading.attempt.box
    if box and box not in reading.boxes:
        raise Refused("box-taken", rule="1.2", box=box)


def _check_stop(rules: Rules, reading: _Reading) -> None:
    """Refuse a turn that ended too early (2.4, 3.2, 3.3)."""
    attempt = reading.attempt
    if not attempt.throws or attempt.play is Play.DORMIDA:
        return
    here = stop(rules, len(attempt.throws), reading.all_five, len(attempt.flips))
    if attempt.play.crosses:
        may_end = here.may_cross
    else:
        scoring = pays(rules, reading.final) if here.shown else BOXES
        # A player who writes nothing of the own may end where some play could have been written.
        wanted = (attempt.box,) if attempt.box else here.boxes
        may_end = any(box in here.boxes and box in scoring for box in wanted)
    if not may_end:
        code, rule = here.refusal
        raise Refused(code, rule=rule, box=attempt.box, dice=reading.final)


def _check_play(rules: Rules, reading: _Reading) -> None:
    """Refuse what the dice do not allow, and note what they pay (1.3 to 1.8, 4.3)."""
    attempt = reading.attempt
    box = attempt.box
    if box is None:
        return
    if attempt.play.crosses:
        _check_cross(rules, reading)
    elif attempt.throws:
        pay = pays(rules, reading.final).get(box)
        if pay is None:
            if box in CENTER or box == GRANDE:
                raise Refused("dice-do-not-make-it", rule=_MADE_BY[box], box=box, dice=reading.final)
            raise Refused("scores-nothing", rule="1.3", box=box, dice=reading.final)
        reading.points = pay[0] if reading.de_mano else pay[1]


def _check_cross(rules: Rules, reading: _Reading) -> None:
    box = reading.attempt.box
    if not reading.attempt.throws:
        if crossing.never_possible(rules, reading.boxes):
            raise Refused("cross-forbidden", rule="4.3", box=box, dice=None, scores=None)
        return
    against = crossing.box_against(
        rules, thrown=reading.thrown, final=reading.final, all_five=reading.all_five, boxes=reading.boxes
    )
    if against:
        raise Refused("cross-forbidden", rule="4.3", box=box, dice=reading.final, scores=against)


def _check_points(rules: Rules, reading: _Reading) -> None:
    """Refuse a claim that differs, and result-only points that the box cannot pay (8)."""
    attempt = reading.attempt
    claimed = attempt.points
    if attempt.box is None:
        return
    if attempt.throws or attempt.play.crosses:
        if claimed is not None and claimed != reading.points:
            code = "wrong-points" if attempt.throws else "impossible-points"
            raise Refused(code, rule="8", box=attempt.box, claimed=claimed, points=reading.points)
        return
    if claimed is None:
        raise Refused("points-required", rule="8", box=attempt.box, possible=values(attempt.box))
    if claimed not in values(attempt.box):
        raise Refused(
            "impossible-points", rule="8", box=attempt.box, claimed=claimed, possible=values(attempt.box)
        )
    reading.points = claimed


def _check_pair(rules: Rules, first: _Reading, second: _Reading) -> None:
    """Refuse what partners may not do in one turn (6)."""
    if first.attempt.play.is_pending:
        if rules.attempts == 1 or not rules.sobre:
            raise Refused("sobre-not-allowed", rule="6.3", attempts=rules.attempts)
        return
    if won_by := won_by_sheet(rules, _after(first)):
        raise Refused("game-over", rule=_ENDED_BY[won_by], ending=won_by)
    if second.attempt.play is Play.KEEP_SOBRE:
        raise Refused("nothing-pending", rule="6.4")
    if rules.attempts == 1:
        raise Refused("entry-limit", rule="6.2", entries=1)
    if rules.entries == 1:
        raise Refused("entry-limit", rule="6.3", entries=1)
    if is_full(_after(first)):
        raise Refused("entry-limit", rule="6.7", entries=1)


def _after(reading: _Reading) -> Cells:
    box = reading.attempt.box
    return filled(reading.cells, box, reading.points) if box else reading.cells


def _judged(side: int, readings: list[_Reading]) -> Judged:
    last = readings[-1]
    cells = readings[0].cells
    if last.attempt.play is Play.DORMIDA:
        # What a partner wrote before stays written; a pending play is not.
        if len(readings) == 2 and not readings[0].attempt.play.is_pending:
            cells = _after(readings[0])
        return Judged(Verdict(side, mark="dormida"), cells, dormida=True)
    entries: list[Verdict] = []
    for reading in _entered(readings):
        box = reading.attempt.box
        if box:
            cells = filled(cells, box, reading.points)
            entries.append(Verdict(side, box=box, points=reading.points, mark=mark_of(box, reading.points)))
    first, *more = entries
    if more:
        first = Verdict(side, box=first.box, points=first.points, mark=first.mark, also=tuple(more))
    return Judged(first, cells)


def _entered(readings: list[_Reading]) -> list[_Reading]:
    """Return the attempts whose play goes onto the sheet."""
    if len(readings) == 2 and readings[0].attempt.play.is_pending:
        first, second = readings
        return [first] if second.attempt.play is Play.KEEP_SOBRE else [second]
    return readings

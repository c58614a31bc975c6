"""A game from its paper sheets: an order of result-only lines that could have been played.

Knows: how to lay out the entries of all sides so that strikes come late and a win at once comes last.
Does not know: the order in which it really went, which no sheet tells. The engine's replay decides.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.rotation import turns_of_each
from cacho_tournaments.games.throws import check
from cacho_tournaments.games.throws import state as states
from cacho_tournaments.games.throws.endings import FULL_SHEETS
from cacho_tournaments.games.throws.notation import Turn, write
from cacho_tournaments.games.throws.ruleset import Ruleset
from cacho_tournaments.games.throws.sheets import figure


class _Entry(NamedTuple):
    box: str
    stage: int  # 0 where there is only one
    points: int | None  # None: struck


def transcribe(
    rules: Ruleset, *, sheets: Sequence[Mapping[str, str]], to_move: int = 1, instant: int | None = None
) -> list[str]:
    """Return the lines; see the contract. An empty value, or no value, is an open box."""
    if instant is not None and not rules.wins_served:
        raise Refused("sheets-do-not-fit", side=instant, because="no-win-at-once")
    entries = [
        _entries(rules, side, sheet, wins=side == instant) for side, sheet in enumerate(sheets, start=1)
    ]
    turns = _turns_of_each(rules, entries, to_move=to_move, instant=instant)
    lines = _lines(rules, entries, turns, to_move=to_move, instant=instant)
    _replayed(rules, len(sheets), lines, to_move)
    return [write(turn) for turn in lines]


def _entries(rules: Ruleset, side: int, sheet: Mapping[str, str], *, wins: bool) -> list[_Entry]:
    """Read one sheet and order it as it may be filled: what is written first, strikes behind it."""
    found: list[_Entry] = []
    for box, text in sheet.items():
        parts = [part.strip().lower() for part in text.split(",")]
        if box not in rules.boxes or len(parts) > rules.stages:
            raise _unreadable(rules, side, box, text)
        for stage, part in enumerate(parts, start=1):
            if part:
                place = {"side": side, "box": box, "stage": stage}
                points = _points(rules, part, place)
                found.append(_Entry(box, stage if rules.stages > 1 else 0, points))
    if wins:
        # The box that wins by the first throw is written by the last turn; here it would stand there twice.
        found = [entry for entry in found if entry.box != rules.wins_served or entry.points is None]
    return sorted(found, key=lambda entry: _order(rules, entry))


def _order(rules: Ruleset, entry: _Entry) -> tuple[int, bool, int, int]:
    stage = entry.stage if rules.sequential else 0
    return stage, entry.points is None, entry.stage, rules.place[entry.box]


def _points(rules: Ruleset, entry: str, place: Mapping[str, Any]) -> int | None:
    """Return what an entry is worth; None for a strike."""
    box = rules.boxes[place["box"]]
    if entry == "x":
        if not box.struck:
            raise Refused("mountain-is-not-struck", rule=rules.cites["mountain-is-not-struck"], **place)
        return None
    points = figure(entry)
    if points is None:
        raise _unreadable(rules, place["side"], box.code, entry, stage=place["stage"])
    possible = rules.values[box.code]
    if points not in possible:
        raise Refused("impossible-points", rule=box.paid_by, claimed=points, possible=possible, **place)
    return points


def _unreadable(rules: Ruleset, side: int, box: str, found: str, *, stage: int = 1) -> Refused:
    rule = rules.cites["bad-notation"]
    return Refused("bad-notation", rule=rule, side=side, box=box, stage=stage, found=found, column=1)


def _turns_of_each(
    rules: Ruleset, entries: Sequence[Sequence[_Entry]], *, to_move: int, instant: int | None
) -> list[int]:
    """Return how many turns each side had before the one that won at once, where one did.

    Raises: Refused ``sheets-do-not-fit`` where no number of rounds gives these sheets.
    """
    sides = len(entries)
    boxes = len(rules.boxes) * rules.stages
    for turns in turns_of_each(sides=sides, to_move=to_move, instant=instant, most=sides * boxes):
        if turns == [len(its) for its in entries]:
            return turns
    rule = rules.cites[FULL_SHEETS]
    counts = tuple(len(its) for its in entries)
    if instant is not None:
        raise Refused("sheets-do-not-fit", rule=rule, side=None, entries=counts)
    # Every turn fills a box, so a side that is behind has forgotten one.
    side = counts.index(min(counts)) + 1
    written = {(entry.box, entry.stage) for entry in entries[side - 1]}
    stages = range(1, rules.stages + 1) if rules.stages > 1 else (0,)
    still_open = ((box, stage) for stage in stages for box in rules.boxes if (box, stage) not in written)
    box, stage = next(still_open, (None, 0))
    where = {"side": side, "box": box, "stage": stage or 1}
    raise Refused("sheets-do-not-fit", rule=rule, because="box-open", entries=counts, **where)


def _lines(
    rules: Ruleset,
    entries: Sequence[Sequence[_Entry]],
    turns: Sequence[int],
    *,
    to_move: int,
    instant: int | None,
) -> list[Turn]:
    waiting = [list(reversed(its)) for its in entries]
    sides = len(entries)
    lines: list[Turn] = []
    side = to_move
    for _ in range(sum(turns)):
        while not waiting[side - 1]:
            side = side % sides + 1
        box, stage, points = waiting[side - 1].pop()
        lines.append(Turn(side, box, points is None, stage=stage, points=points))
        side = side % sides + 1
    if instant is not None:
        lines.append(Turn(instant, rules.wins_served, throws=1))
    return lines


def _replayed(rules: Ruleset, sides: int, lines: Sequence[Turn], to_move: int) -> None:
    """Play the lines; what the rules refuse in this order, they refuse in every one we know to make."""
    state = states.opening(rules, sides=sides, positions={}, to_move=to_move)
    for turn in lines:
        try:
            state = check.advanced(state, turn)[0]
        except Refused as refusal:
            raise Refused(
                "sheets-do-not-fit",
                rule=refusal.rule,
                side=turn.side,
                box=turn.box,
                stage=turn.stage or 1,
                because=refusal.code,
            ) from refusal

"""A game from its paper sheets: an order of result-only lines that could have been played.

Knows: how to lay out the entries of all sides so that crosses come late and a win at once comes last.
Does not know: the order in which it really went, which no sheet tells. The engine's replay decides.
"""

from collections.abc import Mapping, Sequence

from cacho_tournaments.games.base import Refused
from cacho_tournaments.games.cacho_alalay import check
from cacho_tournaments.games.cacho_alalay import state as states
from cacho_tournaments.games.cacho_alalay.boxes import (
    BOXES,
    FIRST_GRANDE,
    GRANDE,
    Cells,
    blank,
    filled,
    points_of,
    values,
)
from cacho_tournaments.games.cacho_alalay.endings import won_by_sheet
from cacho_tournaments.games.cacho_alalay.notation import Attempt, Play, Turn, write
from cacho_tournaments.games.cacho_alalay.options import Rules
from cacho_tournaments.games.figures import whole
from cacho_tournaments.games.rotation import turns_of_each

Entry = tuple[str, int]  # box, points (0: a cross)


def transcribe(
    rules: Rules, *, sheets: Sequence[Mapping[str, str]], to_move: int = 1, instant: int | None = None
) -> list[str]:
    """Return the lines; see the contract. An empty value, or no value, is an open box."""
    entries = [_entries(rules, side, sheet) for side, sheet in enumerate(sheets, start=1)]
    turns = _turns_of_each(rules, entries, to_move=to_move, instant=instant)
    lines = _lines(rules, entries, turns, to_move=to_move, instant=instant)
    _replayed(rules, len(sheets), lines, to_move)
    return [write(turn) for turn in lines]


def _entries(rules: Rules, side: int, sheet: Mapping[str, str]) -> list[Entry]:
    """Read one sheet and order it: numbers first, crosses after what is written, a winning entry last."""
    found: list[Entry] = []
    for box, text in sheet.items():
        if box not in BOXES:
            raise Refused("bad-notation", rule="8", side=side, box=box, found=text, column=1)
        written = [entry.strip().lower() for entry in text.split(",") if entry.strip()]
        if len(written) > (rules.grandes if box == GRANDE else 1):
            raise Refused("bad-notation", rule="8", side=side, box=box, found=text, column=1)
        found += [(box, _points(side, box, entry)) for entry in written]
    ordered = sorted(found, key=lambda entry: (entry[1] == 0, BOXES.index(entry[0])))
    if won_by_sheet(rules, _laid(rules, ordered)) is None:
        return ordered
    # The entry that completes the win must come last; it is written, not crossed, so it may move behind them.
    for entry in reversed(ordered):
        before = list(ordered)
        before.remove(entry)
        if won_by_sheet(rules, _laid(rules, before)) is None:
            return [*before, entry]
    raise Refused(
        "sheets-do-not-fit", rule="5.6", side=side, ending=won_by_sheet(rules, _laid(rules, ordered))
    )


def _points(side: int, box: str, entry: str) -> int:
    points = points_of(box, entry)
    if points is not None:
        return points
    claimed = whole(entry)
    if claimed is None:
        raise Refused("bad-notation", rule="8", side=side, box=box, found=entry, column=1)
    raise Refused("impossible-points", rule="8", side=side, box=box, claimed=claimed, possible=values(box))


def _laid(rules: Rules, entries: Sequence[Entry]) -> Cells:
    cells = blank(rules.grandes)
    for box, points in entries:
        cells = filled(cells, box, points)
    return cells


def _turns_of_each(
    rules: Rules, entries: Sequence[Sequence[Entry]], *, to_move: int, instant: int | None
) -> list[int]:
    """Return how many turns each side had; the last may be a dormida, which writes nothing.

    Raises: Refused ``sheets-do-not-fit`` where no number of rounds gives these sheets.
    """
    sides = len(entries)
    most = rules.entries if rules.attempts == 2 else 1
    boxes = FIRST_GRANDE + rules.grandes
    for turns in turns_of_each(sides=sides, to_move=to_move, instant=instant, most=sides * (boxes + 1)):
        # A full sheet waits for the others (rule 5.7), so it may have had fewer turns than the round asks.
        turns = [
            min(count, len(its)) if len(its) == boxes else count
            for count, its in zip(turns, entries, strict=True)
        ]
        if all(count <= len(its) <= most * count for count, its in zip(turns, entries, strict=True)):
            return turns
    counts = tuple(len(its) for its in entries)
    won = (won_by_sheet(rules, _laid(rules, its)) for its in entries)
    if instant is None and not any(won):
        # Only a win at once ends a game before all sheets are full: a box was forgotten.
        side = counts.index(min(counts)) + 1
        written = {box for box, _points in entries[side - 1]}
        box = next((each for each in BOXES if each not in written), GRANDE)
        raise Refused("sheets-do-not-fit", rule="4.2", side=side, box=box, because="box-open", entries=counts)
    raise Refused("sheets-do-not-fit", rule="4.2", side=None, entries=counts)


def _lines(
    rules: Rules,
    entries: Sequence[Sequence[Entry]],
    turns: Sequence[int],
    *,
    to_move: int,
    instant: int | None,
) -> list[Turn]:
    waiting = [list(its) for its in entries]
    left = list(turns)
    sides = len(entries)
    lines: list[Turn] = []
    side = to_move
    while any(left):
        if left[side - 1]:
            queue = waiting[side - 1]
            two = len(queue) > left[side - 1]
            lines.append(Turn(side, tuple(_attempt(queue.pop(0)) for _ in range(2 if two else 1))))
            left[side - 1] -= 1
        side = side % sides + 1
    if instant is not None:
        lines.append(Turn(instant, (Attempt((), (), Play.DORMIDA),)))
    return lines


def _attempt(entry: Entry) -> Attempt:
    box, points = entry
    if points == 0:
        return Attempt((), (), Play.CROSS, box)
    return Attempt((), (), Play.WRITE, box, points)


def _replayed(rules: Rules, sides: int, lines: Sequence[Turn], to_move: int) -> None:
    """Play the lines; what the rules refuse in this order, they refuse in every one we know to make."""
    state = states.opening(rules, sides=sides, positions={}, to_move=to_move)
    for turn in lines:
        try:
            state = check.advanced(state, turn)[0]
        except Refused as refusal:
            box = turn.attempts[0].box
            raise Refused(
                "sheets-do-not-fit", rule=refusal.rule, side=turn.side, box=box, because=refusal.code
            ) from refusal

"""What an entry page needs, ready for JSON, so that it offers what is legal and has no rule of its own.

Knows: the tables (once a ruleset) and the form (once a state); their shape is described at each function.
Does not know: pages. What no table can hold (crossing by best case, flips that leave a play as it was thrown)
is left to the engine, which always decides.
"""

from typing import Any

from cacho_tournaments.games.cacho_alalay import crossing
from cacho_tournaments.games.cacho_alalay.boxes import (
    BOXES,
    CENTER,
    FIRST_GRANDE,
    GRANDE,
    NUMBERS,
    open_boxes,
    total,
    values,
)
from cacho_tournaments.games.cacho_alalay.options import Rules
from cacho_tournaments.games.cacho_alalay.scoring import score_table
from cacho_tournaments.games.cacho_alalay.state import State
from cacho_tournaments.games.cacho_alalay.stopping import most_flips, stop


def table(rules: Rules) -> dict[str, Any]:
    """Return the tables of a ruleset.

    ``boxes``: in sheet order, each ``box``, ``row``, ``column``, ``kind`` (number, center, grande), ``values``,
    ``places`` (2 for two grandes), a number also its ``face``. ``dice``: for every sorted throw what it pays from
    the ``hand`` and from the ``egg``, only boxes that score. ``stops``: keyed ``throw:all|part:flips`` (number of
    the last throw, whether it was of all five dice, flips made): which column of ``dice`` counts, the ``boxes``
    that may be written there (if the dice score), whether a box may be crossed. ``stop_refusals``: the code that
    any other box meets there. ``max_flips`` is the most after a later throw; ``flips`` gives it for each throw.
    ``dormida``: on which throws five alike, thrown together, win. ``hand_throws``: on which throws five dice are
    from the hand. ``de_mano_refusable`` false: such a play must be written while its box is open.
    ``min_keep``: 0; ``rethrow``: ``any`` or ``all``.
    """
    throws = range(1, rules.throws + 1)
    stops: dict[str, Any] = {}
    refusals: dict[str, str] = {}
    for throw in throws:
        for cast in ("all",) if throw == 1 or rules.rethrow_all else ("all", "part"):
            for flips in range(most_flips(rules, throw) + 1):
                here = stop(rules, throw, cast == "all", flips)
                key = f"{throw}:{cast}:{flips}"
                stops[key] = {
                    "dice": "hand" if here.de_mano else "egg",
                    "boxes": list(here.boxes),
                    "cross": here.may_cross,
                }
                if here.shown:
                    refusals[key] = here.refusal[0]
    return {
        "entry": "flips",
        "boxes": [_box(rules, box) for box in BOXES],
        "dice": {
            dice: {
                "hand": {box: pay[0] for box, pay in row.items()},
                "egg": {box: pay[1] for box, pay in row.items()},
            }
            for dice, row in score_table(rules).items()
        },
        "stops": stops,
        "stop_refusals": refusals,
        "throws": rules.throws,
        "max_flips": rules.max_flips,
        "mandatory_flips": rules.mandatory_flips,
        "flips": {str(throw): most_flips(rules, throw) for throw in throws},
        "min_keep": 0,
        "rethrow": "all" if rules.rethrow_all else "any",
        "dormida": {str(throw): rules.dormida_wins_on(throw) for throw in throws},
        "hand_throws": {str(throw): throw == 1 or rules.rethrow_is_de_mano for throw in throws},
        "de_mano_refusable": rules.de_mano_refusable,
        "crossing": rules.crossing,
        "attempts": rules.attempts,
        "sobre": rules.attempts == 2 and rules.sobre,
        "entries": rules.entries if rules.attempts == 2 else 1,
    }


def place_of(box: str, *, grandes: int, which: int = 0) -> tuple[int, int]:
    """Return row and column of a box on the traditional sheet; the slash stands between two grandes (rule 1.2)."""
    if box in CENTER:
        return CENTER.index(box), 1
    if box in NUMBERS:
        return (int(box) - 1) % 3, 0 if int(box) <= 3 else 2
    return 3, 1 if grandes == 1 else which * 2


def _box(rules: Rules, box: str) -> dict[str, Any]:
    row, column = place_of(box, grandes=rules.grandes)
    kind = "center" if box in CENTER else "grande" if box == GRANDE else "number"
    entry: dict[str, Any] = {
        "box": box,
        "row": row,
        "column": column,
        "kind": kind,
        "values": list(values(box)),
        "places": rules.grandes if box == GRANDE else 1,
    }
    if kind == "number":
        entry["face"] = int(box)
    return entry


def form(state: State) -> dict[str, Any]:
    """Return what the page may offer now.

    ``to_move``, ``over``; ``sides``: for each its number, ``open`` boxes, ``grandes_open``, ``total``, ``out``;
    ``quick``: for the side to move what each open box can pay; ``cross``: the open boxes that a quick entry may
    cross; ``instant``: wins that a quick entry may claim, each with the rest of the line that says so. ``pending``
    is always null: both attempts of a pair are one line, so no state lies between them.
    """
    sides = []
    for number, cells in enumerate(state.sheets, start=1):
        sides.append(
            {
                "side": number,
                "open": list(open_boxes(cells)),
                "grandes_open": cells[FIRST_GRANDE:].count(None),
                "total": total(cells),
                "out": state.out[number - 1],
            }
        )
    boxes = open_boxes(state.sheet_of(state.to_move)) if state.to_move else ()
    may_sleep = state.to_move is not None and state.rules.dormida != "off"
    return {
        "entry": "flips",
        "to_move": state.to_move,
        "over": state.ending is not None,
        "sides": sides,
        "pending": None,
        "quick": {box: list(values(box)) for box in boxes},
        "cross": [] if crossing.never_possible(state.rules, boxes) else list(boxes),
        "instant": [{"code": "dormida", "line": "dormida"}] if may_sleep else [],
    }

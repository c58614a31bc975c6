"""What an entry page needs, ready for JSON, so that it offers what is legal and has no rule of its own.

Knows: the tables (once a ruleset) and the form (once a state); their shape is described at each function.
Does not know: pages.
"""

from typing import Any

from cacho_tournaments.games.throws.ruleset import CROSSED, FIRST_THROW, THROWS, Box, Row, Ruleset
from cacho_tournaments.games.throws.sheets import strikable_places, total, writable_places
from cacho_tournaments.games.throws.state import State


def table(rules: Ruleset) -> dict[str, Any]:
    """Return the tables of a ruleset.

    ``boxes``: in sheet order, each ``box``, ``row``, ``column``, ``kind`` (number, mountain, combination, chance),
    ``values``, ``places`` (one a stage), the ``rule`` that says what it takes; a number also its ``face``, a box that
    waits for another what it ``needs`` and by which ``needs_rule``.
    ``dice``: for every sorted throw what it pays on the ``first`` throw and on a ``later`` one, by box without its
    stage, best first; only what the dice make, and 0 or less is worth writing where it stands there. ``not_by``: for
    boxes that they do not make the rule, where it is another than the box's own. ``throws`` is
    the most before any that were saved. ``strike``: ``free``, or ``only-if-nothing-fits``: a box may be struck only
    where the dice have no value in any box that is open. ``marks``: what a sheet shows beside a figure of the
    ``first`` throw, by box, and for a ``strike``. ``cites``: the rules of the refusals that a page can meet itself.
    """
    marks = {box: FIRST_THROW for box in rules.boxes if box in rules.premium}
    if rules.wins_served:
        marks[rules.wins_served] = rules.served_mark
    return {
        "entry": "throws",
        "boxes": [_box(rules, box, row) for row, box in enumerate(rules.boxes.values())],
        "dice": {dice: _row(rules, dice, row) for dice, row in rules.table.items()},
        "throws": THROWS,
        "strike": "free" if rules.strikes_freely else "only-if-nothing-fits",
        "marks": {"first": marks, "strike": CROSSED},
        "cites": dict(rules.cites),
    }


def _row(rules: Ruleset, dice: str, row: Row) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "first": {box: list(pays) for box, pays in row.first.items()},
        "later": {box: list(pays) for box, pays in row.later.items()},
    }
    against = {box.code: box.rule_against(dice) for box in rules.boxes.values() if box.code not in row.first}
    if other := {code: rule for code, rule in against.items() if rule != rules.boxes[code].made_by}:
        entry["not_by"] = other
    return entry


def _box(rules: Ruleset, box: Box, row: int) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "box": box.code,
        "row": row,
        "column": 0,
        "kind": box.kind,
        "values": list(rules.values[box.code]),
        "places": rules.stages,
        "rule": box.made_by,
    }
    if box.face:
        entry["face"] = box.face
    if box.needs:
        entry |= {"needs": box.needs, "needs_rule": box.needs_rule}
    return entry


def form(state: State) -> dict[str, Any]:
    """Return what the page may offer now.

    ``to_move``, ``over``; ``sides``: for each its number, what is ``open`` for writing, as a line names it, ``total``,
    ``out``, and where throws are saved its ``bank``. For the side to move: ``max_throws``; ``quick``: what each open
    box can pay without dice; ``cross``: what may be struck (with dice, see ``strike`` of the table); ``instant``: wins
    that a quick entry may claim, each with the rest of the line that says so.
    """
    rules = state.rules
    sides = []
    for number, cells in enumerate(state.sheets, start=1):
        side = {
            "side": number,
            "open": [] if state.out[number - 1] else [place.ref for place in writable_places(rules, cells)],
            "total": total(cells),
            "out": state.out[number - 1],
        }
        if rules.banked:
            side["bank"] = state.banks[number - 1]
        sides.append(side)
    now = state.to_move
    own = state.sheet_of(now) if now else ()
    places = writable_places(rules, own)
    return {
        "entry": "throws",
        "to_move": now,
        "over": state.ending is not None,
        "sides": sides,
        "max_throws": THROWS + state.banks[now - 1] if now else 0,
        "quick": {place.ref: list(rules.values[place.box]) for place in places},
        "cross": [place.ref for place in strikable_places(rules, own)],
        "instant": [
            {"code": rules.served_mark, "line": f"t1 ={place.ref}"}
            for place in places
            if place.box == rules.wins_served
        ],
    }

"""What the door answers: the next round and the table of a stage, ready for JSON.

Knows: stages as they were read, every format's draw and table.
Does not know: files, the command line, how a draw or a table works inside.
"""

from collections import Counter
from dataclasses import asdict, replace
from random import Random
from typing import Any

from cacho_tournaments.formats import brackets, groups, knockout, points, round_robin, standings, tiebreaks
from cacho_tournaments.formats.base import Group, GroupsDraw, Match, Node, Note, Result, Row, Tree
from cacho_tournaments.formats.errors import BadStage, NoValidDraw
from cacho_tournaments.formats.stage import OPTIONS, PRESETS, Stage

Answer = dict[str, Any]


def known_formats() -> Answer:
    """Return what there is to choose from: formats with options (the default first), criteria, presets."""
    options = {
        name: {option: list(values) for option, values in known.items()} for name, known in OPTIONS.items()
    }
    return {"formats": options, "criteria": list(tiebreaks.CRITERIA), "presets": dict(PRESETS)}


def next_round(stage: Stage) -> Answer:
    """Return the next round (rules 9.1 to 9.5). Raises: NoValidDraw, BadStage."""
    return _next_matches(stage) if stage.format == "knockout" else _next_pairs(stage)


def table(stage: Stage) -> Answer:
    """Return the table of the stage as far as it is played, with reasons. Raises: NoValidDraw, BadStage."""
    after = _after_round(stage)
    if stage.format == "knockout":
        tree, results = _played_tree(stage)
        places = brackets.placings(tree, results)
        rows: list[Answer] = [
            {"place": place, "entrant": side, "values": {}, "reason": None} for place, side in places
        ]
        return {"rows": rows, "after_round": after}
    draw = _draw(stage)
    tables = [{"label": group.label, "rows": _group_rows(stage, group, draw)} for group in draw.groups]
    if stage.format == "league":
        return {"rows": tables[0]["rows"], "after_round": after}
    return {"groups": tables, "after_round": after}


def _draw(stage: Stage) -> GroupsDraw:
    """Draw the groups again from the seed, or take those that are given."""
    legs = stage.options["legs"]
    if stage.groups:
        return groups.arranged(stage.groups, stage.drawn(), legs=legs)
    if stage.format == "league":
        return round_robin.draw(stage.drawn(), rng=Random(stage.seed), legs=legs)
    return groups.draw(stage.drawn(), size=stage.options["size"], rng=Random(stage.seed), legs=legs)


def _next_pairs(stage: Stage) -> Answer:
    draw = _draw(stage)
    number = stage.rounds + 1
    planned = [match for match in draw.matches if match.round == number]
    if not planned:
        raise NoValidDraw("stage-over", rule="9.5", rounds=stage.rounds)
    gone = {
        one.id for one in stage.entrants if one.left_after_round is not None and one.left_after_round < number
    }
    played = [match for match in planned if not gone & set(match.seats)]
    busy = {side for match in played for side in match.seats}
    grouped = stage.format == "groups"
    still = {match.group for match in planned}
    answer: Answer = {
        "round": number,
        "matches": [_match(match, grouped) for match in played],
        "byes": [
            {"entrant": side, **({"group": group.label} if grouped else {})}
            for group in draw.groups
            for side in group.members
            if group.label in still and side not in busy | gone
        ],
        "notes": [_note(one) for one in (*draw.notes, *_not_drawn(stage))],
    }
    if number == 1 and grouped:
        answer["groups"] = [{"label": one.label, "members": list(one.members)} for one in draw.groups]
        answer["steps"] = [list(step) for step in draw.steps]
    return answer


def _not_drawn(stage: Stage) -> list[Note]:
    return [Note("not-drawn", {"entrant": one.id}) for one in stage.entrants if one.since_round > 1]


def _next_matches(stage: Stage) -> Answer:
    tree, results = _played_tree(stage)
    if not stage.rounds:
        notes = [_note(one) for one in tree.notes]
        return {
            "round": 1,
            "matches": [_node(one) for one in tree.nodes],
            "byes": list(tree.byes),
            "notes": notes,
        }
    seats = brackets.advance(tree, results)
    given = {match.id for match in stage.matches}
    ready = [node for node in tree.nodes if node.id not in given and None not in seats[node.id]]
    waiting = [match.id for match in stage.matches if match.result is None or points.undecided(match.result)]
    if not ready and not waiting:
        raise NoValidDraw("stage-over", rule="9.5", rounds=stage.rounds)
    notes = [_note(Note("results-awaited", {"matches": waiting}))] if waiting else []
    now = [_node(replace(node, seats=seats[node.id])) for node in ready]
    return {"round": stage.rounds + 1, "matches": now, "byes": [], "notes": notes}


def _played_tree(stage: Stage) -> tuple[Tree, dict[str, Result]]:
    """Draw the bracket again and take the results in, round by round, each for the sides that sat there."""
    present = {one.id for one in stage.drawn() if one.state == "in"}
    sides = [one for one in stage.qualifiers if one.id in present]
    tree = knockout.draw(sides, rng=Random(stage.seed), third_place=stage.options["third_place"])
    order = {node.id: number for number, node in enumerate(tree.nodes)}
    results: dict[str, Result] = {}
    for match in sorted(stage.matches, key=lambda one: order.get(one.id, -1)):
        path = f"rounds[{match.round - 1}].matches[{match.id}]"
        if match.id not in order:
            raise BadStage("unknown-match", path=f"{path}.id", match=match.id)
        expected = brackets.advance(tree, results)[match.id]
        if match.seats != expected:
            raise BadStage("seats-differ", path=f"{path}.seats", expected=expected)
        if match.result:
            results[match.id] = match.result
    return tree, results


def _group_rows(stage: Stage, group: Group, draw: GroupsDraw) -> list[Answer]:
    members = set(group.members)
    own = [match for match in stage.matches if members & set(match.seats)]
    met = Counter(frozenset(match.seats) for match in own)
    planned: list[Match] = []
    for match in draw.matches:
        pair = frozenset(match.seats)
        if match.group == group.label and not met[pair]:
            planned.append(match)
        met[pair] -= 1 if met[pair] else 0
    rows = standings.table(
        [one for one in stage.entrants if one.id in members],
        [*own, *planned],
        points=stage.points,
        criteria=stage.criteria,
        lot_seed=stage.seed,
    )
    return [_row(one) for one in rows]


def _after_round(stage: Stage) -> int:
    """Return the last round up to which every match has ended."""
    unended = [match.round for match in stage.matches if match.result is None]
    return min(unended, default=stage.rounds + 1) - 1


def _match(match: Match, grouped: bool) -> Answer:
    shown: Answer = {"id": match.id, "seats": list(match.seats), "round": match.round}
    return {**shown, "group": match.group} if grouped else shown


def _node(node: Node) -> Answer:
    return {
        "id": node.id,
        "round": node.round,
        "bracket": node.bracket,
        "slot": node.slot,
        "seats": list(node.seats),
        "from": [asdict(source) if source else None for source in node.sources],
    }


def _note(note: Note) -> Answer:
    return {"code": note.code, "facts": dict(note.facts)}


def _row(row: Row) -> Answer:
    shown: Answer = {"place": row.place, "entrant": row.entrant, "values": dict(row.values)}
    shown["reason"] = asdict(row.reason) if row.reason else None
    return {**shown, "applied": list(row.applied)}

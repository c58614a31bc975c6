"""What the door answers: the next round and the table of a stage, ready for JSON.

Knows: stages as they were read, every format's draw and table.
Does not know: files, the command line, how a draw or a table works inside.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, replace
from fractions import Fraction
from random import Random
from typing import Any

from cacho_tournaments.formats import (
    brackets,
    double_elimination,
    groups,
    knockout,
    points,
    round_robin,
    standings,
    swiss,
    tables,
    tiebreaks,
)
from cacho_tournaments.formats.base import (
    Bye,
    Figure,
    Group,
    GroupsDraw,
    Match,
    Node,
    Note,
    Qualifier,
    Result,
    RoundDraw,
    Row,
    Tree,
)
from cacho_tournaments.formats.errors import BadStage, NoValidDraw
from cacho_tournaments.formats.options import OPTIONS, PRESETS
from cacho_tournaments.formats.stage import BY_ROUND, TREES, Stage

Answer = dict[str, Any]


def known_formats() -> Answer:
    """Return what there is to choose from: formats with options (the default first), criteria, presets."""
    options = {
        name: {option: one.shown() for option, one in known.items()} for name, known in OPTIONS.items()
    }
    return {"formats": options, "criteria": list(tiebreaks.CRITERIA), "presets": dict(PRESETS)}


def next_round(stage: Stage) -> Answer:
    """Return the next round (rules 9.1 to 9.5, 9.7). Raises: NoValidDraw, BadStage."""
    if stage.format in TREES:
        return _next_matches(stage)
    if stage.format in BY_ROUND:
        return told(stage, drawn(stage))
    return _next_pairs(stage)


def table(stage: Stage) -> Answer:
    """Return the table of the stage as far as it is played, with reasons. Raises: NoValidDraw, BadStage."""
    after = _after_round(stage)
    if stage.format in TREES:
        tree, results = played_tree(stage)
        places = brackets.placings(tree, results)
        rows: list[Answer] = [
            {"place": place, "entrant": side, "values": {}, "reason": None} for place, side in places
        ]
        return {"rows": rows, "after_round": after}
    if stage.format in BY_ROUND:
        return {"rows": [_row(one) for one in round_rows(stage)], "after_round": after}
    draw = fixtures(stage)
    groups_ = [{"label": group.label, "rows": _group_rows(stage, group, draw)} for group in draw.groups]
    if stage.format == "league":
        return {"rows": groups_[0]["rows"], "after_round": after}
    return {"groups": groups_, "after_round": after}


def fixtures(stage: Stage) -> GroupsDraw:
    """Draw the groups again from the seed, or take those that are given."""
    legs = stage.options["legs"]
    if stage.groups:
        return groups.arranged(stage.groups, stage.drawn(), legs=legs)
    if stage.format == "league":
        return round_robin.draw(stage.drawn(), rng=Random(stage.seed), legs=legs)
    return groups.draw(stage.drawn(), size=stage.options["size"], rng=Random(stage.seed), legs=legs)


def tree(stage: Stage) -> Tree:
    """Draw the bracket again from the seed, of those who were in when it was drawn."""
    present = {one.id for one in stage.drawn() if one.state == "in"}
    sides: list[Qualifier] = [one for one in stage.qualifiers if one.id in present]
    chosen = dict(stage.options)
    if stage.format == "knockout":
        return knockout.draw(sides, rng=Random(stage.seed), **chosen)
    return double_elimination.draw(sides, rng=Random(stage.seed), **chosen)


def drawn(stage: Stage) -> RoundDraw:
    """Draw the round after those given, of a stage that is drawn round by round. Raises: NoValidDraw, BadStage."""
    number, limit = stage.rounds + 1, stage.options["rounds"]
    if limit is not None and number > limit:
        raise NoValidDraw("stage-over", rule="9.5", rounds=limit)
    known: Mapping[str, Any] = {
        "round": number,
        "points": stage.points,
        "seed": stage.seed,
        "given_byes": stage.coming.byes,
        "fixed": stage.coming.fixed,
    }
    if stage.format == "swiss":
        return swiss.draw(stage.entrants, stage.matches, stage.byes, apart=stage.apart, **known)
    chosen = {name: stage.options[name] for name in ("size", "allowed", "mode", "rounds")}
    return tables.draw(stage.entrants, stage.matches, stage.byes, **chosen, **known)


def round_rows(stage: Stage) -> tuple[Row, ...]:
    """Return the table of a stage that is drawn round by round."""
    return standings.table(
        stage.entrants,
        stage.matches,
        points=stage.points,
        criteria=stage.criteria,
        lot_seed=stage.seed,
        byes=stage.byes,
        format=stage.format,
        rounds=stage.options["rounds"],
    )


def played_tree(stage: Stage) -> tuple[Tree, dict[str, Result]]:
    """Draw the bracket again and take the results in, round by round, each for the sides that sat there."""
    made = tree(stage)
    order = {node.id: number for number, node in enumerate(made.nodes)}
    results: dict[str, Result] = {}
    for match in sorted(stage.matches, key=lambda one: order.get(one.id, -1)):
        path = f"rounds[{match.round - 1}].matches[{match.id}]"
        if match.id not in order:
            raise BadStage("unknown-match", path=f"{path}.id", match=match.id)
        expected = brackets.advance(made, results)[match.id]
        if match.seats != expected:
            raise BadStage("seats-differ", path=f"{path}.seats", expected=expected)
        if match.result:
            results[match.id] = match.result
    return made, results


def figure(value: Figure | str) -> int | float | str:
    """Return a figure for JSON: whole numbers and short decimals as numbers, other fractions as text (9.10)."""
    if not isinstance(value, Fraction):
        return value
    if value.denominator == 1:
        return value.numerator
    return float(value) if 1000 % value.denominator == 0 else f"{value.numerator}/{value.denominator}"


def told(stage: Stage, made: RoundDraw) -> Answer:
    """Return a drawn round as the door tells it."""
    waiting = [match.id for match in stage.matches if match.result is None]
    said = [*made.notes, *([Note("results-awaited", {"matches": waiting})] if waiting else [])]
    standing = {one.id for one in stage.coming.fixed}
    return {
        "round": made.round,
        "matches": [
            {**_match(one), **({"fixed": True} if one.id in standing else {})} for one in made.matches
        ],
        "byes": [_bye(one, stage) for one in made.byes if one.kind != "absent" or one.points is not None],
        "absent": [one.entrant for one in made.byes if one.kind == "absent" and one.points is None],
        "notes": [_note(one) for one in said],
    }


def _bye(bye: Bye, stage: Stage) -> Answer:
    worth = stage.points.bye if bye.kind == "bye" else stage.points.absent
    shown: Answer = {"entrant": bye.entrant, "points": worth if bye.points is None else bye.points}
    if bye.kind != "bye":
        shown["kind"] = bye.kind
    elif bye.entrant in {one.entrant for one in stage.coming.byes}:
        shown["given"] = True
    return shown


def _next_pairs(stage: Stage) -> Answer:
    draw = fixtures(stage)
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
        "matches": [_match(match, group=grouped) for match in played],
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
    made, results = played_tree(stage)
    if not stage.rounds:
        return {
            "round": 1,
            "matches": [_node(one) for one in made.nodes],
            "byes": list(made.byes),
            "notes": [_note(one) for one in made.notes],
        }
    seats = brackets.advance(made, results)
    given = {match.id for match in stage.matches}
    ready = [node for node in made.nodes if node.id not in given and None not in seats[node.id]]
    waiting = [match.id for match in stage.matches if match.result is None or points.undecided(match.result)]
    if not ready and not waiting:
        raise NoValidDraw("stage-over", rule="9.5", rounds=stage.rounds)
    notes = [_note(Note("results-awaited", {"matches": waiting}))] if waiting else []
    now = [_node(replace(node, seats=seats[node.id])) for node in ready]
    return {"round": stage.rounds + 1, "matches": now, "byes": [], "notes": notes}


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
        byes=[one for one in stage.byes if one.entrant in members],
        format=stage.format,
    )
    return [_row(one) for one in rows]


def _after_round(stage: Stage) -> int:
    """Return the last round up to which every match has ended."""
    unended = [match.round for match in stage.matches if match.result is None]
    return min(unended, default=stage.rounds + 1) - 1


def _match(match: Match, *, group: bool = False) -> Answer:
    shown: Answer = {"id": match.id, "seats": list(match.seats), "round": match.round}
    if match.table is not None:
        shown["table"] = match.table
    return {**shown, "group": match.group} if group else shown


def _node(node: Node) -> Answer:
    return {
        "id": node.id,
        "round": node.round,
        "bracket": node.bracket,
        "slot": node.slot,
        "seats": list(node.seats),
        "from": [asdict(source) if source else None for source in node.sources],
        **({"only_if_beaten": True} if node.only_if_beaten else {}),
    }


def _note(note: Note) -> Answer:
    return {"code": note.code, "facts": dict(note.facts)}


def _row(row: Row) -> Answer:
    values = {name: figure(value) for name, value in row.values.items()}
    reason = None
    if row.reason:
        reason = asdict(row.reason)
        reason |= {"mine": figure(row.reason.mine), "theirs": figure(row.reason.theirs)}
    shown: Answer = {"place": row.place, "entrant": row.entrant, "values": values, "reason": reason}
    return {**shown, "applied": list(row.applied)}

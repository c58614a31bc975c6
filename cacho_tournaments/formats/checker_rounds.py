"""Faults of rounds that are drawn one by one; and whole stages drawn again, to compare with what was kept.

Knows: what every round has to fulfil, counted here in its own way; stages as the door has them.
Does not know: how a round is drawn (but for drawing it again), where it is kept.

Every function returns notes, one a fault; none means that all is well.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Any

from cacho_tournaments.formats import answers
from cacho_tournaments.formats.base import Bye, Entrant, Match, Note, Points, RoundDraw
from cacho_tournaments.formats.errors import BadStage
from cacho_tournaments.formats.points import FORFEITS
from cacho_tournaments.formats.stage import BY_ROUND, TREES, Stage, read

Notes = list[Note]
Value = dict[str, Any]
_PAIRS = (2,)


def round_faults(
    draw: RoundDraw,
    entrants: Sequence[Entrant],
    matches: Iterable[Match],
    byes: Iterable[Bye],
    *,
    sizes: Collection[int] = _PAIRS,
    given: Collection[str] = (),
    apart: Iterable[Collection[str]] = (),
    points: Points | None = None,
) -> Notes:
    """Check rules 10.1, 10.3 to 10.5 and 11.1: everybody who takes part once, nobody against itself, tables of
    the right sizes, who must not meet apart, no meeting again and no second bye but where the draw says so.

    ``matches`` and ``byes`` are those of earlier rounds; ``given`` are who sits out by hand or by its own wish.
    """
    there = {one.id for one in entrants if _takes_part(one, draw.round)}
    earlier = [one for one in matches if one.round < draw.round]
    met = Counter(frozenset(pair) for one in earlier for pair in combinations(one.seats, 2))
    bars = _bars(earlier, [one for one in byes if one.round < draw.round], points or Points())
    said = {note.code for note in draw.notes}
    faults = _everybody_once(draw, there)
    faults += [
        Note("sizes", {"match": one.id, "seats": len(one.seats)})
        for one in draw.matches
        if len(one.seats) not in sizes
    ]
    pairs = {frozenset(pair) for one in draw.matches for pair in combinations(one.seats, 2)}
    barred = {frozenset(pair) for few in apart for pair in combinations(few, 2)}
    faults += [Note("not-apart", {"entrants": sorted(map(str, pair))}) for pair in pairs & barred]
    again = [pair for pair in pairs if met[pair]]
    if again and "repeat-unavoidable" not in said:
        faults += [Note("repeat", {"entrants": sorted(map(str, pair))}) for pair in again]
    elif again and sizes == _PAIRS:
        pool = sorted(there - {one.entrant for one in draw.byes if one.entrant in given})
        least = min(bars[side] for side in pool)
        if _possible(
            pool, {pair for pair in met if met[pair]} | barred, {one for one in pool if bars[one] > least}
        ):
            faults.append(Note("repeat-avoidable", {"round": draw.round}))
    return faults + _bye_faults(draw, there, bars, given, said)


def differs(value: Value, drawn: Value | None = None) -> Notes:
    """Draw again from the seed and name what differs (rules 1.2 and 9.11).

    With ``drawn``, what ``next`` once answered for this stage, only that is compared; otherwise every round that
    the stage holds. Raises: NoValidDraw, BadStage.
    """
    stage = read(value)
    if drawn is not None:
        return _answer_differs(answers.next_round(stage), drawn)
    if stage.format in BY_ROUND:
        return [
            note for number in range(1, stage.rounds + 1) for note in _round_differs(value, stage, number)
        ]
    if stage.format in TREES:
        return _tree_differs(stage)
    return _fixtures_differ(stage)


def _takes_part(one: Entrant, number: int) -> bool:
    left = one.left_after_round
    return one.state == "in" and one.since_round <= number and (left is None or left >= number)


def _bars(matches: Iterable[Match], byes: Sequence[Bye], points: Points) -> Counter[str]:
    """Count what bars from a bye: one for a round that was worth a win without a match, one more than there were
    byes for byes."""
    had = Counter(one.entrant for one in byes if one.kind == "bye")
    usual = {"bye": points.bye}
    worth = {
        (one.entrant, one.round): usual.get(one.kind, points.absent) if one.points is None else one.points
        for one in byes
    }
    free = {side for (side, _), figure in worth.items() if figure >= points.win}
    for match in matches:
        places = match.result.places if match.result and match.result.kind in FORFEITS else ()
        if len(set(places)) > 1:
            free |= {side for side, place in zip(match.seats, places, strict=True) if side and place == 1}
    return Counter({side: had[side] + 1 if had[side] else 1 for side in {*had, *free}})


def _everybody_once(draw: RoundDraw, there: set[str]) -> Notes:
    seated = Counter(side for one in draw.matches for side in one.seats if side)
    seated.update(one.entrant for one in draw.byes)
    faults = [
        Note("not-once", {"entrant": side, "times": seated[side]}) for side in there if seated[side] != 1
    ]
    return faults + [Note("stranger", {"entrant": side}) for side in seated if side not in there]


def _bye_faults(
    draw: RoundDraw, there: set[str], bars: Counter[str], given: Collection[str], said: set[str]
) -> Notes:
    free = [one.entrant for one in draw.byes if one.kind == "bye" and one.entrant not in given]
    faults = [Note("bye-count", {"byes": free})] if len(free) > 1 else []
    seated = {side for one in draw.matches for side in one.seats}
    fewest = min((bars[side] for side in there if side in seated), default=0)
    if "second-bye-unavoidable" not in said:
        faults += [Note("second-bye", {"entrant": side}) for side in free if bars[side] > fewest]
    return faults


def _possible(
    pool: Sequence[str], closed: Collection[frozenset[str | None]], barred: Collection[str]
) -> bool:
    """Tell whether the pool can be paired without the closed pairs; of an odd number one who is not barred may be
    left over."""
    # Only here: whoever checks no repeats does not load it.
    import rustworkx

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(pool) + len(pool) % 2))
    for one, other in combinations(range(graph.num_nodes()), 2):
        left_over = other == len(pool) and pool[one] not in barred
        if left_over or (other < len(pool) and frozenset((pool[one], pool[other])) not in closed):
            graph.add_edge(one, other, 1)
    paired = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return 2 * len(paired) == graph.num_nodes()


def _round_differs(value: Value, stage: Stage, number: int) -> Notes:
    """Draw one round again as it was: from the rounds before, for who was there, with what was given by hand."""
    kept: Value = value["rounds"][number - 1]
    if kept.get("by_hand"):
        return []
    sitting_out = [one for one in kept.get("byes", []) if one.get("kind", "bye") != "bye" or one.get("given")]
    coming = {
        "fixed": [one for one in kept["matches"] if one.get("fixed")],
        "byes": sitting_out,
        "absent": kept.get("absent", []),
    }
    before: Value = {
        **value,
        "entrants": [_as_it_was(one, stage, number) for one in value["entrants"]],
        "rounds": [*value["rounds"][: number - 1], coming],
    }
    again = answers.drawn(read(before))
    return _compared(
        number,
        {tuple(map(str, one.seats)) for one in again.matches},
        {one.entrant for one in again.byes if one.kind == "bye"},
        stage,
    )


def _as_it_was(one: Value, stage: Stage, number: int) -> Value:
    """Return an entrant as the draw of a round saw it: who left later was in."""
    name, left = one["id"], one.get("left_after_round")
    if left is None and one.get("state", "in") != "in":
        played = [match.round for match in stage.matches if name in match.seats]
        left = max([*played, *(bye.round for bye in stage.byes if bye.entrant == name)], default=0)
    return one if left is None or left < number else {**one, "state": "in", "left_after_round": None}


def _compared(number: int, seats: set[tuple[str, ...]], byes: set[str], stage: Stage) -> Notes:
    kept = {tuple(map(str, one.seats)) for one in stage.matches if one.round == number}
    free = {one.entrant for one in stage.byes if one.round == number and one.kind == "bye"}
    faults: Notes = []
    if seats != kept:
        facts = {"round": number, "again": sorted(seats - kept), "kept": sorted(kept - seats)}
        faults.append(Note("match-differs", facts))
    if byes != free:
        faults.append(Note("byes-differ", {"round": number, "again": sorted(byes), "kept": sorted(free)}))
    return faults


def _tree_differs(stage: Stage) -> Notes:
    try:
        answers.played_tree(stage)
    except BadStage as refusal:
        if refusal.code not in ("seats-differ", "unknown-match"):
            raise
        return [Note("match-differs", dict(refusal.facts))]
    return []


def _fixtures_differ(stage: Stage) -> Notes:
    planned = answers.fixtures(stage)
    due = {(one.round, one.seats) for one in planned.matches}
    kept = [one for one in stage.matches if (one.round, one.seats) not in due]
    return [Note("match-differs", {"round": one.round, "kept": one.seats}) for one in kept]


def _answer_differs(again: Value, drawn: Value) -> Notes:
    """Compare two answers of ``next``, whatever the order of their matches."""

    def placed(answer: Value) -> dict[str, Any]:
        told = ("seats", "from", "table", "group", "round", "bracket", "slot")
        return {
            one.get("id", f"m{number}"): {key: one[key] for key in told if one.get(key) is not None}
            for number, one in enumerate(answer.get("matches", []), start=1)
        }

    mine, theirs = placed(again), placed(drawn)
    faults = [
        Note("match-differs", {"match": name, "again": mine.get(name), "kept": theirs.get(name)})
        for name in [*mine, *(name for name in theirs if name not in mine)]
        if mine.get(name) != theirs.get(name)
    ]
    for key in ("byes", "absent", "groups"):
        made, kept = again.get(key) or [], drawn.get(key) or []
        if sorted(map(str, made)) != sorted(map(str, kept)):
            faults.append(Note(f"{key}-differ", {"again": made, "kept": kept}))
    return faults

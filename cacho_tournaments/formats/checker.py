"""Faults of draws and tables, found without asking the modules that made them; and draws made again to
compare.

Knows: what every draw and every table has to fulfil, counted here in its own way.
Does not know: how a draw is made (but for drawing it again), where it is kept.

Every function returns notes, one a fault; none means that all is well.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from random import Random

from cacho_tournaments.formats import groups, knockout
from cacho_tournaments.formats.base import (
    Entrant,
    Group,
    GroupsDraw,
    Match,
    Note,
    Points,
    Qualifier,
    Row,
    Source,
    Tree,
)

Notes = list[Note]


def groups_faults(draw: GroupsDraw, entrants: Sequence[Entrant], *, legs: int = 1) -> Notes:
    """Check rules 2.1 and 3.3 to 3.5: everybody once, sizes even, seeds and clubs spread, all pairs met."""
    drawn = [side for group in draw.groups for side in group.members]
    present = [one for one in entrants if one.state == "in"]
    faults = [Note("not-once", {"entrant": one.id}) for one in present if drawn.count(one.id) != 1]
    faults += [Note("stranger", {"entrant": side}) for side in set(drawn) - {one.id for one in present}]
    sizes = [len(group.members) for group in draw.groups]
    if max(sizes) - min(sizes) > 1:
        faults.append(Note("sizes", {"sizes": sizes}))
    faults += _spread_faults(draw.groups, present)
    for group in draw.groups:
        faults += fixtures_faults(group, [one for one in draw.matches if one.group == group.label], legs)
    return faults


def fixtures_faults(group: Group, matches: Sequence[Match], legs: int = 1) -> Notes:
    """Check rule 2.1: every pair meets once a leg, and nobody sits twice in a round."""
    met = Counter(frozenset(one.seats) for one in matches)
    due = {frozenset(pair) for pair in combinations(group.members, 2)}
    faults = [
        Note("pair-count", {"pair": sorted(pair), "met": met[pair]}) for pair in due if met[pair] != legs
    ]
    faults += [Note("stranger-pair", {"group": group.label}) for pair in met if pair not in due]
    busy = Counter((one.round, side) for one in matches for side in one.seats)
    faults += [Note("round-twice", {"round": key[0], "entrant": key[1]}) for key in busy if busy[key] > 1]
    return faults


def tree_faults(tree: Tree, qualifiers: Sequence[Qualifier]) -> Notes:
    """Check rules 4.1, 4.5 and 4.6: everybody once, one match fewer than sides, no winner and loser lost."""
    seated = Counter(side for node in tree.nodes for side in node.seats if side)
    faults = [Note("not-once", {"entrant": one.id}) for one in qualifiers if seated[one.id] != 1]
    main = [node for node in tree.nodes if node.bracket != "third-place"]
    if len(main) != len(qualifiers) - 1:
        faults.append(Note("match-count", {"matches": len(main), "sides": len(qualifiers)}))
    sent = Counter(source for node in tree.nodes for source in node.sources if source)
    finals = [node.id for node in main if sent[Source(node.id, "winner")] == 0]
    nowhere = {source.match for source in sent} - {node.id for node in main}
    if len(finals) != 1 or nowhere or any(times > 1 for times in sent.values()):
        faults.append(Note("loose-ends", {"finals": finals, "nowhere": sorted(nowhere)}))
    for node in tree.nodes:
        for seat, source in zip(node.seats, node.sources, strict=True):
            if (seat is None) == (source is None):
                faults.append(Note("seat", {"match": node.id}))
    if len(tree.byes) != tree.size - len(qualifiers):
        faults.append(Note("bye-count", {"byes": len(tree.byes)}))
    return faults


def table_faults(rows: Sequence[Row], matches: Sequence[Match], points: Points) -> Notes:
    """Check rules 5.1 to 5.4 and 6.6 by a second sum, for tables in which nobody was struck."""
    faults: Notes = []
    for number, row in enumerate(rows, start=1):
        better = sum(1 for other in rows if other.place < row.place)
        if row.place != better + 1 or row.place > number:
            faults.append(Note("place", {"entrant": row.entrant, "place": row.place}))
        total = sum(_worth(row.entrant, match, points) for match in matches)
        if "points" in row.values and row.values["points"] != total:
            faults.append(
                Note("points", {"entrant": row.entrant, "table": row.values["points"], "sum": total})
            )
    for upper, lower in pairwise(rows):
        if (upper.reason is None) != (upper.place == lower.place):
            faults.append(Note("reason", {"entrant": upper.entrant}))
    return faults


def groups_differ(
    draw: GroupsDraw, entrants: Sequence[Entrant], *, seed: int, size: int = 4, legs: int = 1
) -> Notes:
    """Draw the groups again from the seed and name what differs (rule 1.2)."""
    again = groups.draw(entrants, size=size, rng=Random(seed), legs=legs)
    drawn = {group.label: group.members for group in draw.groups}
    faults = [
        Note("group-differs", {"group": group.label, "again": group.members, "kept": drawn.get(group.label)})
        for group in again.groups
        if drawn.get(group.label) != group.members
    ]
    kept = {(one.id, one.seats) for one in draw.matches}
    return faults + [
        Note("match-differs", {"match": one.id}) for one in again.matches if (one.id, one.seats) not in kept
    ]


def tree_differs(
    tree: Tree, qualifiers: Sequence[Qualifier], *, seed: int, third_place: bool = True
) -> Notes:
    """Draw the bracket again from the seed and name what differs (rule 1.2)."""
    again = knockout.draw(qualifiers, rng=Random(seed), third_place=third_place)
    kept = {node.id: (node.seats, node.sources) for node in tree.nodes}
    return [
        Note("match-differs", {"match": node.id, "again": node.seats})
        for node in again.nodes
        if kept.get(node.id) != (node.seats, node.sources)
    ]


def _spread_faults(drawn: Sequence[Group], present: Sequence[Entrant]) -> Notes:
    of: Mapping[str, str] = {side: group.label for group in drawn for side in group.members}
    faults: Notes = []
    seeded = sorted((one for one in present if one.seed), key=lambda one: one.seed or 0)
    for start in range(0, len(seeded), len(drawn)):
        pot = [of.get(one.id) for one in seeded[start : start + len(drawn)]]
        if len(set(pot)) != len(pot):
            faults.append(Note("seeds", {"pot": start // len(drawn) + 1}))
    for club in sorted({one.club for one in present if one.club}):
        count = Counter(of.get(one.id) for one in present if one.club == club)
        shares = [count[group.label] for group in drawn]
        if max(shares) - min(shares) > 1:
            faults.append(Note("club", {"club": club, "shares": shares}))
    return faults


def _worth(side: str, match: Match, points: Points) -> int:
    if match.result is None or side not in match.seats:
        return 0
    own = match.seats.index(side)
    mine, theirs = match.result.places[own], match.result.places[1 - own]
    if match.result.kind in ("played", "paper"):
        return {-1: points.win, 0: points.tie, 1: points.loss}[(mine > theirs) - (mine < theirs)]
    there = match.result.kind != "both-absent" and mine < theirs
    return points.win if there else points.walkover_loss
